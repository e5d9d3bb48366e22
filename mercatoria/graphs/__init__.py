"""Graphs of the phases of a game, for other programs and as pictures.

In: a model or its flowchart. Out: a `Graph`, and its text for Graphviz or Mermaid or as SVG. Knows nothing of files or
consoles.
"""

from mercatoria.graphs.formats import FORMATS
from mercatoria.graphs.from_rules import flowchart, phases, triggers
from mercatoria.graphs.graph import Cluster, Edge, Graph, Node

__all__ = ["FORMATS", "Cluster", "Edge", "Graph", "Node", "flowchart", "phases", "triggers"]
