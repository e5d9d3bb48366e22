"""The two locations of shipped data: next to the packages in a checkout, inside `mercatoria` in a wheel."""

from __future__ import annotations

from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
"""The folder that holds the packages: the root of a checkout, or site-packages."""

IN_A_WHEEL = TOP / "mercatoria" / "_data"
"""`pyproject.toml` maps the data folders to this one. A checkout does not have it."""


def data_folder(name: str) -> Path:
    """Return the folder of shipped data with this name, `games` or `grammars`."""
    return (IN_A_WHEEL if IN_A_WHEEL.is_dir() else TOP) / name
