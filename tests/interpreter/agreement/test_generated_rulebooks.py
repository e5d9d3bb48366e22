"""Tests that engines agree on rulebooks from an external generator, where their scores or large local variables once
differed.
"""

from __future__ import annotations

import pytest
from three_engines import InAgreement, table_of


@pytest.mark.parametrize("name", ["generated_scores", "generated_marks", "generated_locals"])
@pytest.mark.parametrize("players", [2, 3])
def test_engines_play_it_alike(name: str, players: int) -> None:
    played = InAgreement(table_of(name, players))
    assert played.play(games=6, steps=60) > 50
    assert not played.left
