"""Tests that a move tells other players nothing about what its player picks from something hidden.

Each case is a small rulebook in which the player Two picks from a hidden field. The tests make every move that Two may
make. If two of the positions that follow look the same to another player, this player must get the same answer to
every question, also to questions about the log.
"""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

import mercatoria
from interpreter.log import UNTOLD, entries, visible_arguments
from mercatoria import State
from tests.games.test_secrets import same_for
from tests.games.twins import ASKERS, ONE, TWO, told

RULES = """\
rulebook picks "Picks"
    players 2
    seats One, Two

kind Card, 4

kind Chip: Bone, Horn, Jade with 8 pieces each

each Player has
    hand: secret pile of Card
    kept: secret pile of Card
    chips: secret bag of Chip = 1 of Bone + 2 of Horn
    stash: secret bag of Chip
    counted_chips: counted bag of Chip = 1 of Bone + 1 of Horn
    counted_stash: counted bag of Chip
    liked: secret set of Card = {Card1, Card2, Card3}
    favourite: secret Card or none = none
    favourites: secret set of Card = {}
    purse: secret 0 to 9 = 5
    saved: secret 0 to 9 = 0

game has
    deck: hidden stack of Card = Card
    market: pile of Card
    table: pile of Card
    tray: bag of Chip
    spare: flag = no
    level: 0 to 9 = 0

setup "Three cards for Two"
    move everything from deck to Two.hand
    move Card4 from Two.hand to market

action wait "Wait"

value mine(p: Player): set of Card = p.hand
value any_of(p: Player): set of Card = if p.hand.size > 0 then mine(p) else {}

round "Turns"
    do go

end over of round when round.number = 2

scoring of p in Player
    points: p.purse

"""
KEEP = "Two must keep"


def rules(head: str, *lines: str, go: tuple[str, ...] = (KEEP,)) -> str:
    body = "\n".join(f"        {line}" for line in lines)
    phase = "\n".join(f"    {line}" for line in (*go, "One must wait"))
    return f'{RULES}phase go "Go"\n{phase}\n\naction keep{head} "Keep"\n    then\n{body}\n'


CARD, CARDS = "move card from you.hand to you.kept", "move cards from you.hand to you.kept"
BAG = "move pieces from you.chips to you.stash"
WAIT = ("One must wait",)


def chosen(head: str, *lines: str) -> str:
    """Return the rules of a choice that is not an action."""
    return rules("", "raise level by 0", go=(head, *lines))


HIDDEN = {
    "a card": rules("(card: you.hand)", CARD),
    "a card of a kind": rules("(card: Card where card in you.hand)", CARD),
    "a card of a value": rules("(card: mine(you))", CARD),
    "a card of a value of a value": rules("(card: any_of(you))", CARD),
    "a card of a set": rules("(card: {c in Card where c in you.hand})", CARD),
    "a card of a local": rules("(card: you.hand)", CARD,
                               go=("let own = {c in Card where c in Two.hand}", "Two chooses card in own",
                                   "move card from Two.hand to Two.kept")),
    "a set": rules("(cards: set of you.hand)", CARDS),
    "a set at most 2": rules("(cards: set of you.hand at most 2)", CARDS),
    "a set of a value": rules("(cards: set of mine(you))", CARDS),
    "a set with a condition": rules("(cards: set of you.hand where cards.size = 2)", CARDS),
    "a sort": rules("(sort: Chip where you.chips(sort) > 0)", "move 1 of sort from you.chips to you.stash"),
    "a bag": rules("(pieces: bag of you.chips at most 2)", BAG),
    "a bag of a counted holder": rules("(pieces: bag of you.counted_chips at most 2)",
                                       "move pieces from you.counted_chips to you.counted_stash"),
    "a number of chips": rules("(number: 0 to you.chips(Horn))", "move number of Horn from you.chips to you.stash"),
    "an open number": rules("(open number: 0 to you.purse)", "set you.saved to number"),
    "a number": rules("(number: 0 to you.purse)", "set you.saved to number"),
    "a number of a local": rules("(number: 0 to you.purse)", "let half = number", "set you.saved to half"),
    "a member of a hidden set": rules("(card: you.liked)", "set you.favourite to card"),
    "members of a hidden set": rules("(cards: set of you.liked)", "set you.favourites to cards"),
    "two parameters": rules("(card: you.hand, other: you.hand where other != card)", CARD,
                            "move other from you.hand to you.kept"),
    "a sort kept, a sort played": rules("(sort: you.chips, other: you.chips where you.chips(other) > 1)",
        "move 1 of sort from you.chips to you.stash", "move 1 of other from you.chips to tray"),
    "a cost of a card": f"{RULES}phase go \"Go\"\n    Two must keep\n    One must wait\n\n"
        "action keep(card: you.hand) \"Keep\"\n    costs card: card from you.hand to you.kept\n",
    "a cost of a bag": f"{RULES}phase go \"Go\"\n    Two must keep\n    One must wait\n\n"
        "action keep(pieces: bag of you.chips at most 2) \"Keep\"\n"
        "    costs pieces: pieces from you.chips to you.stash\n",
    "chooses a number": chosen("Two chooses number in 0 to Two.purse", "set Two.saved to number"),
    "chooses a number, where": chosen("Two chooses number in 0 to 9 where number < Two.purse",
                                      "set Two.saved to number"),
    "chooses a shown number, where": chosen(
        "Two chooses number in 0 to Two.counted_chips.size where number < Two.purse",
        "set Two.saved to number"),
    "chooses a number of chips": chosen("Two chooses number in 0 to Two.chips(Horn)",
                                        "move number of Horn from Two.chips to Two.stash"),
    "chooses a number down": chosen("Two chooses number in Two.purse down to 0", "raise Two.saved by number clamped"),
    "chooses a card": chosen("Two chooses card in Two.hand", "move card from Two.hand to Two.kept"),
    "chooses a card, where": chosen("Two chooses card in Card where card in Two.hand",
                                    "move card from Two.hand to Two.kept"),
    "chooses bags": chosen("Two chooses pieces in bags(Two.chips, 0, 2)", "move pieces from Two.chips to Two.stash"),
    "secretly chooses bags": chosen("Two secretly chooses pieces in bags(Two.chips, 0, 2)",
                                    "move pieces from Two.chips to Two.stash"),
    "chooses a set": chosen("Two chooses cards in set of Two.hand at most 2", "move cards from Two.hand to Two.kept"),
    "secretly chooses a set": chosen("Two secretly chooses cards in set of Two.hand",
                                     "move cards from Two.hand to Two.kept"),
    "everyone chooses a set": chosen("everyone in Player secretly chooses cards in set of you.hand at most 2",
                                     "move cards(p) from p.hand to p.kept for p in Player"),
    "everyone chooses a set of one size": chosen(
        "everyone in Player secretly chooses cards in set of you.hand exactly min(2, you.hand.size)",
        "move cards(p) from p.hand to p.kept for p in Player"),
    "everyone chooses a bag": chosen("everyone in Player secretly chooses pieces in bag of you.chips at most 2",
                                     "move pieces(p) from p.chips to p.stash for p in Player"),
    "a given card": chosen("Two secretly chooses card in Two.hand", "Two must take_in(card)")
        + '\naction take_in(card: Card) "Take in"\n    then\n        move card from you.hand to you.kept\n',
    "a sentence": rules("(cards: set of you.hand)", CARDS).replace(
        '"Keep"\n', '"Keep"\n    says "keep {cards}"\n'),
}  # fmt: skip
"""Rules after which other players must not know what Two picked."""

