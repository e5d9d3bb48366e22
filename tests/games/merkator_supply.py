"""The common supply of the handwritten engine for Merkator: cubes, cards, contract stacks and the time chart."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from merkator_cards import (
    BONUS,
    BUILDINGS,
    CONTRACTS,
    FOR_SALE,
    LEVELS,
    LINKED,
    MAIN,
    ROWS,
    SIDE,
    SOLE,
    TOKENS,
    Bag,
    Comes,
    Pile,
    of_level,
)


@dataclass(frozen=True)
class Step:
    """A pending decision. `number` is the number of cubes to place or to lose."""

    what: str
    seat: str
    number: int = 0
    about: str = ""


def refill(cubes: Bag, place: str) -> None:
    """Add a cube to each main place that is linked to this place (rule 2.2).

    A secondary place adds one cube to each main place that reaches its threshold.
    """
    there = LINKED[place] if place in MAIN else {m for m in MAIN if cubes[m] >= SIDE[place]["threshold"]}
    for each in there:
        cubes[each] += 1


class Contracts:
    """The open contract stacks by value, the discard pile and the solo stack."""

    def __init__(self, comes: Comes, *, solo: bool) -> None:
        self.comes, self.solo = comes, solo
        self.stacks = {level: Pile(f"contract {level}", of_level(level), comes) for level in LEVELS}
        self.discard: set[str] = set()
        self.later: list[Pile] = []
        if solo:
            self.later = [self.stacks[level] for level in (8, 9, 10, 14)]
            for pile in self.later:
                self.stacks[int(pile.name.split()[1])] = Pile(pile.name, set(), comes)

    def open_up(self) -> None:
        """Turn up the first card of each stack after the deal. The remaining contracts of value 2 form the discard
        pile.
        """
        self.discard = self.stacks.pop(2).unknown
        for pile in self.stacks.values():
            pile.turn_up()

    def next_solo_card(self) -> str:
        pile = next(pile for pile in self.later if len(pile))
        card = pile.draw()
        self.stacks[CONTRACTS[card]["level"]].on_top.append(card)
        return card

    @property
    def solo_left(self) -> int:
        return sum(len(pile) for pile in self.later)

    def searched(self, level: int) -> bool:
        """Return True if a contract of this value is available. If its stack is empty, the discard pile refills it."""
        if level not in self.stacks or not len(self.stacks[level]):
            found = self.discard & of_level(level)
            if self.solo or not found:
                return False
            self.discard -= found
            self.stacks[level] = Pile(f"contract {level}", found, self.comes)
            self.stacks[level].turn_up()
        return True

    def reward_level(self, fulfilled: int) -> int:
        """Return the value of the reward contract, or 0 if no contract is available.

        The reward has the next higher value, or the same value if no higher contract is available.
        """
        higher = LEVELS[LEVELS.index(fulfilled) + 1]
        return next((level for level in (higher, fulfilled) if self.searched(level)), 0)

    def take(self, level: int) -> str:
        card = self.stacks[level].draw()
        self.stacks[level].turn_up()
        if level == 2 and not len(self.stacks[2]):
            del self.stacks[2]
        return card

    @property
    def in_stacks(self) -> set[str]:
        piles = [*self.stacks.values(), *self.later]
        return {card for pile in piles for card in [*pile.on_top, *pile.unknown]}


class Market:
    """The two decks of bonus cards and building cards, each with four open cards."""

    def __init__(self, comes: Comes, *, solo: bool) -> None:
        self.comes = comes
        self.decks = {
            "bonus": Pile("bonus", set(), comes),
            "building": Pile("building", set(BUILDINGS) - (SOLE if solo else set()), comes),
        }
        self.bonus_by_price = {
            p: Pile(f"bonus {p}", {c for c in BONUS if BONUS[c]["price"] == p}, comes) for p in (3, 4)
        }
        self.rows: dict[str, list[str]] = {"bonus": [], "building": []}

    def open_up(self) -> None:
        for pile in self.bonus_by_price.values():
            self.decks["bonus"].unknown |= pile.unknown
        for kind in self.rows:
            self.turn_up(kind)

    def turn_up(self, kind: str) -> None:
        while len(self.rows[kind]) < 4 and len(self.decks[kind]):
            self.rows[kind].append(self.decks[kind].draw())

    def take(self, card: str) -> None:
        kind = kind_of(card)
        self.rows[kind].remove(card)
        self.turn_up(kind)

    def sweep_bonus(self) -> None:
        """Put the open bonus cards under the deck from left to right, and turn up four other cards (solo game).

        Cards have no fixed place in the row, so they stay in board order.
        """
        self.decks["bonus"].beneath += sorted(self.rows["bonus"], key=FOR_SALE.index)
        self.rows["bonus"] = []
        self.turn_up("bonus")

    @property
    def open(self) -> list[str]:
        return self.rows["bonus"] + self.rows["building"]


def kind_of(card: str) -> str:
    return "bonus" if card in BONUS else "building"


class Chart:
    """The time chart, with the number of tokens in each row and the positions of the face-up tokens, counted from the
    left.
    """

    def __init__(self, comes: Comes, players: int, *, long: bool) -> None:
        self.comes, self.players, self.long = comes, players, long
        self.side = "Reverse" if long and players > 2 else "Ultimo"
        self.seen: set[str] = set()  # tokens that players have seen, on the chart or removed
        self.fill(players + 1 if long and players == 2 else players)

    def fill(self, players: int) -> None:
        self.rows = [row["spaces"] if players >= row["filled_from"] else 0 for row in ROWS[self.side]]
        self.shown: dict[int, str] = {}  # first token of each row that is face up

    @property
    def left(self) -> int:
        return sum(self.rows)

    def first_row(self) -> int:
        return next((at for at, number in enumerate(self.rows) if number), -1)

    def face(self, row: int) -> str:
        """Turn up the first token of a row, which may also be its last, and return the token's name."""
        if row not in self.shown:
            self.shown[row] = self.comes(f"token {row}", TOKENS)
        return self.shown[row]

    def take(self) -> tuple[int, str]:
        """Take a token from the top row. Return the row, and the token's name if it was the last token of the row."""
        row = self.first_row()
        last = self.face(row) if self.rows[row] == 1 else ""
        self.rows[row] -= 1
        self.shown.pop(row, None)
        return row, last

    def turn_over(self) -> None:
        self.side = "Ultimo"
        self.fill(self.players)


def right_neighbour(seats: Sequence[str], first: str) -> str:
    return seats[seats.index(first) - 1]


def clockwise(seats: Sequence[str], first: str, *, of: Collection[str] = ()) -> list[str]:
    """Return the seats clockwise from `first`. If `of` is given, return only these seats."""
    at = seats.index(first)
    return [seat for seat in [*seats[at:], *seats[:at]] if not of or seat in of]
