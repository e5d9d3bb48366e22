"""Tells a broken claim as a scenario, which fails until the rules are mended."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dsl import ast
from dsl.printing import plain
from interpreter.position import PlayFault, Vector
from interpreter.table import CompiledGame
from interpreter.testing import step_lines
from mercatoria.claims.beginnings import GIVEN, before_play, ran
from mercatoria.claims.conditions import Conditions, sought_of
from mercatoria.claims.shrinking import Short, Shrinking
from mercatoria.claims.testing import Answer, Verdict

DOES_NOT_HOLD, RULE_FAILS = "E507", "E503"
"""Codes of the faults with which a scenario shows that a claim is broken, or that a rule fails."""
MOST_RUNS = 150
"""Maximum number of runs that shorten the `given` of a scenario."""


@dataclass(frozen=True, slots=True)
class FoundScenario:
    """The text of a scenario that shows how a claim is broken, and the number of its moves."""

    text: str
    moves: int


def scenario_of(table: CompiledGame, answer: Answer, name: str) -> FoundScenario | None:
    """Return a short scenario for a broken claim, or None if there is none.

    A claim that something is possible has no scenario, because no single game shows that it is impossible.

    Args:
        name: The name of the scenario.
    """
    if answer.verdict is not Verdict.BROKEN or answer.way is None:
        return None
    if answer.claim is not None and answer.claim.form not in ("always", "never"):
        return None
    telling = _Telling(table, answer, name)
    for short in telling.shrinking.shortest(answer.way.steps, answer.way.seed):
        play = list(step_lines(table, short.beginning.position, short.steps))
        if telling.shows(short.beginning.lines, play):
            return FoundScenario(telling.text(telling.with_less_given(short, play), play), short.moves)
    return None


def is_stuck(table: CompiledGame, v: Vector) -> bool:
    """Return True if a player must decide and has no legal move."""
    seats = table.asked(lambda engine: engine.deciders(v))
    try:
        return bool(seats) and not table.asked(lambda engine: engine.moves(v, seats[0]))
    except PlayFault:
        return True


class _Telling:
    """Writes and tries scenarios for one answer."""

    def __init__(self, table: CompiledGame, answer: Answer, name: str) -> None:
        self._table, self._answer, self._name = table, answer, name
        if answer.claim is None:
            self.shrinking = Shrinking(table, lambda v: is_stuck(table, v), failing=True)
        else:
            conditions = Conditions(table, [sought_of(answer.claim)])
            self.shrinking = Shrinking(table, lambda v: bool(conditions.hits(v, 1)))

    def text(self, beginning: Sequence[str], play: Sequence[str]) -> str:
        """Return the whole scenario, from the lines before `play` and the lines of the steps."""
        answer, cites = self._answer, ""
        title = answer.fault.message if answer.fault is not None else f"The claim {answer.name.replace('_', ' ')}"
        if answer.claim is not None:
            title = answer.claim.about.title or title
            cites = f" [{', '.join(answer.claim.about.cites)}]" if answer.claim.about.cites else ""
        title = " ".join(title.replace('"', "'").split())
        heading = f'scenario {self._name} "{title}"{cites}'
        return "\n".join([heading, *self._begun(beginning, play), *self._expected(beginning, play), ""])

    def _begun(self, beginning: Sequence[str], play: Sequence[str]) -> list[str]:
        return [*beginning, *(["    play", *(f"        {line}" for line in play)] if play else [])]

    def _expected(self, beginning: Sequence[str], play: Sequence[str]) -> list[str]:
        """Return the lines after `play`: the condition of the claim, or the move that a stuck player needs."""
        claim, table = self._answer.claim, self._table
        if claim is None:
            v = before_play(table, self._begun(beginning, play))
            seats = table.asked(lambda engine: engine.deciders(v)) if v is not None else ()
            return [f"    allowed {table.flow.model.seats[seat]}: pass" for seat in seats[:1]]
        declared = (decl for decl in table.checked.declarations if isinstance(decl, ast.Claim))
        condition = next(plain(decl.condition) for decl in declared if decl.name.text == claim.about.name)
        return ["    expect", f"        {condition if claim.form == 'always' else f'not ({condition})'}"]

    def shows(self, beginning: Sequence[str], play: Sequence[str]) -> bool:
        """Return True if the scenario fails where the claim is broken."""
        if self._answer.claim is None and (v := before_play(self._table, self._begun(beginning, play))) is not None:
            return is_stuck(self._table, v)
        result = ran(self._table, self.text(beginning, play))
        wanted = RULE_FAILS if self._answer.claim is None else DOES_NOT_HOLD
        return result is not None and [fault.code for fault in result.faults] == [wanted]

    # ------------------------------------------------------------ the given

    def with_less_given(self, short: Short, play: Sequence[str]) -> list[str]:
        """Return the lines before `play`, without those of the `given` that the broken claim does not need."""
        lines = list(short.beginning.lines)
        if GIVEN not in lines:
            return lines
        at = lines.index(GIVEN) + 1
        head, given, runs, size = lines[: at - 1], lines[at:], 0, max(1, (len(lines) - at) // 2)
        while size and runs < MOST_RUNS:
            first = 0
            while first < len(given) and runs < MOST_RUNS:
                runs += 1
                fewer = [*given[:first], *given[first + size :]]
                if self._still_shows([*head, *([GIVEN, *fewer] if fewer else [])], play):
                    given = fewer
                else:
                    first += size
            size //= 2
        return [*head, *([GIVEN, *given] if given else [])]

    def _still_shows(self, beginning: Sequence[str], play: Sequence[str]) -> bool:
        """Return True if the claim holds after fewer lines, and is broken by the same moves."""
        begun = before_play(self._table, beginning)
        return begun is not None and not self.shrinking.breaks(begun) and self.shows(beginning, play)
