"""Tests that drawings follow `picture.yaml`, or the defaults that the rules imply."""

import random
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml

import mercatoria
from dsl.diagnostics.diagnostic import Sink
from mercatoria.drawing import Drawing, draw, effects
from mercatoria.picture import Picture, file_keys, letters, read_picture, reading
from mercatoria.players import Position
from tests.mercatoria.conftest import CHIPS, ROOT, SHIPPED, loaded


def test_effects_are_told() -> None:
    for seed in range(40):
        state = loaded(SHIPPED).start(4, seed)
        picture = read_picture(state.edition.folder, state.table.checked, Sink())
        rng = random.Random(seed)
        while not state.is_over:
            seat = state.deciders[0]
            told = effects(state, picture, seat, Position(state, seat).view_after)
            for move in state.moves():
                before = state.view(seat)["things"]["Player"]
                after = state.clone().apply(move)
                name = move.seat_name
                change = after.view(seat)["things"]["Player"][name]["purse"] - before[name]["purse"]
                assert (f"{change:+d} guilders".replace("-", "−") in told(move)) == (change != 0)
            state.apply(state.sample(rng))
        if len(state.log(None)) > 40:
            break


def test_letters_differ() -> None:
    assert letters(["Red", "Blue", "Black", "Rose", "B"]) == ["R", "B", "L", "O", "0"]
    assert len(set(letters([f"Seat{number}" for number in range(30)]))) == 30


# ---------------------------------------------------------------- the picture


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        ("[]", "E233", "names with values are expected"),
        ("colours: red", "E233", "a list"),
        ("colours: [rde]", "E241", "no colour `rde`"),
        ("colour: [red]", "E231", "`colour` does not belong here"),
        ("players: [taken]", "E233", "names with values are expected"),
        ("players: [{title: x}]", "E232", "`field` is missing"),
        ("players: [{field: takn}]", "E241", "no field of Player `takn`"),
        ("map: [{kind: Nowhere}]", "E241", "no kind `Nowhere`"),
        ("map: [{name: yes}]", "E232", "`kind` is missing"),
        ("lines: Player", "E241", "kind that joins places"),
        ("table: [nothing]", "E241", "no field of the game"),
        ("effects: [lft]", "E241", "no field of Player"),
        ("map: [{kind: Player, name: maybe}]", "E233", "where there is room"),
        ("travellers: [{field: left}]", "E232", "`sign` is missing"),
        ("travellers: [{kind: Player, field: at}]", "E241", "no field of Player `at`"),
        ("charts: [{kind: Player}]", "E232", "either `rows` or `track`"),
        ("charts: [{kind: Player, track: takn}]", "E241", "no number of Player `takn`"),
        ("charts: [{kind: Player, track: taken, tables: [cost]}]", "E241", "no table that is looked up `cost`"),
        ("texts: {Nobody: x}", "E241", "no thing, kind or move `Nobody`"),
        ("texts: {Player: 3}", "E233", "`Player` must be text"),
        ('texts: {take: "{taken}"}', "E241", "no number `taken`"),
        ('texts: {Player: "{taken} of {tkn}"}', "E241", "no fact or field of Player `tkn`"),
        ("always: [Plyer]", "E241", "no kind `Plyer`"),
    ],
)
def test_faults_of_a_picture(countdown: Callable[..., Path], text: str, code: str, words: str) -> None:
    folder = countdown()
    (folder / "picture.yaml").write_text(text, encoding="utf-8")
    game = mercatoria.load(str(folder))
    sink = Sink()
    found = read_picture(game.folder, game.table(2).checked, sink)
    assert found == Picture()
    assert code in [fault.code for fault in sink.found]
    assert any(words in fault.title for fault in sink.found), [fault.title for fault in sink.found]


