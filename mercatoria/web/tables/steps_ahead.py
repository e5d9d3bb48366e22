"""Lists the moves that a seat can plan, and fills in the amounts of those with open parameters.

The positions of these moves give the turn to the seat, and assumed values replace everything that is hidden from it.
Words, prices, and the amounts to choose from are made from these positions, so they reveal nothing. A step with amounts
is checked like any other when it is in the plan.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping

from interpreter.explain import possible_steps, supposed_turns
from interpreter.position import PC
from mercatoria import Move, NotAMove, PlayFault, State
from mercatoria.drawing import MovesAt
from mercatoria.players import Position
from mercatoria.web.tables.answers import answered

MOST_OFFERED = 200
"""Maximum number of moves without open parameters to offer for a plan."""


def steps_ahead(state: State, seat: int) -> Iterator[MovesAt]:
    """Yield the moves that might be possible if it were the seat's turn, each once, turn by turn."""
    complete, known = defaultdict[int, list[Move]](list), set[Move]()
    for turn, move in possible_steps(state.table, state.vector, seat, MOST_OFFERED):
        complete[turn[PC]].append(move)
    for assumed in _assumed_turns(state, seat):
        to_fill_in = [move for move in _to_fill_in(assumed, seat) if move not in known]
        known.update(to_fill_in)
        if moves := complete[assumed.vector[PC]] + to_fill_in:
            yield MovesAt(assumed, moves)


def _assumed_turns(state: State, seat: int) -> Iterator[State]:
    """Yield positions in which the seat must decide, with assumed values for everything that is hidden from it."""
    for turn in supposed_turns(state.table, state.vector, seat):
        yield state.earlier(state.last, Position(state.earlier(state.last, turn), seat).determinized)


def _to_fill_in(assumed: State, seat: int) -> list[Move]:
    """Return the moves with open parameters in a position, or an empty list if a rule fails on the assumed values."""
    try:
        return [move for move in assumed.moves(seat) if move.open]
    except PlayFault:
        return []


def planned_step(state: State, seat: int, fields: Mapping[str, str]) -> Move:
    """Return the move that a form describes, in which a player may have filled in the amounts of a step.

    Raises:
        NotAMove: Raised if the rules do not know the move, or if its amounts cannot be filled in now.
        NotFilledIn: Raised if a field is missing or has an invalid value.
    """
    written = state.table.notation.parse(fields["move"], seat)
    if not written.open:
        return written
    for assumed in _assumed_turns(state, seat):
        if written in _to_fill_in(assumed, seat):
            return answered(assumed, seat, fields)
    raise NotAMove(f"`{fields['move']}` has no amounts that could be planned now")
