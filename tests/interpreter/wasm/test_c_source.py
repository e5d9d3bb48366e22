"""Tests that modules in C compute the same numbers as in wasmtime, and that their text stays as it is."""

from __future__ import annotations

import ctypes
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from interpreter import wasm as w
from interpreter.wasm import I32, I64
from tests.interpreter.wasm.test_encoding import EVERY

FIXTURE = Path(__file__).parent / "fixtures" / "tiny.c"
TYPES = {I32: "uint32_t", I64: "uint64_t"}
BITS = {I32: 32, I64: 64}
X, Y = w.Local("x", I32), w.Local("y", I32)
COUNT = w.Global("count", I32, 5)


def in_c(module: w.Module, places: w.Places | None = None) -> str:
    """Return a module as a complete C file."""
    return "\n".join(
        [w.C_INCLUDES, w.C_HEAD, w.c_structure(module, "made"), "",
         w.c_definitions(module, "made", places or w.Places({}), {"main": "The first function."})]
    )  # fmt: skip


def entries(module: w.Module) -> Iterator[str]:
    """Yield a C function for each exported function: it stores the result, and returns 1 if the function traps."""
    for each in module.functions:
        if each.exported:
            params = "".join(f", uint64_t a{at}" for at in range(len(each.params)))
            args = "".join(f", ({TYPES[param.type]})a{at}" for at, param in enumerate(each.params))
            start = "\n    ".join(w.c_start(module))
            kept = "*result = " if each.gives else ""
            yield f"""
int call_{each.name}(uint64_t *result{params});
int call_{each.name}(uint64_t *result{params})
{{
    static struct made made, *g = &made;
    memset(g, 0, sizeof made);
    {start}
    *result = 0;
    {kept}f_{each.name}(g{args});
    return (int)g->trapped;
}}"""


