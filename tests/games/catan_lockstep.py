"""Compares the rulebook `catan_merchants_of_europe` with a handwritten engine, in its states, moves and
chance events.
"""

from __future__ import annotations

import importlib.util
import random
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from interpreter.position import FieldLayout
from interpreter.table.views import contents
from mercatoria import Move, State

SLUG = "catan_merchants_of_europe"
ROOT = Path(__file__).resolve().parents[2]


@cache
def by_hand() -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"{SLUG}_by_hand", ROOT / "bench" / f"handwritten_{SLUG}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


HAND = by_hand()
RESOURCES: Sequence[str] = HAND.RESOURCES
CARDS: Sequence[str] = HAND.CARDS


def bag(counts: Sequence[int], names: Sequence[str] = RESOURCES) -> dict[str, int]:
    return {name: number for name, number in zip(names, counts, strict=True) if number}


# ---------------------------------------------------------------- chance


class Fallen:
    """The chance source of the handwritten engine, which repeats the rulebook's random outcomes and checks their
    probabilities.
    """

    def __init__(self, values: dict[str, int]) -> None:
        self.fallen: list[tuple[Any, dict[Any, Fraction]]] = []
        self.values = values  # number on each number token

    def fall(self, state: State, rng: random.Random) -> None:
        """Resolve all pending chance events of the rulebook, and record their outcomes."""
        while state.is_chance:
            odds = dict(state.chance_outcomes())
            outcome = rng.choices(list(odds), [float(each) for each in odds.values()])[0]
            self.fallen.append((outcome, odds))
            state.resolve(outcome)

    def dice(self) -> int:
        first, second = (self._next(dict.fromkeys(range(1, 7), Fraction(1, 6))) for _ in range(2))
        return int(first) + int(second)

    def piece(self, pieces: Sequence[int]) -> int:
        names = RESOURCES if len(pieces) == len(RESOURCES) else CARDS
        odds = {name: Fraction(number, sum(pieces)) for name, number in bag(pieces, names).items()}
        return names.index(self._next(odds))

    def token(self, values: Sequence[int]) -> int:
        if len(values) == 1:
            return values[0]
        outcome, odds = self.fallen.pop(0)
        assert sorted(self.values[token] for token in odds) == sorted(values)
        assert len(set(odds.values())) == 1
        return self.values[outcome]

    def _next(self, odds: dict[Any, Fraction]) -> Any:
        if len(odds) == 1:
            (outcome,) = odds
            return outcome
        outcome, of_rulebook = self.fallen.pop(0)
        assert of_rulebook == odds
        return outcome


# ---------------------------------------------------------------- moves


