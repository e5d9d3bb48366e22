"""Tests that texts about the effects of rules use players' words and reveal no hidden information."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import mercatoria
from interpreter.log import entries
from interpreter.trace import EffectHistory
from interpreter.trace import rule_effects as deeds_module
from interpreter.trace.traced_steps import trace_step
from mercatoria import State
from mercatoria.drawing import EffectText
from mercatoria.picture import Column, MovingKind, Picture

RULES = """\
rulebook wood "The Wood"
    players 3
    seats Red, Blue, Green
    money pennies

kind Good: Wool, Cloth with 6 pieces each
kind Inn: Oak, Elm
kind Flag for each Player with 4 pieces each

each Player has
    purse: money = 10
    hand: bag of Good
    luck: secret 0 to 3 = 0
    flags: bag of own Flag = 4 of Flag
    renown: 0 to 9 = 0

each Inn has
    store: bag of Good = 1 of Wool
    raised: bag of Flag
    host: Player or none
    open_late: flag

game has
    market: bag of Good = 3 of Cloth
    scout: Inn or none
    wins: 0 to 9 = 0

round "A day"
    turn of player in Player
        player may buy or fetch or carry or raise_flag or host or walk or gamble or pass_on

action buy(good: market) "Buy a good"
    costs price: 2 to bank
    then
        move 1 of good from market to you.hand

action fetch(inn: Inn) "Fetch wool"
    then
        move 1 of Wool from inn.store to you.hand

action carry(inn: Inn, other: Inn)
    then
        move 1 of Wool from inn.store to other.store

action raise_flag(inn: Inn) "Raise a flag"
    then
        move 1 of Flag from Red.flags to inn.raised

action host(inn: Inn)
    then
        set inn.host to you
        set inn.open_late to yes

action walk(inn: Inn)
    then
        set scout to inn

action pass_on(good: you.hand, friend: others(you)) "Pass on a good"
    then
        move 1 of good from you.hand to friend.hand

action gamble "Try your luck"
    then
        random you.luck in 0 to 3
        if you.luck > 1
            raise you.luck by 1 clamped
        raise wins by 1

trigger robin_hood(p: Player) as soon as p.hand.size >= 2 "Robin Hood"
    p pays 1 to Green
    raise Green.renown by 2

