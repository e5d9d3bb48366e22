"""Creates tables: with a new game, for a first game against bots, or as the continuation of another table."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from dataclasses import replace

from mercatoria import Game, State, TableError
from mercatoria.players import HUMAN, is_player
from mercatoria.web.security import hashed, new_key, seat_key
from mercatoria.web.store import Head, Origin, RuleFiles, Seat, Store
from mercatoria.web.tables.catalogue import Catalogue, Choice, Offer
from mercatoria.web.tables.forks import HouseRules, begun
from mercatoria.web.tables.game_session import GameSession
from mercatoria.web.tables.player_names import shown_name
from mercatoria.web.tables.table import Table

TABLE_BYTES = 9
"""Number of random bytes in a table's id. Anyone who knows the id can watch the game."""
EXAMPLE = 1
"""Seed of the position in the picture of a game on the start page."""


class NewTables:
    """Creates tables in one store. `clock` returns the time in seconds."""

    def __init__(self, store: Store, catalogue: Catalogue, clock: Callable[[], float]) -> None:
        self.catalogue = catalogue
        self._store, self._clock = store, clock
        self._tables: dict[str, Table] = {}

    def set_up(
        self, choice: Choice, kinds: Sequence[str], seed: int | None = None, owner: str = "",
        names: Sequence[str] = (), sits: int | None = None, side_tables: bool = False,
    ) -> tuple[Table, str]:  # fmt: skip
        """Create a table. Return the table and the host's key.

        Args:
            choice: The game, the number of players, the variants and the options.
            kinds: For each seat `human` or a kind of bot.
            seed: Seed of the game's chance; by default a random one.
            owner: The host's key; by default a new one.
            names: The players' names, by seat.
            sits: The seat that the host takes at once, or None.
            side_tables: True if players may play on with friends from a position while the game lasts.

        Raises:
            TableError: Raised if the choices conflict.
            RulebookError: Raised if the rulebook has errors.
            PlayFault: Raised if a rule fails during set-up.
            StoreUnavailable: Raised if the table or a copy of its rules cannot be written.
        """
        files = self.catalogue.current(choice.game)
        game = self.catalogue.game(choice, files)
        if len(kinds) != choice.players or not all(kind == HUMAN or is_player(kind) for kind in kinds):
            raise TableError("each seat must be given to a person or to a kind of bot")
        owner = owner or new_key()
        made = self._made(choice, game, files.mark, _started(game, choice, seed), kinds, owner)
        made.head = replace(made.head, side_tables=side_tables)
        for number, words in enumerate(names[: len(kinds)]):
            made.seats[number] = replace(made.seats[number], name=shown_name(words))
        if sits is not None:
            made.seats[sits] = replace(made.seats[sits], taken=True)
        return self._kept(made, files), owner

    def play_now(self, offer: Offer, owner: str = "", choice: Choice | None = None) -> tuple[Table, str, int]:
        """Create a table of one person against bots. Return the table, the host's key and the seat.

        The person sits where the first decision is due. Without a choice, it is that of a first game. Raises the same
        exceptions as `set_up`.
        """
        choice = choice or offer.first_choice
        files = self.catalogue.current(choice.game)
        game = self.catalogue.game(choice, files)
        state = _started(game, choice, None)
        sits = next(iter(state.deciders), 0)
        kinds = [HUMAN if seat == sits else offer.first.bots for seat in range(choice.players)]
        owner = owner or new_key()
        made = self._made(choice, game, files.mark, state, kinds, owner)
        made.seats[sits] = replace(made.seats[sits], taken=True)
        return self._kept(made, files), owner, sits

    def fork(
        self, table: Table, origin: Origin, against: str, owner: str, rules: HouseRules | None = None
    ) -> tuple[Table, int]:
        """Create a table under the rules of another one, which begins with the record of an origin. Return the table
        and the seat that the host takes at once: the same seat, or for a spectator the next seat that decides.

        Args:
            against: `human` or a kind of bot, for the other seats.
            owner: The host's key.
            rules: Other house rules under which the record was made, or None for those of the table.

        Raises the same exceptions as `set_up`, and `RecordError` if the record was made under other rules.
        """
        head, game = table.head, table.game if rules is None else self.game_under(table, rules)
        rules = rules or HouseRules(head.variants, head.options)
        state, choice = begun(game, head.players, head.seed, origin.record), _choice(head, rules)
        if state.is_over:
            raise TableError("the game is over there under these rules")
        sits = next(iter(state.deciders), 0) if origin.seat is None else origin.seat
        kinds = [HUMAN if seat == sits else against for seat in range(head.players)]
        made = self._made(choice, game, head.files, state, kinds, owner)
        made.head = replace(made.head, origin=origin)
        name = "" if origin.seat is None else table.seats[sits].name
        made.seats[sits] = replace(made.seats[sits], name=name, taken=True)
        return self._kept(made, None), sits

    def game_under(self, table: Table, rules: HouseRules) -> Game:
        """Return the game of a table under other house rules, but with the same files.

        Raises `TableError` or `RulebookError` if these house rules conflict.
        """
        return self.catalogue.game(_choice(table.head, rules), self._store.rule_files(table.head.files))

    def example(self, offer: Offer) -> Table:
        """Return a table at the start of a first game. The table is not saved, so no player can join it.

        Raises the same exceptions as `set_up`.
        """
        choice = offer.first_choice
        files = self.catalogue.current(choice.game)
        game = self.catalogue.game(choice, files)
        state = _started(game, choice, EXAMPLE)
        return self._made(choice, game, files.mark, state, [offer.first.bots] * choice.players, new_key())

    def _made(
        self, choice: Choice, game: Game, mark: str, state: State, kinds: Sequence[str], owner: str
    ) -> Table:  # fmt: skip
        """Return a table that is not in the store yet."""
        name = secrets.token_urlsafe(TABLE_BYTES)
        head = Head(name, choice.game, choice.variants, choice.options, choice.players, state.seed,
                    state.table.fingerprint, hashed(owner), mark, scenario=choice.scenario)  # fmt: skip
        seats = [Seat(kind, hashed(seat_key(owner, name, number))) for number, kind in enumerate(kinds)]
        return Table(head, seats, game, GameSession.begun(state), self._clock())

    def _kept(self, made: Table, files: RuleFiles | None) -> Table:
        """Save a new table, so that players can join it, with the files of its rules if these are new."""
        self._store.set_up(made.head, made.seats, files)
        self._tables[made.head.table] = made
        return made


def _choice(head: Head, rules: HouseRules) -> Choice:
    return replace(Choice.of_table(head), variants=rules.variants, options=rules.options)


def _started(game: Game, choice: Choice, seed: int | None) -> State:
    return game.start(choice.players, secrets.randbits(63) if seed is None else seed)
