"""Lists the moves with amounts that a seat can plan, and fills them in.

The amounts to choose from come from positions in which it is the seat's turn and assumed values replace everything that
is hidden from the seat. They therefore reveal nothing. The step is checked like any other when it is in the plan.
"""

from __future__ import annotations

from collections.abc import Mapping

from interpreter.explain import supposed_turns
from mercatoria import Move, NotAMove, PlayFault, State
from mercatoria.players import Position
from mercatoria.web.tables.answers import answered


def open_steps(state: State, seat: int) -> dict[Move, State]:
    """Return the moves with open parameters that might be possible if it were the seat's turn, each with the supposed
    position from which its values are chosen.
    """
    found: dict[Move, State] = {}
    for turn in supposed_turns(state.table, state.vector, seat):
        supposed = state.earlier(state.last, Position(state.earlier(state.last, turn), seat).determinized)
        try:
            moves = supposed.moves(seat)
        except PlayFault:
            continue
        for move in moves:
            if move.open:
                found.setdefault(move, supposed)
    return found


def filled_step(state: State, seat: int, fields: Mapping[str, str]) -> Move:
    """Return the move that a form describes, in which a player has filled in the amounts of a step.

    Raises:
        NotAMove: Raised if the move cannot be planned now.
        NotFilledIn: Raised if a field is missing or has an invalid value.
    """
    for move, supposed in open_steps(state, seat).items():
        if move.call == fields["move"]:
            return answered(supposed, seat, fields)
    raise NotAMove(f"`{fields['move']}` has no amounts that could be planned now")
