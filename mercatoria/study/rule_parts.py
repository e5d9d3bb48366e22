"""Finds the parts of a variant: the amendments whose work a study observes.

A part says which rule it amends, which numbers it changes or adds, and which moves it concerns. All of this comes from
the text of the variant and from the compiled game, without a game that is played.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from dsl import ast
from dsl import model as m
from dsl.source import Span
from interpreter.flow import Decision, EffectAnalysis, Flow, Pick, Play, walk
from interpreter.game import Game

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
    """One amendment of a variant. `title` is "" if neither the amendment nor the declaration has a title."""

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

    def moves_needed(self, flow: Flow) -> frozenset[str]:
        """Return the actions that change the key by which the game reads a table row that the part changes.

        Without these actions, some of the new numbers never count.
        """
        if self.verb != "set" or len(self.changes) < 2:
            return frozenset()
        effects = EffectAnalysis(flow.model)
        rows = (each for each in walk(_expressions(flow.model)) if isinstance(each, m.Lookup))
        keys = {of for row in rows if row.row == self.target for of in effects.reads(row.key)}
        actions = flow.model.actions.items()
        return frozenset(name for name, action in actions if keys & effects.writes(action.then))


def _expressions(model: m.Model) -> tuple[object, ...]:
    """Return everything in a model that is evaluated in play."""
    parts: list[object] = [routine.body for routine in model.routines.values()]
    for value in model.values.values():
        parts += [value.base, *(working for _, working in value.workings), *(case.value for case in value.exceptions)]
    for action in model.actions.values():
        parts += [action.then, *(need.condition for need in action.needs), *(cost.amount for cost in action.costs)]
        parts += [each for param in action.params for each in (param.domain, param.where)]
    return tuple(part for part in parts if part is not None)


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
    titles = {each.name.text: each.title for decl in base.folder.declarations for each in _of_numbers(decl)}
    changed = (each for variant in new for each in variant.amendments if each.verb not in IDLE)
    return tuple(_part(each, seen, rules, before, titles) for each in changed)


def _of_numbers(decl: ast.Declaration) -> tuple[ast.Declaration, ...]:
    """Return the declarations of plain numbers in a declaration: the number itself, or the rows of a table."""
    if isinstance(decl, ast.Table):
        return decl.rows
    return (decl,) if isinstance(decl, ast.Number) else ()


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
    amendment: ast.Amendment, seen: Mapping[str, str], rules: Mapping[str, Span], before: Mapping[str, ast.Node],
    titles: Mapping[str, str],
) -> Part:  # fmt: skip
    declared = amendment.declaration
    name = amendment.name.text if amendment.name is not None else ""
    if declared is not None:
        name = ", ".join(_fields(declared)) or declared.name.text
    target = name or str(amendment.target)
    title = amendment.title or (declared.title if declared is not None else "") or titles.get(target, "")
    is_rule = amendment.verb in SEEN or amendment.block is not None or isinstance(declared, RULES)
    names = any(isinstance(each, ast.Call) and each.of.span.text == SEAT for each in ast.walk(amendment))
    shows = any(seen.get(name, each.visibility) != each.visibility for name, each in _fields(declared).items())
    scope = rules.get(target) if amendment.verb in REACHING else None
    return Part(
        amendment.verb, target, title, amendment.span, is_rule, names, shows, scope, str(amendment.target),
        tuple(dict.fromkeys(_changes(amendment, before))), tuple(dict.fromkeys(_own_numbers(amendment))),
    )  # fmt: skip
