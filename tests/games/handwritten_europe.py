"""A handwritten engine for Merchants of Medieval Europe that follows the printed rules, not the rulebook.

The engine receives only the random outcomes from the rulebook's game: each Market card and the drawn contracts.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import yaml

GAME = Path(__file__).resolve().parents[2] / "games" / "merchants_of_medieval_europe"
BOARD = yaml.safe_load((GAME / "board.yaml").read_text(encoding="utf-8"))
GOODS, REGIONS, CONTRACTS, CARDS = BOARD["Good"], BOARD["Region"], BOARD["Contract"], BOARD["MarketCard"]
NEIGHBOURS: dict[str, set[str]] = {region: set() for region in REGIONS}
for _border in BOARD["Border"].values():
    _a, _b = _border["ends"]
    NEIGHBOURS[_a].add(_b)
    NEIGHBOURS[_b].add(_a)

PLACES, POINTS = {1: 15, 2: 25}, {1: 4, 2: 8}
Goods = dict[str, int]


def on_track(price: int) -> int:
    return min(40, max(1, price))


@dataclass
class Merchant:
    purse: int
    region: str = ""
    horses: int = 1
    notes: int = 0
    wagon: Goods = field(default_factory=lambda: dict.fromkeys(GOODS, 0))
    hidden: set[str] = field(default_factory=set)
    shown: set[str] = field(default_factory=set)

    @property
    def room(self) -> int:
        return PLACES[self.horses] - sum(self.wagon.values())

    @property
    def score(self) -> int:
        return self.purse - 50 * self.notes - sum(CONTRACTS[c]["penalty"] for c in self.hidden | self.shown)


@dataclass
class Turn:
    used: int = 0
    points: int = 0
    doing: str = ""  # an empty string if the next move begins a new action
    partner: str = ""
    bought: Goods = field(default_factory=lambda: dict.fromkeys(GOODS, 0))
    sold: Goods = field(default_factory=lambda: dict.fromkeys(GOODS, 0))
    touched: set[str] = field(default_factory=set)  # goods whose price the current action has already changed

    def begin(self, what: str) -> None:
        self.used += 1
        self.doing, self.touched = what, set()

    def go_on(self, what: str) -> None:
        if self.doing != what:
            self.begin(what)

    def count(self, counter: Goods, good: str) -> None:
        if good not in self.touched:
            counter[good] += 1
            self.touched.add(good)


class Table:
    """The state of a whole game.

    `steps` lists the pending decisions with their seats. If the tuple is empty, a Market card is turned up next.
    """

    def __init__(self, seats: list[str], first: str, *, restrictions: bool = True, keep: int = 1) -> None:
        self.seats, self.first, self.restrictions, self.keep = seats, first, restrictions, keep
        self.merchants = {seat: Merchant(15 + 3 * place) for place, seat in enumerate(self.order)}
        self.price = {good: GOODS[good]["start_price"] for good in GOODS}
        self.steps: list[tuple[str, str]] = [("home", seat) for seat in self.order]
        self.card, self.cards_left, self.rounds = "", 12, 0
        self.drawn: list[str] = []  # contracts that the deciding player has drawn
        self.kept = 0
        self.contract_deck, self.contract_discard = len(CONTRACTS) - 4 * len(seats), set[str]()
        self.turn = Turn()
        self.over = False

    # ------------------------------------------------------------ derived values

    @property
    def order(self) -> list[str]:
        at = self.seats.index(self.first)
        return self.seats[at:] + self.seats[:at]

    def restricted(self, what: str) -> bool:
        return self.restrictions and CARDS[self.card]["restriction"] == what

    def banned(self, what: str, good: str) -> bool:
        return self.restricted(what) and good in CARDS[self.card]["goods"]

    def supply(self, good: str) -> int:
        return int(GOODS[good]["pieces"]) - sum(m.wagon[good] for m in self.merchants.values())

    @property
    def notes_left(self) -> int:
        return 14 - sum(m.notes for m in self.merchants.values())

    def may(self, what: str) -> bool:
        """Return True if the player has an action left for this kind of move, or has already begun such an action."""
        return self.turn.used < (3 if self.restricted("ShortDays") else 4) or self.turn.doing == what

    # ------------------------------------------------------------ legal moves except trades

    def legal(self) -> set[str]:
        step, seat = self.steps[0]
        me = self.merchants[seat]
        if step == "home":
            return {f"choose_home({CONTRACTS[c]['place']})" for c in self.drawn}
        moves = {"pass"} | {f"show_contract({c})" for c in me.hidden}
        if step == "upgrade" and me.purse >= 40 and not self.restricted("NoUpgrade"):
            moves.add("upgrade_wagon")
        if step == "loan" and self.notes_left:
            moves.add("borrow")
        if step == "repay":
            moves |= {f"pay_back({n})" for n in range(1, min(me.notes, me.purse // 20) + 1)}
        if step == "keep":
            moves |= {f"kept({c})" for c in self.drawn}
        if step == "turn":
            moves |= self._movements(me) | self._deals(me) | self._contracts(me)
            moves |= {"close_action"} if self.turn.doing not in ("", "contract") else set()
        return moves

    def _movements(self, me: Merchant) -> set[str]:
        if not self.may("move") or self.turn.points >= POINTS[me.horses] - 2 * self.restricted("SlowRoads"):
            return set()
        moves = {f"move_pawn({there})" for there in NEIGHBOURS[me.region]}
        if REGIONS[me.region]["port"] == "none" or self.restricted("NoSeaTravel"):
            return moves
        ports = {there for there in REGIONS if REGIONS[there]["port"] != "none"} - {me.region}
        return moves | {f"sail({there})" for there in ports if fare(me.region, there) <= me.purse}

    def _deals(self, me: Merchant) -> set[str]:
        moves = set()
        if self.may("buy"):
            for good in REGIONS[me.region]["sells"]:
                most = min(self.supply(good), me.room, me.purse // self.price[good])
                if not self.banned("NoBuying", good):
                    moves |= {f"buy({good}, {n})" for n in range(1, most + 1)}
        if self.may("sell"):
            for good in GOODS:
                if not self.banned("NoSelling", good):
                    moves |= {f"sell({good}, {n})" for n in range(1, me.wagon[good] + 1)}
        return moves

    def _contracts(self, me: Merchant) -> set[str]:
        if not self.may("one more"):
            return set()
        here = {c for c in me.hidden | me.shown if CONTRACTS[c]["place"] == me.region}
        done = {c for c in here if all(me.wagon[g] >= n for g, n in CONTRACTS[c]["goods"].items())}
        browse = self.contract_deck + len(self.contract_discard) > 0 and not self.restricted("NoBrowsing")
        return {f"complete({c})" for c in done} | ({"browse"} if browse else set())

    def may_trade(self, seat: str, other: str, give: Goods, get: Goods, pay: int, charge: int) -> bool:
        if not self.may("trade") or (not self.may("one more") and self.turn.partner != other):
            return False
        if seat == other or self.restricted("NoPlayerTrade") or not (give or get):
            return False
        me, partner, more = self.merchants[seat], self.merchants[other], sum(get.values()) - sum(give.values())
        return (
            REGIONS[me.region]["territory"] == REGIONS[partner.region]["territory"]
            and all(me.wagon[good] >= n for good, n in give.items())
            and all(partner.wagon[good] >= n for good, n in get.items())
            and me.purse >= pay
            and partner.purse >= charge
            and me.room >= more
            and partner.room >= -more
        )

    # ------------------------------------------------------------ effects

    def flip(self, card: str) -> None:
        """Turn up the Market card of a new round, and list the players who decide in its accounting phase."""
        self.card, self.cards_left, self.rounds = card, self.cards_left - 1, self.rounds + 1
        for good, change in CARDS[card]["shift"].items():
            self.price[good] = on_track(self.price[good] + change)
        carts = [seat for seat in self.order if self.merchants[seat].horses == 1]
        if any(self.merchants[seat].purse >= 40 for seat in carts):
            self.steps += [("upgrade", seat) for seat in carts]
        if self.notes_left and not self.restricted("NoLoans"):
            self.steps += [("loan", seat) for seat in self.order]
        self.steps += [("repay", seat) for seat in self.order] + [("turn", seat) for seat in self.order]
        self._skip()

    def apply(self, action: str, *args: str | int) -> None:
        seat = self.steps[0][1]
        getattr(self, f"_{action}")(self.merchants[seat], *args)
        self._skip()

    def _skip(self) -> None:
        while self.steps and self.steps[0][0] == "repay" and not self.merchants[self.steps[0][1]].notes:
            self._next()

    def _next(self) -> None:
        del self.steps[0]
        if self.steps and self.steps[0][0] == "turn":
            self.turn = Turn()

    def _pass(self, me: Merchant) -> None:
        step = self.steps[0][0]
        if step == "turn":
            for good in GOODS:
                change = self.turn.bought[good] - self.turn.sold[good]
                self.price[good] = on_track(self.price[good] + change)
        if step == "keep":
            self._enough()
            return
        self._next()
        if step == "turn" and not self.steps:
            self.first = self.order[-1]
            self.over = self.cards_left == 0

    def _choose_home(self, me: Merchant, region: str) -> None:
        me.region = region
        self._next()
        if not self.steps:
            self.contract_deck = len(CONTRACTS)

    def _upgrade_wagon(self, me: Merchant) -> None:
        me.purse, me.horses = me.purse - 40, 2
        self._next()

    def _borrow(self, me: Merchant) -> None:
        me.purse, me.notes = me.purse + 10, me.notes + 1
        self._next()

    def _pay_back(self, me: Merchant, notes: int) -> None:
        me.purse, me.notes = me.purse - 20 * notes, me.notes - notes
        self._next()

    def _show_contract(self, me: Merchant, contract: str) -> None:
        me.hidden.remove(contract)
        me.shown.add(contract)

    def _close_action(self, me: Merchant) -> None:
        self.turn.doing = ""

    def _move_pawn(self, me: Merchant, there: str) -> None:
        self.turn.go_on("move")
        self.turn.points += 1
        me.region = there

    def _sail(self, me: Merchant, there: str) -> None:
        me.purse -= fare(me.region, there)
        self._move_pawn(me, there)

    def _buy(self, me: Merchant, good: str, pieces: int) -> None:
        self.turn.go_on("buy")
        self.turn.count(self.turn.bought, good)
        me.purse -= pieces * self.price[good]
        me.wagon[good] += pieces

    def _sell(self, me: Merchant, good: str, pieces: int) -> None:
        self.turn.go_on("sell")
        self.turn.count(self.turn.sold, good)
        me.purse += pieces * self.price[good]
        me.wagon[good] -= pieces

    def _complete(self, me: Merchant, contract: str) -> None:
        self.turn.begin("contract")
        for good, pieces in CONTRACTS[contract]["goods"].items():
            self.turn.count(self.turn.sold, good)
            me.purse += pieces * (self.price[good] + CONTRACTS[contract]["bonus"])
            me.wagon[good] -= pieces
        me.hidden.discard(contract)
        me.shown.discard(contract)
        self.contract_discard.add(contract)

    def _browse(self, me: Merchant) -> None:
        self.turn.begin("contract")
        self.steps.insert(0, ("keep", self.steps[0][1]))
        self.kept = 0
        if self.contract_deck < 4:
            self.contract_deck += len(self.contract_discard)
            self.contract_discard = set()
        self.contract_deck = max(0, self.contract_deck - 4)

    def _kept(self, me: Merchant, contract: str) -> None:
        me.hidden.add(contract)
        self.drawn = [c for c in self.drawn if c != contract]
        self.kept += 1
        if self.kept == self.keep or not self.drawn:
            self._enough()

    def _enough(self) -> None:
        self.contract_discard |= set(self.drawn)
        del self.steps[0]

    def trade(self, seat: str, other: str, give: Goods, get: Goods, pay: int, charge: int) -> None:
        if self.turn.partner != other:
            self.turn.doing = ""
        self.turn.go_on("trade")
        self.turn.partner = other
        me, partner = self.merchants[seat], self.merchants[other]
        for good in GOODS:
            change = get.get(good, 0) - give.get(good, 0)
            me.wagon[good] += change
            partner.wagon[good] -= change
        me.purse += charge - pay
        partner.purse += pay - charge


def fare(here: str, there: str) -> int:
    return 5 if REGIONS[here]["port"] == REGIONS[there]["port"] else 10
