"""The two locations of shipped data.

In a checkout it is next to the packages, and in a wheel it is inside `mercatoria`.
"""

from __future__ import annotations

from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
"""The folder that contains the packages: the root of a checkout, or site-packages."""

IN_A_WHEEL = TOP / "mercatoria" / "_data"
"""The folder for shipped data in a wheel, according to `pyproject.toml`.

This folder does not exist in a checkout.
"""


def data_folder(name: str) -> Path:
    """Return the path of a data folder, `games` or `grammars`."""
    return (IN_A_WHEEL if IN_A_WHEEL.is_dir() else TOP) / name
