"""Charts of rules as text for other programs, and as pictures."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from mercatoria.charts.dot import dot
from mercatoria.charts.mermaid import mermaid
from mercatoria.charts.svg import svg

if TYPE_CHECKING:
    from interpreter.outline import Chart

FORMATS: dict[str, Callable[[Chart], str]] = {"dot": dot, "mermaid": mermaid, "svg": svg}
