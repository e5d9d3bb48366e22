"""Writes a graph in Mermaid format, which many Markdown viewers can draw."""

from __future__ import annotations

from collections.abc import Iterator

from mercatoria.graphs.graph import Edge, Graph, Node

SHAPES = {
    "start": ("((", "))"), "step": ("[", "]"), "decision": ("([", "])"), "chance": ("{", "}"), "rule": ("[", "]"),
    "end": ("[[", "]]"),
}  # fmt: skip
SIGNS = {"&": "&amp;", '"': "&quot;", "<": "&lt;", ">": "&gt;", "#": "&num;"}


def mermaid(graph: Graph) -> str:
    """Return a graph as the text of a `mermaid` block."""
    return "\n".join(_lines(graph)) + "\n"


def _lines(graph: Graph) -> Iterator[str]:
    yield "flowchart TD"
    yield from _inside(graph, "", 1)
    yield from (_edge(edge) for edge in graph.edges)


def _inside(graph: Graph, cluster: str, depth: int) -> Iterator[str]:
    indent = "    " * depth
    yield from (indent + _node(node) for node in graph.nodes if node.cluster == cluster)
    for inner in graph.clusters:
        if inner.parent == cluster:
            yield f'{indent}subgraph {inner.key} ["{_text(inner.title)}"]'
            yield from _inside(graph, inner.key, depth + 1)
            yield f"{indent}end"


def _node(node: Node) -> str:
    opened, closed = SHAPES[node.shape]
    return f'{node.key}{opened}"{"<br/>".join(map(_text, [node.title, *node.lines]))}"{closed}'


def _edge(edge: Edge) -> str:
    label = f'|"{_text(edge.label)}"|' if edge.label else ""
    return f"    {edge.source} {'-.->' if edge.anytime else '-->'}{label} {edge.target}"


def _text(text: str) -> str:
    return "".join(SIGNS.get(sign, sign) for sign in text)
