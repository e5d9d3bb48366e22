"""Makes the start of a table that plays on from an earlier position of another table.

The position is known as one seat knows it. A job behind all moves writes down the seat's transcript, and a process of
the bots deals everything else again, from this transcript alone. What comes back, and how long it takes, therefore
depends on nothing that the seat does not know.
"""

from __future__ import annotations

import asyncio
import secrets
from dataclasses import dataclass

from dsl.locale import ENGLISH, locale_of
from mercatoria import State
from mercatoria.web.looking_back import LookingBack
from mercatoria.web.security import Rates, Refused
from mercatoria.web.store import Origin
from mercatoria.web.tables import Deal, Dealt, HouseRules, Table, break_in_words, carried, record_with_new_chance
from mercatoria.worlds import NotPlayedTo, Transcript, transcript_of

FORKS = (0.05, 3)
"""Forked tables per second and maximum burst, for each client address."""
SEEDS = 2**63
"""Exclusive upper limit of the seed of a forked table."""


class NoFork(Exception):
    """Raised if no table can play on from a position, with the key and the words of the text that says why."""

    def __init__(self, key: str, **words: str) -> None:
        super().__init__(key)
        self.key, self.words = key, words


@dataclass(slots=True)
class Forking:
    """Makes the starts of forked tables. If `rates` is None, browsers may ask as often as they like."""

    past: LookingBack
    rates: Rates | None

    def count(self, address: str) -> None:
        """Count a request for a forked table. Raises `Refused` if the browser has asked too often."""
        if self.rates is not None and not self.rates.allows(address):
            raise Refused(429, "You have begun several tables. Wait a minute and try again.")

    async def origin(
        self, table: Table, seat: int | None, number: int, as_it_was: bool, rules: HouseRules | None = None,
        language: str = ENGLISH,
    ) -> Origin:  # fmt: skip
        """Return the start of a table that plays on from a position, as a seat or a spectator (None) knows it.

        Args:
            number: Number of the position. Amid a secret decision, the next position counts.
            as_it_was: True to keep the hidden things as they were, which is allowed only after the end of the game.
            rules: Other house rules of the new table, or None for those of the table.
            language: Language of a refusal.

        Raises `NoFork`, and `TableError` or `RulebookError` if the house rules conflict.
        """
        server, head = self.past.server, table.head
        if as_it_was and not table.course.state.is_over:
            raise NoFork("not_before_the_end")
        state = await server.behind_moves(self._position, table, seat, number)
        seed, number = secrets.randbelow(SEEDS), state.last.length if state.last is not None else 0
        if await server.behind_moves(lambda: state.is_over):
            raise NoFork("over_there")
        if as_it_was:
            made = await server.behind_moves(self._kept, table, seat, state, seed, rules, language)
        else:
            if rules is not None:
                await server.behind_moves(server.hall.game_under, table, rules)
            try:
                known: Transcript = await server.behind_moves(transcript_of, state, seat)
            except NotPlayedTo:
                raise NoFork("scenario_was_not_dealt") from None
            folder = await server.behind_moves(server.hall.rules_folder, table)
            deal = Deal(head.table, head.game, folder, head.variants, head.options, head.players, known, number, seed,
                        rules, language, head.scenario)  # fmt: skip
            made = await asyncio.wrap_future(server.bots.ask_for_deal(deal))
        if not made.record:
            raise NoFork("rules_break", reason=made.refusal) if made.refusal else NoFork("no_deal")
        return Origin(made.record, head.table, seat, number, not as_it_was)

    def _kept(
        self, table: Table, seat: int | None, state: State, seed: int, rules: HouseRules | None, language: str
    ) -> Dealt:  # fmt: skip
        """Return the record of a game that is over, up to a position, with its hidden things as they were."""
        if rules is None:
            return Dealt(record_with_new_chance(state, seed))
        found = carried(state, self.past.server.hall.game_under(table, rules), seat)
        if isinstance(found, State):
            return Dealt(record_with_new_chance(found, seed))
        return Dealt("", break_in_words(state, found, seat, locale_of(language)))

    def _position(self, table: Table, seat: int | None, number: int) -> State:
        """Return the state at a position, at the next one amid a secret decision, or at the newest one."""
        past = table.earlier
        past.follow(table.course.state.last)
        at = past.settled(min(number, past.newest))
        return self.past.moment(table, seat, at, ENGLISH).state