def test_the_page_about_pictures_tells_all_that_may_stand_in_one() -> None:
    page = (ROOT / "docs" / "picture.md").read_text(encoding="utf-8")
    example = yaml.safe_load(page.partition("```yaml\n")[2].partition("```")[0])
    assert set(example) == set(file_keys.SHAPE)
    parts = {"map": file_keys.MARK, "travellers": file_keys.TRAVELLER, "players": file_keys.COLUMN}
    parts["charts"] = file_keys.CHART
    for name, shape in parts.items():
        assert {key for part in example[name] for key in part} == set(shape)
    assert reading.ROOM in page


def test_without_a_picture_there_is_a_general_one(countdown: Callable[..., Path]) -> None:
    game = mercatoria.load(str(countdown()))
    assert read_picture(game.folder, game.table(2).checked, Sink()) == Picture()


@pytest.mark.parametrize(
    ("chips", "mark", "doubt"), [("p.chips.size", "+", "at least"), ("0 - p.chips.size", "?", "unsure"), ("3", "", "")]
)
def test_points_tell_which_way_secrets_may_change_them(
    game: Callable[[str], Path], chips: str, mark: str, doubt: str
) -> None:
    own, other = draw(mercatoria.load(str(game(CHIPS.format(chips=chips)))).start(2, seed=1), 0).hands
    assert own.doubt == ""
    assert own.score.lstrip("-").isdigit()
    assert other.doubt == doubt
    assert other.score[len(other.score.rstrip("+?")) :] == mark


GRID = """board: {title: Fen, reconstructed: no}
Field:
  grid: square
  corners: {kind: Post}
  edges: {kind: Path}
  rows:
    - [Ling, Moor]
"""
FEN = """rulebook fen "The Fen"
    players 2
    board "board.yaml"

kind Field from board
kind Post from board
kind Path from board between Post

each Field has
    depth: 0 to 9 = 3
each Player has
    debts(Player): 0 to 9 = 0

round
    for p in Player
        p may wade
action wade
    then
        set you.debts(you) to 2
end soon of round when round.number = 2
"""


def fen(folder: Path, picture: str = "") -> Drawing:
    for name, text in (("rulebook.rules", FEN), ("board.yaml", GRID), ("picture.yaml", picture)):
        (folder / name).write_text(text, encoding="utf-8")
    state = mercatoria.load(str(folder)).start(2, 1)
    state.apply("wade")
    return draw(state, 0)


def test_a_grid_has_its_edges_though_the_picture_does_not_name_them(tmp_path: Path) -> None:
    assert len(fen(tmp_path).lines) == 7
    assert len(fen(tmp_path, "map: [{kind: Field}]").lines) == 7


def test_a_kind_on_the_map_whose_numbers_are_not_has_a_table_of_them(tmp_path: Path) -> None:
    (table,) = fen(tmp_path).tables
    assert (table.title, table.headings) == ("Field", ("depth",))
    assert [entry.said for entry in table.entries] == ["Ling; depth: 3", "Moor; depth: 3"]


def test_of_numbers_by_key_those_above_nothing_are_told(tmp_path: Path) -> None:
    own, other = fen(tmp_path).hands
    assert [holding.said for holding in own.holdings] == ["debts: 2 Seat1"]
    assert [holding.said for holding in other.holdings] == ["debts: none"]


def test_a_sort_is_cut_to_the_letters_that_tell_it_from_others() -> None:
    state = loaded("merchants_of_medieval_europe").start(3, 1)
    short = {piece.sort: piece.short for place in draw(state, None).places for piece in place.below}
    assert [short[good] for good in ("Glass", "Grain", "Silk", "Spice")] == ["Gl", "Gr", "Si", "Sp"]


def test_heading_of_a_question_has_its_clauses() -> None:
    state = loaded("merchants_of_the_middle_ages").start(2, 1)
    while state.view(0)["phase"] != "loading_masters":
        state.apply(state.moves(state.deciders[0])[0])
    drawing = draw(state, state.deciders[0])
    assert drawing.heading.endswith(" · Wagon 1")
    assert drawing.cites == tuple(state.view(0)["cites"]) != ()
