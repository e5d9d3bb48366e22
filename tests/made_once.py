"""Caches parsed texts and compiled shipped games for all tests of one process.

Parsing Merkator and compiling it for one table takes seconds, and hundreds of tests begin with it. The cache does not
cover texts with errors, files that a test writes, or other processes.
"""

from __future__ import annotations

import gc
from collections import OrderedDict
from collections.abc import Callable, Hashable
from pathlib import Path
from typing import Any, ClassVar, TypeVar

from dsl import ast
from dsl.board import BoardData, read_board
from dsl.diagnostics import Sink
from dsl.folder import file_reader, reading
from dsl.source import Source
from dsl.syntax import parse
from interpreter.game import game
from interpreter.play import compiled

GAMES = Path(__file__).resolve().parents[1] / "games"
LONG = 2_000
"""Minimum number of characters of a cached text."""
TABLES, TEXTS = 32, 400
"""Maximum numbers of cached tables and texts. The cache drops the least recently used ones first."""

DROPPED_TABLES = 48
"""Number of dropped tables after which a scan of the whole heap, which takes three seconds, reclaims their memory."""

R = TypeVar("R")


class Kept:
    """A cache of the most recently used results, keyed by their inputs."""

    dropped: ClassVar[int] = 0
    """Number of tables dropped since the whole heap was last scanned."""

    def __init__(self, most: int, large: bool = False) -> None:
        self.most, self.large = most, large
        self.found: OrderedDict[Hashable, Any] = OrderedDict()

    def get(self, key: Hashable, make: Callable[[], R], worth: Callable[[], bool] = lambda: True) -> R:
        """Return the cached value, or compute the value and cache it if it is worth keeping."""
        if key in self.found:
            self.found.move_to_end(key)
            return self.found[key]  # type: ignore[no-any-return]
        made = make()
        if worth():
            self.found[key] = made
            if len(self.found) > self.most:
                self.found.popitem(last=False)
                Kept.dropped += self.large
        return made


def freeze() -> None:
    """Collect garbage, then exclude all living objects from later collections.

    The collection covers the objects made since the last call, or the whole heap if many tables were dropped.
    """
    if Kept.dropped >= DROPPED_TABLES:
        gc.unfreeze()
        Kept.dropped = 0
    gc.collect()
    gc.freeze()


def share() -> None:
    """Replace parsing and compilation with their cached versions, for the rest of the process."""
    rules, boards, tables = Kept(TEXTS), Kept(TEXTS), Kept(TABLES, large=True)

    def parsed(source: Source, sink: Sink, only: tuple[str, ...] = ()) -> tuple[ast.Declaration, ...]:
        return parse(source, sink, only) if only else read(rules, source, sink, parse)

    def laid(source: Source, sink: Sink) -> BoardData | None:
        return read(boards, source, sink, read_board)

    def ready(edition: Any, players: int, plain: bool) -> Any:
        def make() -> Any:
            return compiled(edition, players, plain)

        own = edition.folder.path.resolve().parent == GAMES and not any("." in name for name in edition.given)
        options = tuple(sorted(edition.options.items()))
        key = (edition.folder.path, edition.folder.shown, edition.variants, edition.given, options, players, plain)
        table, warnings = tables.get(key, make) if own else make()
        return table, list(warnings)

    vars(file_reader).update(parse=parsed, read_board=laid)
    vars(reading).update(parse=parsed)
    vars(game).update(compiled=ready)
    gc.set_threshold(50_000, 20, 50)  # The garbage collector then does not scan the cached objects again and again.


def read(kept: Kept, source: Source, sink: Sink, way: Callable[[Source, Sink], R]) -> R:
    """Parse a text, and cache the result if the text is long and without errors."""
    before = len(sink.found)
    if len(source.text) < LONG or before:
        return way(source, sink)
    return kept.get((source.path, source.text), lambda: way(source, sink), lambda: len(sink.found) == before)
