"""Formats modules in the text format (WAT), with operands nested in their instructions.

Other tools can assemble the text into the same bytes, apart from names.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from interpreter.wasm import code as c
from interpreter.wasm import control
from interpreter.wasm.module import Data, Function, Module

WIDTH = 100
"""Maximum length of code that is printed on one line, in characters."""


def text_of(module: Module) -> str:
    """Return a module's text."""
    return "\n".join(["(module", *(f"  {line}" for line in _lines(module)), ")"]) + "\n"


def function_text(function: Function) -> str:
    """Return a function's text."""
    return "\n".join(_function(function)) + "\n"


def _lines(module: Module) -> Iterator[str]:
    for function in module.functions:
        yield from _function(function)
    if module.table:
        yield f"(table {len(module.table)} {len(module.table)} funcref)"
    yield f'(memory (export "memory") {module.pages} {module.pages})'
    for each in module.globals:
        yield f"(global ${each.name} (mut {each.type}) ({each.type}.const {each.start}))"
    if module.table:
        yield f"(elem (i32.const 0) {' '.join(f'${name}' for name in module.table)})"
    yield from map(_data, module.data)


def _data(of: Data) -> str:
    content = "".join(chr(byte) if 32 <= byte < 127 and byte not in b'"\\' else f"\\{byte:02x}" for byte in of.content)
    return f'(data (i32.const {of.at}) "{content}")'


def _function(function: Function) -> Iterator[str]:
    found = function.locals()
    names = _Names((*function.params, *found))
    head = [f"(func ${function.name}"]
    head += [f'(export "{function.name}")'] if function.exported else []
    head += [f"(param {names.local(param)} {param.type})" for param in function.params]
    head += [f"(result {function.gives})"] if function.gives else []
    yield " ".join(head)
    if found:
        yield "  " + " ".join(f"(local {names.local(local)} {local.type})" for local in found)
    for each in function.body:
        yield from _indented(_code(each, names))
    yield ")"


class _Names:
    """Assigns unique names to the local variables and labels of a function."""

    def __init__(self, found: Iterable[c.Local]) -> None:
        self._locals: dict[c.Local, str] = {}
        self._labels: dict[c.Label, str] = {}
        for local in found:
            self._locals[local] = self._free(local.name, self._locals.values())

    @staticmethod
    def _free(name: str, taken: Iterable[str]) -> str:
        known = set(taken)
        return next(
            each for each in (f"${name}", *(f"${name}.{n}" for n in range(2, len(known) + 3))) if each not in known
        )

    def local(self, of: c.Local) -> str:
        return self._locals[of]

    def label(self, of: c.Label) -> str:
        if of not in self._labels:
            self._labels[of] = self._free(of.name, self._labels.values())
        return self._labels[of]


def _indented(lines: Iterable[str]) -> Iterator[str]:
    for line in lines:
        yield f"  {line}"


def _code(code: c.Code, names: _Names) -> Iterator[str]:
    """Yield the lines of an instruction and its operands."""
    match code:
        case control.If(test, then, otherwise, gives):
            yield f"(if{f' (result {gives})' if gives else ''}"
            yield from _indented(_code(test, names))
            yield from _indented(_part("(then", then, names))
            if otherwise:
                yield from _indented(_part("(else", otherwise, names))
            yield ")"
        case control.Block(label, body, gives):
            named = f" {names.label(label)}" if label is not None else ""
            yield from _part(f"(block{named}{f' (result {gives})' if gives else ''}", body, names)
        case control.Loop(label, body):
            yield from _part(f"(loop {names.label(label)}", body, names)
        case _:
            yield from _part(f"({_head(code, names)}", code.operands(), names)


def _part(head: str, body: Iterable[c.Code], names: _Names) -> Iterator[str]:
    """Yield the lines of a sequence of instructions. A short sequence takes one line."""
    lines = [line for each in body for line in _code(each, names)]
    whole = " ".join((head, *lines)) + ")"
    if len(whole) <= WIDTH and not any(line.startswith((" ", ")")) for line in lines):
        yield whole
        return
    yield head
    yield from _indented(lines)
    yield ")"


def _head(code: c.Code, names: _Names) -> str:
    """Return an instruction's name and immediate arguments."""
    match code:
        case c.Const(of):
            return f"{of}.const {code.signed}"
        case c.Plain(name):
            return name
        case c.Get(c.Local() as of):
            return f"local.get {names.local(of)}"
        case c.Put(c.Local() as of):
            return f"local.set {names.local(of)}"
        case c.Tee(of):
            return f"local.tee {names.local(of)}"
        case c.Get(of):
            return f"global.get ${of.name}"
        case c.Put(of):
            return f"global.set ${of.name}"
        case c.Load(name, _, offset) | c.Store(name, _, _, offset):
            return f"{name} offset={offset}" if offset else name
        case c.Call(function):
            return f"call ${function}"
        case c.CallIndirect(_, args, gives):
            types = "".join(f" (param {arg.type})" for arg in args)
            return f"call_indirect{types}{f' (result {gives})' if gives else ''}"
        case control.Branch(label, test):
            return f"{'br' if test is None else 'br_if'} {names.label(label)}"
        case control.BranchTable(_, labels):
            return f"br_table {' '.join(map(names.label, labels))}"
    return _SINGLE[type(code)]


_SINGLE: dict[type[c.Code], str] = {
    c.Select: "select", c.Copy: "memory.copy", c.Fill: "memory.fill", control.Drop: "drop", control.Return: "return",
    control.Unreachable: "unreachable",
}  # fmt: skip
