"""Tests that particles occur as often as they are likely, compared with all histories of a small game."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest

import mercatoria
from interpreter.log import CHANCE, LogEntry, entries
from interpreter.position import Row
from mercatoria import Game, State
from mercatoria.worlds import ParticleFilter, transcript_of

Position = tuple[int, ...]

BAGS = """\
rulebook stalls "Stalls"
    players 2 to 2

kind Good: Wool, Salt, Iron with 4 pieces each

each Player has
    hand: counted bag of Good
    sold: bag of Good
    buried: hidden bag of Good

game has
    sack: hidden bag of Good = 3 of Wool + 2 of Salt + 3 of Iron

setup "Two goods each"
    for p in Player
        draw 2 from sack to p.hand

round "A day"
    turn of player in Player
        player must sell or bury

action sell(good: you.hand) "Sell a good, and draw one"
    then
        move 1 of good from you.hand to you.sold
        draw 1 from sack to you.hand

action bury "Bury a good unseen"
    then
        you secretly chooses away in you.hand
        move 1 of away from you.hand to you.buried

end over of round when round.number = 3

scoring of p in Player
    goods: p.sold.size
"""

CARDS = """\
rulebook rows "Rows"
    players 2 to 2

kind Card, 1 to 5

each Player has
    hand: counted pile of Card
    shown: pile of Card

game has
    pack: hidden stack of Card = Card

setup "Two cards each"
    shuffle pack
    for p in Player
        draw 2 from pack to p.hand

round "A card"
    turn of player in Player
        player must show or change

action show(card: you.hand) "Show a card"
    then
        move card from you.hand to you.shown

action change(card: you.hand) "Put a card under the others, unseen, and draw one"
    needs left: pack.size > 0
    then
        move card from you.hand to pack
        shuffle pack
        draw 1 from pack to you.hand

end over of round when round.number = 2

scoring of p in Player
    cards: sum(c.number for c in p.shown)
"""

PICKS = """\
rulebook picks "One of three"
    players 2 to 2

kind Card, 1 to 9

each Player has
    hand: counted pile of Card
    drawn: counted pile of Card

game has
    pack: hidden stack of Card = Card
    shown: pile of Card

round "Three cards"
    turn of player in Player
        player must look or show

action look "Draw three, keep one unseen, and show the others"
    needs left: pack.size > 2
    then
        shuffle pack
        draw 3 from pack to you.drawn
        you secretly chooses kept in you.drawn
        move kept from you.drawn to you.hand
        move everything from you.drawn to shown

action show(card: you.hand) "Show a card"
    then
        move card from you.hand to shown

end over of round when round.number = 3

scoring of p in Player
    cards: p.hand.size
