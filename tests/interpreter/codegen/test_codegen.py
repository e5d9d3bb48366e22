"""Runs the reference engine and the generated engine in lock step: their moves, vectors, chance, scores and errors
agree.

The tests play the games of the repository, small games for features that these games do not use, and random rulebooks.
"""

from __future__ import annotations

import builtins
import keyword
import random
import re
import textwrap
from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest

from dsl.board.board_data import read_board
from dsl.checking.checker import check
from dsl.diagnostics.diagnostic import Sink
from dsl.folder import read_folder
from dsl.source.spans import Source
from dsl.syntax.parsing import parse
from interpreter.codegen import runtime
from interpreter.codegen.engine import GeneratedEngine
from interpreter.flow.nodes import Flow
from interpreter.lowering.lowering import lower
from interpreter.position.engine import OPEN, Engine, Vector
from interpreter.position.faults import PlayFault
from interpreter.position.move_sampling import filled_in
from interpreter.reference.walker import Walker
from tests.thinning import thinned

ROOT = Path(__file__).resolve().parents[3]
GAME = ROOT / "games" / "medieval_merchant"
FOLDERS = sorted(path.parent for top in ("docs", "tests", "games") for path in (ROOT / top).rglob("rulebook.rules"))
LARGE = {"catan_merchants_of_europe", "merchants_of_medieval_europe", "merchants_of_the_middle_ages", "merkator"}
"""Games that only `make slow` plays here; `tests/games` plays each of them on several engines."""
HEAD = 'rulebook tiny "Tiny"\n    players 2 to 4\n    money coins\n'


# ---------------------------------------------------------------- lock step


def outcome(do: Callable[..., object], *args: object) -> tuple[object, ...]:
    """Return a result, or an error with its line and rule."""
    try:
        return ("done", do(*args))
    except PlayFault as fault:
        return ("fault", fault.message, str(fault.span), fault.about.name if fault.about else "")


class Match:
    def __init__(self, flow: Flow, seed: int, engines: tuple[Engine, Engine] | None = None) -> None:
        self.flow, self.random = flow, random.Random(seed)
        self.walker, self.generated = engines or (Walker(flow), GeneratedEngine(flow))

    def same(self, what: str, *args: object) -> tuple[object, ...]:
        one, other = outcome(getattr(self.walker, what), *args), outcome(getattr(self.generated, what), *args)
        assert one == other, what
        return one

    def change(self, what: str, v: Vector, *args: object) -> bool:
        """Apply the same change on both engines. Return False after an error."""
        twin = v[:]
        one = outcome(getattr(self.walker, what), v, *args)
        other = outcome(getattr(self.generated, what), twin, *args)
        if one[0] == "fault" and not one[3]:  # In effects of an action, the reference engine does not know the rule.
            one, other = one[:3], other[:3]
        assert one == other, what
        differ = [self.flow.layout.slot_name(n) for n in range(len(v)) if v[n] != twin[n]]
        assert one[0] == "fault" or not differ, differ
        return one[0] == "done"

    def play(self, steps: int, every: int = 1) -> int:
        """Play up to `steps` steps, and return their number. The engines' moves are compared at every
        `every`-th step.
        """
        start = self.same("start")
        if start[0] == "fault":
            return 0
        v = start[1]
        assert isinstance(v, list)
        for step in range(steps):
            if self.walker.over(v) or not self.step(v, step % every == 0):
                self.same("over", v)
                self.same("scores", v)
                self.same("ranking", v)
                return step
        return steps

    def step(self, v: Vector, compare: bool) -> bool:
        chance = self.same("chance", v)
        if chance != ("done", []):
            outcomes = chance[1]
            return isinstance(outcomes, list) and self.change("resolve", v, self.random.choice(outcomes)[0])
        deciders = self.same("deciders", v)[1]
        if not isinstance(deciders, tuple) or not deciders:
            return False
        seat = self.random.choice(deciders)
        if compare:
            for each in range(self.flow.model.players):
                self.same("moves", v, each)
        rows = outcome(self.generated.moves, v, seat)[1]
        if not isinstance(rows, list):
            return False
        row = self.closed(v, seat, self.random.choice(rows))
        return row is not None and self.change("apply", v, seat, row)

    def closed(self, v: Vector, seat: int, row: tuple[int, ...]) -> tuple[int, ...] | None:
        """Return a legal move without open parameters."""
        if OPEN not in row:
            assert self.same("is_legal", v, seat, row) == ("done", True)
            return row
        ranges, sizes = self.same("ranges", v, seat, row)[1], self.same("sizes", v, seat, row)[1]
        assert isinstance(ranges, tuple)
        assert isinstance(sizes, tuple)
        for _ in range(60):
            tried = filled_in(row, ranges, sizes, self.random.randrange)
            if self.same("is_legal", v, seat, tried) == ("done", True):
                return tried
        return None


