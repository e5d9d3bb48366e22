"""Translates graph queries into terms.

Neighbours, edges and the ends of edges become tables. A search for reachable places becomes a call.
"""

from __future__ import annotations

from typing import assert_never

from dsl import model as m
from interpreter.flow import TOO_MANY, Boards
from interpreter.optimizer.terms.arena import Arena
from interpreter.optimizer.terms.operations import HUGE
from interpreter.optimizer.terms.terms import Fault, GraphQuery, Term
from interpreter.optimizer.translation.locations import Env, Translates
from interpreter.position import faults

GraphExpr = m.Neighbours | m.Edges | m.Ends | m.EdgeBetween | m.Reach | m.GraphQuestion


class GraphTerms:
    """Translates graph queries."""

    def __init__(self, arena: Arena, model: m.Model, boards: Boards, translate: Translates) -> None:
        self._arena = arena
        self._model = model
        self._boards = boards
        self._translate = translate
        self._tables: dict[tuple[str, str], tuple[tuple[int, ...], ...]] = {}

    def term(self, e: GraphExpr, env: Env) -> Term:
        """Return the term for a graph query."""
        a = self._arena
        match e:
            case m.Neighbours(edges=edges, of=of):
                return a.fixed(self._around(edges, "places"), self._within_root(edges, of, env))
            case m.Edges(edges=edges, of=of):
                return a.fixed(self._around(edges, "edges"), self._within_root(edges, of, env))
            case m.Ends(of=of, edges=edges):
                kind = self._model.kinds[edges]
                rows = tuple(tuple(sorted(pair)) for pair in kind.ends or ())
                fault = Fault(faults.NONE_HERE, of.span)
                at = a.math("-", self._translate.term(of, env), a.num(kind.first))
                return a.fixed(rows, a.check(at, 0, len(rows) - 1, fault))
            case m.EdgeBetween(edges=edges, left=left, right=right):
                one, other = self._within_root(edges, left, env), self._within_root(edges, right, env)
                size = self._places(edges)
                return a.pick(self._joins(edges), a.math("+", a.math("*", one, a.num(size)), other))
            case m.Reach(start=start, over=over, edges=edges, steps=steps):
                args = [self._translate.members(start, env), self._translate.members(over, env)]
                args += [self._translate.term(steps, env)] if steps is not None else []
                return a.make("reach", tuple(args), edges, 0, self._places(edges) - 1)
            case m.GraphQuestion():
                return self._asked(e, env)
            case _:
                assert_never(e)

    def _asked(self, e: m.GraphQuestion, env: Env) -> Term:
        """Return a graph query as a table if its result depends only on the given places, otherwise as a call."""
        a = self._arena
        args = tuple(self._translate.members(arg, env) for arg in e.args)
        query, last = GraphQuery(e.word, e.edges, e.far), self._model.kinds[self._model.kinds[e.edges].root].size - 1
        if e.word in ("affordable", "towards"):
            return a.make("asks", args, query, 0, self._places(e.edges) - 1)
        if e.word in ("joined", "affordable edges"):
            beside = self._beside(e.edges, args) if e.word == "joined" else None
            return beside if beside is not None else a.make("asks", args, query, 0, last)
        if e.word == "nearest":
            return a.make("asks", args, query, args[1].low, args[1].high)
        if e.word == "longest_trail":
            found = a.make("asked", args, query, TOO_MANY, last + 1)
            return a.check(found, 0, HUGE, Fault(faults.TOO_MANY_TRAILS, e.span))
        start, goal, over = args
        every = over.op == "fixed" and over.args[0].known and self._is_all(e.edges, over.rows[0])
        one, other, size = self._only(start), self._only(goal), self._places(e.edges)
        if not every or one is None or other is None:
            return a.make("asked", args, query, 0, e.far)
        if min(one.low, other.low) < 0 or max(one.high, other.high) >= size:
            return a.make("asked", args, query, 0, e.far)
        return a.pick(self._distances(e.edges, e.far), a.math("+", a.math("*", one, a.num(size)), other))

    def _beside(self, edges: str, args: tuple[Term, ...]) -> Term | None:
        """Return the edges within a known number of steps of one edge as a table, or None if a search is needed.

        The first row of the table is for `none`.
        """
        start, over, *most = args
        one, steps = self._only(start), self._only(most[0]) if most else None
        every = over.op == "fixed" and over.args[0].known and self._is_all(edges, over.rows[0])
        last = self._model.kinds[self._model.kinds[edges].root].size - 1
        if not every or one is None or steps is None or not steps.known or one.low < m.NONE or one.high > last:
            return None
        name = f"beside {steps.value}"
        if (edges, name) not in self._tables:
            ask = self._boards.ask
            rows = (ask("joined", edges, 0, [edge], over.rows[0], [steps.value]) for edge in range(m.NONE, last + 1))
            self._tables[edges, name] = tuple(tuple(row) for row in rows if not isinstance(row, int))
        return self._arena.fixed(self._tables[edges, name], self._arena.math("+", one, self._arena.num(1)))

    def _only(self, sequence: Term) -> Term | None:
        """Return the member of a sequence that has exactly one member, otherwise None."""
        if sequence.op == "fixed" and sequence.args[0].known and len(sequence.rows[sequence.args[0].value]) == 1:
            return self._arena.num(sequence.rows[sequence.args[0].value][0])
        return sequence.args[0] if sequence.op == "list" and len(sequence.args) == 1 else None

    def _is_all(self, edges: str, over: tuple[int, ...]) -> bool:
        kind = self._model.kinds[edges]
        return over == tuple(range(kind.first, kind.first + kind.size))

    def _distances(self, edges: str, far: int) -> tuple[int, ...]:
        """Return a table of the distances between all pairs of places."""
        if (edges, "distances") not in self._tables:
            kind = self._model.kinds[edges]
            every = range(kind.first, kind.first + kind.size)
            found = self._boards.distances(edges, range(self._places(edges)), every, far)
            self._tables[edges, "distances"] = (found,)
        return self._tables[edges, "distances"][0]

    def _places(self, edges: str) -> int:
        between = self._model.kinds[self._model.kinds[edges].between]
        return self._model.kinds[between.root].size

    def _within_root(self, edges: str, e: m.Expr, env: Env) -> Term:
        fault = Fault(faults.NONE_HERE, e.span)
        return self._arena.check(self._translate.term(e, env), 0, self._places(edges) - 1, fault)

    def _around(self, edges: str, what: str) -> tuple[tuple[int, ...], ...]:
        if (edges, what) not in self._tables:
            find = self._boards.neighbours if what == "places" else self._boards.touching
            self._tables[edges, what] = tuple(tuple(find(edges, place)) for place in range(self._places(edges)))
        return self._tables[edges, what]

    def _joins(self, edges: str) -> tuple[int, ...]:
        """Return a table of the edge between each pair of places, in which -1 means that no edge exists."""
        if (edges, "joins") not in self._tables:
            size = self._places(edges)
            joins = [m.NONE] * (size * size)
            kind = self._model.kinds[edges]
            for edge, (one, other) in reversed(list(enumerate(kind.ends or (), kind.first))):
                joins[one * size + other] = joins[other * size + one] = edge
            self._tables[edges, "joins"] = (tuple(joins),)
        return self._tables[edges, "joins"][0]
