"""Explanations in every game: refused moves name their reason and a way out, and nobody learns what he may not see.

Two positions that differ only in what the asker may not see must be explained alike, word for word.
"""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

import mercatoria
from dsl import model as m
from interpreter.engine import Row
from interpreter.flow import Choice
from interpreter.layout import PC, Run
from interpreter.legality import kind_of
from interpreter.moves import Move
from interpreter.views import may_see
from mercatoria import Game, State

GAMES = sorted(path.parent.name for path in (Path(__file__).resolve().parents[2] / "games").glob("*/rulebook.rules"))
REFUSED = 200
"""Illegal moves of each game that are explained."""


@pytest.fixture(scope="module", params=GAMES)
def game(request: pytest.FixtureRequest) -> Game:
    return mercatoria.load(request.param)


# ---------------------------------------------------------------- positions and moves


def positions(game: Game, rng: random.Random) -> Iterator[State]:
    """Positions of random plays with every number of players, some decisions apart, for ever."""
    while True:
        for players in game.players:
            state = game.start(players, seed=rng.randrange(10_000))
            for _ in range(12):
                for _ in range(rng.randrange(1, 25)):
                    if not state.is_over:
                        state.apply(state.sample(rng, rng.choice(state.deciders)))
                yield state
                if state.is_over:
                    break


def any_move(state: State, rng: random.Random) -> Move:
    """A move with any parameters of the right type; mostly of an action that is offered to somebody who decides."""
    flow = state.table.flow
    deciders = state.deciders
    seat = rng.choice(deciders) if deciders and rng.random() < 0.8 else rng.randrange(state.players)
    node = flow.nodes[state.vector[PC]]
    offered = [kind_of(option) for option in node.options if kind_of(option)] if isinstance(node, Choice) else []
    if offered and rng.random() < 0.7:
        number = rng.choice(offered)
    else:
        number = rng.randrange(1, len(flow.move_kinds))
    types = [of for _, of in flow.move_kinds[number].params]
    packed: Row = tuple(state.table.notation.rows.packed(types, [any_value(of, flow.model, rng) for of in types]))
    return state.table.notation.move(seat, (number, *packed))


def any_value(of: m.Type, model: m.Model, rng: random.Random) -> object:
    match of:
        case m.Int(low, high):
            return rng.randint(max(low, -3), min(high, rng.choice([3, 30, 3000])))
        case m.Flag():
            return rng.randrange(2)
        case m.Ref(kind):
            return rng.randrange(model.kinds[kind].first, model.kinds[kind].first + model.kinds[kind].size)
        case m.Bag(kind):
            of_kind = model.kinds[kind]
            return {of_kind.first + rng.randrange(of_kind.size): rng.randint(1, 2) for _ in range(rng.randrange(3))}
        case m.Many(m.Ref(kind)):
            of_kind = model.kinds[kind]
            return sorted({of_kind.first + rng.randrange(of_kind.size) for _ in range(rng.randrange(3))})
    raise AssertionError(of)


def illegal_moves(game: Game, rng: random.Random) -> Iterator[tuple[State, Move]]:
    for state in positions(game, rng):
        for _ in range(6):
            move = any_move(state, rng)
            if not state.is_legal(move):
                yield state, move


def test_a_refused_move_names_its_reason_and_what_is_allowed_instead(game: Game) -> None:
    rng = random.Random(game.slug)
    found = illegal_moves(game, rng)
    reasons = set()
    for _ in range(REFUSED):
        state, move = next(found)
        before = state.vector[:]
        told = state.why_not(move)
        assert told is not None
        assert told.reasons, f"{move} is refused for no reason"
        assert all(reason.rule for reason in told.reasons)
        reasons.update(reason.name for reason in told.reasons)
        assert (told.nearest is None) == (move.seat not in state.deciders), move
        if told.nearest is not None:
            assert state.clone().apply(told.nearest).last is not None, "the nearest change is legal"
        assert state.vector == before
    assert len(reasons) >= 10, reasons


# ---------------------------------------------------------------- what nobody else may know


def with_other_secrets(state: State, asker: int | None, rng: random.Random) -> State:
    """The same position, with other facts wherever the asker may not look: other sums of money, other cards."""
    other = state.clone()
    v, layout = other.vector, state.table.flow.layout
    hands: dict[str, list[tuple[Run, int]]] = {}
    for run in layout.runs.values():
        for entry, (owner, keys) in enumerate(run.combinations()):
            if run.field.builtin or may_see(run.field, owner, keys, asker) == "all":
                continue
            if isinstance(run.field.type, m.Int) and run.field.type.money:
                more = rng.randrange(1, 400)
                v[run.base[entry]] += more
                v[layout.runs[state.table.flow.model.field_named("bank")].base[0]] -= more
            elif run.kind is not None and run.form in ("bag", "pile", "stack"):
                hands.setdefault(run.kind.root, []).append((run, run.base[entry]))
    for holders in hands.values():
        for one in holders:
            for two in holders:
                if one is not two:
                    exchange(v, one, two, rng)
    return other


def exchange(v: list[int], one: tuple[Run, int], two: tuple[Run, int], rng: random.Random) -> None:
    """A piece of one holder changes places with one of another."""
    mine, theirs = pieces(v, *one), pieces(v, *two)
    if mine and theirs:
        a, b = rng.choice(mine), rng.choice(theirs)
        for (run, base), gone, come in ((one, a, b), (two, b, a)):
            if run.form == "bag":
                v[base + gone] -= 1
                v[base + come] += 1
            else:
                first = base + (2 if run.form == "stack" else 1)
                v[first + pieces(v, run, base).index(gone)] = come
                v[first : first + v[base]] = sorted(v[first : first + v[base]])


def pieces(v: list[int], run: Run, base: int) -> list[int]:
    """The sorts or things in a bag, a pile or a shuffled stack."""
    if run.form == "bag":
        return [at for at in range(run.widths[0]) if v[base + at]]
    first = base + (2 if run.form == "stack" else 1)
    return v[first : first + v[base]] if run.form == "pile" or not v[base + 1] else []


def alike(state: State, other: State, asker: int | None) -> bool:
    """Whether an asker cannot tell two positions apart, his own legal moves included."""
    same = state.view(asker) == other.view(asker)
    return same and (asker not in state.deciders or state.moves(asker) == other.moves(asker))


def two_worlds(game: Game, rng: random.Random) -> Iterator[tuple[State, State, int | None]]:
    """Two positions between which an asker cannot tell."""
    for state in positions(game, rng):
        asker = rng.choice([None, *range(state.players)])
        other = with_other_secrets(state, asker, rng)
        if other.vector != state.vector and alike(state, other, asker):
            yield state, other, asker


def test_explanations_of_moves_tell_nothing_hidden(game: Game) -> None:
    rng = random.Random(f"{game.slug} moves")
    worlds = two_worlds(game, rng)
    explained = 0
    while explained < REFUSED:
        state, other, asker = next(worlds)
        for _ in range(10):
            move = any_move(state, rng)
            if move.seat in state.deciders and rng.random() < 0.3:
                move = state.sample(rng, move.seat)
            if move.seat == asker and state.is_legal(move) != other.is_legal(move):
                continue
            mine, theirs = state.why_not(move, asker if asker is not None else -1), other.why_not(
                move, asker if asker is not None else -1)  # fmt: skip
            assert str(mine) == str(theirs), move
            explained += mine is not None
