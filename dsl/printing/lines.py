"""Lays out sentences as lines of text.

The layout consists of indentation, line breaks inside brackets, and the column of citations.

Other modules of this stage build sentences (`Line`), and this module lays them out. The module breaks a sentence longer
than `WIDTH` at its outermost suitable brackets, because a line may continue only inside brackets.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from dsl.printing.expressions import BREAKS, EACH, NEXT, OPTIONAL, SHORT, on_one_line

WIDTH = 116
"""Maximum width of a sentence in columns, not counting its citations.

A title counts towards the width only if the sentence has a parameter list.
"""

OPENING, CLOSING = OPTIONAL

SPREAD = 12
"""Maximum difference in width between sentences whose citations share a column."""

FARTHEST = 100
"""Maximum width of a sentence whose citations share a column with those of other sentences."""

INDENT = 4
ALIGN = "\t"
"""A mark inside a sentence; the printer aligns neighbouring sentences at this mark."""


@dataclass(frozen=True, slots=True)
class Line:
    """One sentence, with its nesting depth, title and citations.

    If the sentence starts a rule, `name` is the path with which amendments refer to the rule. Otherwise `name` is "".
    """

    depth: int
    text: str
    title: str = ""
    cites: tuple[str, ...] = ()
    name: str = ""

    @property
    def head(self) -> str:
        """Return the sentence on one line, without its citations."""
        title = f' "{self.title}"' if self.title else ""
        return " " * (INDENT * self.depth) + on_one_line(self.text) + title


def deeper(lines: Iterable[Line], by: int = 1) -> list[Line]:
    return [replace(line, depth=line.depth + by) for line in lines]


def set_lines(lines: Sequence[Line], column: int) -> list[str]:
    """Print sentences as lines, with their citations in a column if there is room.

    Consecutive long sentences of similar width share a citation column further right.
    """
    found: list[str] = []
    run: list[Line] = []
    for line in aligned(lines):
        widths = [_last_width(each) for each in (*run, line)]
        if min(widths) <= column - 2 or max(widths) > min(FARTHEST, min(widths) + SPREAD):
            found += _set_run(run, column)
            run = []
        run.append(line)
    return found + _set_run(run, column)


def _set_run(run: Sequence[Line], column: int) -> list[str]:
    if len(run) > 1:
        column = max(map(_last_width, run)) + 3
    return [text for line in run for text in set_line(line, column)]


def _last_width(line: Line) -> int:
    """Return the width of a sentence's last line, or 0 if its citations cannot share a column."""
    return len(set_line(replace(line, cites=()), 0)[-1]) if line.cites and not line.title else 0


def aligned(lines: Sequence[Line]) -> list[Line]:
    """Replace alignment marks with spaces, so that the text after the marks lines up."""
    widest = max((line.text.index(ALIGN) for line in lines if ALIGN in line.text), default=0)
    found = []
    for line in lines:
        before, mark, after = line.text.partition(ALIGN)
        found.append(replace(line, text=f"{before.ljust(widest)} {after}") if mark else line)
    return found


def set_line(line: Line, column: int) -> list[str]:
    """Print a sentence as one or more lines."""
    title = f' "{line.title}"' if line.title else ""
    texts = broken(" " * (INDENT * line.depth) + line.text, len(title))
    last = texts[-1] + title
    if line.cites:
        last = with_trailing(last, f"[{', '.join(line.cites)}]", column)
    return [*texts[:-1], last]


def with_trailing(text: str, note: str, column: int) -> str:
    """Append a citation or comment to a text.

    One space separates a title from the citation after it. Otherwise, the citation or comment starts in `column`. If
    the text is too long, three spaces separate it from the citation or comment.
    """
    if note.startswith("[") and '"' in text:
        return f"{text} {note}"
    return text.ljust(column) + note if len(text) <= column - 2 and not text.endswith("]") else f"{text}   {note}"


def broken(text: str, beyond: int = 0) -> list[str]:
    """Break a sentence into lines of at most `WIDTH` columns, as far as its brackets allow.

    Args:
        beyond: The width, in columns, of the citations or comment to be appended. If the sentence is too long only
            because of the citations or comment, break it only inside a parameter list.
    """
    width = len(on_one_line(text))
    if width <= WIDTH and (NEXT not in text or width + beyond <= WIDTH):
        return [on_one_line(text)]
    indent = len(text) - len(text.lstrip(" ")) + 2 * INDENT
    return [on_one_line(line) for line in _cut(_bracketed(text), 0, indent, width <= WIDTH)]


def _bracketed(text: str) -> str:
    """Print the outermost optional brackets of a sentence, unless their contents are short."""
    found: list[str] = []
    opened: list[int] = []
    depth = 0
    for sign in text:
        depth += _opened(sign) + (sign == OPENING) - (sign == CLOSING)
        if sign == OPENING:
            opened.append(len(found) if depth == 1 else -1)
        elif sign == CLOSING and (start := opened.pop()) >= 0 and len(found) - start > SHORT:
            found[start], sign = "(", ")"
        found.append(sign)
    return "".join(sign for sign in found if sign not in (OPENING, CLOSING))


def _cut(text: str, depth: int, indent: int, must: bool = False) -> Iterator[str]:
    """Break a text into lines.

    Args:
        depth: Number of brackets that are open at the start of the text.
        must: True to break the text even if it fits on one line.
    """
    best = _best_cut(text, depth)
    if best == 0 or (len(on_one_line(text)) <= WIDTH and not must):
        yield text
        return
    start, begin = 0, ""
    inner = indent + INDENT if text[best] in EACH else indent
    for at in [*_with_its_like(text, best), len(text)]:
        piece = begin + text[start:at]
        yield from _cut(piece, depth, inner)
        depth += _opened(piece)
        start, begin = at + 1, " " * indent


def _best_cut(text: str, depth: int) -> int:
    """Return the best position for a line break, or 0 if there is none.

    The best position is inside as few brackets as possible. Among equally deep positions, prefer the better mark, then
    the position further right.
    """
    best = (WIDTH, 0, 0)
    for at, sign in enumerate(text[: WIDTH + 1]):
        depth += _opened(sign)
        if sign in BREAKS and depth > 0:
            best = min(best, (depth, BREAKS.index(sign), -at))
    return -best[2]


def _with_its_like(text: str, place: int) -> list[int]:
    """Return all positions at which a line must break if it breaks at `place`."""
    if text[place] not in EACH:
        return [place]
    before, after = range(place - 1, -1, -1), range(place, len(text))
    return [*reversed([*_on_one_side(text, before, place)]), *_on_one_side(text, after, place)]


def _on_one_side(text: str, way: range, place: int) -> Iterator[int]:
    """Yield the positions of marks equal to the one at `place`, in one direction, up to the end of the enclosing
    brackets.
    """
    depth = 0
    for at in way:
        depth += way.step * _opened(text[at])
        if depth < 0:
            return
        if depth == 0 and text[at] == text[place]:
            yield at


def _opened(text: str) -> int:
    return sum((sign in "({") - (sign in ")}") for sign in text)
