"""Tests the reference engine with one small game for each feature."""

from __future__ import annotations

import textwrap
from fractions import Fraction
from typing import Any

import pytest

from dsl import model as m
from dsl.checking.checker import check
from dsl.diagnostics.diagnostic import Sink
from dsl.source.spans import NOWHERE, Source
from dsl.syntax.parsing import parse
from interpreter.lowering.lowering import lower
from interpreter.position.engine import OPEN, Row
from interpreter.position.faults import LoweringError, PlayFault
from interpreter.position.scratch_slots import PC
from interpreter.reference.observer import Observer
from interpreter.reference.walker import Walker

HEAD = 'rulebook tiny "Tiny"\n    players 2 to 4\n    money coins\n\n'


def walker(text: str, players: int = 2) -> Walker:
    sink = Sink()
    text = HEAD + textwrap.dedent(text)
    if "\nend " not in text and "stop game" not in text:  # The checker rejects a game that cannot end.
        text += "\nend far_away of round when round.number = 90000\n"
    declarations = parse(Source("tiny.rules", text), sink)
    checked = check(declarations, None, players, {}, sink)
    assert checked is not None, sink.in_order()
    assert checked.model is not None, [(str(d.span), d.title) for d in sink.in_order()]
    return Walker(lower(checked.model))


def read(w: Walker, v: list[int], name: str, kind: str = "", owner: int = 0, key: int | None = None) -> list[int]:
    """Return the stored slots of one field."""
    run = w.layout.runs[w.model.field_named(name, kind)]
    entry = run.entry(owner, () if key is None else (key,))
    return v[run.base[entry] : run.base[entry] + run.widths[entry]]


def row(w: Walker, name: str, *args: int) -> Row:
    return (next(n for n, kind in enumerate(w.flow.move_kinds) if kind.name == name), *args)


def play(w: Walker, v: list[int], *moves: tuple[object, ...]) -> list[int]:
    """Play moves of the deciding player, each as a name with arguments. A bare number is a random outcome."""
    totals = w.layout.totals(v)
    for name, *args in moves:
        if isinstance(name, int):
            w.resolve(v, name)
        else:
            (seat,) = w.deciders(v)
            chosen = row(w, str(name), *args)  # type: ignore[arg-type]
            assert w.is_legal(v, seat, chosen), (name, args, w.moves(v, seat))
            assert chosen in w.moves(v, seat)
            w.apply(v, seat, chosen)
        assert w.layout.totals(v) == totals
    return v


def at_rest(w: Walker, v: list[int]) -> bool:
    """Return True if all slots of the engine's internal state are 0, except return nodes."""
    stores = w.flow.stores.values()
    return not any(any(v[s.base : s.base + s.width]) for s in stores if not s.name.startswith("return from"))


# ---------------------------------------------------------------- chance


def test_a_die_is_rolled_and_the_game_ends_at_once() -> None:
    w = walker("""
        each Player has
            points: 0 to 20 = 0
        round
            turn of p in Player
                random rolled in 1 to 6
                raise p.points by rolled
        end enough at once when any(p in Player where p.points >= 8)
        scoring of p in Player
            points: p.points
    """)
    v = w.start()
    assert w.deciders(v) == ()
    assert w.chance(v) == [(face, 1) for face in range(1, 7)]
    play(w, v, (5,), (2,), (3,))
    assert w.over(v) == 1
    assert (w.scores(v), w.ranking(v)) == ((8, 2), [[0], [1]])
    assert at_rest(w, v)
    assert w.deciders(v) == ()
    assert w.chance(v) == []


def test_draws_from_a_bag_weigh_by_counts_and_the_last_sort_is_no_chance() -> None:
    w = walker("""
        kind Stone: Black, White with 3 pieces each
        game has
            sack: bag of Stone = 2 of Black + 1 of White
            seen: bag of Stone
        round
            draw 5 from sack to seen
            for p in Player
                p must go
        action go
    """)
    v = w.start()
    assert w.chance(v) == [(0, 2), (1, 1)]
    play(w, v, (1,))
    assert w.deciders(v) == (0,), "two equal stones are left: nobody waits for them"
    assert read(w, v, "seen") == [2, 1]
    assert read(w, v, "sack") == [0, 0]