class Tongue:
    """Translates moves of the rulebook into moves of the handwritten engine."""

    def __init__(self, board: Any, seats: Sequence[str]) -> None:
        self.board, self.seats = board, list(seats)
        self.known: dict[tuple[int, ...], int] = {}
        place, path = board.index.__getitem__, board.path_index.__getitem__
        hexagon, resource, seat = board.hexes.index, RESOURCES.index, self.seats.index
        one: dict[str, tuple[int, Callable[[Any], int]]] = {
            "place_post": (HAND.K_POST, place),
            "place_neutral": (HAND.K_NEUTRAL, place),
            "place_route": (HAND.K_FIRST, path),
            "buy_resource": (HAND.K_BUY, resource),
            "sell_three": (HAND.K_SELL, resource),
            "taken": (HAND.K_TAKE, resource),
            "open_route": (HAND.K_ROUTE, path),
            "bonus_route": (HAND.K_FREE, path),
            "free_route": (HAND.K_FREE, path),
            "next": (HAND.K_CHAIN, place),
            "move_robber": (HAND.K_ROBBER, hexagon),
            "numbered": (HAND.K_HEX, hexagon),
            "source": (HAND.K_TOKEN, hexagon),
            "victim": (HAND.K_STEAL, seat),
        }
        piece = self.piece
        two: dict[str, tuple[int, Callable[[Any], int], Callable[[Any], int]]] = {
            "exchange": (HAND.K_SWAP, resource, resource),
            "recruit": (HAND.K_RECRUIT, piece, place),
            "assemble": (HAND.K_EQUIP, piece, path),
            "move_merchant": (HAND.K_WALK, piece, place),
            "move_caravan": (HAND.K_SEND, piece, int),
            "deliver": (HAND.K_DELIVER, piece, place),
        }
        self.one, self.two = one, two
        self.plain = {
            "pass": HAND.PASS,
            "buy_card": HAND.DEV,
            "halt": HAND.STOP,
            "accept_trade": HAND.ACCEPT,
            "decline_trade": HAND.DECLINE,
            "counter_trade": HAND.COUNTER,
            "counter_trade_2": HAND.COUNTER,
        }

    @staticmethod
    def piece(name: str) -> int:
        """Return 0 for the owner's first merchant or caravan, and 1 for the second."""
        return (int(name.removeprefix("Merchant").removeprefix("Caravan")) - 1) % 2

    def by_hand(self, move: Move) -> int:
        action, args = move.action, list(move.args.values())
        if action in self.plain:
            return self.plain[action]
        if action in self.one:
            kind, of = self.one[action]
            return int(kind | of(args[0]))
        if action in self.two:
            kind, of_first, of_second = self.two[action]
            return int(kind | of_first(args[0]) << HAND.A | of_second(args[1]))
        if action == "go_on":
            return int(HAND.K_GO | self.board.path_index[args[1]])
        if action == "trade":
            return int(HAND.K_OFFER | self.seats.index(args[0]))
        card = CARDS.index(action)
        named = 0
        if args:
            named = RESOURCES.index(args[0]) if args[0] in RESOURCES else self.piece(args[0])
        return int(HAND.K_CARD | card << HAND.A | named)

    def legal(self, state: State, seat: int) -> dict[int, tuple[int, ...]]:
        """Return the legal moves, keyed by the corresponding moves of the handwritten engine."""
        found = {}
        for row in state.rows(seat):
            if row not in self.known:
                self.known[row] = self.by_hand(state.table.notation.move(seat, row))
            found[self.known[row]] = row
        assert len(found) == len(state.rows(seat))
        return found


# ---------------------------------------------------------------- positions


class Look:
    """Compares positions, but skips all parts that have not changed in either position since the last comparison."""

    def __init__(self, state: State, table: Any, values: dict[str, int], seats: Sequence[str]) -> None:
        self.table, self.values, self.seats = table, values, list(seats)
        self.runs: dict[tuple[str, str], FieldLayout] = {
            (run.field.kind or "", run.field.name): run for run in state.table.flow.layout.runs.values()
        }
        self.model = state.table.flow.model
        self.last: dict[str, tuple[Any, Any]] = {}

    def field(self, state: State, kind: str, name: str) -> dict[str, Any]:
        """Return the values of a field, including hidden values, for the game or for each thing of a kind."""
        run, found = self.runs[kind, name], {}
        for entry, (owner, keys) in enumerate(run.combinations()):
            label = self.model.thing_name(kind, owner) if kind else ""
            if keys:
                label = ", ".join(
                    self.model.thing_name(of, key) if of else str(key)
                    for of, key in zip(run.field.key_kinds, keys, strict=True)
                )
            found[label] = contents(state.vector, run, entry)
        return found

    def numbers(self, state: State, kind: str, name: str) -> list[int]:
        run = self.runs[kind, name]
        return [
            number
            for base, width in zip(run.base, run.widths, strict=True)
            for number in state.vector[base : base + width]
        ]

    def places(self, state: State, kind: str, name: str, mine: list[Any], say: Callable[[], dict[str, Any]]) -> None:
        """Check that the field has the same values as the non-empty entries of the handwritten engine."""
        raw, copied = self.numbers(state, kind, name), [*mine]
        if self.last.get(kind + name) == (raw, copied):
            return
        full = {thing: value for thing, value in self.field(state, kind, name).items() if value}
        assert full == say(), (kind, name)
        self.last[kind + name] = raw, copied

    def same(self, state: State) -> None:
        table, board, n = self.table, self.table.b, len(self.seats)

        def alike(kind: str, name: str, mine: list[int]) -> None:
            """Check that a numeric field has the same values in both engines."""
            assert self.numbers(state, kind, name) == mine, (kind, name, state.record["log"][-8:])

        alike("Player", "gold", table.gold)
        alike("Player", "hand", [number for hand in table.hand for number in hand])
        alike("", "supply_Resource", table.supply)
        alike("", "deck", table.deck)
        alike("", "discard", table.discard)
        alike("Player", "storage", table.storage)
        alike("Player", "covered", table.storage)
        alike("Player", "commodities", table.ready)
        alike("", "supply_Route", table.routes_left)
        old, new = (self.numbers(state, "Player", name) for name in ("cards", "new_cards"))
        assert [a + b for a, b in zip(old, new, strict=True)] == [number for cards in table.cards for number in cards]
        if not state.is_over:
            me = table.me * len(CARDS)
            assert new[me : me + len(CARDS)] == table.fresh
        colours = [*(f"Post_{seat}" for seat in self.seats), *["NeutralPost"] * (HAND.NEUTRAL + 1 - n)]
        self.places(
            state, "Site", "post", table.post,
            lambda: {board.corners[c]: colours[owner] for c, owner in enumerate(table.post) if owner >= 0},
        )  # fmt: skip
        self.places(
            state, "Site", "delivered", table.given,
            lambda: {board.corners[c]: "Commodity" for c, given in enumerate(table.given) if given},
        )  # fmt: skip
        self.places(
            state, "Path", "route", table.route,
            lambda: {
                board.path_names[e]: f"Route_{self.seats[owner]}" for e, owner in enumerate(table.route) if owner >= 0
            },
        )  # fmt: skip
        for kind, pieces, names in (
            ("Merchant", table.merchants, board.corners),
            ("Caravan", table.caravans, board.path_names),
        ):
            self.places(
                state, kind, "at", [place for both in pieces for place in both],
                lambda kind=kind, pieces=pieces, names=names: {
                    f"{kind}{2 * p + i + 1}": names[place]
                    for p, both in enumerate(pieces)
                    for i, place in enumerate(both)
                    if place >= 0
                },
            )  # fmt: skip
        self.tokens(state)

    def tokens(self, state: State) -> None:
        table, board = self.table, self.table.b
        now = self.numbers(state, "Hex", "token"), self.numbers(state, "", "robber"), [*table.number], table.robber
        if self.last.get("tokens") == (now, now):
            return
        lying = {place: self.values[token] for place, token in self.field(state, "Hex", "token").items() if token}
        assert lying == {board.hexes[h]: table.number[h] for h, is_token in enumerate(table.is_token) if is_token}
        assert self.field(state, "", "robber")[""] == board.hexes[table.robber]
        stock = self.field(state, "", "stock")
        for r, name in enumerate(RESOURCES):
            assert sorted(self.values[token] for token in stock[name]) == sorted(table.pool[r])
        self.last["tokens"] = now, now


