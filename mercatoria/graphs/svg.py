"""Writes a graph as SVG without an external program.

Nodes are arranged in layers, edges are straight lines, and clusters are drawn behind both.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape

from mercatoria.graphs.graph import Cluster, Edge, Graph, Node
from mercatoria.graphs.layers import Layers, layered

LETTER, LINE, PAD = 6.4, 15, 10
"""Width of a character, height of a line, and padding of a node, in pixels."""

ACROSS, DOWN, MARGIN, BEND, HEAD = 40, 72, 60, 12, 15

FILLS = {
    "start": "#dddddd", "step": "#ffffff", "decision": "#fff2cc", "chance": "#dae8fc", "rule": "#f5f5f5",
    "end": "#f8cecc",
}  # fmt: skip

STYLE = (
    "text{font:11px Helvetica,Arial,sans-serif}.title{font-weight:bold}.edge{fill:none;stroke:#555}"
    ".anytime{stroke-dasharray:4 3}.cluster{fill:#000;fill-opacity:.03;stroke:#999}.label{font-size:9px;fill:#333}"
)


TIP = (
    '<marker id="tip" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
    '<path d="M0,0L8,4L0,8z" fill="#555"/></marker>'
)


@dataclass(frozen=True, slots=True)
class Rectangle:
    """Bounding rectangle of a node or bend: its upper left corner and its size."""

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


def svg(graph: Graph) -> str:
    """Return a graph as the text of an SVG file."""
    nodes = {node.key: node for node in graph.nodes}
    layers = layered(graph)
    places = _places(layers, nodes)
    right = max((place.x + place.width for place in places.values()), default=0.0)
    width = right + MARGIN + 14 * (len(layers.back) + 1) + 60
    height = max((place.bottom for place in places.values()), default=0.0) + MARGIN
    size = f'width="{width:.0f}" height="{height:.0f}" viewBox="0 0 {width:.0f} {height:.0f}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size}>',
        f"<title>{escape(graph.title)}</title><style>{STYLE}</style>",
        TIP,
        *_clusters(graph, places),
        *_edges(graph, layers, places, right),
        *(line for node in graph.nodes for line in _node(node, places[node.key])),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _size(node: Node) -> tuple[float, float]:
    texts = [node.title, *node.lines]
    return max(map(len, texts)) * LETTER + 2 * PAD, len(texts) * LINE + 2 * PAD - 4


def _places(layers: Layers, nodes: dict[str, Node]) -> dict[str, Rectangle]:
    """Return the rectangle of each node and bend. Rows run from top to bottom, and each row is centred."""
    sizes = {key: _size(nodes[key]) if key in nodes else (float(BEND), 0.0) for row in layers.rows for key in row}
    widths = [sum(sizes[key][0] for key in row) + ACROSS * (len(row) - 1) for row in layers.rows]
    places: dict[str, Rectangle] = {}
    y = float(MARGIN)
    for row, width in zip(layers.rows, widths, strict=True):
        x = MARGIN + (max(widths) - width) / 2
        height = max((sizes[key][1] for key in row), default=0.0)
        for key in row:
            places[key] = Rectangle(x, y, sizes[key][0], sizes[key][1] or height)
            x += sizes[key][0] + ACROSS
        y += height + DOWN
    return places


def _node(node: Node, place: Rectangle) -> Iterator[str]:
    corner = {"decision": 12, "start": 20, "chance": 2}.get(node.shape, 2)
    thick = 2 if node.shape == "end" else 1
    yield (
        f'<rect x="{place.x:.0f}" y="{place.y:.0f}" width="{place.width:.0f}" height="{place.height:.0f}" '
        f'rx="{corner}" fill="{FILLS[node.shape]}" stroke="#333" stroke-width="{thick}"/>'
    )
    for number, text in enumerate([node.title, *node.lines]):
        kind = ' class="title"' if number == 0 else ""
        y = place.y + PAD + 8 + number * LINE
        yield f'<text{kind} x="{place.middle:.0f}" y="{y:.0f}" text-anchor="middle">{escape(text)}</text>'


def _clusters(graph: Graph, places: dict[str, Rectangle]) -> Iterator[str]:
    """Yield a frame around the nodes of each cluster, outer clusters first."""
    for cluster in graph.clusters:
        inside = [places[node.key] for node in graph.nodes if _within(graph, node.cluster, cluster)]
        if not inside:
            continue
        levels = _nested(graph, cluster)
        room, head = 6 + 6 * levels, HEAD * (levels + 1)
        left, top = min(place.x for place in inside) - room, min(place.y for place in inside) - head
        right = max(place.x + place.width for place in inside) + room
        bottom = max(place.bottom for place in inside) + room
        yield (
            f'<rect class="cluster" x="{left:.0f}" y="{top:.0f}" width="{right - left:.0f}" '
            f'height="{bottom - top:.0f}" rx="6"/>'
        )
        yield f'<text class="label" x="{left + 4:.0f}" y="{top + 10:.0f}">{escape(cluster.title)}</text>'


def _within(graph: Graph, key: str, cluster: Cluster) -> bool:
    clusters = {each.key: each for each in graph.clusters}
    while key and key != cluster.key:
        key = clusters[key].parent
    return key == cluster.key


def _nested(graph: Graph, cluster: Cluster) -> int:
    """Return how many levels of clusters are nested inside a cluster."""
    return max((1 + _nested(graph, inner) for inner in graph.clusters if inner.parent == cluster.key), default=0)


def _edges(graph: Graph, layers: Layers, places: dict[str, Rectangle], right: float) -> Iterator[str]:
    for number, chain in layers.chains.items():
        points = [(places[chain[0]].middle, places[chain[0]].bottom)]
        for bend in chain[1:-1]:
            points += [(places[bend].middle, places[bend].y), (places[bend].middle, places[bend].bottom)]
        points.append((places[chain[-1]].middle, places[chain[-1]].y))
        edge = graph.edges[number]
        label = ((points[0][0] + points[1][0]) / 2 + 4, points[0][1] + 14)
        yield from _line(edge, points, (points[-1][0] + 8, points[-1][1] - 6) if edge.anytime else label)
    for column, number in enumerate(layers.back, 1):
        edge = graph.edges[number]
        begin, end = places[edge.source], places[edge.target]
        x = right + MARGIN / 2 + 14 * column if edge.source != edge.target else begin.x + begin.width + 16
        low, high = begin.y + begin.height * 0.7, end.y + end.height * 0.3
        points = [(begin.x + begin.width, low), (x, low), (x, high), (end.x + end.width, high)]
        yield from _line(
            edge, points, (x + 3, (low + high) / 2) if edge.source == edge.target else (points[0][0] + 6, low - 3)
        )


def _line(edge: Edge, points: list[tuple[float, float]], label: tuple[float, float]) -> Iterator[str]:
    path = " ".join(f"{x:.0f},{y:.0f}" for x, y in points)
    kind = "edge anytime" if edge.anytime else "edge"
    yield f'<polyline class="{kind}" points="{path}" marker-end="url(#tip)"/>'
    if edge.label:
        yield f'<text class="label" x="{label[0]:.0f}" y="{label[1]:.0f}">{escape(edge.label)}</text>'
