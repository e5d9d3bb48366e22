"""What a player that thinks found out about the moves of a seat, in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from dsl.model import Clauses
from interpreter.position import PC
from interpreter.table import called, score_of
from mercatoria import State
from mercatoria.drawing.arguments import move_text
from mercatoria.players import Hint, Position

ASSUMED = "Tried out from here on, in positions that could be the true one for all that you know. A guess, no proof."


@dataclass(frozen=True, slots=True)
class HintTold:
    """One move that is advised: as the notation has it, in words, and what is expected of it, line by line. `rule` is
    what allows it, with its clauses of the print."""

    call: str
    words: str
    expected: tuple[str, ...]
    rule: str
    cites: tuple[str, ...]


def hints_told(state: State, hints: Sequence[Hint]) -> list[HintTold]:
    """The hints of one decision, the best first. What is expected of several moves alike is told with the first."""
    told: set[str] = set()
    found = []
    for hint in hints:
        lines = tuple(line for line in _expected(state, hint) if line not in told)
        told.update(lines)
        about = _allowed_by(state, hint)
        words = move_text(state.table.flow, hint.move)
        found.append(HintTold(hint.move.call, words, lines, called(about), tuple(about.cites)))
    return found


def _expected(state: State, hint: Hint) -> Iterator[str]:
    yield f"Chance to win: about {hint.chance:.0%}, by {hint.tried} {'try' if hint.tried == 1 else 'tries'}."
    if state.table.flow.model.score:
        model = state.table.flow.model
        now = score_of(Position(state, hint.move.seat).points[hint.move.seat], model.score_parts)
        when = "In the end" if hint.is_final else "Some decisions later"
        yield f"{when} you have {_short(hint.points / model.score_parts)} points on average (now {now})."
    if hint.answer is not None:
        yield f"Then, as a rule, {hint.answer.seat_name}: {move_text(state.table.flow, hint.answer)}."


def _allowed_by(state: State, hint: Hint) -> Clauses:
    """The action of a move; for a pass or a plain choice, the phase that asks for it."""
    flow = state.table.flow
    action = flow.move_kinds[hint.move.row[0]].action
    return action.about if action is not None else flow.nodes[state.vector[PC]].phase


def _short(points: float) -> str:
    return f"{points:.1f}".removesuffix(".0")