class Library:
    """A module in C that is loaded into this process."""

    def __init__(self, module: w.Module, folder: Path, *options: str) -> None:
        if (compiler := shutil.which("cc")) is None:
            pytest.skip("there is no C compiler (cc)")
        source, library = folder / "module.c", folder / "module.so"
        source.write_text("\n".join([in_c(module), *entries(module)]), encoding="utf-8")
        strict = ("-std=c11", "-O2", "-Wall", "-Wextra", "-pedantic", "-Werror", *options)
        built = subprocess.run(
            [compiler, *strict, "-shared", "-fPIC", str(source), "-o", str(library)],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert built.returncode == 0, built.stderr[:4000]
        self._library = ctypes.CDLL(str(library))

    def call(self, name: str, *args: int) -> int | None:
        """Return the result as an unsigned number, or None if the function traps."""
        result = ctypes.c_uint64(0)
        given = [ctypes.c_uint64(each & (1 << 64) - 1) for each in args]
        return None if self._library[f"call_{name}"](ctypes.byref(result), *given) else result.value


class InWasmtime:
    """A module in wasmtime. Each call begins with a new instance if the module has memory or globals to change."""

    def __init__(self, module: w.Module) -> None:
        self._wasmtime = pytest.importorskip("wasmtime")
        self._engine = self._wasmtime.Engine()
        self._module = self._wasmtime.Module(self._engine, w.encode(module))
        self._gives = {each.name: each.gives for each in module.functions}
        self._changes = any(
            isinstance(part, (w.Put, w.Store, w.Copy)) for each in module.functions for part in each.parts()
        )
        self._instance = self._new()

    def _new(self) -> tuple[Any, Any]:
        store: Any = self._wasmtime.Store(self._engine)
        return store, self._wasmtime.Instance(store, self._module, []).exports(store)

    def call(self, name: str, *args: int) -> int | None:
        store, exported = self._new() if self._changes else self._instance
        try:
            found = exported[name](store, *args)
        except self._wasmtime.Trap:
            return None
        gives = self._gives[name]
        return 0 if gives is None else found & (1 << BITS[gives]) - 1


def edges(of: str) -> list[int]:
    most = 1 << BITS[of] - 1
    return [0, 1, 2, 7, 33, most - 1, -1, -2, -7, -most, 0x1234567]


def function(name: str, params: tuple[w.Local, ...], gives: str | None, *body: w.Code) -> w.Function:
    return w.Function(name, params, gives, body, exported=True)


def check_alike(module: w.Module, folder: Path, calls: list[tuple[str, tuple[int, ...]]], *options: str) -> None:
    inside, compiled = InWasmtime(module), Library(module, folder, *options)
    for name, args in calls:
        assert compiled.call(name, *args) == inside.call(name, *args), (name, args)


# ---------------------------------------------------------------- operators


def operators() -> Iterator[tuple[w.Function, list[tuple[int, ...]]]]:
    """Yield functions for each operator, with variables and with constants, and the numbers to call them with."""
    for number, (name, of) in enumerate(w.OPERATORS.items()):
        params = tuple(w.Local(f"x{at}", each) for at, each in enumerate(of.takes))
        values = [w.Get(each) for each in params]
        calls = [(a,) for a in edges(of.takes[0])]
        if len(params) == 2:
            calls = [(a, b) for (a,) in calls for b in edges(of.takes[1])]
        yield function(f"op{number}", params, of.gives, w.Plain(name, tuple(values))), calls
        if len(params) == 2:
            for at, constant in enumerate((0, 7, -1, -(1 << BITS[of.takes[1]] - 1))):
                with_constant = w.Plain(name, (values[0], w.Const(of.takes[1], constant)))
                yield function(f"op{number}_{at}", params[:1], of.gives, with_constant), [(a,) for a, *_ in calls[::11]]
            yield function(f"op{number}_same", params[:1], of.gives, w.Plain(name, (values[0], values[0]))), [(5,)]


@pytest.mark.parametrize("options", [(), ("-fsanitize=undefined", "-fno-sanitize-recover=undefined")])
def test_every_operator(tmp_path: Path, options: tuple[str, ...]) -> None:
    pairs = list(operators())
    module = w.Module(1, [each for each, _ in pairs])
    check_alike(module, tmp_path, [(each.name, args) for each, calls in pairs for args in calls], *options)


def test_every_instruction_compiles(tmp_path: Path) -> None:
    functions = [
        w.Function(f"f{at}", each.params, each.gives, _renamed(each.body, f"f{at}"), exported=True)
        for at, each in enumerate(EVERY.values())
    ]
    Library(w.Module(1, functions), tmp_path, "-Wno-infinite-recursion")


def _renamed(body: tuple[w.Code, ...], name: str) -> tuple[w.Code, ...]:
    """Return a body whose calls of `f` are calls of another name."""
    return tuple(
        w.Drop(w.Call(name, (), each.value.gives))
        if isinstance(each, w.Drop) and isinstance(each.value, w.Call)
        else each
        for each in body
    )


# ---------------------------------------------------------------- memory


def test_memory(tmp_path: Path) -> None:
    place, value = w.Local("place", I32), w.Local("value", I64)
    functions, calls = list[w.Function](), list[tuple[str, tuple[int, ...]]]()
    for at, (store, of) in enumerate(w.STORES.items()):
        for number, (load, back) in enumerate(w.LOADS.items()):
            given = w.Get(value) if of.type == I64 else w.Plain("i32.wrap_i64", (w.Get(value),))
            name = f"f{at}_{number}"
            body = (w.Store(store, w.Get(place), given, 8), w.Load(load, w.Const(I32, 108)))
            functions.append(function(name, (place, value), back.type, *body))
            calls += [(name, (where, what)) for where in (100, 102) for what in (-1, 0x1234567890ABCDEF)]
    size = w.Const(I32, 6)
    moved = (
        w.Copy(w.Const(I32, 103), w.Const(I32, 101), size),
        w.Fill(w.Const(I32, 105), w.Const(I32, 300), w.Const(I32, 1)),
        w.Load("i64.load", w.Const(I32, 100)),
    )
    functions.append(function("moved", (), I64, *moved))
    module = w.Module(1, functions, data=[w.Data(100, b"abcdefgh"), w.Data(300, b'"\\\n')])
    check_alike(module, tmp_path, [*calls, ("moved", ())])


def test_an_address_outside_memory_traps_if_memory_is_checked(tmp_path: Path) -> None:
    functions = [
        function("load", (X,), I32, w.Load("i32.load", w.Get(X), 4)),
        function("store", (X,), None, w.Store("i64.store", w.Get(X), w.Const(I64, 1))),
        function("copy", (X,), None, w.Copy(w.Const(I32, 0), w.Get(X), w.Const(I32, 9))),
        function("fill", (X,), None, w.Fill(w.Get(X), w.Const(I32, 1), w.Const(I32, 9))),
    ]
    edge = (w.PAGE - 9, w.PAGE - 8, w.PAGE - 7, w.PAGE - 4, -1, 1 << 30)
    check_alike(
        w.Module(1, functions), tmp_path, [(each.name, (at,)) for each in functions for at in edge], "-DCHECK_MEMORY"
    )


# ---------------------------------------------------------------- control flow and the order of operands


def num(value: int) -> w.Code:
    return w.Const(I32, value)


def plus(*parts: w.Code) -> w.Code:
    found, *rest = parts
    for each in rest:
        found = w.Plain("i32.add", (found, each))
    return found


def times(a: w.Code, b: w.Code) -> w.Code:
    return w.Plain("i32.mul", (a, b))


def tiny() -> w.Module:
    """Return a module with blocks, loops, choices, calls of each kind, a division, memory and a global."""
    again, done, one, other = (w.Label(name) for name in ("again", "done", "one", "other"))
    total, case = w.Local("total", I32), w.Local("while", I32)
    fail = w.Function("fail", (X,), None, (w.Store("i32.store", num(0), w.Get(X), 8), w.Unreachable()))
    half = w.Function("half", (X,), I32, (w.Plain("i32.div_s", (num(100), w.Get(X))),))
    bump = w.Function("bump", (X,), I32, (w.Put(COUNT, plus(w.Get(COUNT), w.Get(X))), w.Get(COUNT)))
    deep = w.Function("deep", (X,), I32, (
        w.If(w.Plain("i32.eqz", (w.Get(X),)), (w.Return(num(1)),)),
        plus(w.Call("deep", (plus(w.Get(X), num(-1)),), I32), num(1)),
    ))  # fmt: skip
    loop = w.Loop(again, (
        w.Branch(done, w.Plain("i32.le_s", (w.Get(X), num(0)))),
        w.Put(total, plus(w.Get(total), w.Tee(Y, times(w.Get(X), num(3))), w.Get(Y))),
        w.Put(X, plus(w.Get(X), num(-1))),
        w.Branch(again),
    ))  # fmt: skip
    chosen = w.If(w.Plain("i32.gt_u", (w.Get(total), num(20))), (num(7),), (w.Call("bump", (num(2),), I32),), I32)
    table = w.Block(one, (
        w.Block(other, (w.BranchTable(plus(w.Get(total), num(-6)), (one, other, one)),)),
        w.Put(total, plus(w.Get(total), num(1000))),
    ))  # fmt: skip
    block = w.Block(done, (w.If(w.Get(total), (w.Branch(done, value=num(9)),)), num(4)), I32)
    main = function(
        "main", (X,), I32, w.Put(total, num(0)), w.Block(done, (loop,)), table, w.Put(case, chosen),
        w.Store("i32.store", num(16), w.Get(total)),
        plus(w.Get(COUNT), w.Call("bump", (num(1),), I32), w.Get(COUNT), w.Get(case), block,
             w.Load("i32.load", num(16)), w.Select(num(1), w.Get(total), w.Get(total)),
             w.Load("i32.load8_u", w.Get(total), 300)),
    )  # fmt: skip
    return w.Module(
        1,
        [
            fail, half, bump, deep, main,
            function("divided", (X,), I32, w.Call("half", (w.Get(X),), I32)),
            function("failing", (X,), None, w.If(w.Get(X), (w.Call("fail", (w.Get(X),)), w.Unreachable()))),
            function("indirect", (X,), I32, w.CallIndirect(w.Get(X), (num(3),), I32)),
            function("nested", (X,), I32, w.Call("deep", (w.Get(X),), I32)),
        ],
        [COUNT], ["half", "fail", "bump", "deep"], [w.Data(300, bytes(range(64)))],
    )  # fmt: skip


def test_control_flow_and_the_order_of_operands(tmp_path: Path) -> None:
    module = tiny()
    calls = [(name, (n,)) for name in ("main", "divided", "failing", "indirect") for n in range(-1, 9)]
    check_alike(module, tmp_path, calls)


def step_by(test: w.Code) -> w.Code:
    """Return a choice between a number that grows by 12 and the same number."""
    return w.Select(plus(w.Get(Y), num(12)), w.Get(Y), test)


def test_a_choice_between_a_sum_and_its_first_number_needs_no_branch(tmp_path: Path) -> None:
    compared = w.Plain("i32.lt_s", (w.Get(X), num(5)))
    functions = [
        function("compared", (X, Y), I32, step_by(compared)),
        function("nonzero", (X, Y), I32, step_by(w.Plain("i32.and", (w.Get(X), num(6))))),
        function("other", (X, Y), I32, w.Select(plus(w.Get(Y), num(12)), w.Get(X), compared)),
    ]
    module = w.Module(1, functions)
    calls = [(each.name, (x, y)) for each in functions for x in (0, 1, 2, 6, 9, -1) for y in (7, -4)]
    check_alike(module, tmp_path, calls)
    bodies = dict(re.findall(r"f_(\w+)\(struct made \*g.*?\n\{(.*?)\n\}", in_c(module), re.DOTALL))
    found = {name: " ? " in body for name, body in bodies.items()}
    assert found == {"compared": False, "nonzero": False, "other": True}


def test_too_many_nested_calls_trap(tmp_path: Path) -> None:
    library = Library(tiny(), tmp_path)
    assert library.call("nested", 4000) == 4001
    assert library.call("nested", 1 << 30) is None
    assert library.call("nested", 4000) == 4001


def test_the_text_of_a_tiny_module(update_golden: bool) -> None:
    text = in_c(tiny(), w.Places({(16, 19): "at_total", (300, 363): "at_bytes"}))
    if update_golden:
        FIXTURE.write_text(text, encoding="utf-8")
        pytest.skip("written anew")
    assert text == FIXTURE.read_text(encoding="utf-8")
