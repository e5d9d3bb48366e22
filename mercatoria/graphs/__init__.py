"""Flow graphs of a game's phases, triggers or nodes, as text for other programs or as SVG.

The input is a compiled model or its flowchart. The output is a `Graph`, which can be written for Graphviz or Mermaid,
or as SVG.
"""

from mercatoria.graphs.formats import FORMATS
from mercatoria.graphs.from_rules import flowchart, phases, triggers
from mercatoria.graphs.graph import Cluster, Edge, Graph, Node

__all__ = ["FORMATS", "Cluster", "Edge", "Graph", "Node", "flowchart", "phases", "triggers"]
