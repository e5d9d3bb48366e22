"""Tests that the refusals of random illegal moves are sentences for people."""

from __future__ import annotations

import re

import pytest

import mercatoria
from tests.games.refusals_at_random import illegal_moves, refusals
from tests.thinning import thinned

GAMES = (
    "catan_merchants_of_europe", "medieval_merchant", "merchants_of_medieval_europe", "merchants_of_the_middle_ages",
    "merkator",
)  # fmt: skip
PROGRAMMING = re.compile(r"is no;|is yes;|must be yes|must be no\b|Which \[|tokens in|`|\w_\w|no the |you (is|has) ")
"""Words of the rulebook's notation, and phrases that are not English."""


@pytest.mark.parametrize("name", thinned([(name,) for name in GAMES], lambda case: case == ("medieval_merchant",)))
def test_a_refusal_is_a_sentence(name: str) -> None:
    for move, words in refusals(mercatoria.load(name), seed=5, wanted=12):
        assert words.startswith("You cannot "), move
        assert words.endswith("."), move
        assert not PROGRAMMING.search(words), f"{move}: {words}"


@pytest.mark.parametrize("name", thinned([(name,) for name in GAMES], lambda case: case == ("medieval_merchant",)))
def test_a_program_reads_the_same_sentences(name: str) -> None:
    """Below its head, the error of an illegal move gives each reason as a sentence, after the name of the rule."""
    for state, move in illegal_moves(mercatoria.load(name), seed=6, wanted=12):
        with pytest.raises(mercatoria.IllegalMove) as refused:
            state.apply(move)
        explanation = refused.value.explanation
        assert str(explanation) == str(refused.value)
        for reason in explanation.reasons:
            assert reason.text or reason.hidden, move
            for words in (reason.text, *reason.values):
                assert not PROGRAMMING.search(words), f"{move}: {words}"
        assert str(state.why(f"not {move}", move.seat)).startswith(explanation.head)
