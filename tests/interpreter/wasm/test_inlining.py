"""Tests which calls are inlined, and that modules give the same results afterwards."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import permutations

import pytest

from interpreter import wasm as w
from interpreter.wasm import I32
from interpreter.wasm.inlining import SMALL
from interpreter.wasm.operands import with_operands
from tests.interpreter.wasm.test_encoding import EVERY

N = w.Local("n", I32)
COUNT = w.Global("count", I32, 0)


def num(value: int) -> w.Code:
    return w.Const(I32, value)


def plus(*terms: w.Code) -> w.Code:
    return terms[0] if len(terms) == 1 else w.Plain("i32.add", (plus(*terms[:-1]), terms[-1]))


def of(name: str, *args: w.Code) -> w.Code:
    return w.Call(name, args, I32)


@dataclass
class Written:
    """The functions of a module; the last one, `main`, is exported."""

    functions: list[w.Function] = field(default_factory=list)
    table: list[str] = field(default_factory=list)

    def function(self, name: str, body: Callable[[w.Local], tuple[w.Code, ...]], gives: str | None = I32) -> None:
        """Add a function with one parameter."""
        param = w.Local("x", I32)
        self.functions.append(w.Function(name, (param,), gives, body(param)))

    def main(self, *body: w.Code) -> None:
        self.functions.append(w.Function("main", (N,), I32, body, exported=True))

    def module(self) -> w.Module:
        return w.Module(1, [*self.functions], [COUNT], [*self.table])

    def left(self) -> list[str]:
        """Return the names of the functions that remain after inlining, if the results remain the same."""
        inlined = self.module()
        w.inline_calls(inlined)
        assert results(inlined) == results(self.module())
        return [function.name for function in inlined.functions]


def results(module: w.Module) -> list[int | None]:
    """Return what `main` returns for small numbers, or None if it traps."""
    wasmtime = pytest.importorskip("wasmtime")
    store = wasmtime.Store()
    main = wasmtime.Instance(store, wasmtime.Module(store.engine, w.encode(module)), []).exports(store)["main"]
    found: list[int | None] = []
    for number in range(-1, 5):
        try:
            found.append(main(store, number))
        except wasmtime.Trap:
            found.append(None)
    return found


def repeated(number: w.Code, *body: w.Code) -> w.Code:
    """Return a loop that runs code `number` times."""
    left, again, done = w.Local("left", I32), w.Label("again"), w.Label("done")
    once = (
        w.Branch(done, w.Plain("i32.le_s", (w.Get(left), num(0)))),
        *body,
        w.Put(left, plus(w.Get(left), num(-1))),
        w.Branch(again),
    )
    return w.Block(None, (w.Put(left, number), w.Block(done, (w.Loop(again, once),))))


def double(x: w.Local) -> tuple[w.Code, ...]:
    """Return code that assigns its parameter and a local variable."""
    y = w.Local("y", I32)
    return w.Put(y, w.Get(x)), w.Put(x, plus(w.Get(x), w.Get(y))), w.Get(x)


def large(x: w.Local) -> tuple[w.Code, ...]:
    """Return code of more than `SMALL` instructions."""
    return (plus(*(w.Get(x) for _ in range(SMALL))),)


def down(to: str) -> Callable[[w.Local], tuple[w.Code, ...]]:
    """Return code that calls a function with the next lower number, but returns 7 at 0."""
    return lambda x: (
        w.If(w.Plain("i32.le_s", (w.Get(x), num(0))), (w.Return(num(7)),)), of(to, plus(w.Get(x), num(-1))),
    )  # fmt: skip


# ---------------------------------------------------------------- the same results


def test_each_call_has_its_own_locals() -> None:
    written = Written()
    written.function("double", double)
    other = of("double", plus(w.Get(N), of("double", num(3))))
    written.main(plus(of("double", of("double", w.Get(N))), other, w.Get(N)))
    assert written.left() == ["main"]


def test_an_early_return_leaves_the_code_of_its_function_only() -> None:
    written = Written()
    positive = w.Plain("i32.gt_s", (w.Get(N), num(1)))
    written.function("sign", lambda x: (
        w.If(w.Plain("i32.lt_s", (w.Get(x), num(0))), (w.Return(num(-1)),)),
        w.If(w.Plain("i32.eqz", (w.Get(x),)), (w.Return(num(0)),)),
        num(1),
    ))  # fmt: skip
    written.main(w.If(positive, (w.Return(plus(of("sign", w.Get(N)), num(40))),)), plus(of("sign", w.Get(N)), num(10)))
    assert written.left() == ["main"]


def test_an_early_return_without_a_result() -> None:
    written = Written()
    written.function("count", lambda x: (
        w.If(w.Plain("i32.lt_s", (w.Get(x), num(2))), (w.Return(),)), w.Put(COUNT, plus(w.Get(COUNT), w.Get(x))),
    ), None)  # fmt: skip
    written.main(w.Call("count", (w.Get(N),)), w.Call("count", (num(3),)), w.Get(COUNT))
    assert written.left() == ["main"]


@pytest.mark.parametrize("calls", [1, 2])
def test_locals_begin_with_0_in_each_iteration(calls: int) -> None:
    written, total, y = Written(), w.Local("total", I32), w.Local("y", I32)
    written.function("once", lambda x: (
        w.If(w.Plain("i32.gt_s", (w.Get(x), w.Get(total))), (w.Put(y, plus(w.Get(y), num(1))),)), w.Get(y),
    ))  # fmt: skip
    body = w.Put(total, plus(w.Get(total), *(of("once", w.Get(N)) for _ in range(calls))))
    written.main(repeated(w.Get(N), body), w.Get(total))
    assert written.left() == ["main"]


def test_operands_keep_their_order() -> None:
    written = Written()
    written.function("next", lambda x: (
        w.Put(COUNT, plus(w.Plain("i32.mul", (w.Get(COUNT), num(3))), w.Get(x))), w.Get(COUNT),
    ))  # fmt: skip
    written.function("minus", lambda x: (w.Plain("i32.sub", (w.Get(x), w.Get(COUNT))),))
    written.main(plus(of("next", num(1)), of("minus", of("next", num(2))), w.Get(COUNT), of("next", w.Get(N))))
    assert written.left() == ["main"]


def test_constants_replace_parameters() -> None:
    written = Written()
    written.function("twice", lambda x: (plus(w.Get(x), w.Get(x)),))
    written.main(plus(of("twice", num(5)), of("twice", w.Get(N))))
    module = written.module()
    w.inline_calls(module)
    fives = [part for part in module.functions[0].parts() if part == num(5)]
    assert len(fives) == 2
    assert written.left() == ["main"]


# ---------------------------------------------------------------- which functions


def test_a_large_function_is_inlined_if_it_is_called_once() -> None:
    written = Written()
    written.function("large", large)
    written.main(of("large", w.Get(N)))
    assert written.left() == ["main"]


def test_a_large_function_with_two_calls_remains() -> None:
    written = Written()
    written.function("large", large)
    written.main(plus(of("large", w.Get(N)), of("large", num(3))))
    assert written.left() == ["large", "main"]


def test_functions_that_call_small_functions_become_small() -> None:
    written = Written()
    written.function("double", double)
    written.function("four", lambda x: (of("double", of("double", w.Get(x))),))
    written.main(plus(of("four", w.Get(N)), of("four", num(3)), of("double", num(1))))
    assert written.left() == ["main"]


def test_functions_that_call_themselves_remain() -> None:
    written = Written()
    written.function("own", down("own"))
    written.function("odd", down("even"))
    written.function("even", down("odd"))
    written.main(plus(of("own", w.Get(N)), of("odd", w.Get(N))))
    assert written.left() == ["own", "odd", "even", "main"]


def test_the_order_of_functions_that_call_each_other_does_not_matter() -> None:
    for order in permutations("abc"):
        written = Written()
        for name in order:
            written.function(name, down({"a": "b", "b": "c", "c": "a"}[name]))
        written.main(plus(of("a", w.Get(N)), of("a", num(5))))
        assert set(written.left()) == {"a", "c", "main"}


def test_a_function_that_never_returns_remains() -> None:
    written = Written()
    written.function("fail", lambda x: (w.Put(COUNT, w.Get(x)), w.Unreachable()), None)
    written.main(w.If(w.Plain("i32.gt_s", (w.Get(N), num(2))), (w.Call("fail", (w.Get(N),)),)), w.Get(N))
    assert written.left() == ["fail", "main"]


def test_functions_of_the_table_remain_and_their_calls_are_inlined() -> None:
    written = Written(table=["double"])
    written.function("double", double)
    written.main(plus(of("double", w.Get(N)), w.CallIndirect(num(0), (w.Get(N),), I32)))
    module = written.module()
    w.inline_calls(module)
    assert not [part for function in module.functions for part in function.parts() if isinstance(part, w.Call)]
    assert written.left() == ["double", "main"]


def test_functions_that_nothing_reaches_are_dropped() -> None:
    called, alone = w.Function("called", (N,), I32, large(N)), w.Function("alone", (), I32, (of("called", num(1)),))
    indirect, inner = w.Function("indirect", (), None, (w.Call("inner", ()),)), w.Function("inner", (), None, ())
    begun = w.Function("begun", (), I32, (plus(of("called", num(2)), of("called", num(3))),), exported=True)
    module = w.Module(1, [alone, called, begun, indirect, inner], table=["indirect"])
    w.inline_calls(module)
    assert [each.name for each in module.functions] == ["called", "begun", "indirect"]


# ---------------------------------------------------------------- operands


@pytest.mark.parametrize("name", EVERY)
def test_every_instruction_takes_other_operands(name: str) -> None:
    for part in EVERY[name].parts():
        assert with_operands(part, part.operands()) == part
