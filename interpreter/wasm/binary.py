"""Encodes modules in the binary format.

The format is WebAssembly version 1 with the bulk memory instructions `memory.copy` and `memory.fill`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from interpreter.wasm import code as c
from interpreter.wasm import control
from interpreter.wasm.leb128 import counted, length_prefixed, signed, unsigned
from interpreter.wasm.module import Data, Function, Module, Signature, signature_of
from interpreter.wasm.operators import I32, I64, LOADS, OPERATORS, STORES, Access

MAGIC = b"\0asm\1\0\0\0"
TYPE, FUNCTION, TABLE, MEMORY, GLOBAL, EXPORT, ELEMENT, CODE, DATA = 1, 3, 4, 5, 6, 7, 9, 10, 11
"""Ids of the sections, in the required order."""
TYPES = {I32: 0x7F, I64: 0x7E}
NOTHING, FUNCTION_TYPE, FUNCTION_REFERENCE = 0x40, 0x60, 0x70
UNREACHABLE, BLOCK, LOOP, IF, ELSE, END = 0x00, 0x02, 0x03, 0x04, 0x05, 0x0B
BRANCH, BRANCH_IF, BRANCH_TABLE, RETURN, CALL, CALL_INDIRECT, DROP, SELECT = (
    0x0C,
    0x0D,
    0x0E,
    0x0F,
    0x10,
    0x11,
    0x1A,
    0x1B,
)
LOCAL_GET, LOCAL_SET, LOCAL_TEE, GLOBAL_GET, GLOBAL_SET = 0x20, 0x21, 0x22, 0x23, 0x24
CONSTS = {I32: b"\x41", I64: b"\x42"}
COPY, FILL = b"\xfc\x0a\0\0", b"\xfc\x0b\0"


def encode(module: Module) -> bytes:
    """Encode a module in the binary format.

    Raises:
        KeyError: Raised if the code refers to an unknown function or global.
    """
    numbers, at = module.numbers(), _Signatures()
    globals_ = {each: number for number, each in enumerate(module.globals)}
    types, bodies = [], []
    for function in module.functions:
        types.append(unsigned(at[function.signature]))
        bodies.append(_Body(function, numbers, globals_, at).content())
    sections = (
        (TYPE, [_signature(each) for each in at]),
        (FUNCTION, types),
        (TABLE, [bytes((FUNCTION_REFERENCE, 1)) + unsigned(len(module.table)) * 2] if module.table else []),
        (MEMORY, [b"\1" + unsigned(module.pages) * 2]),
        (GLOBAL, [_global(each) for each in module.globals]),
        (EXPORT, _exports(module, numbers)),
        (ELEMENT, [_elements([numbers[name] for name in module.table])] if module.table else []),
        (CODE, bodies),
        (DATA, [_data(each) for each in module.data]),
    )
    return MAGIC + b"".join(bytes((section,)) + length_prefixed(counted(items)) for section, items in sections if items)


class _Signatures(dict[Signature, int]):
    """Assigns consecutive numbers to signatures as they first appear."""

    def __missing__(self, of: Signature) -> int:
        self[of] = number = len(self)
        return number


def _signature(of: Signature) -> bytes:
    params, gives = of
    results = [bytes((TYPES[gives],))] if gives else []
    return bytes((FUNCTION_TYPE,)) + counted([bytes((TYPES[each],)) for each in params]) + counted(results)


def _global(of: c.Global) -> bytes:
    return bytes((TYPES[of.type], 1)) + _const(c.Const(of.type, of.start)) + bytes((END,))


def _exports(module: Module, numbers: dict[str, int]) -> list[bytes]:
    functions = [
        length_prefixed(of.name.encode()) + b"\0" + unsigned(numbers[of.name]) for of in module.functions if of.exported
    ]
    return [*functions, length_prefixed(b"memory") + b"\2\0"]


def _elements(functions: list[int]) -> bytes:
    return b"\0" + _const(c.Const(I32, 0)) + bytes((END,)) + counted([unsigned(each) for each in functions])


def _data(of: Data) -> bytes:
    return b"\0" + _const(c.Const(I32, of.at)) + bytes((END,)) + length_prefixed(of.content)


def _const(of: c.Const) -> bytes:
    return CONSTS[of.of] + signed(of.signed)


@dataclass(slots=True)
class _Body:
    """Encodes one function in a single pass over its code.

    Operands are encoded before their instruction, from left to right. Local variables are numbered in order of
    appearance.
    """

    function: Function
    functions: dict[str, int]
    globals: dict[c.Global, int]
    signatures: _Signatures
    _out: bytearray = field(default_factory=bytearray)
    _labels: list[c.Label | None] = field(default_factory=list)
    _locals: dict[c.Local, int] = field(default_factory=dict)

    def content(self) -> bytes:
        params = self.function.params
        self._locals = {local: number for number, local in enumerate(params)}
        self._body(self.function.body)
        self._out.append(END)
        return length_prefixed(_runs([*self._locals][len(params) :]) + self._out)

    def _body(self, body: Iterable[c.Code]) -> None:
        for each in body:
            _WRITTEN[type(each)](self, each)

    # ------------------------------------------------------------ structure

    def _block(self, code: control.Block) -> None:
        self._opened(BLOCK, code.gives)
        self._labelled(code.label, code.body)
        self._out.append(END)

    def _loop(self, code: control.Loop) -> None:
        self._opened(LOOP, None)
        self._labelled(code.label, code.body)
        self._out.append(END)

    def _if(self, code: control.If) -> None:
        self._body((code.test,))
        self._opened(IF, code.gives)
        self._labelled(None, code.then)
        if code.otherwise:
            self._out.append(ELSE)
            self._labelled(None, code.otherwise)
        self._out.append(END)

    def _opened(self, byte: int, gives: str | None) -> None:
        self._out += bytes((byte, TYPES[gives] if gives else NOTHING))

    def _labelled(self, label: c.Label | None, body: tuple[c.Code, ...]) -> None:
        self._labels.append(label)
        self._body(body)
        self._labels.pop()

    def _depth(self, label: c.Label) -> bytes:
        """Encode the depth of a branch, which is the number of blocks between the branch and its target."""
        return unsigned(self._labels[::-1].index(label))

    def _branch(self, code: control.Branch) -> None:
        self._body(code.operands())
        self._out.append(BRANCH if code.test is None else BRANCH_IF)
        self._out += self._depth(code.label)

    def _branch_table(self, code: control.BranchTable) -> None:
        self._body((code.at,))
        *labels, last = code.labels
        self._out.append(BRANCH_TABLE)
        self._out += counted([self._depth(each) for each in labels]) + self._depth(last)

    # ------------------------------------------------------------ instructions

    def _const(self, code: c.Const) -> None:
        self._out += _const(code)

    def _plain(self, code: c.Plain) -> None:
        self._body(code.args)
        self._out.append(OPERATORS[code.name].byte)

    def _get(self, code: c.Get) -> None:
        self._variable(code.of, LOCAL_GET, GLOBAL_GET)

    def _put(self, code: c.Put) -> None:
        self._body((code.value,))
        self._variable(code.of, LOCAL_SET, GLOBAL_SET)

    def _tee(self, code: c.Tee) -> None:
        self._body((code.value,))
        self._variable(code.of, LOCAL_TEE, LOCAL_TEE)

    def _variable(self, of: c.Local | c.Global, local: int, global_: int) -> None:
        if isinstance(of, c.Local):
            self._out.append(local)
            self._out += unsigned(self._locals.setdefault(of, len(self._locals)))
        else:
            self._out.append(global_)
            self._out += unsigned(self.globals[of])

    def _load(self, code: c.Load) -> None:
        self._body((code.at,))
        self._access(LOADS[code.name], code.offset)

    def _store(self, code: c.Store) -> None:
        self._body((code.at, code.value))
        self._access(STORES[code.name], code.offset)

    def _access(self, access: Access, offset: int) -> None:
        self._out += bytes((access.byte, access.width))
        self._out += unsigned(offset)

    def _call(self, code: c.Call) -> None:
        self._body(code.args)
        self._out.append(CALL)
        self._out += unsigned(self.functions[code.function])

    def _call_indirect(self, code: c.CallIndirect) -> None:
        self._body(code.operands())
        self._out.append(CALL_INDIRECT)
        self._out += unsigned(self.signatures[signature_of(code)]) + b"\0"

    def _single(self, code: c.Code) -> None:
        """Encode an instruction without immediate arguments, after its operands."""
        self._body(code.operands())
        self._out += _SINGLE[type(code)]


_SINGLE: dict[type[c.Code], bytes] = {
    c.Select: bytes((SELECT,)), c.Copy: COPY, c.Fill: FILL, control.Drop: bytes((DROP,)),
    control.Return: bytes((RETURN,)), control.Unreachable: bytes((UNREACHABLE,)),
}  # fmt: skip
_WRITTEN: dict[type[c.Code], Callable[[_Body, Any], None]] = {
    c.Const: _Body._const, c.Plain: _Body._plain, c.Get: _Body._get, c.Put: _Body._put, c.Tee: _Body._tee,
    c.Load: _Body._load, c.Store: _Body._store, c.Call: _Body._call, c.CallIndirect: _Body._call_indirect,
    control.Block: _Body._block, control.Loop: _Body._loop, control.If: _Body._if, control.Branch: _Body._branch,
    control.BranchTable: _Body._branch_table, **dict.fromkeys(_SINGLE, _Body._single),
}  # fmt: skip
"""Methods that encode instructions, by instruction class."""


def _runs(found: list[c.Local]) -> bytes:
    """Encode the declarations of local variables.

    Adjacent variables of the same type share a declaration.
    """
    runs: list[tuple[str, int]] = []
    for local in found:
        if runs and runs[-1][0] == local.type:
            runs[-1] = (local.type, runs[-1][1] + 1)
        else:
            runs.append((local.type, 1))
    return counted([unsigned(number) + bytes((TYPES[of],)) for of, number in runs])
