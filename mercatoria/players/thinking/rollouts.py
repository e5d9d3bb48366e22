"""Playing on by chance, to see what comes of a position.

The native engine does it where it is installed, else the one in Python. Both draw the same from the same streams, so
who thinks does the same with either.
"""

from __future__ import annotations

from functools import partial
from threading import local

from interpreter.codegen import GeneratedEngine
from interpreter.native import Compiled, Machine, Stopped, is_installed, native_module
from interpreter.position import OPEN, PC, PlayFault, Row, Vector, filled_legally
from interpreter.table import CompiledGame
from mercatoria.players.thinking.luck import Luck

SHORTEST, LONGEST = 6, 24
"""Decisions that are played on: at least, unless the game ends before, and at most, if no round ends before."""

SAMPLES = 20
"""How often values are drawn for an open move until it is legal; the same as in native games."""


class Rollouts:
    """Plays on at one table: each seat takes any of its moves, up to the end of a round that is not too near or too
    far."""

    def __init__(self, table: CompiledGame) -> None:
        self._table = table
        runs = table.flow.layout.runs.items()
        self._round = next(run.base[0] for of, run in runs if of.name == "round_number" and of.builtin)
        self._machine = _machine(table)

    def play_on(self, v: Vector, luck: Luck) -> None:
        """Plays on. Raises `PlayFault` if a rule fails."""
        if self._table.engine.over(v):
            return
        if self._machine is None or not self._played_natively(self._machine, v, luck):
            self._play_on(v, luck)

    def _played_natively(self, machine: Machine, v: Vector, luck: Luck) -> bool:
        """Whether the module has played on; if not, nothing is changed."""
        machine.position = v
        machine.set_streams(luck.words)
        try:
            machine.call("play_some", machine.memory.slot(self._round), SHORTEST, LONGEST)
        except Stopped:
            return False
        v[:] = machine.position
        return True

    def _play_on(self, v: Vector, luck: Luck) -> None:
        engine, begun, decided = self._table.engine, 0, 0
        while not engine.over(v):
            seats = engine.deciders(v)
            if not seats:
                engine.resolve(v, luck.fallen(v))
                continue
            if decided == LONGEST or (decided > SHORTEST and v[self._round] != begun):
                return
            if decided <= SHORTEST:
                begun = v[self._round]
            engine.apply(v, seats[0], self.by_chance(v, seats[0], luck))
            decided += 1

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

    machine: Machine | None = None

    def __init__(self, compiled: Compiled) -> None:
        if not compiled.native.not_carried:
            self.machine = Machine(compiled)


def _machine(table: CompiledGame) -> Machine | None:
    """What plays on natively in this thread; None where it is not installed, or does not carry all of the rules."""
    if not is_installed() or not isinstance(table.engine, GeneratedEngine):
        return None
    if _Machines not in table.cache:
        module = native_module(table.flow, table.engine.program, tuple(table.start()))
        table.cache[_Machines] = _Machines(Compiled(module))
    machines: _Machines = table.cache[_Machines]
    return machines.machine
