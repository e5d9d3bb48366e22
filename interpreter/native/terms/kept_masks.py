"""Emits the expressions with which loops use the masks of kept sets (`kept_sets`)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from interpreter import wasm as w
from interpreter.native.emit.memory import WORD, Memory
from interpreter.native.emit.shorthand import (
    add,
    any_of,
    both,
    call,
    code,
    eq,
    mul,
    narrow,
    ne,
    put,
    shl,
    sub,
    wide,
    word,
)
from interpreter.native.emit.writer import Writer
from interpreter.native.terms.expressions import Expressions
from interpreter.native.terms.kept_sets import STALE, VALID, KeptSets, mask_at
from interpreter.optimizer import MASK_BITS, Kept, Meeting
from interpreter.wasm import I64


class KeptMasks:
    """Emits the expressions with which loops use the masks."""

    def __init__(self, kept: KeptSets, out: Writer, memory: Memory, expressions: Expressions) -> None:
        self._kept = kept
        self._out = out
        self._memory = memory
        self._expressions = expressions

    def usable(self, kept: Sequence[Kept]) -> list[Kept]:
        """Return those of several sets that the module keeps.

        A loop without one of the sets makes its test. If the test can fail, all sets behind it are left out, so that
        it fails in the loop.
        """
        found = list[Kept]()
        for each in kept:
            if each.set in self._kept.families:
                found.append(each)
            elif each.set.checks:
                break
        return found

    def are_valid(self) -> w.Local:
        """Emit code that computes the masks if they are out of date, and return a flag that is 1 if they are valid."""
        out, state = self._out, self._memory.kept_state
        out.emit(w.If(eq(word(0, state), STALE), (call("keep_anew"),)))
        return out.held(eq(word(0, state), VALID), "valid")

    def mask(self, kept: Kept) -> w.Code:
        """Return an expression for the mask of a set."""
        family = self._kept.families[kept.set]
        at: w.Code = w.Const("i32", mask_at(self._memory, family.first))
        masks = len(family.masks)
        for name, given in zip(kept.set.outer, kept.outer, strict=True):
            masks //= name.high - name.low + 1
            step = sub(self._expressions.narrow(given), name.low)
            at = add(at, mul(step, 2 * WORD * masks))
        mask = w.Load("i64.load", at, 0)
        return w.Plain("i64.xor", (mask, w.Const(I64, -1))) if kept.without else mask

    def meeting(self, meeting: Meeting) -> w.Code | None:
        """Emit code that finds the numbers whose list meets the sets, and return an expression for their mask.

        If the module keeps none of the sets, emit nothing and return None.
        """
        usable, out = self.usable(meeting.kept), self._out
        if not usable:
            return None
        numbers = [0] * MASK_BITS
        for number, members in enumerate(meeting.lists[:MASK_BITS]):
            for member in members:
                numbers[member] |= 1 << number
        of_member = self._memory.wide_table([signed(mask) for mask in numbers])
        listed = sum(1 << member for member, mask in enumerate(numbers) if mask)
        left = out.held(reduce(both, map(self.mask, usable), wide(signed(listed))), "left")
        found = out.held(wide(0), "found")
        with out.loop_while(ne(left, 0)):
            mask = w.Load("i64.load", shl(narrow(w.Plain("i64.ctz", (code(left),))), 3), of_member)
            out.emit(put(found, any_of(found, mask)), put(left, both(left, sub(left, 1))))
        return code(found)


def signed(mask: int) -> int:
    """Return the signed number of 64 bits with the bits of a mask."""
    return mask - (mask >> MASK_BITS - 1 << MASK_BITS)
