"""A chart in the language of Mermaid, which many web pages with Markdown draw."""

from __future__ import annotations

from collections.abc import Iterator

from mercatoria.graphs.graph import Box, Chart, Way

SHAPES = {
    "start": ("((", "))"), "step": ("[", "]"), "decision": ("([", "])"), "chance": ("{", "}"), "rule": ("[", "]"),
    "end": ("[[", "]]"),
}  # fmt: skip
SIGNS = {"&": "&amp;", '"': "&quot;", "<": "&lt;", ">": "&gt;", "#": "&num;"}


def mermaid(chart: Chart) -> str:
    """The text of a `mermaid` block."""
    return "\n".join(_lines(chart)) + "\n"


def _lines(chart: Chart) -> Iterator[str]:
    yield "flowchart TD"
    yield from _inside(chart, "", 1)
    yield from (_way(way) for way in chart.ways)


def _inside(chart: Chart, frame: str, depth: int) -> Iterator[str]:
    """The boxes of a frame, and the frames within it."""
    indent = "    " * depth
    yield from (indent + _box(box) for box in chart.boxes if box.frame == frame)
    for inner in chart.frames:
        if inner.within == frame:
            yield f'{indent}subgraph {inner.key} ["{_text(inner.title)}"]'
            yield from _inside(chart, inner.key, depth + 1)
            yield f"{indent}end"


def _box(box: Box) -> str:
    opened, closed = SHAPES[box.shape]
    return f'{box.key}{opened}"{"<br/>".join(map(_text, [box.title, *box.lines]))}"{closed}'


def _way(way: Way) -> str:
    word = f'|"{_text(way.word)}"|' if way.word else ""
    return f"    {way.begin} {'-.->' if way.faint else '-->'}{word} {way.end}"


def _text(text: str) -> str:
    return "".join(SIGNS.get(sign, sign) for sign in text)
