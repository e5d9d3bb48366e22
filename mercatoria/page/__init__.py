"""A page without a server: people play games in it, change their rules and see the faults while they type.

The input is games, and the folder that the npm script has built. The output is static files. The module of a game lets
readers play at once. Behind it, a worker of the browser starts Python with our packages, in which
`mercatoria.page_session` answers the requests of the page. The page uses no network after it has loaded.
"""

from mercatoria.page.build import NotBuilt, PageGame, Written, write_page

__all__ = ["NotBuilt", "PageGame", "Written", "write_page"]
