"""Tests native code for single terms, including very large and negative numbers."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import product
from typing import Any, cast

import pytest

from dsl.source import NOWHERE
from interpreter import wasm as w
from interpreter.flow import Graph
from interpreter.native.emit.faults import ASK, FaultCodes, fail_function
from interpreter.native.emit.library import Library
from interpreter.native.emit.memory import DRAFT, FAULT, HEAP, POSITION, SHOWN, Memory
from interpreter.native.emit.shorthand import add, code, mul, wide
from interpreter.native.emit.writer import Writer, local_of
from interpreter.native.terms.expressions import Expressions
from interpreter.optimizer import Fault, Known, Term, Unknown, column, worth
from interpreter.optimizer.terms.arena import Arena
from interpreter.optimizer.terms.operations import HUGE
from interpreter.optimizer.terms.terms import Called

SMALL = (-3, 5)
LARGE = (-HUGE, HUGE)
OUTSIDE = Fault("\0 is too far out", NOWHERE, ("",))
NUMBERS = ["+", "-", "*", "min", "max"]
TESTS = ["=", "!=", "<", "<=", ">", ">="]


class Compiled:
    """A module with one game function, which returns the value of a term with two names."""

    def __init__(self, term: Term, *names: Term) -> None:
        wasmtime = pytest.importorskip("wasmtime")
        program, bills = cast(Any, None), cast(Any, None)
        memory = Memory(size=8, seats=2, streams=0, row=2, buffers=0, result=6)
        faults = FaultCodes.of([OUTSIDE])
        out = Writer(w.Module(1, [fail_function()], [HEAP, DRAFT]))
        Library(out, memory, memory.table([2])).write()
        expressions = Expressions(program, out, memory, faults, bills)
        sequences = expressions.sequences
        params = [local_of(name) for name in names]
        with out.function("f", params, "i64", exported=True):
            for name, param in zip(names, params, strict=True):
                out.bound_to(name, param)
            out.emit(w.Call("clear_heap", ()))
            found = sequences.length(term) if term.sequence else expressions.value(term)
            out.emit(wide(found))
        while out.waiting:
            _, key, name_of = out.waiting.pop()
            sequences.write_listed(name_of, cast(Term, key))
        out.module.pages, out.module.data = memory.pages, memory.data([0] * memory.size)
        self.store = wasmtime.Store()
        module = wasmtime.Module(self.store.engine, w.encode(out.module))
        self.exports = wasmtime.Instance(self.store, module, []).exports(self.store)
        self.trap = wasmtime.Trap

    def __call__(self, *values: int) -> int:
        return int(self.exports["f"](self.store, *values))

    def number_at(self, address: int, size: int = 4) -> int:
        found = self.exports["memory"].read(self.store, address, address + size)
        return int.from_bytes(found, "little", signed=True)


def two(arena: Arena, bounds: tuple[int, int]) -> tuple[Term, Term]:
    return arena.name(1, *bounds), arena.name(2, *bounds)


def values(bounds: tuple[int, int]) -> list[int]:
    return (
        list(range(bounds[0], bounds[1] + 1))
        if bounds == SMALL
        else [-(1 << 40), -(1 << 31), -1, 0, 7, 1 << 31, 1 << 45]
    )


@pytest.mark.parametrize("bounds", [SMALL, LARGE], ids=["32 bits", "64 bits"])
@pytest.mark.parametrize("op", [*NUMBERS, *TESTS])
def test_two_numbers(op: str, bounds: tuple[int, int]) -> None:
    arena = Arena()
    a, b = two(arena, bounds)
    term = arena.math(op, a, b) if op in NUMBERS else arena.compare(op, a, b)
    compiled = Compiled(term, a, b)
    for x, y in product(values(bounds), repeat=2):
        wanted = worth(term, {1: x, 2: y})
        assert isinstance(wanted, int)
        if op == "*" and not -(1 << 62) < x * y <= 1 << 62:
            with pytest.raises(compiled.trap):
                compiled(x, y)
            assert compiled.number_at(FAULT) == ASK
        else:
            assert compiled(x, y) == wanted


@pytest.mark.parametrize("op", ["//", "up", "%"])
@pytest.mark.parametrize("bounds", [SMALL, LARGE, (0, 9)], ids=["32 bits", "64 bits", "not below 0"])
def test_division_rounds_down(op: str, bounds: tuple[int, int]) -> None:
    arena = Arena()
    a, b = two(arena, bounds)
    compiled = Compiled(arena.math(op, a, b), a, b)
    for x, y in product((n for n in (-3, -2, 0, 1, 5, 9) if bounds[0] <= n <= bounds[1]), repeat=2):
        if y:
            assert compiled(x, y) == worth(arena.math(op, a, b), {1: x, 2: y})


def test_both_either_and_choices() -> None:
    arena = Arena()
    a, b = two(arena, SMALL)
    more, less = arena.compare(">", a, b), arena.compare("<", a, arena.num(2))
    terms = [
        arena.both(more, less), arena.either(more, less), arena.negate(arena.both(more, less)),
        arena.choose(more, a, arena.math("*", b, b)), arena.choose(less, arena.num(4), arena.num(9)),
    ]  # fmt: skip
    for term in terms:
        compiled = Compiled(term, a, b)
        for x, y in product(values(SMALL), repeat=2):
            assert compiled(x, y) == worth(term, {1: x, 2: y})


def test_tables_can_be_asked_for_what_lies_one_too_low() -> None:
    arena = Arena()
    a = arena.name(1, -1, 3)
    term = arena.make("pick", (a,), (5, 1, 4, 9), 1, 9)
    compiled = Compiled(term, a)
    assert [compiled(at) for at in range(-1, 4)] == [9, 5, 1, 4, 9]


def test_a_gap_in_a_table() -> None:
    arena = Arena()
    a = arena.name(1, 0, 2)
    compiled = Compiled(arena.make("pick", (a, arena.math("+", a, arena.num(100))), (5, None, 7), 5, 102), a)
    assert [compiled(at) for at in range(3)] == [5, 101, 7]


@pytest.mark.parametrize("width", [2, 5, 8])
@pytest.mark.parametrize("most", [9, (1 << 31) - 1], ids=["32 bits", "64 bits"])
def test_totals(width: int, most: int) -> None:
    arena = Arena()
    base = arena.name(1, 0, 8 - width)
    compiled = Compiled(arena.total(base, width, 0, most), base)
    slots = [most - at for at in range(8)]
    content = b"".join(each.to_bytes(4, "little") for each in slots)
    compiled.exports["memory"].write(compiled.store, content, POSITION)
    for at in range(9 - width):
        assert compiled(at) == sum(slots[at : at + width])


@pytest.mark.parametrize("bounds", [SMALL, LARGE, (0, 9)])
def test_a_check_says_what_it_found(bounds: tuple[int, int]) -> None:
    arena = Arena()
    a = arena.name(1, *bounds)
    compiled = Compiled(arena.check(a, -2, 3, OUTSIDE, a), a)
    for value in (-3, -2, 0, 3, 4, 5):
        if not bounds[0] <= value <= bounds[1]:
            continue
        if -2 <= value <= 3:
            assert compiled(value) == value
            continue
        with pytest.raises(compiled.trap):
            compiled(value)
        assert (compiled.number_at(FAULT), compiled.number_at(SHOWN, 8)) == (1, value)


def test_sequences_have_their_lengths() -> None:
    arena = Arena()
    a, b = two(arena, SMALL)
    known = arena.constant((2, 4, 4))
    terms = {
        "span": arena.make("span", (a, b), 1, -3, 5), "downwards": arena.make("span", (a, b), -2, -3, 5),
        "list": arena.listed(a, b), "maybe": arena.make("maybe", (a,), None, -3, 5), "fixed": known,
        "join": arena.make("join", (arena.listed(a, b), known), None, -3, 5),
        "less": arena.make("less", (known, arena.listed(a, b)), None, 2, 4),
        "spread": arena.make("spread", (a, b), None, -3, 5),
    }  # fmt: skip
    for name, term in terms.items():
        compiled = Compiled(term, a, b)
        for x, y in product(values(SMALL), repeat=2):
            assert compiled(x, y) == length(name, x, y), name


def length(name: str, x: int, y: int) -> int:
    match name:
        case "span":
            return max(0, y - x + 1)
        case "downwards":
            return len(range(y, x - 1, -2))
        case "list":
            return len({x, y})
        case "maybe":
            return int(x >= 0)
        case "join":
            return len({x, y, 2, 4})
        case "less":
            return len({2, 4} - {x, y})
        case "spread":
            return (x >= 0) + (y >= 0)
    return 3


def test_constants_propagate_into_functions_and_graphs() -> None:
    arena = Arena()
    a = arena.name(1, 0, 5)
    double = arena.math("*", a, arena.num(2))
    road = Graph((((0, 1),), ((0, 0), (1, 2)), ((1, 1),)), ((0, 1), (1, 2)))
    known = Known({"double": ((a,), (), double)}, {"Road": road})
    assert worth(called(arena, a), {1: 4}, known) == 8
    reach = arena.make("reach", (arena.constant((0,)), arena.constant((0,))), "Road", 0, 2)
    assert worth(reach, {}, known) == (0, 1)


def test_a_column_is_worth_the_same_as_its_term() -> None:
    arena = Arena()
    a, b = arena.name(1, 0, 2), arena.name(2, 0, 2)
    table = arena.make("pick", (a,), (5, 0, 7), 0, 7)
    gap = arena.make("pick", (a, b), (5, None, 7), 0, 7)
    rows = ((0, 1), (2,), ())
    terms = [
        arena.math("+", arena.math("*", a, b), table), arena.math("min", gap, b), arena.math("//", b, a),
        arena.has(a, arena.fixed(rows, b)), arena.has(b, arena.fixed(rows, a)), arena.fixed(rows, a),
        arena.both(arena.compare("<", a, b), arena.compare("!=", b, a)), arena.math("*", b, b),
    ]  # fmt: skip
    for term, y in product(terms, range(3)):
        for members in ((), (0, 1, 2), (1, 2), (2, 2)):
            one_by_one = [answer(partial(worth, term, {1: x, 2: y})) for x in members]
            at_once = answer(lambda: list(column(term, a, Known({}, {}))({2: y}, members)))  # noqa: B023
            assert at_once == ("unknown" if "unknown" in one_by_one else one_by_one)


def answer(find: Callable[[], object]) -> object:
    try:
        return find()
    except Unknown:
        return "unknown"


def called(arena: Arena, a: Term) -> Term:
    arena.called["double"] = Called(True, True, 0, 10, 1, False, (a,), a)
    return arena.make("call", (a,), "double", 0, 10)


def test_notation_folds_constants() -> None:
    x = w.Local("x", "i32")
    assert add(3, 4) == code(7)
    assert add(x, 0) == code(x)
    assert mul(x, 1) == code(x)
    assert add(w.Const("i32", (1 << 31) - 1), 1) != w.Const("i32", 1 << 31)