def folder_flow(path: Path, players: int) -> Flow | None:
    checked, _ = read_folder(path).check(players, (), {})
    return lower(checked.model) if checked is not None and checked.model is not None else None


def flow_of(text: str, players: int = 2, board: str = "") -> Flow:
    sink = Sink()
    text = HEAD + ('    board "board.yaml"\n' if board else "") + "\n" + textwrap.dedent(text)
    if "\nend " not in text and "stop game" not in text:
        text += "\nend far_away of round when round.number = 9000\n"
    things = read_board(Source("board.yaml", board), sink) if board else None
    checked = check(parse(Source("tiny.rules", text), sink), things, players, {}, sink)
    assert checked is not None
    assert checked.model is not None, [(str(d.span), d.title, d.label) for d in sink.in_order()]
    return lower(checked.model)


# ---------------------------------------------------------------- the games of the repository


@pytest.mark.parametrize(
    ("path", "whole"), thinned(product(FOLDERS, (False, True)), lambda case: not case[1] and case[0].name not in LARGE)
)
def test_every_rulebook_is_played_alike(path: Path, whole: bool) -> None:
    """By default, the test uses only the largest player count. Planning a game takes most of the time."""
    folder = read_folder(path)
    assert folder.rulebook is not None
    least, most = folder.rulebook.least, folder.rulebook.most
    for players in range(least if whole else most, most + 1):
        flow = folder_flow(path, players)
        if flow is None:  # This rulebook contains errors on purpose.
            continue
        match = Match(flow, players)
        for _ in range(2):
            match.play(60)


@pytest.mark.parametrize(("players", "games"), thinned(product(range(2, 7), (2, 1000)), lambda case: case == (3, 2)))
def test_whole_games(players: int, games: int) -> None:
    flow = folder_flow(GAME, players)
    assert flow is not None
    match = Match(flow, players)
    for number in range(games):
        match.play(3000, every=1 if number == 0 else 10)


# ---------------------------------------------------------------- small games

