"""The output formats of a graph."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from mercatoria.graphs.dot import dot
from mercatoria.graphs.graph import Graph
from mercatoria.graphs.mermaid import mermaid
from mercatoria.graphs.svg import svg

FORMATS: Mapping[str, Callable[[Graph], str]] = MappingProxyType({"dot": dot, "mermaid": mermaid, "svg": svg})
"""Map from a format name on the command line to the function that writes this format."""
