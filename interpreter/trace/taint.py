"""Static taint analysis: the local variables and the nodes of the flowchart that secrets may affect.

A local is tainted if its value may be computed from information that is not open to every player, or if such
information decides whether the local is set. `controlled` finds the nodes whose execution such information decides. The
result is used only for locals that were set before a trace began. During the trace, the tracer sees where each value
comes from.
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
    """The parts of a game that may depend on secrets."""

    locals: set[int] = field(default_factory=set)
    """Uids of the locals whose value may depend on information that is not open."""
    branches: set[int] = field(default_factory=set)
    """Numbers of the nodes at which information that is not open may decide the next node."""
    stops: frozenset[str] = frozenset()
    """Scopes of the `stop` statements that may depend on information that is not open."""
    lookalikes: frozenset[tuple[int, str]] = frozenset()
    """Waits that an asker may mistake for another wait, each with the move after which the mistake is possible."""


def taint_of(flow: f.Flow) -> Taint:
    """Return the taint of a flowchart."""
    return _Analysis(flow).found()


def possibly_tainted(flow: f.Flow) -> frozenset[int]:
    """Return the uids of the locals whose value may depend on information that is not open."""
    return frozenset(taint_of(flow).locals)


def taint_at(table: CompiledGame) -> Taint:
    """Return the taint of a table's flowchart. It is cached."""
    if taint_of not in table.cache:
        table.cache[taint_of] = taint_of(table.flow)
    taint: Taint = table.cache[taint_of]
    return taint


def open_branches(flow: f.Flow) -> frozenset[int]:
    """Return the numbers of the branches whose condition reads only open fields."""
    reads, stored = ClosedReads(flow), frozenset(flow.stores)
    return frozenset(number for number, node in enumerate(flow.nodes)
                     if isinstance(node, f.Branch) and reads_only_public(reads, stored, node.when))  # fmt: skip


def reads_only_public(reads: ClosedReads, closed: AbstractSet[int], when: m.Expr) -> bool:
    """Return True if a condition reads only open information in any position.

    Args:
        closed: Uids of the tainted locals.
    """
    return not reads.reads(when, closed)


class _Analysis:
    """The taint analysis of a flowchart, which is repeated until no more taint is found."""

    def __init__(self, flow: f.Flow) -> None:
        self._flow, self._reads, self._taint = flow, ClosedReads(flow), Taint()
        self._ends = visible_ends(flow)
        self._controlled: frozenset[int] = frozenset()
        self._rules: dict[tuple[str, bool], Scopes] = {}
        """The scopes of those stops in each rule that may depend on closed information.

        The key is the rule's name and a flag, which is True if closed information decides whether the rule runs.
        """
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
        """Return True if closed information may decide which node comes next."""
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
        """Taint the locals of a choice that is made in secret or from a holder that may be closed.

        Other choices are public.
        """
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
        """Analyse statements in order, and return the scopes of the stops that depend on closed information.

        Locals that are set after such a stop are tainted.
        """
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
        if stopped:  # if the statement is a loop, a stop in one iteration also affects the later iterations
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
        """Analyse a rule that cannot wait. Each rule is analysed once in each pass of the analysis."""
        if (name, closed) not in self._rules:
            self._rules[name, closed] = frozenset()
            self._rules[name, closed] = self._body(self._flow.model.routines[name].body, closed)
        return self._rules[name, closed]
