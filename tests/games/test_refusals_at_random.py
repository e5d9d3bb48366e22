"""Tests that the refusals of random illegal moves are sentences for people."""

from __future__ import annotations

import re

import pytest

import mercatoria
from tests.games.refusals_at_random import refusals

GAMES = (
    "catan_merchants_of_europe", "medieval_merchant", "merchants_of_medieval_europe", "merchants_of_the_middle_ages",
    "merkator",
)  # fmt: skip
PROGRAMMING = re.compile(r"is no;|is yes;|must be yes|must be no\b|Which \[|tokens in|`|\w_\w|no the |you (is|has) ")
"""Words of the rulebook's notation, and phrases that are not English."""


@pytest.mark.parametrize("name", GAMES)
def test_a_refusal_is_a_sentence(name: str) -> None:
    for move, words in refusals(mercatoria.load(name), seed=5, wanted=12):
        assert words.startswith("You cannot "), move
        assert words.endswith("."), move
        assert not PROGRAMMING.search(words), f"{move}: {words}"
