"""Aligns an answer with a reading, and lists the edits that lead from the one to the other.

An edit replaces, inserts or deletes one part of the syntax tree, and is as small as possible. `Alignment.edited`
applies some of the edits, so that the edits that matter can be found by trying. Names that the pupil chose, titles,
citations and sentences do not count: `in_words_of` first gives the reading the pupil's names.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from difflib import SequenceMatcher
from typing import Any

from dsl import ast
from dsl.folder import GameFolder
from dsl.source import Span

Declarations = tuple[ast.Declaration, ...]
Builder = Callable[[Collection[int]], Any]
"""Function that builds a part of the tree with some of the edits applied, given by their numbers."""

WORDING = ("span", "title", "cites", "label", "says", "passing", "because", "called", "brief")
"""Fields of nodes that change no game."""

NAMELESS = (
    ast.Need, ast.Cost, ast.ScoreLine, ast.End, ast.Rulebook, ast.Round, ast.Setup, ast.Scoring, ast.Ranking,
    ast.ValueException,
)  # fmt: skip
"""Declarations whose names no other rule uses."""

UNORDERED = (ast.Need, ast.Cost, ast.Accept, ast.ValueException, ast.Field, ast.ScoreLine, ast.Skip, ast.Amendment)
ATOMS = (ast.Name, ast.Word, ast.Integer, ast.BooleanLiteral, ast.NoneLiteral, ast.Fraction, ast.Cell)
"""Nodes that an edit replaces as a whole."""

SIMPLE = (ast.Compare, ast.Arithmetic, ast.Call, ast.Attribute, ast.Member, ast.Amount)
"""Expressions that an edit replaces as a whole if more than one part differs."""

LOCAL = (ast.Param, ast.Binder, ast.Let, ast.Secretly, ast.Auction, ast.Walks)
"""Nodes that declare a local name."""

LEAST_SIMILAR = 0.4
"""Minimum similarity of two parts for one to be an edited form of the other."""


@dataclass(frozen=True, slots=True)
class Edit:
    """One edit of an answer. `before` or `after` is None if the edit inserts or deletes a part.

    `owners` are the nodes of the answer around the part, the outermost first. `name` is the field of the innermost
    owner in which the part is.
    """

    number: int
    before: object
    after: object
    owners: tuple[ast.Node, ...]
    name: str
    place: Span

    @property
    def declaration(self) -> ast.Declaration | None:
        """The declaration around the part: the innermost one with a heading."""
        found = [each for each in self.owners if isinstance(each, ast.Declaration) and not isinstance(each, INNER)]
        return found[-1] if found else None


INNER = (ast.Need, ast.Cost, ast.Accept, ast.ValueException, ast.ScoreLine, ast.Field, ast.TableRow)


@dataclass(slots=True)
class Alignment:
    """An answer and a reading, with the edits between them."""

    edits: list[Edit] = field(default_factory=list)
    _builder: Builder = field(default=lambda chosen: ())

    @classmethod
    def of(cls, answer: Declarations, reading: Declarations) -> Alignment:
        """Align an answer with a reading."""
        made = cls()
        made._builder = made._sequence(answer, reading, (), "", declarations=True)
        return made

    def edited(self, chosen: Collection[int]) -> Declarations:
        """Return the declarations of the answer with the edits of these numbers."""
        built: Declarations = self._builder(chosen)
        return built

    # ------------------------------------------------------------ alignment

    def _edit(self, before: object, after: object, owners: tuple[ast.Node, ...], name: str, place: Span) -> int:
        self.edits.append(Edit(len(self.edits), before, after, owners, name, place))
        return len(self.edits) - 1

    def _value(self, mine: Any, theirs: Any, owners: tuple[ast.Node, ...], name: str) -> Builder:
        if meaning(mine) == meaning(theirs):
            return lambda chosen: mine
        if isinstance(mine, tuple) and isinstance(theirs, tuple):
            return self._sequence(mine, theirs, owners, name)
        if isinstance(mine, ast.Node) and type(mine) is type(theirs) and not _replaced_whole(mine, theirs):
            return self._node(mine, theirs, owners)
        place = mine.span if isinstance(mine, ast.Node) else owners[-1].span
        number = self._edit(mine, theirs, owners, name, place)
        return lambda chosen: theirs if number in chosen else mine

    def _node(self, mine: ast.Node, theirs: ast.Node, owners: tuple[ast.Node, ...]) -> Builder:
        builders = {
            name: self._value(getattr(mine, name), getattr(theirs, name), (*owners, mine), name)
            for name in _compared(mine)
        }
        return lambda chosen: replace(mine, **{name: build(chosen) for name, build in builders.items()})

    def _sequence(
        self, mine: tuple[Any, ...], theirs: tuple[Any, ...], owners: tuple[ast.Node, ...], name: str,
        declarations: bool = False,
    ) -> Builder:  # fmt: skip
        unordered = declarations or isinstance((*mine, *theirs)[0], UNORDERED)
        pairs = list(_unordered(mine, theirs) if unordered else _ordered(mine, theirs))
        builders: list[Builder] = []
        before: Span | None = None
        for one, two in pairs:
            if one is not None and two is not None:
                builders.append(_one(self._value(one, two, owners, name)))
            elif one is not None:
                builders.append(self._gone(one, owners, name))
            else:
                place = before if before is not None and not unordered else owners[-1].span if owners else before
                builders.append(self._new(two, owners, name, place or two.span))
            before = one.span if isinstance(one, ast.Node) else before
        return lambda chosen: tuple(part for build in builders for part in build(chosen))

    def _gone(self, part: Any, owners: tuple[ast.Node, ...], name: str) -> Builder:
        place = part.span if isinstance(part, ast.Node) else owners[-1].span
        number = self._edit(part, None, owners, name, place)
        return lambda chosen: () if number in chosen else (part,)

    def _new(self, part: Any, owners: tuple[ast.Node, ...], name: str, place: Span) -> Builder:
        number = self._edit(None, part, owners, name, place)
        return lambda chosen: (part,) if number in chosen else ()


def _replaced_whole(mine: ast.Node, theirs: ast.Node) -> bool:
    """Return True if one edit replaces a node.

    This is so for an atom, a simple expression that differs in more than one part, and an amendment that does another
    thing or amends another rule.
    """
    if isinstance(mine, ATOMS):
        return True
    unlike = [name for name in _compared(mine) if meaning(getattr(mine, name)) != meaning(getattr(theirs, name))]
    if isinstance(mine, ast.Amendment):
        return "verb" in unlike or "target" in unlike
    return isinstance(mine, SIMPLE) and len(unlike) > 1


def with_field(node: ast.Node, name: str, value: object) -> ast.Node:
    """Return a copy of a node with another value in one field."""
    changed: dict[str, Any] = {name: value}
    return replace(node, **changed)


def _one(build: Builder) -> Builder:
    return lambda chosen: (build(chosen),)


def _compared(node: ast.Node) -> list[str]:
    of: Any = type(node)
    left_out = (*WORDING, "name") if isinstance(node, NAMELESS) else WORDING
    return [spec.name for spec in fields(of) if spec.name not in left_out]


def meaning(value: object) -> str:
    """Return what a node says, without its position and its wording. Equal texts mean the same."""
    if isinstance(value, tuple):
        return "(" + ",".join(map(meaning, value)) + ")"
    if isinstance(value, ast.Node):
        return f"{type(value).__name__}({','.join(meaning(getattr(value, name)) for name in _compared(value))})"
    return repr(value)


def similarity(one: object, two: object) -> float:
    """Return the similarity of two nodes, from 0 to 1."""
    return SequenceMatcher(None, meaning(one), meaning(two), autojunk=False).ratio()


Pairs = Iterator[tuple[Any, Any]]


def _ordered(mine: tuple[Any, ...], theirs: tuple[Any, ...]) -> Pairs:
    """Pair the members of two lists whose order matters. A member without a partner is paired with None."""
    words, others = ([meaning(each) for each in side] for side in (mine, theirs))
    for form, a, b, c, d in SequenceMatcher(None, words, others, autojunk=False).get_opcodes():
        if form == "equal":
            yield from zip(mine[a:b], theirs[c:d], strict=True)
        else:
            yield from _by_similarity(list(mine[a:b]), list(theirs[c:d]))


def _by_similarity(mine: list[Any], theirs: list[Any]) -> Pairs:
    """Pair similar members of the same type, in order."""
    while mine and theirs:
        chances = [(similarity(one, two) + (type(one) is type(two)), -at, -to) for at, one in enumerate(mine)
                   for to, two in enumerate(theirs)]  # fmt: skip
        best, at, to = max(chances)
        if best < LEAST_SIMILAR + (len(mine) != len(theirs)):
            break
        yield from _by_similarity(mine[:-at], theirs[:-to])
        yield mine[-at], theirs[-to]
        mine, theirs = mine[1 - at :], theirs[1 - to :]
    yield from ((one, None) for one in mine)
    yield from ((None, two) for two in theirs)


def _unordered(mine: tuple[Any, ...], theirs: tuple[Any, ...]) -> Pairs:
    """Pair the members of two lists whose order does not matter: equal ones, those with one name, then similar ones."""
    left, partners = list(theirs), dict[int, Any]()
    for test in (_same, _same_name, _similar):
        for at, one in enumerate(mine):
            found = next((two for two in left if at not in partners and test(one, two)), None)
            if found is not None:
                partners[at] = found
                left.remove(found)
    for at, one in enumerate(mine):
        yield one, partners.get(at)
    yield from ((None, two) for two in left)


def _same(one: ast.Node, two: ast.Node) -> bool:
    return meaning(one) == meaning(two)


def _same_name(one: ast.Node, two: ast.Node) -> bool:
    return key_of(one) == key_of(two)


def _similar(one: ast.Node, two: ast.Node) -> bool:
    if type(one) is not type(two) or isinstance(one, (ast.Field, ast.Kind)):
        return False
    if isinstance(one, ast.Declaration) and not isinstance(one, INNER):
        return False
    return similarity(one, two) > LEAST_SIMILAR


def key_of(node: ast.Node) -> tuple[str, str]:
    """Return the type of a declaration, and the name by which another answer declares the same thing."""
    form = type(node).__name__
    if isinstance(node, ast.State):
        return form, node.kind.text if node.kind is not None else ""
    if isinstance(node, (ast.Rulebook, ast.Round, ast.Setup, ast.Scoring, ast.Ranking)):
        return form, ""
    if isinstance(node, ast.Amendment):
        return f"{form} {node.verb}", ast.bare(node.target) if node.target is not None else ""
    return form, node.name.text if isinstance(node, ast.Declaration) else ast.bare(node)


def rules_of(folder: GameFolder) -> Declarations:
    """Return the rules of a game as one list: its rulebook, then its variants."""
    return (*folder.declarations, *folder.variants.values())


# ---------------------------------------------------------------- names


def in_words_of(answer: Declarations, reading: Declarations) -> Declarations:
    """Return the reading with the names that the pupil chose for the same rules and local names."""
    return tuple(_renamed(each, dict(_new_names(answer, reading))) for each in reading)


def _new_names(answer: Declarations, reading: Declarations) -> Iterator[tuple[str, str]]:
    used = {node.text for decl in reading for node in ast.walk(decl) if isinstance(node, (ast.Name, ast.Word))}
    alone = [{type(decl): decl for decl in side if key_of(decl) not in map(key_of, other)}
             for side, other in ((answer, reading), (reading, answer))]  # fmt: skip
    for form, theirs in alone[1].items():
        mine = alone[0].get(form)
        kept = isinstance(theirs, (*NAMELESS, ast.State, ast.Kind, ast.Action))
        if mine is not None and not kept and mine.name.text not in used:
            yield theirs.name.text, mine.name.text
    for edit in Alignment.of(answer, reading).edits:
        if isinstance(edit.before, ast.Word) and isinstance(edit.after, ast.Word) and edit.name == "name":
            is_local = isinstance(edit.owners[-1], LOCAL)
            if is_local and edit.before.text not in used:
                yield edit.after.text, edit.before.text


def _renamed(node: Any, names: Mapping[str, str]) -> Any:
    if isinstance(node, tuple):
        return tuple(_renamed(part, names) for part in node)
    if isinstance(node, (ast.Name, ast.Word)):
        return replace(node, text=names.get(node.text, node.text))
    if isinstance(node, ast.Node) and names:
        of: Any = type(node)
        return replace(node, **{spec.name: _renamed(getattr(node, spec.name), names) for spec in fields(of)})
    return node
