"""Locals that may hold a secret, and waits at which it may be a secret where play stands.

A static taint analysis of the flowchart, of data and of control. A local is tainted if its value may have been made of
something that is not open to all, or if that decided whether it was set (`controlled` has the nodes concerned). It is
asked only about what happened before anybody watched: while a step is traced, the tracer sees what it was made of.
"""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field

from dsl import model as m
from interpreter.flow import blocks, bound, chance, own_parts
from interpreter.flow import nodes as f
from interpreter.table import CompiledGame
from interpreter.trace.closed_reads import ClosedReads
from interpreter.trace.control import controlled, visible_ends
from interpreter.trace.lookalikes import lookalikes

Scopes = frozenset[str]


@dataclass(slots=True)
class Taint:
    """What of the course of a game may be a secret."""

    locals: set[int] = field(default_factory=set)
    """The uids of the locals whose value may turn on something that is not open to all."""
    branches: set[int] = field(default_factory=set)
    """The numbers of the nodes at which that may decide where play goes."""
    stops: frozenset[str] = frozenset()
    """The scopes of each `stop` that it may decide on."""
    lookalikes: frozenset[tuple[int, str]] = frozenset()
    """Waits at which it may be a secret where play stands, each with the move after which that matters."""


def taint_of(flow: f.Flow) -> Taint:
    """The taint of a whole flowchart."""
    return _Analysis(flow).found()


def possibly_tainted(flow: f.Flow) -> frozenset[int]:
    """The uids of the locals whose value may turn on something that is not open to all."""
    return frozenset(taint_of(flow).locals)


def taint_at(table: CompiledGame) -> Taint:
    """The taint of a table's flowchart; analysed once."""
    if taint_of not in table.cache:
        table.cache[taint_of] = taint_of(table.flow)
    taint: Taint = table.cache[taint_of]
    return taint


def open_branches(flow: f.Flow) -> frozenset[int]:
    """The numbers of the branches whose condition reads nothing but fields that are open to all."""
    reads, stored = ClosedReads(flow), frozenset(flow.stores)
    return frozenset(number for number, node in enumerate(flow.nodes)
                     if isinstance(node, f.Branch) and reads_only_public(reads, stored, node.when))  # fmt: skip


def reads_only_public(reads: ClosedReads, closed: AbstractSet[int], when: m.Expr) -> bool:
    """Whether a condition reads nothing but what is open to all, in whatever position; locals by their uids are
    `closed`."""
    return not reads.reads(when, closed)


class _Analysis:
    """Goes through the flowchart again and again until no more taint is found."""

    def __init__(self, flow: f.Flow) -> None:
        self._flow, self._reads, self._taint = flow, ClosedReads(flow), Taint()
        self._ends = visible_ends(flow)
        self._controlled: frozenset[int] = frozenset()
        self._rules: dict[tuple[str, bool], Scopes] = {}
        """What something closed may stop in a rule, by its name and whether it decides on all of it."""
        self._taint.locals |= {uid for uid, name in m.chance_names(flow.model).items() if name.flow.is_hidden}
        self._domains = {action.about.name: self._closed_params(action) for action in flow.model.actions.values()}

    def found(self) -> Taint:
        taint, known = self._taint, (-1, -1, frozenset[str]())
        while (now := (len(taint.locals), len(taint.branches), taint.stops)) != known:
            known = now
            self._rules.clear()
            branches = {number for number, node in enumerate(self._flow.nodes) if self._is_closed(node)}
            if branches != taint.branches:
                taint.branches = branches
                self._controlled = controlled(self._flow, branches - self._ends)
            for number, node in enumerate(self._flow.nodes):
                self._node(node, number in self._controlled)
        taint.lookalikes = lookalikes(self._flow, taint.branches - self._ends)
        return taint

    def _hides(self, part: object) -> bool:
        return self._reads.reads(part, self._taint.locals)

    def _is_closed(self, node: f.AnyNode) -> bool:
        """Whether something that is not open to all may decide where play goes from a node."""
        match node:
            case f.Branch(when=when):
                return self._hides(when)
            case f.GoalCheck(choice=choice):
                return self._reads.offers_closed(choice)
            case f.Stopping():
                return bool(self._taint.stops)
        return False

    # ------------------------------------------------------------ nodes

    def _node(self, node: f.AnyNode, closed: bool) -> None:
        match node:
            case f.Effect(statements=statements):
                self._taint.stops |= self._body(statements, closed)
            case chance.RandomValue(target=m.Var() as var, domain=domain, weight=weight):
                self._bind(var, closed or self._hides((domain, weight)))
            case f.ChanceNode(target=m.Var() as var):
                self._bind(var, True)
            case f.Decision(options=options):
                for option in options:
                    self._option(option, closed)

    def _option(self, option: f.Option, closed: bool) -> None:
        """What is chosen is told to all, unless it is chosen in secret or out of a holder that may be closed."""
        match option:
            case f.Pick(var=var, domain=domain, secret=secret):
                self._bind(var, secret or (isinstance(domain, m.Slot) and self._hides(domain)))
            case f.Play(action=action, bound=given):
                for param, value in zip(action.params, given, strict=False):
                    self._bind(param.var, self._hides(value))
                self._taint.locals |= self._domains[action.about.name]
                self._body(action.notes, False)
                if option.entry < 0:
                    self._taint.stops |= self._body(action.then, closed)

    def _closed_params(self, action: m.Action) -> set[int]:
        return {param.var.uid for param in action.params
                if isinstance(param.domain, m.Slot) and self._reads.reads(param.domain)}  # fmt: skip

    def _bind(self, var: m.Var, closed: bool) -> None:
        if closed:
            self._taint.locals.add(var.uid)

    # ------------------------------------------------------------ statements

    def _body(self, body: Sequence[m.Statement], closed: bool) -> Scopes:
        """Statements one after the other; what something closed may stop in them. What follows such a `stop` is set, or
        not, by what decides on it."""
        stopped: Scopes = frozenset()
        for s in body:
            stopped |= self._statement(s, closed or bool(stopped))
        return stopped

    def _statement(self, s: m.Statement, closed: bool) -> Scopes:
        if isinstance(s, m.Stop):
            return frozenset({s.scope} if closed and s.scope != "game" else ())
        if isinstance(s, f.Clear):
            return frozenset()
        hidden = closed or self._hides((own_parts(s), tuple(bound(s))))
        for var in bound(s):
            self._bind(var, hidden)
        if isinstance(s, m.Do):
            return self._calls(s, closed)
        stopped = self._blocks(s, hidden)
        if stopped:  # it may be a loop: a pass that was stopped decides on those after it
            stopped |= self._blocks(s, True)
        return stopped - {"repeat"} if isinstance(s, m.Repeat) else stopped

    def _blocks(self, s: m.Statement, closed: bool) -> Scopes:
        return frozenset(scope for block in blocks(s) for scope in self._body(block, closed))

    def _calls(self, s: m.Do, closed: bool) -> Scopes:
        stopped: Scopes = frozenset()
        for name, args in s.calls:
            hidden = closed or bool(stopped)
            for var, arg in zip(self._flow.model.routines[name].params, args, strict=True):
                self._bind(var, hidden or self._hides(arg))
            stopped |= self._called(name, hidden)
        return stopped

    def _called(self, name: str, closed: bool) -> Scopes:
        """A rule that is carried out in one go; looked at once in each pass."""
        if (name, closed) not in self._rules:
            self._rules[name, closed] = frozenset()
            self._rules[name, closed] = self._body(self._flow.model.routines[name].body, closed)
        return self._rules[name, closed]
