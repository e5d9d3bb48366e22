"""The `greedy` player: it takes the move that gains its seat most within the next few moves.

**Value.** The player maximises the ranking criterion, usually its lead in points over the best rival. If the scoring
does not count money, the player also values its assets at the prices of this game (`prices`). The player plans its next
scoring action (`plans`), collects the assets that the plan needs, and moves its things into position. If the scoring
counts money, the player values goods at their usual proceeds (`merchandise`).

**Deliveries.** If some moves pay a premium for goods at a place, the player also values the way that it has come
towards the best of these deliveries, and moves that may bring new ones (`deliveries`).

**Ties.** Among equally good moves, the player avoids a pass and prefers the move that gains sooner. In a game with
merchandise, gaining sooner matters most, because it achieves nothing to sell goods and buy them back. Any remaining tie
is broken by the seat's random stream.

**Offers and bids.** The player makes only offers that also benefit the other player at the same prices, and that the
other player can pay, as far as the seat can know (`acceptable_offers`). It repeats none until its assets change, and
undoes no trade of the same round (`round_trades`). The player values a bid as if the other players passed next, so bids
are as low as possible and never exceed the item's value.

**Loops.** When a position repeats, the player avoids moves that lead back to a known position, unless it has no other
move. The player never rules out a pass.

The player cannot see hidden information: it uses only `Position`, which tries moves on a copy with assumed values.
"""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.position import PASS, Vector
from interpreter.rng import Stream
from interpreter.table import Move
from mercatoria.players.acceptable_offers import AcceptableOffers
from mercatoria.players.foresight import Foresight
from mercatoria.players.plans import Plan
from mercatoria.players.position import Position
from mercatoria.players.sampled_positions import SampledPositions

TRIES = 3
"""Maximum number of sets of values to try for the open parameters of each move."""

CLOSE = 1e-6
"""Largest difference at which two move values count as equal."""

MOST_VISITS = 20
"""Maximum number of decisions in the same position before moves with uncertain results are avoided."""

NEVER = -2
"""Decision number that means "no decision yet".

The value is not -1, because decision 0 would then seem to follow directly after another decision.
"""

PATIENCE = 20
"""Number of consecutive times that the player keeps a plan before it looks for an easier one."""


