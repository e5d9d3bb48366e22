"""Compares the states and random outcomes of the rulebook of Merkator with those of the handwritten engine."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from handwritten_merkator import CONTRACT_LIMIT, Table
from merkator_cards import CONTRACTS, GOODS, LEVELS, MAIN, PLACES, Bag, of_cube
from merkator_payments import payable

from interpreter.position import PC
from interpreter.table.views import contents
from mercatoria import Move, State

AT_ANY_TIME = {"stow", "take_card", "take_contract_in_hand"}
BUYING = {"buy", "buy_package"}
QUESTIONS = {"add_card", "pay_package", "contract", "goods", "kinds", "four"}
ASKING = {"buy", "buy_package", "pay_package", "fulfil"}
"""Actions that the rulebook splits into questions about one card, contract or good each."""
SWAPPING = {"offer_swap", "take_contract", "usual_reward"}


def hidden(state: State, name: str) -> dict[str, Any]:
    """Return the values of a game field by key, including hidden values."""
    flow = state.table.flow
    (run,) = (run for run in flow.layout.runs.values() if run.field.name == name and not run.field.kind)
    things = flow.model.thing_name
    named = [zip(run.field.key_kinds, keys, strict=True) for _, keys in run.combinations()]
    labels = [[things(kind, key) if kind else str(key) for kind, key in each] for each in named]
    return {", ".join(label): contents(state.vector, run, entry) for entry, label in enumerate(labels)}


def phase(state: State) -> str:
    return state.table.flow.nodes[state.vector[PC]].phase.name


def choices(state: State) -> list[Move]:
    return [move for move in state.moves() if move.action not in AT_ANY_TIME]


def asks(state: State) -> bool:
    """Return True if the rulebook is in the middle of an action that it splits into questions."""
    chosen = {move.action for move in state.moves()} if not state.is_over else set()
    return bool(chosen & QUESTIONS and phase(state) != "reward") or (phase(state) in ASKING and "build" not in chosen)


def cards_of(state: State, seat: str) -> set[str]:
    seen = state.view(None)["things"]["Player"][seat]
    return {*seen["contracts"], *seen["bonus_cards"], *seen["buildings"]}


def changed(before: set[str], after: set[str]) -> tuple[frozenset[str], frozenset[str]]:
    """Return the added items and the removed items."""
    return frozenset(after - before), frozenset(before - after)


def enrich(state: State, table: Table, cubes: int, time: int) -> None:
    """Give every player the same numbers of cubes and time tokens, so that players reach the Peace sooner."""
    for run in state.table.flow.layout.runs.values():
        for entry, base in enumerate(run.base if run.field.kind == "Player" else ()):
            if run.field.name in ("stock", "time"):
                number = cubes if run.field.name == "stock" else time
                state.vector[base : base + run.widths[entry]] = [number] * run.widths[entry]
    for me in table.merchants.values():
        me.store, me.time = Bag(dict.fromkeys(GOODS, cubes)), time


class Chance:
    """The chance source of the handwritten engine, which repeats the random outcomes of the rulebook."""

    def __init__(self, state: State) -> None:
        self.now, self.lines = state.view(None), len(state.log())
        self.turned_up: list[str] = []
        self.gained: list[str] = []
        self.tokens: dict[str, list[str]] = {}
        self.table: Table | None = None  # None during the deal
        self.note_chart(state)

    def note_chart(self, state: State) -> None:
        """Record the tokens of each row, from left to right, before the next move."""
        turned, chart = hidden(state, "turned_up"), hidden(state, "chart")
        self.tokens = {row: [*([turned[row]] if turned[row] else []), *reversed(pile)] for row, pile in chart.items()}

    def see(self, state: State) -> None:
        fallen = (line.partition(" →")[0] for line in state.log()[self.lines :] if line.startswith("chance"))
        self.turned_up = [line.rpartition(" = ")[2] for line in fallen]
        self.lines = len(state.log())
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
            mine = [card for player in players for card in player["contracts"]] if not self.table else self.gained
            likely = [*mine, *self.turned_up, *(top(game, level) for level in LEVELS if level > 2)]
        elif which:  # Bonus cards of one price come up during the deal.
            likely = [card for player in players for card in player["bonus_cards"]]
        else:
            likely = [*self.turned_up, *game[f"{kind}_row"]]
        return next(card for card in likely if card in among)

    def token(self, row: int) -> str:
        assert self.table
        rows = [tokens for name, tokens in self.tokens.items() if name.startswith(self.table.chart.side)]
        return rows[row][-self.table.chart.rows[row]]


def catch_up(table: Table, phase_now: str, name: str) -> None:
    """Answer those questions of the handwritten engine that allow only one answer. The rulebook does not ask these
    questions.
    """
    while not table.over:
        step = table.step
        if step.what == "follow" and not table.may_follow() and (phase_now != "join_journey" or step.seat != name):
            table.stay()
        elif (
            step.what == "fulfil"
            and not table.may_fulfil()
            and not (phase_now in ("fulfil_contracts", "join_journey") and step.seat == name)
        ):
            table.enough()
        elif step.what == "bid" and not table.deciding.coins + table.deciding.time:
            table.bid(0, 0)
        elif step.what == "swap" and not table.swap.bids and phase_now not in SWAPPING:
            table.choose_bid("")
        elif step.what == "lose" and must_lose_all(table) and (phase_now, name) != ("lose_goods", step.seat):
            table.lose(min(table.may_lose()))
        else:
            return


def must_lose_all(table: Table) -> bool:
    """Return True if the player cannot choose which cubes to lose."""
    step = table.step
    return len(table.may_lose()) == 1 or table.deciding.column(step.about) <= step.number


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
        assert game[f"{kind}_deck"]["count"] == len(table.market.decks[kind])
    same_contracts(state, game, table)
    same_chart(game, table)


def top(game: Any, level: int) -> str:
    """Return the contract on top of a stack, or an empty string if the stack is empty."""
    return "".join(game["open_stack"][str(level)]["top"][-1:])


def same_contracts(state: State, game: Any, table: Table) -> None:
    for level in LEVELS:
        stack = table.contracts.stacks.get(level, ())
        later = sum(len(pile) for pile in table.contracts.later if pile.name == f"contract {level}")
        assert top(game, level) == (stack.top if stack else ""), level
        solo = game.get("solo_stack", {}).get(str(level), {"count": 0})["count"]
        assert game["open_stack"][str(level)]["count"] + solo == len(stack) + later, level
    assert {card for pile in hidden(state, "discard").values() for card in pile} == table.contracts.discard


def same_chart(game: Any, table: Table) -> None:
    if table.step.what == "invest":  # the rulebook records it only at the next turn
        assert game["final_phase"] == table.final
    rows = [row for row in game["chart"] if row.startswith(table.chart.side)]
    for at, row in enumerate(rows):
        turned = game["turned_up"][row]
        assert game["chart"][row]["count"] + bool(turned) == table.chart.rows[at]
        assert (turned or "") == table.chart.shown.get(at, "")


def inclination(move: Move, table: Table, *, keen: bool) -> float:
    """Return the weight of a move in random play. With uniform weights, players would fulfil hardly any contract."""
    me = table.deciding
    match move.action, move.args:
        case "travel", {"place": place}:
            brings = me.store + full(table.cubes, place)
            ready = sum(CONTRACTS[card]["level"] for card in payable_at(table, place, brings))
            return 0.3 + 9.0 * ready + table.cubes[place] - (0.2 * PLACES[place]["time"] if keen else 0)
        case "fulfil", _:
            return 30
        case "follow", _:
            return 30 if payable_at(table, table.pawn, me.store) else 0.2
        case (("buy" | "buy_package"), _):
            return 0.001 if keen and len(me.contracts) <= CONTRACT_LIMIT else 0.4
        case "sell_contract", {"contract": card}:
            spare = len(me.contracts) > CONTRACT_LIMIT or not keen
            return (11 - min(CONTRACTS[card]["level"], 10)) ** 3 * (0.01 if spare else 1e-4)
    return 1


def payable_at(table: Table, place: str, store: Bag) -> list[str]:
    me = table.deciding
    here = [card for card in me.contracts if CONTRACTS[card].get("place") == place]
    return [card for card in here if payable(card, store, me.time)]


def full(cubes: Bag, place: str) -> Bag:
    """Estimate the number of cubes from a journey, assuming that half of them become one good and half the other."""
    if place not in MAIN:
        return Bag()
    return Bag(dict.fromkeys(of_cube(MAIN[place]["cube"]), cubes[place] // 2))
