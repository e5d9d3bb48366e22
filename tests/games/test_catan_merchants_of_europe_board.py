"""Tests that both boards of `catan_merchants_of_europe` agree with the printed boards.

The laws of the rulebook test the conditions on which its rules depend. The tests in this file cover facts that a law
cannot express.
"""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import pytest

from dsl.board import BoardData, read_board
from dsl.diagnostics import Sink
from dsl.folder import read_folder
from dsl.source import Source
from interpreter.lowering import lower
from interpreter.play import broken_laws
from mercatoria.inspection import folder_faults

GAME = Path(__file__).resolve().parents[2] / "games" / "catan_merchants_of_europe"
FILES = {"main": GAME / "board.yaml", "short": GAME / "boards" / "short.yaml"}
VARIANTS = {"main": [], "short": ["short_game"]}
CITIES = [
    "Lyon", "Köln", "Nürnberg", "Torino", "Venezia", "Bern", "Paris", "Bruxelles", "Praha",
    "Wroclaw", "Budapest", "Beograd", "Kaliningrad", "Tirana",
]  # fmt: skip
"""Cities on the printed boards. Dublin is only on the board of all Europe."""


def read(path: Path) -> BoardData:
    board = read_board(Source(path.name, path.read_text(encoding="utf-8")), Sink())
    assert board is not None
    return board


BOARDS = {name: read(path) for name, path in FILES.items()}


@pytest.fixture(params=BOARDS)
def board(request: pytest.FixtureRequest) -> BoardData:
    return BOARDS[request.param]


def facts(board: BoardData, kind: str, name: str) -> dict[str, object]:
    """Return the facts that the board file states about a thing, without the facts that the grid implies."""
    row = board.kinds[kind][name]
    return {fact: datum.value for fact, datum in row.values.items() if fact not in ("corners", "hexes", "ends")}


def test_printed_cities_are_there_and_marked(board: BoardData) -> None:
    sites = board.kinds["Site"]
    printed = {name for name, row in sites.items() if row.marks.get("name") == "T"}
    assert printed == set(CITIES) | ({"Dublin"} & sites.keys())
    assert "Dublin" in BOARDS["main"].kinds["Site"]


def test_numbers_of_the_tokens(board: BoardData) -> None:
    tokens = board.kinds["Token"].values()
    values = Counter(row.values["value"].value for row in tokens)  # type: ignore[arg-type]
    assert values == {3: 2, 4: 2, 5: 2, 9: 3, 10: 3, 11: 3}
    assert {row.marks["value"] for row in tokens} == {"L"}


def test_twenty_five_development_cards(board: BoardData) -> None:
    cards = {name: row.values["pieces"].value for name, row in board.kinds["Card"].items()}
    assert sum(number for number in cards.values() if isinstance(number, int)) == 25
    assert cards["Lancer"] == 14
    assert [name for name, row in board.kinds["Card"].items() if row.marks.get("name") == "T"] == ["Lancer"]


def test_resources_of_the_fixed_set_up_are_printed(board: BoardData) -> None:
    for row in board.kinds["Opening"].values():
        assert row.marks["resources"] == "T"
        assert row.marks["posts"] == "I"


def test_the_short_board_is_a_part_of_the_main_one() -> None:
    main, short = BOARDS["main"], BOARDS["short"]
    for kind in ("Hex", "Site", "Token", "Card", "Opening"):
        for name in short.kinds[kind]:
            assert facts(main, kind, name) == facts(short, kind, name)
    for name, row in short.kinds["Site"].items():
        touched = [hexagon for hexagon in main.kinds["Site"][name].values["hexes"].value  # type: ignore[union-attr]
                   if hexagon in short.kinds["Hex"]]  # fmt: skip
        assert set(row.values["hexes"].value) == set(touched)  # type: ignore[arg-type]


