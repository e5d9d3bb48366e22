"""Represents faults in rulebooks and data files as objects.

A `Diagnostic` says what is wrong (`title`), where (`span` and `label`), where else to look (`related`), and what to do
(`hint`). A `Sink` collects diagnostics, so that one run reports many faults. `render` formats a diagnostic for people;
the command line adds colour and JSON. `dsl.diagnostics.catalogue` explains each code.

Messages start in lower case, have no final full stop, and quote words of the rulebook in backticks. Messages never
mention Python types, parser terminals or grammar rules.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from difflib import get_close_matches

from dsl.limits import MOST_FAULTS
from dsl.source import INVISIBLE, Span, visible

WORD = re.compile(r"\w+")


class Suggestion(str):
    """A hint to write another word. The fix of the diagnostic follows from the same word."""

    meant: str

    def __new__(cls, meant: str, text: str = "") -> Suggestion:
        """Return the hint `did you mean …?`, or a hint with another text."""
        hint = super().__new__(cls, text or f"did you mean `{meant}`?")
        hint.meant = meant
        return hint

    def after(self, advice: str) -> Suggestion:
        """Return the same suggestion after another piece of advice."""
        return Suggestion(self.meant, f"{advice}; or {self}")


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """A single fault.

    `severity` is "error" or "warning". `code`, such as "E102", identifies the entry in the catalogue.
    """

    code: str
    title: str
    span: Span
    label: str = ""
    related: tuple[tuple[Span, str], ...] = ()
    hint: str = ""
    missing: str = ""
    """The name that the fault says is not declared, with a dot before the name of a field or fact.

    One missing declaration causes one report: a sink drops further faults about the same name.
    """
    fix: tuple[tuple[Span, str], ...] = ()
    """The edit that mends the fault: each span with the text to put in its place. Empty if none is known."""

    @property
    def severity(self) -> str:
        return "warning" if self.code.startswith("W") else "error"

    def as_data(self) -> dict[str, object]:
        """Return the fields that `check --json` prints.

        Examples are the code, severity, file, line, column, title and hint.
        """
        return {
            "code": self.code,
            "severity": self.severity,
            "file": self.span.source.path,
            "line": self.span.line,
            "column": self.span.column,
            "text": self.span.text[:200],
            "title": self.title,
            "label": self.label,
            "hint": self.hint,
            "related": [
                {"file": span.source.path, "line": span.line, "column": span.column, "label": label}
                for span, label in self.related
            ],
        }


@dataclass(slots=True)
class Sink:
    """A list of diagnostics, in the order in which the checks find them.

    The sink drops a diagnostic if it already has one with the same code, title and position, or an error about the same
    missing name. After `MOST_FAULTS`
    errors, the sink only counts further ones.
    """

    found: list[Diagnostic] = field(default_factory=list)
    left_out: int = 0
    """Number of errors that were counted but not stored."""
    passed_over: bool = False
    """True if the checker skipped a check because there were too many errors."""
    unread: frozenset[str] = frozenset()
    """Words of lines that could not be read. The sink drops faults that say that such a name is not declared."""
    _known: set[tuple[object, ...]] = field(default_factory=set, repr=False, compare=False)
    _missing: set[str] = field(default_factory=set, repr=False, compare=False)
    _errors: int = field(default=0, repr=False, compare=False)
    _looked_at: int = field(default=0, repr=False, compare=False)
    """Number of entries in `found` that are already included in `_known` and `_errors`."""

    def add(
        self,
        code: str,
        title: str,
        span: Span,
        label: str = "",
        *,
        hint: str = "",
        related: Iterable[tuple[Span, str]] = (),
        missing: str = "",
    ) -> None:
        """Add a diagnostic. If its hint is a `Suggestion` for the word at `span`, the fix is to write this word."""
        fix = ((span, hint.meant),) if isinstance(hint, Suggestion) and WORD.fullmatch(span.text) else ()
        self._add(Diagnostic(code, title, span, label, tuple(related), hint, missing, fix))

    def take_over(self, other: Sink) -> None:
        """Add the diagnostics of another sink, except duplicates."""
        for fault in other.found:
            self._add(fault)
        self.left_out = max(self.left_out, other.left_out)
        self.passed_over |= other.passed_over

    def _add(self, fault: Diagnostic) -> None:
        self._look()
        if (same := _mark(fault)) in self._known or fault.missing in self._missing:
            return
        if fault.missing.lstrip(".") in self.unread:
            return
        if fault.severity == "error" and self._errors >= MOST_FAULTS:
            self._known.add(same)
            self.left_out += 1
            return
        self.found.append(fault)
        self._look()

    def _look(self) -> None:
        """Register diagnostics that callers appended to `found` directly."""
        if self._looked_at > len(self.found):
            self._known, self._missing, self._errors, self._looked_at = set(), set(), 0, 0
        for fault in self.found[self._looked_at :] if self._looked_at < len(self.found) else ():
            self._known.add(_mark(fault))
            self._missing |= {fault.missing} - {""}
            self._errors += fault.severity == "error"
        self._looked_at = len(self.found)

    def gives_up(self) -> bool:
        """Return True, and record that checks are skipped, if there are too many errors."""
        self._look()
        self.passed_over |= self._errors >= MOST_FAULTS
        return self._errors >= MOST_FAULTS

    @property
    def errors(self) -> list[Diagnostic]:
        return [fault for fault in self.found if fault.severity == "error"]

    @property
    def warnings(self) -> list[Diagnostic]:
        return [fault for fault in self.found if fault.severity == "warning"]

    def in_order(self) -> list[Diagnostic]:
        """Return all diagnostics, sorted by file and position."""
        ordered = sorted(self.found, key=lambda fault: (*_place(fault), fault.code))
        return [*ordered, *self.rest]

    @property
    def rest(self) -> list[Diagnostic]:
        """Return a diagnostic about the errors that are not shown, as a list of at most one entry."""
        if not self.left_out and not self.passed_over:
            return []
        more = f"{self.left_out:,} more fault{'s are' if self.left_out > 1 else ' is'} not shown"
        if self.passed_over:
            more = f"checking stopped after {len(self.errors)} faults"
        last = max(self.errors, key=_place)
        return [Diagnostic("E017", more, last.span, "the last fault shown", hint="correct these first")]


def _mark(fault: Diagnostic) -> tuple[object, ...]:
    return (fault.code, *_place(fault), fault.title)


def _place(fault: Diagnostic) -> tuple[str, int, int]:
    """Return the place of a fault in its file, which is the same for a text and for a block of this text."""
    return (fault.span.source.path, *fault.span.source.position(fault.span.start))


class ErrorReported(Exception):
    """Raised after a fault has been reported.

    The nearest caller that can continue the check catches this exception.
    """


class RulebookError(Exception):
    """Raised by the library if a rulebook or its data has errors.

    `diagnostics` contains all warnings and errors.
    """

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics = tuple(diagnostics)
        super().__init__("\n".join(render(fault) for fault in self.diagnostics if fault.severity == "error"))


MOST_COMPARED = 400
"""Maximum number of known names compared with a misspelt word.