# ---------------------------------------------------------------- a crowded board


def crowd(state: State, look: Look, rng: random.Random) -> None:
    """Fill the board after the set-up to test the limits of movement.

    Every owner gets a network of routes with all caravans, much salt and little gold. Fees and full routes then limit
    the caravans' movement.
    """
    table, board, model = look.table, look.table.b, look.model
    n = len(look.seats)
    of_path = {model.thing_name("Path", number): number for number in range(len(board.paths))}
    routes, at = look.runs["Path", "route"], look.runs["Caravan", "at"]
    first = table.caravans[0][0]
    begin = routes.base[of_path[board.path_names[first]]]
    code = state.vector[begin]  # code of Red's routes; the other colours have the next codes
    none = state.vector[at.base[0]] - of_path[board.path_names[first]]
    net, line = [], [first]
    for e in line:  # breadth-first search from Red's route
        net += [f for f in board.near[e] if table.route[f] < 0 and f not in net]
        line += [f for f in board.near[e] if f not in line and len(line) < 40]
        if len(net) > 14:
            break
    for e in net[:14]:
        owner = rng.randrange(n)
        table._lay(owner, e)
        state.vector[routes.base[of_path[board.path_names[e]]]] = code + owner
        state.vector[look.runs["", "supply_Route"].base[0] + owner] -= 1
    for p in range(n):
        for i in (0, 1):
            e = rng.choice([f for f in [first, *net[:14]] if table.wagons[f] < 2])
            if (old := table.caravans[p][i]) >= 0:
                table.wagons[old] -= 1
            table.caravans[p][i] = e
            table.wagons[e] += 1
            state.vector[at.base[2 * p + i]] = of_path[board.path_names[e]] + none
        state.vector[look.runs["Player", "gold"].base[p]] = table.gold[p] = rng.randrange(2)
        salt, more = RESOURCES.index("Salt"), 3
        state.vector[look.runs["Player", "hand"].base[p] + salt] += more
        state.vector[look.runs["", "supply_Resource"].base[0] + salt] -= more
        table._gain(p, salt, more)
