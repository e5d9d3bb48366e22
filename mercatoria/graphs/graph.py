"""A graph of boxes and arrows for people: what there is to draw, not how it looks.

`from_rules` makes graphs of the course of a game; `dot`, `mermaid` and `svg` write them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Node:
    """A box. `shape` is "start", "step", "decision", "chance", "rule" or "end"; `cluster` the innermost one around it,
    or "" for none."""

    key: str
    shape: str
    title: str
    lines: tuple[str, ...] = ()
    cluster: str = ""


@dataclass(frozen=True, slots=True)
class Edge:
    """An arrow from node to node, with a label or without. One for `anytime` may be taken at any moment."""

    source: str
    target: str
    label: str = ""
    anytime: bool = False


@dataclass(frozen=True, slots=True)
class Cluster:
    """A frame around nodes; `parent` is the cluster around it, or "" for none."""

    key: str
    title: str
    parent: str = ""


@dataclass(slots=True)
class Graph:
    """Nodes, edges and clusters, in the order in which play comes to them."""

    title: str
    nodes: list[Node] = field(default_factory=list)
    edges: list[Edge] = field(default_factory=list)
    clusters: list[Cluster] = field(default_factory=list)

    def add_node(self, shape: str, title: str, lines: Iterable[str] = (), cluster: str = "") -> str:
        """Adds a node; its key."""
        key = f"n{len(self.nodes)}"
        self.nodes.append(Node(key, shape, title, tuple(lines), cluster))
        return key

    def add_cluster(self, title: str, parent: str) -> str:
        """Adds a cluster; its key."""
        key = f"c{len(self.clusters)}"
        self.clusters.append(Cluster(key, title, parent))
        return key

    def add_edge(self, source: str, target: str, label: str = "", anytime: bool = False) -> None:
        """Adds an edge, unless there is one like it."""
        edge = Edge(source, target, label, anytime)
        if edge not in self.edges:
            self.edges.append(edge)
