"""The points so far, as one seat can count them."""

from __future__ import annotations

from dataclasses import dataclass

from dsl.model import Int, Model
from interpreter.flow import Facts
from interpreter.position import PlayFault
from mercatoria import State
from mercatoria.players import Position

AT_LEAST, UNSURE = "at least", "unsure"
"""What hidden things may do to points: only add to them, or also take from them."""


@dataclass(frozen=True, slots=True)
class Points:
    """Points by seat, counted of what one seat may see. `by_seat` is empty where they cannot be counted yet."""

    by_seat: tuple[int, ...]
    doubts: tuple[str, ...]
    """For each seat `AT_LEAST` or `UNSURE` if something that scores is hidden, else ""."""


def points_seen(state: State, seat: int | None) -> Points:
    """The points so far as a seat can count them (None: a spectator); when the game is over, the scores."""
    if state.is_over:
        return Points(state.scores, ("",) * state.players)
    doubts = tuple(_doubt(state, own=other == seat) for other in range(state.players))
    try:
        return Points(Position(state, seat).points, doubts)
    except (PlayFault, IndexError):
        return Points((), doubts)


def _doubt(state: State, own: bool) -> str:
    """What is unsure about points: of their own, players miss only what is hidden from everybody. The same in all
    positions, and so kept with the rules."""
    cache = state.table.cache
    if ("doubt", own) not in cache:
        cache["doubt", own] = _doubted(state.table.flow.model, own)
    found: str = cache["doubt", own]
    return found


def _doubted(model: Model, own: bool) -> str:
    closed = {"hidden"} if own else {"hidden", "secret", "counted"}
    facts = Facts(model)
    unseen = [line.value for line in model.score if any(of.visibility in closed for of in facts.reads(line.value))]
    if not unseen:
        return ""
    may_take = any(isinstance(value.type, Int) and value.type.low < 0 for value in unseen)
    return UNSURE if may_take else AT_LEAST
