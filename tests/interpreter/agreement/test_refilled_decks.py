"""Tests of decks that are refilled from their discard piles, in all engines."""

from __future__ import annotations

from three_engines import RULEBOOKS, InAgreement, table_of

import mercatoria


def test_engines_play_it_alike() -> None:
    assert InAgreement(table_of("refilled_decks")).play(games=20) > 300


def test_an_empty_deck_is_refilled_from_its_own_pile() -> None:
    """The deck has 3 of 6 cards. In the second round, every other deck was empty once, and was refilled."""
    state = mercatoria.load(str(RULEBOOKS / "refilled_decks.rules")).start(2, seed=1)
    for _ in range(3):
        state.apply("Seat1: take")
        state.apply("Seat2: take")
    shown = state.view(0)
    assert shown["game"]["used"] == []
    hands = [shown["things"]["Player"][seat]["hand"] for seat in ("Seat1", "Seat2")]
    assert [len(hand) for hand in hands] == [3, 3]
    assert {str(move) for move in state.moves()} == {"Seat1: pass", *(f"Seat1: spend({card})" for card in hands[0])}
    assert sum(shown["game"]["heaps"]["North"].values()) in (1, 2)
