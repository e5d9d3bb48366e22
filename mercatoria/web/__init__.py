"""The table in the browser: people play at it with friends, from a link.

In: a file for the tables, folders of games. Out: an application that a web server runs. Its rooms: `store` keeps what
was decided, `tables` are the games in memory, `pages` what stands on a page, `events` tells browsers of changes,
`security` keeps strangers out, `routes` answer requests. Needs the extra `web`.
"""

from mercatoria.web.app import application
from mercatoria.web.security import own_names
from mercatoria.web.serving import CAUTION, TableServer, address, is_loopback, listen, serve

__all__ = ["CAUTION", "TableServer", "address", "application", "is_loopback", "listen", "own_names", "serve"]
