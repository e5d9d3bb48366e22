"""Tests that small games have the same game tree, node for node, as versions that are written in plain Python.

The Python versions follow the printed rules and use neither the language nor its interpreter. Each node of a tree is a
history, so a position that players reach in two ways counts twice. Players with secret choices choose one after the
other.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import mercatoria
from interpreter.testing.scenarios import run_scenario
from mercatoria import State
from mercatoria.console.arguments import folder_of
from mercatoria.simulation import Count, count

EXAMPLES = Path(__file__).resolve().parents[2] / "docs" / "examples"
Scores = tuple[int, ...]
Tree = Iterator[tuple[str, Scores]]
"""All nodes of a game tree, each as its kind and its scores."""


# ---------------------------------------------------------------- by hand


def pig(players: int, sides: int, target: int, longest: int) -> Tree:
    """Return the game tree of Pig.

    A player rolls or holds. A roll of 1 loses the points of the turn. The first player to reach the target wins.
    """

    def node(points: Scores, turn: int, pot: int, decided: int) -> Tree:
        if max(points) >= target or decided >= longest:
            yield "terminal", points
            return
        yield "decision", points
        after, decided = (turn + 1) % players, decided + 1
        yield "chance", points
        for die in range(1, sides + 1):
            yield from node(points, after, 0, decided) if die == 1 else node(points, turn, pot + die, decided)
        held = tuple(had + pot if seat == turn else had for seat, had in enumerate(points))
        yield from node(held, after, 0, decided)

    yield from node((0,) * players, 0, 0, 0)


def sealed_bid(players: int, highest_value: int, highest_bid: int) -> Tree:
    """Return the game tree of a sealed-bid auction.

    Each player learns a value and bids. The highest bidder wins and pays the bid. If several bids are equal, the first
    of these bidders wins.
    """
    nothing = (0,) * players

    def node(values: Scores, bids: Scores) -> Tree:
        if len(values) < players:
            yield "chance", nothing
            for value in range(highest_value + 1):
                yield from node((*values, value), bids)
        elif len(bids) < players:
            yield "decision", nothing
            for bid in range(highest_bid + 1):
                yield from node(values, (*bids, bid))
        else:
            winner = bids.index(max(bids))
            yield "terminal", tuple(values[s] - bids[s] if s == winner else 0 for s in range(players))

    yield from node((), ())


def kuhn_poker() -> Tree:
    """Return the game tree of Kuhn poker with three cards.

    Each player holds one card and may add a second coin. A player who does not match this coin loses. Otherwise the
    higher card wins.
    """

    def node(cards: Scores, said: str) -> Tree:
        if len(cards) < 2:
            yield "chance", (0, 0)
            for card in {1, 2, 3} - {*cards}:
                yield from node((*cards, card), said)
        elif said in ("pp", "pbp", "pbb", "bp", "bb"):
            coins = 2 if said.endswith("bb") else 1
            first_wins = said == "bp" or (said != "pbp" and cards[0] > cards[1])
            yield "terminal", (coins, -coins) if first_wins else (-coins, coins)
        else:
            yield "decision", (0, 0)
            for says in "bp":
                yield from node(cards, said + says)

    yield from node((), "")


def tic_tac_toe() -> Tree:
    """Return the game tree of tic-tac-toe. The three cells of the top row are already marked."""
    rows = ["012", "345", "678", "036", "147", "258", "048", "246"]

    def node(cells: str, turn: int) -> Tree:
        won = [mark for mark in "xo" if any(all(cells[int(n)] == mark for n in row) for row in rows)]
        if won or "." not in cells:
            yield "terminal", (0, 0) if not won else (1, -1) if won == ["x"] else (-1, 1)
            return
        yield "decision", (0, 0)
        for at, mark in enumerate(cells):
            if mark == ".":
                yield from node(cells[:at] + "xo"[turn] + cells[at + 1 :], 1 - turn)

    yield from node("xox......", 1)


# ---------------------------------------------------------------- by the rulebook


def engine_counts(name: str, players: int, options: dict[str, object], played: int = 0) -> dict[str, int]:
    """Return the number of nodes of each kind in the subtree that is reached by playing the first move `played`
    times.
    """
    engine = mercatoria.load(str(EXAMPLES / name), options=options).table(players).engine
    found, v = Count(), engine.start()
    for _ in range(played):
        (seat,) = engine.deciders(v)
        engine.apply(v, seat, engine.moves(v, seat)[0])
    count(engine, v, None, found)
    return {"chance": found.chance, "decision": found.decision, "terminal": found.terminal}


def final_scores(name: str, players: int, options: dict[str, object]) -> Counter[Scores]:
    """Count the histories with each final score, through the public interface."""
    found: Counter[Scores] = Counter()
    waiting = [mercatoria.load(str(EXAMPLES / name), options=options).start(players, chance="manual")]
    while waiting:
        state = waiting.pop()
        if state.is_over:
            found[state.scores] += 1
        else:
            waiting += after(state)
    return found


def after(state: State) -> list[State]:
    if state.is_chance:
        assert sum(chance for _, chance in state.chance_outcomes()) == 1
        return [state.clone().resolve(outcome) for outcome, _ in state.chance_outcomes()]
    return [state.clone().apply(move) for move in state.moves(state.deciders[0])]


# ---------------------------------------------------------------- comparison

PIG = [(2, 2, 2, 5), (2, 2, 3, 7), (2, 3, 4, 6), (3, 2, 2, 7), (2, 6, 10, 4), (4, 2, 3, 6), (10, 2, 2, 6)]
SEALED_BID = [(2, 1, 1), (2, 3, 2), (2, 10, 10), (3, 2, 2), (3, 1, 4), (4, 1, 2), (6, 1, 1)]


def by_hand(tree: Callable[..., Tree], settings: tuple[int, ...]) -> tuple[dict[str, int], Counter[Scores]]:
    nodes = list(tree(*settings))
    kinds = Counter(kind for kind, _ in nodes)
    ends = Counter(scores for kind, scores in nodes if kind == "terminal")
    return {kind: kinds[kind] for kind in ("chance", "decision", "terminal")}, ends


@pytest.mark.parametrize("settings", PIG, ids=str)
def test_pig(settings: tuple[int, int, int, int]) -> None:
    players, *rest = settings
    options = dict(zip(("die_sides", "target", "longest_game"), rest, strict=True))
    counts, ends = by_hand(pig, settings)
    assert engine_counts("pig", players, options) == counts
    assert final_scores("pig", players, options) == ends


@pytest.mark.parametrize("settings", SEALED_BID, ids=str)
def test_sealed_bid(settings: tuple[int, int, int]) -> None:
    players, *rest = settings
    options = dict(zip(("highest_value", "highest_bid"), rest, strict=True))
    counts, ends = by_hand(sealed_bid, settings)
    assert engine_counts("sealed_bid", players, options) == counts
    assert final_scores("sealed_bid", players, options) == ends


def test_kuhn_poker() -> None:
    counts, ends = by_hand(kuhn_poker, ())
    assert engine_counts("kuhn_poker", 2, {}) == counts
    assert final_scores("kuhn_poker", 2, {}) == ends


def test_tic_tac_toe() -> None:
    counts, ends = by_hand(tic_tac_toe, ())
    assert engine_counts("tic_tac_toe", 2, {}, played=3) == counts
    assert len(ends) == 3, "either may win, or neither"


def test_hand_counts_are_what_a_formula_says() -> None:
    """The formula gives the number of nodes in the auction's tree. The formula confirms the counts made by hand."""
    for players, value, bid in SEALED_BID:
        values, bids = value + 1, bid + 1
        counts, ends = by_hand(sealed_bid, (players, value, bid))
        assert counts == {
            "chance": sum(values**n for n in range(players)),
            "decision": values**players * sum(bids**n for n in range(players)),
            "terminal": values**players * bids**players,
        }
        profits = Counter(
            tuple(worth[s] - bidding[s] if s == bidding.index(max(bidding)) else 0 for s in range(players))
            for worth in itertools.product(range(values), repeat=players)
            for bidding in itertools.product(range(bids), repeat=players)
        )
        assert ends == profits


@pytest.mark.parametrize("name", sorted(path.name for path in EXAMPLES.iterdir() if path.is_dir()))
def test_scenarios(name: str) -> None:
    folder = folder_of(str(EXAMPLES / name))
    assert folder.scenarios
    for scenario in folder.scenarios:
        assert [str(fault) for fault in run_scenario(folder, scenario).faults] == []
