"""Our moves and our position in the words of the protocol."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from bench.outside.wire import DISCARD, Standing
from interpreter.game import State
from interpreter.table import Move, view

RESOURCES = ("Lumber", "Brick", "Wool", "Grain", "Ore")
SEATS = ("Red", "Blue", "White", "Orange")
OPENING = ("found", "lead_out")


def word_of(move: Move, has_rolled: bool) -> str:
    """Return the word of a move. The robber's word lacks the victim, which is a separate decision in our engine."""
    name, given = move.action, move.args
    match name:
        case "found" | "build_settlement":
            return f"settlement:{given['corner']}"
        case "build_city":
            return f"city:{given['corner']}"
        case "lead_out" | "build_road" | "free_road":
            return f"road:{given['path']}"
        case "pass":
            return "end" if has_rolled else "roll"
        case "buy_card":
            return "buy"
        case "exchange":
            return f"trade:{given['given']}>{given['got']}"
        case "Knight":
            return "knight"
        case "RoadBuilding":
            return "roads"
        case "Monopoly":
            return f"monopoly:{given['resource']}"
        case "YearOfPlenty":
            return "plenty:" + "+".join(sorted(spelt(given["gain"])))
        case "hex":
            return f"robber:{given['hex']}"
        case "victim":
            return str(SEATS.index(given["victim"]))
        case "lost":
            return DISCARD
    raise ValueError(f"no word for the move `{move}`")


def spelt(bag: object) -> list[str]:
    """Return the pieces of a bag, one by one."""
    assert isinstance(bag, dict)
    return [name for name, number in bag.items() for _ in range(number)]


def standing_of(state: State, has_rolled: bool) -> Standing:
    """Return the whole position, from the views of all seats together."""
    players = len(state.scores)
    views: list[Any] = [view(state.table.flow, state.vector, seat) for seat in range(players)]
    game, things = views[0]["game"], views[0]["things"]
    own: list[dict[str, Any]] = [v["things"]["Player"][name] for v, name in zip(views, SEATS, strict=False)]
    seat = state.deciders[0] if state.deciders else 0
    return {
        "seat": seat,
        "turns": 0,
        "legal": sorted({word_of(move, has_rolled) for move in state.moves(seat)}) if state.deciders else [],
        "over": state.is_over,
        "winner": None,
        "hands": [[p["hand"].get(r, 0) for r in RESOURCES] for p in own],
        "bank": [game["supply_Resource"].get(r, 0) for r in RESOURCES],
        "cards": [dict(Counter(p["cards"]) + Counter(p["new_cards"])) for p in own],
        "points": [int(score) for score in state.scores],
        "knights": [p["knights"] for p in own],
        "roads": [p["longest"] for p in own],
        "road_holder": _seat(game["road_holder"]),
        "army_holder": _seat(game["army_holder"]),
        "robber": game["robber"],
        "settlements": _owned(things["Corner"], "settlement", players),
        "cities": _owned(things["Corner"], "city", players),
        "paths": _owned(things["Path"], "road", players),
    }


def _seat(name: str | None) -> int | None:
    return None if name is None else SEATS.index(name)


def _owned(places: Mapping[str, Mapping[str, str | None]], field: str, players: int) -> list[list[str]]:
    """Return the places of each seat that have its piece in this field."""
    return [
        sorted(name for name, fields in places.items() if (fields[field] or "").endswith(f"_{SEATS[seat]}"))
        for seat in range(players)
    ]