def test_an_empty_source_is_refilled_by_reshuffling() -> None:
    w = walker("""
        kind Card: Ace, King, Queen
        game has
            deck: stack of Card = Card
            table: pile of Card
        round
            draw 1 from deck to table reshuffling table
            for p in Player
                p must go
        action go
    """)
    v = w.start()
    assert read(w, v, "table")[:2] == [1, 2], "the top of an unshuffled stack is known"
    play(w, v, ("go",), ("go",), ("go",), ("go",))
    assert read(w, v, "table")[:4] == [3, 0, 1, 2]
    play(w, v, ("go",), ("go",))
    assert w.chance(v) == [(0, 1), (1, 1), (2, 1)]
    play(w, v, (1,))
    assert read(w, v, "deck") == [2, 0, 0, 2, 0]


def test_a_stack_is_a_pool_below_and_known_above() -> None:
    w = walker("""
        kind Card: Ace, King, Queen, Jack
        game has
            deck: hidden stack of Card = Card
            table: pile of Card
        round
            shuffle deck
            draw 2 from deck to table
            for c in table
                move c from table to deck
            for p in Player
                p must go
        action go
    """)
    one, other = w.start(), w.start()
    play(w, one, (3,), (1,))
    play(w, other, (1,), (3,))
    assert one == other, "the pool has no order; a pile is sorted, so the same cards come back on top"
    assert read(w, one, "deck") == [4, 2, 0, 2, 1, 3]


def test_chance_from_nothing_is_a_fault() -> None:
    w = walker("""
        kind Card: Ace, King
        game has
            chosen: set of Card
            one: Card or none = none
        round
            random one in chosen
    """)
    with pytest.raises(PlayFault, match="has no possible outcome"):
        w.start()


# ---------------------------------------------------------------- decisions


def test_a_secret_choice_is_hidden_in_order_and_cleared() -> None:
    w = walker("""
        each Player has
            won: 0 to 9 = 0
        round
            everyone in Player secretly chooses bid in 0 to 3
            for p in Player where bid(p) > 1
                raise p.won by 1
            for p in Player
                p must go
        action go
    """, 3)  # fmt: skip
    one, other = w.start(), w.start()
    assert w.deciders(one) == (0, 1, 2)
    for seat, answer in ((2, 3), (0, 1), (1, 2)):
        assert w.is_legal(one, seat, row(w, "bid", answer))
        w.apply(one, seat, row(w, "bid", answer))
        assert not w.is_legal(one, seat, row(w, "bid", answer)), "answered already, or all have"
    for seat, answer in ((0, 1), (1, 2), (2, 3)):
        w.apply(other, seat, row(w, "bid", answer))
    assert one == other
    assert [read(w, one, "won", "Player", seat) for seat in range(3)] == [[0], [1], [1]]
    third = w.start()
    for seat, answer in ((0, 0), (1, 3), (2, 2)):
        w.apply(third, seat, row(w, "bid", answer))
    assert third == one, "nothing needs the answers any more"


WINDOW = """
    each Player has
        left: 0 to 3 = 1
    round
        window for p in clockwise(seat(2)): veto
        for p in Player
            p must go
    action veto
        needs some: you.left > 0
        then
            lower you.left by 1
    action go
"""


def test_a_window_begins_again_after_each_play_and_closes_when_all_pass() -> None:
    w = walker(WINDOW, 3)
    v = w.start()
    assert w.deciders(v) == (1,)
    play(w, v, ("pass",), ("veto",))
    assert w.deciders(v) == (1,), "the round of asking begins again"
    play(w, v, ("pass",), ("pass",))
    assert w.deciders(v) == (0,)
    play(w, v, ("pass",))
    assert (w.deciders(v), at_rest(w, v)) == ((0,), False)
    assert w.moves(v, 0) == [row(w, "go")]


def test_times_and_repeatedly() -> None:
    w = walker("""
        each Player has
            food: 0 to 9 = 2
        round
            for p in Player
                p may eat, at most 3 times
            for p in Player
                p must feast, repeatedly
        action eat
            needs hungry: you.food > 0
            then
                lower you.food by 1
        action feast
            needs hungry: you.food < 5
            then
                raise you.food by 1
    """)
    v = w.start()
    play(w, v, ("eat",), ("eat",))
    assert w.moves(v, 0) == [row(w, "pass")]
    play(w, v, ("pass",), ("eat",), ("pass",))
    assert w.deciders(v) == (0,)
    play(w, v, *[("feast",)] * 5)
    assert w.deciders(v) == (1,), "a must, repeatedly: until nothing is legal"


