"""Tests the JSON Schema of picture files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
import yaml
from jsonschema import Draft202012Validator

import mercatoria
from mercatoria.picture import FILE, picture_schema
from tests.mercatoria.conftest import CHIPS, ROOT, loaded

PICTURED = [*mercatoria.shipped(), str(ROOT / "docs" / "examples" / "connect_four")]


@pytest.mark.parametrize("slug", PICTURED)
def test_every_shipped_picture_fits_the_schema_of_its_game(slug: str) -> None:
    game = loaded(slug) if slug in mercatoria.shipped() else mercatoria.load(slug)
    text = (game.folder.path / FILE).read_text(encoding="utf-8")
    schema = picture_schema(game.start(game.players[-1], 1).table.flow.model)
    Draft202012Validator.check_schema(schema)
    assert [fault.message for fault in Draft202012Validator(schema).iter_errors(yaml.safe_load(text))] == []


@pytest.mark.parametrize(
    "text",
    [
        "colors: [red]", "map: [{kind: Chop}]", "about: {weight: 5}", "about: {minutes: [90]}", "ground: {land: full}",
        "terrain: {Chip: pines}", "stage: [{map: big, title: x}]", "players: [{title: x}]",
        "first_game: {bots: clever}", "icons: {Chip: {sign: penny}}", "cards: {Chip: {wants: x}}", "hide: pot",
        "token: {number: dots}",
    ],
)  # fmt: skip
def test_the_schema_finds_faults(text: str, game: Callable[[str], Path]) -> None:
    table = mercatoria.load(str(game(CHIPS.format(chips="3")))).start(2, 1).table
    assert list(Draft202012Validator(picture_schema(table.flow.model)).iter_errors(yaml.safe_load(text)))
