"""Builds flowchart nodes and allocates their slots.

Lowering builds a flowchart backwards, so that the successor `to` of each new node already exists. The first node of a
loop is an exception: its number is reserved before the loop's body is built. All lowering modules share one
`FlowBuilder`. Finally, `finished` merges consecutive effects, drops unreachable nodes, and renumbers the nodes. Nodes
at which play waits get the lowest numbers.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from dsl import model as m
from dsl.source import NOWHERE, Span
from interpreter.flow import EffectAnalysis, internal, successors
from interpreter.flow import nodes as f
from interpreter.position import LoweringError, Store, StoreAllocator, set_width

WIDEST_SET = 1024
"""Maximum number of members that a loop with decisions can store."""


@dataclass(frozen=True, slots=True)
class Context:
    """Properties that new nodes take from their surroundings: their rule and phase, and the targets of `stop`
    statements.
    """

    about: m.Clauses
    phase: m.Clauses
    watching: bool
    """True if the flowchart tests triggers and endings after each step.

    The flag is False during set-up, and inside actions and triggers.
    """
    anytime: bool
    """True if decisions offer `anytime` actions. The flag is False during set-up and inside `anytime` actions."""
    exits: dict[str, int] = field(default_factory=dict)
    """Node at which play continues after a `stop`, for each scope inside this routine."""
    up: int = 0
    """Node at which play continues after a `stop` of a scope outside this routine."""
    frame: list[m.Var] = field(default_factory=list)
    """All local variables of this routine that have slots."""
    bound_for: m.Var | None = None
    """Variable that contains the player who must reach the next goal.

    The value is None outside of series and of actions that begin one.
    """
    in_series: bool = False
    """True if the current decision belongs to a series."""
    closing: bool = False
    """True in the closing lines of an ending, which no trigger and no other ending interrupts."""

    def origin(self, span: Span) -> f.Origin:
        return f.Origin(span, self.about, self.phase)

    def within(self, **changes: object) -> Context:
        """Return a changed copy of the context.

        The copy shares `frame` with the original.
        """
        return replace(self, **changes)  # type: ignore[arg-type]


def span_of(model: m.Model, member: m.Type) -> tuple[int, int]:
    """Return the smallest member of a type and the number of members.

    Raises:
        LoweringError: Raised if a loop with decisions cannot store members of this type.
    """
    match member:
        case m.Ref(""):  # the member type of the empty set `{}`
            low, size = -1, 1
        case m.Ref(kind, optional):
            of = model.kinds[kind]
            low, size = (-1, of.first + of.size + 1) if optional else (of.first, of.size)
        case m.Int(least, greatest):
            low, size = least, greatest - least + 1
        case m.Bag() | m.Many():
            raise LoweringError("a loop in which players decide cannot visit bags or sets")
        case _:
            low, size = 0, 2
    if size > WIDEST_SET:
        raise LoweringError(f"a loop in which players decide has {size} members; at most {WIDEST_SET} are allowed")
    return low, size


class FlowBuilder(ABC):
    def __init__(self, model: m.Model) -> None:
        self.model = model
        self.facts = EffectAnalysis(model)
        self.chance_names = m.chance_names(model)
        self.machinery = StoreAllocator()
        self.nodes: list[f.AnyNode | None] = []
        self.kinds: list[f.MoveKind] = []
        self._last_uid = -1
        self.end = self.reserve()
        self.player = m.Slot(model.field_named("player"), None, (), type=m.Ref("Player", True), span=NOWHERE)

    @abstractmethod
    def block(self, body: Sequence[m.Statement], to: int, context: Context) -> int:
        """Build nodes for statements after which play continues at `to`, and return the first node's number."""

    # ------------------------------------------------------------ nodes

    def add(self, node: f.AnyNode) -> int:
        self.nodes.append(node)
        return len(self.nodes) - 1

    def reserve(self) -> int:
        self.nodes.append(None)
        return len(self.nodes) - 1

    def put(self, number: int, node: f.AnyNode) -> int:
        self.nodes[number] = node
        return number

    def effect(self, statements: Iterable[m.Statement], to: int, context: Context) -> int:
        done = tuple(statements)
        if not done:
            return to
        return self.add(f.Effect(done, to, origin=context.origin(done[0].span)))

    def effect_node(self, statement: m.Statement, to: int, context: Context) -> f.Effect[f.Statements]:
        return f.Effect((statement,), to, origin=context.origin(statement.span))

    def branch(self, when: m.Expr, yes: int, no: int, context: Context) -> int:
        return self.add(f.Branch(when, yes, no, origin=context.origin(when.span)))

    def clear(self, variables: Iterable[m.Var], to: int, context: Context) -> int:
        kept = tuple(var for var in variables if var.uid in self.machinery.stores)
        return self.effect([internal.Clear(kept, span=context.about.span)] if kept else [], to, context)

    def finish(self, code: int, context: Context) -> int:
        """Build the nodes that end the game, after the closing lines of the ending if it has some.

        A `stop` in the closing lines skips the rest of them.
        """
        to = self.effect([internal.Finish(code, span=context.about.span)], self.end, context)
        closing = self.model.endings[code - 1].closing if code <= len(self.model.endings) else ""
        if not closing or context.closing:
            return to
        last = context.within(
            watching=False, anytime=False, bound_for=None, in_series=False, closing=True, up=to,
            exits=dict.fromkeys(f.STOP_CODES, to),
        )  # fmt: skip
        return self.block([m.Do(((closing, ()),), span=context.about.span)], to, last)

    def stopping(self, scopes: Iterable[str], to: int, context: Context) -> int:
        """Build a node that handles a pending `stop`, and return its number.

        If `scopes` is empty, return `to` instead.

        Args:
            scopes: Scopes that the preceding statements may stop.
            to: Node at which play continues if no `stop` is pending.
        """
        endings = self.model.endings
        leaving = sorted(scopes, key=lambda out_of: f.stop_code(out_of, endings))
        if not leaving:
            return to
        exits = dict(context.exits)
        for out_of in leaving:
            if out_of.startswith("game") and context.closing:
                exits |= {out_of: context.exits["game"]} if "game" in context.exits else {}
            elif out_of.startswith("game"):
                code = f.stop_code(out_of, endings) - len(f.STOP_CODES)
                exits[out_of] = self.finish(code if code > 0 else len(endings) + 1, context)
        ways = tuple((f.stop_code(out_of, endings), exits[out_of]) for out_of in leaving if out_of in exits)
        return self.add(f.Stopping(ways, context.up, to, origin=context.origin(context.about.span)))

    # ------------------------------------------------------------ slots

    def new_var(self, name: str, of: m.Type) -> m.Var:
        """Return a new variable with a unique uid."""
        self._last_uid -= 1
        return m.Var(name, self._last_uid, type=of, span=NOWHERE)

    def keep(self, var: m.Var, context: Context, domain: m.Expr | None = None) -> Store:
        """Allocate slots for a variable.

        A list of members is stored as a set if its members are distinct and in index order.
        """
        if all(known.uid != var.uid for known in context.frame):
            context.frame.append(var)
        match var.type:
            case m.Bag(kind):
                of = self.model.kinds[kind]
                return self.machinery.take(var.uid, var.name, "counts", of.size, of.first)
            case m.Many(member, _):
                low, size = span_of(self.model, member)
                if domain is None or self.in_index_order(domain):
                    return self.machinery.take(var.uid, var.name, "flags", set_width(size), low)
                return self.machinery.take(var.uid, var.name, "list", 1 + self.most_members(domain, size), low)
        return self.machinery.take(var.uid, var.name, "number", 1)

    def in_index_order(self, domain: m.Expr) -> bool:
        """Return True if a domain yields distinct members in index order."""
        match domain:
            case m.Slot(field=of):
                return not (isinstance(of.type, m.Holder) and of.type.traits.ordered)
            case m.FactValue(field=of):
                return all(isinstance(value, tuple) and list(value) == sorted(set(value)) for value in of.values)
            case m.RangeOf(down=down):
                return not down
            case m.AggregateExpr(how=how):
                return how in ("set", "union")
            case (
                m.Things()
                | m.Listed()
                | m.Joined()
                | m.Neighbours()
                | m.Edges()
                | m.Ends()
                | m.Reach()
                | m.GraphQuestion()
            ):
                return True
            case m.If(then=then, otherwise=otherwise):
                return self.in_index_order(then) and self.in_index_order(otherwise)
        return False

    def most_members(self, domain: m.Expr | None, size: int) -> int:
        """Return the maximum length of a member list that a loop stores."""
        if isinstance(domain, m.Slot) and isinstance(domain.field.type, m.Holder):
            pieces = self.model.kinds[domain.field.type.kind].pieces or ()
            return max(domain.field.capacity or (sum(number or 0 for number in pieces),), default=0) or size
        return size

    def number(self, value: int) -> m.Const:
        return m.Const(value, type=m.Int(value, value), span=NOWHERE)

    def some_left(self, of: m.Expr, than: int = 0, span: Span = NOWHERE) -> m.Expr:
        """Build an expression that tests whether a holder or domain has more than `than` members."""
        size = m.Size(of, type=m.Int(0, WIDEST_SET), span=span)
        return m.Compare(">", size, self.number(than), type=m.Flag(), span=span)

    def positive(self, counter: m.Var) -> m.Expr:
        return m.Compare(">", counter, self.number(0), type=m.Flag(), span=NOWHERE)

    def count_down(self, counter: m.Var, span: Span) -> m.Statement:
        return m.Adjust(counter, self.number(1), True, "", span=span)


