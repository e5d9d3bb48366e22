"""Tests that the list of pictures of the table agrees with the pictures and the games."""

from __future__ import annotations

from pathlib import Path

import pytest

import mercatoria

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "pictures"


def test_each_picture_of_the_table_is_listed_with_a_shipped_game() -> None:
    pytest.importorskip("PIL", reason="Pillow is not installed")
    pytest.importorskip("playwright", reason="Playwright is not installed")
    from docs.site.pictures import shots

    assert {f"{shot.name}.png" for shot in shots()} <= {file.name for file in FOLDER.glob("*.png")}
    assert {shot.game for shot in shots()} <= set(mercatoria.shipped())
