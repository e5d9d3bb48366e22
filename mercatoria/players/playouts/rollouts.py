"""Rollouts: simulations that continue a game under a simple policy to estimate how good a position is.

Each seat plays like an eager player but sometimes makes a random move, so that rollouts vary. A rollout lasts to the
end of the game if that is affordable. In some games, random play beats eager play. In these games, rollouts are random
and stop early, at the end of a round, because results further ahead are noise. In other games, eager play beats random
play only without offers. In these games, rollouts make no offers and last only some rounds.

Rollouts use the native engine if it is installed, and the Python engine otherwise. Both engines draw the same random
numbers, so the bot's choices do not depend on the engine.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import partial

from interpreter.native import CHANCE, TRIES, PlayoutLimits, Policy, SeatedGames, Stopped
from interpreter.position import (
    OPEN,
    PC,
    SAMPLES,
    EarlyFault,
    OverBudget,
    PlayFault,
    Row,
    Vector,
    drawn_move,
    filled_legally,
    once,
)
from interpreter.table import CompiledGame, TentativeSteps
from mercatoria.players.determinization import suppositions
from mercatoria.players.eager import MoveValues
from mercatoria.players.native_games import native_games
from mercatoria.players.playouts.base_policy import (
    MOST_LOOKED,
    TO_END,
    BasePolicy,
    CalibrationGame,
    base_policy,
)
from mercatoria.players.playouts.chance_sampler import ChanceSampler
from mercatoria.players.position import FILLINGS
from mercatoria.players.values import round_slot

TO_NEXT_ROUND = PlayoutLimits(0, 24, MOST_LOOKED)
"""Limits on random rollouts in a game with fitted values, which predict the winner better than a long random rollout.
"""
TO_END_OF_ROUND = PlayoutLimits(6, 24, MOST_LOOKED)


class Rollouts:
    """Plays rollouts for a game and player count."""

    def __init__(self, table: CompiledGame, base: BasePolicy | None = None) -> None:
        """Prepare rollouts.

        Args:
            base: Policies of the seats. By default, self-play calibrates them once for each game and player count.
        """
        self._table = table
        self._supposed = suppositions(table)
        self._round = round_slot(table)
        self._games = native_games(table)
        self.base = base if base is not None else once(table, calibrated_policy)

    def play_on(self, v: Vector, luck: ChanceSampler, thinker: int, fitted: bool = False) -> None:
        """Continue the game in place with a rollout for the searching seat `thinker`.

        If `fitted` is True, random rollouts stop at the next round, where fitted values estimate the winner. Raises
        `PlayFault` if a rule fails.
        """
        by_chance = TO_NEXT_ROUND if fitted else TO_END_OF_ROUND
        stretch = TO_END if self.base.plays_to_end else self.base.stretch if self.base.policy.ahead else by_chance
        seats = [self.base.policy] * self._table.flow.model.players
        seats[thinker] = self.base.of_thinker
        self.play_some(v, luck, seats, stretch)

    def finish(self, v: Vector, luck: ChanceSampler) -> None:
        """Play until the game ends or reaches the default limit on its length.

        Raises `PlayFault` if a rule fails.
        """
        self.play_some(v, luck, [self.base.policy] * self._table.flow.model.players, TO_END)

    def play_some(self, v: Vector, luck: ChanceSampler, seats: Sequence[Policy], stretch: PlayoutLimits) -> int:
        """Play within the given limits, with one policy per seat.

        Returns the cost: the number of decisions plus the number of examined moves. Raises `PlayFault` if a rule fails.
        """
        if self._table.engine.over(v):
            return 0
        done = self._played_natively(self._games, v, luck, seats, stretch) if self._games is not None else None
        return done if done is not None else self._played_here(v, luck, seats, stretch)

    def _begun(self, number: int, seats: Sequence[Policy], stretch: PlayoutLimits) -> CalibrationGame:
        v, cost = self._table.start(), 0
        with suppress(PlayFault):
            cost = self.play_some(v, ChanceSampler(self._table, number), seats, stretch)
        return CalibrationGame(v, bool(self._table.engine.over(v)), cost)

    def _played_natively(
        self, games: SeatedGames, v: Vector, luck: ChanceSampler, seats: Sequence[Policy], stretch: PlayoutLimits
    ) -> int | None:
        """Play natively and return the cost, or return None and change nothing if the module cannot continue."""
        machine = games.machine
        machine.position = v
        machine.set_streams(luck.words)
        try:
            cost = games.play_some(seats, stretch, machine.memory.slot(self._round))
        except Stopped:
            return None
        v[:] = machine.position
        return cost

    def _played_here(self, v: Vector, luck: ChanceSampler, seats: Sequence[Policy], stretch: PlayoutLimits) -> int:
        """Play in Python and return the cost. If a tentative step fails, play again with the steps of the table."""
        before, words = v[:], luck.words[:]
        try:
            return self._played_with(self._table.tentative, v, luck, seats, stretch)
        except (OverBudget, EarlyFault):
            v[:], luck.words[:] = before, words
            return self._played_with(self._table, v, luck, seats, stretch)

    def _played_with(
        self,
        steps: TentativeSteps | CompiledGame,
        v: Vector,
        luck: ChanceSampler,
        seats: Sequence[Policy],
        stretch: PlayoutLimits,
    ) -> int:
        engine, begun, decided, looked = self._table.engine, 0, 0, 0
        while not engine.over(v):
            deciders = engine.deciders(v)
            if not deciders:
                steps.resolve(v, luck.fallen(v))
                continue
            if decided == stretch.longest or looked >= stretch.most_looked:
                break
            if decided > stretch.shortest and v[self._round] != begun:
                break
            if decided <= stretch.shortest:
                begun = v[self._round]
            row, cost = self._chosen(v, deciders[0], luck, seats[deciders[0]])
            steps.apply(v, deciders[0], row)
            decided, looked = decided + 1, looked + cost
        return looked + decided

    # ------------------------------------------------------------ one decision

    def _chosen(self, v: Vector, seat: int, luck: ChanceSampler, policy: Policy) -> tuple[Row, int]:
        """Return a seat's move, and the number of moves examined to find it."""
        rows = self._weighed(v, seat, luck, policy) if policy.ahead else []
        if not rows:
            return self.by_chance(v, seat, luck), 0
        promises = MoveValues(self._table, seat, self._supposed[seat].of(v), policy.ahead)
        best = promises.best(rows)
        return rows[best[luck.drawn(seat, len(best))]], promises.looked

    def _weighed(self, v: Vector, seat: int, luck: ChanceSampler, policy: Policy) -> list[Row]:
        """Return the moves that an eager seat examines, with a few sets of values for open parameters.

        The list is empty if the seat has only one move, or if it makes a random move this time.
        """
        listed, draw = self._table.engine.moves(v, seat), partial(luck.drawn, seat)
        if (len(listed) == 1 and OPEN not in listed[0]) or (policy.astray and draw(100) < policy.astray):
            return []
        bare = [] if policy.offers else [row for row in listed if OPEN not in row]
        found: list[Row] = []
        for row in bare or listed:
            for _ in range(TRIES if OPEN in row else 1):
                filled = filled_legally(self._table.engine, v, seat, row, draw, FILLINGS) if OPEN in row else row
                if filled is None:
                    break
                found.append(filled)
        return found

    def by_chance(self, v: Vector, seat: int, luck: ChanceSampler) -> Row:
        """Return a random legal move.

        Raises `PlayFault` if no legal move is found, for example because of a fault in the rules.
        """
        engine = self._table.engine
        row = drawn_move(engine, v, seat, engine.moves(v, seat), partial(luck.drawn, seat), SAMPLES)
        if row is not None:
            return row
        node = self._table.flow.nodes[v[PC]]
        raise PlayFault("no legal values were found for the open parameters of a move", node.span, node.phase)

    def filled(self, v: Vector, seat: int, row: Row, luck: ChanceSampler) -> Row | None:
        """Return a move with random values for its open parameters.

        Returns None if no legal values were found.
        """
        return filled_legally(self._table.engine, v, seat, row, partial(luck.drawn, seat), SAMPLES)


def calibrated_policy(table: CompiledGame) -> BasePolicy:
    """Return the base policy of a game and player count, calibrated by self-play."""
    return base_policy(table, Rollouts(table, BasePolicy(CHANCE, 0))._begun)
