"""Finds every name in a game's files, and the declaration that it means.

The checker knows what a name in an expression means: fields of different kinds may have one name, and a local name may
hide another one. Names outside expressions, such as those of actions after `player may`, are the only ones of their
spelling.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from dsl import ast
from dsl.source import Span

Place = tuple[str, int, int]
"""The file, the line and the column of a name."""
Role = Literal["declares", "shared", "expression", "member", "line"]
"""The part that a word plays.

It declares a name, it is a name that is shared by all rules, it is a name in an expression, it follows a dot, or it is
the name of a line of a rule.
"""


@dataclass(frozen=True, slots=True)
class NameUse:
    """One occurrence of a name.

    Attributes:
        declared: The place of the declaration that the name means.
        declares: True if this occurrence is the declaration.
    """

    span: Span
    declared: Place
    declares: bool


@dataclass(slots=True)
class NameIndex:
    """All names of a game that could be resolved, by line."""

    lines: dict[tuple[str, int], list[NameUse]] = field(default_factory=dict)
    uses: dict[Place, list[NameUse]] = field(default_factory=dict)

    def add(self, use: NameUse) -> None:
        place = place_of(use.span)
        line = self.lines.setdefault(place[:2], [])
        if all(use.span.text != other.span.text or place_of(other.span) != place for other in line):
            line.append(use)
            self.uses.setdefault(use.declared, []).append(use)

    def at(self, path: str, line: int, column: int) -> NameUse | None:
        """Return the name at a place, or just before it."""
        for use in self.lines.get((path, line), ()):
            start = use.span.column
            if start <= column <= start + len(use.span.text):
                return use
        return None

    def declaration(self, use: NameUse) -> NameUse | None:
        """Return the declaration that a name means, or None if no file of the game contains it."""
        return next((other for other in self.uses[use.declared] if other.declares), None)

    def of_file(self, path: str) -> list[NameUse]:
        """Return the names in a file, in the order of the text."""
        found = [use for (file, _), line in self.lines.items() if file == path for use in line]
        return sorted(found, key=lambda use: place_of(use.span))


def place_of(span: Span) -> Place:
    return (span.source.path, *span.source.position(span.start))


def index_of(
    trees: Iterable[ast.Declaration], meant: Mapping[Span, Span], shared: Mapping[str, Span], board: Iterable[Span]
) -> NameIndex:
    """Return all names in these declarations.

    Args:
        meant: The place of the declaration that each name in an expression means, from the checker.
        shared: The place of the declaration of each shared name.
        board: The places where board files declare things.
    """
    index, trees = NameIndex(), list(trees)
    declarations = set(meant.values())
    aliases = {place_of(word.span): place_of(shared[word.text]) for tree in trees for word in _replaced(tree)
               if word.text in shared}  # fmt: skip
    lines = {name: _lines(tree) for tree in trees for name in (tree.name.text,) if not isinstance(tree, ast.Variant)}
    for span in board:
        index.add(NameUse(span, place_of(span), True))
    for tree in trees:
        words = list(_words(tree))
        local = {text: span for span, text, role in words if role == "declares"}
        for span, text, role in words:
            declared = meant.get(span)
            if declared is None:
                declared = _by_spelling(span, text, role, span in declarations, local, shared, lines, tree)
            if declared is not None and span.text == text:
                place = place_of(declared)
                place = aliases.get(place, place)
                index.add(NameUse(span, place, place == place_of(span)))
    return index


def _by_spelling(
    span: Span, text: str, role: Role, is_declaration: bool, local: Mapping[str, Span], shared: Mapping[str, Span],
    lines: Mapping[str, Mapping[str, Span]], tree: ast.Declaration,
) -> Span | None:  # fmt: skip
    """Return the declaration of a name that the checker does not resolve."""
    match role:
        case "declares":
            return span
        case "shared":
            return shared.get(text) or local.get(text)
        case "expression":
            return span if is_declaration else local.get(text) or shared.get(text)
        case "member":
            return None
        case "line":
            return next((lines[owner][text] for owner in _owners(tree, span) if text in lines.get(owner, {})), None)


def _owners(tree: ast.Declaration, span: Span) -> Iterator[str]:
    """Yield the rules to which a named line may belong: the one that an amendment changes, or a refused move."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Target) and any(word.span == span for word in node.path[1:]):
            yield node.path[0].text
        elif isinstance(node, ast.ScenarioPart) and any(word.span == span for word in node.words):
            yield from (played.call.name.text for played in node.played if played.call is not None)


