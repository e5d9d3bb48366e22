"""Tests that the key of each cached result contains every value that the reference engine reads to
compute the result.
"""

from __future__ import annotations

import ast
import random
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import mercatoria
from dsl import model as m
from dsl.source import NOWHERE
from interpreter.codegen import GeneratedEngine
from interpreter.flow import Flow
from interpreter.optimizer import FRESH, MemoKey, Term, plan
from interpreter.optimizer.planning import memoization
from interpreter.optimizer.terms.constant_evaluation import MATHS
from interpreter.optimizer.terms.operations import ROWS
from interpreter.position import OPEN, FieldEntry, PlayFault, Vector
from interpreter.reference import Evaluator, Observer, Walker
from tests.interpreter.codegen.test_codegen import TINY, Match, flow_of, game_by_chance
from tests.interpreter.codegen.test_words import GAMES, PATHS, WAYS

ROOT = Path(__file__).resolve().parents[3]
OPTIMIZER = ROOT / "interpreter" / "optimizer"
REFUSED = "cost_into_a_set.rules"
"""A rulebook that `check` rejects, so no engine plays it."""
FOUND_BY_OUTSIDE_TESTS = sorted(
    file for file in (ROOT / "tests/interpreter/agreement/rulebooks").glob("*.rules") if file.name != REFUSED
)


# ---------------------------------------------------------------- what is declared


def made_operations() -> Iterator[str]:
    """Yield the operations from which the optimizer builds terms: the strings in calls of `make`."""
    yield from MATHS
    for path in OPTIMIZER.rglob("*.py"):
        for call in ast.walk(ast.parse(path.read_text())):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "make":
                yield from (part.value for part in ast.walk(call.args[0]) if is_word(part))  # type: ignore[attr-defined]


def is_word(part: ast.AST) -> bool:
    return isinstance(part, ast.Constant) and isinstance(part.value, str)


def test_every_operation_that_is_made_has_a_row() -> None:
    made = set(made_operations())
    assert len(made) > 40
    assert made <= set(ROWS)


# ---------------------------------------------------------------- what is observed


class Observed:
    """The values that the reference engine reads while it evaluates one expression."""

    def __init__(self, flow: Flow) -> None:
        self.entries: dict[tuple[int, int], FieldEntry] = {}
        self.names: set[int] = set()
        self.evaluator = Evaluator(flow, Observer(read=self._read, counted=self._read, looked_up=self._looked_up))

    def _read(self, slot: m.Slot, entry: FieldEntry, v: Vector) -> None:
        self.entries[entry.slots.start, entry.slots.stop] = entry

    def _looked_up(self, var: m.Var, env: Any) -> None:
        self.names.add(var.uid)


@pytest.fixture
def all_is_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memoization, "DEAR", 0)


def flows() -> Iterator[tuple[str, Flow]]:
    """Yield small games that cover every word of the language, and games from external tests."""
    for texts in (TINY, GAMES):
        yield from ((name, flow_of(text, 2)) for name, text in texts.items())
    yield "ways", flow_of(WAYS, 2, PATHS)
    for path in FOUND_BY_OUTSIDE_TESTS:
        game = mercatoria.load(str(path))
        yield path.stem, game.table(game.players.start).flow


def positions(flow: Flow, found: dict[int, m.AggregateExpr], games: int = 3, steps: int = 12) -> Iterator[Vector]:
    """Yield positions of random games, and record the aggregates that the engine evaluates there."""

    def note(e: m.Expr, value: object) -> None:
        if isinstance(e, m.AggregateExpr):
            found[e.var.uid] = e

    walker = Walker(flow, Observer(evaluated=note))
    for seed in range(games):
        draw, v = random.Random(seed), walker.start()
        with suppress(PlayFault):
            for _ in range(steps):
                walker.scores(v)
                yield list(v)
                if walker.over(v):
                    break
                if outcomes := walker.chance(v):
                    walker.resolve(v, draw.choice(outcomes)[0])
                    continue
                seat = draw.choice(walker.deciders(v))
                rows = [row for row in walker.moves(v, seat) if OPEN not in row]
                if not rows:
                    break
                walker.apply(v, seat, draw.choice(rows))


OUTLINED = "part "
"""Functions that translation cuts out of long values. The reference engine does not evaluate these parts alone."""


