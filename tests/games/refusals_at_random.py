"""Plays random moves, and yields random moves that the rules forbid, each with the sentences that refuse it."""

from __future__ import annotations

import random
from collections.abc import Iterator

from dsl import model as m
from interpreter.flow import nodes as f
from interpreter.position import OVER, PC
from mercatoria import Game, Move, NotAMove, PlayFault, State
from mercatoria.web.pages import refusal
from tests.games.at_random import some_move

MOST_TRIED = 40
"""Maximum number of random moves that are tried in one position."""


def refusals(game: Game, seed: int, wanted: int) -> Iterator[tuple[Move, str]]:
    """Yield illegal moves in positions of random games, and what the browser says about each."""
    for state, move in illegal_moves(game, seed, wanted):
        yield move, refusal(state, move, None)


def illegal_moves(game: Game, seed: int, wanted: int) -> Iterator[tuple[State, Move]]:
    """Yield positions of random games, each with a move that is illegal there."""
    rng, found = random.Random(seed), 0
    while found < wanted:
        state = game.start(rng.choice(list(game.players)), rng.randrange(1 << 30))
        for _ in range(rng.randrange(200)):
            if not _play(state, rng):
                break
        move = _illegal(state, rng)
        if move is not None:
            found += 1
            yield state, move


def _play(state: State, rng: random.Random) -> bool:
    """Play a random move, and return False if the game is over or the rules fail."""
    if state.vector[OVER] or not state.deciders:
        return False
    try:
        state.apply(some_move(state, rng.choice(list(state.deciders)), rng, 0.1))
    except PlayFault:
        return False
    return True


def _illegal(state: State, rng: random.Random) -> Move | None:
    """Return an illegal move of a player who decides, or None if every random move that was tried is legal."""
    flow = state.table.flow
    node = flow.nodes[state.vector[PC]]
    kinds = (
        [option.kind for option in node.options if isinstance(option, f.Play)] if isinstance(node, f.Decision) else []
    )
    if not kinds or not state.deciders:
        return None
    seat = rng.choice(list(state.deciders))
    for _ in range(MOST_TRIED):
        kind = rng.choice(kinds)
        values = [_value(type_, flow.model, rng) for _, type_ in flow.move_kinds[kind].params]
        row = state.table.notation.rows.packed([type_ for _, type_ in flow.move_kinds[kind].params], values)
        try:
            move = state.table.notation.move(seat, (kind, *row))
        except NotAMove:
            continue
        if not state.is_legal(move):
            return move
    return None


def _value(of: m.Type, model: m.Model, rng: random.Random) -> object:
    match of:
        case m.Ref(kind) if kind:
            known = model.kinds[kind]
            return known.first + rng.randrange(known.size)
        case m.Bag(kind):
            known = model.kinds[kind]
            sorts = rng.sample(range(known.size), min(known.size, rng.randrange(1, 3)))
            return {known.first + sort: rng.randrange(1, 4) for sort in sorts}
        case m.Many(m.Ref(kind)):
            known = model.kinds[kind]
            return sorted(known.first + each for each in rng.sample(range(known.size), min(known.size, 2)))
        case m.Int(low=low, high=high):
            return rng.randint(low, min(high, low + 6))
        case m.Flag():
            return rng.randrange(2)
    raise AssertionError(of)