TINY = {
    "holders of all forms": """
        kind Card: Ace, King, Queen, Jack, Ten
        kind Good: Wool, Ore, Wine with 4 pieces each
        kind Token for each Player with 5 pieces each
        each Player has
            hand: pile of Card at most 3
            store: bag of Good at most 5 = 1 of Wool
            tokens: bag of own Token = 3 of Token
            jewel: space for Card
            purse: money = 6
        game has
            deck: hidden stack of Card = Card
            row: row of Good at most 4
            line: row of Token at most 5
            spot: space for Good
            heap: stack of Card
        setup
            shuffle deck
            move 2 of Ore from supply to row
        round
            for p in Player
                draw 1 from deck to p.hand reshuffling heap
                p may buy or sell or lay or gather_all, repeatedly
                if spot != none
                    move everything from spot to row
                if line.size >= 4
                    move everything from line to box
        action buy(good: Good, number: 1 to 2)
            costs price: 2 * number to bank
            costs goods: number of good from row to you.store when row(good) > 0
            costs other: number of good from supply to you.store when row(good) = 0
        action sell(good: Good)
            costs good: 1 of good from you.store to row
            then
                bank pays 3 to you
                if spot = none and you.store(Wine) > 0
                    move 1 of Wine from you.store to spot
        action lay(card: Card)
            needs in_hand: card in you.hand
            costs token: 1 of Token from you.tokens to line
            costs card: card from you.hand to heap
            then
                if you.jewel = none and heap.size > 2
                    move card from heap to you.jewel
        action gather_all
            needs many: line.size > 2
            costs bundle: 1 of Wool + 1 of Ore from you.store to supply
            then
                move everything from row to supply
        scoring of p in Player
            goods: sum(p.store(g) for g in Good)
            cards: p.hand.size
            rank: max(0, max(c for c in {1, 2}))
        """,
    "sets, keys and loops": """
        kind Good: Wool, Ore, Wine
        table by level 1 2 3
            reward 2 4 9
        each Player has
            likes: set of Good
            level: 1 to 3 = 1
            best: Good or none = none
        game has
            price(Good): 0 to 9 = 3
            seen(Player): flag = no
            trail: 0 to 99 = 0
        value liked(who: Player): set of Good = {g in Good where g in who.likes}
        value worth(who: Player): 0 to 99
            let most = max(0, price(Wool))
            = most + reward(who.level)
            except poor when who.level = 1: 1
            except none_liked when liked(who).size = 0: 1
        round
            turn of p in clockwise(seat(2)) where p.level < 3 or trail < 50
                player must like or drop or grow
                let total = 0
                for g in player.likes
                    raise total by price(g)
                raise trail by total clamped
                repeat 3 times while trail > 40
                    lower trail by 7
            for g in Good where price(g) > 0, in any order by seat(1)
                lower price(g) by 1
            for p in others(seat(1))
                set p.best to first(g in Good where g in p.likes by most price(g), then least g)
        action like(good: Good)
            needs new: good not in you.likes
            then
                set you.likes to you.likes + {good}
                raise price(good) by 4 wrapping
                set seen(you) to yes
        action drop(good: Good)
            needs there: good in liked(you)
            limit 2 per round
            then
                set you.likes to you.likes - {good}
        action grow
            needs able: you.level < 3 and worth(you) < 60
            then
                raise you.level by 1
                if all(seen(p) for p in Player)
                    for p in Player
                        set seen(p) to no
        end full of turn when any(p in Player where p.likes = {Wool, Ore, Wine} and p.level = 3)
        ranking of p in Player by most worth(p), then least p.likes.size
        """,
    "asking in many ways": """
        kind Good: Wool, Ore, Wine with 9 pieces each
        each Player has
            store: bag of Good = 2 of Wool + 1 of Wine
            purse: money = 7
            friends: set of Player
            luck: 0 to 6 = 0
        round
            everyone in Player secretly chooses bid in 0 to 2
            let top = max(bid(p) for p in Player)
            for p in Player where bid(p) = top
                p may give or sell or befriend, at most 2 times
            window for p in clockwise(seat(2)) where p.luck < 5: hurry
            random rolled in 1 to 6
            for p in Player
                p may choose g in Good where p.store(g) > 0
                    move 1 of g from p.store to supply
                    raise p.luck by rolled clamped
                else
                    lower p.luck by 1 clamped
            turn of p in Player
                do work(player)
        phase work(who: Player)
            skip when who.luck = 6
            who must hurry or rest(who.luck)
            if who.luck = 3
                stop turn
            if who.luck = 5
                stop round
        action give(open much: 0 to you.purse, friend: Player where friend != you)
            needs something: much > 0
            costs gift: much to friend
        action sell(goods: bag of you.store at most 2)
            needs something: goods.size > 0
            costs price: goods from you.store to supply
            then
                bank pays goods.size to you
        action befriend(whom: set of Player)
            needs others: not you in whom
            then
                set you.friends to whom
        action hurry
            limit 1 per round
            then
                raise you.luck by 1 clamped
                you chooses other in Player
                raise other.luck by 1 clamped
        action rest(luck: 0 to 6)
            needs true_luck: luck = you.luck
        action cheer at any time
            needs low: you.luck = 1
            then
                raise you.luck by 1
        trigger lucky(p: Player) as soon as p.luck >= 6
            set p.luck to 4
            p may cheer
        end rich at once when any(p in Player where p.purse > 12)
        """,
    "sets to choose from": """
        kind Card: Ace, King, Queen, Jack
        kind Stone, 40
        each Player has
            hand: pile of Card
            liked: set of Card
            lucky: set of Stone
            luck: 0 to 9 = 0
        game has
            laid: pile of Card = Card
            told: set of Stone = {Stone3, Stone5, Stone32, Stone33}
        round
            for p in Player
                p may like or mark or wish or lay or swap or hear(told) or tell(1) or tell(p.luck) or give(1) or give(2)
        action like(cards: set of Card at most 2)
            needs some: cards.size > 0
            needs together: not Ace in cards or King in cards
            then
                set you.liked to cards
        action mark(n: 1 to 2, stones: set of told at most n)
            needs far: not Stone5 in stones
            then
                set you.lucky to stones
        action wish(open cards: set of Card, n: 1 to 2, open few: set of Stone at most n + 1)
            needs one: cards.size < 4 or few.size > 0
            then
                set you.liked to cards
                set you.lucky to few
        action lay(cards: set of you.hand at most 2, first: you.hand)
            costs one: first from you.hand to laid
            costs others: cards from you.hand to laid
        action swap(cards: set of laid at most 2)
            needs some: cards.size > 0
            costs cards: cards from laid to you.hand
        action hear(stones: set of Stone)
            then
                set you.lucky to stones
                set told to {s in Stone where s in told and s != Stone33}
        action tell(n: 0 to 9)
            then
                set you.luck to (n + 1) mod 10
        action give(n: 1 to 2, open cards: set of Card at most 2)
            needs some: cards.size = n
            then
                set you.liked to cards
                raise you.luck by n clamped
        end enough of round when round.number = 15
        """,
    "several things, and kinds of kinds": """
        kind Card
        kind Blue is Card: Azure, Navy, Teal
        kind Red is Card: Rose, Ruby, Wine
        each Player has
            blues: pile of Blue at most 2
            reds: pile of Red
            purse: money = 5
        game has
            blue_row: pile of Blue = Blue
            red_row: pile of Red = Red
            leader: Player or none = none
        value worth(card: Card): 1 to 4
            = if card in Blue then 2 else 4
        value means(who: Player): 0 to 20 = who.purse + sum(worth(c) for c in who.reds) - min(0, who.reds.size)
        round
            for p in Player
                p may take or give_back or wish, repeatedly
        trigger told(card: Blue, p: Player) each time card enters p.blues when card = Navy "Navy leads"
            set leader to p
        action take(card: Card)
            needs there: card in blue_row or card in red_row
            needs room: card in Red or you.blues.size < 2
            needs means: any(c in Card where c > card and worth(c) + worth(card) <= means(you))
            limit 2 per round
            then
                do gain(you, card)
        rule gain(who: Player, card: Card)
            if card in Blue
                do gain_blue(who, card)
            if card in Red
                do gain_red(who, card)
        rule gain_blue(who: Player, card: Blue)
            move card from blue_row to who.blues
        rule gain_red(who: Player, card: Red)
            move card from red_row to who.reds
        action give_back
            needs some: you.reds.size + you.blues.size > 1
            then
                move {c in you.reds where c != Ruby or leader = you} from you.reds to red_row
                if you.blues.size = 2
                    move {Azure, Navy, Teal} - blue_row from you.blues to blue_row
        action wish(card: Card)
            needs led: leader != none
            needs held: card in leader.blues
            limit 1 per round
            then
                for c in Card where c in leader.blues and c != card
                    bank pays 1 to you
        """,
}


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("name", TINY)
def test_small_games_are_played_alike(name: str, players: int) -> None:
    match = Match(flow_of(TINY[name], players), players)
    assert sum(match.play(150) for _ in range(8)) > 150


