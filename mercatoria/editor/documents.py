"""Keeps the texts of rule files in an editor, block by block.

An edit changes one or two blocks of a file. All other blocks keep their syntax trees, even if they move to other lines.
Later stages recognize what did not change by these trees.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from dsl import ast
from dsl.diagnostics import Diagnostic, Sink
from dsl.source import Place, Source
from dsl.syntax import FaultsOfBlocks, blocks, parse_block, readable
from mercatoria.editor.recovery import NO_WORDS, recovered

HEADING = re.compile(r"\w+(?: +\w+)?")
"""Pattern of the words by which an edited block is recognized."""


@dataclass(slots=True)
class Block:
    """A heading with the indented lines below it.

    Attributes:
        place: The first line of the block, shared with all earlier versions of the block.
        tree: What could be read of the block, or the last version that could be read, or None.
        is_whole: True if the block could be read.
        unread: The words of the lines that could not be read.
    """

    text: str
    place: Place
    tree: ast.Declaration | None
    is_whole: bool
    faults: Sequence[Diagnostic]
    unread: frozenset[str] = NO_WORDS

    @property
    def heading(self) -> str:
        found = HEADING.match(self.text)
        return found[0] if found else ""


@dataclass(slots=True)
class Document:
    """One file of rules in the editor.

    Attributes:
        path: The file name to show in messages.
        parsed: The number of blocks that the last edit parsed.
        is_text: False if the file is empty, too long or not text.
    """

    path: str
    text: str = ""
    blocks: list[Block] = field(default_factory=list)
    parsed: int = 0
    is_text: bool = True
    _whole: Sink = field(default_factory=Sink)

    def edit(self, text: str) -> None:
        """Replace the text, and parse the blocks that changed."""
        self.text = text
        source, self._whole = Source(self.path, text), Sink()
        self.is_text = readable(source, self._whole)
        stretches = list(blocks(source))
        texts = [text[start:end] for start, end in stretches]
        first, last = self._unchanged(texts)
        changed = [self.blocks[at] for at in range(first, len(self.blocks) - last)]
        lines = [source.position(start)[0] for start, _ in stretches]
        new = _versions(changed, texts[first : len(texts) - last])
        above, below = self.blocks[:first], self.blocks[len(self.blocks) - last :]
        for block, line in zip((*above, *below), (*lines[:first], *lines[len(texts) - last :]), strict=True):
            block.place.first_line = line
        middle = [
            _parsed(self.path, words, line, old)
            for words, line, old in zip(
                texts[first : len(texts) - last], lines[first : len(texts) - last], new, strict=True
            )
        ]
        self.blocks, self.parsed = [*above, *middle, *below], len(middle)

    def _unchanged(self, texts: Sequence[str]) -> tuple[int, int]:
        """Return the number of unchanged blocks at the beginning and at the end of the file."""
        old, most = [block.text for block in self.blocks], min(len(self.blocks), len(texts))
        first = next((at for at in range(most) if old[at] != texts[at]), most)
        rest = most - first
        return first, next((at for at in range(rest) if old[-1 - at] != texts[-1 - at]), rest)

    @property
    def declarations(self) -> tuple[ast.Declaration, ...]:
        """The readable parts of all blocks, in order."""
        return tuple(block.tree for block in self.blocks if block.tree is not None) if self.is_text else ()

    @property
    def faults(self) -> Sink:
        """The faults of reading, in the order of the text."""
        found = Sink(list(self._whole.found))
        if self.is_text:
            together = FaultsOfBlocks(found)
            for block in self.blocks:
                if found.gives_up():
                    break
                together.add(Sink(list(block.faults)), block.is_whole)
        return found

    @property
    def unread(self) -> frozenset[str]:
        """The words of the lines that could not be read."""
        return frozenset().union(*(block.unread for block in self.blocks))


def _versions(old: Sequence[Block], texts: Sequence[str]) -> list[Block | None]:
    """Return the earlier version of the block for each changed text, or None for a new block.

    Blocks are recognized by their headings. If no block came or went, a block with a new heading keeps its place.
    """
    free = list(old)
    found: list[Block | None] = []
    for text in texts:
        heading = HEADING.match(text)
        same = [block for block in free if heading and block.heading == heading[0]]
        found.append(same[0] if same else None)
        if same:
            free.remove(same[0])
    if len(old) == len(texts):
        for at, block in enumerate(old):
            if found[at] is None and any(block is each for each in free):
                found[at] = block
    return found


def _parsed(path: str, text: str, line: int, old: Block | None) -> Block:
    """Parse a block, and recover what can be read if it has a syntax error."""
    place = old.place if old is not None else Place()
    place.first_line = line
    source, sink = Source(path, text, place), Sink()
    tree = parse_block(source, 0, len(text), sink)
    if tree is not None:
        return Block(text, place, tree, True, tuple(sink.found))
    last = old.tree if old is not None else None
    rest = recovered(path, text, place, sink.found[0].span.line, last)
    return Block(text, place, rest.tree, False, tuple(sink.found), rest.unread)
