"""Splits effective rulebooks into parts, and compares them.

A part is a declaration, a table row or a field. Two parts are equal if their canonical text is equal (see
`dsl.printing`), so layout and comments make no difference.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from dsl import ast
from dsl.amendments.context import Amended, Change
from dsl.board import BoardData
from dsl.printing import ALIGN, COLUMN, declaration_lines, set_line, set_lines, with_trailing
from dsl.source import Span


@dataclass(frozen=True, slots=True)
class EffectivePart:
    """One declaration, table row or field of an effective rulebook.

    Attributes:
        key: The form and name of the part, such as "rule storm" or "row fee".
        changes: The amendments that added or changed the part.
    """

    key: str
    text: str
    span: Span
    cites: tuple[str, ...] = ()
    changes: tuple[Change, ...] = ()


@dataclass(frozen=True, slots=True)
class Difference:
    """A part that differs between two effective rulebooks.

    `before` is None for an added part, and `after` is None for a removed one.
    """

    key: str
    before: EffectivePart | None
    after: EffectivePart | None

    @property
    def form(self) -> str:
        if self.before is None:
            return "added"
        return "removed" if self.after is None else "changed"


# ---------------------------------------------------------------- parts


def parts(amended: Amended) -> list[EffectivePart]:
    """Return all parts of an effective rulebook, in order."""
    found = [part for decl in amended.declarations for part in _parts(decl)]
    by_name: dict[str, list[Change]] = {}
    for change in amended.changes:
        for name in {change.target, change.target.split(".")[0]}:
            by_name.setdefault(name, []).append(change)
    return [replace(part, changes=_own(part.key, by_name)) for part in found]


def _own(key: str, changes: Mapping[str, Sequence[Change]]) -> tuple[Change, ...]:
    form, _, name = key.rpartition(" ")
    if form != "field":
        name = name.partition(".")[0]
    seen = {change.span: change for change in changes.get(name, ())}
    return tuple(seen.values())


def _parts(decl: ast.Declaration) -> Iterator[EffectivePart]:
    if isinstance(decl, ast.Table):
        for row in decl.rows:
            lone = set_lines(declaration_lines(replace(decl, rows=(row,))), 0)
            yield EffectivePart(f"row {row.name.text}", "\n".join(lone), row.span, _cites(row))
    elif isinstance(decl, (ast.State, ast.Kind)):
        yield from _fields(decl)
    else:
        text = "\n".join(set_lines(declaration_lines(decl), 0))
        yield EffectivePart(_key(decl), text, decl.span, _cites(decl))


def _fields(decl: ast.State | ast.Kind) -> Iterator[EffectivePart]:
    if isinstance(decl, ast.Kind):
        text = "\n".join(set_lines(declaration_lines(replace(decl, fields=())), 0))
        yield EffectivePart(f"kind {decl.name.text}", text, decl.span, tuple(cite.clause for cite in decl.cites))
    for field, line in zip(decl.fields, declaration_lines(decl)[1:], strict=True):
        text = "\n".join(set_line(replace(line, depth=0), 0))
        yield EffectivePart(f"field {decl.name.text}.{field.name.text}", text, field.span, _cites(field))


def _key(decl: ast.Declaration) -> str:
    if isinstance(decl, (ast.Scoring, ast.Ranking, ast.Setup, ast.Round)):
        return type(decl).__name__.lower()
    form = decl.form if isinstance(decl, ast.Action) else type(decl).__name__.lower()
    return f"{form} {decl.name.text}"


def _cites(node: ast.Node) -> tuple[str, ...]:
    return tuple(dict.fromkeys(found.clause for found in ast.walk(node) if isinstance(found, ast.Cite)))


def board_parts(boards: Iterable[BoardData]) -> list[EffectivePart]:
    """Return one part for each thing on these boards."""
    return [
        EffectivePart(f"{kind} {row.name}", f"{row.name}: {' '.join(row.body.span.text.split())}", row.span)
        for board in boards
        for kind, row in board.rows()
    ]


def differences(before: Iterable[EffectivePart], after: Iterable[EffectivePart]) -> list[Difference]:
    """Return the parts that are removed or changed, in the order of `before`, and then the added parts."""
    old, new = ({part.key: part for part in parts} for parts in (before, after))
    changed = [
        Difference(key, part, new.get(key)) for key, part in old.items() if key not in new or new[key].text != part.text
    ]
    return changed + [Difference(key, None, part) for key, part in new.items() if key not in old]


# ---------------------------------------------------------------- the whole rulebook, with the source of each rule


def expanded(amended: Amended, home: str) -> Iterator[str]:
    """Yield the lines of an effective rulebook, with comments that name the variant behind each amended rule.

    A comment follows the first line of each rule and every line that comes from a variant.

    Args:
        home: Path of the game's folder. File names in the comments are relative to this folder.
    """
    before: type[ast.Declaration] | None = None
    for number, decl in enumerate(amended.declarations):
        lines = _with_origins(decl, amended, home)
        if number and not (before is type(decl) and len(lines) == 1):
            yield ""
        before = type(decl) if len(lines) == 1 else None
        yield from lines


def _with_origins(decl: ast.Declaration, amended: Amended, home: str) -> list[str]:
    found: list[str] = []
    by_target: dict[str, list[Change]] = {}
    for change in amended.changes:
        by_target.setdefault(change.target, []).append(change)
    base = _first_change(decl, amended)
    lines = declaration_lines(decl)
    shown = {change.span for line in lines[1:] for change in by_target.get(line.name, ())}
    for number, line in enumerate(lines):
        texts = set_line(replace(line, text=line.text.replace(ALIGN, " ")), COLUMN)
        changes = [change for change in by_target.get(line.name, ()) if change is not base]
        notes = [in_words(change, home) for change in changes if number or change.span not in shown]
        if number == 0:
            notes.insert(0, in_words(base, home) if base is not None else place(decl.span, home))
            notes += _lost(decl, by_target, home)
        if notes:
            texts[-1] = with_trailing(texts[-1], f"# {'; '.join(dict.fromkeys(notes))}", COLUMN)
        found += texts
    return found


def _first_change(decl: ast.Declaration, amended: Amended) -> Change | None:
    for change in amended.changes:
        span, here = change.span, decl.span
        if change.verb in ("new", "add rule") and span.source is here.source and span.start <= here.start <= span.end:
            return change
    return None


def _lost(decl: ast.Declaration, changes: Mapping[str, list[Change]], home: str) -> list[str]:
    name = "scoring" if isinstance(decl, ast.Scoring) else decl.name.text
    kept = {line.name for line in declaration_lines(decl)}
    return [
        in_words(change, home, change.target.removeprefix(f"{name}."))
        for target, found in changes.items()
        for change in found
        if target.startswith(f"{name}.") and target not in kept and change.verb == "suspend"
    ]


WORDS = {
    "set": "set by", "except": "exception by", "replace": "replaced by", "suspend": "suspended by",
    "add rule": "added by", "add needs": "added by", "add costs": "added by", "add accepts": "added by",
    "add limit": "added by", "add scoring": "added by", "new": "added by",
}  # fmt: skip


def in_words(change: Change, home: str, what: str = "") -> str:
    """Return an amendment as text, such as `replaced by for_two (variants/for_two.rules:4)`."""
    return f"{what} {WORDS[change.verb]} {change.variant} ({place(change.span, home)})".strip()


def place(span: Span, home: str) -> str:
    """Return the file and line of a span, with the file name relative to the game's folder."""
    return f"{span.source.path.removeprefix(home).lstrip('/')}:{span.line}"
