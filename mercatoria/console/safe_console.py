"""The `rich` console for text that may contain invisible characters.

It is a separate module, because `--help` needs the output streams but not `rich`.
"""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

from dsl.source import INVISIBLE, visible


class SafeConsole(Console):
    """A `rich` console that replaces invisible characters with visible marks but keeps its own colour codes."""

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        for segment in super().render(renderable, options):
            if segment.control or not INVISIBLE.search(segment.text):
                yield segment
            else:
                yield Segment(visible(segment.text), segment.style)
