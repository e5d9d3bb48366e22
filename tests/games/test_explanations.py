"""Tests the explanations of illegal moves in every game.

Each explanation names the reason and a legal alternative. If two positions differ only in information that is hidden
from the asker, the asker gets the same explanation, word for word.
"""

import itertools
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

import mercatoria
from dsl import model as m
from interpreter.explain.history import History
from interpreter.flow.nodes import Decision
from interpreter.position import PC, FieldLayout
from interpreter.position.engine import Row
from interpreter.reference.legality import kind_of
from interpreter.table.moves import Move
from interpreter.table.views import may_see
from mercatoria import Game, State
from tests.thinning import thinned

GAMES = sorted(path.parent.name for path in (Path(__file__).resolve().parents[2] / "games").glob("*/rulebook.rules"))
REFUSED = 200
"""Number of illegal moves to explain per game."""


QUICK = {"merchants_of_the_middle_ages"}
"""The game with the most secrets: screens, stacks and secret choices. The default run asks about no other."""


@pytest.fixture(scope="module", params=thinned(((name,) for name in GAMES), lambda case: case[0] in QUICK))
def game(request: pytest.FixtureRequest) -> Game:
    return mercatoria.load(request.param)


# ---------------------------------------------------------------- positions and moves


def positions(game: Game, rng: random.Random) -> Iterator[State]:
    """Yield positions of endless random games, several decisions apart, for every player count."""
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
    """Return a move with parameters of the right types, usually for an action that the deciding player is offered."""
    flow = state.table.flow
    deciders = state.deciders
    seat = rng.choice(deciders) if deciders and rng.random() < 0.8 else rng.randrange(state.players)
    node = flow.nodes[state.vector[PC]]
    offered = [kind_of(option) for option in node.options if kind_of(option)] if isinstance(node, Decision) else []
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
        told = state.why_not(move, move.seat)
        assert told is not None
        assert told.reasons, f"{move} is refused for no reason"
        assert all(reason.rule for reason in told.reasons)
        reasons.update(reason.name for reason in told.reasons)
        assert (told.nearest is None) == (move.seat not in state.deciders), move
        if told.nearest is not None:
            assert state.clone().apply(told.nearest).last is not None, "the nearest change is legal"
        assert state.vector == before
    assert len(reasons) >= 8, reasons


# ---------------------------------------------------------------- hidden information


def with_other_secrets(state: State, asker: int | None, rng: random.Random) -> State:
    """Return the position with different values in all fields that are hidden from the asker."""
    other = state.clone()
    v, layout = other.vector, state.table.flow.layout
    hands: dict[str, list[tuple[FieldLayout, int]]] = {}
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


def exchange(v: list[int], one: tuple[FieldLayout, int], two: tuple[FieldLayout, int], rng: random.Random) -> None:
    """Swap a piece from one holder for a piece from another holder."""
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


def pieces(v: list[int], run: FieldLayout, base: int) -> list[int]:
    if run.form == "bag":
        return [at for at in range(run.widths[0]) if v[base + at]]
    first = base + (2 if run.form == "stack" else 1)
    return v[first : first + v[base]] if run.form == "pile" or not v[base + 1] else []


def alike(state: State, other: State, asker: int | None) -> bool:
    """Return True if the asker cannot tell the two positions apart, even from the asker's legal moves."""
    same = state.view(asker) == other.view(asker)
    return same and (asker not in state.deciders or state.moves(asker) == other.moves(asker))


def two_worlds(game: Game, rng: random.Random) -> Iterator[tuple[State, State, int | None]]:
    """Yield two positions that the asker cannot tell apart."""
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
            mine, theirs = state.why_not(move, asker), other.why_not(move, asker)
            assert str(mine) == str(theirs), move
            explained += mine is not None


def questions(state: State, rng: random.Random) -> Iterator[str]:
    """Yield questions about values, fields, points, log steps, rules, endings and whole actions."""
    model = state.table.flow.model
    seats = list(model.seats)
    yield from ("last", "end", f"{rng.choice(seats)} score", f"{rng.choice(seats)} points {rng.randrange(1, 5)}")
    yield str(rng.randrange(1, (state.last.length if state.last else 0) + 1) if state.last else 1)
    yield rng.choice(list(model.actions))
    yield rng.choice(list(model.routines))
    for rule in filter(lambda each: not each.of_action, rng.sample(list(model.values.values()), 4)):
        args = [any_thing(var.type, model, rng) for var in rule.params]
        yield f"{rule.about.name}({', '.join(args)})" if args else rule.about.name
    for of in rng.sample([of for of in model.fields if not of.builtin], 6):
        owner = any_thing(m.Ref(of.kind), model, rng) + "." if of.kind else ""
        keys = [
            any_thing(m.Ref(kind), model, rng) if kind else str(first)
            for kind, (first, _) in zip(of.key_kinds, of.keys, strict=True)
        ]
        yield f"{owner}{of.name}({', '.join(keys)})" if keys else f"{owner}{of.name}"


def any_thing(of: m.Type, model: m.Model, rng: random.Random) -> str:
    """Return a random plain value of a type, in the syntax of the language."""
    match of:
        case m.Ref(kind):
            return rng.choice(model.kinds[kind].things)
        case m.Flag():
            return rng.choice(["yes", "no"])
        case m.Bag(kind):
            return f"1 of {rng.choice(model.kinds[kind].things)}"
        case m.Int(low, high):
            return str(rng.randint(max(low, 0), min(high, 9)))
    return "{}"


