"""Tests positions in a file and in a block of a file that moves."""

from __future__ import annotations

from dsl.diagnostics import Sink, render
from dsl.source import Place, Source, Span

TEXT = "round\n    stop game\n"


def test_a_block_has_the_line_numbers_of_its_file() -> None:
    block = Source("rulebook.rules", TEXT, Place(41))
    stop = Span(block, TEXT.index("stop"), TEXT.index("game"))
    assert (stop.line, stop.column) == (42, 5)
    assert block.line_text(42) == "    stop game"
    assert block.line_start(42) == TEXT.index("    stop")
    assert list(block.lines) == [41, 42, 43]


def test_a_block_moves_with_the_lines_above_it() -> None:
    place = Place(41)
    stop = Span(Source("rulebook.rules", TEXT, place), TEXT.index("stop"), TEXT.index("game"))
    place.first_line = 3
    assert (stop.line, stop.column, str(stop)) == (4, 5, "rulebook.rules:4:5")


def test_faults_at_equal_offsets_of_two_blocks_are_two_faults() -> None:
    sink = Sink()
    for first in (9, 2):
        sink.add("E301", "nothing is called `x`", Span(Source("rulebook.rules", TEXT, Place(first)), 0, 5))
    assert [fault.span.line for fault in sink.in_order()] == [2, 9]
    assert "rulebook.rules:2:1\n2 | round" in render(sink.in_order()[0])