# ---------------------------------------------------------------- final order of the nodes


def finished(nodes: list[f.AnyNode | None], begin: int) -> tuple[tuple[f.AnyNode, ...], int, int]:
    """Return the nodes in their final order, the number of nodes at which play waits, and the number of the first
    node.
    """
    drawn = [node for node in nodes if node is not None]
    if len(drawn) != len(nodes):
        raise AssertionError("a reserved node has no contents")
    _join_effects(drawn, begin)
    reached = _reached(drawn, begin)
    order = [n for n in reached if isinstance(drawn[n], f.WAITING)]
    stops = len(order)
    order += [n for n in reached if not isinstance(drawn[n], f.WAITING)]
    new = {old: number for number, old in enumerate(order)}
    return tuple(_renumbered(drawn[old], new) for old in order), stops, new[begin]


def _reached(nodes: list[f.AnyNode], begin: int) -> list[int]:
    """Return the numbers of all reachable nodes in order of discovery, and the number of the game's end."""
    seen = {0: None} if begin == 0 else {}
    waiting = [begin]
    while waiting:
        number = waiting.pop()
        if number in seen:
            continue
        seen[number] = None
        waiting.extend(to for to, _ in reversed(successors(nodes[number])))
    seen.setdefault(0, None)
    return list(seen)


