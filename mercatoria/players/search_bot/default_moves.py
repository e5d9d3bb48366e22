"""Default moves: a seat plays its default move unless the search finds a significantly better one.

This module also lists the candidates to compare with the default. The default is normally the favourite move of the
greedy player, whose plans reach further than a search. If the base policy looks far enough ahead, it provides the
default move instead, so that the runs simulate the play that actually follows. If rollouts last only some rounds, they
are too short to show the benefit of greedy plans. The default can then be replaced only by moves that the greedy player
values as highly as the default.

A rollout also ends before a delivery is made, and its seats do not aim at it. If the greedy player's favourite move
furthers a delivery (`deliveries`), the bot plays this move without a search. Otherwise it leaves out the moves that set
the delivery back.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import inf

from interpreter.native import Policy
from interpreter.position import Row
from interpreter.rng import Stream
from interpreter.table import Move
from mercatoria.players.acceptable_offers import AcceptableOffers
from mercatoria.players.eager import MoveValues
from mercatoria.players.greedy import CLOSE, GreedyPlayer
from mercatoria.players.playouts.base_policy import BasePolicy
from mercatoria.players.position import Position

FAR = 2
"""Minimum lookahead, counted in the seat's own moves, at which the base policy provides the default move."""

VERY_SURE, SURE, HALF_SURE, RATHER_SURE = 2.0, 1.0, 0.5, 0.25
"""Number of standard errors by which a move must beat the default to replace it.

The margin is larger if rollouts last to the end of the game, because chance then affects the result more. If a rollout
ends early with an estimate, the default move is no more reliable than the estimate. The margin is largest if the base
policy provides the default, or if prices of merchandise vary.
"""

FILLINGS = 3
"""Number of extra sets of parameter values to consider for each move with open parameters."""


@dataclass(frozen=True, slots=True)
class DefaultMove:
    """A seat's default move, and the greedy player's favourite move."""

    row: Row
    liked: Row
    only: Sequence[Row] | None = None
    """Moves that may replace the default, or None if any move may."""

    def may_become(self, row: Row) -> bool:
        """Return True if the bot may play a move in place of the default, or if it is the default."""
        return self.only is None or row == self.row or row in self.only


@dataclass(slots=True)
class DefaultMoves:
    """Chooses default moves for one seat."""

    stream: Stream
    offers: AcceptableOffers
    _greedy: GreedyPlayer = field(init=False)

    def __post_init__(self) -> None:
        self._greedy = GreedyPlayer(self.stream, self.offers)

    def habit(self, position: Position, base: BasePolicy) -> DefaultMove | None:
        """Return the default move.

        Returns None if the seat should vary its choice at random, so that no player can predict it.
        """
        if position.is_secret and not base.for_some_rounds:
            return None
        liked = self._greedy.favourite(position)
        if base.for_some_rounds:
            return DefaultMove(liked.row, liked.row, self._liked_as_much(liked))
        outlook, rows = position.foresight.outlook, [move.row for move, _ in self._greedy.weighed]
        only = outlook.unharmed(rows, liked.row, position.foresight.worth) if outlook is not None else None
        if only == ():
            return DefaultMove(liked.row, liked.row, [])
        habit = self._played_on(position, base.of_thinker, liked) if is_played_on(base) else liked
        return DefaultMove(habit.row if only is None or habit.row in only else liked.row, liked.row, only)

    def weighed(self, position: Position, habit: DefaultMove, most: int, all_moves: bool) -> list[Row]:
        """Return up to `most` candidates: the default move, then the others in the greedy player's order of preference.

        Unless `all_moves` is True, moves that may not replace the default are left out.
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
        """Return the base policy's move, or the greedy player's favourite among equally good moves."""
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
    if base.until_valued:
        return HALF_SURE
    if not base.plays_to_end:
        return RATHER_SURE
    return VERY_SURE if has_merchandise or is_played_on(base) else SURE
