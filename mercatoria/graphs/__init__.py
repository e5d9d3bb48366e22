"""The course of a game as a graph, in the languages of other programs and as a picture.

In: a model and its flowchart. Out: text of Graphviz, Mermaid or SVG. Knows nothing of files or consoles.
"""

from __future__ import annotations

from collections.abc import Callable

from mercatoria.graphs import graph
from mercatoria.graphs.dot import dot
from mercatoria.graphs.graph import Chart
from mercatoria.graphs.mermaid import mermaid
from mercatoria.graphs.svg import svg

FORMATS: dict[str, Callable[[Chart], str]] = {"dot": dot, "mermaid": mermaid, "svg": svg}
"""How a graph can be written, by the name of the language."""

__all__ = ["FORMATS", "Chart", "graph"]