def _lines(tree: ast.Declaration) -> Mapping[str, Span]:
    """Return the named lines of a rule."""
    of_lines = (ast.Need, ast.Cost, ast.Accept, ast.ValueException, ast.ScoreLine, ast.Field, ast.TableRow)
    return {node.name.text: node.name.span for node in ast.walk(tree) if isinstance(node, of_lines)}


def _replaced(tree: ast.Declaration) -> Iterator[ast.Word]:
    """Yield the names of the declarations that a variant replaces."""
    if isinstance(tree, ast.Variant):
        for part in tree.amendments:
            if part.verb == "replace" and part.declaration is not None:
                yield part.declaration.name


def _words(tree: ast.Declaration) -> Iterator[tuple[Span, str, Role]]:
    """Yield every word of a declaration that is or may be a name."""
    replaced = {id(word) for word in _replaced(tree)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            yield node.span, node.text, "expression"
        for word, role in roles_of(node):
            yield word.span, word.text, "shared" if id(word) in replaced else role


def roles_of(node: ast.Node) -> Iterator[tuple[ast.Word, Role]]:
    """Yield the words that a node itself contains."""
    match node:
        case ast.Attribute(name=name):
            yield name, "member"
        case ast.RoutineCall(name=name):
            yield name, "shared"
        case ast.Target(path=path):
            yield path[0], "shared"
            yield from ((word, "line") for word in path[1:])
        case ast.Amendment(name=name, verb=verb) if name is not None:
            yield name, "shared" if verb in ("requires", "excludes", "amends") else "declares"
        case ast.ScenarioPart(form=form, words=words):
            roles: Mapping[str, Role] = {"players": "declares", "refused": "line"}
            yield from ((word, roles.get(form, "shared")) for word in words)
        case ast.Played(seat=seat) if seat is not None:
            yield seat, "shared"
        case ast.Event(item=item, old=old, new=new):
            yield from _given("declares", item, old, new)
        case ast.Param(name=name) | ast.Binder(name=name) | ast.PerThingCost(name=name) | ast.Let(name=name):
            yield name, "declares"
        case ast.Secretly(name=name) | ast.Discards(name=name):
            yield name, "declares"
        case ast.Walks(name=name, over=over):
            yield name, "declares"
            yield over, "shared"
        case ast.Auction(name=name, winner=winner, price=price):
            yield from _given("declares", name, winner, price)
        case ast.Declaration():
            yield from _of_declaration(node)


def _of_declaration(decl: ast.Declaration) -> Iterator[tuple[ast.Word, Role]]:
    match decl:
        case ast.State(kind=kind):
            yield from _given("shared", kind)
            return
        case ast.Setup() | ast.Round():
            return
        case ast.Rulebook(seats=seats):
            yield from _given("declares", *seats)
        case ast.Kind(listed=listed, parent=parent, each=each, between=between):
            yield from _given("declares", *listed)
            yield from _given("shared", parent, each, between)
        case ast.Value(workings=workings):
            yield from _given("declares", *(word for word, _ in workings))
        case ast.Payment(actions=actions):
            yield from _given("shared", *actions)
        case ast.Trigger(anchor=anchor):
            yield from _given("shared", anchor)
        case ast.Field(refill=refill):
            yield from _given("shared", refill)
        case ast.Variant(game=game):
            yield game, "shared"
        case ast.Scenario(game=of) if of is not None:
            yield of, "shared"
    yield decl.name, "declares"


def _given(role: Role, *words: ast.Word | None) -> Iterator[tuple[ast.Word, Role]]:
    yield from ((word, role) for word in words if word is not None)


def declared_by(variants: Iterable[ast.Variant]) -> Sequence[ast.Declaration]:
    """Return the declarations that variants add, and the variants themselves."""
    return [
        decl for variant in variants
        for decl in (variant, *(part.declaration for part in variant.amendments if part.verb == "new"))
        if decl is not None
    ]  # fmt: skip
