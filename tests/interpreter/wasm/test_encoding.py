"""Tests the encoder with numbers, every instruction and whole modules. If wasmtime is installed, it checks bytes and
text.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from interpreter import wasm as w
from interpreter.wasm.leb128 import counted, length_prefixed, signed, unsigned

# ---------------------------------------------------------------- numbers


def unsigned_read(data: bytes) -> int:
    return sum((byte & 0x7F) << 7 * at for at, byte in enumerate(data))


def signed_read(data: bytes) -> int:
    value = unsigned_read(data)
    return value - (1 << 7 * len(data)) if data[-1] & 0x40 else value


def edges(bits: int) -> Iterator[int]:
    for bit in range(bits):
        yield from ((1 << bit) - 1, 1 << bit, (1 << bit) + 1)


@pytest.mark.parametrize(
    ("value", "written"),
    [(0, "00"), (1, "01"), (127, "7f"), (128, "8001"), (624485, "e58e26"), (2**32 - 1, "ffffffff0f")],
)
def test_numbers_that_are_not_below_0(value: int, written: str) -> None:
    assert unsigned(value).hex() == written


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (0, "00"),
        (63, "3f"),
        (64, "c000"),
        (-1, "7f"),
        (-64, "40"),
        (-65, "bf7f"),
        (-123456, "c0bb78"),
        (-(2**31), "8080808078"),
    ],
)
def test_numbers_with_a_sign(value: int, written: str) -> None:
    assert signed(value).hex() == written


def test_written_numbers_can_be_read() -> None:
    for value in edges(64):
        assert unsigned_read(unsigned(value)) == value
        for each in (value, -value):
            assert signed_read(signed(each)) == each


def test_nothing_below_0_is_written_without_a_sign() -> None:
    with pytest.raises(ValueError, match="below 0"):
        unsigned(-1)


def test_vectors_say_how_much_there_is() -> None:
    assert counted([b"a", b"bc"]) == b"\2abc"
    assert length_prefixed(b"x" * 200)[:3] == b"\xc8\1x"


# ---------------------------------------------------------------- code


def zero(of: str) -> w.Code:
    return w.Const(of, 0)


def function_of(body: tuple[w.Code, ...], gives: str | None = None, *params: w.Local, name: str = "f") -> w.Function:
    return w.Function(name, params, gives, body, exported=True)


def every_instruction() -> Iterator[tuple[str, w.Function]]:
    """Yield a function for each instruction."""
    for name, of in w.OPERATORS.items():
        yield name, function_of((w.Plain(name, tuple(map(zero, of.takes))),), of.gives)
    for name, access in w.LOADS.items():
        for offset in (0, 1000):
            yield f"{name} {offset}", function_of((w.Load(name, zero("i32"), offset),), access.type)
    for name, access in w.STORES.items():
        yield name, function_of((w.Store(name, zero("i32"), zero(access.type), 4),))
    for of in (w.I32, w.I64):
        local, label = w.Local("x", of), w.Label("out")
        for value in (0, -1, 63, 64, -65, (1 << w.code.BITS[of]) - 1, -(1 << w.code.BITS[of] - 1)):
            yield f"{of} {value}", function_of((w.Const(of, value),), of)
        yield f"{of} select", function_of((w.Select(zero(of), zero(of), zero("i32")),), of)
        yield f"{of} locals", function_of((w.Put(local, zero(of)), w.Tee(local, w.Get(local))), of)
        yield f"{of} block", function_of((w.Block(label, (w.Branch(label, value=zero(of)),), of),), of)
        yield f"{of} if", function_of((w.If(zero("i32"), (zero(of),), (w.Unreachable(),), of),), of)
        yield f"{of} return", function_of((w.Return(zero(of)),), of)
        yield f"{of} call", function_of((w.Drop(w.Call("f", (), of)), zero(of)), of)
    yield from courses()


def courses() -> Iterator[tuple[str, w.Function]]:
    one, other, at = w.Label("one"), w.Label("other"), w.Local("at", "i32")
    yield "return", function_of((w.Return(),))
    yield "unreachable", function_of((w.Unreachable(),))
    yield "copy", function_of((w.Copy(zero("i32"), zero("i32"), zero("i32")),))
    yield "fill", function_of((w.Fill(zero("i32"), zero("i32"), zero("i32")),))
    yield "loop", function_of((w.Block(one, (w.Loop(other, (w.Branch(one, w.Get(at)), w.Branch(other))),)),), None, at)
    yield "if without else", function_of((w.If(w.Get(at), (w.Drop(w.Get(at)),)),), None, at)
    yield "block without a name", function_of((w.Block(None, ()),))
    inner = w.Block(one, (w.BranchTable(w.Get(at), (one, other, one)),))
    yield "table of labels", function_of((w.Block(other, (inner,)),), None, at)
    same = w.Local("at", "i64")
    yield "two locals of one name", function_of((w.Put(same, zero("i64")), w.Drop(w.Get(at))), None, at)


EVERY = dict(every_instruction())


def module_of(*functions: w.Function) -> w.Module:
    return w.Module(1, list(functions))


def test_an_empty_module() -> None:
    assert w.encode(w.Module(1)).hex() == "0061736d01000000" + "0504" + "01010101" + "070a" + "01066d656d6f72790200"


def test_a_function_byte_by_byte() -> None:
    x = w.Local("x", "i32")
    half = function_of((w.Plain("i32.div_s", (w.Get(x), w.Const("i32", 2))),), "i32", x)
    assert w.encode(module_of(half))[-11:].hex() == "0a09" + "0107" + "00" + "2000" + "4102" + "6d" + "0b"


def test_locals_of_one_type_are_declared_together() -> None:
    put = [w.Put(w.Local(f"x{at}", of), zero(of)) for at, of in enumerate(("i32", "i32", "i64", "i32"))]
    assert "03027f017e017f" in w.encode(module_of(function_of(tuple(put)))).hex()


# ---------------------------------------------------------------- code with wrong types


@pytest.mark.parametrize(
    "make",
    [
        lambda: w.Plain("i32.add", (zero("i32"), zero("i64"))),
        lambda: w.Plain("i32.add", (zero("i32"),)),
        lambda: w.Put(w.Local("x", "i32"), zero("i64")),
        lambda: w.Tee(w.Local("x", "i64"), zero("i32")),
        lambda: w.Load("i32.load", zero("i64")),
        lambda: w.Store("i64.store", zero("i32"), zero("i32")),
        lambda: w.Select(zero("i32"), zero("i64"), zero("i32")),
        lambda: w.If(zero("i64"), ()),
        lambda: w.If(zero("i32"), (zero("i32"),), (), "i32"),
        lambda: w.Block(None, (zero("i32"),)),
        lambda: w.Block(None, (w.Return(), w.Put(w.Local("x", "i32"), zero("i32"))), "i32"),
        lambda: w.Branch(w.Label("x"), zero("i32"), zero("i32")),
        lambda: w.BranchTable(zero("i64"), (w.Label("x"),)),
        lambda: w.CallIndirect(zero("i64"), ()),
        lambda: w.Copy(zero("i64"), zero("i32"), zero("i32")),
        lambda: w.Fill(zero("i32"), zero("i32"), zero("i64")),
        lambda: w.Loop(w.Label("x"), (zero("i32"),)),
    ],
)
def test_types_are_checked_while_code_is_made(make: object) -> None:
    assert callable(make)
    with pytest.raises(TypeError):
        make()


@pytest.mark.parametrize(("of", "value"), [("i32", 1 << 32), ("i32", -(1 << 31) - 1), ("i64", 1 << 64)])
def test_numbers_must_fit(of: str, value: int) -> None:
    with pytest.raises(ValueError, match="does not fit"):
        w.Const(of, value)


def test_two_functions_of_one_name() -> None:
    with pytest.raises(ValueError, match="two functions are named f"):
        w.encode(module_of(function_of(()), function_of(())))


def test_names_that_nothing_has() -> None:
    with pytest.raises(KeyError):
        w.encode(module_of(function_of((w.Call("g", ()),))))
    with pytest.raises(ValueError, match="not in list"):
        w.encode(module_of(function_of((w.Branch(w.Label("nowhere")),))))


# ---------------------------------------------------------------- text


def test_text_is_folded() -> None:
    x, out = w.Local("x", "i32"), w.Label("out")
    test = w.Plain("i32.lt_s", (w.Get(x), w.Const("i32", 3)))
    body = (
        w.Block(
            out, (w.If(test, (w.Put(x, w.Const("i32", 3)), w.Branch(out))), w.Store("i32.store", w.Get(x), w.Get(x), 8))
        ),
    )
    assert w.function_text(function_of(body, None, x)) == TEXT


TEXT = """\
(func $f (export "f") (param $x i32)
  (block $out
    (if
      (i32.lt_s (local.get $x) (i32.const 3))
      (then (local.set $x (i32.const 3)) (br $out))
    )
    (i32.store offset=8 (local.get $x) (local.get $x))
  )
)
"""


# ---------------------------------------------------------------- what wasmtime says


def without_names(binary: bytes) -> bytes:
    """Return the bytes without the sections for debugging."""
    found, at = bytearray(binary[:8]), 8
    while at < len(binary):
        end = at + 1
        while binary[end] & 0x80:
            end += 1
        size = unsigned_read(binary[at + 1 : end + 1])
        if binary[at] != 0:
            found += binary[at : end + 1 + size]
        at = end + 1 + size
    return bytes(found)


@pytest.mark.parametrize("name", EVERY)
def test_every_instruction_is_what_wasmtime_makes_of_its_text(name: str) -> None:
    wasmtime = pytest.importorskip("wasmtime")
    module = module_of(EVERY[name])
    binary = w.encode(module)
    wasmtime.Module(wasmtime.Engine(), binary)
    assert without_names(bytes(wasmtime.wat2wasm(w.text_of(module)))) == binary


def whole() -> w.Module:
    """Return a module with every feature: a counter that calls its functions through a table."""
    count, by = w.Global("count", "i32", -5), w.Local("by", "i32")
    raised = w.Plain("i32.add", (w.Get(count), w.Get(by)))
    module = w.Module(2, globals=[count, w.Global("large", "i64", 1 << 40)])
    module.functions = [
        w.Function("raise", (by,), "i32", (w.Put(count, raised), w.Get(count)), exported=True),
        w.Function("same", (w.Local("x", "i32"),), "i32", (w.Get(count),)),
        function_of((w.CallIndirect(w.Get(by), (w.Const("i32", 7),), "i32"),), "i32", by, name="through"),
        function_of((w.Load("i32.load16_u", w.Get(by)),), "i32", by, name="at"),
    ]
    module.table, module.data = ["same", "raise"], [w.Data(8, b'a"\\\0\xff\n')]
    return module


def test_a_whole_module() -> None:
    wasmtime = pytest.importorskip("wasmtime")
    binary = w.encode(whole())
    assert without_names(bytes(wasmtime.wat2wasm(w.text_of(whole())))) == binary
    store = wasmtime.Store()
    exports = wasmtime.Instance(store, wasmtime.Module(store.engine, binary), []).exports(store)
    assert [exports["through"](store, at) for at in (0, 1, 0)] == [-5, 2, 2]
    assert exports["raise"](store, -2) == 0
    assert exports["at"](store, 9) == ord('"') | ord("\\") << 8
    assert exports["memory"].data_len(store) == 2 * w.PAGE
    with pytest.raises(wasmtime.Trap):
        exports["through"](store, 2)
