"""Browser table: friends join a game by a link and play.

In: a file for the tables, folders of games. Out: an application that a web server runs. `store` keeps the decisions,
`tables` holds the games in memory, `pages` renders HTML, `events` notifies browsers of changes, `security` keeps
strangers out, `routes` answers requests. Needs the extra `web`.
"""

from mercatoria.web.app import application
from mercatoria.web.security import own_names
from mercatoria.web.serving import CAUTION, TableServer, address, is_loopback, listen, serve

__all__ = ["CAUTION", "TableServer", "address", "application", "is_loopback", "listen", "own_names", "serve"]
