"""Rulebooks that were changed: shipped games, examples, examples of the docs and generated rulebooks.

A change is made in the syntax tree and keeps to what stands elsewhere in the same rulebook, so that many changed
rulebooks still pass `check`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace
from random import Random
from typing import Any

from dsl import ast
from dsl.diagnostics import Sink
from dsl.mutations import mutants
from dsl.source import Source
from dsl.syntax import parse
from tests.docs.code_blocks import DOCS, Block, blocks
from tests.fuzz.engines.case import RULES, Case, Rejected, table_of
from tests.fuzz.engines.choosing import LARGE
from tests.fuzz.engines.shrinking import printed
from tests.fuzz.inputs import games

KEPT = 100
"""Generated rulebooks that are kept to be changed."""
LARGE_GAME = 0.03
"""Share of large games: each takes as long as twenty small ones."""
Path = tuple[tuple[str, int], ...]

SWAPS: dict[str, tuple[str, ...]] = {
    "op": ("+", "-", "*", "mod", "/ down", "/ up", "=", "!=", "<", "<=", ">", ">="),
    "bound": ("", "wrapping", "clamped"), "scope": ("turn", "round", "phase", "game"),
    "lifetime": ("", "turn", "round", "phase", "game"), "visibility": ("open", "secret", "counted", "hidden"),
    "time": ("once", "turn", "round"), "once": ("", "game", "turn", "round", "phase"),
    "form": ("different", "alike", "any"),
}  # fmt: skip
WORDS = (
    ("count", "any"), ("first", "last"), ("min", "max", "sum"), ("any", "all"),
    ("clockwise", "anticlockwise", "others"),
)  # fmt: skip
ALIKE = (
    (ast.Compare, ast.Member, ast.And, ast.Or, ast.Not, ast.BooleanLiteral),
    (ast.Integer, ast.Arithmetic, ast.Negative),
    (ast.Name, ast.Attribute, ast.Call, ast.Aggregate, ast.Conditional),
    (ast.Braces, ast.Range), (ast.Amount,),
)  # fmt: skip
"""Expressions that can often replace each other."""


class Mutated:
    """A source of changed rulebooks."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.made: list[Case] = []
        self._small: list[Case] = []
        self._large: list[Case] = []

    def _read(self) -> None:
        for small in (True, False):
            for game in games()[0 if small else 1]:
                files = {name.removeprefix("G/"): text for name, text in game.items() if "/records/" not in name}
                if RULES in files:
                    (self._small if small else self._large).append(Case(files, 2))
        self._small += docs_games()

    def add(self, case: Case) -> None:
        """Keep a generated rulebook, to be changed later."""
        self.made = [*self.made[-KEPT:], case]

    def next(self) -> Case:
        """A changed rulebook."""
        random = self.random
        if not self._small:
            self._read()
        among = (
            self._large
            if random.random() < LARGE_GAME
            else self.made
            if self.made and random.random() < 0.4
            else self._small
        )
        case = replace(random.choice(among), players=random.choice((1, 2, 2, 3, 4)), seed=random.randrange(10**6))
        names = [name for name in case.files if name.endswith(".rules") and name != RULES]
        variants = tuple(variant for name in (*names, RULES) for variant in variant_names(case.files[name]))
        if variants and random.random() < 0.5:
            case = replace(case, variants=(random.choice(variants),))
        changes = 1 if among is self._large else random.randint(0, 4)
        for _ in range(changes):
            name = random.choice(names) if names and random.random() < 0.15 else RULES
            case = self.changed(case, name)
        return case

    def changed(self, case: Case, name: str) -> Case:
        """The case with one change in one file; as it is where no change passes `check`."""
        sink = Sink()
        declarations = parse(Source(name, case.files[name]), sink)
        if sink.errors or not declarations:
            return case
        for _ in range(6):
            changed = self.change(declarations)
            text = printed(changed) if changed is not None else None
            if text is None or text == case.files[name]:
                continue
            tried = case.with_file(name, text)
            try:
                table_of(tried)
            except Rejected:
                continue
            except Exception:  # noqa: BLE001 - what crashes is found by those who play it
                return tried
            return tried
        return case

    def change(self, declarations: tuple[ast.Declaration, ...]) -> tuple[ast.Declaration, ...] | None:
        """Declarations with one change; None where there is nothing of the sort that was to be changed."""
        random = self.random
        form = random.choice(("slip", "expression", "expression", "statement", "number", "word", "wrap", "drop"))
        if form == "slip":
            found = list(mutants(declarations))
            if not found:
                return None
            made = random.choice(found)
            return (*declarations[: made.index], made.declaration, *declarations[made.index + 1 :])
        at = random.randrange(len(declarations))
        places = list(places_in(declarations[at]))
        change = getattr(self, f"_{form}")(places, declarations)
        if change is None:
            return None
        path, node = change
        return (*declarations[:at], put(declarations[at], path, node), *declarations[at + 1 :])

    def _expression(self, places: list[tuple[Path, Any]], all_: tuple[Any, ...]) -> tuple[Path, Any] | None:
        found = [(path, node) for path, node in places if isinstance(node, ast.Expr)]
        if not found:
            return None
        path, node = self.random.choice(found)
        alike = next((group for group in ALIKE if isinstance(node, group)), (type(node),))
        among = self.random.choice(all_) if self.random.random() < 0.5 else None
        donors = [
            each for decl in (all_ if among is None else (among,)) for each in ast.walk(decl) if isinstance(each, alike)
        ]
        return (path, self.random.choice(donors)) if donors else None

    def _statement(self, places: list[tuple[Path, Any]], all_: tuple[Any, ...]) -> tuple[Path, Any] | None:
        found = [(path, node) for path, node in places if isinstance(node, ast.Block)]
        donors = [each for decl in all_ for each in ast.walk(decl) if isinstance(each, ast.Statement)]
        if not found or not donors:
            return None
        path, node = self.random.choice(found)
        at = self.random.randint(0, len(node.body))
        return path, replace(node, body=(*node.body[:at], self.random.choice(donors), *node.body[at:]))

    def _drop(self, places: list[tuple[Path, Any]], all_: tuple[Any, ...]) -> tuple[Path, Any] | None:
        found = [(path, node) for path, node in places if isinstance(node, ast.Block) and len(node.body) > 1]
        if not found:
            return None
        path, node = self.random.choice(found)
        at = self.random.randrange(len(node.body))
        return path, replace(node, body=node.body[:at] + node.body[at + 1 :])

    def _wrap(self, places: list[tuple[Path, Any]], all_: tuple[Any, ...]) -> tuple[Path, Any] | None:
        found = [(path, node) for path, node in places if isinstance(node, ast.Block)]
        conditions = [each for decl in all_ for each in ast.walk(decl) if isinstance(each, ALIKE[0])]
        if not found:
            return None
        path, node = self.random.choice(found)
        at = self.random.randrange(len(node.body))
        body, span = ast.Block(node.span, (), (node.body[at],)), node.span
        name, seats = ast.Word(span, "anyone"), ast.Name(span, "Player")
        wraps: list[ast.Statement] = [
            ast.Repeat(span, (), ast.Integer(span, 2), None, body), ast.Once(span, (), "round", None, body),
            ast.For(span, (), ast.Binder(span, name, seats, None), body, None),
        ]  # fmt: skip
        wraps += [ast.If(span, (), self.random.choice(conditions), body, None)] if conditions else []
        return path, replace(node, body=(*node.body[:at], self.random.choice(wraps), *node.body[at + 1 :]))

    def _number(self, places: list[tuple[Path, Any]], all_: tuple[Any, ...]) -> tuple[Path, Any] | None:
        found = [(path, node) for path, node in places if isinstance(node, ast.Integer)]
        if not found:
            return None
        path, node = self.random.choice(found)
        value = self.random.choice(
            (0, 1, 2, node.value + 1, max(0, node.value - 1), 2 * node.value, self.random.choice(LARGE))
        )
        return path, replace(node, value=value)

    def _word(self, places: list[tuple[Path, Any]], all_: tuple[Any, ...]) -> tuple[Path, Any] | None:
        changes: list[tuple[Path, Any]] = []
        for path, node in places:
            for spec in fields(node):
                value = getattr(node, spec.name)
                if isinstance(value, bool) and spec.name != "given":
                    changes.append((path, replace(node, **{spec.name: not value})))
                elif isinstance(value, str) and spec.name in SWAPS and value in SWAPS[spec.name]:
                    changes += [
                        (path, replace(node, **{spec.name: word})) for word in SWAPS[spec.name] if word != value
                    ]
                elif isinstance(value, ast.Word) and isinstance(node, ast.Aggregate) and spec.name == "gather":
                    changes += [
                        (path, replace(node, gather=replace(value, text=word)))
                        for group in WORDS
                        if value.text in group
                        for word in group
                    ]
            if isinstance(node, ast.Name) and node.text in WORDS[-1]:
                changes += [(path, replace(node, text=word)) for word in WORDS[-1]]
        return self.random.choice(changes) if changes else None


