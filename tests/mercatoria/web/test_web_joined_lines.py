"""Tests which lines of the log share a line on a page, and that a reveal names all answers."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")

from visiting import BIDS, Clock

from dsl.locale import locale_of
from mercatoria.drawing import Whereabouts
from mercatoria.web.pages import log_of
from mercatoria.web.pages.gains import Gain
from mercatoria.web.pages.joined_lines import joined
from mercatoria.web.pages.log_line import Done, Line
from mercatoria.web.store import Store
from mercatoria.web.tables import Catalogue, Choice, TableRegistry
from mercatoria.web.timeline import present

SAID = locale_of("en")
EFFECT = (Done("Tolls", "Red got 2 pennies", ()),)


def move(number: int, deed: str, seat: int = 0, **others: object) -> Line:
    return Line((number,), (seat,), deed, "", (), (), who=("You", "Red", "Blue")[seat], **others)  # type: ignore[arg-type]


def chance(number: int, title: str, words: str, done: tuple[Done, ...] = ()) -> Line:
    return Line((number,), (), title, words, (), done)


def told(*lines: Line, since: int = 0) -> list[tuple[str, str]]:
    return [(line.deed, line.words) for line in joined(lines, SAID, since)]


def test_moves_of_one_player_share_a_line() -> None:
    cubes = [move(1, "placed a cube as Ham"), move(2, "placed a cube as Wine"), move(3, "placed a cube as Salt")]
    together = ("placed a cube as Ham, Wine and Salt", "")
    assert told(*cubes) == [together]
    assert told(*cubes, move(4, "stayed at home")) == [together, ("stayed at home", "")]


@pytest.mark.parametrize("other", [
    move(2, "placed a cube as Wine", seat=1), move(2, "took a cube as Wine", is_new=True),
    move(2, "placed a cube as Wine", gains=(Gain("+1 point", is_more=True),)), move(2, "placed a cube"),
    move(2, "placed a cube as Wine", at=Whereabouts("Lund")), move(2, "placed a cube as Wine", is_new=True),
])  # fmt: skip
def test_other_moves_keep_their_lines(other: Line) -> None:
    assert told(move(1, "placed a cube as Ham"), other) == [("placed a cube as Ham", ""), (other.deed, "")]


def test_results_of_chance_share_a_line_up_to_an_effect() -> None:
    dice = [chance(1, "White die", "2"), chance(2, "Red die", "3", EFFECT), chance(3, "White die", "4")]
    (first, last) = joined(dice, SAID, 0)
    assert (first.deed, first.because, first.numbers) == ("White die: 2; Red die: 3", "Red got 2 pennies", (1, 2))
    assert (last.deed, last.words) == ("White die", "4")
    cards = [chance(at, "On display", card) for at, card in enumerate("ABB", 1)]
    assert told(*cards) == [("On display", "A and B × 2")]


def test_a_list_in_a_list_has_semicolons() -> None:
    goods = [move(1, "gave Wool and Salt to Red"), move(2, "gave Ham to Red")]
    assert told(*goods) == [("gave Wool and Salt; Ham to Red", "")]


def test_a_reveal_names_all_answers() -> None:
    answers = [move(1, "bid 5 pennies for it", 1, is_amid=True), move(2, "bid 1 penny for it", is_amid=True),
               move(3, "bid 5 pennies for it", 2)]  # fmt: skip
    (line,) = joined(answers, SAID, 2)
    assert (line.deed, line.seats, line.is_new) == ("Red and Blue bid 5 pennies for it; you 1 penny", (1, 0, 2), True)
    assert not joined(answers, SAID, 4)[0].is_new
    assert told(*answers[:2]) == [(of.deed, "") for of in answers[:2]], "not everybody has answered"


def test_numbers_stay_with_their_nouns() -> None:
    answers = [move(1, "chose 1 Ham", 1, is_amid=True), move(2, "chose 1 Salt and 2 Wine", 2)]
    assert told(*answers) == [("Red chose 1 Ham; Blue 1 Salt and 2 Wine", "")]


def test_the_page_says_who_won_and_for_how_much(tmp_path: Path) -> None:
    hall = TableRegistry(Store(tmp_path / "tables.db"), Catalogue((BIDS,)), Clock())
    table, _ = hall.set_up(Choice(BIDS, 2), ["human"] * 2, 1)
    first, second = table.names
    hall.play(table, table.course.turn(0), table.course.state.table.notation.parse("bid(3)", 0))
    for seat in (None, 1):
        assert not any("3" in line.deed for line in log_of(present(table, seat))), "not everybody has answered"
    hall.play(table, table.course.turn(1), table.course.state.table.notation.parse("bid(7)", 1))
    said = {None: f"{first} bid 3; {second} 7", 0: f"You bid 3; {second} 7", 1: f"{first} bid 3; you 7"}
    for seat, words in said.items():
        line = log_of(present(table, seat))[-1]
        assert (line.deed, line.is_new) == (words, True)
        assert f"winner: {'you' if seat == 1 else second}" in line.because
    hall.close()