Beyond this number, the search only considers names with the same first letter.
"""

LEAST_BEGINNING = 5
"""Minimum length of a word that may suggest a longer name, as `setsail` suggests `set_sail_at_dawn`."""

VERY_NEAR = 0.8
"""Minimum similarity, from 0 to 1, at which a suggestion prefers a local name.

`harbour` and `harbor` are similar enough, but `cargo` and `card` are not.
"""


def nearest(word: str, known: Iterable[str], likeness: float = 0.6) -> str | None:
    """Return the known name that `word` probably means, or None.

    The search ignores case and small misspellings. `likeness`, from 0 to 1, is the minimum similarity.
    """
    names = sorted(set(known))
    folded = {name.casefold(): name for name in reversed(names)}
    if word.casefold() in folded:
        return folded[word.casefold()]
    if begun := _beginning_with(word, names):
        return begun
    if len(folded) > MOST_COMPARED:
        folded = {name: folded[name] for name in folded if name[:1] == word[:1].casefold()}
        folded = dict(list(folded.items())[:MOST_COMPARED])
    close = get_close_matches(word.casefold(), list(folded), n=1, cutoff=likeness)
    return folded[close[0]] if close else None


def _beginning_with(word: str, names: Iterable[str]) -> str | None:
    """Return the shortest name that begins with `word`, ignoring case and underscores, or None.

    Return None if `word` has fewer than `LEAST_BEGINNING` letters.
    """
    bare = word.replace("_", "").casefold()
    begun = [name for name in names if name.replace("_", "").casefold().startswith(bare)]
    return min(begun, key=len, default=None) if len(bare) >= LEAST_BEGINNING else None


def did_you_mean(word: str, known: Iterable[str], before: Iterable[str] = ()) -> str:
    """Return a hint that suggests the most similar known name, or an empty string.

    A very similar name in `before` takes precedence.
    """
    return suggestion(nearest(word, before, VERY_NEAR) or nearest(word, [*before, *known]))


def suggestion(name: str | None) -> str:
    """Return a hint that suggests a name, or an empty string if the name is None."""
    return Suggestion(name) if name else ""


LINE_LIMIT = 160
"""Maximum number of characters of a source line that a message shows.

The message shows only the part of a longer line around the fault.
"""


def render(fault: Diagnostic) -> str:
    """Format a diagnostic as plain text, with the source line and the underlined span."""
    lines = [f"{fault.severity} {fault.code}: {fault.title}"]
    lines += _excerpt(fault.span, fault.label, "^")
    for span, label in fault.related:
        lines += _excerpt(span, label, "-")
    if fault.hint:
        lines.append(f"   hint: {fault.hint}")
    return "\n".join(map(visible, lines))


def _excerpt(span: Span, label: str, mark: str) -> list[str]:
    line, column = span.source.position(span.start)
    text = span.source.line_text(line)
    width = max(1, min(span.end, span.start + len(text) - column + 1) - span.start)
    start = max(0, column - 1 - LINE_LIMIT // 2) if len(text) > LINE_LIMIT else 0
    shown = "".join(
        " " if char == "\t" else "�" if INVISIBLE.match(char) else char for char in text[start : start + LINE_LIMIT]
    )
    before, after = ("…" if start else ""), ("…" if start + LINE_LIMIT < len(text) else "")
    number = str(line)
    pad = " " * len(number)
    offset = len(before) + column - 1 - start
    underline = " " * offset + mark * min(width, max(1, len(shown) + len(before) - offset))
    return [
        f"{pad} --> {span.source.path}:{line}:{column}",
        f"{number} | {before}{shown}{after}",
        f"{pad} | {underline} {label}".rstrip(),
    ]
