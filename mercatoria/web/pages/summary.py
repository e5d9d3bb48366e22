"""Where the game stands, in a few sentences for somebody who is new to it: the turn, the end, the points."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from dsl.model import Compare, Expr, Int
from interpreter.explain import perspective_at
from interpreter.flow import Decision, Facts, Play
from interpreter.position import PC
from interpreter.table import called, spaced
from mercatoria import State
from mercatoria.drawing import KnownValues


@dataclass(frozen=True, slots=True)
class Fact:
    """Something to know: in words, how far it has come, and the clauses that say so."""

    words: str
    state: str
    cites: tuple[str, ...]


def turn(state: State, seat: int | None) -> list[Fact]:
    """What may be done in this turn only so often, and how often it was: `Buy: 2 of 3`."""
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
            state_now = f"{used} of {most.value} in this {limit.scope}"
            found.append(Fact(called(action.about), state_now, tuple(limit.about.cites)))
    return found


def ends(state: State, seat: int | None) -> list[Fact]:
    """What ends the game, and how near that is, as far as a seat can see."""
    known = KnownValues(state, seat)
    return [
        Fact(called(ending.about), _how_near(known, number, ending.condition), tuple(ending.about.cites))
        for number, ending in enumerate(state.table.flow.endings)
    ]


def _how_near(known: KnownValues, number: int, condition: Expr) -> str:
    """How near an ending is, as far as a seat can see; `number` is its place among the endings."""
    reads = Facts(known.state.table.flow.model).reads
    near = _near(known.state, known.seat, condition)
    return known.kept(("end", number), "near", lambda: reads(condition), lambda: "; ".join(near))


def _near(state: State, seat: int | None, condition: Expr) -> Iterator[str]:
    """How far the two sides of a comparison are apart: `wagons arrived 2, ends at 8`."""
    if not isinstance(condition, Compare) or not isinstance(condition.left.type, Int):
        return
    look = perspective_at(state.table, seat).look
    here, there = (look(side, state.vector, {}) for side in (condition.left, condition.right))
    if here.known and there.known:
        words = " ".join(condition.left.span.text.split())
        yield f"{_plain(words)}: {here.value} now, {there.value} at the end"


def _plain(expression: str) -> str:
    """An expression as a person says it: `deck.size` is the size of a deck, and that is what one calls it by."""
    return spaced(expression.removesuffix(".size").removesuffix(".number"))


def points(state: State) -> list[Fact]:
    """What brings points."""
    return [Fact(called(line.about), "", tuple(line.about.cites)) for line in state.table.flow.model.score]