def told(state: State, question: str, asker: int | None, supposed: bool = False) -> str:
    """Return an answer with all details, or the reason why no answer exists."""
    try:
        answer = state.what_if(question, asker) if supposed else state.why(question, asker)
    except (mercatoria.NoAnswer, mercatoria.NotAMove) as fault:
        return f"no answer: {fault}"
    return answer.told(4)


def test_every_question_has_an_answer(game: Game) -> None:
    rng = random.Random(f"{game.slug} questions")
    for state in itertools.islice(positions(game, rng), 6):
        asker = rng.choice(state.deciders) if state.deciders else 0
        before = state.vector[:]
        for question in questions(state, rng):
            answer = told(state, question, asker)
            assert not answer.startswith("no answer"), (question, answer)
        assert state.vector == before


def test_answers_about_the_past_add_up(game: Game) -> None:
    """The recorded changes of each public number must lead from its initial to its current value."""
    rng = random.Random(f"{game.slug} past")
    checked = 0
    for state in itertools.islice(positions(game, rng), 20):
        history = History(state.table, state.last, state.vector[:], None)
        assert history.known
        for run in state.table.flow.layout.runs.values():
            if run.form != "number" or run.field.builtin or run.field.visibility != "open":
                continue
            for base in run.base[:2]:
                value = state.vector[base]
                for _, deed in history.changes(range(base, base + 1)):
                    assert deed.after[base] == value
                    value = deed.before[base]
                    checked += 1
                assert value == history.before[0][base]
        if checked > 300:
            break
    assert checked > 50


@pytest.mark.parametrize("number", [50, pytest.param(500, marks=pytest.mark.slow)])
def test_answers_tell_nothing_hidden(game: Game, number: int) -> None:
    """The positions have no history, and the asker cannot tell them apart."""
    rng = random.Random(f"{game.slug} answers")
    asked = 0
    for state, other, asker in two_worlds(game, rng):
        state.last = other.last = None
        for question in questions(state, rng):
            assert told(state, question, asker) == told(other, question, asker), question
            asked += 1
        if asked >= number:
            break


def two_pasts(game: Game, rng: random.Random) -> Iterator[tuple[State, State, int | None]]:
    """Yield pairs of games that the asker cannot tell apart, although hidden random outcomes and secret
    choices differ.
    """
    while True:
        for players in game.players:
            seed, asker = rng.randrange(10_000), rng.choice([None, *range(players)])
            one, other = (game.start(players, seed, chance="manual") for _ in range(2))
            best: tuple[State, State] | None = None
            for _ in range(rng.randrange(20, 120)):
                if one.is_over or not _both_go_on(one, other, asker, rng):
                    break
                if alike(one, other, asker):
                    best = one.clone(), other.clone()
            if best is not None and best[0].vector != best[1].vector:
                yield (*best, asker)


def _both_go_on(one: State, other: State, asker: int | None, rng: random.Random) -> bool:
    """Continue both games by one log entry, which may differ only if it is hidden from the asker.

    Return False if no such entry exists.
    """
    before = one.clone()
    if one.is_chance:
        one.resolve(rng.choice(one.chance_outcomes())[0])
        known = " = " in one.log(asker)[-1]
        outcomes = [fallen for fallen, _ in other.chance_outcomes()]
        wanted = [one.record["log"][-1]["chance"]] if known else outcomes
        if not outcomes or wanted[0] not in outcomes:
            return False
        other.resolve(rng.choice(wanted))
    else:
        seat = rng.choice(one.deciders)
        move = one.sample(rng, seat)
        one.apply(move)
        told, node = one.log(asker)[-1], before.table.flow.nodes[before.vector[PC]]
        if seat not in other.deciders:
            return False
        if "has chosen" in told and isinstance(node, Decision):
            picks = [each for each in other.moves(seat) if each.action == move.action]
            move = rng.choice(picks) if picks else move
        if not other.is_legal(move):
            return False
        other.apply(move)
    return one.deciders == other.deciders and one.is_chance == other.is_chance


@pytest.mark.parametrize("number", [30, pytest.param(300, marks=pytest.mark.slow)])
def test_answers_about_the_past_tell_nothing_hidden(game: Game, number: int) -> None:
    rng = random.Random(f"{game.slug} pasts")
    asked = 0
    for state, other, asker in two_pasts(game, rng):
        for question in [*questions(state, rng), *(str(rng.randrange(1, state.last.length + 1)) for _ in range(6))]:
            assert told(state, question, asker) == told(other, question, asker), question
            asked += 1
        if asked >= number:
            break


@pytest.mark.parametrize("number", [20, pytest.param(200, marks=pytest.mark.slow)])
def test_trials_tell_nothing_hidden(game: Game, number: int) -> None:
    rng = random.Random(f"{game.slug} trials")
    tried = 0
    for state, other, asker in two_worlds(game, rng):
        moves = [move for move in state.moves(asker) if not move.open] if asker in state.deciders else []
        for move in rng.sample(moves, min(4, len(moves))):
            before = state.vector[:]
            assert told(state, str(move), asker, True) == told(other, str(move), asker, True), move
            assert state.vector == before
            tried += 1
        if tried >= number:
            break
