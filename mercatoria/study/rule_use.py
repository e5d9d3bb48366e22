"""Observes the rules of a variant at work: how often they are used, by which seats, and what they give and take.

The unit is the *part*: one amendment of the variant. While the reference engine replays a game, everything that comes
from the text of a part counts as the work of the part. The observations cover only what the part did itself, and not
what the players did because of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from dsl import ast
from dsl import model as m
from dsl.source import Span
from interpreter.flow import Decision, Flow, Pick, Play
from interpreter.flow import nodes as f
from interpreter.game import Game
from interpreter.log import MOVE, LogEntry
from interpreter.position import PC, PLAYER, FieldEntry, FieldLayout, Vector
from interpreter.reference import Env, Observer, Operation, Walker
from interpreter.table import size_of
from interpreter.testing import NEED, branches_of
from interpreter.wording import field_noun

USED, WORKED, ASKED, SKIPPED, FORBADE = "used", "worked", "asked", "skipped", "forbade"
"""Ways in which a part of a variant can take effect.

- `USED`: a player took an action or made a choice that comes from the part.
- `WORKED`: the part changed the position, or an exception of the part applied.
- `ASKED`: the part asked a player for a decision.
- `SKIPPED`: the part suspended a rule.
- `FORBADE`: a requirement of the part made a move illegal.
"""

IDLE = ("applies", "requires", "excludes", "amends", "board")
"""Verbs of lines that do not change a rule themselves."""

SEEN = ("add rule", "add needs", "except", "suspend")
"""Verbs of amendments whose work a study always sees."""

REACHING = ("suspend", "replace")
"""Verbs of amendments that concern a whole rule."""

RULES = (ast.Action, ast.Phase, ast.Rule, ast.Trigger)
"""Declarations whose work a study sees."""

SEAT = "seat"
"""The function of the language that returns a seat by its number."""


@dataclass(frozen=True, slots=True)
class Part:
    """One amendment of a variant. `title` is "" if neither the amendment nor its declaration has a title."""

    verb: str
    target: str
    title: str
    span: Span
    is_rule: bool = True
    """True if the part consists of steps that a study sees at work, unlike a changed number or field."""
    names_a_seat: bool = False
    """True if the text mentions a seat by its number."""
    changes_visibility: bool = False
    """True if the part changes who may see a field."""
    scope: Span | None = None
    """Text of the rule that the part suspends or replaces, or None."""
    amended: str = ""
    """Name of the action, cost or rule that the part amends, or an empty string."""
    changes: tuple[tuple[int, int], ...] = ()
    """The numbers that the part changes, each with its value before and after."""
    numbers: tuple[int, ...] = ()
    """Numbers above 1 that only the text of the part contains, such as a price, outside its condition."""

    @property
    def key(self) -> str:
        return f"{self.verb} {self.target}"

    def contains(self, span: Span) -> bool:
        return _is_within(span, self.span)

    def moves_at_stake(self, flow: Flow) -> frozenset[str]:
        """Return the moves that the part concerns, by name.

        They are the action that the part amends or adds, or the moves that only the rule of the part offers.
        """
        actions = {each.partition(".")[0] for each in (self.target, self.amended)} & flow.model.actions.keys()
        if actions:
            return frozenset(actions)
        own: set[str] = set()
        others: set[str] = set()
        for node in flow.nodes:
            if isinstance(node, Decision):
                is_own = self.contains(node.span) or (self.scope is not None and _is_within(node.span, self.scope))
                (own if is_own else others).update(_offered(node, flow))
        return frozenset(own - others)


def _is_within(span: Span, outer: Span) -> bool:
    return outer.source.path == span.source.path and outer.start <= span.start and span.end <= outer.end


def _offered(node: Decision, flow: Flow) -> Iterator[str]:
    """Yield the names of the actions and choices that a decision offers."""
    for option in node.options:
        if isinstance(option, Play):
            yield option.action.about.name
        elif isinstance(option, Pick):
            yield flow.move_kinds[option.kind].name


def parts_of(game: Game, base: Game) -> tuple[Part, ...]:
    """Return the parts of the variants that a game has in addition to the variants of the base."""
    new = [game.folder.variants[name] for name in game.variants if name not in base.variants]
    seen = {name: field.visibility for decl in base.folder.declarations for name, field in _fields(decl).items()}
    rules = {decl.name.text: decl.span for decl in base.folder.declarations if isinstance(decl, RULES)}
    before = _numbered(base)
    changed = (each for variant in new for each in variant.amendments if each.verb not in IDLE)
    return tuple(_part(each, seen, rules, before) for each in changed)


def _numbered(game: Game) -> dict[str, ast.Node]:
    """Return the declarations, table rows and fields of a game whose numbers an amendment may change, by name."""
    found: dict[str, ast.Node] = {}
    for decl in game.folder.declarations:
        found[decl.name.text] = decl.value if isinstance(decl, (ast.Number, ast.Option)) else decl
        found |= _fields(decl)
        found |= {row.name.text: row for row in decl.rows} if isinstance(decl, ast.Table) else {}
        if isinstance(decl, ast.Action) and decl.limit is not None:
            found[f"{decl.name.text}.limit"] = decl.limit
    return found


def _numbers(node: ast.Node) -> list[int]:
    """Return the whole numbers in a text, in their order."""
    found = (each.value for each in ast.walk(node) if isinstance(each, (ast.Integer, ast.Cell)))
    return [value for value in found if isinstance(value, int)]


def _changes(amendment: ast.Amendment, before: Mapping[str, ast.Node]) -> Iterator[tuple[int, int]]:
    """Yield the numbers that an amendment changes.

    If a text has other numbers in other places, such as a new list, there are no pairs to compare.
    """
    pairs: list[tuple[ast.Node, ast.Node]] = []
    if fields := _fields(amendment.declaration):
        pairs = [(before[name], field) for name, field in fields.items() if name in before]
    elif amendment.verb in ("set", "replace") and amendment.target is not None and not amendment.target.args:
        old = before.get(str(amendment.target))
        pairs = [(old, amendment)] if old is not None else []
    elif amendment.declaration is not None and amendment.verb == "replace":
        old = before.get(amendment.declaration.name.text)
        pairs = [(old, amendment.declaration)] if old is not None else []
    for old, new in pairs:
        olds, news = _numbers(old), _numbers(new)
        if len(olds) == len(news):
            yield from ((a, b) for a, b in zip(olds, news, strict=True) if a != b)


def _own_numbers(amendment: ast.Amendment) -> Iterator[int]:
    """Yield the numbers above 1 of a new text, except those of its condition and those that name a seat."""
    if amendment.verb in ("set", "replace"):
        return
    calls = [each for each in ast.walk(amendment) if isinstance(each, ast.Call) and each.of.span.text == SEAT]
    conditions = [] if amendment.when is None else [amendment.when]
    left_out = {each.span for node in (*calls, *conditions) for each in ast.walk(node)}
    for each in ast.walk(amendment):
        if isinstance(each, ast.Integer) and each.value > 1 and each.span not in left_out:
            yield each.value


def _fields(decl: ast.Declaration | None) -> dict[str, ast.Field]:
    return {each.name.text: each for each in decl.fields} if isinstance(decl, (ast.State, ast.Kind)) else {}


def _part(
    amendment: ast.Amendment, seen: Mapping[str, str], rules: Mapping[str, Span], before: Mapping[str, ast.Node]
) -> Part:  # fmt: skip
    declared = amendment.declaration
    name = amendment.name.text if amendment.name is not None else ""
    if declared is not None:
        name = ", ".join(_fields(declared)) or declared.name.text
    title = amendment.title or (declared.title if declared is not None else "")
    is_rule = amendment.verb in SEEN or amendment.block is not None or isinstance(declared, RULES)
    names = any(isinstance(each, ast.Call) and each.of.span.text == SEAT for each in ast.walk(amendment))
    shows = any(seen.get(name, each.visibility) != each.visibility for name, each in _fields(declared).items())
    target = name or str(amendment.target)
    scope = rules.get(target) if amendment.verb in REACHING else None
    return Part(
        amendment.verb, target, title, amendment.span, is_rule, names, shows, scope, str(amendment.target),
        tuple(dict.fromkeys(_changes(amendment, before))), tuple(dict.fromkeys(_own_numbers(amendment))),
    )  # fmt: skip


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


def added(uses: Iterable[RuleUse]) -> RuleUse:
    """Return the sum of the work in several games."""
    total = RuleUse()
    for use in uses:
        for to, of in ((total.times, use.times), (total.gained, use.gained), (total.lost, use.lost)):
            for key, numbers in of.items():
                to[key] = [sum(pair) for pair in zip(to.get(key, [0] * len(numbers)), numbers, strict=True)]
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

    def __init__(self, flow: Flow, parts: Sequence[Part]) -> None:
        self.use = RuleUse()
        self._flow, self._parts = flow, parts
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
        needs = {at for at, (way, *_) in self._conditions.items() if way == FORBADE}
        self._forbids = {
            name for name, action in flow.model.actions.items() if any(id(n.condition) in needs for n in action.needs)
        }
        self._open: list[_Open] = []
        self._step: set[tuple[str, str, int]] = set()
        self._applied: set[str] = set()
        self._listing = False
        self._seat = -1

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
        if (part := self._part(node.span)) is not None and kind.action is None and kind.params:
            self._note(USED, part, self._seat)
        if any(isinstance(each, Play) and each.action.about.name in self._forbids for each in node.options):
            self._listing = True
            walker.moves(v, entry.seat)
            self._listing = False

    def after(self) -> None:
        """Count the effects of the step."""
        for way, key, seat in self._step:
            self.use.times.setdefault(f"{way} {key}", [0] * (self._flow.model.players + 1))[seat] += 1
        self._step.clear()
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
        if self._listing is (way == FORBADE) and bool(value) is effective:
            self._note(way, part, self._seat)
            self._applied.add(rule)

    def _entered(self, node: f.AnyNode, v: Vector) -> None:
        if isinstance(node, Decision) and (part := self._part(node.span)) is not None:
            self._note(ASKED, part, self._seat)

    def _taken(self, option: Play, v: Vector) -> None:
        if (part := self._part(option.action.about.span)) is not None:
            self._note(USED, part, self._seat)

    def _began(self, operation: Operation, v: Vector, env: Env) -> None:
        if self._listing or any(each.before is not None for each in self._open):
            self._open.append(_Open(None, None))
            return
        part = self._part(operation.about.span if isinstance(operation, m.Cost) else operation.span)
        watched = part is not None or isinstance(operation, m.Cost)
        self._open.append(_Open(part, v[:] if watched else None))

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
