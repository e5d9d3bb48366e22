"""The generated engine: compiles a flowchart to Python code and runs it.

Generated code raises errors by number. The engine looks up the error message and its position in the rulebook, and
derives the rule to blame from the failing line of generated code. Rare operations run in the reference interpreter (see
`fallback`). If a query fails, the reference interpreter repeats it to report the error.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from types import TracebackType
from typing import Any

from dsl.limits import MOST_MOVES, MOST_STEPS, MOST_WORK
from dsl.source import NOWHERE
from interpreter.codegen import runtime
from interpreter.codegen.fallback import Fallback
from interpreter.codegen.linked_functions import LinkedFunctions
from interpreter.codegen.loop_budget import BUDGET
from interpreter.codegen.module import write_module
from interpreter.codegen.writer import FILE
from interpreter.flow import Flow, GoalReachability
from interpreter.flow import nodes as f
from interpreter.optimizer import plan
from interpreter.optimizer import planned_nodes as p
from interpreter.position import (
    OF_ITS_OWN,
    OPEN,
    OVER,
    PC,
    RUNNING,
    EarlyFault,
    EngineFailure,
    Opposed,
    OverBudget,
    PlayFault,
    Row,
    Size,
    Vector,
    faults,
    seats_by_place,
    warn_of_failure,
)
from interpreter.reference import Walker, first_position

FEW_HOPS, MOST_HOPS = 50, MOST_STEPS // 4
"""Limits on the number of node functions that run before the game pauses.

