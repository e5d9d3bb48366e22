"""Tests that bots ask no partner for goods that the partner, as far as they can know, does not have."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from statistics import fmean

import pytest

import mercatoria
from interpreter.position import PASS, Row
from interpreter.rng import Stream
from mercatoria import Game
from mercatoria.players import Position, round_slot, seeded
from mercatoria.players.acceptable_offers import SIZE, AcceptableOffers
from mercatoria.players.round_trades import acceptance
from mercatoria.players.sampled_positions import SampledPositions
from mercatoria.worlds import ParticleFilter, transcript_of
from tests.mercatoria.players.test_offers import SWAPS
from tests.mercatoria.worlds.test_particle_filter import twins

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
"""The hands are hidden, but all players saw what was dealt."""


DRAWN = SWAPS.replace("from supply to p.hand", "from deck to p.hand").replace(
    'setup "Deal"', 'game has\n    deck: hidden bag of Good = 6 of Wool + 6 of Ore + 6 of Salt\n\nsetup "Deal"'
)
"""The hands are drawn from a hidden bag, so players know only their own."""


@pytest.fixture
def seen(tmp_path: Path) -> Game:
    (tmp_path / "rulebook.rules").write_text(SEEN, encoding="utf-8")
    return mercatoria.load(str(tmp_path))


def offer(position: Position, get: tuple[int, int, int], pay: int) -> Row:
    """Return the first seat's offer to buy goods from the second."""
    (listed,) = [move.row for move in position.moves if len(move.row) > 1 and move.row[1] == 1]
    return (*listed[:2], 0, 0, 0, *get, pay, 0)


def test_a_partner_without_the_good_cannot_accept(seen: Game) -> None:
    position = Position(seen.start(3, 1), 0)
    possible, impossible, too_dear = (
        offer(position, (0, 1, 0), 9), offer(position, (0, 0, 1), 9), offer(position, (0, 1, 0), 13),
    )  # fmt: skip
    offers = AcceptableOffers(SampledPositions(Stream(1, "test")))
    assert offers.among(position, [possible, impossible, too_dear]) == {possible}
    assert offers.without_others(position, []) == []


def test_a_partner_who_only_probably_has_the_good_is_not_asked(tmp_path: Path) -> None:
    (tmp_path / "rulebook.rules").write_text(DRAWN, encoding="utf-8")
    position = Position(mercatoria.load(str(tmp_path)).start(3, 1), 0)
    wool, ore, salt = (offer(position, get, 9) for get in ((1, 0, 0), (0, 1, 0), (0, 0, 1)))
    possible = SampledPositions(Stream(1, "test")).of(position, SIZE)
    share = {each: fmean(acceptance(position.table, v, 0, each) is not None for v, _ in possible)
             for each in (wool, ore, salt)}  # fmt: skip
    assert 0 < share[ore] < share[wool] < share[salt] == 1, "the hands were drawn from a hidden bag"
    assert AcceptableOffers(SampledPositions(Stream(1, "test"))).among(position, list(share)) == {salt}


def test_only_answers_to_the_offer_count_as_answers(tmp_path: Path) -> None:
    """The name of an action that players may use at any time does not make it an answer."""
    others = 'action accept_thanks at any time "Say thanks"\n\nend evening'
    (tmp_path / "rulebook.rules").write_text(SEEN.replace("end evening", others, 1), encoding="utf-8")
    position = Position(mercatoria.load(str(tmp_path)).start(3, 1), 0)
    offers = AcceptableOffers(SampledPositions(Stream(1, "test")))
    possible, impossible = offer(position, (0, 1, 0), 9), offer(position, (0, 0, 1), 9)
    assert offers.among(position, [possible, impossible]) == {possible}


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
    impossible = offer(position, (0, 0, 1), 9)
    offers = AcceptableOffers(SampledPositions(Stream(1, "test")))
    assert offers.without_others(position, [impossible, PASS]) == [PASS]
    assert offers.without_others(position, [impossible]) == [impossible], "a bot must move"


@pytest.mark.parametrize("seat", [0, 1])
def test_no_offer_undoes_a_trade_of_the_same_round(seen: Game, seat: int) -> None:
    """Ann and Ben swap wool for ore. Neither asks for the opposite until the next round."""

    def swap(partner: int, give: tuple[int, int, int], get: tuple[int, int, int]) -> Row:
        """Return an offer of the deciding player."""
        (kind,) = {move.row[0] for move in state.moves(state.deciders[0]) if move.open}
        return kind, partner, *give, *get, 0, 0

    def pass_until(reached: Callable[[], bool]) -> None:
        while not reached():
            state.apply(next(move for move in state.moves(state.deciders[0]) if move.row == PASS))

    state = seen.start(3, 1)
    offers = AcceptableOffers(SampledPositions(Stream(seat, "test")))
    wool, ore = (1, 0, 0), (0, 1, 0)
    first = state.table.notation.move(0, swap(1, wool, ore))
    if seat == 0:
        offers.note(Position(state, 0), first.row)
    state.apply(first)
    accept = next(move for move in state.moves(1) if move.action == "accept_swap")
    if seat == 1:
        offers.note(Position(state, 1), accept.row)
    state.apply(accept)
    pass_until(lambda: state.deciders[0] == seat)
    got, given = (ore, wool) if seat == 0 else (wool, ore)
    back, again = swap(1 - seat, got, given), swap(1 - seat, given, got)
    assert offers.without_others(Position(state, seat), [back, again, PASS]) == [again, PASS]
    at = round_slot(state.table)
    now = state.vector[at]
    pass_until(lambda: state.vector[at] > now and state.deciders[0] == seat)
    assert offers.without_others(Position(state, seat), [back, again, PASS]) == [back, again, PASS]


def test_no_choice_shows_what_a_partner_holds_in_secret(tmp_path: Path) -> None:
    """The hands were drawn from a hidden bag. Bots must make the same offers against all hands that are possible."""
    (tmp_path / "rulebook.rules").write_text(DRAWN, encoding="utf-8")
    asked = [(0, 1, 0), (1, 0, 0), (0, 0, 1), (0, 1, 1), (2, 0, 0)]
    for seed in range(3):
        true = mercatoria.load(str(tmp_path)).start(3, seed)
        pool = ParticleFilter(true.table, 0, 3, size=8)
        pool.hear(transcript_of(true, 0))
        alike = [true, *[twin for twin in twins(true, 0, pool) if twin != true][:4]]
        assert len({tuple(state.vector) for state in alike}) > 2
        positions = [Position(state, 0) for state in alike]
        offers = [offer(positions[0], get, 9) for get in asked]
        found = [AcceptableOffers(SampledPositions(Stream(1, "test"))).among(each, offers) for each in positions]
        assert found == [found[0]] * len(alike)
        for kind in ("greedy", "20"):
            assert len({str(seeded(kind, 5, 0).choose(position)) for position in positions}) == 1
