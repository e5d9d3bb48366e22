"""Tests the words of a rulebook in another language: where they are shown, and the faults in a file of words."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

import mercatoria
from dsl.folder import read_folder, translated_folder
from dsl.shipped import data_folder
from dsl.translations import with_missing
from dsl.translations.words import FILE, SECTIONS
from mercatoria import RulebookError, State, TableError
from mercatoria.drawing import full_log
from mercatoria.inspection import folder_faults

RULES = """\
rulebook gates "Gates"
    players 2
    seats Red, Blue
    money florins

kind Gate: North, South

kind Ware, 2

each Player has
    purse: money = 1 "florin"
    lucky: flag = no "is lucky" / "is not lucky"
    hand: secret pile of Ware

each Gate has
    opened: flag = no internal

round "A round"
    turn of player in Player
        player may open_gate, pass "stay in"
        player may choose stake in 1 to 2, says "stake {stake florin}"
            set player.lucky to yes

action open_gate(gate: Gate) "Open a gate"
    says "open {gate}"
    needs closed: not gate.opened
    then
        set gate.opened to yes

end both of round when round.number = 2

scoring of p in Player
    none_yet: 0
"""
VARIANT = """\
variant paid "Paid gates" of gates
    add costs toll to open_gate: 1 to bank
    new rule rest "Rest"
        stop turn
"""
WORDS = """\
# The words of this game.
title: Tore
money: Gulden

moves:
  open_gate:   # the only action
    says: "{gate} öffnen"
    title: Ein Tor öffnen

choices:
  round.stake: {says: "{stake Gulden|Gulden} setzen", log: "{you} setzt {stake Gulden|Gulden}"}

things:
  North: {one: Nordtor}
  South: Südtor
"""
Made = Callable[..., Path]


@pytest.fixture
def game(tmp_path: Path) -> Made:
    """Return a function that writes a game with German words, after replacing a text in the words."""

    def write(old: str = "", new: str = "", words: str = WORDS) -> Path:
        for folder in ("words", "variants"):
            (tmp_path / folder).mkdir(exist_ok=True)
        (tmp_path / "rulebook.rules").write_text(RULES, encoding="utf-8")
        (tmp_path / "variants" / "paid.rules").write_text(VARIANT, encoding="utf-8")
        assert old in words
        (tmp_path / "words" / "de.yaml").write_text(words.replace(old, new) if old else words, encoding="utf-8")
        return tmp_path

    return write


def started(folder: Path) -> State:
    return mercatoria.load(str(folder)).start(2, 1)


def faults(folder: Path) -> list[tuple[str, int, str]]:
    found = folder_faults(read_folder(folder, "gates")).in_order()
    return [(fault.code, fault.span.line, fault.span.text) for fault in found if "words" in fault.span.source.path]


def test_a_move_reads_in_the_other_language(game: Made) -> None:
    state = started(game()).in_language("de")
    state.apply("Red: open_gate(North)")
    state.apply(next(move for move in state.moves(0) if 2 in move.args.values()))
    log = [str(line) for line in full_log(state, 0, addressed=True)]
    assert log == ["Red: Nordtor öffnen", "Red setzt 2 Gulden"], "the first move has no log line of its own"


def test_words_that_are_missing_stay_english(game: Made) -> None:
    state = started(game()).in_language("de")
    state.apply("Red: pass")
    assert str(full_log(state, None)[0]) == "Red stayed in"
    assert state.edition.title == "Tore"


def test_the_rules_stay_the_same(game: Made) -> None:
    state = started(game())
    other = state.in_language("de")
    assert other.table.fingerprint == state.table.fingerprint
    assert [str(move) for move in other.moves(0)] == [str(move) for move in state.moves(0)]
    assert state.in_language("en") is state
    assert other.in_language("de") is other


def test_a_game_has_only_the_languages_of_its_files(game: Made) -> None:
    with pytest.raises(TableError, match="Gates can be read in en, de, not in `fr`"):
        started(game()).in_language("fr")


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("{gate} öffnen", "{gata} öffnen", ("E301", 7, "gata")),
        ("{gate} öffnen", "{gate öffnen", ("E019", 7, "{")),
        ("  open_gate:", "  open_gat:", ("W251", 6, "open_gat")),
        ("    says:", "    say:", ("E251", 7, "say")),
        ("moves:", "move:", ("E251", 5, "move")),
        ("title: Tore", "title: [Tore]", ("E251", 2, "[Tore]")),
        ("South: Südtor", "West: Westtor", ("W251", 15, "West")),
    ],
)
def test_a_fault_is_reported_where_it_is(game: Made, old: str, new: str, fault: tuple[str, int, str]) -> None:
    assert fault in faults(game(old, new))


def test_an_unknown_blank_stops_the_game_in_this_language_only(game: Made) -> None:
    state = started(game("{gate} öffnen", "{gata} öffnen"))
    with pytest.raises(RulebookError, match="nothing is called `gata`"):
        state.in_language("de")
    state.apply("Red: pass")


def test_missing_words_are_counted_once(game: Made) -> None:
    codes = [code for code, _, _ in faults(game())]
    assert codes == ["W252"]


def test_missing_words_are_added_and_nothing_else_changes(game: Made) -> None:
    folder = game()
    found = translated_folder(read_folder(folder), "de")
    text = with_missing(found.words, found.slots)
    kept = iter(text.splitlines())
    assert all(line in kept for line in WORDS.splitlines()), "every line stays, in its order"
    assert '  round.open_gate: ""   # stay in\n' in text
    assert '  open_gate.closed: ""   # not gate.opened\n' in text
    assert "variants:\n  paid:\n" in text
    (folder / "words" / "de.yaml").write_text(text, encoding="utf-8")
    again = translated_folder(read_folder(folder), "de")
    assert again.faults.found == again.stale.found == []
    assert with_missing(again.words, again.slots) == text, "the second time there is nothing to add"


def test_a_first_file_lists_every_text(game: Made) -> None:
    folder = game()
    (folder / "words" / "de.yaml").unlink()
    found = translated_folder(read_folder(folder), "de")
    text = with_missing(found.words, found.slots)
    (folder / "words" / "de.yaml").write_text(text, encoding="utf-8")
    again = translated_folder(read_folder(folder), "de")
    assert again.faults.found == again.stale.found == []
    assert {slot.key for slot in found.slots if slot.is_needed} <= {slot.key for slot in again.slots}
    assert len(again.missing) == len(found.missing), "an empty text counts as missing"


def test_a_variant_brings_its_own_words(game: Made) -> None:
    own = "variants:\n  paid:\n    title: Bezahlte Tore\n    needs:\n      open_gate.toll: das Geld reicht nicht\n"
    folder = game(words=WORDS + own)
    state = mercatoria.load(str(folder), ["paid"]).start(2, 1).in_language("de")
    action = state.table.flow.model.actions["open_gate"]
    assert [cost.about.title for cost in action.costs] == ["das Geld reicht nicht"]


def test_a_file_in_an_unknown_language_is_reported(game: Made) -> None:
    folder = game()
    (folder / "words" / "german.yaml").write_text("title: Tore\n", encoding="utf-8")
    assert {code for code, _, _ in faults(folder)} == {"W252", "W253"}


def test_a_file_of_words_may_have_every_section() -> None:
    schema = json.loads((data_folder("grammars") / FILE).read_text(encoding="utf-8"))
    assert set(schema["$defs"]["words"]["properties"]) - {"title"} == set(SECTIONS)
