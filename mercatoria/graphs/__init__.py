"""Graphs of the phases of a game, as text for other programs and as pictures.

The input is a model or its flowchart. The output is a `Graph`, which can be written for Graphviz or Mermaid, or as SVG.
The package knows nothing of files or consoles.
"""

from mercatoria.graphs.formats import FORMATS
from mercatoria.graphs.from_rules import flowchart, phases, triggers
from mercatoria.graphs.graph import Cluster, Edge, Graph, Node

__all__ = ["FORMATS", "Cluster", "Edge", "Graph", "Node", "flowchart", "phases", "triggers"]
