"""The positions of one set of rules, as a graph in which steps are named by words.

Two sets of rules lay out positions in different ways, but the words of moves and chance outcomes are the same. So a
comparison can walk two graphs side by side.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product

from dsl import model
from dsl.checking import Checked
from interpreter.codegen import python_engine
from interpreter.flow import ChanceNode, Flow
from interpreter.log import outcome
from interpreter.position import OPEN, PASS, PC, FieldLayout, PlayFault, Row, Vector
from interpreter.table import CompiledGame, GameConfig, Notation, contents, points_of, written

Key = tuple[int, ...]
FieldName = tuple[str, str]
"""The kind and the name of a field. The kind is "" for a field of the game."""

MOST_COMPLETED = 200
"""Maximum number of ways to complete a move with open parameters. Beyond this number, only the extremes are tried."""

PIECES = ("supply_", "box_")


@dataclass(frozen=True, slots=True)
class Seen:
    """Everything that players can notice in a position.

    `form` is "over", "chance", "moves" or "fault". `told` holds the deciders with their moves, or the chance outcomes
    with their probabilities, or the name of the ending, or the message of a fault. `fields` holds the contents of the
    fields under comparison, or None for a field that these rules lack.
    """

    form: str
    told: tuple[tuple[str, ...], ...]
    scores: tuple[str, ...] = ()
    places: tuple[tuple[int, ...], ...] = ()
    fields: tuple[object, ...] = ()

    @property
    def decision(self) -> tuple[str, tuple[tuple[str, ...], ...]]:
        """The form of the decision, and who or what decides among which possibilities."""
        return self.form, self.told


Reached = Key | Seen
"""A position, or the fault of a rule that failed on the way."""


@dataclass(slots=True)
class PositionGraph:
    """The positions of a compiled game, computed when they are first needed."""

    table: CompiledGame
    names: tuple[FieldName, ...]
    whole: bool = True
    """False if a move had too many completions, so that only some of them are in the graph."""
    _seen: dict[Key, Seen] = field(default_factory=dict)
    _steps: dict[Key, dict[str, tuple[int, Row]]] = field(default_factory=dict)
    _after: dict[tuple[Key, str], Reached] = field(default_factory=dict)
    _runs: list[FieldLayout | None] = field(init=False)
    _contents: list[dict[Key, object]] = field(init=False)
    """The contents of each field, by its slots."""
    _words: dict[tuple[int, Row], str] = field(default_factory=dict)
    """The words of moves, by seat and row."""

    def __post_init__(self) -> None:
        runs = {(run.field.kind, run.field.name): run for run in self.table.flow.layout.runs.values()}
        self._runs = [runs.get(name) for name in self.names]
        self._contents = [{} for _ in self.names]

    def begin(self, v: Vector) -> Reached:
        """Return a position in which play starts, after chance outcomes that have no alternative."""
        return self._settled(list(v))

    def seen(self, at: Key) -> Seen:
        """Return what players notice in a position."""
        if at not in self._seen:
            try:
                self._seen[at] = self._look(list(at))
            except PlayFault as fault:
                self._seen[at] = _failed(fault)
        return self._seen[at]

    def steps(self, at: Key) -> tuple[str, ...]:
        """Return the words of all moves and chance outcomes of a position."""
        self.seen(at)
        return tuple(self._steps.get(at, ()))

    def idle(self, at: Key) -> str:
        """Return the words of the pass, if only one player decides and can only pass. Otherwise, return ""."""
        steps = self.steps(at)
        return steps[0] if len(steps) == 1 and self.step(at, steps[0])[1] == PASS else ""

    def step(self, at: Key, words: str) -> tuple[int, Row]:
        """Return the seat and row of a move, or seat -1 and the number of a chance outcome."""
        self.seen(at)
        return self._steps[at][words]

    def after(self, at: Key, words: str) -> Reached:
        """Return the position after a step."""
        key = (at, words)
        if key not in self._after:
            seat, row = self.step(at, words)
            v = list(at)
            try:
                if seat < 0:
                    self.table.engine.resolve(v, row[0])
                else:
                    self.table.engine.apply(v, seat, row)
                self._after[key] = self._settled(v)
            except PlayFault as fault:
                self._after[key] = _failed(fault)
        return self._after[key]

    def _settled(self, v: Vector) -> Reached:
        try:
            while len(weighed := self.table.engine.chance(v)) == 1:
                self.table.engine.resolve(v, weighed[0][0])
        except PlayFault as fault:
            return _failed(fault)
        return tuple(v)

    # ------------------------------------------------------------ one position

    def _look(self, v: Vector) -> Seen:
        engine, at = self.table.engine, tuple(v)
        fields = tuple([self._field(at, v) for at in range(len(self.names))])
        scores = self._scores(v)
        if engine.over(v):
            places = tuple(map(tuple, engine.ranking(v)))
            return Seen("over", (), scores, places, fields)
        if weighed := engine.chance(v):
            node, total = self.table.flow.nodes[v[PC]], sum(weight for _, weight in weighed)
            assert isinstance(node, ChanceNode)
            named = {written(outcome(self.table, node, number)): number for number, _ in weighed}
            self._steps[at] = {f"chance {words}": (-1, (number,)) for words, number in named.items()}
            odds = {number: Fraction(weight, total) for number, weight in weighed}
            outcomes = tuple(sorted((words, str(odds[number])) for words, number in named.items()))
            return Seen("chance", outcomes, scores, (), fields)
        steps: dict[str, tuple[int, Row]] = {}
        told: list[tuple[str, ...]] = []
        for seat in engine.deciders(v):
            moves = {self._move(seat, row): (seat, row) for row in self._rows(v, seat)}
            steps |= moves
            told.append((self.table.flow.model.seats[seat], *sorted(moves)))
        self._steps[at] = steps
        return Seen("moves", tuple(told), scores, (), fields)

    def _rows(self, v: Vector, seat: int) -> Iterator[Row]:
        for row in self.table.engine.moves(v, seat):
            if OPEN in row:
                yield from self._completed(v, seat, row)
            else:
                yield row

    def _completed(self, v: Vector, seat: int, row: Row) -> Iterator[Row]:
        ranges = [list(each) for each in self.table.engine.ranges(v, seat, row)]
        number = 1
        for each in ranges:
            number *= len(each)
        if number > MOST_COMPLETED:
            self.whole = False
            ranges = [sorted({each[0], each[len(each) // 2], each[-1]}) for each in ranges]
        for tried, chosen in enumerate(product(*ranges)):
            if tried >= MOST_COMPLETED:
                self.whole = False
                return
            values = iter(chosen)
            full = tuple(next(values) if value == OPEN else value for value in row)
            if self.table.engine.is_legal(v, seat, full):
                yield full

    def _scores(self, v: Vector) -> tuple[str, ...]:
        """Return the points as text, or nothing while they cannot be counted."""
        try:
            return tuple(map(str, points_of(self.table.flow.model, self.table.engine.scores(v))))
        except PlayFault:
            if self.table.engine.over(v):
                raise
            return ()

    def _field(self, at: int, v: Vector) -> object:
        run = self._runs[at]
        if run is None:
            return None
        slots, known = tuple(v[run.first : run.first + sum(run.widths)]), self._contents[at]
        if slots not in known:
            known[slots] = tuple(str(contents(v, run, entry)) for entry in range(len(run.widths)))
        return known[slots]

    def _move(self, seat: int, row: Row) -> str:
        if (seat, row) not in self._words:
            self._words[seat, row] = str(self.table.notation.move(seat, row))
        return self._words[seat, row]


def _failed(fault: PlayFault) -> Seen:
    return Seen("fault", ((fault.message, fault.about.name if fault.about else ""),))


def fields_of(made: model.Model) -> dict[FieldName, model.StateField]:
    """Return the fields that a player sees on the table: those of the rulebook, and the pieces outside of them."""
    found = {(each.kind, each.name): each for each in made.fields}
    return {name: each for name, each in found.items() if not each.internal
            and (not each.builtin or name[1].startswith(PIECES))}  # fmt: skip


def fast_table(edition: GameConfig, checked: Checked, flow: Flow) -> CompiledGame:
    """Return a compiled game that runs on a generated engine and records no trace of its rules."""
    return CompiledGame(edition, checked, flow, python_engine(flow), Notation(flow), "")
