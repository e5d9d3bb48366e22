"""Tests that bots make no offer to a partner who, as they could know, does not have what they ask for."""

from __future__ import annotations

from pathlib import Path

import pytest

import mercatoria
from interpreter.position import PASS, Row
from interpreter.rng import Stream
from mercatoria import Game
from mercatoria.players import Position, seeded
from mercatoria.players.acceptable_offers import AcceptableOffers
from mercatoria.players.sampled_positions import SampledPositions
from tests.mercatoria.players.test_offers import SWAPS

SEEN = SWAPS.replace(
    """\
    for p in Player
        draw 2 * p.number from supply to p.hand
""",
    """\
    move 3 of Wool from supply to Ann.hand
    move 3 of Ore from supply to Ben.hand
    move 3 of Salt from supply to Cem.hand
""",
).replace("goods: p.hand.size", "goods: p.hand.size + 3 * min(p.hand(g) for g in Good)")
"""The hands are hidden, but everybody saw what was dealt."""


@pytest.fixture
def seen(tmp_path: Path) -> Game:
    (tmp_path / "rulebook.rules").write_text(SEEN, encoding="utf-8")
    return mercatoria.load(str(tmp_path))


def offer(position: Position, give: tuple[int, int, int], get: tuple[int, int, int]) -> Row:
    """Return the offer of the first seat to the second."""
    (listed,) = [move.row for move in position.moves if len(move.row) > 1 and move.row[1] == 1]
    return (*listed[:2], *give, *get, 0, 0)


def test_a_partner_without_the_good_cannot_accept(seen: Game) -> None:
    position = Position(seen.start(3, 1), 0)
    possible, impossible, unwelcome = (
        offer(position, (2, 0, 0), (0, 1, 0)), offer(position, (2, 0, 0), (0, 0, 1)), offer(position, (1, 0, 0), (0, 2, 0)),
    )  # fmt: skip
    offers = AcceptableOffers(SampledPositions(Stream(1, "test")))
    assert offers.among(position, [possible, impossible, unwelcome]) == {possible}
    assert offers.among(position, []) == set()


@pytest.mark.parametrize("kind", ["greedy", "20"])
def test_bots_ask_for_nothing_that_the_partner_lacks(seen: Game, kind: str) -> None:
    for seed in range(6):
        state = seen.start(3, seed)
        bots = [seeded(kind, seed, seat) for seat in range(3)]
        while not state.is_over:
            seat = state.deciders[0]
            names = {move.action for move in state.moves(seat)}
            assert "decline_swap" not in names or "accept_swap" in names, state.last
            state.apply(bots[seat].choose(Position(state, seat)))


def test_an_offer_is_made_if_there_is_no_other_move(seen: Game) -> None:
    position = Position(seen.start(3, 1), 0)
    impossible = offer(position, (2, 0, 0), (0, 0, 1))
    offers = AcceptableOffers(SampledPositions(Stream(1, "test")))
    assert offers.without_others(position, [impossible, PASS]) == [PASS]
    assert offers.without_others(position, [impossible]) == [impossible], "a bot must move"
