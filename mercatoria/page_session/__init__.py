"""The Python half of a page without a server, which runs in a worker of the browser.

The input is the requests of the page as JSON, the output its answers as JSON. The stage imports what only play needs
with the first request that needs it, so that the first check of a text comes soon.
"""

from mercatoria.page_session.session import Session

__all__ = ["Session"]