FAULTY = {
    "too much": "raise number by 5",
    "no room": "move 3 of Wool from supply to shelf",
    "nothing there": "move 1 of Wool from shelf to box",
    "none of it": "set number to nobody.age",
    "least of nothing": "set number to min(number for g in Good where shelf(g) > 0)",
    "no money": "seat(1) pays 9 to bank",
    "owes a debt": "seat(1) pays number - 3 to bank",
    "wrong owner": "set nobody.age to 1",
    "no such seat": "set seat(9 * number).age to 1",
    "nothing to read of no such seat": "set number to seat(9 * number).age",
    "no such seat pays": "seat(9 * number) pays 1 to bank",
    "in a value": "set number to price",
    "a value beyond its range": "set number to lie mod 6",
    "a value beyond its range in a test": "if lie > 3 and number = 1\n                set number to 2",
    "a least above its most": "set number to clamp(number, seat(1).age + 3, number + 1)",
    "done less than never": "repeat number - 2 times\n                raise number by 1 clamped",
    "decided less than never": "repeat number - 2 times\n                random number in 1 to 2",
    "fewer drawn than none": "draw number - 2 from urn to box",
    "more than the supply has": "move 6 of Wool from supply to shelf",
    "looked for with nobody": "for g in Good where g in nobody.likes and number = 5\n                set number to 2",
    "counted with nobody": "set number to count(g in Good where g in nobody.likes and number = 5)",
    "no room for several": "move {c in Card} from heap to spot",
    "several of which one is elsewhere": "move {c in Card} from spot to heap",
}


