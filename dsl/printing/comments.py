"""Copies comments and blank lines from the source text to the printed text.

The printed block contains nearly the same words as the source, in the same order; only round brackets and a few words
differ. Each gap between two words of the source therefore corresponds to a gap in the printed text. A trailing comment
stays behind the word that precedes it. A comment on a separate line stays above the word that follows it. Several blank
lines become one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher

from dsl.printing.lines import with_trailing

WORD = re.compile(r'"[^"\n]*"|#[^\n]*|\w+|[^\w\s()]')


@dataclass(frozen=True, slots=True)
class OwnLine:
    """A comment on a separate line, with its column. If `text` is "", the line is blank."""

    text: str
    column: int = 0


BLANK = OwnLine("")


@dataclass(slots=True)
class Trivia:
    """The comments and blank lines between two words.

    `trailing` comments follow the first word, and `leading` lines precede the second word.
    """

    trailing: list[str] = field(default_factory=list)
    leading: list[OwnLine] = field(default_factory=list)


def trivia(text: str, at_line_start: bool = False) -> Trivia:
    """Return the comments and blank lines in the source text between two words.

    Combine consecutive blank lines into one.
    """
    found = Trivia()
    lines = text.split("\n")
    for number, line in enumerate(lines):
        code, sign, comment = line.partition("#")
        alone = (number > 0 or at_line_start) and not code.strip()
        if sign and alone:
            found.leading.append(OwnLine((sign + comment).rstrip(), len(code)))
        elif sign:
            found.trailing.append((sign + comment).rstrip())
        elif alone and number < len(lines) - 1 and found.leading[-1:] != [BLANK]:
            found.leading.append(BLANK)
    return found


def words(text: str) -> Iterator[re.Match[str]]:
    """Yield the words and symbols of a text, but not its comments and round brackets."""
    return (match for match in WORD.finditer(text) if match[0][0] != "#")


@dataclass(slots=True)
class CommentedBlock:
    """The printed lines of a block, with their comments."""

    lines: list[str]
    after: list[OwnLine]
    """Comments and blank lines between this block and the next."""
    with_comment: list[int]
    """The indices of the lines with a trailing comment."""


def carry_over(source: str, printed: Sequence[str], column: int) -> CommentedBlock:
    """Add the comments of a block's source text to its printed lines.

    `source` extends to the beginning of the next block.
    """
    found = list(words(source))
    at = _lines_of([match[0] for match in found], printed)
    behind: dict[int, list[str]] = {}
    before: dict[int, list[OwnLine]] = {}
    for word, following, line, next_line in zip(found, found[1:], at, at[1:], strict=False):
        if following.start() - word.end() > 1:
            here = trivia(source[word.end() : following.start()])
            behind.setdefault(line, []).extend(here.trailing)
            notes = here.leading if next_line != line else [note for note in here.leading if note.text]
            before.setdefault(next_line, []).extend(notes)
    last = trivia(source[found[-1].end() :] if found else source)
    behind.setdefault(at[-1] if at else 0, []).extend(last.trailing)
    inside = _still_inside(last.leading)
    before[len(printed)] = last.leading[:inside]
    with_comment = [number for number, comments in behind.items() if comments]
    return CommentedBlock(_joined(printed, behind, before, column), last.leading[inside:], with_comment)


def _still_inside(notes: list[OwnLine]) -> int:
    """Return how many of the comment lines after a block are indented, and so belong to the block."""
    end = 0
    for number, note in enumerate(notes, 1):
        if note.text and not note.column:
            break
        if note.text:
            end = number
    return end


def _lines_of(found: list[str], printed: Sequence[str]) -> list[int]:
    """Return, for each word of the source, the index of the printed line that contains it."""
    pairs = [(word[0], number) for number, line in enumerate(printed) for word in words(line)]
    new = [word for word, _ in pairs]
    if found == new:
        return [number for _, number in pairs]
    lines = [-1] * len(found)
    for block in SequenceMatcher(None, found, new, autojunk=False).get_matching_blocks():
        for step in range(block.size):
            lines[block.a + step] = pairs[block.b + step][1]
    latest = 0
    for number, line in enumerate(lines):
        lines[number] = latest = line if line >= 0 else latest
    return lines


def _joined(
    printed: Sequence[str], behind: dict[int, list[str]], before: dict[int, list[OwnLine]], column: int
) -> list[str]:
    lines: list[str] = []
    for number, text in enumerate(printed):
        lines += _before(printed, number, before.get(number, []))
        comment = "   ".join(behind.get(number, []))
        lines.append(with_trailing(text, comment, column) if comment else text)
    return lines + _before(printed, len(printed), before.get(len(printed), []))


def _before(printed: Sequence[str], number: int, notes: list[OwnLine]) -> list[str]:
    """Indent the comments and blank lines that precede a line.

    A comment usually gets the indentation of this line. If the source indents the comment further, it gets the
    indentation of the line above.
    """
    above = _indent(printed[number - 1]) if number else 0
    below = _indent(printed[number]) if number < len(printed) else 0
    lines: list[str] = []
    for note in notes:
        if not note.text:
            if (lines or below <= above) and (number < len(printed) or lines) and lines[-1:] != [""]:
                lines.append("")
            continue
        lines.append(" " * (above if note.column > below else below) + note.text)
    if not any(line for line in lines) and number == len(printed):
        return []
    return lines


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))
