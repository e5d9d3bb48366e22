"""Tests that a slower engine plays the same game when a fast engine fails, with a single warning."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import mercatoria
from interpreter import native
from interpreter.codegen import engine as python_engines
from interpreter.codegen import making as python_making
from interpreter.native import PlayoutLimits, Policy
from interpreter.native.machines import machine as machines
from interpreter.native.machines import making as native_making
from interpreter.position import PC, EarlyFault, EngineFallback, PlayFault, Vector
from interpreter.reference import Walker
from mercatoria import Game
from mercatoria.cli import main
from mercatoria.players import seeded
from mercatoria.players.playouts.base_policy import BasePolicy
from mercatoria.players.playouts.chance_sampler import ChanceSampler
from mercatoria.players.playouts.rollouts import Rollouts
from mercatoria.players.position import Position
from mercatoria.simulation import NATIVE, PYTHON, REFERENCE, EngineMaker, NoEngine, Task, choose, play_randomly
from mercatoria.simulation.game_tree import Count, count

ROOT = Path(__file__).resolve().parents[3]
PIG, COMMERCE = (str(ROOT / "docs" / "examples" / name) for name in ("pig", "commerce"))


def fails(*args: object, **named: object) -> Any:
    raise KeyError("injected")


def fallbacks(run: Callable[[], object]) -> list[EngineFallback]:
    """Return the warnings about a slower engine that a call emits."""
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always", EngineFallback)
        run()
    return [each.message for each in found if isinstance(each.message, EngineFallback)]


# ---------------------------------------------------------------- the native engine

EMITTER = (native_making, "native_module", "writing")
COMPILER = (machines, "encode", "compiling")
NATIVE_FAILURES = pytest.mark.parametrize(("module", "name", "doing"), [EMITTER, COMPILER], ids=["emitter", "compiler"])


@pytest.fixture
def needs_wasmtime() -> None:
    pytest.importorskip("wasmtime", reason="wasmtime is not installed (extra: native)")


@NATIVE_FAILURES
@pytest.mark.usefixtures("needs_wasmtime")
def test_whole_games_go_on_in_python(monkeypatch: pytest.MonkeyPatch, module: Any, name: str, doing: str) -> None:
    monkeypatch.setattr(module, name, fails)
    game = mercatoria.load(PIG)
    chosen: list[Any] = []
    found = fallbacks(lambda: chosen.extend(choose(game, 2, wanted) for wanted in (None, NATIVE, None)))
    assert [(each.engine, each.doing, each.code) for each in found] == [("native", doing, "W601")]
    assert "KeyError" in str(found[0])
    assert "test_fallback.py" in found[0].place
    assert [(each.name, each.native) for each in chosen] == [(PYTHON, None)] * 3


@NATIVE_FAILURES
@pytest.mark.usefixtures("needs_wasmtime")
def test_thinking_goes_on_in_python(monkeypatch: pytest.MonkeyPatch, module: Any, name: str, doing: str) -> None:
    def thought() -> list[str]:
        state = mercatoria.load(PIG).start(2, seed=3)
        return [seeded("easy", 1, state.deciders[0]).choose(Position(state, state.deciders[0])).call]

    usual = thought()
    monkeypatch.setattr(module, name, fails)
    found: list[str] = []
    assert {each.doing for each in fallbacks(lambda: found.extend(thought()))} == {doing}
    assert found == usual


@NATIVE_FAILURES
@pytest.mark.usefixtures("needs_wasmtime")
def test_engines_by_name_go_on_in_python(monkeypatch: pytest.MonkeyPatch, module: Any, name: str, doing: str) -> None:
    flow = mercatoria.load(PIG).table(2).flow
    monkeypatch.setattr(module, name, fails)
    made: list[Any] = []
    (found,) = fallbacks(lambda: made.append(EngineMaker(NATIVE)(flow)))
    assert (found.doing, type(made[0]).__name__) == (doing, "GeneratedEngine")


@pytest.mark.usefixtures("needs_wasmtime")
def test_native_only_commands_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native_making, "native_module", fails)
    with pytest.raises(NoEngine, match="cannot play these rules"):
        fallbacks(lambda: choose(mercatoria.load(PIG), 2, None, Task(counting=True)))


@pytest.mark.usefixtures("needs_wasmtime")
def test_a_call_that_fails_is_left_to_python(monkeypatch: pytest.MonkeyPatch) -> None:
    table = mercatoria.load(PIG).table(2)
    engine = EngineMaker(NATIVE)(table.flow)
    assert isinstance(engine, native.NativeEngine)
    v = table.start()
    usual = table.engine.moves(v, 0)
    monkeypatch.setitem(engine.machine._functions, "rows", fails)
    answers: list[Any] = []
    (found,) = fallbacks(lambda: answers.append(engine.moves(v, 0)))
    assert (found.engine, found.doing, answers) == ("native", "running", [usual])


# ---------------------------------------------------------------- the Python engine


def test_a_table_without_source_is_played_by_the_reference(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(python_making, "GeneratedEngine", fails)
    game = mercatoria.load(PIG)
    (found,) = fallbacks(lambda: game.start(2, seed=1))
    assert (found.engine, found.doing) == ("Python", "writing")
    assert isinstance(game.table(2).engine, Walker)
    assert choose(game, 2, None).name == REFERENCE
    assert play_randomly(game.table(2), 5).scores == play_randomly(mercatoria.load(PIG).table(2, plain=True), 5).scores


def broken(
    name: str, after: int, game: str = COMMERCE, players: int = 3, fault: type[Exception] = NameError
) -> Any:  # fmt: skip
    """Return a table whose generated code fails in one kind of function, after some calls.

    Before it fails, this function overwrites half of the position.
    """
    table = mercatoria.load(game).table(players)
    engine: Any = table.engine
    left = [after]

    def failing(real: Any) -> Any:
        def call(v: Vector, *args: Any) -> Any:
            left[0] -= 1
            if left[0] < 0:
                v[-3:] = [99, 99, 99] if name in ("_plays", "_settled") else v[-3:]
                raise fault("injected")
            return real(v, *args)

        return call

    found = getattr(engine, name)
    if callable(found):
        setattr(engine, name, failing(found))
    else:
        wrapped = [
            {kind: failing(play) for kind, play in each.items()} if isinstance(each, dict) else each and failing(each)
            for each in found
        ]
        setattr(engine, name, wrapped)
    return table


@pytest.mark.parametrize("fault", [NameError, KeyError])
@pytest.mark.parametrize("name", ["_plays", "_moves", "_deciders", "_settled", "_outcomes", "_score", "_standing"])
def test_source_that_fails_in_play_is_followed_by_the_reference(name: str, fault: type[Exception]) -> None:
    usual = [play_randomly(mercatoria.load(PIG).table(2), seed) for seed in range(3)]
    table = broken(name, 2, PIG, 2, fault)
    games: list[Any] = []
    (found,) = fallbacks(lambda: games.extend(play_randomly(table, seed) for seed in range(3)))
    assert (found.engine, found.doing) == ("Python", "running")
    assert games == usual


@pytest.mark.parametrize("name", ["_plays", "_settled"])
def test_a_game_tree_is_counted_to_its_end(name: str) -> None:
    usual, found = Count(), Count()
    table = mercatoria.load(PIG).table(2)
    count(table.engine, table.start(), 4, usual)
    failing = broken(name, 1, PIG, 2)
    assert len(fallbacks(lambda: count(failing.engine, failing.start(), 4, found))) == 1
    assert found == usual


def test_a_move_of_a_state_is_done_by_the_reference() -> None:
    state = mercatoria.load(COMMERCE).start(3, seed=1)
    twin = mercatoria.load(COMMERCE).start(3, seed=1)
    move = state.moves()[0]
    twin.apply(move)
    real: Any = state.table.engine
    before = real._plays
    real._plays = [dict.fromkeys(each, fails) if isinstance(each, dict) else each for each in before]
    assert len(fallbacks(lambda: state.apply(move))) == 1
    assert state.vector == twin.vector


# ---------------------------------------------------------------- faults that only the reference engine can judge

NOT_REACHED = Path(__file__).parents[2] / "interpreter/agreement/rulebooks/range_fault_that_is_not_reached.rules"


@pytest.fixture
def early(tmp_path: Path) -> Game:
    """Return a game with a fault that a test raises too early, because its loop is too long to be written out."""
    text = NOT_REACHED.read_text(encoding="utf-8")
    for old, new in (("Trader: Buyer, Seller, Partner", "Trader, 200"), ("= Partner", "= Trader3")):
        assert old in text
        text = text.replace(old, new)
    (tmp_path / "rulebook.rules").write_text(text, encoding="utf-8")
    return mercatoria.load(str(tmp_path))


@pytest.fixture
def early_faults(monkeypatch: pytest.MonkeyPatch) -> list[EarlyFault]:
    """Return the faults that the Python engine raises too early. The list grows during play."""
    found: list[EarlyFault] = []

    def noted(self: EarlyFault, *args: Any) -> None:
        found.append(self)
        PlayFault.__init__(self, *args)

    monkeypatch.setattr(EarlyFault, "__init__", noted)
    return found


@pytest.mark.parametrize("seed", range(5))
def test_a_random_game_repeats_a_step_that_fails_too_early(
    seed: int, early: Game, early_faults: list[EarlyFault]
) -> None:  # fmt: skip
    found = play_randomly(early.table(2), seed)
    assert early_faults
    usual = play_randomly(early.table(2, plain=True), seed)
    assert replace(found, fault=None) == replace(usual, fault=None)
    assert str(found.fault) == str(usual.fault)


@pytest.mark.parametrize("seed", range(5))
def test_a_rollout_repeats_a_step_that_fails_too_early(
    seed: int, early: Game, early_faults: list[EarlyFault]
) -> None:  # fmt: skip
    limits, ends = PlayoutLimits(3, 12, 1_000), []
    for plain in (False, True):
        table = early.table(2, plain)
        v, luck = table.start(), ChanceSampler(table, seed)
        Rollouts(table, BasePolicy(Policy(0), 0))._played_here(v, luck, [Policy(0)] * 2, limits)
        ends.append((v, luck.words))
        assert early_faults
    assert ends[0] == ends[1]


# ---------------------------------------------------------------- on the command line


@pytest.mark.usefixtures("needs_wasmtime")
def test_the_command_line_tells_one_warning(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:  # fmt: skip
    monkeypatch.setattr(native_making, "native_module", fails)
    with warnings.catch_warnings():
        warnings.simplefilter("always", EngineFallback)
        assert main(["simulate", PIG, "--players", "2", "--games", "300", "--seed", "1"]) == 0
    told = capsys.readouterr()
    assert told.err.count("W601") == 2  # The output is the warning and its hint.
    assert "the Python engine takes over" in told.err
    assert "python" in told.out


def test_perft_and_why_go_on(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(python_engines, "write_module", fails)
    with warnings.catch_warnings():
        warnings.simplefilter("always", EngineFallback)
        assert main(["perft", PIG, "--players", "2", "--depth", "3"]) == 0
    assert "W601" in capsys.readouterr().err


def test_a_position_that_cannot_be_is_no_failure_of_an_engine() -> None:
    table = mercatoria.load(PIG).table(2)
    impossible = table.start()
    impossible[PC] = len(table.flow.nodes)
    for ask in (lambda engine: engine.moves(impossible, 0), lambda engine: engine.apply(impossible[:], 0, (0,))):
        with pytest.raises(IndexError):
            table.asked(ask)


class TakesTooLong(Exception):
    """An exception that a caller may raise during a long call, for example from an alarm."""


def test_an_exception_that_is_not_of_an_engine_passes() -> None:
    table = broken("_plays", 2, PIG, 2, TakesTooLong)
    with pytest.raises(TakesTooLong):
        play_randomly(table, 1)
