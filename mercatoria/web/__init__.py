"""The web application: friends join a game by opening a link, and play in the browser.

The application stores its tables in a database file. Call `application` to create the application, and `serve` to run
it. The package `store` saves tables and decisions, and `tables` holds the current games in memory. `pages` renders
HTML, `events` notifies browsers of changes, `security` restricts access, and `routes` handles requests. The package
requires the optional extra `web`.
"""

from mercatoria.web.app import application
from mercatoria.web.at_scenario import table_at_scenario
from mercatoria.web.security import own_names
from mercatoria.web.serving import CAUTION, TableServer, address, is_loopback, listen, serve

__all__ = ["CAUTION", "TableServer", "address", "application", "is_loopback", "listen", "own_names", "serve",
           "table_at_scenario"]  # fmt: skip
