"""Makes the start of a table that plays on from an earlier position of another table.

The position is known as one seat knows it. A job behind all moves writes down the seat's transcript, and a process of
the bots deals everything else again, from this transcript alone. What comes back, and how long it takes, therefore
depends on nothing that the seat does not know.
"""

from __future__ import annotations

import asyncio
import secrets
from dataclasses import dataclass

from dsl.locale import ENGLISH
from mercatoria import State
from mercatoria.web.looking_back import LookingBack
from mercatoria.web.security import Rates, Refused
from mercatoria.web.store import Origin
from mercatoria.web.tables import Deal, Table, record_with_new_chance
from mercatoria.worlds import Transcript, transcript_of

FORKS = (0.05, 3)
"""Forked tables per second and maximum burst, for each client address."""
SEEDS = 2**63
"""Exclusive upper limit of the seed of a forked table."""


class NoFork(Exception):
    """Raised if no table can play on from a position. The message is the key of the text that says why."""


@dataclass(slots=True)
class Forking:
    """Makes the starts of forked tables. If `rates` is None, browsers may ask as often as they like."""

    past: LookingBack
    rates: Rates | None

    def count(self, address: str) -> None:
        """Count a request for a forked table. Raises `Refused` if the browser has asked too often."""
        if self.rates is not None and not self.rates.allows(address):
            raise Refused(429, "You have begun several tables. Wait a minute and try again.")

    async def origin(self, table: Table, seat: int | None, number: int, as_it_was: bool) -> Origin:
        """Return the start of a table that plays on from a position, as a seat or a spectator (None) knows it.

        Args:
            number: Number of the position. Amid a secret decision, the next position counts.
            as_it_was: True to keep the hidden things as they were, which is allowed only after the end of the game.

        Raises `NoFork`.
        """
        server, head = self.past.server, table.head
        if as_it_was and not table.course.state.is_over:
            raise NoFork("not_before_the_end")
        state = await server.behind_moves(self._position, table, seat, number)
        seed, number = secrets.randbelow(SEEDS), state.last.length if state.last is not None else 0
        if await server.behind_moves(lambda: state.is_over):
            raise NoFork("over_there")
        if as_it_was:
            record = await server.behind_moves(record_with_new_chance, state, seed)
        else:
            known: Transcript = await server.behind_moves(transcript_of, state, seat)
            folder = await server.behind_moves(server.hall.rules_folder, table)
            deal = Deal(head.table, head.game, folder, head.variants, head.options, head.players, known, number, seed)
            record = await asyncio.wrap_future(server.bots.ask_for_deal(deal))
        if not record:
            raise NoFork("no_deal")
        return Origin(record, head.table, seat, number, not as_it_was)

    def _position(self, table: Table, seat: int | None, number: int) -> State:
        """Return the state at a position, at the next one amid a secret decision, or at the newest one."""
        past = table.earlier
        past.follow(table.course.state.last)
        at = past.settled(min(number, past.newest))
        return self.past.moment(table, seat, at, ENGLISH).state
