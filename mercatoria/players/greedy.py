"""`greedy`: takes what brings most, as far as it sees by its own next moves.

It counts what the ranking asks for, as a rule its points less those of the best rival. In a game whose points do not
count money it also counts what it has, at what things cost in this game (`prices`), and what it would take to gain
points by one more action (`plans`): that it gets together, and keeps, and goes the way there. Where they do, it counts
what its merchandise usually brings (`merchandise`). Of moves that come to the same, doing something goes before
passing, then what comes to it sooner; where there is merchandise sooner goes first, as who sells something and buys it
back has done nothing. Other ties are broken by the stream of the seat. It offers what suits the other, too, by the same
prices, and not twice with the same things in hand. It bids no more than a thing is worth to it, and as little as it
may. It does not go round in a circle: where it has decided before, it leaves out what leads back to where it has been,
as long as there is something else, such as a pass.

It cannot cheat: it asks `Position` only, which plays on a copy with suppositions in place of what the seat may not see.
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
"""How many ways to fill in an open move are looked at."""

CLOSE = 1e-6
"""Worths that differ by less count as equal."""

MOST_VISITS = 20
"""How often it tries its luck in one and the same position."""

NEVER = -2
"""How far the game never was, also not one move before."""

PATIENCE = 20
"""How often it holds on to a plan that can still be carried out."""


class GreedyPlayer:
    """Takes the move that scores best at once."""

    def __init__(self, stream: Stream) -> None:
        self._stream = stream
        self._been: dict[int, int] = {}
        """The positions in which it has decided, and how often; also what came of a move where it had been before. By
        their hash."""
        self._offered_with: tuple[int, ...] = ()
        """What it had when it last thought of offers: with the same it does not think of them again."""
        self._places: set[tuple[int, int]] = set()
        """Where its things have been."""
        self._planned_with: tuple[int, tuple[int, ...]] = (0, ())
        self._plan = Plan()
        """How it means to gain points, and which points and what else it had when it thought of that."""
        self._held_on = 0
        """How often it has thought of its plan and kept it."""
        self._decided = NEVER
        """How far the game was when it last decided freely."""
        self.weighed: list[tuple[Move, float]] = []
        """The moves that it last chose among, and what it thought each of them is worth."""
        self._number = NEVER
        """How far the game was at its last decision; if it is no farther now, moves were taken back."""

    def choose(self, position: Position) -> Move:
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
        if not foresight.has_merchandise:  # what is sold and bought back comes to the same as a pass
            found = [each for each in found if each[1].row != PASS] or found
        soonest = min(steps for steps, _ in found)
        found = [each for each in found if each[0] == soonest]
        found = [each for each in found if each[1].row != PASS] or found
        return self._stream.choice([move for _, move in found])

    def _make_plan(self, foresight: Foresight, number: int) -> None:
        """Sets how it means to gain points. It thinks of it anew when it has other points than before, or other things
        and more has happened than its own move. A plan that it has held on to for long is forgotten: by now there may
        be an easier one."""
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
        """The legal moves; for one that leaves something open, a few ways to fill it in."""
        found = [move for move in position.moves if not move.open]
        left_open = [move for move in position.moves if move.open]
        if left_open and found:
            holdings = position.foresight.holdings
            left_open, self._offered_with = ([], holdings) if holdings == self._offered_with else (left_open, holdings)
        for move in left_open:
            found += dict.fromkeys(self._filled_in(position, move))
        return found

    def _filled_in(self, position: Position, move: Move) -> Iterator[Move]:
        """A few ways to fill in an open move. Where none was found it is not tried again: that takes long."""
        for _ in range(TRIES):
            filled = position.filled(move, self._stream)
            if filled is None:
                return
            yield filled

    def _visits(self, position: Position) -> int:
        """How often it has decided in this very position, with this time; 0 if it cannot know."""
        if position.number <= self._number:
            self._been.clear()
        self._number = position.number
        if (here := _hashed(position.known)) is None:
            return 0
        self._been[here] = self._been.get(here, 0) + 1
        return self._been[here]

    def _leads_on(self, position: Position, move: Move, visits: int) -> bool:
        """Whether a move leads to where it has not been; luck is tried some times."""
        result = _hashed(position.known_after(move))
        return visits <= MOST_VISITS if result is None else result not in self._been


def _hashed(known: Vector | None) -> int | None:
    return hash(tuple(known)) if known is not None else None