def faulty(name: str, where: str = "do wrong") -> Flow:
    """Return a game in which a rule fails at once, or at the given place."""
    return flow_of(f"""
        kind Good: Wool, Ore with 5 pieces each
        kind Card: Ace, King
        each Player has
            purse: money = 3
            age: 0 to 5 = 0
            likes: set of Good
        game has
            number: 0 to 5 = 1
            nobody: Player or none = none
            shelf: row of Good at most 2
            urn: bag of Good = 1 of Wool
            heap: pile of Card = Card
            spot: pile of Card at most 1
        value price: 0 to 9 = 5
            except cheap when number = 1: 2
            except dear when number < 3: 4
        value lie: 0 to 9 = number * 18
        round
            {where}
        rule wrong
            {FAULTY[name]}
    """)


@pytest.mark.parametrize("name", FAULTY)
def test_faults_have_the_same_words_line_and_rule(name: str) -> None:
    found = Match(faulty(name), 1).same("start")
    assert found[0] == "fault"
    assert "supply_" not in str(found[1])


def test_a_value_is_tested_only_where_it_may_leave_its_range() -> None:
    """The code contains no range check if the ranges of the parts prove that the value is in its range."""
    flow = flow_of("""
        kind Good: Wool, Ore with 5 pieces each
        game has
            number: 0 to 5 = 1
        value sure: 0 to 10 = number * 2
        value counted: 0 to 2 = count(g in Good where supply(g) > number)
        value added: 0 to 10 = sum(number for g in Good)
        value kept: 0 to 3 = clamp(number, 0, 3)
        value lie: 0 to 9 = number * 2
        value false: 0 to 1 = count(g in Good where supply(g) > number)
        round
            set number to (sure + counted + added + kept + lie + false) mod 6
    """)
    words = [fault.message for fault in GeneratedEngine(flow).program.faults]
    tested = {each for each in words if "outside its range" in each}
    assert tested == {
        "the value lie is \0 here, outside its range of 0 to 9",
        "the value false is \0 here, outside its range of 0 to 1",
    }


