"""Tests that a study sees the work of a variant itself: uses, payments, suspensions and refusals."""

from __future__ import annotations

from pathlib import Path

import pytest

import mercatoria
from mercatoria.study.observed import ObservationDepth, ObservedGame, observe
from mercatoria.study.rule_parts import parts_of
from mercatoria.study.rule_use import RuleUse, added
from tests.mercatoria.conftest import SHIPPED
from tests.mercatoria.study.studied_games import GIFT, pig, variant

TRADING = "merchants_of_medieval_europe"


def used(game: mercatoria.Game, base: mercatoria.Game, players: int = 2, seed: int = 1) -> tuple[RuleUse, ObservedGame]:
    depth = ObservationDepth(rules=True, parts=parts_of(game, base), base=base)
    played = observe(game, seed, ("random",) * players, depth)
    assert played.fired is not None
    return played.fired.use, played


def test_a_new_action_counts_for_the_seat_that_takes_it() -> None:
    base, game = (mercatoria.load(SHIPPED, variants=names) for names in ((), ("letters_for_sale",)))
    use, played = used(game, base, 3)
    bought = played.moves["buy_letter"]
    assert sum(bought)
    assert use.times["used new buy_letter"] == [*bought, 0]
    assert use.lost == {"guilders": [12 * times for times in bought]}
    assert use.gained == {"escort letters": bought}


def test_a_statement_counts_for_the_seat_that_it_changes(tmp_path: Path) -> None:
    use, _ = used(pig(variant(tmp_path, "gift", GIFT.format(points=5))), pig())
    assert (use.times, use.gained, use.lost) == ({"worked add rule gift": [1, 0, 0]}, {"points": [5, 0]}, {})


NEED = """\
variant patient "No holding with fewer than six points" of pig
    add needs enough to hold: pot >= 6 "At least six points"
"""
WHILE = """\
variant slow "The first round is left out" of pig
    suspend roll_or_hold when round.number = 1
"""


def test_a_requirement_counts_if_it_stands_in_the_way(tmp_path: Path) -> None:
    use, _ = used(pig(variant(tmp_path, "patient", NEED)), pig())
    assert use.times.keys() == {"forbade add needs enough"}
    forbidden = sum(use.times["forbade add needs enough"][:2])
    assert 2 < forbidden < use.chances["forbade add needs enough"]


def test_a_suspended_phase_counts_as_skipped(tmp_path: Path) -> None:
    use, _ = used(pig(variant(tmp_path, "slow", WHILE)), pig())
    assert use.times == {"skipped suspend roll_or_hold": [0, 0, 1]}
    assert use.chances["skipped suspend roll_or_hold"] > 2, "each round is a chance"


@pytest.mark.parametrize("names", [(), ("letters_for_sale",)])
def test_rules_that_both_sides_have_are_not_observed(names: tuple[str, ...]) -> None:
    game = mercatoria.load(SHIPPED, variants=names)
    assert parts_of(game, game) == ()
    assert used(game, game)[0] == RuleUse()


def test_an_exception_counts_where_it_applies() -> None:
    base, game = (mercatoria.load(SHIPPED, variants=names) for names in ((), ("dear_second_branch",)))
    found = [used(game, base, 4, seed)[0] for seed in range(1, 7)]
    applied = [use for use in found if use.times]
    assert applied
    assert all(use.times.keys() == {"worked except second_branch"} and use.lost["guilders"] for use in applied)
    assert all(use.lost == {} for use in found if not use.times)
    assert all(use.extra["guilders"] < use.lost["guilders"] for use in applied), "the usual price is not extra"
    assert all(sum(use.times["worked except second_branch"]) < use.chances["worked except second_branch"]
               for use in applied)  # fmt: skip


def test_a_move_that_only_the_new_number_permits_is_seen() -> None:
    base, game = (mercatoria.load(TRADING, variants=names) for names in ((), ("big_wagons",)))
    found = added([used(game, base, 4, seed)[0] for seed in (3, 4)])
    assert 0 < sum(found.times["needed buy"]) < found.chances["needed buy"]
    assert "needed sail" not in found.times, "a voyage needs no number"


TAKING = """\
rulebook taking "Taking"
    players 2
    seats Ann, Ben

each Player has
    pieces: 0 to 100 = 0

action take "Take a piece"
    then
        raise you.pieces by 1

round "Round"
    turn of p in Player
        do take_pieces(p)

rule take_pieces(who: Player) "Take pieces"
    who may take, at most 3 times

end evening of round when round.number = 9

scoring of p in Player
    pieces: p.pieces
"""
TIMES = """\
variant {name} "Another number" of taking
    replace take_pieces
        who may take, at most {times} times
"""


@pytest.mark.parametrize(("times", "more"), [(4, True), (2, False)])
def test_a_repetition_that_only_the_new_number_permits_is_seen(tmp_path: Path, times: int, more: bool) -> None:
    (tmp_path / "rulebook.rules").write_text(TAKING, encoding="utf-8")
    rules = variant(tmp_path, "other", TIMES.format(name="other", times=times))
    base, game = mercatoria.load(str(tmp_path)), mercatoria.load(str(tmp_path), variants=[rules])
    use = added(used(game, base, seed=seed)[0] for seed in range(3))
    assert ("allowed take" in use.chances) is more
    if more:
        assert 0 < sum(use.times["allowed take"]) < use.chances["allowed take"] < use.chances["needed take"]


def test_the_numbers_of_two_horses_need_two_horses() -> None:
    base, game = (mercatoria.load(TRADING, variants=names) for names in ((), ("big_wagons",)))
    needed = {part.target: part.moves_needed(game.table(4).flow) for part in parts_of(game, base)}
    assert needed == {"capacity": frozenset({"upgrade_wagon"}), "most_goods": frozenset()}


def test_a_changed_number_has_the_title_of_the_rulebook() -> None:
    base, game = (mercatoria.load(TRADING, variants=names) for names in ((), ("big_wagons",)))
    titles = {part.target: part.title for part in parts_of(game, base)}
    assert titles == {"capacity": "Goods that a wagon holds", "most_goods": "Most goods on a wagon"}
