"""The formatter, which gives every rulebook the same layout.

The formatter prints each block of a file from its syntax tree, and then adds the comments (see
`dsl.printing.comments`). Formatting is idempotent and never changes the meaning: the formatter parses the result again
and compares the trees. The formatter leaves a file with faults unchanged.

The formatter separates blocks with one blank line. One-line declarations stay adjacent if the author wrote them without
a blank line between them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from dsl import ast
from dsl.diagnostics import Sink
from dsl.printing.comments import CommentedBlock, OwnLine, carry_over, trivia
from dsl.printing.declarations import declaration_lines
from dsl.printing.lines import ALIGN, Line, aligned, set_lines
from dsl.source import Source
from dsl.syntax import parse

COLUMNS = (44, 52, 60, 68)
"""Columns in which citations and trailing comments may start.

A file uses the first of these columns that fits nearly all of its lines.
"""

NEARLY_ALL = 0.97

FARTHEST = 90
"""Maximum width of a line that moves the notes of a computed value to the right. Longer lines move no notes."""

SCENARIO_COLUMN = 68
"""Minimum column of trailing notes in scenarios, so that several scenarios line up."""

CITATIONS = re.compile(r" +\[[^\]]*\]$")


@dataclass(slots=True)
class _Block:
    """A declaration with its printed lines, and with the source text up to the next block."""

    decl: ast.Declaration
    lines: list[Line]
    text: str
    shown: CommentedBlock

    @property
    def lone(self) -> bool:
        """Return True if the block is a single line, so that it may stand next to other single lines."""
        return len(self.shown.lines) == 1


def formatted(source: Source, sink: Sink) -> str:
    """Return a rule file in the standard layout.

    If the file has faults, report them to the sink and return the text unchanged.
    """
    faults = len(sink.errors)
    declarations = parse(source, sink)
    if len(sink.errors) > faults:
        return source.text
    text = _laid_out(source, declarations)
    again = parse(Source(source.path, text), Sink()) if declarations else ()
    assert ast.bare(again) == ast.bare(declarations), f"formatting would change the meaning of {source.path}"
    return text


def _laid_out(source: Source, declarations: Sequence[ast.Declaration]) -> str:
    text = source.text
    starts = [_line_start(source, decl) for decl in declarations] or [len(text)]
    prelude = trivia(text[: starts[0]], at_line_start=True).leading
    ends = [*starts[1:], len(text)]
    blocks = [
        _Block(decl, declaration_lines(decl), text[start:end], CommentedBlock([], [], []))
        for decl, start, end in zip(declarations, starts, ends, strict=bool(declarations))
    ]
    _align_numbers(blocks)
    column = _column(blocks)
    for block in blocks:
        block.shown = _shown(block, column)
    return "\n".join(_assembled(prelude, blocks)).strip("\n") + "\n"


def _line_start(source: Source, decl: ast.Declaration) -> int:
    return source.line_start(decl.span.line)


def _shown(block: _Block, column: int) -> CommentedBlock:
    if isinstance(block.decl, ast.Scenario):
        column = max(column, SCENARIO_COLUMN)
    if isinstance(block.decl, ast.Value):
        column = max([column, *(width + 3 for width in _widths(block) if column - 2 < width <= FARTHEST)])
    return carry_over(block.text, set_lines(block.lines, column), column)


def _column(blocks: Sequence[_Block]) -> int:
    widths = sorted(width for block in blocks for width in _widths(block) if width <= COLUMNS[-1] - 2)
    most = widths[int(len(widths) * NEARLY_ALL)] if widths else COLUMNS[-1]
    return next((column for column in COLUMNS if most <= column - 2), COLUMNS[-1])


def _widths(block: _Block) -> list[int]:
    printed = set_lines(block.lines, 0)
    with_comment = carry_over(block.text, printed, 0).with_comment
    bare = [CITATIONS.sub("", line) for line in printed]
    return [
        len(text)
        for number, text in enumerate(bare)
        if '"' not in text and (number in with_comment or text != printed[number])
    ]


def _align_numbers(blocks: list[_Block]) -> None:
    """Align adjacent lines that contain an alignment mark."""
    group: list[_Block] = []
    for block in [*blocks, None]:
        if block is not None and ALIGN in block.lines[0].text:
            group.append(block)
            if not trivia(block.text).leading:
                continue
        for one, line in zip(group, aligned([one.lines[0] for one in group]), strict=True):
            one.lines = [line]
        group = []


def _assembled(prelude: list[OwnLine], blocks: list[_Block]) -> Iterator[str]:
    yield from (note.text for note in prelude)
    for number, block in enumerate(blocks):
        yield from block.shown.lines
        if number == len(blocks) - 1:
            notes = [note.text for note in block.shown.after]
            yield from [""] if any(notes) and notes[0] and not block.lone else []
            yield from notes
        else:
            yield from _between(block, blocks[number + 1])


def _between(block: _Block, following: _Block) -> list[str]:
    """Return the lines between two blocks: the comments, and a blank line unless single lines are grouped."""
    notes = [note.text for note in block.shown.after]
    if not any(notes):
        return [] if block.lone and following.lone and not notes else [""]
    notes = notes if block.lone or notes[:1] == [""] else ["", *notes]
    if not following.lone and "" not in notes:
        notes = ["", *notes]
    return notes