def test_a_value_is_tested_in_the_order_of_the_rules() -> None:
    """Engines may reorder conditions. If the first condition is false, an error in a later condition must not occur."""
    flow = flow_of("""
        each Player has
            number: 0 to 5 = 1
        game has
            left: 0 to 9 = 3
        value lie(p: Player): 0 to 9 = p.number * 18
        round
            turn of player in Player
                player must act
            lower left by 1
        end done at once when left = 0 "Done"
        action act(other: Player, n: 1 to 2) "Act"
            needs small: n > 2 - other.number
            needs never: n < 1 or other.number > 1 or left > 0 or lie(other) > 3
            then
                if left > 5 and lie(you) > 3
                    set left to 5
    """)
    assert Match(flow, 1).play(20) > 3


def test_a_loop_without_end_is_a_fault() -> None:
    flow = flow_of("game has\n    number: 0 to 5 = 0\nround\n    set number to 1\nend never of round when number = 2")
    with pytest.raises(PlayFault, match="never ends"):
        GeneratedEngine(flow).start()


# ---------------------------------------------------------------- random games

BOARD = """
board: {title: Shores}
Region: {North: {source: T}, South: {source: T}}
Town:
  Lund: {region: North, worth: 3, sells: [Salt, Wine], rival: none, source: T}
  Visby: {region: South, worth: 5, sells: [], rival: Lund, source: T}
  Riga: {region: South, worth: 1, sells: [Cloth], rival: Fort_Oak, source: T}
Fort:
  Fort_Oak: {region: North, worth: 2, source: T}
  Fort_Ash: {region: South, worth: 4, source: T}
Path:
  P1: {ends: [Lund, Visby], fare: 2, source: T}
  P2: {ends: [Visby, Fort_Oak], fare: 1, source: T}
  P3: {ends: [Fort_Oak, Riga], fare: 4, source: T}
  P4: {ends: [Lund, Riga], fare: 3, source: T}
"""

SHORES = """
kind Ware: Salt, Cloth, Wine with 9 pieces each
kind Region from board
kind Site
    region: Region
    worth: 1 to 9
kind Town is Site from board
    sells: set of Ware
    rival: Site or none
kind Fort is Site from board
kind Path from board between Site
    fare: 1 to 9
kind Token for each Player with 5 pieces each
table by level 1 2 3
    reward 2 4 9
each Player has
    purse: money = 9
    goods: bag of Ware = 2 of Salt + 1 of Wine
    tokens: bag of own Token = 4 of Token
    home: Site or none = none
    level: 1 to 3 = 1
    seen: flag = no per round
each Site has
    depot: row of Ware at most 3
    guests: row of Token at most 3
    guard: space for Ware
game has
    free: set of Site
    counter: 0 to 50 = 3
    favour(Player): 0 to 9 = 2
round
    turn of p in Player
        player must wait or act0 or act1 or act2, repeatedly
end late of round when counter = 49
value favour2(p: Player, s: Site): 0 to 9 = favour(p)
action wait
    needs fresh: not you.seen
    then
        set you.seen to yes
"""


