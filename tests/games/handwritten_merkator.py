"""A handwritten engine for Merkator that follows the printed rules, not the rulebook.

The caller supplies the random outcomes, such as the card that is turned up. The engine keeps a queue of small steps.
The first step determines which seat decides next and what it decides.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from merkator_cards import (
    BONUS,
    BUILDINGS,
    CONTRACTS,
    MAIN,
    PEACE,
    PLACES,
    TOKENS,
    Bag,
    Comes,
    in_column,
    of_cube,
    price,
    worth,
)
from merkator_merchants import Merchant
from merkator_payments import is_payment, payable
from merkator_supply import Chart, Contracts, Market, Step, clockwise, kind_of, refill, right_neighbour
from merkator_swaps import Swap

CASH_LIMIT, CONTRACT_LIMIT, SOLO_TURNS = 15, 5, 17


class Table:
    """The state of a whole game. `options` lists the printed variants and options by their rulebook names."""

    def __init__(self, seats: list[str], first: str, comes: Comes, options: Collection[str] = ()) -> None:
        self.seats, self.first, self.options = seats, first, set(options)
        self.solo, self.long = len(seats) == 1, "long" in self.options
        self.coins_in_play = not self.solo and "no_coins" not in self.options
        self.merchants = {seat: Merchant() for seat in seats}
        self.cubes = Bag(dict.fromkeys(MAIN, 1))
        self.contracts, self.market = Contracts(comes, solo=self.solo), Market(comes, solo=self.solo)
        self.chart = Chart(comes, len(seats), long=self.long)
        self.pawn, self.turns, self.turns_left = "", 0, SOLO_TURNS if self.solo else -1
        self.final = self.over = False
        self.fulfilled: set[str] = set()
        self.swap: Swap
        self._deal()
        self.steps = [Step("invest", first)]

    def _deal(self) -> None:
        for seat in self.seats:
            me = self.merchants[seat]
            me.contracts = [self.contracts.stacks[level].draw() for level in ((2, 3) if self.long else (2, 3, 4, 5))]
            if not self.long:
                me.bonus = {pile.draw() for pile in self.market.bonus_by_price.values()}
                me.reserve = Bag(says["cube"] for says in MAIN.values())
            if not self.long and seat != self.first:
                me.time = 2 if seat == right_neighbour(self.seats, self.first) else 1
        self.contracts.open_up()
        self.market.open_up()

    # ------------------------------------------------------------ derived values

    @property
    def step(self) -> Step:
        return self.steps[0]

    @property
    def deciding(self) -> Merchant:
        return self.merchants[self.step.seat]

    @property
    def active(self) -> str:
        return clockwise(self.seats, self.first)[self.turns % len(self.seats)]

    @property
    def last_turns(self) -> bool:
        return self.turns_left == 1 if self.solo else self.turns_left >= 0

    @property
    def following_costs(self) -> int:
        return 1 if self.pawn in MAIN else 2

    def has_too_much(self, me: Merchant) -> bool:
        return "forced_buildings" not in self.options and me.coins > CASH_LIMIT

    def may_take_in_hand(self) -> set[str]:
        """Return the contracts that the active player may take in hand: open cards, and all top contracts except the
        Peace.
        """
        if "advanced" not in self.options or self.merchants[self.active].hand or self.step.seat != self.active:
            return set()
        tops = {pile.top for level, pile in self.contracts.stacks.items() if 3 <= level <= 10 and len(pile)}
        return tops | set(self.market.open)

    # ------------------------------------------------------------ part 1: investing

    def may_sell(self) -> set[str]:
        """Return the contracts that the deciding player may sell for coins."""
        me = self.deciding
        if self.step.what != "invest" or len(me.contracts) < 2 or self.has_too_much(me):
            return set()
        return set(me.contracts)

    def on_sale(self) -> set[str]:
        me = self.deciding
        hand = {me.hand} if me.hand and me.hand not in CONTRACTS else set()
        return set(self.market.open) | hand

    def may_buy(self, cards: Iterable[str], given: Collection[str]) -> bool:
        """Return True if the contracts and coins can pay for these cards as one package."""
        me, package = self.deciding, set(cards)
        if self.step.what == "must_buy":
            return len(package) == 1 and package <= set(self.market.rows["building"]) and not given
        pays_so = self.step.what == "invest" or (self.step.what == "over" and not given)
        if not pays_so or not package or not package <= self.on_sale():
            return False
        keeps_one = len(me.contracts) > len(given) if given else True
        enough = worth(given) + me.coins >= sum(price(card) for card in package)
        return set(given) <= set(me.contracts) and keeps_one and enough

    def may_travel(self) -> set[str]:
        me = self.deciding
        too_many = len(me.contracts) > CONTRACT_LIMIT and not self.last_turns
        if self.step.what != "invest" or too_many or self.has_too_much(me):
            return set()
        return {place for place, says in PLACES.items() if me.time + says["time"] >= 0 or says["time"] > 0}

    def sell(self, contract: str) -> None:
        assert contract in self.may_sell()
        self._discard(self.deciding, [contract])
        self.deciding.coins += worth([contract]) * self.coins_in_play

    def give_up(self) -> None:
        """Discard coins above the limit."""
        assert self.has_too_much(self.deciding)
        self.deciding.coins = CASH_LIMIT
        self._below_limit()

    def _below_limit(self) -> None:
        if self.step.what == "over" and not self.has_too_much(self.deciding):
            del self.steps[0]

    def buy(self, cards: Iterable[str], given: Collection[str] = ()) -> None:
        package = list(cards)
        assert self.may_buy(package, given)
        me, seat = self.deciding, self.step.seat
        change = worth(given) - sum(price(card) for card in package)
        me.coins = me.coins + change if self.coins_in_play else 0
        self._discard(me, given)
        if forced := self.step.what == "must_buy":
            del self.steps[0]
        for card in package:
            if card == me.hand:
                me.hand = ""
            else:
                self.market.rows[kind_of(card)].remove(card)
            (me.bonus if card in BONUS else me.buildings).add(card)
            if card in BONUS and "bonus_at_once" in self.options:
                me.store[BONUS[card]["good"]] += 1
        houses = [card for card in package if card in BUILDINGS]
        for _ in houses if self.solo else ():
            self.market.sweep_bonus()
        for kind in self.market.rows:
            self.market.turn_up(kind)
        self._below_limit()
        if houses and "forced_buildings" in self.options:
            self._check_cash([*clockwise(self.seats, seat)[1:], *([seat] if forced else [])])

    def _check_cash(self, seats: list[str]) -> None:
        """Require the first player who can pay coins for the dearest open building to buy a building (variant B)."""
        dearest = max((price(card) for card in self.market.rows["building"]), default=None)
        for seat in seats:
            if dearest is not None and self.merchants[seat].coins >= dearest:
                self.steps.insert(0, Step("must_buy", seat))
                return

    def _discard(self, me: Merchant, given: Collection[str]) -> None:
        me.contracts = [card for card in me.contracts if card not in given]
        self.contracts.discard |= set(given)

    # ------------------------------------------------------------ part 2: travelling

    def travel(self, place: str) -> None:
        """Move the pawn and pay for the journey. The player then decides where to put the cubes."""
        assert place in self.may_travel()
        self.deciding.time += min(0, PLACES[place]["time"])
        self.pawn, self.fulfilled = place, set()
        if self.solo:
            self.contracts.next_solo_card()
        seat, number = self.step.seat, self.cubes[place]
        self.steps = [Step("place", seat, number)]
        if number in (0, 2):
            self.place(number // 2)

    def may_place(self) -> range:
        """Return how many of the cubes may become the first good. The other cubes become the second good."""
        number = self.step.number
        if self.step.what != "place":
            return range(0)
        return range(number + 1) if number < 2 else range(1, number)

    def place(self, as_first: int) -> None:
        assert as_first in self.may_place()
        me, number = self.deciding, self.step.number
        if number:
            first, second = of_cube(MAIN[self.pawn]["cube"])
            me.store[first] += as_first
            me.store[second] += number - as_first
            self.cubes[self.pawn] = 0
        me.bonus_goods(self.pawn, 2)
        refill(self.cubes, self.pawn)
        self._time()

    def _time(self) -> None:
        """Take time tokens from the chart (rule 2.3). In the last round and in the solo game, take them from the
        supply.
        """
        me, seat, change = self.deciding, self.step.seat, max(0, PLACES[self.pawn]["time"])
        me.time += change
        self.steps = [Step("fulfil", seat)]
        if not change or self.solo or self.last_turns:
            return
        lost: list[Step] = []
        for _ in range(min(change, self.chart.left)):
            row, token = self.chart.take()
            if token and "no_goods_loss" not in self.options:
                lost.append(Step("loss", seat, row, token))
        self.steps = [*lost, *self.steps]
        if not self.chart.left and self.chart.side == "Ultimo":
            self.final = True
        self._go_on()

    # ------------------------------------------------------------ 2.4 loss of goods

    def turn_up_another(self, yes: bool) -> None:
        """Resolve the active player's choice to use the first token of the next row instead."""
        assert self.step.what == "loss"
        token = self.chart.face(self.chart.first_row()) if yes else self.step.about
        del self.steps[0]
        self._lose(token)

    def _lose(self, token: str) -> None:
        says = TOKENS[token]
        each = 2 if says["doubled"] else 1
        losses = []
        for seat in clockwise(self.seats, self.active):
            has_some = self.merchants[seat].column(says["column"]) > 0
            losses += [Step("lose", seat, each, says["column"])] * has_some
        self.steps[:0] = losses
        self._go_on()

    def may_lose(self) -> set[str]:
        if self.step.what != "lose":
            return set()
        return {good for good in in_column(self.step.about) if self.deciding.store[good]}

    def lose(self, good: str) -> None:
        """Remove one cube of this good from the deciding player.

        A double loss takes two calls, because players may place reserve cubes before each.
        """
        assert good in self.may_lose()
        self.deciding.store[good] -= 1
        step = self.steps.pop(0)
        if step.number > 1 and self.merchants[step.seat].column(step.about):
            self.steps.insert(0, Step("lose", step.seat, step.number - 1, step.about))
        self._go_on()

    def _go_on(self) -> None:
        """Resolve every step that needs no decision.

        Examples are a double loss, and a loss without a next row. Players may turn the time chart over afterwards.
        """
        step = self.step
        if step.what == "loss" and (TOKENS[step.about]["doubled"] or not self.chart.left):
            del self.steps[0]
            self._lose(step.about)
        elif step.what == "fulfil" and not self.chart.left and self.chart.side == "Reverse":
            self.chart.turn_over()

    # ------------------------------------------------------------ parts 3 and 4: the contracts of the active player and
    # of those who follow

    def may_fulfil(self) -> set[str]:
        if self.step.what != "fulfil":
            return set()
        me = self.deciding
        here = {c for c in me.contracts if CONTRACTS[c].get("place") == self.pawn}
        return {c for c in here - self.fulfilled if payable(c, me.store, me.time)}

    def may_pay(self, contract: str, handed: Bag, tokens: int) -> bool:
        me = self.deciding
        return contract in self.may_fulfil() and is_payment(contract, me.store, me.time, handed, tokens)

    def fulfil(self, contract: str, handed: Bag, tokens: int = 0) -> None:
        assert self.may_pay(contract, handed, tokens)
        me = self.deciding
        me.store = me.store - handed
        me.time -= tokens
        self.fulfilled.add(contract)
        level, hand = CONTRACTS[contract]["level"], CONTRACTS.get(me.hand)
        if hand and hand["level"] == level + 1:
            self.steps.insert(0, Step("reward", self.step.seat, level))
        else:
            self._reward(me, level)

    def choose_hand(self, yes: bool) -> None:
        """Take the reward of a fulfilled contract: the card in hand if `yes` is true, otherwise a contract from a
        stack.
        """
        assert self.step.what == "reward"
        step = self.steps.pop(0)
        me = self.merchants[step.seat]
        if yes:
            me.contracts.append(me.hand)
            me.hand = ""
        else:
            self._reward(me, step.number)

    def _reward(self, me: Merchant, fulfilled: int) -> None:
        level = self.contracts.reward_level(fulfilled)
        if not level:
            return
        card = self.contracts.take(level)
        me.contracts.append(card)
        self.final = self.final or card == PEACE
        if "contract_swap" in self.options and self.contracts.stacks.get(level):
            self.swap = Swap(me, card, self.contracts.stacks[level])
            taker, *bidders = clockwise(self.seats, self.step.seat)
            self.steps[:0] = [*(Step("bid", seat) for seat in bidders), Step("swap", taker)]

    def bid(self, coins: int, tokens: int) -> None:
        """Record a bid for a swap (variant D). A bid of zero counts as a bid."""
        assert self.step.what == "bid"
        if coins + tokens:
            assert self.swap.may_bid(self.deciding, coins, tokens)
            self.swap.bids[self.step.seat] = coins, tokens
        del self.steps[0]

    def choose_bid(self, partner: str) -> None:
        """Accept the bid of `partner`. If `partner` is empty, reject all bids."""
        assert self.step.what == "swap"
        if partner:
            self.swap.settle(partner, self.merchants[partner])
        seat = self.steps.pop(0).seat
        if self.has_too_much(self.merchants[seat]):
            self.steps.insert(0, Step("over", seat))

    def enough(self) -> None:
        """Stop fulfilling contracts. Let the next player follow, or start the next turn."""
        assert self.step.what == "fulfil"
        self._next_follower(self.step.seat)

    def may_follow(self) -> bool:
        return self.step.what == "follow" and self.deciding.time >= self.following_costs

    def follow(self) -> None:
        assert self.may_follow()
        self.deciding.time -= self.following_costs
        self.merchants[self.active].time += self.following_costs
        self.deciding.bonus_goods(self.pawn, 1)
        self.steps = [Step("fulfil", self.step.seat)]

    def stay(self) -> None:
        assert self.step.what == "follow"
        self._next_follower(self.step.seat)

    def _next_follower(self, last: str) -> None:
        following = clockwise(self.seats, last)[-1 if self.solo else 1]
        if following == self.active or "no_joining" in self.options:
            self._end_turn()
        else:
            self.steps = [Step("follow", following)]

    def _end_turn(self) -> None:
        """Start the next turn. After the end of the game has been triggered, every player gets one more turn."""
        self.turns += 1
        if self.turns_left > 0:
            self.turns_left -= 1
        elif self.final:
            self.turns_left = len(self.seats)
        if self.turns_left:
            self.steps = [Step("invest", self.active)]
            return
        self.steps = [
            Step("last", seat) for seat in clockwise(self.seats, self.first) if self.merchants[seat].has_reserve
        ]
        self.over = not self.steps

    # ------------------------------------------------------------ actions at any time, and the end

    def reserve(self, seat: str, good: str) -> None:
        """Turn a cube on the player's reserve tile into this good."""
        self.merchants[seat].place_reserve(good)

    def close(self) -> None:
        """End the placement of the deciding player's reserve cubes before the final scoring."""
        assert self.step.what == "last"
        del self.steps[0]
        self.over = not self.steps

    def take_in_hand(self, card: str) -> None:
        assert card in self.may_take_in_hand()
        if card in CONTRACTS:
            self.contracts.take(CONTRACTS[card]["level"])
        else:
            self.market.take(card)
        self.merchants[self.active].hand = card
