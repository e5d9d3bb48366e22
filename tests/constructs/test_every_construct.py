"""Tests each construct of the language from the checker to the engines, in the smallest rulebook that contains it.

`statements`, `expressions` and `holders` have an entry for each class of the model. Each test below is a column of this
table. A class without an entry fails, and so does a column that an entry leaves out without a reason.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import get_args

import pytest

import mercatoria
from dsl import ast
from dsl import model as m
from dsl.folder import GameFolder
from dsl.mutations import mutants
from interpreter.testing.mutation_testing import with_mutant
from mercatoria import Game, State
from tests.constructs.construct import BOARD, COLUMNS, Construct, in_action
from tests.constructs.expressions import EXPRESSIONS
from tests.constructs.faults import CHEST, FAILING, NEEDED, NEVER_FAILING, NEVER_SHORT, SHORT
from tests.constructs.holders import HOLDERS
from tests.constructs.statements import STATEMENTS
from tests.dsl.printing.test_formatter import holds
from tests.games.test_secrets import otherwise, same_for
from tests.games.twins import ASKERS, ONE, Course, rounds, told, twins
from tests.interpreter.agreement.three_engines import InAgreement
from tests.interpreter.trace.effect_watch import Watch, play

CONSTRUCTS = [*STATEMENTS, *EXPRESSIONS, *HOLDERS]
ADD = "`{name}` has no entry; add the shortest rules that contain it to tests/constructs/{file}.py"
GAMES = 6
SEEDS = range(8)


@pytest.fixture(scope="module", params=CONSTRUCTS, ids=lambda each: each.name)
def construct(request: pytest.FixtureRequest) -> Construct:
    return request.param  # type: ignore[no-any-return]


@pytest.fixture(scope="module")
def game(construct: Construct, tmp_path_factory: pytest.TempPathFactory) -> Game:
    return game_of(construct, tmp_path_factory.mktemp(construct.name))


def game_of(construct: Construct, folder: Path) -> Game:
    (folder / "rulebook.rules").write_text(construct.rules, encoding="utf-8")
    (folder / "board.yaml").write_text(BOARD, encoding="utf-8")
    return mercatoria.load(str(folder))


@pytest.fixture(autouse=True)
def only_columns_that_apply(request: pytest.FixtureRequest) -> None:
    """Skip a test whose column an entry leaves out."""
    column = request.node.originalname.removeprefix("test_")
    if column in COLUMNS and (why := request.getfixturevalue("construct").without.get(column)):
        pytest.skip(why)


@pytest.mark.parametrize(
    ("file", "names", "entries"),
    [
        ("statements", [each.__name__ for each in get_args(m.AnyStatement)], STATEMENTS),
        ("expressions", [each.__name__ for each in get_args(m.AnyExpr)], EXPRESSIONS),
        ("holders", list(ast.HOLDER_FORMS), HOLDERS),
    ],
    ids=["statements", "expressions", "holders"],
)
def test_every_construct_has_an_entry(file: str, names: list[str], entries: list[Construct]) -> None:
    found = [each.name for each in entries]
    for name in names:
        assert name in found, ADD.format(name=name, file=file)
    assert list(dict.fromkeys(found)) == names, "the entries have the order of the model"
    for each in entries:
        assert each.without.keys() <= set(COLUMNS) and all(each.without.values())


def test_the_rules_contain_it(construct: Construct, game: Game) -> None:
    made = game.table(2).checked.model
    assert made is not None
    parts = [
        part for part in m.parts((*made.routines.values(), *made.actions.values()))
        if isinstance(part, (m.Statement, m.Expr)) and part.span.start in construct.surroundings
    ]  # fmt: skip
    forms = {
        part.field.type.form for part in parts if isinstance(part, m.Slot) and isinstance(part.field.type, m.Holder)
    }
    assert construct.name in {type(part).__name__ for part in parts} | forms


def test_effects(construct: Construct, game: Game) -> None:
    """The observer sees that the statements read and change all fields that they declare, and no others."""
    watch = Watch(game.table(2).flow)
    for seed in range(GAMES):
        play(watch, seed)
    mine = [op for op in watch.read if isinstance(op, m.Statement) and op.span.start in construct.surroundings]
    assert mine
    for operation in mine:
        of_parts = watch.facts.reads(tuple(m.with_role(operation, m.Role.READS, m.Role.DECIDES)))
        assert of_parts <= watch.read[operation], f"{operation.span.text} declares more than it reads"
        if m.changes_at_once(type(operation)):
            assert watch.declared(operation) == watch.written[operation], (
                f"{operation.span.text} declares other changes"
            )


def steps(game: Game) -> Iterator[tuple[State, State, int]]:
    """Yield the positions before and after each move of some random games, with the seat that moved."""
    for seed in range(GAMES):
        yield from steps_of(game, seed)


def steps_of(game: Game, seed: int) -> Iterator[tuple[State, State, int]]:
    rng, state = random.Random(seed), game.start(2, seed)
    while not state.is_over:
        before, seat = state.clone(), rng.choice(state.deciders)
        state.apply(rng.choice(state.moves(seat)))
        yield before, state, seat


def watched(game: Game) -> tuple[slice, int]:
    """Return the slots of the field that the trigger watches, and the slot that counts how often it has fired."""
    flow = game.table(2).flow
    (trigger,) = [each for each in flow.model.listeners if each.about.name == "woke"]
    run = flow.layout.runs[trigger.field]
    return slice(run.first, run.first + run.width), flow.layout.runs[flow.model.field_named("woken")].base[0]


def test_triggers(construct: Construct, game: Game) -> None:
    """A trigger fires exactly when the construct has changed the field, and `check` never says that it does not."""
    (slots, woken), fired = watched(game), set()
    for before, after, _ in steps(game):
        changed = before.vector[slots] != after.vector[slots]
        assert (after.vector[woken] > before.vector[woken]) == changed, after.log()
        fired.add(changed)
    assert fired == {False, True}
    assert not [each.title for each in game.warnings if each.code == "W431"]


def test_why(construct: Construct, game: Game) -> None:
    """`why` names the construct as the cause of a change."""
    (slots, _), asked = watched(game), 0
    for before, after, seat in steps(game):
        if before.vector[slots] != after.vector[slots]:
            name = after.table.flow.model.seats[seat]
            newest = after.why(construct.changed.format(seat=name), seat).told(4).split("\n  ")[1]
            assert construct.told.replace("you", name) in newest
            asked += 1
    assert asked


def test_layout(construct: Construct) -> None:
    """The formatter keeps the construct, and changes nothing when it runs again."""
    holds(construct.rules)


def test_mutants(construct: Construct, game: Game) -> None:
    """A mutant that `check` accepts has a slip inside the construct."""
    folder, place = game.edition.folder, construct.place
    inside = [each for each in mutants(folder.declarations) if {each.span.start, each.span.end - 1} <= set(place)]
    assert any(accepted(with_mutant(folder, mutant)) for mutant in inside)


def accepted(folder: GameFolder) -> bool:
    return folder.check(2, (), {}, lints=False)[0] is not None


def test_secrets(construct: Construct, game: Game) -> None:
    """No answer tells a player what the fields hide."""
    names = (construct.changed.format(seat="Two"), "score", "not act")
    compared, acted = 0, 0
    for courses in rounds([Course.of(game.start(2, seed)) for seed in SEEDS]):
        for asker in ASKERS:
            for one, other in islice(twins(courses, asker), 1):
                assert list(told(one, asker, names)) == list(told(other, asker, names))
                compared += 1
                acted += any("Two: act" in line for line in one.log(asker))
    assert compared > 1 and acted
    rng, different = random.Random(1), 0
    for seed in SEEDS[:2]:
        for state in positions(game, seed):
            tried = state.moves(state.deciders[0])
            for asker in ASKERS:
                other = otherwise(state, asker, rng)
                different += other.vector != state.vector
                same_for(asker, state, other, tried)
    assert different > 1


def test_every_statement_may_fail_or_has_a_reason() -> None:
    for each in get_args(m.AnyStatement):
        assert each.__name__ in FAILING.keys() ^ NEVER_FAILING.keys(), ADD.format(name=each.__name__, file="faults")


def test_every_statement_that_takes_may_take_too_much_or_has_a_reason() -> None:
    for each in get_args(m.AnyStatement):
        takes = m.Role.GIVES in each.roles.values()
        assert (each.__name__ in SHORT.keys() ^ NEVER_SHORT.keys()) == takes, ADD.format(
            name=each.__name__, file="faults"
        )


FAULTS = [
    *(pytest.param(name, lines, NEEDED.get(name, ""), id=name) for name, lines in FAILING.items()),
    *(pytest.param(name, lines, CHEST, id=f"{name}-short") for name, lines in SHORT.items()),
]


@pytest.mark.parametrize(("name", "failing", "more"), FAULTS)
def test_faults(name: str, failing: str, more: str, tmp_path: Path) -> None:
    """`what if` does not tell whether a statement would fail because of a secret."""
    game = game_of(in_action(name, f"{failing}\nraise waited by 1", more=more), tmp_path)
    rng, ends = random.Random(1), set[bool]()
    for seed in SEEDS:
        state = game.start(2, seed)
        told = {asked(other, ends) for other in (state, *(otherwise(state, ONE, rng) for _ in range(3)))}
        assert len(told) == 1
    assert ends == {False, True}


def asked(state: State, ends: set[bool]) -> str:
    """Return the answer before the move, and add to `ends` whether the move then succeeds."""
    told = state.what_if("act", ONE).told(4)
    try:
        state.apply("One: act").moves()
        ends.add(True)
    except mercatoria.PlayFault:
        ends.add(False)
    return told


def positions(game: Game, seed: int) -> Iterator[State]:
    return (before for before, _, _ in islice(steps_of(game, seed), 3))


def test_engines(game: Game) -> None:
    """All three engines agree, and the native one runs the construct itself."""
    match = InAgreement(game.table(2))
    assert match.native.native.not_carried == ()
    assert match.play(GAMES) > 20
    assert not match.left
