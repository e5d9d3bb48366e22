"""The rulebook of Merkator against a second version written by hand: the same moves are legal, with the same effect.

Both play the same game. Where the rulebook asks several small questions, as in a payment, it is asked to the end; then
the whole must be a payment by hand too. Now and then all ways through such questions are walked, on copies.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from fractions import Fraction
from itertools import combinations, islice
from typing import Any

import pytest
from merkator_by_hand import CONTRACT_LIMIT, Table
from merkator_cards import (
    CONTRACTS,
    FOR_SALE,
    LEVELS,
    MAIN,
    PLACES,
    Bag,
    of_cube,
    price,
    worth,
)
from merkator_merchants import Merchant, ranking, scores
from merkator_payments import is_payment, payable, payments, pieces

import mercatoria
from interpreter.flow import PC
from interpreter.table.views import contents
from mercatoria import Move, State

SLUG = "merkator"
AT_ANY_TIME = {"stow", "take_card", "take_contract_in_hand"}
BUYING = {"buy", "buy_package"}
QUESTIONS = {"next", "another", "contract", "kind", "kept", "time_fours", "four"}
ASKING = {"buy", "buy_package", "buy_all", "pay", "deliver", "exchange_for"}
"""Where the rulebook asks several small questions for one deed: which cards, which contracts for them, which goods."""

MOST_WALKED = 400


def hidden(state: State, name: str) -> dict[str, Any]:
    """A field of the game by its key, whoever may see it."""
    flow = state.table.flow
    (run,) = (run for run in flow.layout.runs.values() if run.field.name == name and not run.field.kind)
    things = flow.model.thing_name
    named = [zip(run.field.key_kinds, keys, strict=True) for _, keys in run.combinations()]
    labels = [[things(kind, key) if kind else str(key) for kind, key in each] for each in named]
    return {", ".join(label): contents(state.vector, run, entry) for entry, label in enumerate(labels)}


def phase(state: State) -> str:
    return state.table.flow.nodes[state.vector[PC]].phase.name


class Chance:
    """What chance brings to the version by hand: what it has brought to the rulebook."""

    def __init__(self, state: State) -> None:
        self.now, self.dealt = state.view(None), Counter[str]()
        self.gained: list[str] = []
        self.under: list[str] = []
        self.tokens: dict[str, list[str]] = {}
        self.dealing = True
        self.note_chart(state)

    def note_chart(self, state: State) -> None:
        """The tokens of each row from the left, as they lie before the next move."""
        turned, chart = hidden(state, "turned_up"), hidden(state, "chart")
        self.tokens = {row: [*([turned[row]] if turned[row] else []), *reversed(pile)] for row, pile in chart.items()}

    def see(self, state: State) -> None:
        self.under = hidden(state, "bonus_under").get("", []) if "bonus_under" in self.now["game"] else []
        before, self.now = self.now, state.view(None)
        players = [view["things"]["Player"].values() for view in (before, self.now)]
        had, have = ([card for player in each for card in player["contracts"]] for each in players)
        self.gained = [card for card in have if card not in had]

    def comes(self, what: str, among: Collection[str]) -> str:
        game, players = self.now["game"], self.now["things"]["Player"].values()
        kind, _, which = what.partition(" ")
        if kind == "token":
            return self.token(int(which))
        if kind == "contract":
            mine = [card for player in players for card in player["contracts"]] if self.dealing else self.gained
            likely = [*mine, *game["open_contract"].values()]
        elif which:  # the bonus cards of one price, while they are dealt
            likely = [card for player in players for card in player["bonus_cards"]]
        else:
            likely = [*self.under, *game[f"{kind}_row"]]  # what was swept away at once, in the solo game
        return next(card for card in likely if card in among)

    table: Table

    def token(self, row: int) -> str:
        rows = [tokens for name, tokens in self.tokens.items() if name.startswith(self.table.chart.side)]
        return rows[row][-self.table.chart.rows[row]]


class Pair:
    """A game of the rulebook and the same game by hand."""

    def __init__(self, players: int, variants: Collection[str], seed: int) -> None:
        first = 1 + seed % players
        variants = [*variants, *(["solo"] if players == 1 else [])]
        game = mercatoria.load(SLUG, variants=variants, options={"starting_seat": first})
        self.state = game.start(players=players, seed=seed)
        self.seats: list[str] = self.state.view(None)["players"]
        self.chance = Chance(self.state)
        self.table = Table(self.seats, self.seats[first - 1], self.chance.comes, variants)
        self.chance.table, self.chance.dealing = self.table, False
        self.rng = random.Random(seed)
        self.seen: Counter[str] = Counter()
        self.keen = seed % 2 == 0  # on contracts, less on cards

    # ------------------------------------------------------------ one decision

    def step(self) -> None:
        """Compares what may be done, and does something."""
        (seat,) = self.state.deciders
        name = self.seats[seat]
        moves = self.state.moves(seat)
        self.catch_up(phase(self.state), name)
        assert self.table.step.seat == name, (self.table.step, phase(self.state), name)
        same_position(self.state, self.table)
        if self.at_any_time(name, [move for move in moves if move.action in AT_ANY_TIME]):
            return
        deeds = [move for move in moves if move.action not in AT_ANY_TIME]
        self.handler({move.action for move in deeds})(deeds)

    def handler(self, actions: set[str]) -> Callable[[list[Move]], None]:
        """What to do about a decision."""
        by_action = {
            **dict.fromkeys([*BUYING, "sell_contract", "give_up_coins"], self.invest),
            "travel": self.travel,
            "keep_as": self.place,
            "turn_up": self.turn_up,
            "lost": self.lose,
            "fulfil": self.fulfil_or_not,
            "follow": self.follow,
        }
        by_phase = {
            "invest": self.invest,
            "fulfil_contracts": self.fulfil_or_not,
            "follow": self.fulfil_or_not,
            "last_goods": self.close,
            "reward": self.reward,
        }
        known = [by_action[action] for action in sorted(actions) if action in by_action]
        return known[0] if known else by_phase[phase(self.state)]

    def at_any_time(self, name: str, moves: list[Move]) -> bool:
        """Compares what may be done at any time, and perhaps does it; whether it has."""
        table = self.table
        if moves or not self.in_trigger:
            assert self.among(moves, "stow", "good") == table.merchants[name].fields_for_reserve
        tops = {level: pile.top for level, pile in table.contracts.stacks.items()}
        if table.step.what != "last" and (moves or not self.in_trigger):
            in_hand = {tops[level] for level in self.among(moves, "take_contract_in_hand", "level")}
            assert in_hand | self.among(moves, "take_card", "card") == table.may_take_in_hand()
        likes = 0.6 if table.step.what == "last" else 0.15
        if not moves or self.rng.random() > likes:
            return False
        move = self.rng.choice(moves)
        self.play(move)
        if move.action == "stow":
            table.reserve(name, move.args["good"])
        else:
            table.take_in_hand(move.args.get("card") or tops[move.args["level"]])
        return True

    @property
    def in_trigger(self) -> bool:
        """Whether the rulebook is in the middle of what followed by itself: a loss, or too much cash."""
        table = self.table
        return table.step.what in ("loss", "lose") or table.has_too_much(table.deciding)

    def catch_up(self, phase_now: str, name: str) -> None:
        """By hand everybody is asked; the rulebook asks nobody who has no choice."""
        table = self.table
        while not table.over:
            step = table.step
            if step.what == "follow" and not table.may_follow() and (phase_now != "join_journey" or step.seat != name):
                table.stay()
            elif (
                step.what == "fulfil"
                and not table.may_fulfil()
                and not (phase_now in ("fulfil_contracts", "follow") and step.seat == name)
            ):
                table.enough()
            elif step.what == "lose" and len(table.may_lose()) == 1 and phase_now != "lose_goods":
                table.lose(table.may_lose().pop())
            else:
                return

    def play(self, move: Move) -> None:
        self.seen[move.action] += 1
        self.chance.note_chart(self.state)
        self.state.apply(move)
        self.chance.see(self.state)

    def among(self, moves: list[Move], action: str, word: str) -> set[Any]:
        return {move.args[word] for move in moves if move.action == action}

    def pick(self, moves: list[Move]) -> Move:
        return self.rng.choices(moves, [self.inclination(move) for move in moves])[0]

    def inclination(self, move: Move) -> float:
        """How much a merchant likes a move; at random hardly a contract would be fulfilled."""
        me = self.table.deciding
        match move.action, move.args:
            case "travel", {"place": place}:
                brings = me.store + full(self.table.cubes, place)
                ready = sum(CONTRACTS[card]["level"] for card in self.payable_at(place, brings))
                return 0.3 + 9.0 * ready + self.table.cubes[place] - (0.2 * PLACES[place]["time"] if self.keen else 0)
            case "fulfil", _:
                return 30
            case "follow", _:
                return 30 if self.payable_at(self.table.pawn, me.store) else 0.2
            case (("buy" | "buy_package"), _):
                return 0.001 if self.keen and len(me.contracts) <= CONTRACT_LIMIT else 0.4
            case "sell_contract", {"contract": card}:
                spare = len(me.contracts) > CONTRACT_LIMIT or not self.keen
                return (11 - min(CONTRACTS[card]["level"], 10)) ** 3 * (0.01 if spare else 1e-4)
        return 1

    def payable_at(self, place: str, store: Bag) -> list[str]:
        me = self.table.deciding
        here = [card for card in me.contracts if CONTRACTS[card].get("place") == place]
        return [card for card in here if payable(card, store, me.time)]

    # ------------------------------------------------------------ part 1

    def invest(self, moves: list[Move]) -> None:
        table, me = self.table, self.table.deciding
        assert self.among(moves, "sell_contract", "contract") == table.may_sell()
        assert any(move.action == "give_up_coins" for move in moves) == table.has_too_much(me)
        assert any(move.action == "pass" for move in moves) == bool(table.may_travel())
        self.compare_packages(moves)
        move = self.pick(moves)
        if move.action in BUYING:
            self.buy(move)
            return
        self.play(move)
        if move.action == "sell_contract":
            table.sell(move.args["contract"])
        if move.action == "give_up_coins":
            table.give_up()

    def compare_packages(self, moves: list[Move]) -> None:
        """Any open card that can be paid, with or without contracts; and the first one of any package."""
        cards = sorted(self.table.on_sale(), key=FOR_SALE.index)
        by_hand: set[tuple[str, str]] = {("buy", card) for card in cards if self.can_pay({card})}
        by_hand |= {("buy_package", one) for one, other in combinations(cards, 2) if self.can_pay({one, other})}
        assert {(move.action, move.args["card"]) for move in moves if move.action in BUYING} == by_hand

    def can_pay(self, package: Collection[str]) -> bool:
        return next(self.ways_to_pay(package, self.table.deciding), None) is not None

    def ways_to_pay(self, package: Collection[str], me: Merchant) -> Iterator[frozenset[str]]:
        """The contracts to hand over, none of them for nothing: without the dearest it would not have been enough.

        Who wants more coins for more contracts may sell them before."""
        due = sum(price(card) for card in package)
        for number in range(len(me.contracts)):
            for given in combinations(me.contracts, number):
                enough_without = given and worth(given) - max(CONTRACTS[card]["level"] for card in given) >= due
                if not enough_without and self.table.may_buy(package, given):
                    yield frozenset(given)

    def buy(self, move: Move) -> None:
        me, owned = self.table.deciding, self.cards_of(self.state)
        if self.rng.random() < 0.2:
            bought = self.outcomes(move)
            if bought is not None:
                found = {changed(owned, self.cards_of(state)) for state in bought}
                assert found == set(self.purchases(move, me))
                self.seen[f"all ways to {move.action}"] += 1
        self.play(move)
        self.answer()
        package, given = changed(owned, self.cards_of(self.state))
        assert given in self.ways_to_pay(package, me)
        self.table.buy(package, given)

    def purchases(self, move: Move, me: Merchant) -> Iterator[tuple[frozenset[str], frozenset[str]]]:
        """The cards that may be bought after a move, with the contracts that may pay for them."""
        cards = sorted(self.table.on_sale(), key=FOR_SALE.index)
        others = cards[cards.index(move.args["card"]) + 1 :]
        for number in range(1, len(others) + 1) if move.action == "buy_package" else [0]:
            for more in combinations(others, number):
                package = frozenset([move.args["card"], *more])
                yield from ((package, given) for given in self.ways_to_pay(package, me))

    def cards_of(self, state: State) -> set[str]:
        seen = state.view(None)["things"]["Player"][self.table.step.seat]
        return {*seen["contracts"], *seen["bonus_cards"], *seen["buildings"]}

    # ------------------------------------------------------------ part 2

    def travel(self, moves: list[Move]) -> None:
        assert self.among(moves, "travel", "place") == self.table.may_travel()
        move = self.pick(moves)
        self.play(move)
        self.table.travel(move.args["place"])

    def place(self, moves: list[Move]) -> None:
        first, _ = of_cube(MAIN[self.table.pawn]["cube"])
        assert self.among(moves, "keep_as", "good") == {first}
        assert self.among(moves, "keep_as", "how_many") == set(self.table.may_place())
        move = self.rng.choice(moves)
        self.play(move)
        self.table.place(move.args["how_many"])

    def turn_up(self, moves: list[Move]) -> None:
        assert self.table.may_turn_up_another()
        assert {move.action for move in moves} == {"pass", "turn_up"}
        move = self.rng.choice(moves)
        self.play(move)
        self.chance.note_chart(self.state)
        self.table.turn_up_another(move.action == "turn_up")

    def lose(self, moves: list[Move]) -> None:
        assert self.among(moves, "lost", "lost") == self.table.may_lose()
        move = self.rng.choice(moves)
        self.play(move)
        self.table.lose(move.args["lost"])

    # ------------------------------------------------------------ parts 3 and 4

    def fulfil_or_not(self, moves: list[Move]) -> None:
        assert self.among(moves, "fulfil", "contract") == self.table.may_fulfil()
        assert any(move.action == "pass" for move in moves)
        move = self.pick(moves)
        if move.action == "fulfil":
            self.fulfil(move)
            return
        self.play(move)
        self.table.enough()

    def fulfil(self, move: Move) -> None:
        contract, me = move.args["contract"], self.table.deciding
        if self.rng.random() < 0.3 and len(ways := list(islice(payments(contract, me.store, me.time), 200))) < 200:
            paid = self.outcomes(move)
            if paid is not None:
                assert {written(*self.handed_over(state)) for state in paid} == {written(*way) for way in ways}
                self.seen["all ways to pay"] += 1
        self.play(move)
        self.answer()
        handed, tokens = self.handed_over(self.state)
        assert is_payment(contract, me.store, me.time, handed, tokens), (contract, handed, tokens)
        self.seen["exchanges"] += (handed.total() + tokens - pieces(contract)) // 3
        self.seen[f"fulfilled {CONTRACTS[contract]['level']}"] += 1
        self.table.fulfil(contract, handed, tokens)

    def handed_over(self, state: State) -> tuple[Bag, int]:
        me, now = self.table.deciding, state.view(None)["things"]["Player"][self.table.step.seat]
        return me.store - Bag(now["stock"]), me.time - now["time"]

    def answer(self) -> None:
        """Answers the questions after a move by chance."""
        while asks(self.state):
            self.play(self.rng.choice(choices(self.state)))

    def outcomes(self, move: Move) -> list[State] | None:
        """All positions to which the questions after a move lead; None if they are too many."""
        ends, open_ones, walked = [], [self.state.clone().apply(move)], 0
        while open_ones:
            state, walked = open_ones.pop(), walked + 1
            if walked > MOST_WALKED:
                return None
            if asks(state):
                open_ones += [state.clone().apply(choice) for choice in choices(state)]
            else:
                ends.append(state)
        return ends

    def follow(self, moves: list[Move]) -> None:
        assert self.table.may_follow()
        assert {move.action for move in moves} == {"pass", "follow"}
        move = self.pick(moves)
        self.play(move)
        if move.action == "follow":
            self.table.follow()
        else:
            self.table.stay()

    def reward(self, moves: list[Move]) -> None:
        assert self.table.may_choose_hand()
        assert {move.action for move in moves} == {"pass", "contract"}
        move = self.rng.choice(moves)
        self.play(move)
        self.table.choose_hand(move.action == "contract")

    def close(self, moves: list[Move]) -> None:
        (move,) = moves
        self.play(move)
        self.table.close()


def choices(state: State) -> list[Move]:
    return [move for move in state.moves() if move.action not in AT_ANY_TIME]


def asks(state: State) -> bool:
    """Whether the rulebook is in the middle of a deed."""
    chosen = {move.action for move in state.moves()} if not state.is_over else set()
    return bool(chosen & QUESTIONS and phase(state) != "reward") or phase(state) in ASKING


def changed(before: set[str], after: set[str]) -> tuple[frozenset[str], frozenset[str]]:
    """What came and what went."""
    return frozenset(after - before), frozenset(before - after)


def full(cubes: Bag, place: str) -> Bag:
    """Roughly what a journey would bring: half of the cubes as either good."""
    if place not in MAIN:
        return Bag()
    return Bag(dict.fromkeys(of_cube(MAIN[place]["cube"]), cubes[place] // 2))


def written(handed: Bag, tokens: int) -> tuple[tuple[tuple[str, int], ...], int]:
    return tuple(sorted(handed.items())), tokens


def same_position(state: State, table: Table) -> None:
    view = state.view(None)
    game, things = view["game"], view["things"]
    for seat, me in table.merchants.items():
        seen = things["Player"][seat]
        assert (seen["purse"], seen["time"]) == (me.coins, me.time), seat
        assert seen["stock"] == {good: number for good, number in me.store.items() if number}, seat
        assert seen["reserve"] == {cube: number for cube, number in me.reserve.items() if number}
        assert sorted(seen["contracts"]) == sorted(me.contracts)
        assert sum(seen.get(hand, {"count": 0})["count"] for hand in ("hand_card", "hand_contract")) == bool(me.hand)
        assert (set(seen["bonus_cards"]), set(seen["buildings"])) == (me.bonus, me.buildings)
    assert {place: sum(things["MainPlace"][place]["cubes"].values()) for place in MAIN} == dict(table.cubes)
    assert game["merkator"] == (table.pawn or None)
    for kind in ("bonus", "building"):
        assert set(game[f"{kind}_row"]) == set(table.market.rows[kind])
        under = game.get(f"{kind}_under", {"count": 0})["count"]
        assert game[f"{kind}_deck"]["count"] + under == len(table.market.decks[kind])
    same_contracts(state, game, table)
    same_chart(game, table)


def same_contracts(state: State, game: Any, table: Table) -> None:
    for level in LEVELS:
        stack, under = table.contracts.stacks.get(level, ()), game.get("covered", {}).get(str(level), {"count": 0})
        later = sum(len(pile) for pile in table.contracts.later if pile.name == f"contract {level}")
        assert (game["open_contract"][str(level)] or "") == (stack.top if stack else ""), level
        assert game["beneath"][str(level)]["count"] + under["count"] == max(0, len(stack) - 1) + later, level
    assert {card for pile in hidden(state, "discard").values() for card in pile} == table.contracts.discard


def same_chart(game: Any, table: Table) -> None:
    if table.step.what not in ("loss", "lose"):  # nobody can tell whether it begins before the loss or after it
        assert game["final_phase"] == table.final
    rows = [row for row in game["chart"] if row.startswith(table.chart.side)]
    for at, row in enumerate(rows):
        turned = game["turned_up"][row]
        assert game["chart"][row]["count"] + bool(turned) == table.chart.rows[at]
        assert (turned or "") == table.chart.shown.get(at, "")


# ---------------------------------------------------------------- the games


def play(players: int, variants: Collection[str], seed: int) -> Counter[str]:
    pair = Pair(players, variants, seed)
    while not pair.state.is_over:
        pair.step()
    table = pair.table
    pair.catch_up("", "")
    if not table.over and not any(me.has_reserve for me in table.merchants.values()):
        table.enough()
    assert table.over
    final = scores(table.merchants)
    assert [Fraction(points, 2) for points in pair.state.scores] == [final[seat] for seat in pair.seats]
    assert [{pair.seats[seat] for seat in place} for place in pair.state.ranking] == ranking(table.merchants)
    return pair.seen


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (3, 2), (4, 3)])
def test_the_rulebook_plays_like_the_version_by_hand(players: int, seed: int) -> None:
    seen = play(players, [], seed)
    assert {"buy", "travel", "keep_as", "fulfil", "follow", "stow"} <= seen.keys()


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
def test_many_games_are_played_like_the_version_by_hand(players: int) -> None:
    seen = sum((play(players, [], seed) for seed in range(100, 200)), Counter())
    assert {"turn_up", "lost", "give_up_coins", "exchanges", "fulfilled 10", "all ways to pay"} <= seen.keys()