end late of round when round.number = 3
"""


@pytest.fixture
def state(tmp_path: Path) -> State:
    (tmp_path / "rulebook.rules").write_text(RULES, encoding="utf-8")
    return mercatoria.load(str(tmp_path)).start(3, seed=1)


def told(
    state: State, asker: int | None = None, picture: Picture | None = None, reader: int | None = None
) -> list[tuple[str, list[str]]]:
    """Return the effects of the last step, keyed by the names of the rules."""
    teller = EffectText(state.table, picture if picture is not None else Picture())
    deeds = EffectHistory(state.table).of_newest(state.last, asker, 1)[0]
    return [(deed.rule.name, teller.told(deed, reader)) for deed in deeds]


@pytest.mark.parametrize(("move", "reader", "words"), [
    ("Red: buy(Cloth)", 0, ["you paid 2 pennies and got 1 Cloth from the market"]),
    ("Red: raise_flag(Elm)", 0, ["you put 1 flag on Elm"]),
    ("Red: raise_flag(Elm)", 1, ["Red put 1 flag on Elm"]),
    ("Red: host(Elm)", 0, ["Elm’s host is now you", "Elm: open late"]),
])  # fmt: skip
def test_the_reader_is_addressed(state: State, move: str, reader: int, words: list[str]) -> None:
    state.apply(move)
    assert [each for _, told_ in told(state, reader, reader=reader) for each in told_] == words


def test_the_reader_receives_and_owns(state: State) -> None:
    for move in ("Red: fetch(Oak)", "Blue: walk(Oak)", "Green: walk(Oak)", "Red: pass_on(Wool, Blue)"):
        state.apply(move)
    assert told(state, 1, reader=1) == [("pass_on", ["Red gave you 1 Wool"])]
    for move in ("Blue: walk(Elm)", "Green: walk(Elm)", "Red: buy(Cloth)", "Blue: buy(Cloth)"):
        state.apply(move)
    assert told(state, 2, reader=2)[1:] == [("robin_hood", ["Blue gave you 1 penny", "your renown rose to 2 (+2)"])]


def test_payers_and_sources(state: State) -> None:
    state.apply("Red: buy(Cloth)")
    assert told(state) == [("buy", ["Red paid 2 pennies and got 1 Cloth from the market"])]


def test_a_trigger_is_told_by_itself(state: State) -> None:
    for move in ("Red: buy(Cloth)", "Blue: fetch(Oak)", "Green: fetch(Elm)"):
        state.apply(move)
    state.apply("Red: buy(Cloth)")
    assert told(state)[1:] == [("robin_hood", ["Red gave Green 1 penny", "Green’s renown rose to 2 (+2)"])]


@pytest.mark.parametrize(("move", "words"), [
    ("fetch(Oak)", ["Red got 1 Wool from Oak"]),
    ("carry(Oak, Elm)", ["1 Wool went from Oak to Elm"]),
    ("raise_flag(Elm)", ["Red put 1 flag on Elm"]),
    ("host(Elm)", ["Elm’s host is now Red", "Elm: open late"]),
    ("walk(Elm)", ["the scout is now Elm"]),
])  # fmt: skip
def test_each_sort_of_change_has_its_words(state: State, move: str, words: list[str]) -> None:
    state.apply(move)
    assert [each for _, told_ in told(state) for each in told_] == words


@pytest.mark.parametrize(("move", "line", "words"), [
    ("buy(Cloth)", "Red bought Cloth", ["Red paid 2 pennies"]),
    ("buy(Cloth)", "Red bought a Clothier", ["Red paid 2 pennies and got 1 Cloth from the market"]),
    ("raise_flag(Elm)", "Red raised a flag at Oak", ["Red put 1 flag on Elm"]),
    ("raise_flag(Elm)", "Red put 1 flag on Elm", []),
])  # fmt: skip
def test_what_the_log_line_says_is_not_repeated(state: State, move: str, line: str, words: list[str]) -> None:
    state.apply(move)
    teller = EffectText(state.table, Picture())
    deeds = EffectHistory(state.table).of_newest(state.last, None, 1)[0]
    assert [each for deed in deeds for each in teller.told(deed, line=line)] == words


def test_a_move_about_the_map_is_not_repeated(state: State) -> None:
    state.apply("walk(Elm)")
    teller = EffectText(state.table, Picture(travellers=(MovingKind("scout"),)))
    (deed,) = EffectHistory(state.table).of_newest(state.last, None, 1)[0]
    assert teller.told(deed, line="Red sent the scout to Oak") == ["the scout went to Elm"]
    assert teller.told(deed, line="Red sent the scout to Elm") == []


def test_one_player_gives_another(state: State) -> None:
    for move in ("Red: fetch(Oak)", "Blue: walk(Oak)", "Green: walk(Oak)", "Red: pass_on(Wool, Blue)"):
        state.apply(move)
    assert told(state) == [("pass_on", ["Red gave Blue 1 Wool"])]


def test_of_what_no_picture_shows_nothing_is_said(state: State) -> None:
    state.apply("Red: buy(Cloth)")
    shown = Picture(players=(Column("purse", "coins"),), table=())
    assert told(state, picture=shown) == [("buy", ["Red paid 2 coins"])]


def test_hidden_values_do_not_change_the_output(tmp_path: Path) -> None:
    """If a reader cannot tell outcomes apart, their texts must be equal. A seat that sees the outcomes gets different
    texts.
    """
    (tmp_path / "rulebook.rules").write_text(RULES, encoding="utf-8")
    found: dict[int | None, set[str]] = {None: set(), 0: set(), 1: set()}
    for outcome in range(4):
        state = mercatoria.load(str(tmp_path)).start(3, chance="manual")
        state.apply("Red: gamble").resolve(outcome)
        teller, deeds = EffectText(state.table, Picture()), EffectHistory(state.table)
        for asker in found:
            lines = [[teller.told(deed) for deed in step] for step in deeds.of_newest(state.last, asker, 9)]
            found[asker].add(str(lines))
    assert {asker: len(lines) for asker, lines in found.items()} == {None: 1, 0: 2, 1: 1}


def test_deeds_follow_a_play_that_is_taken_back_and_goes_another_way(state: State) -> None:
    deeds, before = EffectHistory(state.table), state.clone()
    state.apply("Red: walk(Oak)")
    assert deeds.of_newest(state.last, 0, 9)
    before.apply("Red: walk(Elm)").apply("Blue: walk(Oak)")
    known, fresh = deeds.of_newest(before.last, 0, 9), EffectHistory(state.table).of_newest(before.last, 0, 9)
    assert known == fresh
    assert len(fresh) == len(entries(before.last)) == 2


@pytest.mark.parametrize("game", mercatoria.shipped())
def test_each_is_told_what_he_would_be_if_he_alone_had_watched(game: str) -> None:
    """The history traces most steps once for all seats, and the other steps separately for each seat."""
    state, rng, seen = mercatoria.load(game).start(3, seed=3), random.Random(3), 0
    deeds, table = EffectHistory(state.table), state.table
    for _ in range(12):
        state.apply(state.sample(rng, state.deciders[0]))
    for step in entries(state.last)[-9:]:
        before = deeds.position_after(step.before)
        for asker in (None, *range(state.players)):
            (told_,) = deeds.of_newest(step, asker, 1)
            alone = deeds_module._works(table, trace_step(table, asker, step, before))
            assert told_ == deeds_module._told(table, asker, alone)
            seen += len(told_)
    assert seen


def test_a_step_in_which_nobody_sees_more_than_another_is_watched_once(
    state: State, monkeypatch: pytest.MonkeyPatch
) -> None:
    watched, watch = [], deeds_module.trace_changes
    monkeypatch.setattr(deeds_module, "trace_changes", lambda *args: watched.append(list(args[1])) or watch(*args))
    deeds = EffectHistory(state.table)
    walked, gambled = [[None]], [[None], [0, 1, 2]]
    for move, eyes in (("Red: walk(Oak)", walked), ("Blue: gamble", gambled), ("Green: walk(Elm)", walked)):
        state.apply(move)
        for asker in (0, 1):
            deeds.of_newest(state.last, asker, 1)
        assert watched == eyes, "luck is a secret of the one who gambles, and what follows turns on it"
        watched.clear()
