"""A chart in the language of Graphviz."""

from __future__ import annotations

from collections.abc import Iterator

from mercatoria.graphs.graph import Box, Chart, Way

SHAPES = {
    "start": 'shape=circle, style=filled, fillcolor="#dddddd"',
    "step": "shape=box",
    "decision": 'shape=box, style="rounded,filled", fillcolor="#fff2cc"',
    "chance": 'shape=diamond, style=filled, fillcolor="#dae8fc"',
    "rule": 'shape=box, style=filled, fillcolor="#f5f5f5"',
    "end": 'shape=box, style="filled,bold", fillcolor="#f8cecc"',
}


def dot(chart: Chart) -> str:
    """The text that `dot -Tsvg` draws."""
    return "\n".join(_lines(chart)) + "\n"


def _lines(chart: Chart) -> Iterator[str]:
    yield "digraph rules {"
    yield f'    label="{_text(chart.title)}"; labelloc=t; fontname="Helvetica";'
    yield '    node [fontname="Helvetica", fontsize=11]; edge [fontname="Helvetica", fontsize=9];'
    yield from _inside(chart, "", 1)
    yield from (_way(way) for way in chart.ways)
    yield "}"


def _inside(chart: Chart, frame: str, depth: int) -> Iterator[str]:
    """The boxes of a frame, and the frames within it."""
    indent = "    " * depth
    yield from (indent + _box(box) for box in chart.boxes if box.frame == frame)
    for inner in chart.frames:
        if inner.within == frame:
            yield f'{indent}subgraph cluster_{inner.key} {{ label="{_text(inner.title)}"; style=rounded;'
            yield from _inside(chart, inner.key, depth + 1)
            yield f"{indent}}}"


def _box(box: Box) -> str:
    return f'{box.key} [label="{_text(chr(10).join([box.title, *box.lines]))}", {SHAPES[box.shape]}];'


def _way(way: Way) -> str:
    settings = ([f'label="{_text(way.word)}"'] if way.word else []) + (["style=dashed"] if way.faint else [])
    said = f" [{', '.join(settings)}]" if settings else ""
    return f"    {way.begin} -> {way.end}{said};"


def _text(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
