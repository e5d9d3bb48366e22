"""Plays the planned moves that players want to have played at once, and tells browsers of changed plans.

A planned move is played like a move by hand, with the same checks and one log entry, some seconds after it has become
the seat's turn. Other players see only the move. The plan is checked in a separate job, after all moves and pages.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field

from mercatoria import IllegalMove, PlayFault, TableError
from mercatoria.web.bot_delay import planned_delay
from mercatoria.web.events import Key
from mercatoria.web.pages import plan_data
from mercatoria.web.security import in_log
from mercatoria.web.server import Server
from mercatoria.web.store import NotRead, StoreUnavailable
from mercatoria.web.tables import NoTable, Stale, Table, due_move, may_be_due

LOG = logging.getLogger("mercatoria.web")


@dataclass(slots=True)
class PlannedMoves:
    """Plays planned moves at once at the tables of a server."""

    server: Server
    _due: set[Key] = field(default_factory=set)
    """Seats whose plan must be looked at."""
    _playing: dict[Key, asyncio.Task[None]] = field(default_factory=dict)

    def moved(self, table: Table, seats: Iterable[int]) -> None:
        """Play the next planned move of each of these seats that has asked for it, if it must decide now."""
        for seat in seats:
            key = table.head.table, seat
            if may_be_due(table, seat):
                self._due.add(key)
                if key not in self._playing:
                    self._playing[key] = asyncio.get_running_loop().create_task(self._play(*key))

    async def _play(self, name: str, seat: int) -> None:
        try:
            while (name, seat) in self._due:
                self._due.discard((name, seat))
                await self.server.sleep(planned_delay(self.server.pause))
                table = await self.server.table(name)
                found = await self.server.behind_moves(due_move, table, seat)
                if found is not None:
                    await self.server.decide(table, self.server.hall.play, table, *found)
        except (Stale, IllegalMove):
            pass  # the player has just made another decision
        except (PlayFault, TableError, NoTable, StoreUnavailable, NotRead) as fault:
            LOG.warning("a planned move at table %s was not played: %s", name, in_log(str(fault)))
        finally:
            self._due.discard((name, seat))
            del self._playing[name, seat]

    def news(
        self, table: Callable[[], Awaitable[Table]], seat: int, language: str
    ) -> Callable[[], Awaitable[str]]:  # fmt: skip
        """Return a function whose calls return a seat's checked plan as JSON, or an empty string if it has not changed
        since the last call. An empty plan at first has not changed.

        Args:
            table: Function that returns the table, which may have been unloaded since the last call.
        """
        told = "[]"

        async def changed() -> str:
            nonlocal told
            try:
                now = await self._checked(await table(), seat, language)
            except (NoTable, NotRead, StoreUnavailable):  # the next request for a page says why
                return ""
            before, told = told, now
            return now if now != before else ""

        return changed

    async def _checked(self, table: Table, seat: int, language: str) -> str:
        if not table.plans.get(seat):
            return "[]"

        def checked() -> str:
            self.server.hall.follow_plan(table, seat)
            return json.dumps(plan_data(table.read_in(language), seat), ensure_ascii=False)

        return await self.server.behind_moves(checked)

    def close(self) -> None:
        """Play no more moves."""
        for task in self._playing.values():
            task.cancel()