def places_in(node: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Every node below a declaration, with the way to it."""
    yield path, node
    for spec in fields(node):
        value = getattr(node, spec.name)
        if spec.name in ("span", "cites"):
            continue
        if isinstance(value, ast.Node):
            yield from places_in(value, (*path, (spec.name, -1)))
        elif isinstance(value, tuple):
            for at, member in enumerate(value):
                if isinstance(member, ast.Node):
                    yield from places_in(member, (*path, (spec.name, at)))


def put(root: Any, path: Path, node: Any) -> Any:
    """A node with another one in the place to which a way leads."""
    if not path:
        return node
    (name, at), *rest = path
    value = getattr(root, name)
    if at < 0:
        return replace(root, **{name: put(value, tuple(rest), node)})
    return replace(root, **{name: (*value[:at], put(value[at], tuple(rest), node), *value[at + 1 :])})


def variant_names(text: str) -> list[str]:
    """The names of the variants in a file of rules."""
    return [line.split()[1] for line in text.splitlines() if line.startswith("variant ")]


def docs_games() -> list[Case]:
    """Return the games of the language pages, each with its later additions."""
    found = []
    for page in ("language.md", "forms.md"):
        listed: list[Block] = list(blocks(DOCS / page))
        for base in (block for block in listed if block.name and "wrong" not in block.info):
            more = [
                each for each in listed if each.base == base.name and not each.wrong and each.info[:1] == ("rules",)
            ]
            boards = [each.text for each in listed if each.base == base.name and each.info[:1] == ("yaml",)]
            for each in more:
                found.append(
                    Case({RULES: f"{base.text}\n{each.text}"} | ({"board.yaml": boards[0]} if boards else {}), 2)
                )
    return found
