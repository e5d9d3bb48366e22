"""Determines statically which local variables and flowchart nodes secrets may affect.

A local variable is tainted if its value may depend on hidden information, or if hidden information decides whether the
variable is set. `control.controlled` finds the nodes that run only under conditions which depend on hidden information.
The result matters only for variables that were set before a trace began. During a trace, the tracer itself observes how
variables are computed.
"""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field

from dsl import model as m
from interpreter.flow import blocks, chance, internal, own_parts
from interpreter.flow import nodes as f
from interpreter.position import once
from interpreter.table import CompiledGame
from interpreter.trace.closed_reads import ClosedReads
from interpreter.trace.control import controlled, visible_ends
from interpreter.trace.hidden_picks import HiddenPicks
from interpreter.trace.lookalikes import lookalikes

Scopes = frozenset[str]


@dataclass(slots=True)
class Taint:
    """Parts of a game that secrets may affect."""

    locals: set[int] = field(default_factory=set)
    """Uids of local variables whose value may depend on hidden information."""
    branches: set[int] = field(default_factory=set)
    """Numbers of nodes at which hidden information may decide which node comes next."""
    stops: frozenset[str] = frozenset()
    """Scopes of `stop` statements that may depend on hidden information."""
    lookalikes: frozenset[tuple[int, str]] = frozenset()
    """Waiting nodes that an asker may mistake for another node, each with the move after which this is possible."""


def taint_of(flow: f.Flow) -> Taint:
    """Return which parts of a flowchart secrets may affect."""
    return _Analysis(flow).found()


def possibly_tainted(flow: f.Flow) -> frozenset[int]:
    """Return the uids of local variables whose value may depend on hidden information."""
    return frozenset(taint_of(flow).locals)


def taint_at(table: CompiledGame) -> Taint:
    """Return which parts of a compiled game secrets may affect. It is cached for all tables of one flowchart."""
    return once(table.flow, taint_of)


def open_branches(flow: f.Flow) -> frozenset[int]:
    """Return the numbers of branches whose conditions read only open fields."""
    reads, stored = ClosedReads(flow), frozenset(flow.stores)
    return frozenset(number for number, node in enumerate(flow.nodes)
                     if isinstance(node, f.Branch) and reads_only_public(reads, stored, node.when))  # fmt: skip


def reads_only_public(reads: ClosedReads, closed: AbstractSet[int], when: m.Expr) -> bool:
    """Return True if a condition reads only public information in every position.

    Args:
        closed: Uids of the tainted local variables.
    """
    return not reads.reads(when, closed)


class _Analysis:
    """Analyses a flowchart repeatedly until no more variables, branches or stops become tainted."""

    def __init__(self, flow: f.Flow) -> None:
        self._flow, self._reads, self._taint = flow, ClosedReads(flow), Taint()
        self._picks = HiddenPicks(flow, self._reads)
        self._ends = visible_ends(flow)
        self._controlled: frozenset[int] = frozenset()
        self._rules: dict[tuple[str, bool], Scopes] = {}
        """Scopes of the stops in each rule that may depend on hidden information.

        The key consists of the rule's name, and a flag that is True if hidden information decides whether the rule
        runs.
        """
        self._taint.locals |= {uid for uid, name in m.chance_names(flow.model).items() if name.flow.is_hidden}

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
        """Return True if hidden information may decide which node comes next."""
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
            case f.Effect(body=statements):
                self._taint.stops |= self._body(statements, closed)
            case chance.RandomValue(target=m.Var() as var, domain=domain, weight=weight):
                self._bind(var, closed or self._hides((domain, weight)))
            case f.ChanceNode(target=m.Var() as var):
                self._bind(var, True)
            case f.Decision(options=options):
                for option in options:
                    self._option(option, closed)

    def _option(self, option: f.Option, closed: bool) -> None:
        """Mark the variables of a choice as tainted if the choice is secret or a hidden pick.

        All other choices are public.
        """
        match option:
            case f.Pick(var=var, secret=secret):
                self._bind(var, secret or any(self._picks.of(option, self._taint.locals)))
            case f.Play(action=action):
                for at, _ in self._picks.of(option, self._taint.locals):
                    self._bind(action.params[at].var, True)
                self._body(action.notes, False)
                if option.entry < 0:
                    self._taint.stops |= self._body(action.then, closed)

    def _bind(self, var: m.Var, closed: bool) -> None:
        if closed:
            self._taint.locals.add(var.uid)

    # ------------------------------------------------------------ statements

    def _body(self, body: Sequence[m.Statement], closed: bool) -> Scopes:
        """Analyse statements in order, and return the scopes of stops that depend on hidden information.

        Variables that are set after a stop that depends on hidden information become tainted.
        """
        stopped: Scopes = frozenset()
        for s in body:
            stopped |= self._statement(s, closed or bool(stopped))
        return stopped

    def _statement(self, s: m.Statement, closed: bool) -> Scopes:
        if isinstance(s, m.Stop):
            return frozenset({s.scope} if closed and s.scope != "game" else ())
        if isinstance(s, internal.Clear):
            return frozenset()
        hidden = closed or self._hides((own_parts(s), tuple(m.bound_locals(s))))
        for var in m.bound_locals(s):
            self._bind(var, hidden)
        if isinstance(s, m.Do):
            return self._calls(s, closed)
        stopped = self._blocks(s, hidden)
        if stopped:  # in a loop, a stop also affects the statements of later iterations
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
        """Analyse a rule that never waits. Each pass of the analysis visits each rule only once."""
        if (name, closed) not in self._rules:
            self._rules[name, closed] = frozenset()
            self._rules[name, closed] = self._body(self._flow.model.routines[name].body, closed)
        return self._rules[name, closed]
