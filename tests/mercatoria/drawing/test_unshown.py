"""Tests that the picture of a game shows every public field."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import mercatoria
from dsl.diagnostics import Sink
from mercatoria.drawing import draw
from mercatoria.inspection import folder_faults
from mercatoria.picture import read_picture, unshown
from mercatoria.static_scene import setting_of
from tests.mercatoria.conftest import CHIPS, ROOT, loaded

PICTURED = [
    *mercatoria.shipped(),
    *(str(picture.parent) for picture in sorted((ROOT / "docs" / "examples").glob("*/picture.yaml"))),
]


@pytest.mark.parametrize("slug", PICTURED, ids=lambda slug: Path(slug).name)
def test_no_shipped_picture_leaves_out_what_all_may_see(slug: str) -> None:
    game = loaded(slug) if slug in mercatoria.shipped() else mercatoria.load(slug)
    state = game.start(game.players[-1], 1)
    sink = Sink()
    picture = read_picture(state.edition.folder, state.table.checked, sink)
    assert not sink.found
    assert [of.name for of in unshown(picture, state.table.flow.model, setting_of(state.table).placed)] == []


ADDED = [
    ("merkator", "advanced", 2), ("merkator", "contract_swap", 3), ("merkator", "solo", 1),
    ("merchants_of_the_middle_ages", "cunning_negotiator", 3),
]  # fmt: skip
"""Variants that add public fields, each with a player count."""


@pytest.mark.parametrize(("slug", "variant", "players"), ADDED)
def test_no_shipped_picture_leaves_out_what_a_variant_adds(slug: str, variant: str, players: int) -> None:
    state = mercatoria.load(slug, [variant]).start(players, 1)
    sink = Sink()
    picture = read_picture(state.edition.folder, state.table.checked, sink)
    assert not sink.found
    assert [of.name for of in unshown(picture, state.table.flow.model, setting_of(state.table).placed)] == []


RICHER = """\
variant richer "Bonds" of chips
    new kind Bond, 3
    new each Player has
        bonds: pile of Bond
    new game has
        bank_of_bonds: stack of Bond = Bond
"""


@pytest.mark.parametrize(
    ("picture", "missing"),
    [
        ("players: [{field: cards}]\ntable: [pot, pack]", ["bonds", "bank_of_bonds"]),
        ("players: [{field: cards}, {field: bonds, title: bonds}]\ntable: [pot, pack, bank_of_bonds]", []),
        (
            "players: [{field: cards}]\ntable: [pot, pack]\nhide: [bonds]\ncharts: [{kind: Bond, rows: [number]}]",
            ["bank_of_bonds"],
        ),
    ],
)
def test_check_names_what_no_part_shows_of_a_variant(
    picture: str, missing: list[str], game: Callable[[str], Path]
) -> None:  # fmt: skip
    folder = game(CHIPS.format(chips="3"))
    (folder / "variants").mkdir()
    (folder / "variants" / "richer.rules").write_text(RICHER, encoding="utf-8")
    (folder / "picture.yaml").write_text(picture, encoding="utf-8")
    found = folder_faults(mercatoria.load(str(folder)).folder).found
    assert [fault.code for fault in found if fault.code.startswith("E")] == []
    unseen = [fault for fault in found if fault.code == "W242"]
    assert [fault.span.text.partition(":")[0].strip() for fault in unseen] == missing
    richer = mercatoria.load(str(folder), ["richer"]).start(2, 1)
    columns = read_picture(richer.edition.folder, richer.table.checked, Sink()).players
    assert ("bonds" in [column.field for column in columns]) == ("title: bonds" in picture)


@pytest.mark.parametrize(
    ("picture", "missing"),
    [
        ("colours: [red]", []),
        ("table: [pot]", ["pack"]),
        ("table: []\nplayers: [{field: chips}]", ["cards", "pack", "pot"]),
        ("table: [pack, pot]\nplayers: [{field: cards}]", []),
        ("table: [pot]\nhide: [pack]", []),
        ("table: [pot]\ncharts: [{kind: Card, rows: [number]}]", ["pack"]),
    ],
)
def test_check_names_what_no_part_shows(
    picture: str, missing: list[str], game: Callable[[str], Path]
) -> None:  # fmt: skip
    folder = game(CHIPS.format(chips="3"))
    (folder / "picture.yaml").write_text(picture, encoding="utf-8")
    found = [fault for fault in folder_faults(mercatoria.load(str(folder)).folder).found if fault.code == "W242"]
    assert [fault.span.text.partition(":")[0].strip() for fault in found] == missing
    assert all(fault.hint for fault in found)


def test_a_secret_field_need_not_be_shown(game: Callable[[str], Path]) -> None:
    folder = game(CHIPS.format(chips="3"))
    (folder / "picture.yaml").write_text("players: [{field: cards}]", encoding="utf-8")
    assert "W242" not in [fault.code for fault in folder_faults(mercatoria.load(str(folder)).folder).found]


COUNTED = """
number stakes = 2

