"""The planned program, which contains everything that an engine needs to run a game.

A program has one planned node for each node of the flowchart, with the same number, and the functions that the terms of
these nodes call. A back end generates code for these nodes and functions. Only the reference interpreter can execute
the term `interpreted` and the parts whose names begin with `Interpreted`.

Error messages also come from the reference interpreter. If a listing is empty, or if a listing, a chance node or a
score fails, the engine asks the reference interpreter to report the error.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from interpreter.flow import Graph
from interpreter.optimizer.program.planned_functions import (
    AggregateSearch,
    Available,
    ReachSearch,
    ScoreTerms,
    Value,
)
from interpreter.optimizer.program.planned_nodes import PlannedNode
from interpreter.optimizer.program.program_text import function_lines, node_lines, part_line
from interpreter.optimizer.program.steps import Compute
from interpreter.optimizer.program.term_text import Names
from interpreter.optimizer.terms.constant_evaluation import Known
from interpreter.optimizer.terms.terms import Fault, Term


@dataclass(frozen=True, slots=True, eq=False)
class Program:
    """The planned program for one flowchart."""

    size: int
    seats: int
    stops: int
    """Number of nodes at which the game pauses: decisions, chance nodes and the end of the game.

    These nodes have the lowest numbers.
    """
    begin: int
    nodes: tuple[PlannedNode, ...]
    standing: ScoreTerms
    values: Mapping[str, Value]
    gatherings: Mapping[Term, AggregateSearch]
    reaches: Mapping[Term, ReachSearch]
    available: Mapping[int, Available]
    graphs: Mapping[str, Graph]
    """The graph formed by each kind of edge."""
    faults: tuple[Fault, ...]
    """Errors that the program can raise directly.

    Generated code refers to an error by its index in this tuple.
    """
    start: tuple[int, ...] | None
    """Start position.

    If the set-up fails, the value is None, and the reference interpreter reports the error.
    """
    sought: tuple[Term, ...] = ()
    """Conditions that a search tests in every position. Play does not need them."""

    @property
    def known(self) -> Known:
        """Return the functions and graphs needed to evaluate terms that do not depend on the position."""
        functions = {
            name: (value.params, tuple((s.name, s.term) for s in value.before if isinstance(s, Compute)), value.body)
            for name, value in self.values.items()
        }  # fmt: skip
        return Known(functions, self.graphs)

    def __repr__(self) -> str:
        return f"<Program: {len(self.nodes)} nodes, {self.size} slots, {self.seats} seats>"

    def text(self) -> str:
        """Return the whole program as readable text, with one line per instruction; equal flowcharts give
        equal text.
        """
        return "\n".join(self._lines()) + "\n"

    def _lines(self) -> Iterator[str]:
        names = Names({term: f"g{number}" for number, term in enumerate(self.gatherings, 1)})
        yield f"{self.size} slots, {self.seats} seats, {self.stops} stops, begins at {self.begin}"
        yield f"start {'interpreted' if self.start is None else ' '.join(map(str, self.start))}"
        for number, node in enumerate(self.nodes):
            first, *others = node_lines(node, names)
            yield f"{number:4} {first}"
            yield from (f"     {line}" for line in others)
        yield part_line(self.standing, names)
        for condition in self.sought:
            yield f"sought {names.term(condition)}"
        for name, value in self.values.items():
            yield from function_lines(f"value {name}", value, names)
        for number, gathered in enumerate(self.gatherings.values(), 1):
            yield from function_lines(f"g{number}", gathered, names)
        for term, reached in self.reaches.items():
            yield from function_lines(names.term(term), reached, names)
        for choice, available in self.available.items():
            yield from function_lines(f"available {choice}", available, names)
        for edges, graph in self.graphs.items():
            rows = (f"{place}: {ways}" for place, ways in enumerate(graph.ways) if ways)
            yield f"graph {edges} = {'; '.join(rows)}"
        yield from names.listed()

    def __eq__(self, other: object) -> bool:
        return self.text() == other.text() if isinstance(other, Program) else NotImplemented

    __hash__ = None  # type: ignore[assignment]
