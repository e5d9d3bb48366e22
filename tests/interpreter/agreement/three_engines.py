"""Runs the reference engine, the Python engine and the native engine in lock step. All three must give the same
answers.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import mercatoria
from interpreter.codegen import GeneratedEngine
from interpreter.native import NativeEngine
from interpreter.position import OPEN, Engine, PlayFault, Row, Vector, filled_in
from interpreter.reference import Walker
from interpreter.table import CompiledGame

RULEBOOKS = Path(__file__).parent / "rulebooks"
TRIES = 60
"""Maximum number of attempts to fill in an open move."""


def table_of(name: str, players: int = 2) -> CompiledGame:
    return mercatoria.load(str(RULEBOOKS / f"{name}.rules")).table(players)


class InAgreement:
    """Three engines for one table. If their answers differ, the test fails and shows the previous steps."""

    def __init__(self, table: CompiledGame) -> None:
        assert isinstance(table.engine, GeneratedEngine)
        self.table = table
        self.native: Any = NativeEngine(table.flow, table.engine.program, table.engine)
        self.engines: dict[str, Engine] = {
            "reference": Walker(table.flow), "Python": table.engine, "native": self.native,
        }  # fmt: skip
        self.left = 0
        """Number of steps that the module left to the Python engine."""
        self._record: list[str] = []

    def play(self, games: int, steps: int = 100) -> int:
        """Play random games with the seeds 0, 1 and so on, up to `steps` steps each. Return the total
        number of steps.
        """
        return sum(self._game(random.Random(seed), steps) for seed in range(games))

    def faults_of_first_moves(self) -> int:
        """Try each move of the first decision, and return the number of moves that raise an error."""
        v = self._same("start")
        (seat,) = self._same("deciders", v)
        return sum(not self._change("apply", list(v), seat, row) for row in self._same("moves", v, seat))

    def _game(self, draw: random.Random, steps: int) -> int:
        self._record = []
        v = self._same("start")
        for step in range(steps):
            if not isinstance(v, list) or self._same("over", v) or not self._step(v, draw):
                self._finish(v)
                return step
        return steps

    def _finish(self, v: object) -> None:
        for what in ("over", "scores", "standings", "ranking") if isinstance(v, list) else ():
            self._same(what, v)

    def _step(self, v: Vector, draw: random.Random) -> bool:
        """Play one step. Return False if the game is over or a rule failed."""
        self._same("scores", v)
        self._same("due", v)
        outcomes = self._same("chance", v)
        if isinstance(outcomes, str):  # a rule failed
            return False
        if outcomes:
            return self._change("resolve", v, draw.choice(outcomes)[0])
        deciders = self._same("deciders", v)
        for seat in range(self.table.flow.model.players):
            self._same("moves", v, seat)
            self._same("is_legal", v, seat, (1,))
        if isinstance(deciders, str):
            return False
        seat = draw.choice(deciders)
        rows = self._same("moves", v, seat)
        row = self._closed(v, seat, draw.choice(rows), draw) if isinstance(rows, list) else None
        return row is not None and self._change("apply", v, seat, row)

    def _closed(self, v: Vector, seat: int, row: Row, draw: random.Random) -> Row | None:
        """Return a legal move without open parameters, or None if no attempt succeeds."""
        if OPEN not in row:
            return row
        ranges, sizes = self._same("ranges", v, seat, row), self._same("sizes", v, seat, row)
        if not isinstance(ranges, tuple):  # a rule failed
            return None
        for _ in range(TRIES):
            tried = filled_in(row, ranges, sizes, draw.randrange)
            if self._same("is_legal", v, seat, tried) is True:
                return tried
        return None

    def _same(self, what: str, *args: object) -> Any:
        """Return the answer of an engine after checking that all three engines agree."""
        answers = {name: outcome(getattr(engine, what), *args) for name, engine in self.engines.items()}
        first = answers["reference"]
        assert all(each == first for each in answers.values()), (self._record, what, args, answers)
        return first

    def _change(self, what: str, v: Vector, *args: object) -> bool:
        """Apply a change on all three engines and compare the results. Return False if a rule fails."""
        changed = {name: list(v) for name in self.engines}
        ends = {name: outcome(getattr(engine, what), changed[name], *args) for name, engine in self.engines.items()}
        self.left += self.native.fault != 0 and ends["reference"] is None
        self._record.append(f"{what} {args}")
        assert all(each == ends["reference"] for each in ends.values()), (self._record, ends)
        if ends["reference"] is not None:
            return False
        for name, other in changed.items():
            differ = {
                self.table.flow.layout.slot_name(slot): (one, two)
                for slot, (one, two) in enumerate(zip(changed["reference"], other, strict=True)) if one != two
            }  # fmt: skip
            assert not differ, (self._record, name, differ)
        v[:] = changed["reference"]
        return True


def outcome(call: Any, *args: object) -> Any:
    """Return the answer, or the error message with its position in the rulebook."""
    try:
        return call(*args)
    except PlayFault as fault:
        return f"{fault} ({fault.span})"
