"""`greedy`: takes the move that gains most, with a lookahead of a few moves of the same seat.

It counts the criterion of the ranking, usually its lead in points over the best rival. In a game whose points do not
count money it also counts its assets, at the prices of this game (`prices`), and plans the next action that gains
points (`plans`): it collects and keeps what the plan needs, and moves its things towards it. If points count money, it
counts the usual proceeds of its merchandise (`merchandise`) until the game is about to end. Among equal moves it
prefers any to a pass, then the one with the earlier gain. With merchandise it prefers the earlier gain first, because a
sale followed by a purchase has achieved nothing. The stream of the seat breaks other ties.

It makes offers from which the other player also gains, by the same prices. With the same assets it does not consider
offers a second time. It values a bid as if the other players passed. It avoids loops: when a position repeats, it omits
moves that lead back to a known position, as long as it has another move, such as a pass.

It cannot cheat: it only asks `Position`, which plays on a copy with assumptions for everything hidden from the seat.
"""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.position import PASS, Vector
from interpreter.rng import Stream
from interpreter.table import Move
from mercatoria.players.foresight import Foresight
from mercatoria.players.plans import Plan
from mercatoria.players.position import Position

TRIES = 3
"""Maximum number of fillings of an open move to examine."""

CLOSE = 1e-6
"""Values that differ by less count as equal."""

MOST_VISITS = 20
"""Number of visits to a position up to which moves with an unknown result are still allowed."""

NEVER = -2
"""Decision number before any decision. It is not -1, because 0 would then look like the next decision."""

PATIENCE = 20
"""Number of times in a row that it keeps the same plan before it looks for an easier one."""


class GreedyPlayer:
    """A player that takes the move with the highest value, and remembers its plan and its positions."""

    def __init__(self, stream: Stream) -> None:
        """Create a player for one seat and one game, which draws ties and fillings from `stream`."""
        self._stream = stream
        self._been: dict[int, int] = {}
        """Number of decisions in each position, by hash; 0 for positions that one of its moves led to."""
        self._offered_with: tuple[int, ...] = ()
        """Its assets when it last considered offers; with the same assets it does not consider them again."""
        self._places: set[tuple[int, int]] = set()
        """Places where its things have been."""
        self._planned_with: tuple[int, tuple[int, ...]] = (0, ())
        self._plan = Plan()
        """Its plan to gain points; `_planned_with` has the points and assets when it was made."""
        self._held_on = 0
        """Number of times in a row that it has reconsidered its plan and kept it."""
        self._decided = NEVER
        """Decision number of its last free choice."""
        self.weighed: list[tuple[Move, float]] = []
        """The moves of its last decision with their values, more is better; [] if it had no choice."""
        self._number = NEVER
        """Decision number of its last decision; if the number has not grown, moves were undone."""

    def choose(self, position: Position) -> Move:
        """Return the move to play, without open parameters.

        Without a filling for any move it samples a legal one.
        """
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
        if not foresight.has_merchandise:  # a sale and a purchase of the same piece equal a pass
            found = [each for each in found if each[1].row != PASS] or found
        soonest = min(steps for steps, _ in found)
        found = [each for each in found if each[0] == soonest]
        found = [each for each in found if each[1].row != PASS] or found
        return self._stream.choice([move for _, move in found])

    def _make_plan(self, foresight: Foresight, number: int) -> None:
        """Set the plan to gain points.

        It is renewed if the seat's points have changed, or if its assets have changed and other players have moved. A
        plan that was kept for long is dropped: by now there may be an easier one.
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
        """Return the legal moves, with a few fillings for each open move."""
        found = [move for move in position.moves if not move.open]
        left_open = [move for move in position.moves if move.open]
        if left_open and found:
            holdings = position.foresight.holdings
            left_open, self._offered_with = ([], holdings) if holdings == self._offered_with else (left_open, holdings)
        for move in left_open:
            found += dict.fromkeys(self._filled_in(position, move))
        return found

    def _filled_in(self, position: Position, move: Move) -> Iterator[Move]:
        """Yield a few fillings of an open move. After the first failure it stops: each try takes long."""
        for _ in range(TRIES):
            filled = position.filled(move, self._stream)
            if filled is None:
                return
            yield filled

    def _visits(self, position: Position) -> int:
        """Return the number of its decisions in this position, including this one; 0 if unknown."""
        if position.number <= self._number:
            self._been.clear()
        self._number = position.number
        if (here := _hashed(position.known)) is None:
            return 0
        self._been[here] = self._been.get(here, 0) + 1
        return self._been[here]

    def _leads_on(self, position: Position, move: Move, visits: int) -> bool:
        """Return True if a move leads to a new position.

        Unknown results count as new for `MOST_VISITS` visits.
        """
        result = _hashed(position.known_after(move))
        return visits <= MOST_VISITS if result is None else result not in self._been


def _hashed(known: Vector | None) -> int | None:
    return hash(tuple(known)) if known is not None else None
