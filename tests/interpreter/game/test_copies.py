"""Tests that games can be copied and pickled, and that the result types of public methods can be imported."""

from __future__ import annotations

import copy
import inspect
import pickle
import re
import subprocess
import sys
from pathlib import Path

import pytest

import mercatoria

PIG = str(Path(__file__).resolve().parents[3] / "docs" / "examples" / "pig")


def played(game: mercatoria.Game, decisions: int = 6) -> mercatoria.State:
    state = game.start(2, 3)
    for _ in range(decisions):
        state.apply(state.moves()[0])
    return state


def test_a_state_comes_back_from_a_pickle_as_it_was() -> None:
    state = played(mercatoria.load(PIG))
    again = pickle.loads(pickle.dumps(state))
    assert again == state
    assert (again.vector, again.record, again.chance.rng) == (state.vector, state.record, state.chance.rng)
    assert again.table is state.table, "what is compiled in this process is used again"
    again.apply(again.moves()[0])
    assert again != state


def test_a_long_game_can_be_pickled() -> None:
    state = played(mercatoria.load(PIG), 3000)
    assert pickle.loads(pickle.dumps(state)).record == state.record


@pytest.mark.slow
def test_a_pickle_can_be_read_in_another_process(tmp_path: Path) -> None:
    state = played(mercatoria.load(PIG))
    file = tmp_path / "state.pickle"
    file.write_bytes(pickle.dumps(state))
    program = f"import pickle; print(pickle.load(open({str(file)!r}, 'rb')).apply('Seat1: roll').record['log'])"
    here = str(Path(mercatoria.__file__).parents[1])
    mover = state.table.flow.model.seats[state.deciders[0]]
    program = program.replace("Seat1", mover)
    said = subprocess.run([sys.executable, "-c", program], cwd=here, capture_output=True, text=True, check=True)
    assert said.stdout.strip() == str(state.apply(f"{mover}: roll").record["log"])


def test_copies_share_what_is_compiled_and_nothing_else() -> None:
    game = mercatoria.load(PIG)
    state = played(game)
    for twin in (copy.copy(state), copy.deepcopy(state)):
        assert (twin, twin.record, twin.chance.rng) == (state, state.record, state.chance.rng)
        twin.apply(twin.moves()[0])
        assert twin.record != state.record
    assert copy.deepcopy(game).start(2, 3) == game.start(2, 3)
    again = pickle.loads(pickle.dumps(game))
    assert again.start(2, 3).vector == game.start(2, 3).vector
    assert (again.slug, again.options, again.players) == (game.slug, game.options, game.players)


def test_types_and_errors_of_public_methods_can_be_imported() -> None:
    ours, seen = set(mercatoria.__all__), set()
    for of in (mercatoria.Game, mercatoria.State, mercatoria.Move, mercatoria.Explanation, mercatoria.Answer):
        for name, found in inspect.getmembers(of):
            found = found.fget if isinstance(found, property) else found
            if name.startswith("_") or not inspect.isfunction(found):
                continue
            handed = re.findall(r"\b[A-Z]\w+", str(inspect.signature(found).return_annotation))
            raised = re.findall(r"`([A-Z]\w+)`", (found.__doc__ or "").partition("aises")[2])
            seen |= {*handed, *raised} - {"Any", "None", "Fraction", "Self"}
    assert len(seen) > 10
    assert seen <= ours, f"not in `mercatoria.__all__`: {sorted(seen - ours)}"
    assert all(hasattr(mercatoria, name) for name in ours)