SHOWN = {
    "a card that is played": rules("(card: you.hand)", "move card from you.hand to table"),
    "cards that are played": rules("(cards: set of you.hand)", "move cards from you.hand to table"),
    "a bag that is paid": rules("(pieces: bag of you.chips)", "move pieces from you.chips to tray"),
    "a bag that is played": rules("(pieces: bag of you.counted_chips)", "move pieces from you.counted_chips to tray"),
    "a number that is named": rules("(number: 0 to you.purse)", "set level to number"),
    "a card of the market": rules("(card: market where card.number <= you.purse)", "move card from market to you.kept"),
    "an answer": rules("(answer: flag where you.purse > 0)", "set spare to answer"),
}  # fmt: skip
"""Rules after which every player knows what Two picked."""


def started(folder: Path, text: str) -> State:
    (folder / "rulebook.rules").write_text(text, encoding="utf-8")
    return mercatoria.load(str(folder)).start(2, 1)


def after_each_move(state: State, steps: int) -> list[State]:
    """Return the positions after each series of moves of Two."""
    found = [state]
    for _ in range(steps):
        found = [each.clone().apply(move) for each in found for move in _all_moves(each)]
    return found


def _all_moves(state: State) -> list[mercatoria.Move]:
    moves = state.moves(TWO)
    return [full for move in moves for full in (state.table.notation.move(TWO, row) for row in _rows(state, move))]


def _rows(state: State, move: mercatoria.Move) -> list[tuple[int, ...]]:
    if not move.open:
        return [move.row]
    kind, _ = move.row
    return [(kind, number) for number in range(6)]


def seen(state: State, asker: int | None) -> str:
    """Return what an asker sees on the table, without the log."""
    return str({name: part for name, part in state.view(asker).items() if name != "log"})


@pytest.mark.parametrize("case", HIDDEN)
def test_a_pick_from_something_hidden_is_not_told(case: str, tmp_path: Path) -> None:
    state, compared = started(tmp_path, HIDDEN[case]), 0
    reached = after_each_move(state, 2 if case == "a given card" else 1)
    for asker in ASKERS:
        alike: dict[str, list[State]] = {}
        for each in reached:
            alike.setdefault(seen(each, asker), []).append(each)
        for one, other in (pair for group in alike.values() for pair in pairwise(group)):
            assert one.log(asker) == other.log(asker)
            assert list(told(one, asker, ())) == list(told(other, asker, ()))
            same_for(asker, one, other, [], slow=compared == 0)
            compared += 1
    assert compared > 0


@pytest.mark.parametrize("case", SHOWN)
def test_a_pick_that_every_player_sees_is_told(case: str, tmp_path: Path) -> None:
    for state in after_each_move(started(tmp_path, SHOWN[case]), 1):
        entry = entries(state.last)[0]
        move = state.table.notation.move(entry.seat, entry.row)
        assert UNTOLD not in visible_arguments(move, entry, ONE).values()
