"""Looks for saved files of games at short intervals, and lets open tables follow them."""

from __future__ import annotations

import logging
from dataclasses import dataclass, field

from mercatoria.web.looking_back import LookingBack
from mercatoria.web.server import Server
from mercatoria.web.store import NotRead
from mercatoria.web.tables import SavedTexts, Table

LOG = logging.getLogger("mercatoria.web")
PAUSE = 0.5
"""Seconds between two looks at the files."""


@dataclass(slots=True)
class Watching:
    """Lets the open tables of a server follow the files of their games."""

    server: Server
    looking_back: LookingBack
    saved: SavedTexts = field(init=False)

    def __post_init__(self) -> None:
        self.saved = SavedTexts(self.server.hall)

    async def watch(self) -> None:
        """Look at the files again and again."""
        while True:
            await self.server.sleep(PAUSE)
            await self.look()

    async def look(self) -> None:
        """Look at the files once, and announce what they mean to the browsers of each table."""
        for table in await self.server.behind_moves(self.saved.due):
            try:
                await self.server.decide(table, self._followed, table)
            except NotRead as fault:
                LOG.error("table %s cannot follow the saved rules: %s", table.head.table, fault)

    def _followed(self, table: Table) -> None:
        if self.saved.follow(table):
            self.looking_back.forget(table)
