"""Tests that the native engine plays many games as Python does, in order, on one or several threads."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import mercatoria
from interpreter.rng import game_seed
from mercatoria.simulation import Count, NativeRun, choose, count_natively, native_table, play_randomly
from mercatoria.simulation.native_games import FIRST_PARCEL, PARCEL_SECONDS
from tests.mercatoria.conftest import BIDS, PIG, loaded

pytest.importorskip("wasmtime")


@pytest.mark.parametrize("threads", [1, 3])
def test_games_come_in_order_whoever_plays_them(threads: int) -> None:
    table = loaded(BIDS).table(3)
    run = NativeRun(native_table(table), 11, 60, threads)
    assert list(run.results()) == [play_randomly(table, game_seed(11, number)) for number in range(60)]
    assert run.again == 0


def test_parcels_grow_and_shrink_by_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """A fake clock sets the seconds that each parcel takes, but the games must stay the same."""
    play, sizes, native = NativeRun._play, list[int](), native_table(loaded(PIG).table(2))

    def noted(run: NativeRun, first: int, number: int) -> Any:
        sizes.append(number)
        return play(run, first, number)

    monkeypatch.setattr(NativeRun, "_play", noted)
    found = []
    for seconds in (10 * PARCEL_SECONDS, PARCEL_SECONDS / 100):
        found.append(list(NativeRun(native, 11, 100, clock=itertools.count(0, seconds).__next__).results()))
    end = next(at for at, number in enumerate(itertools.accumulate(sizes), 1) if number == 100)
    slow, quick = sizes[:end], sizes[end:]
    assert found[0] == found[1] and len(found[0]) == 100
    assert max(slow) == FIRST_PARCEL and set(slow[2:]) == {1}
    assert quick[0] == FIRST_PARCEL and max(quick) >= 4 * FIRST_PARCEL


def test_games_whose_rules_fail_are_played_again(countdown: Callable[..., Path]) -> None:
    table = mercatoria.load(str(countdown("raise share by 40"))).table(2)
    run = NativeRun(native_table(table), 1, 12, 2)
    found = list(run.results())
    ours = [play_randomly(table, game_seed(1, number)) for number in range(12)]
    assert [str(result.fault) for result in found] == [str(result.fault) for result in ours]
    assert run.again == sum(result.fault is not None for result in ours) > 0


def test_stopping_early_leaves_no_threads() -> None:
    before = threading.active_count()
    results = NativeRun(native_table(loaded(PIG).table(2)), 1, 1_000_000, 2).results()
    assert next(results).seed == game_seed(1, 0)
    assert threading.active_count() > before
    results.close()  # type: ignore[attr-defined]
    assert threading.active_count() == before


def test_a_set_up_that_fails_is_left_to_the_engine_in_python(game: Callable[[str], Path]) -> None:
    rules = """\
rulebook fails "Fails at once"
    players 2

game has
    left: 0 to 3 = 0

setup
    raise left by 2
    raise left by 2

round "A turn"
    turn of player in Player
        player may pause

action pause "Nothing"
    then
        set left to 1

end soon of round when round.number = 1

scoring of p in Player
    none: 0
"""
    chosen = choose(mercatoria.load(str(game(rules))), 2, "native")
    assert (chosen.name, chosen.native) == ("python", None)


def test_a_tree_in_which_a_rule_fails_fails_as_ever(countdown: Callable[..., Path]) -> None:
    table = mercatoria.load(str(countdown("raise share by 40"))).table(2)
    with pytest.raises(mercatoria.PlayFault, match="outside 0 to 99"):
        count_natively(native_table(table), None, Count())
