"""Reads the rest of a block that contains a line that cannot be read.

An author who types passes through many texts that cannot be read. What can still be read is checked as before, so that
one broken line does not hide other faults, and does not cause them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from dsl import ast
from dsl.diagnostics import Sink
from dsl.source import Place, Source
from dsl.syntax import parse_block

MOST_CUTS = 3
"""Maximum number of lines that are left out of a block, each with the lines indented below it."""

WORDS = re.compile(r"[^\W\d]\w*")
NO_WORDS: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Recovered:
    """The readable part of a block.

    Attributes:
        tree: The block without the lines that were left out, or an earlier version of the block, or None.
        unread: The words of the lines that were left out. Names that only they declare are unknown.
    """

    tree: ast.Declaration | None
    unread: frozenset[str]


def recovered(path: str, text: str, place: Place, fault_line: int, last: ast.Declaration | None) -> Recovered:
    """Return what can be read of a block that has a syntax error.

    Leave out the faulty line and the lines indented below it, up to three times. If the rest cannot be read either,
    take the last version of the block that could be read.

    Args:
        fault_line: The number of the faulty line in its file.
        last: The last version of the block that could be read, if there was one.
    """
    lines, unread, line = text.split("\n"), set[str](), fault_line - place.first_line
    for _ in range(MOST_CUTS):
        if not 0 < line < len(lines) or not lines[line].strip():
            break
        end = _end_of_part(lines, line)
        unread.update(*(WORDS.findall(cut) for cut in lines[line:end]))
        lines[line:end] = [""] * (end - line)
        sink = Sink()
        rest = Source(path, "\n".join(lines), place)
        tree = parse_block(rest, 0, len(rest.text), sink)
        if tree is not None:
            return Recovered(tree, frozenset(unread))
        line = sink.found[0].span.line - place.first_line
    return Recovered(last, frozenset(WORDS.findall(text)))


def _end_of_part(lines: list[str], line: int) -> int:
    """Return the number of the first line below `line` that is not indented further."""
    depth, end = _depth(lines[line]), line + 1
    while end < len(lines) and (not lines[end].strip() or _depth(lines[end]) > depth):
        end += 1
    return end


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip())
