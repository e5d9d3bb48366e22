"""Plays games that differ only in a secret, to compare what the program tells a player about them.

*Twins* are two games with the same moves and different secrets, which look the same to an asker. Every question must
get the same answer in both twins. The seat Two has a secret; the askers are the other seat One and a spectator.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations

import mercatoria
from interpreter.explain import Answer
from interpreter.flow.nodes import Decision, Pass
from interpreter.position import PC
from mercatoria import State
from mercatoria.drawing import draw, full_log

ONE, TWO = range(2)
ASKERS = (ONE, None)


def answered(ask: Callable[[], Answer]) -> str:
    try:
        return ask().told(4)
    except (mercatoria.NoAnswer, mercatoria.NotAMove, mercatoria.PlayFault) as fault:
        return f"{type(fault).__name__}: {fault}"


def told(state: State, asker: int | None, names: Iterable[str]) -> Iterator[str]:
    """Yield an asker's answers to questions about some names, and to all questions about past and possible moves."""
    for name in names:
        yield answered(lambda name=name: state.why(name, asker))  # type: ignore[misc]
    for step in range(1, len(state.log()) + 1):
        yield answered(lambda step=step: state.why(str(step), asker))  # type: ignore[misc]
    if asker in state.deciders:
        for move in state.moves(asker):
            yield f"{move}: " + answered(lambda move=move: state.what_if(str(move), asker))  # type: ignore[misc]
    yield str(draw(state, asker)) + str(full_log(state, asker))


def looks(state: State, asker: int | None) -> str:
    """Return everything an asker sees without asking: the table, the log, the pending decisions and the asker's own
    moves.
    """
    node = state.table.flow.nodes[state.vector[PC]]
    options = node.options if isinstance(node, Decision) else ()
    asked = sorted(option.kind for option in options if not isinstance(option, Pass))
    own = [str(move) for move in state.moves(asker)] if asker in state.deciders else []
    return str((state.view(asker), state.log(asker), asked, own))


@dataclass(slots=True)
class Course:
    """A game, with everything that each asker has seen of it."""

    state: State
    seen: dict[int | None, tuple[str, ...]]

    @classmethod
    def of(cls, state: State) -> Course:
        return cls(state, {asker: (looks(state, asker),) for asker in ASKERS})

    def after(self, seat: int) -> Course:
        """Return the game after a seat's first legal move."""
        state = self.state.clone()
        state.apply(state.moves(seat)[0])
        return Course(state, {asker: (*seen, looks(state, asker)) for asker, seen in self.seen.items()})


def twins(courses: list[Course], asker: int | None) -> Iterator[tuple[State, State]]:
    """Yield pairs of positions with different secrets, whose games have always looked the same to an asker."""
    alike: dict[tuple[str, ...], list[State]] = {}
    for course in courses:
        alike.setdefault(course.seen[asker], []).append(course.state)
    for group in alike.values():
        different = {str(state.view(TWO)["things"]): state for state in group}
        yield from combinations(different.values(), 2)


def rounds(courses: list[Course]) -> Iterator[list[Course]]:
    """Yield the games after each decision. A game in which a different seat decides is dropped."""
    while courses:
        yield courses
        going = [course for course in courses if not course.state.is_over]
        seat = going[0].state.deciders[0] if going else -1
        courses = [course.after(seat) for course in going if seat in course.state.deciders]
