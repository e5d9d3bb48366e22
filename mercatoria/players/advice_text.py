"""Puts hints of a search bot, and warnings that a pass would end the game, into words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from dsl.locale import Locale
from dsl.model import Clauses
from interpreter.position import PC
from interpreter.table import called, score_of
from interpreter.trace import values_around
from interpreter.wording import button_text, habit_text, unnumbered
from mercatoria import State
from mercatoria.players.position import PassEnding, Position
from mercatoria.players.search_bot import Hint

ASSUMED = "assumed"
"""Key of the text about the certainty of a hint."""


@dataclass(frozen=True, slots=True)
class HintTold:
    """A suggested move in notation and as text, with one line for each expected result.

    `rule` names the rule that allows the move, and `cites` lists the printed clauses that the rule implements. `chance`
    is the chance to win, from 0 to 1.
    """

    call: str
    words: str
    expected: tuple[str, ...]
    rule: str
    cites: tuple[str, ...]
    chance: float


def hint_lines(state: State, hints: Sequence[Hint]) -> list[HintTold]:
    """Format the hints for one decision, best first.

    If several moves have the same expected result, only the first hint mentions that result.
    """
    told: set[str] = set()
    found = []
    for hint in hints:
        lines = tuple(line for line in _expected(state, hint) if line not in told)
        told.update(lines)
        about = _allowed_by(state, hint)
        words = button_text(state.table, hint.move, state.vector[PC], values_around(state.table, state.vector))
        found.append(HintTold(hint.move.call, words, lines, unnumbered(called(about)), tuple(about.cites), hint.chance))
    return found


def ending_text(ahead: PassEnding | None, said: Locale, passed: bool = False) -> str:
    """Return a warning that passing would end the game, or an empty string if it would not.

    For example, `If you pass, the game ends: “The fair closes”.` If `passed` is True, the warning begins with `Now`.
    """
    if ahead is None:
        return ""
    needs = [said("if_you_pass")] * (not passed) + [said("if_no_other")] * (not ahead.at_once)
    ends = said("the_game_ends", title=ahead.title)
    return said("if_then", needs=said.listed(needs), ends=ends) if needs else said("now", ends=ends)


def _expected(state: State, hint: Hint) -> Iterator[str]:
    said = state.table.locale
    yield said("chance_of_winning", chance=f"{hint.chance:.0%}", tried=hint.tried)
    if state.table.flow.model.score:
        model = state.table.flow.model
        now = score_of(Position(state, hint.move.seat).points[hint.move.seat], model.score_parts)
        points, key = _short(hint.points / model.score_parts), "points_in_the_end" if hint.is_final else "points_later"
        yield said(key, points=points, now=str(now).replace("-", "−"))
    if hint.answer is not None:
        yield said("then", habit=habit_text(state.table, hint.answer))


def _allowed_by(state: State, hint: Hint) -> Clauses:
    """Return the action that allows the move or, for any other choice, the current phase."""
    flow = state.table.flow
    action = flow.move_kinds[hint.move.row[0]].action
    return action.about if action is not None else flow.nodes[state.vector[PC]].phase


def _short(points: float) -> str:
    return f"{points:.1f}".removesuffix(".0").replace("-", "−")
