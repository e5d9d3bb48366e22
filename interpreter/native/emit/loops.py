"""Helpers for hand-written functions: named parameters, loops over lists, minimum and maximum."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from interpreter import wasm as w
from interpreter.native.emit.memory import WORD
from interpreter.native.emit.shorthand import Given, add, code, gt, lt, lt_u, put, shl, tee, word
from interpreter.native.emit.writer import Writer
from interpreter.wasm import I32, I64


@contextmanager
def function(
    out: Writer, name: str, params: str, gives: str | None = None, exported: bool = False
) -> Iterator[list[w.Local]]:
    """Emit a function, and yield its parameters as local variables.

    A parameter whose name is in upper case has 64 bits; all others have 32 bits.
    """
    locals_ = [w.Local(each.lower(), I64 if each.isupper() else I32) for each in params.split()]
    with out.function(name, locals_, gives, exported):
        yield locals_


@contextmanager
def each_word(out: Writer, begin: Given, end: Given, size: Given = WORD) -> Iterator[w.Local]:
    """Emit a loop over memory in steps of `size` bytes, and yield a local that holds the current address."""
    at, last = out.held(code(begin), "at"), out.held(code(end), "end")
    with out.loop_while(lt_u(at, last)):
        yield at
        out.emit(put(at, add(at, size)))


@contextmanager
def each_member(out: Writer, of: Given) -> Iterator[w.Local]:
    """Emit a loop over a list, and yield a local that holds the current member."""
    at, end, member = w.Local("at", I32), w.Local("end", I32), w.Local("member", I32)
    out.emit(put(at, of), put(end, add(at, shl(word(at), 2))))
    with out.loop_while(lt_u(at, end)):
        out.emit(put(member, word(tee(at, add(at, WORD)))))
        yield member


def lesser(a: w.Local | int, b: w.Local | int) -> w.Code:
    return w.Select(code(a), code(b), lt(a, b))


def greater(a: w.Local | int, b: w.Local | int) -> w.Code:
    return w.Select(code(a), code(b), gt(a, b))
