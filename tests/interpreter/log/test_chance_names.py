"""Tests who sees a random outcome in a local variable: only players who may see all fields that depend on it."""

from __future__ import annotations

from pathlib import Path

import pytest

import mercatoria
from mercatoria import State

RULES = """\
rulebook omens "Omens"
    players 2
    seats Ann, Ben

kind Good: Salt, Tin with 9 pieces each

each Player has
    wish: secret Good = Salt
    luck: secret 0 to 9 = 0
    points: 0 to 99 = 0

game has
    rain: hidden 0 to 20 = 0
    hold: hidden bag of Good = 9 of Salt
    chest: hidden bag of Good
    tide: 0 to 9 = 0
    seen: 0 to 9 = 0

rule keep(omen: 0 to 9) "An omen is kept"
    let twice = 2 * omen
    raise rain by twice clamped

round "A day"
    for p in Player
{lines}
    turn of player in Player
        player may wait

action wait
    then
        raise you.points by 1

end soon of round when round.number = 2
"""


def started(folder: Path, *lines: str) -> State:
    text = RULES.replace("{lines}", "\n".join(f"        {line}" for line in lines))
    (folder / "rulebook.rules").write_text(text, encoding="utf-8")
    return mercatoria.load(str(folder)).start(2, chance="manual")


def told(state: State, asker: int | None) -> list[str]:
    return [line.removeprefix("chance: x") for line in state.log(asker)]


HIDDEN = [
    ("random x in 0 to 9", "set rain to x"),
    ("random x in 0 to 9", "let y = x + 1", "set rain to y"),
    ("random x in 0 to 9", "do keep(x)"),
    ("random x in 0 to 9", "move x of Salt from hold to chest", "move x of Salt from chest to hold"),
    ("random x in 0 to 9", "random y in 0 to x", "set rain to y"),
]

SHOWN = [
    ("random x in 0 to 9", "set tide to x"),
    ("random x in 0 to 9", "set rain to x", "if x > 4", "    set tide to 1"),
    ("random x in 0 to 9", "move x of Tin from supply to chest", "move x of Tin from chest to supply"),
    ("random x in 0 to 9", "repeat x times", "    raise seen by 1 clamped"),
    ("random x in 0 to 9", "set rain to x", "let y = x", "set seen to y"),
]


@pytest.mark.parametrize("lines", HIDDEN)
def test_values_that_enter_hidden_fields_stay_hidden(tmp_path: Path, lines: tuple[str, ...]) -> None:
    """Two games with different outcomes must give every asker the same log, view and answers."""
    answers = set()
    for fallen in (3, 7):
        state = started(tmp_path, *lines).resolve(fallen)
        for asker in (None, 1):
            assert told(state, asker)[0] == "", state.log(asker)
        views = [state.view(asker) for asker in (None, 1)]
        asked = [state.why("1", asker).told(5) for asker in (None, 1)]
        answers.add(repr((views, asked, [str(state.moves()) if not state.is_chance else ""])))
    assert len(answers) == 1


@pytest.mark.parametrize("lines", SHOWN)
def test_values_that_flow_into_the_open_are_public(tmp_path: Path, lines: tuple[str, ...]) -> None:
    state = started(tmp_path, *lines).resolve(7)
    assert {told(state, asker)[0] for asker in (None, 0, 1)} == {" = 7"}


def test_owner_sees_values_that_enter_a_secret(tmp_path: Path) -> None:
    state = started(tmp_path, "random x in Good", "set p.wish to x").resolve("Tin")
    assert [told(state, asker)[0] for asker in (0, 1, None)] == [" = Tin", "", ""]
    state.resolve("Salt")
    assert [told(state, asker)[1] for asker in (0, 1, None)] == ["", " = Salt", ""]
    assert "Ann.wish Salt → Tin" in state.why("1", 0).told(5)
    assert "Tin" not in state.why("1", 1).told(5)


@pytest.mark.parametrize(
    "lines",
    [
        ("set p.luck to x", "set rain to x"),
        ("set seat(1).luck to x", "set seat(2).luck to x"),
        ("for q in Player where q != p", "    set q.luck to x"),
    ],
)
def test_outcomes_not_for_one_known_player_stay_hidden(tmp_path: Path, lines: tuple[str, ...]) -> None:
    state = started(tmp_path, "random x in 0 to 9", *lines).resolve(4)
    assert [told(state, asker)[0] for asker in (0, 1, None)] == ["", "", ""]


LATER = [
    ("random x in 0 to 9", "random tide in 0 to 9", "set p.luck to x"),
    ("random x in 0 to 9", "random y in 0 to 9", "set p.luck to x + y - y"),
    ("random x in 0 to 9", "p may wait", "set p.luck to x"),
]


@pytest.mark.parametrize("lines", LATER)
def test_the_owner_is_told_the_same_by_the_log_and_by_why(tmp_path: Path, lines: tuple[str, ...]) -> None:
    """The log and `why` must agree even if the value becomes the player's secret in a later step."""
    state = started(tmp_path, *lines).resolve(4)
    if state.is_chance:
        state.resolve(2)
    else:
        assert "Ann.luck 0 → 4" in state.what_if("wait", 0).told(5)
        assert "4" not in state.what_if("wait", 1).told(5)
        state.apply("wait")
    assert state.log(0)[0] == "chance: x = 4"
    asked = state.why("2", 0).told(5)
    assert "Ann.luck 0 → 4" in asked
    assert "may not see" not in asked
    for asker in (None, 1):
        assert "4" not in state.why("2", asker).told(5)
