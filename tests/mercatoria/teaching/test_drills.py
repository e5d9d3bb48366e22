"""Tests reading drills: questions about moves, their answers and reasons."""

from __future__ import annotations

from itertools import islice

import pytest

import mercatoria
from mercatoria.teaching import Question, drill

BAZAAR = "docs/examples/bazaar"


def asked(game: str, number: int, seed: int = 1, players: int | None = None) -> list[Question]:
    loaded = mercatoria.load(game)
    return list(islice(drill(loaded, players or loaded.players[0], seed), number))


@pytest.mark.parametrize("game", [BAZAAR, "docs/examples/caravans", "medieval_merchant"])
def test_answers_are_right_and_both_occur(game: str) -> None:
    found = asked(game, 16)
    assert len(found) == 16
    assert {question.legal for question in found} == {True, False}
    for question in found:
        assert question.seat in question.state.deciders
        assert question.move.seat == question.seat
        assert question.state.is_legal(question.move) == question.legal
        assert question.text.startswith("May ")
        assert question.text.endswith("?")
        assert question.why


def test_a_seed_gives_the_same_questions_again() -> None:
    texts = [[question.to_data() for question in asked(BAZAAR, 8, seed)] for seed in (5, 5, 6)]
    assert texts[0] == texts[1] != texts[2]


def test_a_refusal_names_a_rule_and_quotes_its_clause() -> None:
    refused = [question for question in asked("medieval_merchant", 20) if not question.legal]
    assert all(question.why.startswith("You cannot ") for question in refused)
    assert any(question.cites for question in refused)


def test_a_question_has_an_answer_that_its_seat_can_know() -> None:
    for question in asked("docs/examples/sealed_bid", 10):
        explanation = question.state.why_not(question.move, question.seat)
        assert (explanation is None) == question.legal
        assert explanation is None or not explanation.unsure
