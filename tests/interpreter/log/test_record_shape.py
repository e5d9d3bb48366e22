"""Tests that Python and the command line reject malformed records with a message."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

import mercatoria
from mercatoria.cli import main

ROOT = Path(__file__).resolve().parents[3]
PIG = str(ROOT / "docs" / "examples" / "pig")
GOOD = (Path(PIG) / "records" / "to_twelve.json").read_text(encoding="utf-8")
HUGE = 10**400

CHANGES: dict[str, dict[str, Any]] = {
    "a move that is a number": {"log": [{"move": 5}]},
    "a move that is nothing": {"log": [{"move": None}]},
    "a move that is a list": {"log": [{"move": ["Seat1: roll"]}]},
    "a move of a megabyte": {"log": [{"move": "Seat1: " + "roll" * 300_000}]},
    "a move with an escape": {"log": [{"move": "Seat1: \x1b[2Jroll"}]},
    "a move with half a sign": {"log": [{"move": "Seat1: \ud800"}]},
    "an entry that is nothing": {"log": [None]},
    "an entry that is a text": {"log": ["Seat1: roll"]},
    "an empty entry": {"log": [{}]},
    "an entry of both kinds": {"log": [{"move": "Seat1: roll", "chance": 1}]},
    "chance that is a list": {"log": [{"move": "Seat1: roll"}, {"chance": [1]}]},
    "chance that is a group": {"log": [{"move": "Seat1: roll"}, {"chance": {"die": 1}}]},
    "chance that is half": {"log": [{"move": "Seat1: roll"}, {"chance": 0.5}]},
    "chance that cannot be": {"log": [{"move": "Seat1: roll"}, {"chance": 7}]},
    "chance beyond all numbers": {"log": [{"move": "Seat1: roll"}, {"chance": HUGE}]},
    "a log that is a group": {"log": {"0": {"move": "Seat1: roll"}}},
    "a log that is nothing": {"log": None},
    "players by word": {"players": "3"},
    "players by halves": {"players": 3.0},
    "players that are true": {"players": True},
    "too many players": {"players": 999},
    "no players": {"players": None},
    "players beyond all numbers": {"players": HUGE},
    "a seed that is a text": {"seed": "5"},
    "a seed beyond all numbers": {"seed": HUGE},
    "variants that are a text": {"variants": "base"},
    "variants that are numbers": {"variants": [1]},
    "variants that are lists": {"variants": [["base"]]},
    "a variant that is none": {"variants": ["none_such"]},
    "a variant by a whole path": {"variants": ["/etc/passwd.rules"]},
    "a variant above": {"variants": ["../../secret.rules"]},
    "a variant at home": {"variants": ["~/secret.rules"]},
    "a variant on a drive": {"variants": ["C:\\secret.rules"]},
    "options that are a list": {"options": ["target"]},
    "an option that is a list": {"options": {"target": [12]}},
    "an option beyond all numbers": {"options": {"target": HUGE}},
    "an option that is a fraction": {"options": {"target": 1.5}},
    "another version": {"version": 99},
    "a version that is a group": {"version": {}},
    "a version beyond all numbers": {"version": HUGE},
    "a game that is nothing": {"game": None},
    "a game that is a list": {"game": ["pig"]},
    "another game": {"game": "chess"},
    "rules that are a number": {"rules": 5},
    "other rules": {"rules": "0000000000000000"},
    "a position that is a text": {"position": "here"},
    "a layout that is a list": {"layout": []},
    "seats that are numbers": {"seats": [1, 2, 3]},
    "seats that nobody knows": {"seats": ["a", "b", "c"]},
    "lines that are numbers": {"told": [1, 2]},
    "lines that are one text": {"told": "told"},
}

TEXTS = {
    "nothing": "",
    "null": "null",
    "a list": "[]",
    "a number": "5",
    "half a text": GOOD[: len(GOOD) // 2],
    "deep brackets": "[" * 100_000,
    "deep groups": '{"log":' * 100_000,
    "a long number": '{"version": 1, "game": "pig", "log": [], "players": ' + "9" * 6000 + "}",
    "no number": '{"version": 1, "game": "pig", "rules": "x", "log": [], "players": NaN}',
    "infinity": '{"version": 1, "game": "pig", "rules": "x", "log": [], "players": 1e999}',
    "a mark at its start": "\ufeff[]",
}


def changed(**parts: object) -> dict[str, Any]:
    return json.loads(GOOD) | parts


@pytest.mark.parametrize("what", CHANGES)
def test_a_record_of_wrong_shape_is_refused(what: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = changed(**CHANGES[what])
    if not {"seats", "variants", "options"} & set(CHANGES[what]) or what == "seats that are numbers":
        with pytest.raises(mercatoria.RecordError):
            mercatoria.load(PIG, options={"target": 12}).replay(data)
    file = tmp_path / "record.json"
    file.write_text(json.dumps(data), encoding="utf-8")
    codes = [main(["play", PIG, "--load", str(file)])]
    if "seats" not in what:
        codes += [main(["replay", str(file), "--game", PIG]), main(["why", PIG, str(file), "last"])]
        codes += [main(["replay", str(file), "--game", PIG, "--under", "base"])]
    said = capsys.readouterr()
    assert set(codes) <= {1, 2}
    assert "internal error" not in said.err
    assert "Traceback" not in said.err + said.out


@pytest.mark.parametrize("what", TEXTS)
def test_a_text_that_is_no_record_is_refused(what: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(mercatoria.RecordError):
        mercatoria.load(PIG).state_from_json(TEXTS[what])
    file = tmp_path / "record.json"
    file.write_text(TEXTS[what], encoding="utf-8")
    assert main(["replay", str(file), "--game", PIG]) == 1
    assert "record" in capsys.readouterr().err


@pytest.mark.parametrize("what", ["a move that is a number", "an entry that is nothing", "players by word"])
def test_a_golden_record_of_wrong_shape_fails_in_words(
    what: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "pig"
    (folder / "records").mkdir(parents=True)
    shutil.copy(Path(PIG) / "rulebook.rules", folder)
    (folder / "records" / "bad.json").write_text(json.dumps(changed(**CHANGES[what])), encoding="utf-8")
    assert main(["test", str(folder)]) == 1
    said = capsys.readouterr()
    assert "failed bad.json" in said.out
    assert "of the record" in said.out or "of a game record" in said.out


def test_the_fault_is_named() -> None:
    game = mercatoria.load(PIG, options={"target": 12})
    with pytest.raises(mercatoria.RecordError, match="entry 1 of the record must have text as its `move`, not 5"):
        game.replay(changed(log=[{"move": 5}]))
    with pytest.raises(mercatoria.RecordError, match="`scheme` of a game record must be 1, not 2"):
        game.replay(changed(scheme=2))


def test_a_file_of_variants_far_away_is_named_by_the_person(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "cheap.rules"
    file.write_text('variant cheap "Cheap" of pig\n    set target to 15\n', encoding="utf-8")
    state = mercatoria.load(PIG, [str(file)]).start(2, 1)
    state.apply(state.moves()[0])
    record = tmp_path / "record.json"
    record.write_text(state.to_json(), encoding="utf-8")
    assert main(["replay", str(record), "--game", PIG]) == 1
    assert f"--variant {file}" in capsys.readouterr().err
    assert main(["replay", str(record), "--game", PIG, "--variant", str(file)]) == 0
