"""The browser table: friends join a game by opening a link, and play in the browser.

The input is a database file for the tables, and folders of games. The output is an application for a web server. The
package `store` keeps the decisions, `tables` holds the games in memory, `pages` renders HTML, `events` notifies
browsers of changes, `security` keeps strangers out, and `routes` answers requests. The whole package needs the extra
`web`.
"""

from mercatoria.web.app import application
from mercatoria.web.security import own_names
from mercatoria.web.serving import CAUTION, TableServer, address, is_loopback, listen, serve

__all__ = ["CAUTION", "TableServer", "address", "application", "is_loopback", "listen", "own_names", "serve"]