def test_a_must_without_a_legal_move_names_the_phase() -> None:
    w = walker("""
        round
            do hunger
        phase hunger "The hungry phase"
            for p in Player
                p must eat
        action eat
            needs never: no
    """)
    v = w.start()
    with pytest.raises(PlayFault, match="The hungry phase"):
        w.moves(v, 0)


def test_offers_with_bound_parameters_carry_all_of_them() -> None:
    w = walker("""
        kind Good: Wool, Ore
        game has
            wanted: Good or none = none
        round
            for p in Player
                p may take(Ore) or leave
        action take(good: Good, number: 1 to 2)
            then
                set wanted to good
        action leave
    """)
    v = w.start()
    assert w.moves(v, 0) == [row(w, "pass"), row(w, "take", 1, 1), row(w, "take", 1, 2), row(w, "leave")]
    assert not w.is_legal(v, 0, row(w, "take", 0, 1))
    assert not w.is_legal(v, 1, row(w, "leave")), "it is not his decision"
    play(w, v, ("take", 1, 2))
    assert read(w, v, "wanted") == [1]


def test_costs_from_one_slot_are_tested_as_one_and_the_bank_may_owe() -> None:
    w = walker("""
        each Player has
            purse: money = 5
        round
            for p in Player
                p may build
                bank pays 1 to p
        action build
            costs first: 3 to bank
            costs second: 3 to bank when you.purse >= 5
    """)
    v = w.start()
    assert w.layout.totals(v).money == 0
    assert w.moves(v, 0) == [row(w, "pass")], "three and three are more than five"
    action = w.model.actions["build"]
    assert [c.name for c in w.legality.failing(action, v, {action.you.uid: 0})] == ["build.second"]
    play(w, v, ("pass",), ("pass",), ("pass",))
    assert row(w, "build") in w.moves(v, 1)
    play(w, v, ("build",))
    assert read(w, v, "purse", "Player", 1) == [1]


def test_a_limit_counts_uses_and_begins_anew() -> None:
    w = walker("""
        round
            turn of p in Player
                p may knock, repeatedly
        action knock
            limit 2 per turn
    """)
    v = play(w, w.start(), ("knock",), ("knock",))
    assert w.moves(v, 0) == [row(w, "pass")]
    play(w, v, ("pass",), ("pass",))
    assert row(w, "knock") in w.moves(v, 0)


def test_any_time_leads_back_to_the_same_decision() -> None:
    w = walker("""
        each Player has
            debt: 0 to 2 = 1
        round
            for p in Player
                p must go
        action go
        action repay at any time
            needs owes: you.debt > 0
            then
                lower you.debt by 1
    """)
    v = w.start()
    before = v[PC]
    play(w, v, ("repay",))
    assert (w.deciders(v), v[PC], w.moves(v, 0)) == ((0,), before, [row(w, "go")])


def test_actions_at_any_time_are_legal_in_a_trigger() -> None:
    w = walker("""
        each Player has
            debt: 0 to 9 = 2
            paid: 0 to 9 = 0
        game has
            rain: 0 to 9 = 0
        round
            for p in Player
                p must go
        action go
            then
                raise rain by 1
        action rest
        action repay at any time
            needs owes: you.debt > 0
            then
                lower you.debt by 1
        trigger wet as soon as rain = 1
            for p in Player
                p must rest
        trigger free(p: Player) as soon as p.debt = 0
            raise p.paid by 1
    """)
    v = play(w, w.start(), ("go",))
    assert (w.deciders(v), w.moves(v, 0)) == ((0,), [row(w, "rest"), row(w, "repay")])
    play(w, v, ("repay",), ("repay",))
    assert w.moves(v, 0) == [row(w, "rest")], "`free` wakes when `wet` is over"
    play(w, v, ("rest",))
    assert (w.deciders(v), w.moves(v, 1)) == ((1,), [row(w, "rest"), row(w, "repay")])
    play(w, v, ("rest",))
    assert w.moves(v, 1) == [row(w, "go"), row(w, "repay")]
    assert [read(w, v, "paid", "Player", seat) for seat in (0, 1)] == [[1], [0]]


