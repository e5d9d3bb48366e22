"""Writes a graph in Graphviz format."""

from __future__ import annotations

from collections.abc import Iterator

from mercatoria.graphs.graph import Edge, Graph, Node

SHAPES = {
    "start": 'shape=circle, style=filled, fillcolor="#dddddd"',
    "step": "shape=box",
    "decision": 'shape=box, style="rounded,filled", fillcolor="#fff2cc"',
    "chance": 'shape=diamond, style=filled, fillcolor="#dae8fc"',
    "rule": 'shape=box, style=filled, fillcolor="#f5f5f5"',
    "end": 'shape=box, style="filled,bold", fillcolor="#f8cecc"',
}


def dot(graph: Graph) -> str:
    """Return a graph as text that Graphviz can read, for example with `dot -Tsvg`."""
    return "\n".join(_lines(graph)) + "\n"


def _lines(graph: Graph) -> Iterator[str]:
    yield "digraph rules {"
    yield f'    label="{_text(graph.title)}"; labelloc=t; fontname="Helvetica";'
    yield '    node [fontname="Helvetica", fontsize=11]; edge [fontname="Helvetica", fontsize=9];'
    yield from _inside(graph, "", 1)
    yield from (_edge(edge) for edge in graph.edges)
    yield "}"


def _inside(graph: Graph, cluster: str, depth: int) -> Iterator[str]:
    indent = "    " * depth
    yield from (indent + _node(node) for node in graph.nodes if node.cluster == cluster)
    for inner in graph.clusters:
        if inner.parent == cluster:
            yield f'{indent}subgraph cluster_{inner.key} {{ label="{_text(inner.title)}"; style=rounded;'
            yield from _inside(graph, inner.key, depth + 1)
            yield f"{indent}}}"


def _node(node: Node) -> str:
    return f'{node.key} [label="{_text(chr(10).join([node.title, *node.lines]))}", {SHAPES[node.shape]}];'


def _edge(edge: Edge) -> str:
    settings = ([f'label="{_text(edge.label)}"'] if edge.label else []) + (["style=dashed"] if edge.anytime else [])
    said = f" [{', '.join(settings)}]" if settings else ""
    return f"    {edge.source} -> {edge.target}{said};"


def _text(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
