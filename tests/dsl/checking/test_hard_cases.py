"""Tests the most complicated rules of four games: the checker accepts them, and they do what the printed rules say."""

import re
from functools import cache
from pathlib import Path

import pytest

from dsl import model
from dsl.diagnostics.diagnostic import render
from dsl.folder import GameFolder, read_folder
from dsl.model import parts

CASES = Path(__file__).parent / "hard_cases"
UNUSED = "W408"
"""Codes of warnings to ignore. Each file is an extract, so it may declare kinds or fields that it does not use."""
GAMES = sorted(path.name for path in CASES.iterdir() if path.is_dir())


@cache
def folder(game: str) -> GameFolder:
    return read_folder(CASES / game, game)


def tables() -> list[tuple[str, int]]:
    found = []
    for game in GAMES:
        book = folder(game).rulebook
        assert book is not None, game
        found += [(game, players) for players in range(book.least, book.most + 1)]
    return found


def checked(game: str, players: int) -> model.Model:
    result, sink = folder(game).check(players)
    found = [fault for fault in sink.found if fault.code != UNUSED]
    assert not found, "\n".join(render(fault) for fault in found)
    assert result is not None
    assert result.model is not None
    return result.model


def actions_like(made: model.Model, ending: str) -> list[str]:
    return [name for name in made.actions if name.endswith(ending) or name.startswith(ending)]


@pytest.mark.parametrize(("game", "players"), tables())
def test_rules_check_without_a_fault(game: str, players: int) -> None:
    made = checked(game, players)
    assert made.players == players
    assert made.endings
    assert made.ranking


def test_every_case_is_there() -> None:
    texts = [(CASES / game / "rulebook.rules").read_text(encoding="utf-8") for game in GAMES]
    assert sorted(re.findall(r"^# \(([a-z])\) ", "\n".join(texts), re.MULTILINE)) == list("abcdefghijklmn")


def test_an_offer_is_answered_by_actions() -> None:
    made = checked("merchants_of_medieval_europe", 3)
    trades = [name for name in made.actions if "trade" in name]
    answers = ["accept_trade", "decline_trade", "counter_trade", "counter_trade_2", "counter_trade_3"]
    assert trades == ["trade", *answers]
    propose, accept = made.actions["trade"], made.actions["accept_trade"]
    assert not propose.costs
    assert [cost.about.name for cost in accept.costs] == [
        "accept_trade.given", "accept_trade.gotten", "accept_trade.coin", "accept_trade.charge",
    ]  # fmt: skip
    assert {need.about.name for need in propose.needs} >= {"trade.my_room", "trade.given", "trade.charge"}
    named, asked = propose.then
    assert isinstance(named, model.Let)
    assert isinstance(asked, model.Act)
    assert isinstance(asked.offers[0].bound[0], model.Var)
    assert asked.offers[0].bound[0].uid == named.var.uid
    assert asked.must
    assert [offer.action for offer in asked.offers] == answers[:3]
    (last,) = made.actions["counter_trade_3"].then
    assert isinstance(last, model.Act)
    assert [offer.action for offer in last.offers] == answers[:2]


def test_the_proposer_pays_for_what_the_partner_accepts() -> None:
    accept = checked("merchants_of_medieval_europe", 3).actions["accept_trade"]
    coin = next(cost for cost in accept.costs if cost.about.name == "accept_trade.coin")
    assert isinstance(coin.source.owner, model.Var)
    assert coin.source.owner.name == "proposer"
    assert coin.source.owner.uid != accept.you.uid


def test_an_auction_is_a_loop_of_choices() -> None:
    phase = checked("merchants_of_the_middle_ages", 4).routines["investment_auctions"]
    auction = next(part for part in parts(phase.body) if isinstance(part, model.Choose) and part.optional)
    assert auction.var.name == "bid"
    assert isinstance(auction.domain, model.RangeOf)
    assert auction.domain.step == 100
    assert any(isinstance(part, model.Repeat) for part in parts(phase.body))


def test_bags_and_sets_are_chosen_whole() -> None:
    merkator = checked("merkator", 2)
    delivered = next(p for p in merkator.actions["fulfil"].params if p.var.name == "delivered")
    assert delivered.open
    assert delivered.var.type == model.Bag("Ware")
    assert isinstance(delivered.domain, model.Bags)
    paid = next(p for p in merkator.actions["buy_card"].params if p.var.name == "paid")
    assert paid.var.type == model.Many(model.Ref("Contract"))
    assert isinstance(paid.domain, model.Subsets)
    contracts = next(c for c in merkator.actions["buy_card"].costs if c.about.name == "buy_card.contracts")
    assert (contracts.form, contracts.many) == ("things", True)


def test_numbered_things_know_their_number() -> None:
    made = checked("merchants_of_the_middle_ages", 2)
    (numbers,) = [fact for fact in made.statics if (fact.kind, fact.name) == ("MoveTile", "number")]
    assert numbers.values == (1, 2, 3, 4, 1, 2, 3, 4)
