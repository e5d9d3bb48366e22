"""How a graph can be written."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from mercatoria.graphs.dot import dot
from mercatoria.graphs.graph import Graph
from mercatoria.graphs.mermaid import mermaid
from mercatoria.graphs.svg import svg

FORMATS: Mapping[str, Callable[[Graph], str]] = MappingProxyType({"dot": dot, "mermaid": mermaid, "svg": svg})
"""Each form by its name on the command line."""
