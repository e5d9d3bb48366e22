"""The generated engine: plans a flow, writes Python source for it, and plays by running that source.

Faults carry the author's line: a fault that source raises by number has its span and words kept beside, and the rule is
found from the line of source that was being run. What is rare is left to the plain interpreter: the first position,
ranges of open parameters, bags and sets to choose from; and a fault in what changes nothing is told by it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import TracebackType
from typing import Any

from interpreter.codegen import runtime as slots
from interpreter.codegen.decisions import Choices, Listed
from interpreter.codegen.fallback import Plainly
from interpreter.codegen.writer import FILE, Constants
from interpreter.flow import OPEN, OVER, PC, STEP_BUDGET, PlayFault, Row, Vector, faults
from interpreter.flow import nodes as f
from interpreter.optimizer import Translator
from interpreter.reference import Walker, first_position

MOST_HOPS = STEP_BUDGET // 4
"""Functions of nodes that may follow each other without a stop. Each passes several nodes and statements, so this is
about where the plain interpreter gives up; the exact step differs."""

Play = Callable[[Vector, int, Row], int]


class GeneratedEngine:
    """An engine for one flow. `source` is what was generated, for people who want to read it."""

    def __init__(self, flow: f.Flow) -> None:
        self.flow = flow
        self.walker = Walker(flow)
        self._stops = flow.stops
        constants = Constants()
        left = [STEP_BUDGET]
        writer = Choices(flow, Translator(flow), constants)
        self._chances = frozenset(n for n, node in enumerate(flow.nodes) if isinstance(node, f.ChanceNode))
        constants.objects.update(
            v=(), F=self._fault, Q=self._chances, K=left, **slots.NAMED, **Plainly(self.walker).named
        )
        choices = writer.write_choices()
        chances = writer.write_chances()
        nodes = writer.write_nodes()
        writer.out.about = None
        standing = writer.write_standing()
        writer.write_waiting()
        self._faults = constants.faults
        self._rules = writer.out.rules
        self._budget = left if writer.counts_passes else None
        self.source = writer.out.source + writer.tables_in_order()
        space: dict[str, Any] = constants.objects
        exec(compile(self.source, FILE, "exec"), space)
        self._link(space, nodes, choices, chances, standing)

    def _link(
        self, space: dict[str, Any], nodes: Mapping[int, str], choices: Mapping[int, Listed],
        chances: Mapping[int, tuple[str, str]], standing: tuple[str, str],
    ) -> None:  # fmt: skip
        """Finds the functions of the source by number of node."""
        count = len(self.flow.nodes)
        self._nodes: list[Any] = [self._passing(number) for number in range(count)] + [None] * count
        for number, name in nodes.items():
            self._nodes[number] = space[name]
        self._outcomes: list[Any] = [None] * count
        self._settled: list[Any] = [None] * count
        for number, (outcomes, settle) in chances.items():
            self._falling(number, outcomes, settle, space)
        self._deciders: list[Any] = [None] * count
        self._moves: list[Any] = [None] * count
        self._plays: list[Any] = [None] * count
        self._fits: dict[int, dict[int, list[tuple[int, Any, Any]]]] = {
            number: {kind: [(fit.length, space.get(fit.fits), space.get(fit.ranges)) for fit in fits]
                     for kind, fits in listed.fits.items()}
            for number, listed in choices.items() if listed.open
        }  # fmt: skip
        for number, listed in choices.items():
            self._deciders[number] = space[listed.deciders]
            self._moves[number] = space[listed.moves]
            self._plays[number] = {
                kind: space[options[0][1]] if len(options) == 1 else self._one_of(number, options, space)
                for kind, options in listed.plays.items()
            }
        self._score, self._standing = space[standing[0]], space[standing[1]]

    def _one_of(self, number: int, options: list[tuple[f.Option | None, str]], space: dict[str, Any]) -> Play:
        """Plays one of several options of the same kind: the plain interpreter says which."""
        found = {id(option): space[name] for option, name in options}

        def play(v: Vector, seat: int, row: Row) -> int:
            option = self.walker.legality.option_for(v, seat, row)
            to: int = found[id(option)](v, seat, row)
            return to

        return play

    # ------------------------------------------------------------ what the source calls

    def _fault(self, number: int, *shown: int) -> int:
        fault = self._faults[number]
        parts = fault.message.split("\0")
        text = parts[0]
        for part, kind, value in zip(parts[1:], fault.shown, shown, strict=False):
            text += (self.flow.model.thing_name(kind, value) if kind else str(value)) + part
        raise PlayFault(text, fault.span, fault.about)

    def _falling(self, number: int, outcomes: str, settle: str, space: dict[str, Any]) -> None:
        """Links a node of chance. With one outcome it is no chance: it happens at once."""
        node = self.flow.nodes[number]
        assert isinstance(node, f.ChanceNode)

        def plainly(v: Vector, outcome: int) -> int:
            self.walker.settle(node, outcome, v)
            to = v[PC]
            return to + len(self.flow.nodes) if to in self._chances else to

        def fall(v: Vector) -> int:
            v[PC] = number
            found = self.chance(v)
            return settled(v, found[0][0]) if len(found) == 1 else number

        settled: Callable[[Vector, int], int] = space.get(settle, plainly)
        self._outcomes[number] = space.get(outcomes, self.walker.chance)
        self._settled[number] = settled
        self._nodes[number + len(self.flow.nodes)] = fall

    def _passing(self, number: int) -> Callable[[Vector], int]:
        """A node that no function was written for, because play never comes to a halt on it."""

        def step(v: Vector) -> int:
            v[PC] = number
            self.walker.pass_through(self.flow.nodes[number], v)
            to = v[PC]
            return to + len(self.flow.nodes) if to in self._chances else to

        return step

    # ------------------------------------------------------------ the engine

    def start(self) -> Vector:
        v = first_position(self.walker.performer)
        self.advance(v)
        return v

    def advance(self, v: Vector) -> None:
        to = v[PC]
        if self._budget is not None:
            self._budget[0] = STEP_BUDGET
        try:
            if to in self._chances:
                v[PC] = self._run(v, to + len(self.flow.nodes))
            elif to >= self._stops:
                v[PC] = self._run(v, to)
        except PlayFault as fault:
            self._name_rule(fault)
            raise

    def _run(self, v: Vector, to: int) -> int:
        """Passes from node to node until somebody must decide; the node there."""
        stops, nodes = self._stops, self._nodes
        for _ in range(MOST_HOPS):
            to = nodes[to](v)
            if to < stops:
                return to
        node = self.flow.nodes[to % len(self.flow.nodes)]
        raise PlayFault(faults.never_stops(STEP_BUDGET), node.span, node.about)

    def _name_rule(self, fault: PlayFault) -> None:
        """Says which rule was being carried out: the innermost line of source that belongs to one."""
        trace: TracebackType | None = fault.__traceback__
        about = None
        while trace is not None:
            if trace.tb_frame.f_code.co_filename == FILE:
                about = self._rules.get(trace.tb_lineno, about)
            trace = trace.tb_next
        fault.about = fault.about or about

    def deciders(self, v: Vector) -> tuple[int, ...]:
        who = self._deciders[v[PC]]
        if who is None:
            return ()
        try:
            return who(v)  # type: ignore[no-any-return]
        except PlayFault:
            return self.walker.deciders(v)

    def moves(self, v: Vector, seat: int) -> list[Row]:
        find = self._moves[v[PC]]
        if find is None:
            return []
        try:
            rows: list[Row] | None = find(v, seat)
        except PlayFault:
            return self.walker.moves(v, seat)
        if rows:
            return rows
        return self.walker.moves(v, seat) if rows is not None else []

    def ranges(self, v: Vector, seat: int, row: Row) -> tuple[range, ...]:
        options = self._fits.get(v[PC], {}).get(row[0], ())
        if len(options) == 1 and (find := options[0][2]) is not None:
            try:
                return find(v, seat, row)  # type: ignore[no-any-return]
            except PlayFault:
                pass
        return self.walker.ranges(v, seat, row)

    def is_legal(self, v: Vector, seat: int, row: Row) -> bool:
        find = self._moves[v[PC]]
        if find is None or not row:
            return False
        try:
            options = self._fits.get(v[PC])
            if options is None:
                return row in (find(v, seat) or ())
            for length, fits, _ in options.get(row[0], ()):
                if fits is None:
                    return self.walker.is_legal(v, seat, row)
                if len(row) == length and fits(v, seat, row):
                    return OPEN not in row
        except PlayFault:
            return self.walker.is_legal(v, seat, row)
        return False

    def apply(self, v: Vector, seat: int, row: Row) -> None:
        if self._budget is not None:
            self._budget[0] = STEP_BUDGET
        try:
            to = self._plays[v[PC]][row[0]](v, seat, row)
            v[PC] = to if to < self._stops else self._run(v, to)
        except PlayFault as fault:
            self._name_rule(fault)
            raise

    def chance(self, v: Vector) -> list[tuple[int, int]]:
        find = self._outcomes[v[PC]]
        if find is None:
            return []
        try:
            return list(find(v)) or self.walker.chance(v)
        except PlayFault:
            return self.walker.chance(v)

    def resolve(self, v: Vector, outcome: int) -> None:
        if self._budget is not None:
            self._budget[0] = STEP_BUDGET
        try:
            to = self._settled[v[PC]](v, outcome)
            v[PC] = to if to < self._stops else self._run(v, to)
        except PlayFault as fault:
            self._name_rule(fault)
            raise

    def over(self, v: Vector) -> int:
        return v[OVER]

    def scores(self, v: Vector) -> tuple[int, ...]:
        try:
            return tuple([self._score(v, seat) for seat in range(self.flow.model.players)])
        except PlayFault:
            return self.walker.scores(v)

    def standings(self, v: Vector) -> list[tuple[int, ...]]:
        try:
            return [self._standing(v, seat) for seat in range(self.flow.model.players)]
        except PlayFault:
            return self.walker.standings(v)

    def ranking(self, v: Vector) -> list[list[int]]:
        standings = self.standings(v)
        return [[seat for seat, one in enumerate(standings) if one == each] for each in sorted(set(standings))]
