"""The board file of the example as the message that describes it to the other side."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import yaml

from bench.outside.wire import Board
from interpreter.table import CompiledGame

GAME = Path(__file__).resolve().parents[2] / "docs" / "examples" / "base_catan"
VARIANTS = ("catanatron",)
"""Variants with which both engines play by the same rules."""


def board_of(table: CompiledGame) -> Board:
    """Return the board of the example."""
    data = yaml.safe_load((GAME / "board.yaml").read_text(encoding="utf-8"))
    kinds = table.flow.model.kinds
    corners, paths = kinds["Corner"].things, kinds["Path"]
    facts = data["Hex"]
    assert paths.ends is not None
    return {
        "hexes": {
            name: (at, facts.get(name, {}).get("yields"), facts.get(name, {}).get("number", 0))
            for name, at in coordinates(facts["rows"]).items()
        },
        "corners": {name: cast("tuple[str, str]", tuple(name.rsplit("_", 1))) for name in corners},
        "paths": {name: (corners[a], corners[b]) for name, (a, b) in zip(paths.things, paths.ends, strict=True)},
        "harbours": {name: None if port["takes"] == "none" else port["takes"] for name, port in data["Port"].items()},
    }


def coordinates(rows: list[list[str]]) -> dict[str, list[int]]:
    """Return the cube coordinates of each cell, with the middle cell of the middle row at the origin."""
    middle = len(rows) // 2
    start = len(rows[middle]) // 2 - (middle - middle % 2) // 2
    found: dict[str, list[int]] = {}
    for number, row in enumerate(rows):
        for column, name in enumerate(row):
            if name != ".":
                x, z = column - (number - number % 2) // 2 - start, number - middle
                found[name] = [x, -x - z, z]
    return found
