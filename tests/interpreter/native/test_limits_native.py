"""Tests limits and errors in a native module: the module stops, and the message is the same as on the other engines."""

from __future__ import annotations

from pathlib import Path

import pytest

import mercatoria
from interpreter.codegen import GeneratedEngine
from interpreter.flow import Flow
from interpreter.native import NativeEngine
from interpreter.native.machines.machine import Stopped
from interpreter.position import Engine, PlayFault, Vector
from tests.interpreter.codegen.test_codegen import FAULTY, faulty, flow_of
from tests.interpreter.native.native_games import native_of
from tests.limits.test_budget import HEAD, IN_PLAY


def first_fault(engine: Engine, v: Vector) -> PlayFault:
    """Return the error that ends a game in which players always choose the first move.

    Afterwards, `v` is the position before the error.
    """
    for _ in range(100):
        before = v[:]
        try:
            if outcomes := engine.chance(v):
                engine.resolve(v, outcomes[0][0])
            else:
                (seat, *_) = engine.deciders(v)
                engine.apply(v, seat, engine.moves(v, seat)[0])
        except PlayFault as fault:
            v[:] = before
            return fault
    raise AssertionError("no rule has failed")


def stop_of(native: NativeEngine, v: Vector) -> int:
    """Return the error number with which the module stops in the next step."""
    native.machine.position = v
    name, args = "settle", tuple(outcome for outcome, _ in native.other.chance(v)[:1])
    if not args:
        (seat, *_) = native.other.deciders(v)
        row = native.other.moves(v, seat)[0]
        at = native.native.memory.given_row
        native.machine.stretch(at, len(row))[:] = row
        name, args = "play", (seat, at)
    with pytest.raises(Stopped) as stop:
        native.machine.call(name, *args)
    return stop.value.number


LONG = ("bags", "many moves", "moves that are tested")
"""Cases in which the Python engine needs seconds to reach the limit."""
MARKED = [pytest.param(*what, id=name, marks=[pytest.mark.slow] * (name in LONG)) for name, what in IN_PLAY.items()]


@pytest.mark.parametrize(("rules", "words"), MARKED)
def test_too_much_is_too_much_in_the_same_words(tmp_path: Path, rules: str, words: str) -> None:
    (tmp_path / "rulebook.rules").write_text(HEAD + rules)
    table = mercatoria.load(str(tmp_path)).table(2)
    native = native_of(table)
    size = len(native.machine.bytes)
    one, other = (first_fault(engine, table.start()) for engine in (table.engine, native))
    assert words in one.message
    assert str(one) == str(other)
    assert len(native.machine.bytes) == size
    (played,) = native.play_many(1, 0, 1)
    assert played is None
    assert native.machine.fault != 0


ACTED = """for p in Player
                p must act
        action act
            then
                do wrong"""


@pytest.mark.parametrize("name", FAULTY)
def test_faults_are_found_where_they_are(name: str) -> None:
    flow: Flow = faulty(name, ACTED)
    python = GeneratedEngine(flow)
    native = NativeEngine(flow, python.program, python)
    v, twin = python.start(), python.start()
    one, other = first_fault(python, v), first_fault(native, twin)
    assert str(one) == str(other)
    assert v == twin
    number = stop_of(native, v)
    assert number != 0
    if number > 0:
        assert python.program.faults[number - 1].span == one.span


WILD = {
    "sum": "set much to huge + much",
    "product": "set much to huge * huge * huge * huge",
    "quotient": "set much to huge * huge / (1 + nothing) rounded up",
}
"""Cases with large numbers. Division by zero is missing, because the checker rejects it (E309)."""


@pytest.mark.parametrize("name", WILD)
def test_large_numbers(name: str) -> None:
    flow = flow_of(f"""
        game has
            huge: 0 to 2000000000 = 1999999999
            much: 0 to 2000000000 = 1999999999
            nothing: 0 to 1 = 0
        round
            for p in Player
                p must act
        action act
            then
                {WILD[name]}
    """)
    python = GeneratedEngine(flow)
    native = NativeEngine(flow, python.program, python)
    v, twin = python.start(), python.start()
    assert str(first_fault(python, v)) == str(first_fault(native, twin))
    assert stop_of(native, v) != 0
