"""Default moves: the move that a seat makes unless the search finds a significantly better one.

This module also lists the candidates to compare with the default. The default is normally the favourite move of the
greedy player, whose plans reach further than a search. If the base policy has enough lookahead, the default is the move
of that policy, so that the runs measure its actual consequences. If rollouts last for only some rounds, they are too
short to show the benefit of greedy plans. In that case, only moves that the greedy player values as highly as its
favourite can replace the default.
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
"""Minimum lookahead, counted in the seat's own moves, at which the base policy provides the default move."""

VERY_SURE, SURE, RATHER_SURE = 2.0, 1.0, 0.25
"""Number of standard errors by which a move must beat the default to replace it.

If rollouts last to the end of the game, chance causes much of the result, so the margin is larger. If a rollout ends
early with an estimate, the result depends less on chance, and the default move is no more reliable than the estimate.
The margin is largest in two cases: if the base policy provides the default, because the runs then measure the
consequences of that move; and if prices of merchandise vary, because chance then dominates the result.
"""

FILLINGS = 3
"""Number of fillings of an open move to consider, in addition to those of the greedy player."""


@dataclass(frozen=True, slots=True)
class DefaultMove:
    """The default move of a seat, and the favourite move of the greedy player."""

    row: Row
    liked: Row
    only: Sequence[Row] | None = None
    """The moves that may replace the default; None if any move may."""


@dataclass(slots=True)
class DefaultMoves:
    """A source of default moves for one seat."""

    stream: Stream
    _greedy: GreedyPlayer = field(init=False)

    def __post_init__(self) -> None:
        self._greedy = GreedyPlayer(self.stream)

    def habit(self, position: Position, base: BasePolicy) -> DefaultMove | None:
        """Return the default move.

        Returns None if the seat should vary its choice at random, so that no player can predict it.
        """
        if position.is_secret and not base.for_some_rounds:
            return None
        liked = self._greedy.choose(position)
        if base.for_some_rounds:
            return DefaultMove(liked.row, liked.row, self._liked_as_much(liked))
        habit = self._played_on(position, base.of_thinker, liked) if is_played_on(base) else liked
        return DefaultMove(habit.row, liked.row)

    def weighed(self, position: Position, habit: DefaultMove, most: int, all_moves: bool) -> list[Row]:
        """Return up to `most` candidate moves: the default first, then the others in the greedy player's order of
        preference.

        Moves that may not replace the default are left out unless `all_moves` is True.
        """
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
        """Return the move that the base policy would make.

        Among equally good moves, the greedy player's favourite is preferred.
        """
        moves = [move for move, _ in self._greedy.weighed]
        if len(moves) < 2:
            return liked
        promises = MoveValues(position.table, position.seat, position.determinized, policy.ahead)
        best = [moves[at] for at in promises.best([move.row for move in moves])]
        return liked if liked in best else self.stream.choice(best)

    def _liked_as_much(self, liked: Move) -> list[Row]:
        """Return the moves that the greedy player values as much as its choice, in random order."""
        worths = {move.row: worth for move, worth in self._greedy.weighed}
        least = worths.pop(liked.row, inf) - CLOSE
        alike = [row for row, worth in worths.items() if worth >= least]
        return self.stream.sample(alike, len(alike))


def is_played_on(base: BasePolicy) -> bool:
    """Return True if the base policy provides the default move."""
    return not base.for_some_rounds and base.of_thinker.ahead >= FAR


def how_sure(base: BasePolicy, has_merchandise: bool) -> float:
    """Return the number of standard errors by which a move must beat the default."""
    if base.for_some_turns:
        return SURE
    if not base.plays_to_end:
        return RATHER_SURE
    return VERY_SURE if has_merchandise or is_played_on(base) else SURE
