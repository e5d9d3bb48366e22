"""Lists the optimisation passes in order and runs them.

Each pass is a function in its own module, and has a test fixture of the same name that shows an example before and
after the pass. Constant folding is not a pass: terms are folded as they are built (`numbers`, `conditions`,
`sequences`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from dsl.model import Clauses
from interpreter.optimizer.passes.aggregate_unrolling import unroll_aggregates
from interpreter.optimizer.passes.bounded_lookup import look_up_bounded
from interpreter.optimizer.passes.check_elimination import eliminate_checks
from interpreter.optimizer.passes.common_subexpressions import share_subexpressions
from interpreter.optimizer.passes.condition_expansion import expand_conditions
from interpreter.optimizer.passes.hoisting import hoist_invariants
from interpreter.optimizer.passes.implied_conditions import leave_out_implied
from interpreter.optimizer.passes.join_order import order_joins
from interpreter.optimizer.passes.kept_sets import keep_sets
from interpreter.optimizer.passes.lazy_evaluation import defer
from interpreter.optimizer.passes.lookup_tables import build_lookup_tables
from interpreter.optimizer.passes.loop_fusion import fuse_loops
from interpreter.optimizer.passes.predicate_placement import place_predicates
from interpreter.optimizer.passes.unrolling import unroll_loops
from interpreter.optimizer.program.steps import Search, Searches, Steps
from interpreter.optimizer.terms.arena import Arena
from interpreter.optimizer.terms.terms import Term

Run = Callable[[Arena, Searches, frozenset[Term]], Searches]


@dataclass(frozen=True, slots=True)
class Pass:
    """A transformation of the searches of one decision or of one aggregate.

    The frozen set passed to `run` holds the variables bound outside the searches.
    """

    name: str
    about: str
    """A sentence without a full stop that says what the pass does."""
    run: Run


@dataclass(frozen=True, slots=True)
class Searched:
    """The part of the rules that a search belongs to.

    If this is an aggregate or a filtered loop, `rule` is None and `uid` is the number of its variable.
    """

    what: str
    rule: Clauses | None = None
    uid: int = -1


def _on_steps(change: Callable[[Arena, Steps, frozenset[Term]], Steps]) -> Run:
    """Return a pass that transforms the steps of each search separately."""

    def run(arena: Arena, searches: Searches, bound: frozenset[Term]) -> Searches:
        return tuple(replace(search, steps=change(arena, search.steps, bound)) for search in searches)

    return run


PASSES = (
    Pass("check_elimination", "leaves out range checks that cannot fail", eliminate_checks),
    Pass(
        "condition_expansion",
        "writes a condition on all sorts of a bag as one condition for each sort",
        expand_conditions,
    ),
    Pass("join_order", "begins a search with the parameter that has the fewest members", order_joins),
    Pass(
        "predicate_placement",
        "tests each condition as early as possible, or loops only over members that meet it",
        place_predicates,
    ),
    Pass(
        "implied_conditions",
        "leaves out choices between two values that an earlier test decides",
        _on_steps(leave_out_implied),
    ),
    Pass("loop_fusion", "merges the loops of several options over the same members", fuse_loops),
    Pass(
        "bounded_lookup",
        "lists in advance the members whose number in a table is within a small bound",
        _on_steps(look_up_bounded),
    ),
    Pass(
        "unrolling",
        "writes out loops over at most three known members, or over a small bag or set",
        _on_steps(unroll_loops),
    ),
    Pass(
        "aggregate_unrolling",
        "writes out tests of some or all members of a row with at most eight members",
        _on_steps(unroll_aggregates),
    ),
    Pass("hoisting", "computes before a loop what does not change in it", _on_steps(hoist_invariants)),
    Pass("common_subexpressions", "computes a term once that occurs several times", _on_steps(share_subexpressions)),
    Pass(
        "lookup_tables",
        "computes properties of loop members in advance, in columns of a table",
        _on_steps(build_lookup_tables),
    ),
    Pass("deferral", "computes a term that may fail once, when it is first needed", _on_steps(defer)),
    Pass(
        "kept_sets",
        "marks the loops that visit only the members of sets kept from decision to decision",
        _on_steps(keep_sets),
    ),
)

Watch = Callable[[Pass, Searched, Searches, Searches], None]
"""A callback that receives a pass, the part of the rules that it transforms, its input and its output."""


class PassRunner:
    """Runs the passes, and calls `watch` after each one."""

    def __init__(self, arena: Arena, watch: Watch | None = None) -> None:
        self._arena = arena
        self._watch = watch

    def run(self, searches: Iterable[Search], bound: frozenset[Term], of: Searched) -> Steps:
        """Return the optimised steps of searches that are given in declared order.

        `bound` holds the variables bound outside the searches.
        """
        now = tuple(searches)
        for each in PASSES:
            before, now = now, each.run(self._arena, now, bound)
            if self._watch is not None:
                self._watch(each, of, before, now)
        (search,) = now
        return search.steps
