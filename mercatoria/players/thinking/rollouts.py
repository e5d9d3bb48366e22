"""Playing on without thinking, to see what comes of a position.

Each seat takes what looks best right after it, as an eager player does, and now and then any move, so that not all goes
the same way. So one plays to the end, if that is not too far. In games where chance plays better than that, everybody
takes any move, up to the end of a round that is not too near or too far: what comes later is noise.

The native engine does it where it is installed, else the one in Python. Both draw the same from the same streams, so
who thinks does the same with either.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from threading import local

from interpreter.codegen import GeneratedEngine
from interpreter.native import TRIES, Compiled, Machine, Manner, SeatedGames, Stopped, is_installed, native_module
from interpreter.position import OPEN, PC, PlayFault, Row, Vector, filled_legally
from interpreter.table import CompiledGame
from mercatoria.players.eager import most_promising
from mercatoria.players.knowledge import knowledge_of
from mercatoria.players.position import FILLINGS
from mercatoria.players.supposed import supposition
from mercatoria.players.thinking.luck import Luck

SAMPLES = 20
"""How often values are drawn for an open move until it is legal; the same as in native games."""


MOST_LOOKED = 10_000
"""Moves that eager seats look at until one stops in any case: more than twice those of a long game."""
TO_END_OF_ROUND = Manner(6, 24, MOST_LOOKED, reach=0, astray=0)
TO_END = Manner(1000, 1000, MOST_LOOKED, reach=0, astray=10)

TRIALS, CLEAR = 24, 2
"""Games that are played at most to find out whether eager seats beat chance, and by how many wins that is clear."""


class Rollouts:
    """Plays on at one table."""

    def __init__(self, table: CompiledGame) -> None:
        self._table = table
        self._supposed = [supposition(table.flow, seat) for seat in range(table.flow.model.players)]
        runs = table.flow.layout.runs.items()
        self._round = next(run.base[0] for of, run in runs if of.name == "round_number" and of.builtin)
        self._games = _games(table)
        if Rollouts not in table.cache:
            table.cache[Rollouts] = self._eager_wins()
        self.eager: bool = table.cache[Rollouts]
        """Whether seats play on eagerly, and not by chance."""

    def play_on(self, v: Vector, luck: Luck) -> None:
        """Plays on. Raises `PlayFault` if a rule fails."""
        manner = TO_END if self.eager else TO_END_OF_ROUND
        self.play_some(v, luck, [self.eager] * self._table.flow.model.players, manner)

    def play_some(self, v: Vector, luck: Luck, eager: Sequence[bool], manner: Manner) -> None:
        """Plays on in a manner; `eager` says which seats play eagerly. Raises `PlayFault` if a rule fails."""
        if self._table.engine.over(v):
            return
        if self._games is None or not self._played_natively(self._games, v, luck, eager, manner):
            self._played_here(v, luck, eager, manner)

    def _played_natively(
        self, games: SeatedGames, v: Vector, luck: Luck, eager: Sequence[bool], manner: Manner
    ) -> bool:
        """Whether the module has played on; if not, nothing is changed."""
        machine = games.machine
        machine.position = v
        machine.set_streams(luck.words)
        try:
            games.play_some(eager, manner, machine.memory.slot(self._round))
        except Stopped:
            return False
        v[:] = machine.position
        return True

    def _played_here(self, v: Vector, luck: Luck, eager: Sequence[bool], manner: Manner) -> None:
        engine, begun, decided, looked = self._table.engine, 0, 0, 0
        while not engine.over(v):
            seats = engine.deciders(v)
            if not seats:
                engine.resolve(v, luck.fallen(v))
                continue
            if decided == manner.longest or looked >= manner.most_looked:
                return
            if decided > manner.shortest and v[self._round] != begun:
                return
            if decided <= manner.shortest:
                begun = v[self._round]
            seat, rows = seats[0], list[Row]()
            if eager[seat]:
                rows = self._looked_at(v, seat, luck, manner)
                looked += len(rows)
            engine.apply(v, seat, self._best(v, seat, rows, luck, manner) if rows else self.by_chance(v, seat, luck))
            decided += 1

    # ------------------------------------------------------------ which is better

    def _eager_wins(self) -> bool:
        """Whether eager seats beat those that play by chance in this game. It follows from the rules alone."""
        lead = 0.0
        for number in range(TRIALS):
            lead += self._lead(number)
            if abs(lead) >= CLEAR:
                break
        return lead > 0

    def _lead(self, number: int) -> float:
        """How much more than its share one eager seat wins in a game; alone, by how many points it beats chance. A game
        that does not end is lost."""
        players = self._table.flow.model.players
        if players == 1:
            points = [self._ended(number, [eager]) for eager in (True, False)]
            one, other = (self._table.engine.scores(v)[0] if v is not None else 0 for v in points)
            return one - other
        seat = number % players
        v = self._ended(number, [each == seat for each in range(players)])
        winners = self._table.engine.ranking(v)[0] if v is not None else ()
        return (1 / len(winners) if seat in winners else 0.0) - 1 / players

    def _ended(self, number: int, eager: Sequence[bool]) -> Vector | None:
        """The end of a game; None if it does not end, or a rule fails."""
        v = self._table.start()
        try:
            self.play_some(v, Luck(self._table, number), eager, TO_END)
        except PlayFault:
            return None
        return v if self._table.engine.over(v) else None

    # ------------------------------------------------------------ one decision

    def _best(self, v: Vector, seat: int, rows: list[Row], luck: Luck, manner: Manner) -> Row:
        """What looks best of some moves."""
        best = most_promising(self._table, seat, self._supposed[seat].of(v), rows, manner.reach)
        return rows[best[luck.drawn(seat, len(best))]]

    def _looked_at(self, v: Vector, seat: int, luck: Luck, manner: Manner) -> list[Row]:
        """The moves that an eager seat looks at; instead of one that leaves something open, a few ways to fill it in.
        None where there is no choice, or where it takes any move."""
        listed, draw = self._table.engine.moves(v, seat), partial(luck.drawn, seat)
        if (len(listed) == 1 and OPEN not in listed[0]) or (manner.astray and draw(100) < manner.astray):
            return []
        found: list[Row] = []
        for row in listed:
            for _ in range(TRIES if OPEN in row else 1):
                filled = filled_legally(self._table.engine, v, seat, row, draw, FILLINGS) if OPEN in row else row
                if filled is None:
                    break
                found.append(filled)
        return found

    def by_chance(self, v: Vector, seat: int, luck: Luck) -> Row:
        """Some legal move. Raises `PlayFault` where none is found, as a rule that leaves nothing would."""
        rows = list(self._table.engine.moves(v, seat))
        while rows:
            row = rows.pop(luck.drawn(seat, len(rows)))
            filled = self.filled(v, seat, row, luck) if OPEN in row else row
            if filled is not None:
                return filled
        node = self._table.flow.nodes[v[PC]]
        raise PlayFault("no legal way was found to fill in a move", node.span, node.phase)

    def filled(self, v: Vector, seat: int, row: Row, luck: Luck) -> Row | None:
        """A move with what it leaves open drawn; None if it was legal in no way that was tried."""
        return filled_legally(self._table.engine, v, seat, row, partial(luck.drawn, seat), SAMPLES)


class _Machines(local):
    """The machines of one table: one for each thread, all with the same module."""

    games: SeatedGames | None = None

    def __init__(self, compiled: Compiled) -> None:
        if not compiled.native.not_carried:
            self.games = SeatedGames(Machine(compiled))


def _games(table: CompiledGame) -> SeatedGames | None:
    """What plays on natively in this thread; None where it is not installed, or does not carry all of the rules."""
    if not is_installed() or not isinstance(table.engine, GeneratedEngine):
        return None
    if _Machines not in table.cache:
        module = native_module(table.flow, table.engine.program, tuple(table.start()), knowledge=knowledge_of(table))
        table.cache[_Machines] = _Machines(Compiled(module))
    machines: _Machines = table.cache[_Machines]
    return machines.games
