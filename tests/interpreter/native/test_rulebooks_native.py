"""Runs small and random rulebooks on the native engine and the Python engine in lock step."""

from __future__ import annotations

from itertools import permutations
from textwrap import indent
from typing import Any

import pytest

from interpreter.codegen import GeneratedEngine
from interpreter.flow import Flow
from interpreter.native import NativeEngine
from tests.interpreter.codegen.test_codegen import TINY, Match, flow_of, game_by_chance
from tests.interpreter.codegen.test_words import GAMES, PATHS, WAYS
from tests.thinning import thinned

pytest.importorskip("wasmtime", reason="wasmtime is not installed (extra: native)")


def native_match(flow: Flow, seed: int) -> Match:
    python = GeneratedEngine(flow)
    native: Any = NativeEngine(flow, python.program, python)
    assert native.native.not_carried == ()
    return Match(flow, seed, (python, native))


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("name", TINY)
def test_small_games(name: str, players: int) -> None:
    match = native_match(flow_of(TINY[name], players), players)
    assert sum(match.play(150) for _ in range(8)) > 150


@pytest.mark.parametrize("name", GAMES)
def test_words_of_the_language(name: str) -> None:
    match = native_match(flow_of(GAMES[name], 2), 2)
    assert sum(match.play(150) for _ in range(4)) > 50


def test_questions_of_graphs() -> None:
    match = native_match(flow_of(WAYS, 2, PATHS), 2)
    assert sum(match.play(40) for _ in range(4)) > 100


GOODS, CARDS = ("supply", "bag1", "bag2", "row1", "spot"), ("heap", "other", "top", "deck", "place")


def moves_between() -> str:
    """Return actions that move things between all forms of holders, including moves that fail."""
    found, number = [], 0
    for things, param, what in ((GOODS, "x: Good, n: 0 to 2", "n of x"), (CARDS, "x: Card", "x")):
        for source, target in permutations(things, 2):
            for moved, given in ((what, f"({param})"), ("everything", "")):
                number += 1
                there = f"{source}(x) > 0" if things is GOODS else f"x in {source}"
                there = f"{source} = x" if source in ("spot", "place") else there
                needs = f"\n    needs there: {there}" if given else ""
                found.append(
                    f"action act{number}{given}{needs}\n    then\n        move {moved} from {source} to {target}"
                )
    for number, source in enumerate(("heap", "other", "top")):
        found.append(f"action all_under{number}\n    then\n        move everything from {source} under deck")
        found.append(f"action under{number}(x: Card)\n    then\n        move x from {source} under deck")
    found.append("action mix\n    then\n        shuffle deck\n        shuffle top")
    found.append("action give(x: Good, n: 0 to 3)\n    then\n        move n of x + 1 of Ore from supply to bag1")
    found.append("action name(x: Card)\n    then\n        set named to {x}\n        add x to named")
    return "\n".join(found)


def test_moves_between_holders_of_all_forms() -> None:
    acts = moves_between()
    names = [line.split("(")[0].split()[1] for line in acts.splitlines() if line.startswith("action")]
    flow = flow_of(
        f"""
        kind Good: Wool, Ore with 6 pieces each
        kind Card: Ace, King, Queen, Jack
        game has
            bag1: bag of Good at most 8 = 2 of Wool
            bag2: bag of Good
            row1: row of Good at most 6
            spot: space for Good
            heap: pile of Card = Card
            other: pile of Card at most 2
            top: stack of Card at most 3
            deck: stack of Card
            place: space for Card
            named: set of Card
        round
            for p in Player
                p may {" or ".join(names)}, repeatedly
"""
        + indent(acts, " " * 8)
    )
    match = native_match(flow, 1)
    assert sum(match.play(40) for _ in range(80)) > 300


@pytest.mark.parametrize("seed", thinned([(0,), (20,), (40,)], lambda case: case == (0,)))
def test_games_put_together_by_chance(seed: int) -> None:
    assert played_by_chance(range(seed, seed + 5)) > 20


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1000, 3000, 50))
def test_many_games_put_together_by_chance(seed: int) -> None:
    assert played_by_chance(range(seed, seed + 50)) > 20


def played_by_chance(seeds: range) -> int:
    matches = [native_match(game_by_chance(seed), seed) for seed in seeds]
    return sum(match.play(25) for match in matches for _ in range(4))