def test_size(board: BoardData) -> None:
    """On a connected map without holes, vertices − edges + faces = 1 (Euler's formula)."""
    corners = len(board.kinds["Intersection"]) + len(board.kinds["Site"])
    assert corners - len(board.kinds["Path"]) + len(board.kinds["Hex"]) == 1
    assert len(BOARDS["main"].kinds["Path"]) == 321
    assert len(BOARDS["short"].kinds["Path"]) == 176


def test_few_data_are_called_printed(board: BoardData) -> None:
    """Numbers that we invented must not be marked as printed."""
    marks = Counter(mark for _, row in board.rows() for mark in row.marks.values())
    assert marks["P"] == marks["D"] == 0
    assert marks["T"] < 50
    assert marks["I"] > 500


SLIPS = {
    "lyon": ("Burgundy: {yields: Wool, printed: 5", "Burgundy: {yields: Wool, printed: 4"),
    "koeln_nuernberg": ("Hesse: {yields: Grain, printed: 5", "Hesse: {yields: Grain, printed: 6"),
    "torino": ("Venezia: {corner: [Tuscany, N]", "Venezia: {corner: [Tuscany, S]"),
    "kaliningrad_arrow": ("  Prussia_Masuria: {arrow: yes", "  Wroclaw_SW: {arrow: yes"),
    "beograd": ("Serbia: {yields: Ore", "Serbia: {yields: Wool"),
    "purple_numbers": ("Kraków: {corner: [Slovakia, N]", "Kraków: {corner: [Transylvania, N]"),
    "purple_sites": ("purple: yes", "purple: no"),
    "token_values": ("Salt11: {value: 11", "Salt11: {value: 10"),
    "tokens_must_move": ("yields: Ore, source: I", "yields: Grain, source: I"),
    "opening_blue": ("resources: [Salt, Wool, Ore]", "resources: [Salt, Wool, Grain]"),
}
LAST = "purple_sites"
"""The law whose slip hides another one: without purple sites, no purple number is wrong."""


def with_slips(folder: Path, file: str, laws: Iterable[str]) -> Path:
    """Copy the game with an error in a board for each law and without its scenarios, and return the new folder."""
    copy = folder / GAME.name
    shutil.copytree(GAME, copy, ignore=shutil.ignore_patterns("scenarios"))
    path = copy / FILES[file].relative_to(GAME)
    text = path.read_text(encoding="utf-8")
    for old, new in (SLIPS[law] for law in laws):
        assert old in text
        text = text.replace(old, new)
    path.write_text(text, encoding="utf-8")
    return copy


@pytest.mark.parametrize(
    "laws",
    [pytest.param(tuple(law for law in SLIPS if law != LAST), id="most"), pytest.param((LAST,), id=LAST),
     *(pytest.param((law,), id=law, marks=pytest.mark.slow) for law in SLIPS if law != LAST)],
)  # fmt: skip
@pytest.mark.parametrize("file", FILES)
def test_a_slip_breaks_a_law(tmp_path: Path, file: str, laws: tuple[str, ...]) -> None:
    """Each law finds its slip. Checking the game takes most of the time, so that the default run makes most slips at
    once.
    """
    folder, variants = read_folder(with_slips(tmp_path, file, laws), GAME.name), VARIANTS[file]
    checked, _ = folder.check(4, variants, lints=False)
    assert checked is not None and checked.model is not None
    found = broken_laws(lower(checked.model), folder.boards_of(4, variants, {}))
    for law in laws:
        broken = [fault for fault in found if fault.code == "E249" and f"`{law}`" in fault.title]
        assert {fault.span.source.path.rpartition("/")[2] for fault in broken} == {FILES[file].name}, law


def test_a_broken_law_is_found_at_every_table(tmp_path: Path) -> None:
    found = folder_faults(read_folder(with_slips(tmp_path, "main", ["lyon"]), GAME.name)).in_order()
    assert [fault.code for fault in found] == ["E249"]
