"""Single steps of a game on positions that are numpy arrays.

A thread's native machine makes the steps if there is one, and the Python engine otherwise, or if the module stops. Both
give the same positions. All positions are arrays of 64-bit numbers, one per slot, and are never modified.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from interpreter.flow import ChanceNode, Decision, Node, SimultaneousDecision
from interpreter.native import Machine, Stopped
from interpreter.position import OVER, PC, Row, Vector
from interpreter.table import CompiledGame
from mercatoria.players.native_games import native_games

Numbers = np.ndarray
"""An array of numbers: a position, several positions, or what is computed from them."""

WORD, LOW = 4, 0xFFFFFFFF
"""Bytes per word of a machine's memory, and the lower half of a 64-bit number."""


class ArraySteps:
    """Steps of one game and player count, for use by one thread.

    The methods may raise one of `FAULTS` in a position that real play cannot reach.
    """

    def __init__(self, table: CompiledGame) -> None:
        self.table = table
        self.players = table.flow.model.players
        nodes = self._nodes = table.flow.nodes
        self._chance = [isinstance(node, ChanceNode) for node in nodes]
        self._secret = [isinstance(node, SimultaneousDecision) for node in nodes]
        self._may_pass = [isinstance(node, Decision) and not node.must for node in nodes]
        games = native_games(table)
        self._native = _NativeSteps(games.machine) if games is not None else None

    # ------------------------------------------------------------ the kind of a position

    def start(self) -> Numbers:
        return array_of(self.table.start())

    def node(self, v: Numbers) -> Node:
        """Return the node of the flowchart at which a position waits."""
        return self._nodes[int(v[PC])]

    def is_over(self, v: Numbers) -> bool:
        return bool(v[OVER])

    def is_chance(self, v: Numbers) -> bool:
        return self._chance[int(v[PC])]

    def is_secret(self, v: Numbers) -> bool:
        """Return True if several seats choose at the same time."""
        return self._secret[int(v[PC])]

    def may_pass(self, v: Numbers) -> bool:
        """Return True if the deciding seat may pass, although other moves may be possible."""
        return self._may_pass[int(v[PC])]

    def is_free(self, v: Numbers) -> bool:
        """Return True if a single seat decides and may pass."""
        return not self.is_over(v) and self.may_pass(v)

    def decides_alone(self, v: Numbers, seat: int) -> bool:
        """Return True if this seat, and no other, decides next."""
        return not (self.is_over(v) or self.is_chance(v) or self.is_secret(v)) and self.decider(v) == seat

    # ------------------------------------------------------------ steps

    def decider(self, v: Numbers) -> int:
        """Return the seat that decides, or the first of those that choose in secret."""
        if self._native is not None and not self.is_secret(v):
            try:
                return self._native.asked(v, "who")
            except Stopped:
                pass
        return self.table.engine.deciders(v.tolist())[0]

    def rows(self, v: Numbers, seat: int) -> list[Row]:
        """Return the legal moves of a seat that decides. Numbers that a player may choose are left open."""
        if self._native is not None:
            try:
                return self._native.rows(v, seat)
            except Stopped:
                pass
        here = v.tolist()
        self.table.engine.advance(here)  # this leaves the position unchanged but restarts the engine's step counter
        return self.table.engine.moves(here, seat)

    def played(self, v: Numbers, seat: int, row: Row) -> Numbers:
        """Return the position after a move."""
        if self._native is not None:
            try:
                return self._native.played(v, seat, row)
            except Stopped:
                pass
        return self._changed(v, lambda here: self.table.engine.apply(here, seat, row))

    def outcomes(self, v: Numbers) -> list[tuple[int, int]]:
        """Return the outcomes of a chance event, each with its weight."""
        if self._native is not None:
            try:
                if found := self._native.outcomes(v):
                    return found
            except Stopped:
                pass
        return self.table.engine.chance(v.tolist())

    def settled(self, v: Numbers, outcome: int) -> Numbers:
        """Return the position after an outcome of a chance event."""
        if self._native is not None:
            try:
                return self._native.settled(v, outcome)
            except Stopped:
                pass
        return self._changed(v, lambda here: self.table.engine.resolve(here, outcome))

    def standings(self, v: Numbers) -> list[list[int]]:
        """Return the ranking keys of each seat, oriented so that a larger key is better."""
        keys = max(1, len(self.table.flow.model.ranking))
        if self._native is not None:
            try:
                return self._native.standings(v, self.players, keys)
            except Stopped:
                pass
        return [[-key for key in of_seat] for of_seat in self.table.engine.standings(v.tolist())]

    def _changed(self, v: Numbers, change: Callable[[Vector], None]) -> Numbers:
        here = v.tolist()
        change(here)
        return array_of(here)


class _NativeSteps:
    """A machine whose memory is read and written as arrays. Each call may raise `Stopped`."""

    def __init__(self, machine: Machine) -> None:
        self._machine, memory = machine, machine.memory
        self._words: Numbers = np.frombuffer(machine.bytes, np.int32)
        low, high, kept, end = (
            at // WORD for at in (memory.slot(0), memory.slot(memory.slots), memory.kept_at, memory.slot(memory.size))
        )
        self._low, self._high, self._kept = self._words[low:high], self._words[high:kept], self._words[kept:end]
        self._wide = list(memory.wide)
        self._stride = memory.stride // WORD
        self._lengths = machine.native.lengths

    def _enter(self, v: Numbers) -> None:
        """Write a position, without valid kept sets."""
        self._low[:] = v
        self._kept[:] = 0
        if self._wide:
            self._high[:] = v[self._wide] >> 32

    def _position(self) -> Numbers:
        v: Numbers = self._low.astype(np.int64)
        if self._wide:
            v[self._wide] = (self._high.astype(np.int64) << 32) | (v[self._wide] & LOW)
        return v

    def asked(self, v: Numbers, name: str, *args: int) -> int:
        self._enter(v)
        return int(self._machine.call(name, *args))

    def rows(self, v: Numbers, seat: int) -> list[Row]:
        end, begin = self.asked(v, "rows", seat), self._machine.memory.rows()
        if end <= begin:
            return []
        found = self._words[begin // WORD : end // WORD].reshape(-1, self._stride).tolist()
        return [tuple(row[: self._lengths[row[0]]]) for row in found]

    def played(self, v: Numbers, seat: int, row: Row) -> Numbers:
        self._enter(v)
        at = self._machine.memory.given_row
        self._words[at // WORD : at // WORD + len(row)] = row
        self._machine.call("play", seat, at)
        return self._position()

    def outcomes(self, v: Numbers) -> list[tuple[int, int]]:
        number, at = self.asked(v, "outcomes"), self._machine.memory.outcomes // WORD
        found = self._words[at : at + 2 * number].tolist()
        return list(zip(found[::2], found[1::2], strict=True))

    def settled(self, v: Numbers, outcome: int) -> Numbers:
        self._enter(v)
        self._machine.call("settle", outcome)
        return self._position()

    def standings(self, v: Numbers, players: int, keys: int) -> list[list[int]]:
        self._enter(v)
        call = self._machine.call
        return [[-call(f"key{key}", seat) for key in range(keys)] for seat in range(players)]


def array_of(v: Sequence[int]) -> Numbers:
    """Return a position as an array."""
    return np.array(v, np.int64)
