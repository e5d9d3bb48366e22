"""Tests that a module and the Python engine count the same number of nodes at each level of a game tree."""

from __future__ import annotations

from pathlib import Path

import pytest

import mercatoria
from interpreter.native import WAYS, Stopped, share_counted, tree_counts
from interpreter.native.machines import counting
from interpreter.table import CompiledGame
from mercatoria.simulation import Count, TooManyWays, count
from tests.interpreter.native.native_games import ROOT, native_of

EXAMPLES = {"pig": (2, 7), "sealed_bid": (2, 3), "commerce": (3, 2), "winter": (2, 2)}
"""Games with chance, secret choices and open numbers, each with a player count and a depth."""

OFFER = """\
rulebook offer "An offer"
    players 2

each Player has
    purse: 0 to 3000 = {coins}

round "A day"
    turn of player in Player
        player must pay

action pay(open coins: 0 to you.purse, open more: 0 to {most}) "Pay"
    needs odd: (coins + more) mod 2 = 1
    then
        set you.purse to you.purse - coins

end soon of round when round.number = 2

scoring of p in Player
    coins: p.purse
"""


def table_of(rules: str, folder: Path) -> CompiledGame:
    (folder / "rulebook.rules").write_text(rules, encoding="utf-8")
    return mercatoria.load(str(folder)).table(2)


def same_tree(table: CompiledGame, depth: int | None) -> None:
    found = Count()
    count(table.engine, table.start(), depth, found)
    *_, levels = tree_counts(native_of(table).machine, table.start(), depth)
    assert levels == found.by_depth


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_first_levels_are_the_same(name: str) -> None:
    players, depth = EXAMPLES[name]
    same_tree(mercatoria.load(str(ROOT / "docs" / "examples" / name)).table(players), depth)


@pytest.mark.parametrize("depth", [0, 1, 2, None])
def test_open_numbers_are_filled_in_in_all_legal_ways(depth: int | None, tmp_path: Path) -> None:
    same_tree(table_of(OFFER.format(coins=7, most=3), tmp_path), depth)


def test_too_many_ways_are_refused(tmp_path: Path) -> None:
    table = table_of(OFFER.format(coins=3000, most=1000), tmp_path)
    with pytest.raises(Stopped) as stop:
        list(tree_counts(native_of(table).machine, table.start(), None))
    with pytest.raises(TooManyWays) as many:
        count(table.engine, table.start(), None, Count())
    assert (stop.value.number, stop.value.shown) == (WAYS, many.value.kind)


def test_the_whole_tree_of_tic_tac_toe() -> None:
    table = mercatoria.load(str(ROOT / "docs" / "examples" / "tic_tac_toe")).table(2)
    machine = native_of(table).machine
    *_, levels = tree_counts(machine, table.start(), None)
    assert sum(level["decision"] for level in levels) == 294_778
    assert sum(level["terminal"] for level in levels) == 255_168
    assert len(list(tree_counts(machine, table.start(), 2))) == 1, "it can be counted again, less deep"


def test_how_much_is_counted_only_grows(monkeypatch: pytest.MonkeyPatch) -> None:
    players, depth = EXAMPLES["pig"]
    table = mercatoria.load(str(ROOT / "docs" / "examples" / "pig")).table(players)
    machine = native_of(table).machine
    monkeypatch.setattr(counting, "AT_ONCE", 20)
    shares = [share_counted(machine) for _ in tree_counts(machine, table.start(), depth)]
    assert shares == sorted(shares)
    assert len(shares) > 20
    assert any(0.4 < share < 0.6 for share in shares)
    assert shares[-1] == 1
