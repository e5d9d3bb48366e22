"""Emits memoised functions, whose results depend on only a few values (`MemoKey`).

Only expensive results are memoised. Memoised results stay valid across positions and games. A table entry holds the
number of the function, the key and the result. A hash of the key selects the entry, and a new result overwrites the old
one.

Lists are stored in a separate area. When the area for lists is full, all results are cleared before the next step.
Until then, no further lists are stored, because running code may still be reading a stored list.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import reduce

from interpreter import wasm as w
from interpreter.native.emit.memory import ENTRIES, ENTRY, LISTS_SIZE, WORD, Memory
from interpreter.native.emit.shorthand import (
    add,
    any_of,
    call,
    code,
    differing,
    eq,
    gt,
    lt,
    mul,
    narrow,
    ne,
    put,
    rotl,
    set_word,
    shl,
    shr_u,
    sub,
    wide,
    word,
)
from interpreter.native.emit.writer import Writer, fits, params_for
from interpreter.native.terms.expressions import Expressions
from interpreter.optimizer import MemoKey, Program, Term
from interpreter.wasm import I32

LISTS = w.Global("lists", I32, 1 << 30)
"""Address for the next stored list.

The initial value makes the first step clear the memo.
"""
RESULT = ENTRY - 2 * WORD
"""Byte offset of the result, which may have 64 bits, within a memo entry."""
SPREAD = 0x9E3779B1 - (1 << 32)
"""Multiplier of the hash function."""
PLACES = ENTRIES.bit_length() - 1


class MemoFunctions:
    """Emits memoised functions."""

    def __init__(self, out: Writer, memory: Memory, expressions: Expressions) -> None:
        self._out = out
        self._memory = memory
        self._expressions = expressions
        self._number = 0

    def write(self) -> None:
        """Emit the functions that all memoised functions share.

        `remember_list (list)` stores a list and returns its address, or 0 if there is no room. `forget` clears all
        results, and may run only between steps.
        """
        out, memory = self._out, self._memory
        if not memory.remembers:
            return
        given, size = w.Local("list", I32), w.Local("size", I32)
        with out.function("remember_list", (given,), I32):
            out.emit(put(size, shl(add(word(given), 1), 2)))
            with out.only_if(gt(add(LISTS, size), memory.remembered_lists + LISTS_SIZE)):
                out.emit(put(LISTS, memory.remembered_lists + LISTS_SIZE), w.Return(w.Const(I32, 0)))
            out.emit(call("copy_words", LISTS, given, size), put(LISTS, add(LISTS, size)), sub(LISTS, size))
        with out.function("forget", ()):
            out.emit(w.Fill(w.Const(I32, memory.remembered), w.Const(I32, 0), w.Const(I32, ENTRIES * ENTRY)))
            out.emit(put(LISTS, memory.remembered_lists))

    def begin(self) -> tuple[w.Code, ...]:
        """Return code that runs between steps, and clears all results if the list area is full."""
        if not self._memory.remembers:
            return ()
        full = w.Plain("i32.ge_u", (sub(LISTS, self._memory.remembered_lists), w.Const(I32, LISTS_SIZE)))
        return (w.If(full, (call("forget"),)),)

    @contextmanager
    def function(
        self, name: str, names: Sequence[Term], gives: str, memo: MemoKey | None, sequence: bool,
        deferred: Sequence[Term] = (),
    ) -> Iterator[None]:  # fmt: skip
        """Emit a function whose body is the code emitted inside the `with` statement.

        The function's parameters are the given variables and the flags of the deferred variables. A memoised function
        becomes a wrapper around an inner function with this body.
        """
        params = params_for(names, deferred)
        if memo is not None and fits_entry(memo):
            self._remembering(name, names, params, gives, memo, sequence)
            name, params = f"{name}_anew", params_for(names, deferred)
        with self._out.function(name, params, gives):
            self._out.bind_given(names, deferred, params)
            yield

    def _remembering(
        self, name: str, names: Sequence[Term], params: list[w.Local], gives: str, memo: MemoKey, sequence: bool
    ) -> None:  # fmt: skip
        """Emit the wrapper that looks up a result, or computes and stores it."""
        out = self._out
        self._number += 1
        inner = call(f"{name}_anew", *params, gives=gives)
        with out.function(name, params, gives):
            for each, param in zip(names, params, strict=False):
                out.bound_to(each, param)
            outside = [(lt if op == "<" else gt)(out.name(of), bound) for of, op, bound in memo.bounds]
            outside += [ne(wide(self._narrow(atom)), out.name(atom)) for atom in memo.atoms if not _fits(atom)]
            if outside:
                out.emit(w.If(reduce(any_of, outside), (w.Return(inner),)))
            key: list[w.Code] = [w.Const(I32, self._number)]
            key += [code(out.held(self._narrow(atom), "key")) for atom in memo.atoms]
            place = shl(shr_u(spread(key), 32 - PLACES), ENTRY.bit_length() - 1)
            at = out.held(add(place, self._memory.remembered), "at")
            with out.leaving("unknown") as unknown:
                out.emit(*(w.Branch(unknown, ne(word(at, WORD * n), each)) for n, each in enumerate(key)))
                out.emit(w.Return(w.Load(f"{gives}.load", code(at), RESULT)))
            found = out.held(inner, "found")
            if sequence:
                kept = out.held(call("remember_list", found, gives=I32), "kept")
                out.emit(w.If(eq(kept, 0), (w.Return(code(found)),)), put(found, kept))
            out.emit(*(set_word(at, each, WORD * n) for n, each in enumerate(key)))
            out.emit(w.Store(f"{gives}.store", code(at), code(found), RESULT), code(found))

    def _narrow(self, atom: Term) -> w.Code:
        """Return the 32 bits of a part of a key that a memo entry stores."""
        return self._expressions.narrow(atom) if _fits(atom) else narrow(self._out.name(atom))


def remembers(program: Program) -> bool:
    """Return True if any function of a program is memoised."""
    memos = [each.memo for each in program.values.values()]
    memos += [each.memo for each in program.gatherings.values()]
    memos += [each.memo for each in program.reaches.values()]
    return any(memo is not None and fits_entry(memo) for memo in memos)


def fits_entry(memo: MemoKey) -> bool:
    """Return True if a memo entry has room for a key, with one word for each part.

    A variable may be too large for a word: a call with such a value computes the result without the memo.
    """
    return len(memo.atoms) * WORD < RESULT and all(_fits(atom) or atom.op == "name" for atom in memo.atoms)


def _fits(atom: Term) -> bool:
    return fits(atom.low, atom.high)


def spread(key: Sequence[w.Code]) -> w.Code:
    """Return an expression for the 32-bit hash of a key.

    All parts of the key affect the upper bits, which select the entry.
    """
    first, *others = key
    return mul(reduce(lambda found, each: mul(differing(rotl(found, 5), each), SPREAD), others, first), SPREAD)