def test_an_action_may_ask_again_and_remembers_its_parameters() -> None:
    w = walker("""
        kind Good: Wool, Ore
        each Player has
            got: set of Good
        round
            for p in Player
                p must swap
        action swap(good: Good)
            then
                let kept = good
                you chooses other in Good where other != good
                if kept = good
                    set you.got to {other}
    """)
    v = play(w, w.start(), ("swap", 1))
    assert w.moves(v, 0) == [row(w, "other", 0)]
    play(w, v, ("other", 0))
    assert (read(w, v, "got", "Player", 0), w.deciders(v)) == ([1, 0], (1,))
    again = play(w, w.start(), ("swap", 1), ("other", 0))
    assert again == v


def test_any_order_is_chosen_step_by_step() -> None:
    w = walker("""
        kind Good: Wool, Ore, Wine
        game has
            last: Good or none = none
            steps: 0 to 999 = 0
        round
            for g in Good where g != Ore or steps > 3, in any order by seat(1)
                set last to g
                raise steps by 1
    """)
    v = w.start()
    assert w.moves(v, 0) == [row(w, "g", 0), row(w, "g", 2)]
    play(w, v, ("g", 2))
    assert read(w, v, "steps") == [2], "the last one needs no choice; the next round has begun"
    assert read(w, v, "last") == [0]


def test_open_parameters_are_listed_once_with_their_range() -> None:
    w = walker("""
        each Player has
            purse: money = 7
        round
            for p in Player
                p may give
        action give(open much: 0 to you.purse, friend: Player where friend != you)
            needs something: much > 0
            costs gift: much to friend
    """, 2)  # fmt: skip
    v = w.start()
    listed = row(w, "give", OPEN, 1)
    assert w.moves(v, 0) == [row(w, "pass"), listed]
    assert w.ranges(v, 0, listed) == (range(8),)
    assert w.is_legal(v, 0, row(w, "give", 7, 1))
    assert not w.is_legal(v, 0, row(w, "give", 0, 1))
    assert not w.is_legal(v, 0, row(w, "give", 8, 1))


def test_bags_and_sets_are_chosen_as_one_parameter() -> None:
    w = walker("""
        kind Good: Wool, Ore, Wine with 9 pieces each
        each Player has
            store: bag of Good = 2 of Wool + 1 of Wine
            friends: set of Player
        round
            for p in Player
                p may sell or befriend
        action sell(goods: bag of you.store at most 2)
            needs something: goods.size > 0
            costs price: goods from you.store to supply
        action befriend(whom: set of Player)
            needs two: whom.size = 2
            then
                set you.friends to whom
    """, 3)  # fmt: skip
    v = w.start()
    sells = [args for kind, *args in w.moves(v, 0) if w.flow.move_kinds[kind].name == "sell"]
    assert sells == [[0, 0, 1], [1, 0, 0], [1, 0, 1], [2, 0, 0]]
    assert row(w, "befriend", 0b101) in w.moves(v, 0)
    for wrong in ((0, 1, 0), (2, 0, 1), (1, 0), (-1, 0, 1)):
        assert not w.is_legal(v, 0, row(w, "sell", *wrong))
    assert not w.is_legal(v, 0, row(w, "befriend", 0b1001))
    play(w, v, ("sell", 1, 0, 1), ("befriend", 0b110))
    assert read(w, v, "store", "Player", 0) == [1, 0, 0]
    assert read(w, v, "friends", "Player", 1) == [0, 1, 1]


# ---------------------------------------------------------------- course


STOPS = """
    game has
        trail: 0 to 9999999 = 0
    round
        turn of p in Player
            do first, second
            set trail to trail * 10 + 8
        set trail to trail * 10 + 9
    phase first
        do inner(SCOPE)
        set trail to trail * 10 + 1
    phase second
        set trail to trail * 10 + 2
        player must go
    rule inner(which: 0 to 4)
        WAIT
        for n in 1 to 3
            if n = 2
                stop SCOPE
            set trail to trail * 10 + 7
    action go
    end of_round of round when trail mod 10 = 9
    end cut_round of round when yes
"""


