"""Draws points over time as text, for terminals and Markdown."""

from __future__ import annotations

from collections.abc import Iterator

from mercatoria.study.report import words
from mercatoria.study.report.content import Tracks

HEIGHTS = "▁▂▃▄▅▆▇█"


def as_text(tracks: Tracks) -> list[str]:
    """Return a plot of points over time as lines of text. All bands have the same scale."""
    numbers = [number for band in tracks.bands for line in (band.highest, band.lowest) for number in line]
    low, high = min(numbers), max(numbers)
    return [tracks.title, *_lines(tracks, low, max(high - low, 1e-9))]


def _lines(tracks: Tracks, low: float, size: float) -> Iterator[str]:
    for band in tracks.bands:
        yield f"  {band.name}"
        for name, line in (("highest", band.highest), ("average", band.average), ("lowest", band.lowest)):
            bars = "".join(HEIGHTS[min(int(len(HEIGHTS) * (number - low) / size), len(HEIGHTS) - 1)] for number in line)
            yield f"    {name:8} {bars} {words.number(line[0], False)} to {words.number(line[-1], False)}"
