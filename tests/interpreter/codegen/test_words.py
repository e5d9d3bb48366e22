"""Plays small games that use less common words of the language, on both engines in lock step."""

from __future__ import annotations

import pytest

from tests.interpreter.codegen.test_codegen import Match, flow_of

GAMES = {
    "a common parent of pieces, and chance among some": """
        kind Building
        kind Settlement is Building for each Player with 5 pieces each
        kind City is Building for each Player with 4 pieces each
        kind Corner, 12
            wealth: 1 to 3 = 2
        each Corner has
            building: space for Building
            visited: 0 to 9 = 0
        each Player has
            settlements: bag of own Settlement = 5 of Settlement
            cities: bag of own City = 4 of City
            points: 0 to 99 = 0
            likes: Corner or none = none
        value owned(who: Player): set of Corner = {c in Corner where c.building != none and c.building.owner = who}
        value strength(corner: Corner): 0 to 2
            = if corner.building = none then 0 else if corner.building in City then 2 else 1
        round
            turn of player in Player
                player must build or upgrade or rest
                if owned(player).size > 0
                    set player.likes to first(c in owned(player))
                    random spot in owned(player.likes.building.owner)
                    raise spot.visited by 1 clamped
                    random place in Corner where place.building != none, weighted by place.visited + strength(place)
                    raise player.points by place.visited clamped
                    everyone in Player secretly chooses dear in owned(player.likes.building.owner)
        action build(corner: Corner)
            needs free: corner.building = none
            needs left: you.settlements(Settlement(you)) > 0
            costs it: 1 of Settlement from you.settlements to corner.building
        action upgrade(corner: owned(you))
            needs small: corner.building in Settlement
            then
                move 1 of Settlement(you) from corner.building to you.settlements
                move 1 of City(you) from you.cities to corner.building
                raise you.points by box(City(you)) + supply(Settlement(you)) + you.cities(you) clamped
        action rest
        scoring of p in Player
            built: sum(strength(c) for c in owned(p))
        """,
    "under a stack, and turned up": """
        kind Card, 9
        each Player has
            hand: pile of Card at most 3
            points: 0 to 99 = 0
        game has
            deck: stack of Card = Card
            gone: stack of Card
        setup
            shuffle deck
            turn up deck
        round
            turn of player in Player
                player must take or put_back or stir
        action take(card: {c in deck where c = deck.top})
            needs room: you.hand.size < 3
            needs shown: deck.size > 0
            then
                draw 1 from deck to you.hand
                turn up deck
        action put_back(card: you.hand)
            then
                move card from you.hand under deck
                if gone.size < 4
                    draw 1 from deck to gone
                else
                    move everything from gone under deck
                turn up deck
                raise you.points by deck.top.number clamped
        action stir
            limit 1 per round
            then
                move {c in you.hand where c.number > 4} from you.hand under deck
                shuffle deck
        """,
    "orders and places": """
        kind Cell, 5 to 16
        kind Guest, 8
        kind Good: Wool, Ore, Wine with 9 pieces each
        each Cell has
            cost: 0 to 99 = 0
        each Player has
            points: 0 to 99 = 0
            served: 0 to 9 = 0
        game has
            market: row of Good at most 5
            queue: stack of Guest = Guest
            starter: Player = seat(1)
        value third(n: 1 to 6): Good or none = nth(n, market)
        round
            for p in anticlockwise(starter)
                p must take or leave
                raise p.served by p.number clamped
            set starter to first(p in anticlockwise(starter) where p != starter)
            for level in 16 down to 9 step 3
                raise Cell(level).cost by level - 5 clamped
                starter chooses again in 12 down to Player.size + 5 where again != 7
                raise Cell(again).cost by 1 clamped
            if nth(2, queue) != none
                set starter.points to max(starter.points, nth(2, queue).number)
        action take(good: Good, cell: 9 down to you.number + 4)
            needs there: third(you.number) = good or nth(1, market) = none or supply(good) > 7
            then
                raise Cell(cell).cost by you.number clamped
                if market.size < 5
                    move 1 of good from supply to market
                else
                    move 1 of nth(2, market) from market to supply
        action leave
            then
                if queue.size > 0
                    move nth(1, queue) from queue to box
        scoring of p in Player
            cells: sum(c.cost for c in Cell) + p.number + p.points
        """,
}


PATHS = """
board: {title: Shores}
Town:
  Ash: {number: 1}
  Elm: {number: 2}
  Fir: {number: 3}
  Oak: {number: 4}
  Yew: {number: 5}
  Far: {number: 6}
Path:
  P1: {ends: [Ash, Elm]}
  P2: {ends: [Elm, Fir]}
  P3: {ends: [Fir, Oak]}
  P4: {ends: [Oak, Ash]}
  P5: {ends: [Fir, Ash]}
  P6: {ends: [Fir, Yew]}
"""

WAYS = """
    kind Town from board
        number: 1 to 6
    kind Path from board between Town
    each Path has
        road: Player or none = none
    each Town has
        guest: Player or none = none
    each Player has
        home: Town = Ash
        far: 0 to 99 = 0
    value roads(who: Player): set of Path = {p in Path where p.road = who}
    value blocked(who: Player): set of Town = {t in Town where t.guest != none and t.guest != who}
    round
        turn of player in Player
            player must build or settle or ride
            set player.far to longest_trail(roads(player), blocked(player))
            raise player.far by distance(player.home, Town(3), Path) clamped
            raise player.far by distance(player.home, blocked(player), Path) clamped
    action build(path: Path where path.road = none)
        needs joined: path in reach(path, roads(you), 1) and (roads(you).size = 0 or reach(path, roads(you)).size > 1)
        then
            set path.road to you
    action settle(town: Town)
        needs near: distance(you.home, town, Path) <= 2 and town.guest = none
        then
            set town.guest to you
            set you.home to town
    action ride(town: nearest(you.home, {t in Town where t.number > you.far mod 4}, Path))
        needs by_road: distance(you.home, town, roads(you)) <= 3 or longest_trail(Path) < 6
        then
            set you.home to town
"""


@pytest.mark.parametrize("players", [2, 3])
def test_questions_of_graphs_are_answered_alike(players: int) -> None:
    match = Match(flow_of(WAYS, players, PATHS), players)
    assert sum(match.play(40) for _ in range(4)) > 100


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("name", GAMES)
def test_words_are_played_alike(name: str, players: int) -> None:
    match = Match(flow_of(GAMES[name], players), players)
    assert sum(match.play(60) for _ in range(4)) > 150
