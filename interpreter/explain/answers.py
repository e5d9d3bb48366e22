"""Answers to questions: a tree of findings, each with the child findings that explain it.

Findings are computed on demand. An answer shows one level first and deeper levels when the asker unfolds it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from dsl.model import Clauses
from interpreter.notebook_html import disclosure, heading, together

HOLDS, FAILS, HIDDEN, IDLE = "holds", "does not hold", "hidden", "does not apply"
"""Verdicts of a finding: the condition holds, fails or is hidden, or the rule was tried but did not apply."""

UNSEEN = "this depends on hidden information"
REST_UNSEEN = "you may not see the rest"

MORE = " …"
"""Mark at the end of a line that has more findings behind it."""

UNFOLDED = 3
"""Number of levels that a reader can unfold in a notebook."""

MOST_SHOWN = 12
"""Maximum number of findings shown on one level.

The remaining findings are only counted.
"""


def _nothing() -> Iterable[Finding]:
    return ()


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of an answer, with the rule behind it.

    `rule` is the name of the rule, or an empty string if the finding has no rule behind it. `cites` lists the printed
    clauses that the rule implements, `place` is the position of the rule in the source, and `origin` names the variant
    that added the rule. `parts` are the findings behind this one. If `words` is not empty, it replaces the rule and the
    text.
    """

    text: str
    rule: str = ""
    title: str = ""
    cites: tuple[str, ...] = ()
    place: str = ""
    origin: str = ""
    verdict: str = ""
    behind: Callable[[], Iterable[Finding]] = field(default=_nothing, repr=False, compare=False)
    words: str = ""

    @classmethod
    def by(
        cls, about: Clauses, text: str, verdict: str = "", behind: Callable[[], Iterable[Finding]] = _nothing
    ) -> Finding:
        """Return a finding about an effect of a rule."""
        return cls(text, about.name, about.title, about.cites, str(about.span), about.origin, verdict, behind)

    @property
    def parts(self) -> tuple[Finding, ...]:
        return tuple(self.behind())

    @property
    def head(self) -> str:
        """The rule with its title and clauses, as printed at the start of a line: `fare “The fare” [AB-3]`."""
        name = self.rule.rpartition(".")[2]
        title = f"“{self.title}”" if self.title else ""
        cites = f"[{', '.join(self.cites)}]" if self.cites else ""
        origin = f"(from {self.origin})" if self.origin else ""
        return " ".join(part for part in (name, title, cites, origin) if part)

    def lines(self, depth: int, indent: int = 0) -> Iterator[str]:
        """Yield the finding and `depth` levels of the findings behind it as lines of text."""
        parts = self.parts
        head = f"{self.head}: " if self.rule and self.text else self.head
        line = f"{head}{self.text}" if self.rule else f"{self.text}{' ' + self.head if self.head else ''}"
        *lines, last = (self.words or line).splitlines()
        yield from (" " * indent + each for each in lines)
        yield " " * indent + last + (MORE if parts and depth == 0 else "")
        if depth == 0:
            return
        for part in parts[:MOST_SHOWN]:
            yield from part.lines(depth - 1, indent + 2)
        if len(parts) > MOST_SHOWN:
            yield " " * (indent + 2) + f"and {len(parts) - MOST_SHOWN} more"

    def tree(self, depth: int, level: int = 0) -> Iterator[tuple[int, Finding]]:
        """Yield the finding and `depth` levels of the findings behind it, each with its level."""
        yield level, self
        parts = self.parts if depth > 0 else ()
        for part in parts[:MOST_SHOWN]:
            yield from part.tree(depth - 1, level + 1)
        if len(parts) > MOST_SHOWN:
            yield level + 1, Finding(f"and {len(parts) - MOST_SHOWN} more")

    def in_html(self, depth: int, is_open: bool = False) -> str:
        """Return the finding as HTML that the reader can unfold up to `depth` levels deep."""
        line = "\n".join(self.lines(0)).removesuffix(MORE)
        parts = self.parts if depth > 0 else ()
        behind = [part.in_html(depth - 1) for part in parts[:MOST_SHOWN]]
        if len(parts) > MOST_SHOWN:
            behind.append(disclosure(f"and {len(parts) - MOST_SHOWN} more", ()))
        return disclosure(line, behind, is_open)

    def to_data(self, depth: int) -> dict[str, object]:
        """Return the finding and `depth` levels of the findings behind it as JSON data."""
        parts = [part.to_data(depth - 1) for part in self.parts] if depth > 0 else []
        return {
            "text": self.text, "rule": self.rule, "title": self.title, "cites": list(self.cites), "place": self.place,
            "origin": self.origin, "verdict": self.verdict, "parts": parts,
        }  # fmt: skip


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to one question.

    `str(answer)` shows one level of findings behind the first line, and `answer.told(2)` shows two.
    """

    question: str
    finding: Finding

    def told(self, depth: int = 1) -> str:
        """Return the answer as text, with `depth` levels of findings behind the first line."""
        return "\n".join(self.finding.lines(depth))

    def deeper(self, depth: int) -> bool:
        """Return True if there are findings below the level `depth`."""
        here = [self.finding]
        for _ in range(depth):
            here = [part for finding in here for part in finding.parts[:MOST_SHOWN]]
        return any(finding.parts for finding in here)

    def cites(self, depth: int = 1) -> list[str]:
        """Return the printed clauses cited in the answer down to the level `depth`, in order."""
        found: dict[str, None] = {}
        here = [self.finding]
        for _ in range(depth + 1):
            found.update((cite, None) for finding in here for cite in finding.cites)
            here = [part for finding in here for part in finding.parts[:MOST_SHOWN]]
        return list(found)

    def __str__(self) -> str:
        return self.told()

    def _repr_html_(self) -> str:
        """Return HTML for a notebook: the text of the answer, with deeper levels to unfold."""
        return together(heading(self.question), self.finding.in_html(UNFOLDED, is_open=True))

    def to_data(self, depth: int = 1) -> dict[str, object]:
        return {"question": self.question} | self.finding.to_data(depth)


class NoAnswer(ValueError):
    """Raised if a question cannot be answered. The message tells the asker why."""
