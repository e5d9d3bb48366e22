"""Plays a whole game between computer players and returns its result.

Games of random players are fastest: they run directly on the engine, with rows of numbers instead of moves and without
views or a log. The course of a game depends only on its seed. Games can therefore be distributed over processes, and
`replay` can play any of them again and record it.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass

from dsl.limits import MOST_DECISIONS
from interpreter.play import Game, State
from interpreter.position import (
    OF_A_POSITION,
    OPEN,
    PC,
    SAMPLES,
    Engine,
    OverBudget,
    PlayFault,
    Row,
    Vector,
    faults,
    filled_legally,
)
from interpreter.rng import Words, below, drawing, weighted_choice
from interpreter.table import WATCHED, CompiledGame, Made, Score, TableError, endless_hint, points_of
from mercatoria.players import Player, Position, seeded, stream_of

LONGEST = MOST_DECISIONS + 1
"""Maximum number of decisions in a game.

By default, play stops with a fault before this number is reached.
"""

RANDOM = "random"


@dataclass(frozen=True, slots=True)
class Result:
    """The result of one game.

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
    """Return True if all players are random; such games need only an engine."""
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
    """Play a game to its end, changing `state`, and return the number of decisions.

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
    """Random choices of moves on the fast path. A game is the same in every process.

    `words` contains the numbers that make up the state of each seat's random stream.
    """

    def __init__(self, seed: int, players: int) -> None:
        self.words = [stream_of(seed, seat).words for seat in range(players)]
        self._draw = [drawing(self.words, seat) for seat in range(players)]

    def row(self, engine: Engine, v: Vector, seat: int, rows: Sequence[Row]) -> Row:
        """Return a random row with its open parameters filled in."""
        row = rows[self._draw[seat](len(rows))]
        return row if OPEN not in row else self.filled(engine, v, seat, rows, row)

    def filled(self, engine: Engine, v: Vector, seat: int, rows: Sequence[Row], row: Row) -> Row:
        """Return the row with its parameters filled in.

        If no legal filling is found, another move is drawn.
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
    """Play one random game on the engine alone."""
    try:
        begun = _start(table)
    except PlayFault as fault:
        return Result(seed, 0, fault=fault)
    return roll_out(table, begun, seed, longest)


def roll_out(table: CompiledGame, v: Vector, seed: int, longest: int = LONGEST) -> Result:
    """Play a random game from a position, which is left unchanged.

    Chance and seats draw from the streams of the seed, as in a game from the start.
    """
    try:
        return _played(table, v[:], seed, longest, table.engine)
    except OverBudget:
        return _played(table, v[:], seed, longest, table)
    except OF_A_POSITION as cause:  # the reference engine shows whether the generated engine is to blame
        plain = copy(table)
        plain.engine = table.walker
        found = _played(plain, v[:], seed, longest, plain.engine)
        table.give_up(cause)
        return found


def _played(table: CompiledGame, v: Vector, seed: int, longest: int, steps: Engine | CompiledGame) -> Result:
    """Play a random game from a position. `steps` applies its moves.

    Raises `OverBudget` if the engine exceeded its budget, so that only the table can decide how to continue.
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
        if isinstance(fault, OverBudget) and steps is engine:
            raise
        return Result(seed, decisions, fault=fault)


def _endless(table: CompiledGame, v: Vector, made: Sequence[Made], positions: Sequence[Vector]) -> PlayFault:
    node = table.flow.nodes[v[PC]]
    fault = PlayFault(faults.never_ends(MOST_DECISIONS), node.span, node.phase)
    fault.hint = endless_hint(table, made, [*positions, v])
    return fault


def _start(table: CompiledGame) -> Vector:
    """Return the initial position of a table, before any chance event.

    The position is the same for all games, so it is cached.
    """
    if _start not in table.cache:
        table.cache[_start] = table.start()
    begun: Vector = table.cache[_start]
    return begun


def _fallen(engine: Engine, v: Vector, chance: list[Words], stream: int) -> int:
    """Draw an outcome of chance from its random stream, exactly as `State` does."""
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

    Raises `PlayFault` if a rule fails earlier.
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
