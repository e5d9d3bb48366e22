"""Titles, citations and comments: they change nothing in play, but appear in rulebooks."""

from __future__ import annotations

from dsl.diagnostics import Sink
from dsl.source import Source
from dsl.syntax import parse
from tests.fuzz.engines.choosing import Choices

NOTES = (' "A title"', " [GEN-001]", ' "A title" [GEN-001, GEN-A2]', "  # a comment", " [GEN-001]")
CHANCE = 0.08
"""Probability that a line gets a note."""


def decorated(choices: Choices, lines: list[str]) -> list[str]:
    """Lines of rules, some with a title or citations where the grammar allows them."""
    blocks: list[list[str]] = []
    for line in lines:
        if line[:1].strip() or not blocks:
            blocks.append([])
        blocks[-1].append(line)
    return [line for block in blocks for line in _block(choices, block)]


def _block(choices: Choices, block: list[str]) -> list[str]:
    for at, line in enumerate(block):
        if not line.strip() or '"' in line or not choices.chance(CHANCE):
            continue
        head = line.split()[0]
        form = choices.rare(f"note {head}" if head.isalpha() else "note", NOTES)
        changed = [*block[:at], line + form, *block[at + 1 :]]
        sink = Sink()
        if parse(Source("block", "\n".join(changed) + "\n"), sink) and not sink.errors:
            block = changed
    return block
