"""Refuses a move in sentences for its player: `You cannot open the gate: you have 3 florins; it costs 5.`

In English, the reasons are whole sentences with the values that matter. The sentences of conditions and costs follow
English grammar, so in another language each reason is the title of the requirement or cost in that language.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from dsl.phrases import is_sentence
from interpreter.explain.reasons import Reason
from interpreter.explain.refusals import head, reasons_of_refusal
from interpreter.position import PC, Vector
from interpreter.table import Move, sentence, titled
from interpreter.trace import values_around
from interpreter.wording import display_names, instruction

if TYPE_CHECKING:
    from interpreter.table import CompiledGame

KNOWN = ("game_over", "not_your_turn", "not_offered")
"""Reasons that come from no requirement or cost of the rulebook. They are keys of the program's texts."""


def refusal_in_words(table: CompiledGame, v: Vector, move: Move, nearest: Move | None = None) -> str:
    """Tell a player why their own move is illegal.

    Args:
        nearest: A legal move to suggest.
    """
    said = head(table, v, move, move.seat)
    told = _told(table, reasons_of_refusal(table, v, move))
    if ":" not in said and told:
        said, told = f"{said}: {_with_pronoun(table, move, said, told[0])}", told[1:]
    parts = [*map(sentence, (said, *told))]
    if nearest is not None:
        legal = instruction(table, nearest, v[PC], values_around(table, v))
        parts.append(sentence(table.locale("you_can_instead", sentence=legal)))
    return " ".join(parts)


def reasons_in_words(table: CompiledGame, reasons: Iterable[Reason]) -> list[str]:
    """Return reasons for refusing a move as sentences, without duplicates."""
    return [sentence(each) for each in _told(table, reasons)]


def _told(table: CompiledGame, reasons: Iterable[Reason]) -> list[str]:
    reason = _reason if table.locale.is_english else _title
    return list(dict.fromkeys(reason(table, each) for each in reasons))


def _with_pronoun(table: CompiledGame, move: Move, said: str, reason: str) -> str:
    """Begin a reason with `it` if it begins with the thing with which the words before it end."""
    for value in move.args.values() if table.locale.is_english else ():
        name = display_names(table).thing(value) if isinstance(value, str) else ""
        if name and said.endswith(f" {name}") and reason.startswith(f"{name} "):
            return f"it {reason.removeprefix(f'{name} ')}"
    return reason


def _reason(table: CompiledGame, reason: Reason) -> str:
    """Return a reason as a clause. A title of the rule follows in brackets, or replaces it if it is a sentence."""
    if reason.hidden:
        return table.locale("may_forbid", rule=reason.title or titled(reason.rule))
    if is_sentence(reason.title):
        return f"{reason.title[:1].lower()}{reason.title[1:]}"
    return f"{reason.text} ({reason.title})" if reason.title else reason.text


def _title(table: CompiledGame, reason: Reason) -> str:
    """Return a reason without the sentences that only English has."""
    if reason.rule in KNOWN:
        return table.locale(reason.rule)
    if reason.hidden:
        return table.locale("may_forbid", rule=reason.title or table.locale("a_rule"))
    chosen = table.flow.model.choice_refusals.get(reason.rule)
    return reason.title or chosen or table.locale("a_rule_forbids")