@pytest.mark.parametrize("waits", [False, True], ids=["at once", "after a decision"])
@pytest.mark.parametrize(
    ("scope", "trail", "over"),
    [("phase", 7287289, 1), ("turn", 779, 1), ("round", 7, 2), ("game", 7, 3)],
)
def test_stop_leaves_its_scope_only(waits: bool, scope: str, trail: int, over: int) -> None:
    text = STOPS.replace("inner(SCOPE)", "inner(1)").replace("SCOPE", scope)
    w = walker(text.replace("WAIT", "player must go" if waits else "let n0 = which"))
    v = w.start()
    while not w.over(v):
        play(w, v, ("go",))
    assert (read(w, v, "trail"), w.over(v)) == ([trail], over)
    assert at_rest(w, v)


def test_a_local_is_forgotten_once_nothing_needs_it() -> None:
    w = walker("""
        game has
            sum: 0 to 99 = 0
        round
            let secret = 7
            seat(1) chooses first in 1 to 3
            set sum to first mod 2 + secret
            seat(1) must go
        action go
    """)
    one, other = w.start(), w.start()
    assert not at_rest(w, one)
    assert play(w, one, ("first", 1)) == play(w, other, ("first", 3))
    assert at_rest(w, one)


def test_a_phase_is_skipped_before_it_begins() -> None:
    w = walker("""
        game has
            begun: 0 to 9 = 0 per phase
            worked: flag = no
        round
            do work, leisure
        phase work
            skip when worked
            set begun to 5
            set worked to yes
            seat(1) must go
        phase leisure
            skip when begun != 5
            seat(1) must rest
        action go
        action rest
    """)
    v = play(w, w.start(), ("go",))
    assert w.moves(v, 0) == [row(w, "rest")]
    assert read(w, v, "begun") == [0], "tested before the phase begins, begun anew when it does"
    with pytest.raises(PlayFault, match="never ends"):  # From here on, the engine skips both phases.
        play(w, v, ("rest",))


def test_an_action_at_any_time_may_stop_the_phase_around_it() -> None:
    w = walker("""
        round
            turn of p in Player
                do work
                player must rest
        phase work
            do inner
        rule inner
            player must go
            player must go
        action go
        action rest
        action quit at any time
            then
                stop phase
    """)
    v = play(w, w.start(), ("quit",))
    assert w.moves(v, 0) == [row(w, "rest"), row(w, "quit")]
    play(w, v, ("rest",), ("go",), ("go",), ("rest",))
    assert w.moves(v, 0) == [row(w, "go"), row(w, "quit")]
    play(w, v, ("quit",), ("quit",))
    assert w.moves(v, 0) == [row(w, "go"), row(w, "quit")], "outside of phases it ends the round"


def test_turns_within_a_turn_hand_it_back_also_when_cut_short() -> None:
    w = walker("""
        game has
            seen: 0 to 99999 = 0
        round
            turn of p in Player
                do extra
                player must go
        phase extra
            turn of q in clockwise(seat(2))
                player must go
                if player = seat(1)
                    stop phase
            set seen to 1
        action go
    """, 3)  # fmt: skip
    v = w.start()
    order = []
    while len(order) < 12:
        (seat,) = w.deciders(v)
        order.append(seat)
        play(w, v, ("go",))
    assert order == [1, 2, 0, 0, 1, 2, 0, 1, 1, 2, 0, 2]
    assert read(w, v, "seen") == [0]


def test_a_trigger_wakes_when_its_condition_begins_to_hold() -> None:
    w = walker("""
        each Player has
            points: 0 to 9 = 0
            medals: 0 to 9 = 0
        round
            for p in Player
                p must climb or fall
        action climb(steps: 1 to 2)
            then
                raise you.points by steps
        action fall
            then
                set you.points to 0
        trigger medal(p: Player) as soon as p.points >= 2
            raise p.medals by 1
        end three at once when any(p in Player where p.medals = 2)
    """)
    v = play(w, w.start(), ("climb", 1), ("climb", 2))
    assert read(w, v, "medals", "Player", 1) == [1]
    play(w, v, ("climb", 1), ("climb", 1))
    assert read(w, v, "medals", "Player", 0) == [1]
    assert read(w, v, "medals", "Player", 1) == [1], "it held before: it does not wake again"
    play(w, v, ("fall",), ("fall",), ("climb", 1), ("climb", 2))
    assert w.over(v) == 1, "endings are tested after triggers"


