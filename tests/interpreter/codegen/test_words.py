"""Plays small games with the smaller words of the language on both engines in lock step."""

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
}


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("name", GAMES)
def test_words_are_played_alike(name: str, players: int) -> None:
    match = Match(flow_of(GAMES[name], players), players)
    assert sum(match.play(60) for _ in range(4)) > 150
