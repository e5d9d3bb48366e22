"""The output formats of a graph."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from mercatoria.graphs.dot import dot
from mercatoria.graphs.graph import Graph
from mercatoria.graphs.mermaid import mermaid
from mercatoria.graphs.svg import svg

FORMATS: Mapping[str, Callable[[Graph], str]] = MappingProxyType({"dot": dot, "mermaid": mermaid, "svg": svg})
"""The function that writes each format, by the name of the format on the command line."""
