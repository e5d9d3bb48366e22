"""Tests games that begin at a scenario: their positions, records and replays, and scenarios that change later."""

import json
import pickle
from pathlib import Path
from shutil import copytree

import pytest

import mercatoria
from dsl import ast
from dsl.diagnostics import RulebookError
from dsl.folder import read_folder
from interpreter.log import record_from_json
from interpreter.testing import at_scenario, changed_since, written_scenario
from mercatoria import Game, RecordError, State, TableError
from mercatoria.storage import records
from mercatoria.worlds import NotPlayedTo, transcript_of
from tests.thinning import thinned

EXAMPLES = Path(__file__).parents[3] / "docs/examples"
FOLDERS = thinned(
    sorted((folder,) for folder in EXAMPLES.glob("*/scenarios")),
    lambda case: case[0].parent.name not in ("base_catan", "commerce", "stock_dump"),
)
PIG, POKER = EXAMPLES / "pig", EXAMPLES / "kuhn_poker"


@pytest.fixture
def pig(tmp_path: Path) -> Path:
    return Path(copytree(PIG, tmp_path / "pig"))


def begun(folder: Path, scenario: str, seed: int = 3) -> State:
    game = mercatoria.load(str(folder), scenario=scenario)
    return game.start(game.players[0], seed)


def moves_of(scenario: ast.Scenario) -> list[ast.Played]:
    """Return the lines that a scenario plays before its first expectation."""
    found = []
    for part in scenario.parts:
        if part.form == "play":
            found += part.played
        elif part.form not in ("players", "with", "option", "seed", "setup", "given"):
            break
    return found


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda path: path.parent.name)
def test_every_scenario_begins_where_its_moves_begin(folder: Path) -> None:
    read = read_folder(folder.parent)
    for scenario in read.scenarios:
        state = begun(folder.parent, scenario.name.text)
        again = pickle.loads(pickle.dumps(state))
        assert again.vector == state.vector
        assert again.table.start() == state.table.start()
        seats = [word.text for part in scenario.parts if part.form == "players" for word in part.words]
        for played in moves_of(scenario)[:1]:
            if played.seat is None or played.call is None or played.seat.text not in seats:
                continue
            known = dict(zip(seats, state.table.flow.model.seats, strict=True))
            if any(name in played.call.span.text for name in seats):
                continue  # the move names a seat as this scenario calls it
            if not state.deciders:
                continue
            state.apply(f"{known[played.seat.text]}: {played.call.span.text}")


def test_a_record_carries_the_scenario_and_is_replayed_from_it() -> None:
    state = begun(PIG, "hold")
    assert state.view(0)["things"]["Player"]["Seat1"] == {"points": 40}
    for _ in range(5):
        state.apply(state.moves()[0])
    data = json.loads(state.to_json())
    assert data["scenario"]["name"] == "hold"
    assert data["scenario"]["file"] == "scenarios/turns.rules"
    game = records.game_of(data, str(PIG))
    assert records.replayed(game, data).vector == state.vector
    assert game.replay(data, 0).vector == state.table.start()


def test_a_record_of_another_beginning_is_refused() -> None:
    at_hold, at_one = begun(PIG, "hold").record, begun(PIG, "a_one").record
    for game, record, words in (
        (mercatoria.load(str(PIG)), at_hold, "began with the scenario `hold`; load the rules with this scenario"),
        (mercatoria.load(str(PIG), scenario="hold"), at_one, "began with the scenario `a_one`, not with `hold`"),
        (mercatoria.load(str(PIG), scenario="hold"), mercatoria.load(str(PIG)).start(2).record,
         "began with the set-up, not with a scenario"),
    ):  # fmt: skip
        with pytest.raises(RecordError, match=words):
            game.replay(record)
    for bad in ({}, {"name": "x", "file": "y", "text": 3}, "hold"):
        with pytest.raises(RecordError, match="`scenario` of a game record must be"):
            record_from_json(json.dumps(at_hold | {"scenario": bad}))


def test_a_faulty_text_in_a_record_is_told() -> None:
    record = begun(PIG, "hold").record
    for text, words in (
        ("number x = 3", "is not a scenario"), ("scenario hold", "scenario"), (record["scenario"]["text"].replace(
            "points to 40", "riches to 40"), "riches"),
    ):  # fmt: skip
        with pytest.raises((RecordError, RulebookError), match=words):
            records.game_of(record | {"scenario": record["scenario"] | {"text": text}}, str(PIG))


def test_a_scenario_that_has_changed_or_gone_is_told(pig: Path) -> None:
    state = begun(pig, "hold")
    data = json.loads(state.to_json())
    assert records.news_of_scenario(state) == ""
    file = pig / "scenarios/turns.rules"
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("points to 40", "points to 41", 1), encoding="utf-8")
    assert "`hold` has changed since this game began" in records.news_of_scenario(state)
    file.write_text(text.replace("scenario hold", "scenario held"), encoding="utf-8")
    assert "`hold` is no longer in" in records.news_of_scenario(state)
    again = records.replayed(records.game_of(data, str(pig)), data)
    assert again.vector == state.vector


def test_other_house_rules_may_be_added_to_a_scenario() -> None:
    game = mercatoria.load(str(PIG), options={"target": 50}, scenario="hold")
    assert game.options == {"target": 50}
    assert game.start(2).record["scenario"]["name"] == "hold"


def test_refusals_name_the_scenario() -> None:
    with pytest.raises(TableError, match="has no scenario `hodl`; did you mean `hold`"):
        mercatoria.load(str(PIG), scenario="hodl")
    with pytest.raises(TableError, match="the scenario `hold` is for 2 players, not 4"):
        mercatoria.load(str(PIG), scenario="hold").start(4)


def test_a_seat_sees_only_its_own_part_of_the_position() -> None:
    state = hidden()
    seats = state.table.flow.model.seats
    own, other = state.view(0)["things"]["Player"], state.view(1)["things"]["Player"]
    assert own != other
    assert state.view(None)["things"]["Player"] not in (own, other)
    assert len(seats) == 2


def test_nothing_hidden_is_dealt_again_from_a_scenario() -> None:
    """All courses from the position would hold its true hands, so no seat may have any of them."""
    for seat in (0, 1, None):
        with pytest.raises(NotPlayedTo):
            transcript_of(hidden(), seat)
    assert transcript_of(begun(PIG, "hold"), 0).seat == 0


def hidden() -> State:
    """Return a game that begins with a secret hand of each seat."""
    game = mercatoria.load(str(POKER))
    scenario = next(each for each in read_folder(POKER).scenarios if any(p.form == "given" for p in each.parts))
    found = at_scenario(game, written_scenario(scenario, str(POKER)))
    assert isinstance(found, Game)
    assert changed_since(written_scenario(scenario, str(POKER)), read_folder(POKER)) == ""
    return found.start(2, 1)