LEAVES = {
    "number": [
        "0", "1", "3", "counter", "<who>.level", "<site>.worth", "<who>.goods(<ware>)", "<site>.depot.size",
        "<site>.depot(<ware>)", "favour(<who>)", "<site>.guests(<who>)", "reward(<who>.level)", "supply(<ware>)",
        "<who>.purse", "<who>.goods.size", "<site>.guard.size", "Path(<site>, <site>).fare", "<value>(<who>, <site>)",
        "<value>(<who>, <who>.home)",
    ],
    "flag": [
        "<who>.seen", "<who>.home = <site>", "<site>.guard != none", "<site> in free", "<who>.goods(<ware>) > 0",
        "<site> in neighbours(<site>, Path)", "<site>.region = North", "<who>.home.worth > 2", "<ware> in <site>.depot",
        "<who> = player", "Path(<site>, Lund) != none",
    ],
    "sites": ["Site", "Town", "free", "neighbours(<site>, Path)", "{<site>, Riga}"],
}  # fmt: skip
BRANCHES = {
    "number": [
        "(<number> + <number>)", "(<number> - <number>)", "(<number> * <number>)", "((<number>) mod 3)",
        "(<number> / 2 rounded up)", "(<number> / 2 rounded down)", "min(<number>, <number>)", "<sites>.size",
        "(if <flag> then <number> else <number>)", "count(#site in <sites> where <flag'>)",
        "sum(<number'> for #site in <sites> where <flag'>)", "max(<number'> for #who in clockwise(<who>))",
        "sum(<number'> for #ware in <who>.goods)", "count(#ware in <site>.depot)",
        "min(<number'> for #site in <sites> where <flag'>)",
    ],
    "flag": [
        "(<flag> and <flag>)", "(<flag> or <flag>)", "not (<flag>)", "(<number> = <number>)", "(<number> < <number>)",
        "(<number> >= <number>)", "(<site> in <sites>)", "any(#site in <sites> where <flag'>)",
        "all(<flag'> for #site in <sites>)", "any(#who in others(<who>) where <flag'>)",
        "all(<flag'> for #ware in Ware)",
    ],
    "sites": [
        "(<sites> + <sites>)", "(<sites> - <sites>)", "{#site in <sites> where <flag'>}", "reach(<site>, Path, 2)",
        "neighbours(<site>, Path)",
    ],
}  # fmt: skip
"""Productions for random rulebooks. A random production replaces `<sort>`, and `#sort` binds a name that `<sort'>` may
use.
"""

ACTION = """
action act{number}(x: {sites}, y: Site where {flag}, w: Ware)
    {needs}
    then
        set counter to clamp(<number>, 0, 50)
"""
COSTS = (
    "costs a: 2 to bank",
    "costs b: 1 of w from you.goods to x.depot",
    "costs c: 1 of Token from you.tokens to x.guests",
)
EFFECTS = [
    "set you.home to y", "set free to free + {x}", "raise favour(you) by <number> clamped", "bank pays counter to you",
    "set you.level to 1 + counter mod 3", "set free to <sites>",
    "if x.depot.size > 1\n            move everything from x.depot to supply",
    "for s in <sites> where s.guard = none\n            move 1 of w from supply to s.guard",
    "for s in <sites>\n            move everything from s.guard to supply",
]  # fmt: skip
VALUE = """
value val{number}(p: Player, s: Site): -999999 to 999999
    let most = <number>
    = most + <number>
    except low when <flag>: <number>
    except high when <flag>: 3
"""
Names = dict[str, list[str]]


