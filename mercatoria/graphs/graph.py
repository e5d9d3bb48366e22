"""Nodes, edges and clusters of a graph, without any layout or style.

`from_rules` builds graphs of a game, and `dot`, `mermaid` and `svg` write them in different formats.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Node:
    """A box in the graph.

    `shape` is "start", "step", "decision", "chance", "rule" or "end". `cluster` is the innermost cluster that contains
    the box, or an empty string.
    """

    key: str
    shape: str
    title: str
    lines: tuple[str, ...] = ()
    cluster: str = ""


@dataclass(frozen=True, slots=True)
class Edge:
    """An arrow between two nodes. If `anytime` is True, play may follow the arrow at any moment."""

    source: str
    target: str
    label: str = ""
    anytime: bool = False


@dataclass(frozen=True, slots=True)
class Cluster:
    """A frame around nodes. `parent` is the cluster that contains the frame, or an empty string."""

    key: str
    title: str
    parent: str = ""


@dataclass(slots=True)
class Graph:
    """Nodes, edges and clusters of a graph, in the order of play."""

    title: str
    nodes: list[Node] = field(default_factory=list)
    edges: list[Edge] = field(default_factory=list)
    clusters: list[Cluster] = field(default_factory=list)

    def add_node(self, shape: str, title: str, lines: Iterable[str] = (), cluster: str = "") -> str:
        """Add a node and return its key."""
        key = f"n{len(self.nodes)}"
        self.nodes.append(Node(key, shape, title, tuple(lines), cluster))
        return key

    def add_cluster(self, title: str, parent: str) -> str:
        """Add a cluster and return its key."""
        key = f"c{len(self.clusters)}"
        self.clusters.append(Cluster(key, title, parent))
        return key

    def add_edge(self, source: str, target: str, label: str = "", anytime: bool = False) -> None:
        """Add an edge, unless an equal edge exists."""
        edge = Edge(source, target, label, anytime)
        if edge not in self.edges:
            self.edges.append(edge)