"""


@pytest.fixture(params=[BAGS, CARDS, PICKS], ids=["bags", "cards", "picks"])
def game(request: pytest.FixtureRequest, tmp_path: Path) -> Game:
    (tmp_path / "rulebook.rules").write_text(request.param, encoding="utf-8")
    return mercatoria.load(str(tmp_path))


def played(game: Game, seed: int) -> State:
    """Return the game after four decisions."""
    rng, state = random.Random(seed), game.start(2, seed=seed)
    for _ in range(4):
        state.apply(state.sample(rng))
    return state


def courses(game: Game, true: State, seat: int) -> Counter[Position]:
    """Return the final positions of all histories that give a seat the same views and log, with their probabilities.

    A probability includes random outcomes, and hidden choices with equal probabilities for all legal moves.
    """
    begun, wanted, found = game.start(2, true.seed, "manual"), entries(true.last), Counter[Position]()
    again = begun.clone()
    views = [again.view(seat)]
    for entry in wanted:
        again._step(entry.form, entry.seat, entry.row)
        views.append(again.view(seat))

    def go_on(state: State, chance: float) -> None:
        number = len(state.log())
        if state.view(seat) != views[number]:
            return
        if number == len(wanted):
            found[tuple(state.vector)] += chance
            return
        entry = wanted[number]
        for row, part in possible(state, entry, true.log(seat)[number].endswith(("chosen away", "…)"))):
            other = state.clone()
            other._step(entry.form, entry.seat, row)
            go_on(other, chance * part)

    go_on(begun, 1.0)
    total = sum(found.values())
    return Counter({v: chance / total for v, chance in found.items()})


def possible(state: State, entry: LogEntry, hidden: bool) -> list[tuple[Row, float]]:
    """Return the events that could have happened in place of an entry, with their probabilities."""
    if entry.form == CHANCE:
        weighed = state.table.engine.chance(state.vector)
        total = sum(weight for _, weight in weighed)
        return [((outcome,), weight / total) for outcome, weight in weighed]
    rows = [row for row in state.rows(entry.seat) if row[0] == entry.row[0]] if entry.seat in state.deciders else []
    return [(row, 1 / len(rows) if hidden else 1.0) for row in rows]


def drawn(true: State, pools: int, size: int) -> Counter[Position]:
    """Count the final positions of the particles of several filters."""
    found, transcript = Counter[Position](), transcript_of(true, 0)
    for seed in range(pools):
        pool = ParticleFilter(true.table, 0, seed, size)
        pool.hear(transcript)
        for v, weight in zip(pool.positions, pool.weights, strict=True):
            found[tuple(v)] += weight / pools
    return found


@pytest.mark.parametrize("seed", [1, 2, 5, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(6, 16))])
def test_worlds_come_up_as_often_as_they_are_likely(game: Game, seed: int) -> None:
    """The difference from the exact probabilities must be as small as for a few hundred independent samples."""
    true = played(game, seed)
    likely, found = courses(game, true, 0), drawn(true, 8, 40)
    assert set(found) <= set(likely)
    assert sum(abs(found[v] - likely[v]) for v in likely) / 2 < 0.12, len(likely)


def test_there_is_something_to_guess(game: Game) -> None:
    assert max(len(courses(game, played(game, seed), 0)) for seed in range(1, 6)) > 2


def test_cards_that_come_out_at_once_are_guessed_without_a_search(tmp_path: Path) -> None:
    """The rival shows two of sixty cards, from a hand of three cards. Hardly any sampled particle has dealt these two
    to the rival.
    """
    (tmp_path / "rulebook.rules").write_text(PICKS.replace("1 to 9", "1 to 60"), encoding="utf-8")
    true, rng = mercatoria.load(str(tmp_path)).start(2, seed=3), random.Random(1)
    while len(true.log()) < 20:
        looks = [move for move in true.moves() if move.action == "look"]
        true.apply(looks[0] if looks else true.sample(rng))
    pool = ParticleFilter(true.table, 0, 1, size=12, patience=0)
    pool.hear(transcript_of(true, 0))
    assert not pool.lost
    assert len({tuple(v) for v in pool.positions}) > 4


def test_a_card_that_none_had_is_found(tmp_path: Path) -> None:
    """The rival shows two of sixty cards, which no particle has dealt to the rival."""
    rules = CARDS.replace("kind Card, 1 to 5", "kind Card, 1 to 60").replace("or change", "or change or look")
    rules += "\naction look\n    then\n        set looks to min(9, looks + 1)\n"
    rules = rules.replace("game has\n", "game has\n    looks: 0 to 9 = 0\n").replace(
        "round.number = 2", "round.number = 3"
    )
    (tmp_path / "rulebook.rules").write_text(rules, encoding="utf-8")
    true = mercatoria.load(str(tmp_path)).start(2, seed=3)
    for _ in range(2):
        true.apply("Seat1: look").apply(next(move for move in true.moves() if move.action == "show"))
    pool = ParticleFilter(true.table, 0, 1, size=12)
    pool.hear(transcript_of(true, 0))
    assert not pool.lost
    run = next(run for run in true.table.flow.layout.runs.values() if run.field.name == "shown")
    assert {tuple(v[run.base[1] : run.base[1] + 3]) for v in pool.positions} == {
        tuple(true.vector[run.base[1] : run.base[1] + 3])
    }