class GreedyPlayer:
    """A player that takes the move with the highest value, and remembers its plan and earlier positions."""

    def __init__(self, stream: Stream, offers: AcceptableOffers | None = None) -> None:
        """Create a player for one seat and one game. It draws from `stream`.

        `offers` tells which offers are worth making, so that a bot that samples positions itself does so only once.
        """
        self._stream = stream
        self._offers = offers or AcceptableOffers(SampledPositions(stream))
        self._been: dict[int, int] = {}
        """Number of decisions made in each position, by position hash.

        The number is 0 for a position that a move led to but in which the player has made no decision.
        """
        self._offered_with: tuple[int, ...] = ()
        """The player's assets when it last considered making offers.

        Until these assets change, the player considers no further offers.
        """
        self._places: set[tuple[int, int]] = set()
        """Locations that the player's things have visited, as (slot, value) pairs."""
        self._planned_with: tuple[int, tuple[int, ...]] = (0, ())
        self._plan = Plan()
        """The current plan to gain points.

        `_planned_with` stores the seat's points and assets when the plan was made.
        """
        self._held_on = 0
        """Number of consecutive times that the player reconsidered its plan and kept it."""
        self._decided = NEVER
        self.weighed: list[tuple[Move, float]] = []
        """Moves considered in the last decision, with their values.

        The list is empty if the player had only one move.
        """
        self._number = NEVER

    def choose(self, position: Position) -> Move:
        """Return the move to play, with all parameters filled in.

        If no parameter values work for any move, the result is a random legal move.
        """
        move = self.favourite(position)
        self._offers.note(position, move.row)
        return move

    def favourite(self, position: Position) -> Move:
        """Return the move that the player would choose, for a bot that may play another one."""
        self.weighed = []
        moves = self._spelled_out(position)
        if not moves:
            return position.sample(self._stream)
        visits = self._visits(position)
        if visits < 2:
            return self._best(position, moves)
        leads_on = [move for move in moves if move.row == PASS or self._leads_on(position, move, visits)]
        best = self._best(position, leads_on or moves)
        if (result := _hashed(position.known_after(best))) is not None:
            self._been.setdefault(result, 0)
        return best

    def _best(self, position: Position, moves: list[Move]) -> Move:
        if len(moves) == 1:
            return moves[0]
        foresight = position.foresight
        self._places.update(foresight.places(foresight.start))
        foresight.been = self._places
        self._make_plan(foresight, position.number)
        listed = {move.row for move in position.moves}
        offers = {move.row for move in moves} - listed
        prospects = foresight.prospects([move.row for move in moves], offers)
        self.weighed = [(move, each.worth) for move, each in zip(moves, prospects, strict=True)]
        best = max(each.worth for each in prospects)
        found = [(each.steps, move) for each, move in zip(prospects, moves, strict=True) if each.worth >= best - CLOSE]
        if not foresight.has_merchandise:  # otherwise, selling a piece and buying it back may have the effect of a pass
            found = [each for each in found if each[1].row != PASS] or found
        soonest = min(steps for steps, _ in found)
        found = [each for each in found if each[0] == soonest]
        found = [each for each in found if each[1].row != PASS] or found
        return self._stream.choice([move for _, move in found])

    def _make_plan(self, foresight: Foresight, number: int) -> None:
        """Choose the plan to gain points.

        The player makes a new plan if its points have changed, or if its assets have changed and another player has
        moved since. A plan that was kept many times is dropped, because an easier plan may exist by now.
        """
        had_points, had = self._planned_with
        foresight.plan = self._plan
        alone = number == self._decided + 1
        if foresight.points == had_points and (alone or foresight.holdings == had):
            self._decided = number
            return
        if self._held_on >= PATIENCE:
            foresight.plan, self._held_on = Plan(), 0
        if (plan := foresight.planned()) is not None:
            self._held_on = self._held_on + 1 if plan.rows == self._plan.rows != () else 0
            self._decided, self._plan = number, plan
            self._planned_with = foresight.points, foresight.holdings
        foresight.plan = self._plan

    def _spelled_out(self, position: Position) -> list[Move]:
        """Return the legal moves, with a few sets of values for each move with open parameters."""
        found = [move for move in position.moves if not move.open]
        left_open = [move for move in position.moves if move.open]
        if left_open and found:
            holdings = position.foresight.holdings
            left_open, self._offered_with = ([], holdings) if holdings == self._offered_with else (left_open, holdings)
        for move in left_open:
            found += dict.fromkeys(self._filled_in(position, move))
        worth_making = {*self._offers.without_others(position, [move.row for move in found])}
        return [move for move in found if move.row in worth_making]

    def _filled_in(self, position: Position, move: Move) -> Iterator[Move]:
        """Yield a few sets of values for a move's open parameters; stop at the first failure, because each attempt is
        slow.
        """
        for _ in range(TRIES):
            filled = position.filled(move, self._stream)
            if filled is None:
                return
            yield filled

    def _visits(self, position: Position) -> int:
        """Count this decision, and return the number of decisions made in this position, or 0 if the position is
        unknown.
        """
        if position.number <= self._number:
            self._been.clear()
        self._number = position.number
        if (here := _hashed(position.known)) is None:
            return 0
        self._been[here] = self._been.get(here, 0) + 1
        return self._been[here]

    def _leads_on(self, position: Position, move: Move, visits: int) -> bool:
        """Return True if a move leads to a position that the player has not met before.

        An uncertain result also counts as new during the first `MOST_VISITS` decisions in a position.
        """
        result = _hashed(position.known_after(move))
        return visits <= MOST_VISITS if result is None else result not in self._been


def _hashed(known: Vector | None) -> int | None:
    return hash(tuple(known)) if known is not None else None
