"""From sentences to lines of text: indentation, breaks inside brackets, columns of citations.

A printer says what stands in a sentence (`Line`); this module says where. A sentence longer than `WIDTH` is broken at
the outermost brackets that allow it, since a line may run on only inside brackets.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from dsl.printing_expressions import BREAKS, on_one_line

WIDTH = 100
"""Columns of a sentence, its title and citations not counted."""

INDENT = 4
ALIGN = "\t"
"""Stands in a sentence where those of its group are to be aligned."""


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence. `name` is the path of the rule that it begins, as amendments would name it, or ""."""

    depth: int
    text: str
    title: str = ""
    cites: tuple[str, ...] = ()
    name: str = ""

    @property
    def head(self) -> str:
        """All but the citations, on one line."""
        title = f' "{self.title}"' if self.title else ""
        return " " * (INDENT * self.depth) + on_one_line(self.text) + title


def deeper(lines: Iterable[Line], by: int = 1) -> list[Line]:
    return [replace(line, depth=line.depth + by) for line in lines]


def set_lines(lines: Sequence[Line], column: int) -> list[str]:
    """Sentences as lines of a file, with their citations in a column where there is room."""
    return [text for line in aligned(lines) for text in set_line(line, column)]


def aligned(lines: Sequence[Line]) -> list[Line]:
    """The marks of alignment replaced by as many spaces as the longest sentence asks for."""
    widest = max((line.text.index(ALIGN) for line in lines if ALIGN in line.text), default=0)
    found = []
    for line in lines:
        before, mark, after = line.text.partition(ALIGN)
        found.append(replace(line, text=f"{before.ljust(widest)} {after}") if mark else line)
    return found


def set_line(line: Line, column: int) -> list[str]:
    """One sentence as one or more lines."""
    texts = broken(" " * (INDENT * line.depth) + line.text)
    last = texts[-1] + (f' "{line.title}"' if line.title else "")
    if line.cites:
        last = beside(last, f"[{', '.join(line.cites)}]", column)
    return [*texts[:-1], last]


def beside(text: str, note: str, column: int) -> str:
    """A citation or comment behind a text: after a title with one space, else in its column or three spaces on."""
    if note.startswith("[") and '"' in text:
        return f"{text} {note}"
    return text.ljust(column) + note if len(text) <= column - 2 and not text.endswith("]") else f"{text}   {note}"


def broken(text: str) -> list[str]:
    """A sentence cut into lines of at most `WIDTH` columns, as far as its brackets allow."""
    indent = len(text) - len(text.lstrip(" ")) + 2 * INDENT
    found, depth = [], 0
    while len(on_one_line(text)) > WIDTH and (cut := _cut(text, depth)) > 0:
        found.append(on_one_line(text[:cut]))
        depth += _opened(text[:cut])
        text = " " * indent + text[cut + 1 :]
    return [*found, on_one_line(text)]


def _cut(text: str, depth: int) -> int:
    """Where to break a line that begins inside `depth` brackets: as far out as possible, then as far right."""
    best = (WIDTH, 0, 1)
    for at, sign in enumerate(text[: WIDTH + 1]):
        depth += _opened(sign)
        if sign in BREAKS and depth > 0:
            best = min(best, (depth, BREAKS.index(sign), -at))
    return -best[2]


def _opened(text: str) -> int:
    """How many more brackets a text opens than it closes."""
    return sum((sign in "({") - (sign in ")}") for sign in text)