After `FEW_HOPS` functions, each further function charges the work budget. After `MOST_HOPS` more functions, the run
fails.
"""
ENGINE = (
    "start", "advance", "deciders", "moves", "ranges", "sizes", "is_legal", "apply", "chance", "resolve", "due",
    "scores", "standings", "ranking", "listed", "go_on", "fall", "try_apply", "try_resolve",
)  # fmt: skip
"""Engine methods that `give_up` replaces with those of the reference interpreter."""


class GeneratedEngine:
    """An engine that runs generated Python code for one flowchart.

    `program` and `source` expose the optimised program and the generated code for inspection.
    """

    def __init__(self, flow: Flow) -> None:
        self.flow = flow
        self.walker = Walker(flow)
        self.program = plan(flow)
        module = write_module(self.program)
        self.source = module.source
        self._left = [BUDGET]
        self._work = self.walker.evaluator.work
        self._stops = flow.stops
        self._count = len(flow.nodes)
        self._chances = frozenset(n for n, node in enumerate(self.program.nodes) if isinstance(node, p.Chance))
        self._faults = self.program.faults
        self._has_early_faults = any(fault.early for fault in self._faults)
        self._rules = module.rules
        self._weights = module.weights
        self._goals = frozenset(n for n, node in enumerate(self.program.nodes) if isinstance(node, f.Goal))
        self._ahead = GoalReachability(flow, self) if GoalReachability.is_needed(flow) else None
        space: dict[str, Any] = {
            **module.objects, "v": (), "F": self._fault, "Q": self._chances, "K": self._left, "W": self._counted,
            "AHEAD": self._is_way, "BILL": runtime.Bills().answer, **runtime.NAMED,
            **Fallback(self.walker).named, "__builtins__": runtime.BUILTINS,
        }  # fmt: skip
        exec(compile(self.source, FILE, "exec"), space)
        linked = LinkedFunctions(self, self.walker, self._chances, module, space)
        self._entry = linked.entry
        self._nodes, self._outcomes, self._settled = linked.nodes, linked.outcomes, linked.settled
        self._deciders, self._moves, self._plays = linked.deciders, linked.moves, linked.plays
        self._open_rows = linked.open_rows
        self._score, self._standing, self._due = (space[name] for name in (module.score, module.standing, module.due))

    # ------------------------------------------------------------ functions called by generated code

    def _fault(self, number: int, *shown: int) -> int:
        fault = self._faults[number]
        parts = fault.message.split("\0")
        text = parts[0]
        for part, kind, value in zip(parts[1:], fault.shown, shown, strict=False):
            text += (self.flow.model.thing_name(kind, value) if kind else str(value)) + part
        if text == faults.TOO_MUCH_WORK:
            raise OverBudget(text, fault.span, fault.about)
        raise (EarlyFault if fault.early else PlayFault)(text, fault.span, fault.about)

    # ------------------------------------------------------------ looking ahead

    def _is_way(self, v: Vector, choice: int) -> bool:
        assert self._ahead is not None
        return self._ahead.is_way(v, choice)

    def listed(self, v: Vector, seat: int) -> list[Row]:
        try:
            return self._moves[v[PC]](v, seat) or []
        except PlayFault:
            self._refill()
            return self.walker.listed(v, seat)

    def go_on(self, v: Vector, seat: int, row: Row) -> None:
        self._refill()
        self._up_to_goal(v, self._plays[v[PC]][row[0]](v, seat, row))

    def fall(self, v: Vector, outcome: int) -> None:
        self._refill()
        self._up_to_goal(v, self._settled[v[PC]](v, outcome))

    def _up_to_goal(self, v: Vector, to: int) -> None:
        stops, nodes, goals = self._stops, self._nodes, self._goals
        for _ in range(MOST_HOPS):
            if to < stops or to in goals:
                v[PC] = to
                return
            to = nodes[to](v)
        node = self.program.nodes[to % self._count]
        raise OverBudget(faults.TOO_MUCH_WORK, node.span, node.about)

    def _refill(self) -> None:
        """Refill the work budget, either before a new step or before the reference interpreter takes over."""
        self._left[0], self._work.left = BUDGET, MOST_WORK

    # ------------------------------------------------------------ faults in the generated code

    def _before(self, v: Vector) -> Vector:
        """Return the position from which a failed step can be repeated.

        If a step may raise an `EarlyFault`, return a copy, because the step changes `v` before it fails.
        """
        return v[:] if self._has_early_faults else v

    def _restored(self, v: Vector, before: Vector) -> Walker:
        """Restore the position, and return the reference interpreter so that it can repeat the step."""
        v[:] = before
        self._refill()
        return self.walker

    def _reference(self, fault: Exception) -> Walker:
        """Return the reference interpreter, which repeats the query that failed.

        If the rules are at fault, the reference interpreter only reports the error. If the generated code is faulty,
        the reference interpreter replaces this engine permanently.
        """
        if isinstance(fault, PlayFault):
            self._refill()
        else:
            self._failure(fault)
        return self.walker

    def _failure(self, cause: Exception) -> EngineFailure:
        """Replace this engine with the reference interpreter, and return the exception to raise for the failed step."""
        if isinstance(cause, RecursionError):
            raise cause
        self.give_up(cause)
        return EngineFailure()

    def give_up(self, cause: Exception) -> None:
        """Switch to the reference interpreter permanently, and warn the user."""
        self._refill()
        if "apply" not in vars(self):  # callers may still hold references to the replaced methods
            for name in ENGINE:
                setattr(self, name, getattr(self.walker, name.removeprefix("try_")))
            warn_of_failure("Python", RUNNING, cause)

    # ------------------------------------------------------------ the engine

    def start(self) -> Vector:
        v = list(self.program.start) if self.program.start is not None else first_position(self.walker.performer)
        try:
            self.advance(v)
        except EngineFailure:
            return self.walker.start()
        return v

    def advance(self, v: Vector) -> None:
        to = v[PC]
        before = self._before(v)
        self._left[0], self._work.left = BUDGET, MOST_WORK
        try:
            if to in self._chances or to >= self._stops:
                v[PC] = self._run(v, self._entry(to))
        except EarlyFault:
            self._restored(v, before).advance(v)
        except PlayFault as fault:
            self._name_rule(fault)
            raise
        except OF_ITS_OWN as cause:
            raise self._failure(cause) from cause

    def _run(self, v: Vector, to: int) -> int:
        """Run node functions until a player must decide, and return the node at which the game pauses."""
        stops, nodes = self._stops, self._nodes
        for _ in range(FEW_HOPS):
            to = nodes[to](v)
            if to < stops:
                return to
        return self._run_long(v, to)

    def _run_long(self, v: Vector, to: int) -> int:
        """Run node functions until a player must decide, charging the work budget for each one."""
        stops, nodes, count, weights, left = self._stops, self._nodes, self._count, self._weights, self._left
        for _ in range(MOST_HOPS):
            left[0] -= weights[to % count]
            if left[0] < 0:
                break
            to = nodes[to](v)
            if to < stops:
                return to
        node = self.program.nodes[to % count]
        raise OverBudget(faults.TOO_MUCH_WORK, node.span, node.about)

    def _counted(self, members: Iterable[int], passes: int) -> Collection[int]:
        """Charge the work budget for a long loop, and return the members to iterate over.

        Each member costs `passes` units.

        Raises:
            OverBudget: if the work budget is used up.
        """
        counted = members if isinstance(members, Collection) else list(members)
        self._left[0] -= len(counted) * passes
        if self._left[0] < 0:
            raise OverBudget(faults.TOO_MUCH_WORK, NOWHERE)
        return counted

    def _name_rule(self, fault: PlayFault) -> None:
        """Store in an error the rule that raised it.

        The rule comes from the traceback's innermost line of generated code that has a known rule.
        """
        trace: TracebackType | None = fault.__traceback__
        about = None
        while trace is not None:
            if trace.tb_frame.f_code.co_filename == FILE:
                about = self._rules.get(trace.tb_lineno, about)
            trace = trace.tb_next
        fault.about = fault.about or about
        if fault.span is NOWHERE and fault.about is not None:
            fault.span = fault.about.span

    def deciders(self, v: Vector) -> tuple[int, ...]:
        who = self._deciders[v[PC]]
        if who is None:
            return ()
        try:
            return who(v)  # type: ignore[no-any-return]
        except (PlayFault, *OF_ITS_OWN) as fault:
            return self._reference(fault).deciders(v)

    def moves(self, v: Vector, seat: int) -> list[Row]:
        find = self._moves[v[PC]]
        if find is None:
            return []
        try:
            rows: list[Row] | None = find(v, seat)
            if rows and self._ahead is not None:
                rows = self._ahead.open_rows(v, seat, rows)
        except (PlayFault, *OF_ITS_OWN) as fault:
            return self._reference(fault).moves(v, seat)
        if rows and len(rows) <= MOST_MOVES:
            return rows
        return self.walker.moves(v, seat) if rows is not None else []

    def ranges(self, v: Vector, seat: int, row: Row) -> tuple[range, ...]:
        options = self._open_rows.get(v[PC], {}).get(row[0], ())
        if len(options) == 1 and (find := options[0][2]) is not None:
            try:
                return find(v, seat, row)  # type: ignore[no-any-return]
            except (PlayFault, *OF_ITS_OWN) as fault:
                self._reference(fault)
        return self.walker.ranges(v, seat, row)

    def sizes(self, v: Vector, seat: int, row: Row) -> tuple[Size, ...]:
        options = self._open_rows.get(v[PC], {}).get(row[0], ())
        if len(options) == 1 and (find := options[0][3]) is not None:
            try:
                return find(v, seat, row)  # type: ignore[no-any-return]
            except (PlayFault, *OF_ITS_OWN) as fault:
                self._reference(fault)
        return self.walker.sizes(v, seat, row)

    def opposed(self, row: Row) -> tuple[Opposed, ...]:
        return self.walker.opposed(row)

    def is_legal(self, v: Vector, seat: int, row: Row) -> bool:
        find = self._moves[v[PC]]
        if find is None or not row:
            return False
        try:
            options = self._open_rows.get(v[PC])
            if options is None:
                return row in (find(v, seat) or ()) and (self._ahead is None or self._ahead.leaves_way(v, seat, row))
            for length, fits, _, _ in options.get(row[0], ()):
                if fits is None:
                    return self.walker.is_legal(v, seat, row)
                if len(row) == length and fits(v, seat, row):
                    return OPEN not in row and (self._ahead is None or self._ahead.leaves_way(v, seat, row))
            self.deciders(v)  # raises an error if no seat can decide
        except (PlayFault, *OF_ITS_OWN) as fault:
            return self._reference(fault).is_legal(v, seat, row)
        return False

    def apply(self, v: Vector, seat: int, row: Row) -> None:
        before = self._before(v)
        try:
            self.try_apply(v, seat, row)
        except EarlyFault:
            self._restored(v, before).apply(v, seat, row)

    def try_apply(self, v: Vector, seat: int, row: Row) -> None:
        """Play a move as `apply` does, but without a copy of the position, which takes up to half of the time.

        Raises:
            EarlyFault: if only the reference interpreter can decide whether a rule fails. The caller must repeat the
                step there, from its own copy of the position.
        """
        self._left[0], self._work.left = BUDGET, MOST_WORK
        try:
            to = self._plays[v[PC]][row[0]](v, seat, row)
            v[PC] = to if to < self._stops else self._run(v, to)
        except EarlyFault:
            raise
        except PlayFault as fault:
            self._name_rule(fault)
            raise
        except OF_ITS_OWN as cause:
            raise self._failure(cause) from cause

    def chance(self, v: Vector) -> list[tuple[int, int]]:
        find = self._outcomes[v[PC]]
        if find is None:
            return []
        try:
            return list(find(v)) or self.walker.chance(v)
        except (PlayFault, *OF_ITS_OWN) as fault:
            return self._reference(fault).chance(v)

    def resolve(self, v: Vector, outcome: int) -> None:
        before = self._before(v)
        try:
            self.try_resolve(v, outcome)
        except EarlyFault:
            self._restored(v, before).resolve(v, outcome)

    def try_resolve(self, v: Vector, outcome: int) -> None:
        """Apply a chance outcome without a copy of the position; see `try_apply`."""
        self._left[0], self._work.left = BUDGET, MOST_WORK
        try:
            to = self._settled[v[PC]](v, outcome)
            v[PC] = to if to < self._stops else self._run(v, to)
        except EarlyFault:
            raise
        except PlayFault as fault:
            self._name_rule(fault)
            raise
        except OF_ITS_OWN as cause:
            raise self._failure(cause) from cause

    def over(self, v: Vector) -> int:
        return v[OVER]

    def due(self, v: Vector) -> bool:
        try:
            return bool(self._due(v))
        except (PlayFault, *OF_ITS_OWN) as fault:
            return self._reference(fault).due(v)

    def scores(self, v: Vector) -> tuple[int, ...]:
        try:
            return tuple([self._score(v, seat) for seat in range(self.flow.model.players)])
        except (PlayFault, *OF_ITS_OWN) as fault:
            return self._reference(fault).scores(v)

    def standings(self, v: Vector) -> list[tuple[int, ...]]:
        try:
            return [self._standing(v, seat) for seat in range(self.flow.model.players)]
        except (PlayFault, *OF_ITS_OWN) as fault:
            return self._reference(fault).standings(v)

    def ranking(self, v: Vector) -> list[list[int]]:
        return seats_by_place(self.standings(v))
