"""Tests that the audit of offers counts what it says."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import mercatoria
from bench.offers import audit
from tests.mercatoria.players.test_acceptable_offers import SEEN


def test_random_bots_make_offers_that_cannot_be_accepted(tmp_path: Path) -> None:
    (tmp_path / "rulebook.rules").write_text(SEEN, encoding="utf-8")
    game = mercatoria.load(str(tmp_path))
    found = Counter[str]()
    for seed in range(9):
        found += audit(game.start(3, seed), "random", seed)
    assert found["offers"] >= found["accepted"] > 0
    assert found["not acceptable"] > 0
    assert found["endless"] == 0
