"""Summarises the game for newcomers: limits on the current turn, how the game ends, and how it is scored."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from dsl.model import And, Compare, Ending, Expr, Int, Or
from interpreter.flow import Decision, EffectAnalysis, Play
from interpreter.position import PC, once
from interpreter.table import CompiledGame, called
from interpreter.trace import Perspective, perspective_at, visibility_at
from interpreter.wording import LIMITS, PlainLanguage
from mercatoria import State
from mercatoria.drawing import VisibleValues

SOON = {"once": "soon_once", "turn": "soon_turn", "round": "soon_round"}
"""Keys of the warning that an ending is near, for each time at which the rulebook checks it."""
LIFETIMES = ("phase", "turn", "round")
"""Lifetimes of fields that begin again during the game, so that they do not lead to its end."""
LONGEST_WAY = 1000
"""Maximum difference between the first and the last number of an ending that is shown as a bar."""


@dataclass(frozen=True, slots=True)
class Fact:
    """One line of the summary: its text, its current state, and the printed clauses behind it."""

    words: str
    state: str
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Nearness:
    """The progress of an ending: a text, the present number, the last number, and the share of the way between the
    first and the last number, in percent. `share` is None if the ending does not depend on one visible number.
    """

    state: str = ""
    now: str = ""
    last: str = ""
    share: int | None = None


@dataclass(frozen=True, slots=True)
class End:
    """A way in which the game can end, and how close it is."""

    words: str
    cites: tuple[str, ...]
    near: Nearness


def turn(state: State, seat: int | None) -> list[Fact]:
    """Return the actions that can be used only a few times per turn, and how often the seat has used them, as in
    `Buy: 2 of 3`.
    """
    node = state.table.flow.nodes[state.vector[PC]]
    if seat is None or seat not in state.deciders or not isinstance(node, Decision):
        return []
    look, found = perspective_at(state.table, seat).look, []
    for option in node.options:
        if not isinstance(option, Play) or option.action.limit is None:
            continue
        action, limit = option.action, option.action.limit
        most = look(limit.number, state.vector, {action.you.uid: seat})
        if most.known and most.value > 1:
            used = state.vector[state.table.walker.legality.use_of(action, seat).base]
            state_now = state.table.locale(f"used_in_{limit.scope}", used=used, most=most.value)
            found.append(Fact(limit.group or called(action.about), state_now, tuple(limit.about.cites)))
    return list(dict.fromkeys(found))


def ends(state: State, seat: int | None) -> list[End]:
    """List the ways in which the game can end, and how close each one is, as far as the seat can tell.

    What is the same for all seats is computed only once.
    """
    common, own = (VisibleValues(state.table, state.vector, reader) for reader in (None, seat))
    found = []
    for number, ending in enumerate(state.table.flow.endings):
        near, same_for_all = _how_near(state, common, number, ending)
        if not same_for_all:
            near, _ = _how_near(state, own, number, ending)
        found.append(End(called(ending.about), tuple(ending.about.cites), near))
    return found


def _how_near(state: State, known: VisibleValues, number: int, ending: Ending) -> tuple[Nearness, bool]:
    """Compute how close an ending is. Return True as well if all seats see the same.

    `number` is the position of the ending in the list of endings.
    """

    def look() -> tuple[Nearness, bool]:
        perspective = _looking(known)
        lasts = all(of.lifetime not in LIFETIMES for of in reads(ending.condition))
        near = _progress(state, perspective, ending.condition) if lasts else Nearness()
        words = "; ".join(_near(state, perspective, ending.condition)) if lasts else ""
        return replace(near, state=_soon(state, perspective, ending) or words), not perspective.tells_apart

    reads = EffectAnalysis(known.table.flow.model).reads
    return known.kept(("end", number), "near", lambda: reads(ending.condition), look)


def _looking(known: VisibleValues) -> Perspective:
    """Clear the cache of a seat's evaluator, which computes expressions as the seat sees them, and return the
    evaluator. Each seat keeps its own evaluator.
    """
    eyes = once(known.table, _perspective, known.seat)
    eyes.forget()
    return eyes


def _perspective(table: CompiledGame, seat: int | None) -> Perspective:
    return Perspective(table.flow, visibility_at(table, seat))


def _soon(state: State, perspective: Perspective, ending: Ending) -> str:
    """Return a warning if the condition of an ending is already true, or an empty string if it is false or hidden from
    the seat.
    """
    holds = perspective.look(ending.condition, state.vector, {})
    return state.table.locale(SOON[ending.time]) if holds.known and holds.value else ""


def _near(state: State, perspective: Perspective, condition: Expr) -> Iterator[str]:
    """Yield the current value of each comparison in a condition, and the value at which the game ends.

    For example, `wagons arrived: 2 now, 8 or more at the end`. Other languages than English get no such text, because
    no translation puts expressions into words.
    """
    if not state.table.locale.is_english:
        return
    if isinstance(condition, And | Or):
        yield from _near(state, perspective, condition.left)
        yield from _near(state, perspective, condition.right)
    if not isinstance(condition, Compare) or not isinstance(condition.left.type, Int) or condition.op not in LIMITS:
        return
    here, there = (perspective.look(side, state.vector, {}) for side in (condition.left, condition.right))
    if here.known and there.known:
        words = PlainLanguage(state.table, perspective, state.vector).phrase(condition.left, {}).removeprefix("the ")
        plain = state.table.notation.plain
        now, end = (plain(seen.value, condition.left.type) for seen in (here, there))
        yield f"{words}: {now} now, {LIMITS[condition.op].format(end)} at the end"


def _progress(state: State, perspective: Perspective, condition: Expr) -> Nearness:
    """Return the numbers of a condition that compares a bounded number with a limit."""
    if not isinstance(condition, Compare) or not isinstance(condition.left.type, Int) or condition.op not in LIMITS:
        return Nearness()
    here, there = (perspective.look(side, state.vector, {}) for side in (condition.left, condition.right))
    if not (here.known and there.known):
        return Nearness()
    of = condition.left.type
    first = of.low if there.value > of.low and condition.op not in ("<", "<=") else of.high
    way = there.value - first
    if not 0 < abs(way) <= LONGEST_WAY * of.parts:
        return Nearness()
    plain = state.table.notation.plain
    share = min(100, max(0, 100 * (here.value - first) // way))
    return Nearness("", str(plain(here.value, of)), str(plain(there.value, of)), share)


def points(state: State) -> list[Fact]:
    """List the scoring rules of the game."""
    return [Fact(called(line.about), "", tuple(line.about.cites)) for line in state.table.flow.model.score]
