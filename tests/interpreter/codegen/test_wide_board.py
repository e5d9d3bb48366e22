"""Tests a board with many places: the engine finds moves quickly from needs that are written as sentences.

Refusals quote these sentences.
"""

from __future__ import annotations

import importlib.util
import random
import re
from pathlib import Path
from types import ModuleType

import pytest

import mercatoria
from interpreter.codegen import GeneratedEngine
from interpreter.position import PC
from tests.interpreter.codegen.test_codegen import Match, folder_flow


def made_up() -> ModuleType:
    path = Path(__file__).resolve().parents[3] / "bench" / "wide_board.py"
    spec = importlib.util.spec_from_file_location("wide_board", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Return two versions of the game: one with a need that is written as a sentence, and one with a handwritten
    domain.
    """
    wide, top = made_up(), tmp_path_factory.mktemp("wide")
    return wide.written(top / "natural", wide.NATURAL), wide.written(top / "by_hand", wide.BY_HAND)


def test_both_engines_agree(folders: tuple[Path, Path]) -> None:
    flow = folder_flow(folders[0], 2)
    assert flow is not None
    assert Match(flow, seed=1).play(150, every=15) > 100


def test_the_sentence_lists_what_the_domain_by_hand_lists(folders: tuple[Path, Path]) -> None:
    natural, by_hand = (mercatoria.load(str(folder)).table(3).engine for folder in folders)
    v, twin, rng = natural.start(), by_hand.start(), random.Random(7)
    decided = 0
    while decided < 400:
        if not natural.deciders(v):
            outcomes = natural.chance(v)
            assert by_hand.chance(twin) == outcomes
            outcome = rng.choice(outcomes)[0]
            natural.resolve(v, outcome)
            by_hand.resolve(twin, outcome)
            continue
        (seat,) = natural.deciders(v)
        rows = natural.moves(v, seat)
        assert by_hand.moves(twin, seat) == rows
        row = rng.choice(rows)
        natural.apply(v, seat, row)
        by_hand.apply(twin, seat, row)
        decided += 1
    assert v[PC + 1 :] == twin[PC + 1 :]


def test_a_refusal_still_names_the_need(folders: tuple[Path, Path]) -> None:
    state = mercatoria.load(str(folders[0])).start(2, seed=1)
    assert "joined" in str(state.why_not("open_road(Path0)", state.deciders[0]))


def test_a_listing_begins_with_the_answer(folders: tuple[Path, Path]) -> None:
    """The engine must find paths from the places that the player reaches, and these places from the player's roads."""
    flow = folder_flow(folders[0], 2)
    assert flow is not None
    text = GeneratedEngine(flow).program.text()
    listing = text[text.index("rows of") : text.index("move ")]
    loops = re.findall(r"for x\d+ in (\w+)", listing)
    assert loops[0] == "holding"
    assert re.fullmatch(r"g\d+", loops[-1])