def test_a_trigger_may_ask() -> None:
    w = walker("""
        each Player has
            points: 0 to 9 = 0
        round
            for p in Player
                p must climb
        action climb
            then
                raise you.points by 1
        action gift
            then
                raise you.points by 3
        trigger lucky(p: Player) as soon as p.points = 1
            p may gift
    """)
    v = play(w, w.start(), ("climb",))
    assert w.deciders(v) == (0,)
    play(w, v, ("gift",))
    assert (read(w, v, "points", "Player", 0), w.deciders(v)) == ([4], (1,))


def test_lifetimes_begin_anew_and_endings_of_turn_wait_for_the_turn() -> None:
    w = walker("""
        game has
            in_turn: 0 to 9 = 2 per turn
            in_round: 0 to 9 = 0 per round
            in_phase: 0 to 9 = 5 per phase
        round
            turn of p in Player
                do stage, stage
        phase stage
            raise in_turn by 1
            raise in_round by 1
            raise in_phase by 1
            player must go
        action go
        end late of turn when in_turn = 4 and round.number = 2
    """)
    v = play(w, w.start(), ("go",))
    names = ("in_turn", "in_round", "in_phase")
    assert [read(w, v, name) for name in names] == [[4], [2], [6]]
    play(w, v, ("go",), ("go",), ("go",))
    assert [read(w, v, name) for name in names] == [[3], [1], [6]]
    play(w, v, ("go",))
    assert w.over(v) == 0
    play(w, v, ("go",))
    assert w.over(v) == 1


def test_ranking_lets_ties_share_a_place() -> None:
    w = walker("""
        each Player has
            points: 0 to 9 = 0
            gold: 0 to 9 = 0
        setup
            set seat(2).points to 3
            set seat(3).points to 3
            set seat(3).gold to 1
        round
            stop game
        scoring of p in Player
            points: p.points
        ranking of p in Player by most score(p), then least p.gold
    """, 4)  # fmt: skip
    v = w.start()
    assert w.over(v) == 1
    assert w.ranking(v) == [[1], [2], [0, 3]]


# ---------------------------------------------------------------- faults

GIVEN = """
    kind Good: Wool, Ore with 3 pieces each
    each Player has
        purse: money = 3
        store: row of Good at most 4 = 1 of Wool
    game has
        sack: hidden bag of Good = 2 of Ore
    round
        for p in Player
            p must go
    action go
"""


