"""Refuses a move in sentences for its player: `You cannot open the gate: you have 3 florins; it costs 5.`"""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.explain.answers import UNSEEN
from interpreter.explain.reasons import Reason
from interpreter.explain.refusals import head, reasons_of_refusal
from interpreter.position import PC, Vector
from interpreter.table import Move, sentence, titled
from interpreter.wording import instruction

if TYPE_CHECKING:
    from interpreter.table import CompiledGame


def refusal_in_words(table: CompiledGame, v: Vector, move: Move, nearest: Move | None = None) -> str:
    """Tell a player why their own move is illegal.

    Args:
        nearest: A legal move to suggest.
    """
    said = head(table, v, move, move.seat)
    told = list(dict.fromkeys(map(_reason, reasons_of_refusal(table, v, move, plain=True))))
    if ":" not in said and told:
        said, told = f"{said}: {told[0]}", told[1:]
    parts = [*map(sentence, (said, *told))]
    if nearest is not None:
        parts.append(sentence(f"For example, you can {instruction(table, nearest, v[PC])}"))
    return " ".join(parts)


def _reason(reason: Reason) -> str:
    """Return a reason as a clause. A printed title of the rule follows in brackets."""
    if reason.hidden:
        return f"“{reason.title or titled(reason.rule)}” may forbid it, but {UNSEEN}"
    return f"{reason.text} ({reason.title})" if reason.title else reason.text
