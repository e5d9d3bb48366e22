"""Tests reading drills: questions about moves, their answers and reasons."""

from __future__ import annotations

import re
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
        assert question.text.startswith(f"You are {question.move.seat_name}. Can you ")
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


@pytest.mark.parametrize("game", ["medieval_merchant", "catan_merchants_of_europe", "merchants_of_medieval_europe"])
def test_an_answer_is_explained_in_sentences(game: str) -> None:
    for question in asked(game, 8):
        head, *rest = question.why.splitlines()
        assert head.startswith(("You can ", "You cannot "))
        assert all(line.endswith(".") and line[:1] == line[:1].upper() for line in rest), question.why
        assert "…" not in question.why
        assert not re.search(r"\b[a-z]+_[a-z_]+\b", question.why), "no names of rules"


def test_places_about_which_there_is_nothing_to_say_are_left_out() -> None:
    """A need that asks about every path of the map does not list the empty ones."""
    assert max(len(question.facts()) for question in asked("catan_merchants_of_europe", 12, 11)) < 12


def test_no_refused_answer_to_an_offer_is_asked_about() -> None:
    """The position does not show which offer needs an answer."""
    refused = [question for question in asked("catan_merchants_of_europe", 20, 23) if not question.legal]
    assert refused
    assert not any("the offer that needs an answer" in question.why for question in refused)


def test_a_cost_from_the_supply_is_explained() -> None:
    told = [line for question in asked("catan_merchants_of_europe", 6, 3) for line in question.why.splitlines()]
    assert "It costs 1 neutral trading post; the supply has 1." in told


def test_the_facts_are_those_that_the_rules_of_the_move_read() -> None:
    game = mercatoria.load("medieval_merchant")
    branch = next(question for question in drill(game, 2, 1) if question.move.action == "open_city_branch")
    said = branch.facts()
    assert [line.split(";")[0] for line in said if line.startswith("City ")] == [f"City {branch.move.args['city']}"]
    assert any("guilders: " in line for line in said)
    assert any(line.startswith("Your new branches: ") for line in said), "a field that the picture does not show"
    assert not any("score" in line for line in said)


def test_facts_of_another_seat_are_only_those_that_it_shows() -> None:
    for question in asked("catan_merchants_of_europe", 12, 2):
        for line in question.facts():
            others = [seat for seat in question.state.table.flow.model.seats if seat != question.move.seat_name]
            if line.startswith(tuple(others)) and "resources: " in line:
                assert line.endswith(" hidden")
