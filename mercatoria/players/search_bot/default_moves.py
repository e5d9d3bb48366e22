"""What a seat does if nothing turns out to be surely better, and what is weighed beside that.

The habit of a seat is what the greedy player likes best: its plans look farther than a search can. Where it counts to
look ahead, the habit is to play as one plays on without thinking: all that follows in a trial is played so, and the
trial tells what comes of it. Where seats play on for some rounds only, they do not see what greedy plans bring: there
the habit is left only for what the greedy player likes as much.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import inf

from interpreter.native import Policy
from interpreter.position import Row
from interpreter.rng import Stream
from interpreter.table import Move
from mercatoria.players.eager import MoveValues
from mercatoria.players.greedy import CLOSE, GreedyPlayer
from mercatoria.players.position import Position
from mercatoria.players.search_bot.base_policy import BasePolicy

FAR = 2
"""From so many own moves on, it counts to look ahead."""

VERY_SURE, SURE, RATHER_SURE = 2.0, 1.0, 0.25
"""How many standard errors a move must be better than the habit: where one plays on to the end, what chance has brought
is much of it; where one guesses early, less of it, and the habit is no better guide. More of them where one plays
on by the habit, as then a trial tells what comes of it, and where merchandise goes up and down, as then most of what a
trial brings is chance."""

FILLINGS = 3
"""Ways to fill in an open move that are weighed beside those of the greedy player."""


@dataclass(frozen=True, slots=True)
class DefaultMove:
    """What a seat would do, and what the greedy player likes best."""

    row: Row
    liked: Row
    only: Sequence[Row] | None = None
    """The moves for which the habit may be left; None: all."""


@dataclass(slots=True)
class DefaultMoves:
    """Finds the habits of one seat, from decision to decision."""

    stream: Stream
    _greedy: GreedyPlayer = field(init=False)

    def __post_init__(self) -> None:
        self._greedy = GreedyPlayer(self.stream)

    def habit(self, position: Position, base: BasePolicy) -> DefaultMove | None:
        """The habit in this decision; None where it had better be mixed, so that nobody can foresee it."""
        if position.is_secret and not base.for_some_rounds:
            return None
        liked = self._greedy.choose(position)
        if base.for_some_rounds:
            return DefaultMove(liked.row, liked.row, self._liked_as_much(liked))
        habit = self._played_on(position, base.of_thinker, liked) if is_played_on(base) else liked
        return DefaultMove(habit.row, liked.row)

    def weighed(self, position: Position, habit: DefaultMove, most: int, all_moves: bool) -> list[Row]:
        """So many moves to be weighed at most, the habit first, then those that the greedy player likes best; of
        `all_moves`, or only of those for which it may be left."""
        if habit.only is not None and not all_moves:
            return [habit.row, *habit.only][:most]
        liked = sorted(self._greedy.weighed, key=lambda each: -each[1])
        rows = [habit.row, habit.liked, *(move.row for move, _ in liked)]
        for move in position.moves:
            for _ in range(FILLINGS if move.open else 1):
                filled = position.filled(move, self.stream)
                if filled is not None:
                    rows.append(filled.row)
        return list(dict.fromkeys(rows))[:most]

    def _played_on(self, position: Position, policy: Policy, liked: Move) -> Move:
        """What one does in playing on; of moves that promise the same, what the greedy player likes."""
        moves = [move for move, _ in self._greedy.weighed]
        if len(moves) < 2:
            return liked
        promises = MoveValues(position.table, position.seat, position.determinized, policy.ahead)
        best = [moves[at] for at in promises.best([move.row for move in moves])]
        return liked if liked in best else self.stream.choice(best)

    def _liked_as_much(self, liked: Move) -> list[Row]:
        """What the greedy player likes as much as what it chose, in an order that is drawn."""
        worths = {move.row: worth for move, worth in self._greedy.weighed}
        least = worths.pop(liked.row, inf) - CLOSE
        alike = [row for row, worth in worths.items() if worth >= least]
        return self.stream.sample(alike, len(alike))


def is_played_on(base: BasePolicy) -> bool:
    """Whether the habit is what the seat does in playing on."""
    return not base.for_some_rounds and base.of_thinker.ahead >= FAR


def how_sure(base: BasePolicy, has_merchandise: bool) -> float:
    """How many standard errors are asked for where one plays on so."""
    if base.for_some_turns:
        return SURE
    if not base.plays_to_end:
        return RATHER_SURE
    return VERY_SURE if has_merchandise or is_played_on(base) else SURE
