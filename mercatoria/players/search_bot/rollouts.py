"""Playing on without thinking, to see what comes of a position.

Each seat takes what looks best right after it, as an eager player does, and now and then any move, so that not all goes
the same way. So one plays to the end, if that is not too far. In games where chance plays better than that, everybody
takes any move, up to the end of a round that is not too near or too far: what comes later is noise. In between are
games in which seats play better than chance if they offer nothing: they play on so for some rounds.

The native engine does it where it is installed, else the one in Python. Both draw the same from the same streams, so
who thinks does the same with either.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from threading import local
from typing import cast

from interpreter.codegen import GeneratedEngine
from interpreter.native import (
    TRIES,
    Compiled,
    Machine,
    PlayoutLimits,
    Policy,
    SeatedGames,
    Stopped,
    compiled_module,
    is_installed,
)
from interpreter.position import OPEN, PC, SAMPLES, PlayFault, Row, Vector, drawn_move, filled_legally
from interpreter.table import CompiledGame
from mercatoria.players.determinization import suppositions
from mercatoria.players.eager import MoveValues
from mercatoria.players.knowledge import knowledge_of
from mercatoria.players.position import FILLINGS
from mercatoria.players.search_bot.base_policy import (
    MOST_LOOKED,
    TO_END,
    BasePolicy,
    CalibrationGame,
    base_policy,
)
from mercatoria.players.search_bot.chance_sampler import ChanceSampler
from mercatoria.players.values import round_slot

TO_NEXT_ROUND = PlayoutLimits(0, 24, MOST_LOOKED)
"""How all play on by chance where values were fitted to the game: these know more than what comes of playing badly."""
TO_END_OF_ROUND = PlayoutLimits(6, 24, MOST_LOOKED)


class Rollouts:
    """Plays on at one table."""

    def __init__(self, table: CompiledGame) -> None:
        self._table = table
        self._supposed = suppositions(table)
        self._round = round_slot(table)
        self._games = _games(table)
        if Rollouts not in table.cache:
            table.cache[Rollouts] = base_policy(table, self._begun)
        self.base = cast(BasePolicy, table.cache[Rollouts])

    def play_on(self, v: Vector, luck: ChanceSampler, thinker: int, fitted: bool = False) -> None:
        """Plays on in the thoughts of one seat; `fitted`: to where fitted values tell who will win, if one plays by
        chance. Raises `PlayFault` if a rule fails."""
        by_chance = TO_NEXT_ROUND if fitted else TO_END_OF_ROUND
        stretch = TO_END if self.base.plays_to_end else self.base.stretch if self.base.policy.ahead else by_chance
        seats = [self.base.policy] * self._table.flow.model.players
        seats[thinker] = self.base.of_thinker
        self.play_some(v, luck, seats, stretch)

    def finish(self, v: Vector, luck: ChanceSampler) -> None:
        """Plays on to the end, or until it takes too long. Raises `PlayFault` if a rule fails."""
        self.play_some(v, luck, [self.base.policy] * self._table.flow.model.players, TO_END)

    def play_some(self, v: Vector, luck: ChanceSampler, seats: Sequence[Policy], stretch: PlayoutLimits) -> int:
        """Plays on so far; `seats`: how each of them plays. Says what it cost: decisions, and moves that were looked
        at. Raises `PlayFault` if a rule fails."""
        if self._table.engine.over(v):
            return 0
        done = self._played_natively(self._games, v, luck, seats, stretch) if self._games is not None else None
        return done if done is not None else self._played_here(v, luck, seats, stretch)

    def _begun(self, number: int, seats: Sequence[Policy], stretch: PlayoutLimits) -> CalibrationGame:
        """A game from the beginning."""
        v, cost = self._table.start(), 0
        with suppress(PlayFault):
            cost = self.play_some(v, ChanceSampler(self._table, number), seats, stretch)
        return CalibrationGame(v, bool(self._table.engine.over(v)), cost)

    def _played_natively(
        self, games: SeatedGames, v: Vector, luck: ChanceSampler, seats: Sequence[Policy], stretch: PlayoutLimits
    ) -> int | None:
        """What it cost; None if the module does not play on, and nothing is changed."""
        machine = games.machine
        machine.position = v
        machine.set_streams(luck.words)
        try:
            cost = games.play_some(seats, stretch, machine.memory.slot(self._round))
        except Stopped:
            return None
        v[:] = machine.position
        return cost

    def _played_here(self, v: Vector, luck: ChanceSampler, seats: Sequence[Policy], stretch: PlayoutLimits) -> int:
        engine, begun, decided, looked = self._table.engine, 0, 0, 0
        while not engine.over(v):
            deciders = engine.deciders(v)
            if not deciders:
                engine.resolve(v, luck.fallen(v))
                continue
            if decided == stretch.longest or looked >= stretch.most_looked:
                break
            if decided > stretch.shortest and v[self._round] != begun:
                break
            if decided <= stretch.shortest:
                begun = v[self._round]
            row, cost = self._chosen(v, deciders[0], luck, seats[deciders[0]])
            engine.apply(v, deciders[0], row)
            decided, looked = decided + 1, looked + cost
        return looked + decided

    # ------------------------------------------------------------ one decision

    def _chosen(self, v: Vector, seat: int, luck: ChanceSampler, policy: Policy) -> tuple[Row, int]:
        """What a seat does, and at how many moves it looked for that."""
        rows = self._weighed(v, seat, luck, policy) if policy.ahead else []
        if not rows:
            return self.by_chance(v, seat, luck), 0
        promises = MoveValues(self._table, seat, self._supposed[seat].of(v), policy.ahead)
        best = promises.best(rows)
        return rows[best[luck.drawn(seat, len(best))]], promises.looked

    def _weighed(self, v: Vector, seat: int, luck: ChanceSampler, policy: Policy) -> list[Row]:
        """The moves that an eager seat looks at; instead of one that leaves something open, a few ways to fill it in.
        None where there is no choice, or where it takes any move."""
        listed, draw = self._table.engine.moves(v, seat), partial(luck.drawn, seat)
        if (len(listed) == 1 and OPEN not in listed[0]) or (policy.astray and draw(100) < policy.astray):
            return []
        bare = [] if policy.offers else [row for row in listed if OPEN not in row]
        found: list[Row] = []
        for row in bare or listed:
            for _ in range(TRIES if OPEN in row else 1):
                filled = filled_legally(self._table.engine, v, seat, row, draw, FILLINGS) if OPEN in row else row
                if filled is None:
                    break
                found.append(filled)
        return found

    def by_chance(self, v: Vector, seat: int, luck: ChanceSampler) -> Row:
        """Some legal move. Raises `PlayFault` where none is found, as a rule that leaves nothing would."""
        engine = self._table.engine
        row = drawn_move(engine, v, seat, engine.moves(v, seat), partial(luck.drawn, seat), SAMPLES)
        if row is not None:
            return row
        node = self._table.flow.nodes[v[PC]]
        raise PlayFault("no legal way was found to fill in a move", node.span, node.phase)

    def filled(self, v: Vector, seat: int, row: Row, luck: ChanceSampler) -> Row | None:
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
        known, begun = knowledge_of(table), tuple(table.start())
        compiled = compiled_module(table.flow, table.engine.program, begun, knowledge=known)
        table.cache[_Machines] = compiled and _Machines(compiled)
    machines: _Machines | None = table.cache[_Machines]
    return machines.games if machines is not None else None
