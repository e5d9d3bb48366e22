"""A module as bytes: version 1 of the binary format, with the instructions for copying and filling memory."""

from __future__ import annotations

from dataclasses import dataclass, field

from interpreter.wasm import code as c
from interpreter.wasm import course
from interpreter.wasm.leb128 import counted, signed, sized, unsigned
from interpreter.wasm.module import Data, Function, Module, Signature, signature_of
from interpreter.wasm.operators import I32, I64, LOADS, OPERATORS, STORES

MAGIC = b"\0asm\1\0\0\0"
TYPE, FUNCTION, TABLE, MEMORY, GLOBAL, EXPORT, ELEMENT, CODE, DATA = 1, 3, 4, 5, 6, 7, 9, 10, 11
"""The sections, in the order in which they stand."""
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
CONSTS = {I32: 0x41, I64: 0x42}
COPY, FILL = b"\xfc\x0a\0\0", b"\xfc\x0b\0"


def encode(module: Module) -> bytes:
    """The module in the binary format. Raises KeyError for a name that nothing has."""
    numbers, signatures = module.numbers(), module.signatures()
    globals_ = {each: number for number, each in enumerate(module.globals)}
    at = {signature: number for number, signature in enumerate(signatures)}
    sections = (
        (TYPE, [_signature(each) for each in signatures]),
        (FUNCTION, [unsigned(at[function.signature]) for function in module.functions]),
        (TABLE, [bytes((FUNCTION_REFERENCE, 1)) + unsigned(len(module.table)) * 2] if module.table else []),
        (MEMORY, [b"\1" + unsigned(module.pages) * 2]),
        (GLOBAL, [bytes((TYPES[of.type], 1)) + _const(of.type, of.start) + bytes((END,)) for of in module.globals]),
        (EXPORT, _exports(module, numbers)),
        (ELEMENT, [_elements([numbers[name] for name in module.table])] if module.table else []),
        (CODE, [_Body(function, numbers, globals_, at).content() for function in module.functions]),
        (DATA, [_data(each) for each in module.data]),
    )
    return MAGIC + b"".join(bytes((section,)) + sized(counted(items)) for section, items in sections if items)


def _signature(of: Signature) -> bytes:
    params, gives = of
    results = [bytes((TYPES[gives],))] if gives else []
    return bytes((FUNCTION_TYPE,)) + counted([bytes((TYPES[each],)) for each in params]) + counted(results)


def _exports(module: Module, numbers: dict[str, int]) -> list[bytes]:
    functions = [sized(of.name.encode()) + b"\0" + unsigned(numbers[of.name]) for of in module.functions if of.exported]
    return [*functions, sized(b"memory") + b"\2\0"]


def _elements(functions: list[int]) -> bytes:
    return b"\0" + _const(I32, 0) + bytes((END,)) + counted([unsigned(each) for each in functions])


def _data(of: Data) -> bytes:
    return b"\0" + _const(I32, of.at) + bytes((END,)) + sized(of.content)


def _const(of: str, value: int) -> bytes:
    return bytes((CONSTS[of],)) + signed(c.Const(of, value).signed)


@dataclass(slots=True)
class _Body:
    """Writes one function."""

    function: Function
    functions: dict[str, int]
    globals: dict[c.Global, int]
    signatures: dict[Signature, int]
    _out: bytearray = field(default_factory=bytearray)
    _labels: list[c.Label | None] = field(default_factory=list)
    _locals: dict[c.Local, int] = field(default_factory=dict)

    def content(self) -> bytes:
        found = self.function.locals()
        self._locals = {local: number for number, local in enumerate((*self.function.params, *found))}
        self._body(self.function.body)
        self._out.append(END)
        return sized(_runs(found) + self._out)

    def _body(self, body: tuple[c.Code, ...]) -> None:
        for each in body:
            self._code(each)

    def _code(self, code: c.Code) -> None:
        if isinstance(code, (course.Block, course.Loop, course.If)):
            self._structured(code)
            return
        for each in code.operands():
            self._code(each)
        self._out += self._instruction(code)

    def _structured(self, code: course.Block | course.Loop | course.If) -> None:
        out = self._out
        match code:
            case course.Block(label, body, gives):
                out += bytes((BLOCK, TYPES[gives] if gives else NOTHING))
                self._labelled(label, body)
            case course.Loop(label, body):
                out += bytes((LOOP, NOTHING))
                self._labelled(label, body)
            case course.If(test, then, otherwise, gives):
                self._code(test)
                out += bytes((IF, TYPES[gives] if gives else NOTHING))
                self._labelled(None, then)
                if otherwise:
                    out.append(ELSE)
                    self._labelled(None, otherwise)
        out.append(END)

    def _labelled(self, label: c.Label | None, body: tuple[c.Code, ...]) -> None:
        self._labels.append(label)
        self._body(body)
        self._labels.pop()

    def _depth(self, label: c.Label) -> bytes:
        """How many blocks further out a label belongs to."""
        return unsigned(self._labels[::-1].index(label))

    def _instruction(self, code: c.Code) -> bytes:
        """An instruction without its operands."""
        match code:
            case c.Const(of, value):
                return _const(of, value)
            case c.Plain(name):
                return bytes((OPERATORS[name].byte,))
            case c.Get(of):
                return self._variable(of, LOCAL_GET, GLOBAL_GET)
            case c.Put(of):
                return self._variable(of, LOCAL_SET, GLOBAL_SET)
            case c.Tee(of):
                return self._variable(of, LOCAL_TEE, LOCAL_TEE)
            case c.Load(name, _, offset):
                return bytes((LOADS[name].byte,)) + unsigned(LOADS[name].width) + unsigned(offset)
            case c.Store(name, _, _, offset):
                return bytes((STORES[name].byte,)) + unsigned(STORES[name].width) + unsigned(offset)
            case c.Call(function):
                return bytes((CALL,)) + unsigned(self.functions[function])
            case c.CallIndirect():
                return bytes((CALL_INDIRECT,)) + unsigned(self.signatures[signature_of(code)]) + b"\0"
        return self._course(code)

    def _course(self, code: c.Code) -> bytes:
        match code:
            case course.Branch(label, test):
                return bytes((BRANCH if test is None else BRANCH_IF,)) + self._depth(label)
            case course.BranchTable(_, (*labels, last)):
                return bytes((BRANCH_TABLE,)) + counted([self._depth(each) for each in labels]) + self._depth(last)
            case c.Copy():
                return COPY
            case c.Fill():
                return FILL
        return bytes((_SINGLE[type(code)],))

    def _variable(self, of: c.Local | c.Global, local: int, global_: int) -> bytes:
        if isinstance(of, c.Local):
            return bytes((local,)) + unsigned(self._locals[of])
        return bytes((global_,)) + unsigned(self.globals[of])


_SINGLE: dict[type[c.Code], int] = {
    c.Select: SELECT, course.Drop: DROP, course.Return: RETURN, course.Unreachable: UNREACHABLE,
}  # fmt: skip


def _runs(found: list[c.Local]) -> bytes:
    """Locals of one type that stand together are declared together."""
    runs: list[tuple[str, int]] = []
    for local in found:
        if runs and runs[-1][0] == local.type:
            runs[-1] = (local.type, runs[-1][1] + 1)
        else:
            runs.append((local.type, 1))
    return counted([unsigned(number) + bytes((TYPES[of],)) for of, number in runs])
