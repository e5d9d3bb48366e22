"""Tests that a log line names the player whom secret answers bring out, unless hidden things decide who it is."""

from __future__ import annotations

from pathlib import Path

import pytest

import mercatoria
from interpreter.trace import EffectHistory
from mercatoria import State
from mercatoria.drawing import teller_of

RULES = """\
rulebook tower "The Tower"
    players 3
    seats Red, Blue, Green

each Player has
    points: 0 to 9 = 0
    luck: secret 0 to 9 = 0

setup "Luck"
    for p in Player
        random p.luck in 0 to 9

round "A sale"
    do sale

rule sale "The sale"
    everyone in Player secretly chooses bid in 0 to 9, says "bid {bid}"
    let high_bidder = first(p in Player by most bid(p))
    let luckiest = first(p in Player by most bid(p) + p.luck)
    let oldest = Red
    if bid(high_bidder) > 4
        raise high_bidder.points by 1 clamped

end far of round when round.number = 3

scoring of p in Player
    points: p.points
"""
WORDS = "title: Der Turm\nchances: {high_bidder: Höchstbietende}\nthings: {Red: Rot, Blue: Blau, Green: Grün}\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "rulebook.rules").write_text(RULES, encoding="utf-8")
    (tmp_path / "words").mkdir()
    (tmp_path / "words" / "de.yaml").write_text(WORDS, encoding="utf-8")
    return tmp_path


def told(state: State, reader: int | None) -> list[str]:
    """Return the effects of the last step, as a seat or a spectator reads them."""
    (deeds,) = EffectHistory(state.table).of_newest(state.last, reader, 1)
    return [words for deed in deeds for words in teller_of(state.table).told(deed, reader)]


@pytest.mark.parametrize(("bids", "blue", "others"), [
    ((1, 7, 2), ["high bidder: you", "your points rose to 1 (+1)"],
     ["high bidder: Blue", "Blue’s points rose to 1 (+1)"]),
    ((0, 1, 0), ["high bidder: you"], ["high bidder: Blue"]),
])  # fmt: skip
def test_the_reveal_names_the_player(
    folder: Path, bids: tuple[int, ...], blue: list[str], others: list[str]
) -> None:  # fmt: skip
    state = mercatoria.load(str(folder)).start(3, seed=1)
    for seat, bid in enumerate(bids):
        assert [told(state, reader) for reader in (None, 0, 1, 2)] == [[]] * 4
        state.apply(f"{('Red', 'Blue', 'Green')[seat]}: bid({bid})")
    assert [told(state, reader) for reader in (None, 0, 1, 2)] == [others, others, blue, others]


def test_the_name_has_words_in_another_language(folder: Path) -> None:
    state = mercatoria.load(str(folder)).start(3, seed=1).in_language("de")
    for move in ("Red: bid(0)", "Blue: bid(1)", "Green: bid(0)"):
        state.apply(move)
    assert told(state, None) == ["Höchstbietende: Blau"]
