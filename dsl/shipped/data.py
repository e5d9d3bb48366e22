"""Locates the data that is shipped with the program.

A checkout keeps the data next to the packages, and a wheel keeps it inside `mercatoria`.
"""

from __future__ import annotations

from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
"""The folder that contains the packages: the root of a checkout, or site-packages."""

IN_A_WHEEL = TOP / "mercatoria" / "_data"
"""The folder of the shipped data in a wheel, as set in `pyproject.toml`.

A checkout does not have this folder.
"""


def data_folder(name: str) -> Path:
    """Return the path of a data folder, `games` or `grammars`."""
    return (IN_A_WHEEL if IN_A_WHEEL.is_dir() else TOP) / name
