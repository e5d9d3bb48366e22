"""Plays each example in `docs/forms.md` at random to the end of the game, on both engines in lock step."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from code_blocks import DOCS, Block, blocks, write_game

import mercatoria
from dsl.folder import read_folder

PAGE = list(blocks(DOCS / "forms.md"))
FORMS = [block for block in PAGE if block.base == "fair" and block.info[0] == "rules"]


def test_every_form_has_its_variant_and_scenario(tmp_path: Path) -> None:
    assert len(FORMS) == 14
    for block in FORMS:
        folder = read_folder(write_game(tmp_path, PAGE, block), str(block))
        assert len(folder.variants) == 1, block
        assert [scenario for scenario in folder.scenarios if "with " in scenario.span.text], block


@pytest.mark.parametrize("block", FORMS, ids=str)
def test_a_form_is_played_alike_and_loses_nothing(block: Block, tmp_path: Path) -> None:
    folder = write_game(tmp_path, PAGE, block)
    game = mercatoria.load(str(folder), variants=read_folder(folder, str(block)).variants)
    used = set[str]()
    for players in game.players:
        rng = random.Random(players)
        fast, plain = game.start(players, seed=players), game.start(players, seed=players, plain=True)
        totals = fast.table.flow.layout.totals(fast.vector)
        while not fast.is_over:
            seat = rng.choice(fast.deciders)
            assert fast.rows(seat) == plain.rows(seat)
            move = fast.sample(rng, seat)
            used.add(move.action)
            fast.apply(move)
            plain.apply(move)
            assert fast.vector == plain.vector
            assert fast.table.flow.layout.totals(fast.vector) == totals
        assert fast.ended_by == "last_day"
        assert fast.ranking == plain.ranking
    kinds = {kind.name for kind in game.table(2).flow.move_kinds}
    assert used >= kinds - {"pass"}, "every move of the form was made"
