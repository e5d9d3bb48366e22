"""The native engine, which runs a module in wasmtime.

For each engine call, the native engine writes the vector into the module's memory and reads it back afterwards.
Individual engine calls are meant for tests and isolated positions; `play_many` plays whole games inside the module.

If a call ends in an error, a second engine repeats the step from the previous position and reports the error in terms
of the rulebook.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.limits import MOST_MOVES
from interpreter.flow import Flow
from interpreter.native.emit.memory import WORD
from interpreter.native.machines.games import Games, Played
from interpreter.native.machines.machine import Compiled, Machine, Stopped
from interpreter.native.module import NativeModule, native_module
from interpreter.optimizer import Program
from interpreter.optimizer import planned_nodes as p
from interpreter.position import OVER, PC, Engine, Opposed, Row, Size, Vector, seats_by_place


class NativeEngine:
    """An engine that runs native code for one flowchart, and hands over to another engine after an error."""

    def __init__(self, flow: Flow, program: Program, other: Engine, compiled: Compiled | None = None) -> None:
        """Create the engine, and compile the module unless `compiled` is given.

        Raises:
            ImportError: if the package wasmtime is not installed.
        """
        self.flow = flow
        self.other = other
        self.compiled = compiled or Compiled(native_module(flow, program, tuple(other.start())))
        self.native: NativeModule = self.compiled.native
        self._program = program
        self.machine = Machine(self.compiled)
        self.games = Games(self.machine)

    def _changed(self, v: Vector, name: str, *args: int) -> bool:
        """Call a module function that changes the vector, and return True on success.

        If the call fails, the vector stays unchanged.
        """
        try:
            self.machine.position = v
            self.machine.call(name, *args)
        except Stopped:
            return False
        v[:] = self.machine.position
        return True

    # ------------------------------------------------------------ the engine

    def start(self) -> Vector:
        return self.other.start()

    def advance(self, v: Vector) -> None:
        at_chance = isinstance(self._program.nodes[v[PC]], p.Chance)
        waits = v[PC] < self._program.stops and not at_chance
        if not waits and not self._changed(v, "advance" if at_chance else "pass_on"):
            self.other.advance(v)

    def deciders(self, v: Vector) -> tuple[int, ...]:
        node = self._program.nodes[v[PC]]
        if not isinstance(node, p.Decision):
            return self.other.deciders(v)
        try:
            self.machine.position = v
            return (self.machine.call("who"),)
        except Stopped:
            return self.other.deciders(v)

    def moves(self, v: Vector, seat: int) -> list[Row]:
        if not isinstance(self._program.nodes[v[PC]], (p.Decision, p.SimultaneousDecision)):
            return []
        try:
            self.machine.position = v
            end = self.machine.call("rows", seat)
        except Stopped:
            return self.other.moves(v, seat)
        if end == 0:
            return []
        memory = self.native.memory
        rows = [self.machine.row(at) for at in range(memory.rows(), end, memory.stride)]
        return rows if rows and len(rows) <= MOST_MOVES else self.other.moves(v, seat)

    def ranges(self, v: Vector, seat: int, row: Row) -> tuple[range, ...]:
        return self.other.ranges(v, seat, row)

    def sizes(self, v: Vector, seat: int, row: Row) -> tuple[Size, ...]:
        return self.other.sizes(v, seat, row)

    def opposed(self, row: Row) -> tuple[Opposed, ...]:
        return self.other.opposed(row)

    def is_legal(self, v: Vector, seat: int, row: Row) -> bool:
        return self.other.is_legal(v, seat, row)

    def apply(self, v: Vector, seat: int, row: Row) -> None:
        at = self.native.memory.given_row
        self.machine.words[at // WORD : at // WORD + len(row)] = row
        if not self._changed(v, "play", seat, at):
            self.other.apply(v, seat, row)

    def chance(self, v: Vector) -> list[tuple[int, int]]:
        if not isinstance(self._program.nodes[v[PC]], p.Chance):
            return []
        try:
            self.machine.position = v
            count = self.machine.call("outcomes")
        except Stopped:
            return self.other.chance(v)
        at = self.native.memory.outcomes // WORD
        words = self.machine.words[at : at + 2 * count]
        return list(zip(words[::2], words[1::2], strict=True)) or self.other.chance(v)

    def resolve(self, v: Vector, outcome: int) -> None:
        if not self._changed(v, "settle", outcome):
            self.other.resolve(v, outcome)

    def over(self, v: Vector) -> int:
        return v[OVER]

    def due(self, v: Vector) -> bool:
        try:
            self.machine.position = v
            return bool(self.machine.call("due"))
        except Stopped:
            return self.other.due(v)

    def scores(self, v: Vector) -> tuple[int, ...]:
        try:
            self.machine.position = v
            return tuple(self.machine.call("score", seat) for seat in range(self._program.seats))
        except Stopped:
            return self.other.scores(v)

    def standings(self, v: Vector) -> list[tuple[int, ...]]:
        self.machine.position = v
        keys = range(len(self._program.standing.keys))
        try:
            return [tuple(self.machine.call(f"key{n}", seat) for n in keys) for seat in range(self._program.seats)]
        except Stopped:
            return self.other.standings(v)

    def ranking(self, v: Vector) -> list[list[int]]:
        return seats_by_place(self.standings(v))

    # ------------------------------------------------------------ whole games

    def play_many(self, seed: int, first: int, number: int) -> Iterator[Played | None]:
        """Return an iterator over the results of random games; see `Games.play_many`."""
        return self.games.play_many(seed, first, number)

    @property
    def fault(self) -> int:
        """Error number of the last call, or 0 if the call succeeded."""
        return self.machine.fault
