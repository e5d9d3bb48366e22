"""Tests triggers that fire each other and chance events with one outcome, as `docs/language.md` describes them.

`docs/testing.md` describes the chance events with one outcome as well.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import mercatoria
from mercatoria.simulation import Count, count

BELLS = """\
rulebook bells "Bells"
    players 2
    seats Ann, Ben

kind Good: Wool, Ore with 9 pieces each

each Player has
    store: bag of Good

game has
    red: 0 to 100 = 0
    steps: 0 to 100 = 0
    urn: hidden bag of Good = 1 of Wool + 1 of Ore

round "Ringing"
    turn of player in Player
        player must ring_on or ring_twice or draw_out

action ring_on
    then
        set red to 1

action ring_twice
    then
        set red to 50

action draw_out
    then
        draw 1 from urn to you.store

trigger first as soon as red = 2
    raise steps by 1

trigger second as soon as red = 1
    raise steps by 10
    set red to 2

trigger third as soon as red = 50
    raise steps by 1
    set red to 51

trigger fourth as soon as red = 51
    raise steps by 1
    set red to 50

end enough of round when round.number = 1

scoring of p in Player
    points: steps
"""


@pytest.fixture
def game(tmp_path: Path) -> mercatoria.Game:
    (tmp_path / "rulebook.rules").write_text(BELLS, encoding="utf-8")
    return mercatoria.load(str(tmp_path))


@pytest.mark.parametrize("plain", [False, True])
def test_triggers_wake_each_other_until_none_wakes(game: mercatoria.Game, plain: bool) -> None:
    state = game.start(2, plain=plain)
    state.apply("ring_on")
    assert state.scores == (11, 11), "`second` wakes `first`, which stands above it"


@pytest.mark.parametrize("plain", [False, True])
def test_nothing_is_noticed_between_two_looks(game: mercatoria.Game, plain: bool) -> None:
    state = game.start(2, plain=plain)
    state.apply("ring_twice")
    assert state.scores == (2, 2), "`third` has seen 50 before, and not what was between"


def test_chance_with_one_outcome_is_no_node_and_stands_in_no_record(game: mercatoria.Game) -> None:
    state = game.start(2)
    state.apply("draw_out")
    state.apply("draw_out")
    assert [entry.get("of") for entry in state.record["log"]] == [None, "store", None], "the last piece is certain"
    manual = game.start(2, chance="manual")
    manual.apply("draw_out")
    assert manual.is_chance
    manual.resolve("Ore")
    after = manual.clone().apply("draw_out")
    found = Count()
    count(manual.table.engine, after.vector, 1, found)
    assert found.chance == 0, "the other piece is drawn by itself"


def test_a_draw_is_told_also_where_only_one_sort_is_left(game: mercatoria.Game) -> None:
    """If the log left out such a draw, its length would reveal the content of the urn."""
    state = game.start(2, seed=3)
    run = next(run for run in state.table.flow.layout.runs.values() if run.field.name == "urn")
    other = state.clone()
    other.vector[run.base[0] : run.base[0] + 2] = [0, 2]
    for one in (state, other):
        one.apply("draw_out")
        assert len(one.log(1)) == 2
        assert one.log(1)[1].startswith("chance: store = ")
    assert [len(one.record["log"]) for one in (state, other)] == [2, 1]


def test_a_record_without_the_only_outcome_is_played_again(game: mercatoria.Game) -> None:
    state = game.start(2, seed=3)
    state.apply("draw_out")
    state.apply("draw_out")
    again = game.replay(state.record)
    assert again == state
    assert again.log() == state.log()
    assert again.record == state.record
    copied = game.state_from_json(state.to_json())
    assert copied.log() == state.log()
    assert len(state.log()) == 4


@pytest.mark.parametrize("plain", [False, True])
def test_an_only_outcome_draws_nothing_from_its_stream(game: mercatoria.Game, plain: bool) -> None:
    state = game.start(2, seed=3, plain=plain)
    state.apply("draw_out")
    before = state.record["streams"]
    state.apply("draw_out")
    assert state.record["streams"] == before
