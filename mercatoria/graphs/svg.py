"""A chart as a picture: boxes in layers, ways as lines, frames behind them. No program is needed to draw it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape

from mercatoria.graphs.graph import Box, Chart, Frame, Way
from mercatoria.graphs.layers import Layers, layered

LETTER, LINE, PAD = 6.4, 15, 10
"""Width of a letter, height of a line, room inside a box; in pixels."""

ACROSS, DOWN, MARGIN, BEND, HEAD = 40, 72, 60, 12, 15

FILLS = {
    "start": "#dddddd", "step": "#ffffff", "decision": "#fff2cc", "chance": "#dae8fc", "rule": "#f5f5f5",
    "end": "#f8cecc",
}  # fmt: skip

STYLE = (
    "text{font:11px Helvetica,Arial,sans-serif}.title{font-weight:bold}.way{fill:none;stroke:#555}"
    ".faint{stroke-dasharray:4 3}.frame{fill:#000;fill-opacity:.03;stroke:#999}.word{font-size:9px;fill:#333}"
)


TIP = (
    '<marker id="tip" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
    '<path d="M0,0L8,4L0,8z" fill="#555"/></marker>'
)


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a box or a bend lies: its left upper corner and its size."""

    x: float
    y: float
    width: float
    height: float

    @property
    def middle(self) -> float:
        return self.x + self.width / 2

    @property
    def bottom(self) -> float:
        return self.y + self.height


def svg(chart: Chart) -> str:
    """The picture as the text of an SVG file."""
    boxes = {box.key: box for box in chart.boxes}
    layers = layered(chart)
    spots = _spots(layers, boxes)
    right = max((spot.x + spot.width for spot in spots.values()), default=0.0)
    width = right + MARGIN + 14 * (len(layers.back) + 1) + 60
    height = max((spot.bottom for spot in spots.values()), default=0.0) + MARGIN
    size = f'width="{width:.0f}" height="{height:.0f}" viewBox="0 0 {width:.0f} {height:.0f}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size}>',
        f"<title>{escape(chart.title)}</title><style>{STYLE}</style>",
        TIP,
        *_frames(chart, spots),
        *_ways(chart, layers, spots, right),
        *(line for box in chart.boxes for line in _box(box, spots[box.key])),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _size(box: Box) -> tuple[float, float]:
    texts = [box.title, *box.lines]
    return max(map(len, texts)) * LETTER + 2 * PAD, len(texts) * LINE + 2 * PAD - 4


def _spots(layers: Layers, boxes: dict[str, Box]) -> dict[str, Spot]:
    """Rows one below the other, each in the middle of the picture."""
    sizes = {key: _size(boxes[key]) if key in boxes else (float(BEND), 0.0) for row in layers.rows for key in row}
    widths = [sum(sizes[key][0] for key in row) + ACROSS * (len(row) - 1) for row in layers.rows]
    spots: dict[str, Spot] = {}
    y = float(MARGIN)
    for row, width in zip(layers.rows, widths, strict=True):
        x = MARGIN + (max(widths) - width) / 2
        height = max((sizes[key][1] for key in row), default=0.0)
        for key in row:
            spots[key] = Spot(x, y, sizes[key][0], sizes[key][1] or height)
            x += sizes[key][0] + ACROSS
        y += height + DOWN
    return spots


def _box(box: Box, spot: Spot) -> Iterator[str]:
    round_ = {"decision": 12, "start": 20, "chance": 2}.get(box.shape, 2)
    thick = 2 if box.shape == "end" else 1
    yield (
        f'<rect x="{spot.x:.0f}" y="{spot.y:.0f}" width="{spot.width:.0f}" height="{spot.height:.0f}" rx="{round_}" '
        f'fill="{FILLS[box.shape]}" stroke="#333" stroke-width="{thick}"/>'
    )
    for number, text in enumerate([box.title, *box.lines]):
        kind = ' class="title"' if number == 0 else ""
        y = spot.y + PAD + 8 + number * LINE
        yield f'<text{kind} x="{spot.middle:.0f}" y="{y:.0f}" text-anchor="middle">{escape(text)}</text>'


def _frames(chart: Chart, spots: dict[str, Spot]) -> Iterator[str]:
    """A frame around all that stands in it, the outer ones first."""
    for frame in chart.frames:
        inside = [spots[box.key] for box in chart.boxes if _within(chart, box.frame, frame)]
        if not inside:
            continue
        levels = _nested(chart, frame)
        room, head = 6 + 6 * levels, HEAD * (levels + 1)
        left, top = min(spot.x for spot in inside) - room, min(spot.y for spot in inside) - head
        right, bottom = max(spot.x + spot.width for spot in inside) + room, max(s.bottom for s in inside) + room
        yield (
            f'<rect class="frame" x="{left:.0f}" y="{top:.0f}" width="{right - left:.0f}" '
            f'height="{bottom - top:.0f}" rx="6"/>'
        )
        yield f'<text class="word" x="{left + 4:.0f}" y="{top + 10:.0f}">{escape(frame.title)}</text>'


def _within(chart: Chart, key: str, frame: Frame) -> bool:
    frames = {each.key: each for each in chart.frames}
    while key and key != frame.key:
        key = frames[key].within
    return key == frame.key


def _nested(chart: Chart, frame: Frame) -> int:
    """How many frames deep a frame is filled."""
    return max((1 + _nested(chart, inner) for inner in chart.frames if inner.within == frame.key), default=0)


def _ways(chart: Chart, layers: Layers, spots: dict[str, Spot], right: float) -> Iterator[str]:
    for number, chain in layers.chains.items():
        points = [(spots[chain[0]].middle, spots[chain[0]].bottom)]
        for bend in chain[1:-1]:
            points += [(spots[bend].middle, spots[bend].y), (spots[bend].middle, spots[bend].bottom)]
        points.append((spots[chain[-1]].middle, spots[chain[-1]].y))
        way = chart.ways[number]
        word = ((points[0][0] + points[1][0]) / 2 + 4, points[0][1] + 14)
        yield from _line(way, points, (points[-1][0] + 8, points[-1][1] - 6) if way.faint else word)
    for place, number in enumerate(layers.back, 1):
        way = chart.ways[number]
        begin, end = spots[way.begin], spots[way.end]
        x = right + MARGIN / 2 + 14 * place if way.begin != way.end else begin.x + begin.width + 16
        low, high = begin.y + begin.height * 0.7, end.y + end.height * 0.3
        points = [(begin.x + begin.width, low), (x, low), (x, high), (end.x + end.width, high)]
        yield from _line(
            way, points, (x + 3, (low + high) / 2) if way.begin == way.end else (points[0][0] + 6, low - 3)
        )


def _line(way: Way, points: list[tuple[float, float]], word: tuple[float, float]) -> Iterator[str]:
    path = " ".join(f"{x:.0f},{y:.0f}" for x, y in points)
    kind = "way faint" if way.faint else "way"
    yield f'<polyline class="{kind}" points="{path}" marker-end="url(#tip)"/>'
    if way.word:
        yield f'<text class="word" x="{word[0]:.0f}" y="{word[1]:.0f}">{escape(way.word)}</text>'