value pot_and_more: 0 to 99 = pot.size + 1
value doubled(card: Card): 0 to 99 = 2 * card.number
value spare: 0 to 9 = 3
"""


def test_a_value_that_only_the_picture_names_is_used(game: Callable[[str], Path]) -> None:
    folder = game(CHIPS.format(chips="3") + COUNTED)
    (folder / "picture.yaml").write_text(
        "table: [pot, pack, pot_and_more]\nplayers: [{field: cards, title: cards}]\n"
        "charts: [{kind: Card, rows: [doubled]}]\ntexts: {take: 'The stakes are {stakes}.'}\n",
        encoding="utf-8",
    )
    found = folder_faults(mercatoria.load(str(folder)).folder).found
    assert [(fault.code, fault.span.text) for fault in found] == [("W403", "spare")]


FACE_DOWN = """\
rulebook piles "Piles"
    players 2

kind Card, 1 to 8

each Player has
    hand: secret stack of Card
    asides: hidden pile of Card

game has
    pack: hidden stack of Card = Card
    discard: stack of Card
    box_of(Player): hidden pile of Card

setup "Deal"
    shuffle pack
    for p in Player
        draw 2 from pack to p.hand
        draw 1 from pack to p.asides

round "Turns"
    turn of player in Player
        player must take

action take "Take"
    then
        draw 1 from you.hand to discard

end over of round when round.number = 2
"""


@pytest.mark.parametrize(
    ("picture", "missing"),
    [
        ("table: []\nplayers: [{field: asides}]", ["hand", "pack", "discard"]),
        ("table: [pack]\nplayers: [{field: asides}]\nhide: [hand]", ["discard"]),
        ("table: [discard, pack]\nplayers: [{field: hand}]", []),
        ("table: [discard]", ["pack"]),
    ],
)
def test_check_names_a_stack_that_lies_face_down(
    picture: str, missing: list[str], game: Callable[[str], Path]
) -> None:  # fmt: skip
    folder = game(FACE_DOWN)
    (folder / "picture.yaml").write_text(picture, encoding="utf-8")
    found = folder_faults(mercatoria.load(str(folder)).folder).found
    assert not [fault for fault in found if fault.code.startswith("E")]
    unseen = [fault for fault in found if fault.code == "W242"]
    assert [fault.span.text.partition(":")[0].strip() for fault in unseen] == missing


KEYED = """\
rulebook towns "Towns"
    players 2

kind Town: North, South

game has
    toll(Town): 0 to 9 = 3

round "Turns"
    turn of player in Player
        player must go

action go "Go"
    then
        raise toll(North) by 1

end over of round when round.number = 2
"""


def test_a_chart_shows_a_field_of_the_game_by_its_key(game: Callable[[str], Path]) -> None:
    folder = game(KEYED)
    (folder / "picture.yaml").write_text("table: []\ncharts: [{kind: Town, rows: [toll]}]", encoding="utf-8")
    towns = mercatoria.load(str(folder))
    assert [fault.code for fault in folder_faults(towns.folder).found] == []
    state = towns.start(2, 1)
    state.apply(state.moves()[0])
    (chart,) = draw(state, 0).tables
    assert [entry.said for entry in chart.entries] == ["North; toll: 4", "South; toll: 3"]
