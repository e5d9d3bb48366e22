"""The result of a finished game: why it ended, the ranking, the points by scoring rule, and the tie-breakers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from dsl.model import CallValue, Expr, Flag, Model, Size, Slot, Type
from interpreter.position import PlayFault
from interpreter.table import Score, called, one_line, points_of, spaced
from interpreter.wording import field_noun
from mercatoria import State


@dataclass(frozen=True, slots=True)
class TieBreak:
    """Two adjacent players in the ranking who have equal points, and the tie-breaker that separates them."""

    better: int
    worse: int
    most: bool
    """True if the highest value ranks first, False if the lowest value does."""
    words: str
    """The name of the tie-breaker, such as `won cards`: that of its field or value."""
    values: tuple[str, str]


@dataclass(frozen=True, slots=True)
class FinalScores:
    """The result of a finished game.

    `lines` contains each scoring rule with the points that it gave each seat. Scoring rules that cannot be evaluated
    are left out.
    """

    ending: str
    cites: tuple[str, ...]
    ranking: tuple[tuple[int, ...], ...]
    scores: tuple[Score, ...]
    lines: tuple[tuple[str, tuple[Score, ...]], ...]
    ties: tuple[TieBreak, ...]

    def places(self) -> Iterator[tuple[int, int]]:
        """Yield the rank and seat of each player, best first. Tied seats share a rank."""
        place = 1
        for seats in self.ranking:
            for seat in seats:
                yield place, seat
            place += len(seats)


def final_scores(state: State) -> FinalScores:
    """Return the result of a finished game."""
    endings = {ending.about.name: ending.about for ending in state.table.flow.endings}
    about = endings.get(state.ended_by)
    return FinalScores(
        state.table.locale("rule_ended") if about is None else called(about), about.cites if about else (),
        tuple(map(tuple, state.ranking)), state.scores, tuple(_lines(state)), tuple(_ties(state)),
    )  # fmt: skip


def _lines(state: State) -> Iterator[tuple[str, tuple[Score, ...]]]:
    model = state.table.flow.model
    var = model.score_var
    for line in model.score:
        try:
            points = points_of(model, [
                state.table.walker.evaluator.value(line.value, state.vector, {var.uid: seat} if var is not None else {})
                for seat in range(model.players)
            ])  # fmt: skip
        except PlayFault:
            continue
        yield called(line.about), points


def _ties(state: State) -> Iterator[TieBreak]:
    for above, below in pairwise(state.ranking):
        better, worse = above[0], below[0]
        if state.scores[better] == state.scores[worse] and (tie := _tie(state, better, worse)) is not None:
            yield tie


def _tie(state: State, better: int, worse: int) -> TieBreak | None:
    """Return the first tie-breaker whose value differs between two seats, or None."""
    model = state.table.flow.model
    for key in model.ranking:
        try:
            values = [
                state.table.walker.evaluator.value(
                    key.by, state.vector, {model.rank_var.uid: seat} if model.rank_var is not None else {}
                )
                for seat in (better, worse)
            ]
        except PlayFault:
            return None
        if values[0] != values[1]:
            one, other = (_shown(state, value, key.by.type) for value in values)
            return TieBreak(better, worse, key.most, _criterion(model, key.by), (one, other))
    return None


def _shown(state: State, value: int, of: Type) -> str:
    said = state.table.locale
    return said("yes" if value else "no") if isinstance(of, Flag) else str(state.table.notation.plain(value, of))


def _criterion(model: Model, by: Expr) -> str:
    """Return the name of a tie-breaker: that of its field or value, or the rulebook's expression if it has none."""
    match by:
        case Slot(field=of) | Size(of=Slot(field=of)):
            return field_noun(of)
        case CallValue(name):
            return model.values[name].about.title or spaced(name)
    return one_line(by.span.text)
