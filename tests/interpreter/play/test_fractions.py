"""Tests scores with fractions: the engines count in halves, and players read 26½."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

import mercatoria
from dsl.ast import fraction_read, fraction_text
from interpreter.table import Points, as_number, score_of
from mercatoria import State
from mercatoria.cli import main
from mercatoria.drawing import draw, final_scores
from mercatoria.outline import outline
from mercatoria.svg import whole_table

GLEANING = """\
rulebook gleaning "Gleaning"
    players 2
    seats Ann, Ben

each Player has
    ears: 0 to 99 = 0

round "A day"
    turn of player in Player
        player must glean

action glean(ears: 1 to 3) "Glean"
    then
        raise you.ears by ears clamped

value half_of(who: Player): 0 to 60 step ½ = clamp(½ * who.ears, 0, 49½)

value best_of(one: 0 to 60 step ½, other: 0 to 60): 0 to 60 step ½ = if one > other then one else other

end dusk of round when any(p in Player where score(p) >= 8½) "Dusk"

scoring of p in Player
    ears: half_of(p) "Ears"
    bonus: if p.ears mod 2 = 0 then 1 else ¼ "Bonus"
    best: best_of(half_of(p), 2) - half_of(p)

ranking of p in Player by most score(p), then most ½ * p.ears
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "rulebook.rules").write_text(GLEANING, encoding="utf-8")
    return tmp_path


def played(folder: Path, *moves: str) -> State:
    state = mercatoria.load(str(folder)).start(players=2, seed=1)
    for move in moves:
        state.apply(move)
    return state


@pytest.mark.parametrize(
    ("value", "parts", "text"),
    [(53, 2, "26½"), (28, 2, "14"), (1, 2, "½"), (-3, 2, "-1½"), (0, 2, "0"), (6, 8, "¾"), (10, 3, "3⅓"), (5, 5, "1")],
)
def test_a_number_is_written_with_its_fraction(value: int, parts: int, text: str) -> None:
    assert fraction_text(value, parts) == text
    assert str(score_of(value, parts)) == text
    if value > 0 and Fraction(value, parts).denominator > 1:
        assert fraction_read(text) == Fraction(value, parts)


def test_a_decimal_is_the_same_number() -> None:
    assert fraction_read("26.5") == Fraction(53, 2)


def test_points_are_plain_numbers_where_they_are_whole() -> None:
    whole, half = score_of(28, 2), score_of(53, 2)
    assert type(whole) is int and isinstance(half, Points)
    assert half == 26.5 and whole + half == Fraction(81, 2)
    assert json.dumps([as_number(whole), as_number(half)]) == "[14, 26.5]"


def test_scores_of_a_state_are_points(folder: Path) -> None:
    state = played(folder, "Ann: glean(3)", "Ben: glean(2)")
    # Ann: 1½ + ¼ + (2 - 1½); Ben: 1 + 1 + (2 - 1).
    assert state.scores == (Fraction(9, 4), 3)
    assert str(state.scores[0]) == "2¼"


def test_every_display_shows_the_fraction(folder: Path) -> None:
    state = played(folder, "Ann: glean(3)", "Ben: glean(2)")
    drawing = draw(state)
    assert [hand.score for hand in drawing.hands] == ["2¼", "3"]
    assert "score 2¼" in outline(drawing)
    assert "2¼" in whole_table(drawing)


def test_why_tells_the_points_with_their_fraction(folder: Path) -> None:
    state = played(folder, "Ann: glean(3)", "Ben: glean(2)")
    told = str(state.why("Ann score", 0))
    assert "is 2¼" in told and "is 1½" in told, told
    assert "5½" not in told and " 9" not in told, told
    assert "score(Ann) 2¼ → 4" in str(state.what_if("Ann: glean(3)", 0))


def test_the_end_is_told_in_points(folder: Path) -> None:
    state = played(folder, "Ann: glean(3)", "Ben: glean(2)")
    while not state.is_over:
        state.apply(state.moves()[-1])
    end = final_scores(state)
    assert end.scores == (10, Fraction(35, 4))
    assert dict(end.lines)["Ears"] == (9, Fraction(17, 2))


def test_engines_agree_on_fractions(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = []
    for engine in ("reference", "python", "native"):
        options = ["--players", "2", "--games", "20", "--seed", "3", "--json", "--engine", engine]
        assert main(["simulate", str(folder), *options]) == 0
        found.append(json.loads(capsys.readouterr().out)["scores"])
    assert found[0] == found[1] == found[2]


def test_simulate_prints_and_exports_points(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", str(folder), "--players", "2", "--games", "20", "--seed", "3", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert any(each["least"] != int(each["least"]) for each in found["scores"])
    assert main(["simulate", str(folder), "--players", "2", "--games", "20", "--seed", "3"]) == 0
    assert "3¾" in capsys.readouterr().out
