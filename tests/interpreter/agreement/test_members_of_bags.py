"""Tests that all engines agree on whether a domain of bags contains a bag."""

from __future__ import annotations

from three_engines import InAgreement, table_of


def test_engines_play_it_alike() -> None:
    assert InAgreement(table_of("members_of_bags")).play(games=5) > 30
