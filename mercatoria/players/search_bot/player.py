"""The search bot, whose strength is `easy`, `medium`, `hard`, or a number of runs per decision."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from interpreter.position import Row
from interpreter.rng import Stream
from interpreter.table import CompiledGame, Move
from mercatoria.players.acceptable_offers import AcceptableOffers
from mercatoria.players.network_gate import network_of
from mercatoria.players.own_moves import faults_noted
from mercatoria.players.playouts.base_policy import VALUED
from mercatoria.players.playouts.chance_sampler import ChanceSampler
from mercatoria.players.playouts.rollouts import Rollouts
from mercatoria.players.position import Position
from mercatoria.players.prices import prices_of
from mercatoria.players.round_trades import RoundTrades
from mercatoria.players.sampled_positions import SEEDS
from mercatoria.players.search_bot.default_moves import DefaultMoves, how_sure
from mercatoria.players.search_bot.forced_moves import MOST_MOVES, ForcedMoves
from mercatoria.players.search_bot.hints import Hint, Notes
from mercatoria.players.search_bot.levels import runs_of
from mercatoria.players.search_bot.root_sampling import OVERHEARD, RootSampler, one_of
from mercatoria.players.search_bot.search import RootSample, Run, Search, choice
from mercatoria.players.search_bot.sequential_halving import FEWEST, SequentialHalving, most_moves
from mercatoria.players.search_bot.win_estimates import WinEstimates, shares_of_win
from mercatoria.worlds import SIZE

if TYPE_CHECKING:
    from mercatoria.players.afterstates.values import AfterstateValues

FEWEST_WORLDS = 8
"""Minimum number of sampled positions per decision. The minimum takes effect only at the weakest levels."""

FEWEST_OF_ALL = 2
"""Minimum number of runs with which a move may replace the default if all moves are compared."""

Noted = Callable[[Run], None]
"""Callback after each run."""


class SearchBot:
    """A player that searches from positions that its seat cannot rule out.

    The bot receives only a view and a transcript. It compares its default move (`default_moves`) with the greedy
    player's favourite moves, and departs from the default only for a significantly better move.

    If the game has a value network that bots use, the network decides where the seat must act, and everywhere if the
    bot has only one run (`forced_moves`). Elsewhere the bot compares all moves, and the network judges its rollouts,
    which end early.
    """

    def __init__(
        self, stream: Stream, level: str | int, network: Callable[[CompiledGame], AfterstateValues | None] = network_of
    ) -> None:
        """Create a bot with a level from `LEVELS`, or with a number of runs per decision.

        `network` returns the value network of a game, if the bot uses one.
        """
        self._stream = stream
        self._level = level
        self._runs = 0
        """Number of runs per decision, computed at the first decision."""
        self._network = network
        self._habits: DefaultMoves | None = None
        self._beginnings = RootSampler(stream)
        self._trades = RoundTrades()
        self._forced = ForcedMoves(stream, self._beginnings.own, self._trades)
        self._rollouts: Rollouts | None = None

    def choose(self, position: Position) -> Move:
        moves = position.moves
        if len(moves) == 1 and not moves[0].open:
            return moves[0]
        row = self._found(position)
        move = position.named(row) if row is not None else position.sample(self._stream)
        self._trades.note(position, move.row)
        return move

    def hints(self, position: Position, most: int = 3) -> list[Hint]:
        """Return hints for the best moves, with their expected results.

        If two moves are equally good, the bot's own choice comes first.
        """
        table, seat, notes = position.table, position.seat, Notes(position.seat)

        def note(run: Run) -> None:
            with faults_noted():
                end = run.end[:]
                if self._rollouts is not None and self._rollouts.base.for_some_turns:  # assets alone do not say who won
                    self._rollouts.finish(end, ChanceSampler(table, self._stream.randrange(SEEDS)))
                ended = bool(table.engine.over(end))
                counts = ended and table.flow.model.players > 1
                share = shares_of_win(table, end)[seat] if counts else run.share
                notes.note(run.taken, share, table.engine.scores(end)[seat], ended)

        best = self._found(position, note)
        return notes.best(most, table.notation.move, None if position.is_secret else best)

    # ------------------------------------------------------------ search

    def _found(self, position: Position, note: Noted | None = None) -> Row | None:
        """Return the best move, or None if the search found no move."""
        table = position.table
        values = self._network(table)
        rollouts = self._rollouts = self._rollouts or Rollouts(table, VALUED if values is not None else None)
        self._runs = runs_of(self._level, rollouts.base.cost)
        size = max(FEWEST_WORLDS, min(SIZE, self._runs // FEWEST_WORLDS))
        if values is not None and note is None and (position.must_act or self._runs < FEWEST_OF_ALL):
            return self._forced.best(position, values, size)
        offers = AcceptableOffers(self._beginnings.own, size, self._trades)
        habits = self._habits = self._habits or DefaultMoves(self._stream, offers)
        habit = habits.habit(position, rollouts.base)
        if habit is not None and habit.only == [] and note is None:
            return habit.row
        base = rollouts.base
        worths = WinEstimates(table, base.plays_to_end, base.for_some_turns, values)
        search = Search(table, position.seat, self._stream, worths, rollouts)
        supposed, overheard = self._beginnings.found(position, size, search)
        begun: list[tuple[RootSample, int]] = []
        heard, of_use = 0, 0

        def trial(number: int, row: Row | None = None) -> float | None:
            nonlocal heard, of_use
            if number == len(begun):
                begun.append((one_of(supposed, self._stream), self._stream.randrange(SEEDS)))
            if overheard and (heard < OVERHEARD or 4 * of_use > heard):
                other = search.run(one_of(overheard, self._stream), ChanceSampler(table, self._stream.randrange(SEEDS)))
                heard, of_use = heard + 1, of_use + (other is not None and len(other.taken) > 1)
            beginning, seed = begun[number]
            run = search.run(beginning, ChanceSampler(table, seed), row)
            if run is not None and note is not None:
                note(run)
            return run.share if run is not None else None

        if habit is not None:
            most = most_moves(self._runs) if values is None else MOST_MOVES
            rows = habits.weighed(position, habit, most, all_moves=note is not None)
            if values is not None:
                only = self._forced.without_idle_offers(position, values, rows, size)
            else:
                only = [row for row in offers.without_others(position, rows) if habit.may_become(row)]
            idle = [row for row in rows if row not in only] if note is not None else []  # hints show them
            rows = [*only, *idle]
            sure = how_sure(rollouts.base, prices_of(table).has_merchandise)
            fewest = FEWEST if values is None else FEWEST_OF_ALL
            return SequentialHalving(rows, trial, sure, only, fewest).best(self._runs)
        for number in range(self._runs):
            trial(number)
        return choice(search.root(begun[0][0]), self._stream)