def _join_effects(nodes: list[f.AnyNode], begin: int) -> None:
    """Merge each effect into the preceding effect if no other node leads to it.

    Merge only effects of the same rule.
    """
    led_to = [0] * len(nodes)
    led_to[begin] += 1
    for number in _reached(nodes, begin):
        for to, _ in successors(nodes[number]):
            led_to[to] += 1
    for number, node in enumerate(nodes):
        while isinstance(node, f.Effect):
            behind = nodes[node.to]
            if not isinstance(behind, f.Effect) or led_to[node.to] != 1 or behind.about is not node.about:
                break
            node = replace(node, body=node.body + behind.body, to=behind.to)
            nodes[number] = node


def _renumbered(node: f.AnyNode, new: dict[int, int]) -> f.AnyNode:
    match node:
        case f.Effect() | f.Goal() | f.SimultaneousDecision() | f.ChanceNode():
            return replace(node, to=new[node.to])
        case f.GoalCheck():
            return replace(node, choice=new[node.choice], no=new[node.no])
        case f.Branch(when=internal.Available(choice=choice) as when):
            return replace(node, when=replace(when, choice=new[choice]), yes=new[node.yes], no=new[node.no])
        case f.Branch():
            return replace(node, yes=new[node.yes], no=new[node.no])
        case f.Stopping():
            exits = tuple((code, new[to]) for code, to in node.exits)
            return replace(node, exits=exits, up=new[node.up], to=new[node.to])
        case f.Call():
            return replace(node, entry=new[node.entry], back=new[node.back])
        case f.Decision():
            return replace(node, options=tuple(_option_renumbered(option, new) for option in node.options))
    return node


def _option_renumbered(option: f.Option, new: dict[int, int]) -> f.Option:
    if isinstance(option, f.Play):
        return replace(option, to=new[option.to], entry=new.get(option.entry, -1))
    return replace(option, to=new[option.to])