FAULTS = {
    "outside its range": ("raise number by 5", "number would become 6, outside 0 to 5"),
    "no room": ("move 3 of Wool from supply to shelf", "no room"),
    "an empty source": ("move 1 of Wool from shelf to box", "holds 0 of Wool"),
    "none is not a thing": ("set number to nobody.age", "a thing is needed"),
    "the least of nothing": ("set number to min(number for g in Good where shelf(g) > 0)", "of an empty set"),
    "not enough money": ("seat(1) pays 9 to bank", "holds 3, not 9"),
    "a seat that nobody has": ("set seat(9 * number).age to 1", "there is no seat 9; the table has 2 seats"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_impossible_statements_name_rule_and_line(name: str) -> None:
    statement, message = FAULTS[name]
    w = walker(f"""
        kind Good: Wool, Ore with 5 pieces each
        each Player has
            purse: money = 3
            age: 0 to 5 = 0
        game has
            number: 0 to 5 = 1
            nobody: Player or none = none
            shelf: row of Good at most 2
        round
            do wrong
        rule wrong
            {statement}
    """)
    with pytest.raises(PlayFault, match=message) as caught:
        w.start()
    assert caught.value.about is not None
    assert caught.value.about.name == "wrong"
    assert statement.split()[0] in caught.value.span.source.line_text(caught.value.span.line)


def number(n: int) -> m.Const:
    return m.Const(n, type=m.Int(n, n), span=NOWHERE)


@pytest.mark.parametrize(
    ("op", "left", "right", "result"),
    [
        ("/ down", 7, 2, 3), ("/ up", 7, 2, 4), ("/ down", -7, 2, -4), ("/ up", -7, 2, -3), ("/ up", 6, 2, 3),
        ("mod", -1, 6, 5), ("min", 3, 4, 3), ("max", 3, 4, 4), ("/ down", 1, 0, None), ("mod", 1, 0, None),
    ],
)  # fmt: skip
def test_reckoning_floors_and_faults_at_zero(op: str, left: int, right: int, result: int | None) -> None:
    w = walker(GIVEN)
    arith = m.Arith(op, number(left), number(right), type=m.Int(-9, 9), span=NOWHERE)
    if result is None:
        with pytest.raises(PlayFault, match="division by zero"):
            w.evaluator.value(arith, [], {})
    else:
        assert w.evaluator.value(arith, [], {}) == result


def test_a_rule_that_never_asks_uses_up_its_budget() -> None:
    w = walker("""
        game has
            number: 0 to 5 = 0
        round
            set number to 1
    """)
    with pytest.raises(PlayFault, match="never ends"):
        w.start()


def test_exceptions_that_disagree_are_a_fault_naming_both() -> None:
    w = walker("""
        game has
            low: 0 to 9 = 1
        value price: 0 to 9 = 5
            except cheap when low = 1: 2
            except dear when low < 3: 4
            except even when low = 2: 4
        round
            for p in Player
                p must go(price)
            set low to 2
        action go(paid: 0 to 9)
    """)
    v = w.start()
    with pytest.raises(PlayFault, match=r"cheap \(2\) and .*dear \(4\)"):
        w.moves(v, 0)
    v[w.layout.base(w.model.field_named("low"))[0]] = 2
    assert w.moves(v, 0) == [row(w, "go", 4)]


# ---------------------------------------------------------------- positions of scenarios


def assign(w: Walker, v: list[int], name: str, value: m.Expr) -> None:
    of = w.model.field_named(name, "Player")
    owner = m.Const(0, type=m.Ref("Player"), span=NOWHERE)
    w.performer.do_all([m.Assign(m.Slot(of, owner, (), type=of.type, span=NOWHERE), value, span=NOWHERE)], v, {})


def amounts(wool: int, ore: int) -> m.Expr:
    parts = ((number(wool), number(0)), (number(ore), number(1)))
    return m.Amounts(parts, type=m.Bag("Good"), span=NOWHERE)


def test_a_given_holder_takes_from_supply_then_from_what_is_unseen() -> None:
    w = walker(GIVEN)
    v = w.start()
    totals = w.layout.totals(v)
    assign(w, v, "store", amounts(0, 2))
    assert read(w, v, "store", "Player", 0) == [2, 1, 1, 0, 0, 0, 2]
    assert read(w, v, "supply_Good") == [2, 0]
    assert read(w, v, "sack") == [0, 1]
    assign(w, v, "purse", m.Const(8, type=m.Int(8, 8), span=NOWHERE))
    assert w.layout.totals(v) == totals
    with pytest.raises(PlayFault, match="no Wool left"):
        assign(w, v, "store", amounts(3, 0))


# ---------------------------------------------------------------- what cannot be lowered


def test_rules_that_carry_out_each_other_are_refused() -> None:
    span = NOWHERE
    about = m.Clauses("loop", "", (), span)
    w = walker(GIVEN)
    w.model.routines["loop"] = m.Routine(about, "rule", (), (), (m.Do((("loop", ()),), span=span),))
    w.model.routines["round"] = w.model.routines["loop"]
    with pytest.raises(LoweringError, match="call itself"):
        lower(w.model)


def test_weights_are_probabilities() -> None:
    w = walker("""
        kind Good: Wool, Ore with 9 pieces each
        game has
            sack: hidden bag of Good = 3 of Wool + 1 of Ore
            one: Good or none = none
        round
            random one in sack
    """)
    outcomes = w.chance(w.start())
    total = sum(weight for _, weight in outcomes)
    assert [Fraction(weight, total) for _, weight in outcomes] == [Fraction(3, 4), Fraction(1, 4)]


WATCHED = """
    each Player has
        food: 0 to 9 = 2
        larder: bag of Good = 1 of Bread
    kind Good: Bread, Ale with 4 pieces each
    value hunger(p: Player): 0 to 9 = p.food + p.larder.size
    round
        for p in Player
            p must eat
    rule digest(p: Player)
        set p.food to 0
    action eat
        needs hungry: hunger(you) < 2 + 2
        costs bread: 1 of Bread from you.larder to supply
        then
            let before = you.food
            do digest(you)
            if before <= 2
                raise you.food by before - 1
"""


def watched(**functions: Any) -> tuple[Walker, list[int]]:
    """Return a reference engine that calls some functions as observers, at the decision of a small game."""
    plain = walker(WATCHED)
    return Walker(plain.flow, Observer(**functions)), plain.start()


def test_an_observer_is_told_what_is_read_and_what_it_is_worth() -> None:
    values: list[tuple[str, object]] = []
    entries: list[tuple[str, str, int]] = []
    locals_read: list[tuple[str, object]] = []
    w, v = watched(
        evaluated=lambda e, value: values.append((e.span.text, value)),
        called=lambda e: values.append((e.name, "called")),
        read=lambda slot, place, v: entries.append(("read", slot.field.name, place.entry)),
        counted=lambda slot, place, v: entries.append(("counted", slot.field.name, place.entry)),
        looked_up=lambda var, env: locals_read.append((var.name, env.get(var.uid, "stored"))),
    )
    assert w.is_legal(v, 0, row(w, "eat"))
    assert values.index(("hunger", "called")) < values.index(("p.food", 2)) < values.index(("hunger(you)", 3))
    assert ("hunger(you) < 2 + 2", 1) in values
    assert ("counted", "larder", 0) in entries and ("read", "food", 0) in entries
    assert entries.index(("counted", "larder", 0)) < entries.index(("read", "larder", 0)), "the cost looks into it"
    assert locals_read[0] == ("p", "stored"), "who decides is kept in the position"
    assert ("you", 0) in locals_read and ("p", 0) in locals_read


def test_an_observer_is_told_what_is_carried_out_and_what_it_changed() -> None:
    course: list[str] = []
    w, v = watched(
        entered=lambda node, v: course.append(type(node).__name__),
        taken=lambda option, v: course.append(option.action.about.name),
        began=lambda operation, v, env: course.append(f"+{type(operation).__name__} {read(w, v, 'food', 'Player')[0]}"),
        ended=lambda operation, v, env: course.append(f"-{type(operation).__name__} {read(w, v, 'food', 'Player')[0]}"),
        rule_began=lambda routine: course.append(f"+{routine.about.name}"),
        rule_ended=lambda routine: course.append(f"-{routine.about.name}"),
    )
    w.apply(v, 0, row(w, "eat"))
    assert course[: course.index("-IfDo 1") + 1] == [
        "Decision", "eat", "+Cost 2", "-Cost 2", "+Let 2", "-Let 2",
        "+Do 2", "+digest", "+Assign 2", "-Assign 0", "-digest", "-Do 0",
        "+IfDo 0", "+Adjust 0", "-Adjust 1", "-IfDo 1",
    ]  # fmt: skip


def test_scopes_left_by_an_error_are_closed() -> None:
    course: list[str] = []
    w, v = watched(
        began=lambda operation, v, env: course.append(f"+{type(operation).__name__}"),
        ended=lambda operation, v, env: course.append(f"-{type(operation).__name__}"),
    )
    v[w.layout.runs[w.model.field_named("food", "Player")].base[0]] = 0
    with pytest.raises(PlayFault, match="food would become -1, outside 0 to 9"):
        w.apply(v, 0, row(w, "eat"))
    assert course[-4:] == ["+IfDo", "+Adjust", "-Adjust", "-IfDo"]


def test_an_observer_may_break_a_play_off() -> None:
    class EnoughSeen(Exception):
        pass

    def refuse(routine: m.Routine) -> None:
        raise EnoughSeen

    w, v = watched(rule_began=refuse)
    with pytest.raises(EnoughSeen):
        w.apply(v, 0, row(w, "eat"))
    assert read(w, v, "food", "Player")[0] == 2


def test_a_walker_can_wait_at_chance_that_has_one_outcome() -> None:
    text = """
        each Player has
            food: 0 to 9 = 2
        round
            random die in 4 to 4
            for p in Player
                p must rest
        action rest
            then
                raise you.food by 1
    """
    flow = walker(text).flow
    v, waiting = Walker(flow).start(), Walker(flow, stops_at_chance=True).start()
    assert Walker(flow).deciders(v) == (0,)
    assert Walker(flow).deciders(waiting) == () and Walker(flow).chance(waiting) == [(4, 1)]
