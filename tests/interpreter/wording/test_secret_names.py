"""Tests that display names and labels reveal nothing: only those who may see a thing read the name that it is given."""

from __future__ import annotations

from pathlib import Path

import pytest

import mercatoria
from interpreter.log import entries
from interpreter.wording import log_line
from mercatoria.drawing import draw

RULES = """\
rulebook deeds "Deeds"
    players 2
    seats Red, Blue

kind Deed, 3 called "the deed worth {(10 * number) florin}"

each Player has
    hand: secret pile of Deed "deeds in hand"
    shown: secret pile of Deed "hidden deeds"

game has
    deck: hidden stack of Deed = Deed

setup
    shuffle deck

round
    turn of player in Player
        draw 1 from deck to player.hand
        player must keep

action keep(deed: you.hand)
    says "keep {deed}"
    then
        move deed from you.hand to you.shown

end late of round when round.number = 1

scoring of p in Player
    none_yet: 0
"""


@pytest.fixture(scope="module")
def state(tmp_path_factory: pytest.TempPathFactory) -> mercatoria.State:
    file: Path = tmp_path_factory.mktemp("deeds") / "rulebook.rules"
    file.write_text(RULES)
    state = mercatoria.load(str(file.parent)).start(2, 1)
    state.apply(state.moves(0)[0])
    return state


def log(state: mercatoria.State, seat: int | None) -> list[str]:
    told = zip(entries(state.last), state.log(seat), strict=True)
    return [str(log_line(state.table, seat, entry, line)) for entry, line in told][:2]


def test_the_owner_reads_the_name(state: mercatoria.State) -> None:
    drew, kept = log(state, 0)
    worth = drew.removeprefix("Red drew ")
    assert worth in [f"the deed worth {number} florins" for number in (10, 20, 30)]
    assert kept == f"Red kept {worth}"


@pytest.mark.parametrize("seat", [1, None])
def test_others_read_the_kind_alone(state: mercatoria.State, seat: int | None) -> None:
    assert log(state, seat) == ["Deeds in hand: hidden", "Red kept a deed"]


def test_the_view_of_others_shows_no_name(state: mercatoria.State) -> None:
    (holding,) = (held for hand in draw(state, 1).hands[:1] for held in hand.holdings if held.title == "hidden deeds")
    assert holding.said == "hidden deeds: hidden"


def test_a_refusal_names_no_hidden_thing(state: mercatoria.State) -> None:
    refused = [str(state.why_not(f"keep(Deed{number})", 1)) for number in (1, 2, 3)]
    mine = {name for name in ("Deed1", "Deed2", "Deed3") if name in str(state.moves(1))}
    others = {words.replace(f"Deed{number}", "X").replace(f"worth {10 * number} ", "worth X ")
              for number, words in enumerate(refused, 1) if f"Deed{number}" not in mine}  # fmt: skip
    assert len(others) == 1, others
