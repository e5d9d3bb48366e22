"""Observes the rules of a variant at work: how often they are used, by which seats, and what they give and take.

The unit is the *part*: one amendment of the variant. While the reference engine replays a game, everything that comes
from the text of a part counts as the work of the part. The observations cover only what the part did itself, and not
what the players did because of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from dsl import model as m
from dsl.source import Span
from interpreter.flow import Decision, Flow, Play
from interpreter.flow import nodes as f
from interpreter.log import MOVE, LogEntry
from interpreter.position import PC, PLAYER, FieldEntry, FieldLayout, Vector
from interpreter.reference import Env, Observer, Operation, Walker
from interpreter.table import size_of
from interpreter.testing import NEED, branches_of
from interpreter.wording import field_noun
from mercatoria.study.number_use import NumberTrace, is_comparable
from mercatoria.study.rule_parts import Part

USED, WORKED, ASKED, SKIPPED, FORBADE = "used", "worked", "asked", "skipped", "forbade"
"""Ways in which a part of a variant can take effect.

- `USED`: a player took an action or made a choice that comes from the part.
- `WORKED`: the part changed the position, or an exception of the part applied.
- `ASKED`: the part asked a player for a decision.
- `SKIPPED`: the part suspended a rule.
- `FORBADE`: a requirement of the part made a move illegal.
"""


@dataclass(frozen=True, slots=True)
class RuleUse:
    """The work of a variant in one game."""

    times: dict[str, list[int]] = field(default_factory=dict)
    """Number of steps in which a part took effect, by seat.

    A key consists of a way, such as `USED`, and the key of the part. The last number of each list counts the steps that
    affected no seat in particular.
    """
    gained: dict[str, list[int]] = field(default_factory=dict)
    """Gains of each seat through the parts, keyed by the noun that a field counts, such as the currency."""
    lost: dict[str, list[int]] = field(default_factory=dict)
    """Losses of each seat through the parts, with the same keys."""
    extra: dict[str, list[int]] = field(default_factory=dict)
    """Amount of `lost` that each seat would not have paid without the part; for exceptions from a price of money."""
    chances: dict[str, int] = field(default_factory=dict)
    """Number of steps in which a part could have taken effect, with the keys of `times`."""

    @property
    def flows(self) -> list[dict[str, list[int]]]:
        """All numbers by seat."""
        return [self.times, self.gained, self.lost, self.extra]


def added(uses: Iterable[RuleUse]) -> RuleUse:
    """Return the sum of the work in several games."""
    total = RuleUse()
    for use in uses:
        for to, of in zip(total.flows, use.flows, strict=True):
            for key, numbers in of.items():
                to[key] = [sum(pair) for pair in zip(to.get(key, [0] * len(numbers)), numbers, strict=True)]
        for key, number in use.chances.items():
            total.chances[key] = total.chances.get(key, 0) + number
    return total


@dataclass(slots=True)
class _Open:
    """An operation that began and has not ended yet. `before` is None if its changes do not matter."""

    part: Part | None
    before: Vector | None


class UseTrace:
    """Records the work of the parts in a game that a walker replays.

    The caller replays the game through `observer`, calls `before` ahead of each log entry, and `after` behind it.
    """

    def __init__(self, flow: Flow, parts: Sequence[Part], base: Flow | None = None) -> None:
        self.use = RuleUse()
        self._flow, self._parts = flow, parts
        self._evaluator = Walker(flow).evaluator
        """An evaluator without an observer."""
        has_numbers = any(part.changes for part in parts) and base is not None and is_comparable(flow, base)
        self._numbers = NumberTrace(flow, base) if has_numbers and base is not None else None
        self._known: dict[Span, Part | None] = {}
        self._conditions: dict[int, tuple[str, bool, Part, str]] = {}
        """The way, the value with which the part takes effect, the part and the rule of a condition, by object id."""
        for branch, when in branches_of(flow.model):
            part = self._part(branch.span)
            if part is not None and branch.form == NEED:
                self._conditions[id(when)] = (FORBADE, False, part, branch.rule)
            elif part is not None and part.verb == "suspend":
                self._conditions[id(when)] = (SKIPPED, not isinstance(when, m.Not), part, branch.rule)
            elif part is not None and part.verb == "except":
                self._conditions[id(when)] = (WORKED, True, part, branch.rule)
        needs = {at: part for at, (way, _, part, _) in self._conditions.items() if way == FORBADE}
        self._forbids = {
            name: needs[id(need.condition)]
            for name, action in flow.model.actions.items() for need in action.needs if id(need.condition) in needs
        }  # fmt: skip
        """The part that may forbid an action, by the name of the action."""
        self._open: list[_Open] = []
        self._step: set[tuple[str, str, int]] = set()
        self._chances: set[str] = set()
        self._applied: set[str] = set()
        self._listing = False
        self._seat = -1

    @property
    def seen(self) -> RuleUse:
        """The work of the parts so far, and of the numbers that they change."""
        if self._numbers is None:
            return self.use
        return added([self.use, RuleUse(self._numbers.times, chances=self._numbers.chances)])

    @property
    def observer(self) -> Observer:
        return Observer(
            evaluated=self._evaluated, entered=self._entered, taken=self._taken, began=self._began, ended=self._ended
        )

    def before(self, walker: Walker, entry: LogEntry, v: Vector) -> None:
        """Take note of the player who moves, and of the moves that a part forbids."""
        self._seat = entry.seat if entry.form == MOVE else -1
        node = self._flow.nodes[v[PC]]
        if entry.form != MOVE or not isinstance(node, Decision):
            return
        kind = self._flow.move_kinds[entry.row[0]]
        if self._numbers is not None:
            self._numbers.moved(v, entry.seat, entry.row)
        if (part := self._part(node.span)) is not None and kind.action is None and kind.params:
            self._note(USED, part, self._seat)
        offered = [each.action.about.name for each in node.options if isinstance(each, Play)]
        if forbidding := [self._forbids[name] for name in offered if name in self._forbids]:
            self._chances |= {f"{FORBADE} {part.key}" for part in forbidding}
            self._listing = True
            walker.moves(v, entry.seat)
            self._listing = False

    def after(self) -> None:
        """Count the effects of the step."""
        for way, key, seat in self._step:
            self.use.times.setdefault(f"{way} {key}", [0] * (self._flow.model.players + 1))[seat] += 1
        for key in self._chances:
            self.use.chances[key] = self.use.chances.get(key, 0) + 1
        self._step.clear()
        self._chances.clear()
        self._applied.clear()

    # ------------------------------------------------------------ observations

    def _part(self, span: Span | None) -> Part | None:
        if span is None:
            return None
        if span not in self._known:
            self._known[span] = next((part for part in self._parts if part.contains(span)), None)
        return self._known[span]

    def _note(self, way: str, part: Part, seat: int = -1) -> None:
        self._step.add((way, part.key, seat))

    def _evaluated(self, e: m.Expr, value: object) -> None:
        found = self._conditions.get(id(e))
        if found is None:
            return
        way, effective, part, rule = found
        if not self._listing and way != FORBADE:
            self._chances.add(f"{way} {part.key}")
        if self._listing is (way == FORBADE) and bool(value) is effective:
            self._note(way, part, self._seat)
            self._applied.add(rule)

    def _entered(self, node: f.AnyNode, v: Vector) -> None:
        if isinstance(node, Decision) and (part := self._part(node.span)) is not None:
            self._note(ASKED, part, self._seat)
        if self._numbers is not None:
            self._numbers.entered(node, v)

    def _taken(self, option: Play, v: Vector) -> None:
        if (part := self._part(option.action.about.span)) is not None:
            self._note(USED, part, self._seat)

    def _began(self, operation: Operation, v: Vector, env: Env) -> None:
        if self._listing or any(each.before is not None for each in self._open):
            self._open.append(_Open(None, None))
            return
        part = self._part(operation.about.span if isinstance(operation, m.Cost) else operation.span)
        watched = part is not None or isinstance(operation, m.Cost)
        if part is not None and not isinstance(operation, m.Cost):
            self._chances.add(f"{WORKED} {part.key}")
        if isinstance(operation, m.Cost):
            self._note_extra(operation, v, env)
        self._open.append(_Open(part, v[:] if watched else None))

    def _note_extra(self, cost: m.Cost, v: Vector, env: Env) -> None:
        """Count the money that a cost takes only because of an exception of a part."""
        priced = cost.amount
        if cost.form != "money" or not isinstance(priced, m.If) or self._way(priced.when) != WORKED:
            return
        asked, usual = (self._evaluator.number(each, v, env) for each in (priced, priced.otherwise))
        if asked != usual and self._seat >= 0:
            extra = self.use.extra.setdefault(self._flow.model.money or "", [0] * self._flow.model.players)
            extra[self._seat] += asked - usual

    def _way(self, condition: m.Expr) -> str | None:
        """Return the way in which a condition of a part takes effect, or None for any other condition."""
        found = self._conditions.get(id(condition))
        return None if found is None else found[0]

    def _ended(self, operation: Operation, v: Vector, env: Env) -> None:
        opened = self._open.pop()
        if opened.before is None:
            return
        part = opened.part
        if part is None and isinstance(operation, m.Cost) and operation.about.name in self._applied:
            part = next(part for _, _, part, rule in self._conditions.values() if rule == operation.about.name)
        if part is not None:
            self._note_changes(part, opened.before, v)

    def _note_changes(self, part: Part, before: Vector, after: Vector) -> None:
        changed = False
        for run, entry, owner in self._places():
            if before[FieldEntry(run, entry).slots] == after[FieldEntry(run, entry).slots]:
                continue
            changed = True
            more = size_of(after, run, entry) - size_of(before, run, entry)
            if run.field.kind != PLAYER or not more:
                continue
            self._note(WORKED, part, owner)
            to = self.use.gained if more > 0 else self.use.lost
            to.setdefault(self._label(run.field), [0] * self._flow.model.players)[owner] += abs(more)
        if changed and not any(way == WORKED and key == part.key for way, key, _ in self._step):
            self._note(WORKED, part)

    def _places(self) -> Iterator[tuple[FieldLayout, int, int]]:
        for run in self._flow.layout.runs.values():
            if not run.field.builtin and not run.field.internal:
                for entry, (owner, _) in enumerate(run.combinations()):
                    yield run, entry, owner

    def _label(self, of: m.StateField) -> str:
        is_money = isinstance(of.type, m.Int) and of.type.money
        return (self._flow.model.money if is_money else "") or field_noun(of)