class Check:
    """Compares the cached results of a flowchart with the values that the reference engine reads."""

    def __init__(self, flow: Flow) -> None:
        self.flow, self.program = flow, plan(flow)
        self.observed, self.draw = Observed(flow), random.Random(0)
        self.gathers: dict[int, m.AggregateExpr] = {}
        self.compared = 0

    def all(self) -> int:
        for v in positions(self.flow, self.gathers):
            for term, gathered in self.program.gatherings.items():
                gather = self.gathers.get(term.gathering.uid)
                if gather is not None and gathered.memo is not None:
                    self._compare(gathered.memo, gathered.params, v, partial(self.gathered, gather))
            for name, value in self.program.values.items():
                if value.memo is not None and not name.startswith(OUTLINED):
                    self._compare(value.memo, value.params, v, partial(self.called, self._rule(name)))
        return self.compared

    def _rule(self, name: str) -> str:
        """Return the value of the rulebook that a function computes, whose name may have words for a variant of it."""
        known = {*self.flow.model.values, "score"}
        words = name.split()
        return next(found for end in range(len(words), 0, -1) if (found := " ".join(words[:end])) in known)

    def gathered(self, gather: m.AggregateExpr, params: dict[int, int], v: Vector) -> None:
        self.observed.evaluator.read_as(gather, gather.type, v, params)

    def called(self, name: str, params: dict[int, int], v: Vector) -> None:
        evaluator, model = self.observed.evaluator, self.flow.model
        if name == "score":
            (seat,) = params.values()
            evaluator.rule_values.score_of(seat, v, {})
            return
        rule = model.values[name]
        args = tuple(m.Const(params[var.uid], type=var.type, span=NOWHERE) for var in rule.params)
        evaluator.read_as(m.CallValue(name, args, type=rule.type, span=NOWHERE), rule.type, v, {})

    def _compare(
        self, memo: MemoKey, params: Sequence[Term], v: Vector, work_out: Callable[[dict[int, int], Vector], None]
    ) -> None:  # fmt: skip
        """Evaluate an expression for some numbers. The key must contain each entry and name that the engine reads."""
        if any(name.value >= FRESH for name in params):
            return  # An optimizer pass created this expression, and the audit below checks it.
        names = {name.value: self.draw.randint(max(name.low, -1), min(name.high, 5)) for name in params}
        limits = {"<": int.__lt__, ">": int.__gt__}
        if any(limits[op](names[name.value], bound) for name, op, bound in memo.bounds):
            return
        self.observed.entries.clear()
        self.observed.names.clear()
        try:
            work_out(dict(names), v)
        except PlayFault:
            return  # The engine does not cache this result.
        slots = {slot for atom in memo.atoms for slot in slots_of(atom, names, v)}
        for entry in self.observed.entries.values():
            assert slots & set(range(entry.slots.start, entry.slots.stop)), (entry, memo)
        spoken_of = {name.value for atom in memo.atoms for name in atom.free}
        assert self.observed.names & names.keys() <= spoken_of, memo
        for uid in self.observed.names & self.flow.stores.keys() - names.keys():
            assert self.flow.stores[uid].base in slots, memo
        self.compared += 1


def slots_of(atom: Term, names: dict[int, int], v: Vector) -> Iterator[int]:
    """Yield the slots to which an atom of a key refers."""
    return (number_of(part.args[0], names, v) for part in atom.walk() if part.op == "load")


def number_of(term: Term, names: dict[int, int], v: Vector) -> int:
    """Return an address."""
    if term.op == "load":
        return v[number_of(term.args[0], names, v)]
    if term.op in MATHS:
        return MATHS[term.op](*(number_of(arg, names, v) for arg in term.args))
    return term.value if term.known else names[term.value]


@pytest.mark.slow
@pytest.mark.usefixtures("all_is_remembered")
def test_keys_name_all_that_the_reference_engine_reads() -> None:
    compared = {name: Check(flow).all() for name, flow in flows()}
    assert sum(compared.values()) > 500
    assert compared["points_by_sets"] > 0


# ---------------------------------------------------------------- what is remembered


class Audited(dict[object, object]):
    """A cache that recomputes every result and checks that equal keys give equal results."""

    again = 0

    def get(self, key: object, default: object = None) -> object:
        return None

    def __setitem__(self, key: object, value: object) -> None:
        if key in self:
            assert self[key] == value, key
            Audited.again += 1
        super().__setitem__(key, value)


def audit(engine: GeneratedEngine) -> None:
    """Replace the caches of an engine's functions with audited caches."""
    space = engine._score.__globals__
    space |= {name: Audited() for name, kept in space.items() if re.fullmatch(r"C\d+", name) and kept == {}}


@pytest.mark.slow
@pytest.mark.usefixtures("all_is_remembered")
def test_the_same_key_has_the_same_result(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Audited, "again", 0)
    by_chance = [(f"by chance {seed}", game_by_chance(seed)) for seed in range(2, 38, 5)]
    for _, flow in (*flows(), *by_chance):
        engine = GeneratedEngine(flow)
        audit(engine)
        match = Match(flow, 1, (Walker(flow), engine))
        for _ in range(3):
            match.play(40, every=4)
    assert Audited.again > 1000