class Author:
    """Writes random values and actions, including many that raise errors."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.bound = 0
        self.values = ["favour2"]

    def fill(self, template: str, names: Names, depth: int) -> str:
        inner = names
        if found := re.search(r"#(\w+)", template):
            self.bound += 1
            template = template.replace(found[0], f"b{self.bound}")
            inner = {**names, found[1]: [*names[found[1]], f"b{self.bound}"]}
        return re.sub(r"<(\w+)('?)>", lambda part: self.write(part[1], inner if part[2] else names, depth), template)

    def write(self, sort: str, names: Names, depth: int) -> str:
        if sort in names:
            return self.random.choice(names[sort])
        return self.fill(self.random.choice((BRANCHES if depth > 0 else LEAVES)[sort]), names, depth - 1)

    def value(self, number: int) -> str:
        names = {"who": ["p"], "site": ["s"], "ware": ["Salt", "Wine"], "value": self.values}
        text = self.fill(VALUE.format(number=number), names, 1)
        self.values = [*self.values, f"val{number}"]
        return text

    def action(self, number: int) -> str:
        names = {"who": ["you"], "site": ["x", "y"], "ware": ["w"], "value": self.values}
        sites = self.write("sites", {**names, "site": ["Lund", "Riga"], "ware": ["Salt"]}, 1)
        where = self.write("flag", {**names, "ware": ["Salt"]}, 1)
        needs = [
            f"needs n{at}: {self.write('flag', names, depth)}"
            for at, depth in enumerate(self.random.sample(range(3), 2))
        ]
        needs += [cost for cost in COSTS if self.random.random() < 0.4]
        text = ACTION.format(number=number, sites=sites, flag=where, needs="\n    ".join(needs))
        text += "".join(f"        {effect}\n" for effect in self.random.sample(EFFECTS, 4))
        return self.fill(text, names, 2)


def game_by_chance(seed: int) -> Flow:
    author = Author(seed)
    rules = [*(author.value(n) for n in range(2)), *(author.action(n) for n in range(3))]
    return flow_of(SHORES + "".join(rules), board=BOARD)


def played_by_chance(seeds: range) -> int:
    matches = [Match(game_by_chance(seed), seed) for seed in seeds]
    return sum(match.play(25) for match in matches for _ in range(4))


@pytest.mark.parametrize("seed", thinned([(seed,) for seed in range(0, 60, 10)], lambda case: case[0] == 0))
def test_games_put_together_by_chance(seed: int) -> None:
    assert played_by_chance(range(seed, seed + 10)) > 20


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1000, 3000, 50))
def test_many_games_put_together_by_chance(seed: int) -> None:
    assert played_by_chance(range(seed, seed + 50)) > 20


# ---------------------------------------------------------------- the source


def test_source_names_nothing_of_the_rulebook() -> None:
    flow = flow_of(TINY["holders of all forms"])
    engine = GeneratedEngine(flow)
    own = re.compile(
        r"[A-Za-z]\d*|[pfr]\d+_\d+|(buffer|add)\d+|[A-Z]+|rows|row|seat|add|append|extend|update|sort|score|standing|due|of|_"
        r"|found|key|get|clear|fromkeys|bit_length"
    )
    words = set(re.findall(r"[^\W\d]\w*", engine.source))
    strange = {
        word
        for word in words
        if not own.fullmatch(word) and not keyword.iskeyword(word) and not hasattr(builtins, word)
    }
    assert not strange
    assert '"' not in engine.source
    assert "'" not in engine.source


def test_source_reaches_little_of_python() -> None:
    """Even if rulebook text got into the generated source, this text could not import, open or call anything else."""
    engine = GeneratedEngine(flow_of(TINY["holders of all forms"]))
    space = next(each for each in engine._moves if each is not None).__globals__
    assert space["__builtins__"] is runtime.BUILTINS
    with pytest.raises(ImportError):
        exec("import os", space)
    with pytest.raises(NameError):
        exec("open", space)


def test_no_loop_runs_over_what_is_not_joined() -> None:
    """The engine must look up an edge from one of its ends, without a loop over all pairs of places."""
    needs = (
        "needs here: you.home = x\n    needs joined: y in neighbours(x, Path)\n    costs fare: Path(x, y).fare to bank"
    )
    rules = f"action act0(x: Site, y: Site)\n    {needs}\naction act1\naction act2\n"
    functions = GeneratedEngine(flow_of(SHORES + rules, board=BOARD)).source.split("def ")
    moves = next(each for each in functions if each.startswith("m") and each.count(" for ") > 1)
    loops = [line for line in moves.splitlines() if line.strip().startswith("for ")]
    assert len(loops) == 2
    assert re.search(r" in z\d+:", loops[1]), "the second loop runs over a column of the first"
