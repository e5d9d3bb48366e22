"""Answers to questions: trees of findings in which child findings explain their parent.

A finding computes its children only when they are needed. An answer first shows one level of findings, and shows deeper
levels when the asker unfolds them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from dsl.model import Clauses
from interpreter.notebook_html import disclosure, heading, together
from interpreter.table import titled

HOLDS, FAILS, HIDDEN, IDLE = "holds", "does not hold", "hidden", "does not apply"
"""Verdicts: a condition holds, does not hold or is hidden, or a rule did not apply."""

UNSEEN = "this depends on hidden information"
REST_UNSEEN = "you may not see the rest"

MORE = " …"
"""Suffix of a line whose finding has child findings that are not shown."""

UNFOLDED = 3
"""Number of levels of findings that a reader can unfold in a notebook."""

MOST_SHOWN = 12
"""Maximum number of findings shown on one level.

A line such as "and 3 more" replaces the remaining findings.
"""


def _nothing() -> Iterable[Finding]:
    return ()


@dataclass(frozen=True, slots=True)
class Finding:
    """A fact that an answer states, with the rule that explains the fact.

    `rule` is the rule's name, or an empty string if no rule explains the fact. `cites` lists the printed clauses that
    the rule implements, `place` is the position of the rule in the source, and `origin` names the variant that added
    the rule. `parts` are the child findings. If `words` is not empty, `lines` prints it instead of the rule and `text`.
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
        """Return a finding that cites a rule."""
        return cls(text, about.name, about.title, about.cites, str(about.span), about.origin, verdict, behind)

    @property
    def parts(self) -> tuple[Finding, ...]:
        return tuple(self.behind())

    @property
    def called(self) -> str:
        """The printed title of the rule or, if there is none, a title made from its name."""
        return self.title or titled(self.rule)

    @property
    def head(self) -> str:
        """Name, title and cited clauses of the rule, such as `fare “The fare” [AB-3]`."""
        name = self.rule.rpartition(".")[2]
        title = f"“{self.title}”" if self.title else ""
        cites = f"[{', '.join(self.cites)}]" if self.cites else ""
        origin = f"(from {self.origin})" if self.origin else ""
        return " ".join(part for part in (name, title, cites, origin) if part)

    def lines(self, depth: int, indent: int = 0) -> Iterator[str]:
        """Yield the finding and `depth` levels of its descendants as lines of text."""
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
        """Yield the finding and `depth` levels of its descendants, each with its level."""
        yield level, self
        parts = self.parts if depth > 0 else ()
        for part in parts[:MOST_SHOWN]:
            yield from part.tree(depth - 1, level + 1)
        if len(parts) > MOST_SHOWN:
            yield level + 1, Finding(f"and {len(parts) - MOST_SHOWN} more")

    def in_html(self, depth: int, is_open: bool = False) -> str:
        """Return the finding as HTML in which the reader can unfold `depth` levels."""
        line = "\n".join(self.lines(0)).removesuffix(MORE)
        parts = self.parts if depth > 0 else ()
        behind = [part.in_html(depth - 1) for part in parts[:MOST_SHOWN]]
        if len(parts) > MOST_SHOWN:
            behind.append(disclosure(f"and {len(parts) - MOST_SHOWN} more", ()))
        return disclosure(line, behind, is_open)

    def to_data(self, depth: int) -> dict[str, object]:
        """Return the finding and `depth` levels of its descendants as JSON data."""
        parts = [part.to_data(depth - 1) for part in self.parts] if depth > 0 else []
        return {
            "text": self.text, "rule": self.rule, "title": self.title, "cites": list(self.cites), "place": self.place,
            "origin": self.origin, "verdict": self.verdict, "parts": parts,
        }  # fmt: skip


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer to a question from a player or spectator.

    `str(answer)` shows one level of findings below the first line, and `answer.told(2)` shows two.
    """

    question: str
    finding: Finding

    def told(self, depth: int = 1) -> str:
        """Return the answer as text, with `depth` levels of findings below the first line."""
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
        """Return HTML for a notebook, in which the reader can unfold deeper levels."""
        return together(heading(self.question), self.finding.in_html(UNFOLDED, is_open=True))

    def to_data(self, depth: int = 1) -> dict[str, object]:
        return {"question": self.question} | self.finding.to_data(depth)


class NoAnswer(ValueError):
    """Raised for a question that the program cannot answer. The message tells the asker why."""
