"""The parts that the answers of several tools share: sentences, faults and printed clauses."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from dsl.diagnostics import Diagnostic, Sink
from dsl.folder import GameFolder
from dsl.source import visible
from interpreter.position import LayoutError, PlayFault
from interpreter.table import one_line
from interpreter.testing import Clause, read_clauses
from mercatoria.assistance.schemas import Says

MOST_LISTED = 40
"""Maximum number of faults, scenarios, moves or clauses that an answer lists one by one."""
LONGEST_SENTENCE = 1_000
"""Maximum number of characters of one sentence of an answer."""

Text = Annotated[tuple[str, ...], Says("The answer in sentences that can be quoted, with file, line and clause.")]
GameName = Annotated[
    str, Says("The folder of a game inside the named folder, such as my_game, or the id of a shipped game.", 200, 1)
]
Variants = Annotated[tuple[str, ...], Says("Names of variants (house rules) of the game.", 20)]


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer of a tool. Each tool adds fields to the sentences."""

    says: Text

    def in_words(self) -> str:
        """Return the whole answer as text, for assistants that do not read data."""
        return "\n".join(self.says)


@dataclass(frozen=True, slots=True)
class Edit:
    """An edit that mends a fault: the text at a place is replaced."""

    file: str
    line: int
    column: int
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Fault:
    """An error or a warning, with its place, the text of its line, a hint, and the edits that mend it."""

    code: str
    severity: str
    file: str
    line: int
    column: int
    title: str
    text: str
    hint: str
    fix: tuple[Edit, ...]


@dataclass(frozen=True, slots=True)
class PrintedClause:
    """A clause of the printed rules, in the words of `clauses.yaml`."""

    id: str
    section: str
    rule: str


def sentences(lines: Iterable[str]) -> tuple[str, ...]:
    """Return lines without invisible characters, each of limited length."""
    return tuple(visible(line[:LONGEST_SENTENCE]) for line in lines if line)


def fault(found: Diagnostic) -> Fault:
    """Return a fault as data."""
    span = found.span
    edits = tuple(
        Edit(place.source.path, place.line, place.column, place.text[:200], text[:200]) for place, text in found.fix
    )
    line = span.source.line_text(span.line).strip()[:200] if span.source.text else ""
    return Fault(found.code, found.severity, span.source.path, span.line, span.column, found.title, line, found.hint,
                 edits)  # fmt: skip


def told(found: Diagnostic) -> str:
    """Return a fault as a sentence with file and line."""
    label = f" ({found.label})" if found.label else ""
    hint = f" What to do: {found.hint}." if found.hint else ""
    return (
        f"{found.span.source.path}, line {found.span.line}: {found.severity} {found.code}, {found.title}{label}.{hint}"
    )


def listed(faults: Sequence[Diagnostic]) -> tuple[list[str], tuple[Fault, ...]]:
    """Return the first faults, errors first, as sentences and as data. The last sentence counts those left out."""
    order = sorted(faults, key=lambda each: each.severity != "error")
    says = [told(each) for each in order[:MOST_LISTED]]
    if len(order) > MOST_LISTED:
        says.append(f"{len(order) - MOST_LISTED} further faults are not listed; mend these first.")
    return says, tuple(fault(each) for each in order[:MOST_LISTED])


def told_failure(found: PlayFault | LayoutError) -> str:
    """Return a sentence about a rule that failed in play, with its clauses, file and line."""
    about = found.about if isinstance(found, PlayFault) else None
    rule = f" in `{about.name}`" if about is not None else ""
    cites = f" [{', '.join(about.cites)}]" if about is not None and about.cites else ""
    place = f" at {found.span.source.path}, line {found.span.line}" if found.span.source.path else ""
    words = "A rule failed in play" if isinstance(found, PlayFault) else "These rules cannot be compiled"
    return f"{words}{rule}{cites}{place}: {found.message}."


def known_clauses(folder: GameFolder) -> Mapping[str, Clause]:
    """Return the printed clauses of a game, by number."""
    return read_clauses(folder, Sink())


def quoted(known: Mapping[str, Clause], cites: Iterable[str]) -> tuple[PrintedClause, ...]:
    """Return the clauses with these numbers that the game knows."""
    found = [known[cite] for cite in dict.fromkeys(cites) if cite in known][:MOST_LISTED]
    return tuple(PrintedClause(each.id, each.section, one_line(each.rule)[:LONGEST_SENTENCE]) for each in found)


def quotations(clauses: Iterable[PrintedClause]) -> list[str]:
    """Return clauses as sentences."""
    return [f"{each.id}" + (f" ({each.section})" if each.section else "") + f" says: “{each.rule}”" for each in clauses]


def first(names: Sequence[str]) -> str:
    """Return names as a list in one sentence. The end counts those left out."""
    more = f" and {len(names) - MOST_LISTED} more" if len(names) > MOST_LISTED else ""
    return ", ".join(names[:MOST_LISTED]) + more
