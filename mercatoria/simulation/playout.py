"""Plays a whole game between computer players and returns its result.

Games between random players run fastest. Random players use the engine directly, without move objects, views or a log.
The course of a game depends only on its seed and its players. Games can therefore run in several processes, and
`replay` can repeat any game in order to record it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import dataclass

from dsl.limits import MOST_DECISIONS
from interpreter.game import Game, State
from interpreter.position import (
    OF_A_POSITION,
    OPEN,
    PC,
    SAMPLES,
    EarlyFault,
    Engine,
    OverBudget,
    PlayFault,
    Row,
    Vector,
    faults,
    filled_legally,
    once,
)
from interpreter.rng import Words, below, drawing, weighted_choice
from interpreter.table import WATCHED, CompiledGame, Made, Score, TableError, TentativeSteps, endless_hint, points_of
from mercatoria.players import Player, Position, seeded, stream_of

LONGEST = MOST_DECISIONS + 1
"""Maximum number of decisions in a game.

With the default value, the engine's own limit stops the game first and reports a fault.
"""

RANDOM = "random"


@dataclass(frozen=True, slots=True)
class Result:
    """Result of one game.

    If a rule failed, `fault` is set and there is no ranking.
    """

    seed: int
    decisions: int
    scores: tuple[Score, ...] = ()
    ranking: tuple[tuple[int, ...], ...] = ()
    ending: str = ""
    fault: PlayFault | None = None

    @property
    def finished(self) -> bool:
        return bool(self.ranking)

    @property
    def winners(self) -> tuple[int, ...]:
        return self.ranking[0] if self.ranking else ()


EAGER = "eager"


def all_random(kinds: Sequence[str]) -> bool:
    """Return True if all players are random, so that the games need only an engine."""
    return all(name == RANDOM for name in kinds)


def play(game: Game, players: int, seed: int, kinds: Sequence[str], plain: bool = False) -> Result:
    """Play one game from its seed with these kinds of player.

    If `plain` is True, use the reference engine.
    """
    if all_random(kinds):
        return play_randomly(game.table(players, plain), seed)
    state = game.start(players, seed, plain=plain)
    seated = [seeded(name, seed, seat) for seat, name in enumerate(kinds)]
    try:
        decisions = play_on(state, seated)
    except PlayFault as fault:
        decisions = sum(1 for entry in state.record["log"] if "move" in entry)
        return Result(seed, decisions, fault=fault)
    return result_of(state, decisions)


def play_on(state: State, seated: Sequence[Player], longest: int = LONGEST) -> int:
    """Play a game to its end in place, and return the number of decisions.

    Raises `PlayFault` if a rule fails.
    """
    decisions = 0
    while not state.is_over and decisions < longest:
        for seat in state.deciders[:1]:
            state.apply(seated[seat].choose(Position(state, seat)))
            decisions += 1
    return decisions


def result_of(state: State, decisions: int) -> Result:
    if not state.is_over:
        return Result(state.seed, decisions, state.scores)
    ranking = tuple(tuple(place) for place in state.ranking)
    return Result(state.seed, decisions, state.scores, ranking, state.ended_by)


# ---------------------------------------------------------------- the fast path


class Chooser:
    """Chooses random moves directly from the engine's encoded moves. The same seed leads to the same choices in every
    process.

    `words` stores the state of each seat's random stream.
    """

    def __init__(self, seed: int, players: int) -> None:
        self.words = [stream_of(seed, seat).words for seat in range(players)]
        self._draw = [drawing(self.words, seat) for seat in range(players)]

    def row(self, engine: Engine, v: Vector, seat: int, rows: Sequence[Row]) -> Row:
        """Return a random encoded move with values for its open parameters."""
        row = rows[self._draw[seat](len(rows))]
        return row if OPEN not in row else self.filled(engine, v, seat, rows, row)

    def filled(self, engine: Engine, v: Vector, seat: int, rows: Sequence[Row], row: Row) -> Row:
        """Return an encoded move with random values for its open parameters.

        If no legal values are found, draw another move.
        """
        left, draw = list(rows), self._draw[seat]
        while left:
            if OPEN not in row:
                return row
            if (filled := filled_legally(engine, v, seat, row, draw, SAMPLES)) is not None:
                return filled
            left.remove(row)
            row = left[draw(len(left))] if left else row
        raise TableError("no legal move was found for this decision")


def play_randomly(table: CompiledGame, seed: int, longest: int = LONGEST) -> Result:
    """Play one random game directly on the engine."""
    try:
        begun = once(table, CompiledGame.start)
    except PlayFault as fault:
        return Result(seed, 0, fault=fault)
    return roll_out(table, begun, seed, longest)


def roll_out(table: CompiledGame, v: Vector, seed: int, longest: int = LONGEST) -> Result:
    """Play a random game from a position, which is left unchanged.

    Chance and seats draw from the seed's streams, as in a game played from the start.
    """
    try:
        return _played(table, v[:], seed, longest, table.tentative)
    except (OverBudget, EarlyFault):
        return _played(table, v[:], seed, longest, table)
    except OF_A_POSITION as cause:  # the reference engine shows whether the generated engine is to blame
        plain = copy(table)
        plain.engine = table.walker
        found = _played(plain, v[:], seed, longest, plain)
        table.give_up(cause)
        return found


def _played(table: CompiledGame, v: Vector, seed: int, longest: int, steps: TentativeSteps | CompiledGame) -> Result:
    """Play a random game from a position.

    Raises `OverBudget` or `EarlyFault` if a tentative step fails, although perhaps no rule does; the caller then
    repeats the game with the steps of the table.
    """
    engine, chooser = table.engine, Chooser(seed, table.flow.model.players)
    chance, streams, words = table.chance_of(seed).words, table.streams.of_node, chooser.words
    decisions = falls = 0
    made: list[Made] = []
    positions: list[Vector] = []
    try:
        deciders, moves, apply = engine.deciders, engine.moves, steps.apply
        while decisions < longest:
            if not (seats := deciders(v)):
                if engine.over(v):
                    return _result(table, v, seed, decisions)
                steps.resolve(v, _fallen(engine, v, chance, streams[v[PC]]))
                falls += 1
                if falls > MOST_DECISIONS:
                    raise _endless(table, v, made, positions)
                continue
            seat = seats[0]
            rows = moves(v, seat)
            pick, words[seat] = below(words[seat], len(rows))
            row = rows[pick]
            row = row if OPEN not in row else chooser.filled(engine, v, seat, rows, row)
            apply(v, seat, row)
            decisions += 1
            if decisions + falls > MOST_DECISIONS - WATCHED:
                made.append((seat, row))
                positions.append(v[:])
                if decisions + falls >= MOST_DECISIONS:
                    raise _endless(table, v, made, positions)
        return Result(seed, decisions, points_of(table.flow.model, engine.scores(v)))
    except PlayFault as fault:
        if isinstance(fault, (OverBudget, EarlyFault)) and steps is not table:
            raise
        return Result(seed, decisions, fault=fault)


def _endless(table: CompiledGame, v: Vector, made: Sequence[Made], positions: Sequence[Vector]) -> PlayFault:
    node = table.flow.nodes[v[PC]]
    fault = PlayFault(faults.never_ends(MOST_DECISIONS), node.span, node.phase)
    fault.hint = endless_hint(table, made, [*positions, v])
    return fault


def random_steps(
    table: CompiledGame, v: Vector, seed: int, most: int, tried: list[tuple[int, Row]] | None = None
) -> Iterator[tuple[int, Row]]:
    """Play a random game from a position in place, and yield each step after it was made.

    A step is a seat and its move, or -1 and the number of a chance outcome. The steps are those of `roll_out` with the
    same seed.

    Args:
        tried: A list that receives each step before it is made.

    Raises:
        PlayFault: Raised if a rule fails.
    """
    chooser, chance = Chooser(seed, table.flow.model.players), table.chance_of(seed).words
    streams = table.streams.of_node
    for _ in range(most):
        engine = table.engine
        if seats := engine.deciders(v):
            step = seats[0], chooser.row(engine, v, seats[0], engine.moves(v, seats[0]))
        elif engine.over(v):
            return
        else:
            step = -1, (_fallen(engine, v, chance, streams[v[PC]]),)
        if tried is not None:
            tried.append(step)
        if seats:
            table.apply(v, *step)
        else:
            table.resolve(v, step[1][0])
        yield step


def _fallen(engine: Engine, v: Vector, chance: list[Words], stream: int) -> int:
    """Draw a random outcome from the same stream as `State` does."""
    weighed = engine.chance(v)
    if len(weighed) == 1:
        return weighed[0][0]
    total = sum([weight for _, weight in weighed])
    pick, chance[stream] = below(chance[stream], total)
    return weighed[pick][0] if total == len(weighed) else weighted_choice(weighed, pick)


def _result(table: CompiledGame, v: Vector, seed: int, decisions: int) -> Result:
    engine = table.engine
    ranking = tuple(tuple(place) for place in engine.ranking(v))
    scores = points_of(table.flow.model, engine.scores(v))
    return Result(seed, decisions, scores, ranking, ending_name(table, engine.over(v)))


def ending_name(table: CompiledGame, code: int) -> str:
    """Return the name of the ending with this code (see `Engine.over`).

    Returns "" if a rule stopped the game.
    """
    endings = table.flow.endings
    return endings[code - 1].about.name if 0 < code <= len(endings) else ""


def replay(game: Game, players: int, seed: int, kinds: Sequence[str], decisions: int) -> State:
    """Replay the first `decisions` decisions of a game, and return a state whose record can be inspected.

    Raises `PlayFault` if a rule fails during the replay.
    """
    state = game.start(players, seed)
    chooser = Chooser(seed, players) if all_random(kinds) else None
    seated = [seeded(name, seed, seat) for seat, name in enumerate(kinds)]
    for _ in range(decisions):
        seat = state.deciders[0]
        if chooser is None:
            state.apply(seated[seat].choose(Position(state, seat)))
        else:
            row = chooser.row(state.table.engine, state.vector, seat, state.rows(seat))
            state.apply(state.table.notation.move(seat, row))
    return state
