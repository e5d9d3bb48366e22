"""WebAssembly functions that change and read sets of bits. They do the same as the methods of `form.Bits`.

A set begins with its size. Its words follow, with the bit for number n in word n // 32. Bits from the size on are 0.
Sets with which a function computes have the same size; otherwise the function ends the call.
"""

from __future__ import annotations

from collections.abc import Sequence

from interpreter import wasm as w
from interpreter.kernel.instructions import FEW, add, const, i32, in_bytes
from interpreter.kernel.layout import WORD
from interpreter.wasm import I32

PREFIX = "bits_"


def words_in(size: w.Code) -> w.Code:
    """Return the number of words in a set, with the one that holds the size."""
    return add(i32("shr_u", add(size, const(31)), const(5)), const(1))


def bit_functions(fail: tuple[w.Code, ...]) -> list[w.Function]:
    """Return all functions. `fail` is the code that ends the call."""
    return [
        _begin(fail), _begin_each(fail), _clear(), _add(fail), _add_all(fail), _add_moved(fail), _has_any(fail),
    ]  # fmt: skip


def _locals(names: str) -> list[w.Local]:
    return [w.Local(name, I32) for name in names.split()]


def _function(name: str, params: Sequence[w.Local], *body: w.Code, gives: str | None = None) -> w.Function:
    return w.Function(PREFIX + name, tuple(params), gives, body)


def _size(of: w.Local) -> w.Code:
    return w.Load("i32.load", w.Get(of))


def _end(of: w.Local) -> w.Code:
    """Return the address of the last word in a set."""
    return add(w.Get(of), in_bytes(add(words_in(_size(of)), const(-1))))


def _loop(test: w.Code, *body: w.Code) -> w.Code:
    """Repeat code while a test is true."""
    done, again = w.Label("done"), w.Label("again")
    return w.Block(done, (w.Loop(again, (w.Branch(done, i32("eqz", test)), *body, w.Branch(again))),))


def _fails_if(test: w.Code, fail: tuple[w.Code, ...]) -> w.Code:
    return w.If(test, fail)


def _clear() -> w.Function:
    of, at, end = _locals("of at end")
    words = i32("shr_u", i32("sub", w.Get(end), w.Get(at)), const(2))
    each = _loop(
        i32("lt_u", w.Get(at), w.Get(end)),
        w.Put(at, add(w.Get(at), const(WORD))), w.Store("i32.store", w.Get(at), const(0)),
    )  # fmt: skip
    whole = w.Fill(add(w.Get(at), const(WORD)), const(0), in_bytes(words))
    return _function(
        "clear", [of], w.Put(at, w.Get(of)), w.Put(end, _end(of)),
        w.If(i32("gt_u", words, const(FEW)), (whole,), (each,)),
    )  # fmt: skip


def _begin(fail: tuple[w.Code, ...]) -> w.Function:
    """Return the function `begin(of, size, most)`, which empties a set and sets its size, from 1 up to `most`."""
    of, size, most = _locals("of size most")
    return _function(
        "begin", (of, size, most),
        _fails_if(i32("ge_u", add(w.Get(size), const(-1)), w.Get(most)), fail),
        w.Store("i32.store", w.Get(of), w.Get(size)), w.Call(f"{PREFIX}clear", (w.Get(of),)),
    )  # fmt: skip


def _begin_each(fail: tuple[w.Code, ...]) -> w.Function:
    """Return the function `begin_each(at, number, size, most)`, which begins sets in an area of `most` words."""
    at, number, size, most, row = params = _locals("at number size most row")
    limit = i32("shl", w.Get(most), const(5))
    few = i32("gt_u", w.Get(number), i32("div_u", w.Get(most), w.Get(row)))
    return _function(
        "begin_each", params[:-1],
        _fails_if(i32("ge_u", add(w.Get(size), const(-1)), limit), fail),
        w.Put(row, words_in(w.Get(size))), _fails_if(few, fail),
        _loop(
            w.Get(number),
            w.Store("i32.store", w.Get(at), w.Get(size)), w.Call(f"{PREFIX}clear", (w.Get(at),)),
            w.Put(at, add(w.Get(at), in_bytes(w.Get(row)))), w.Put(number, add(w.Get(number), const(-1))),
        ),
    )  # fmt: skip


def _add(fail: tuple[w.Code, ...]) -> w.Function:
    of, number, at = _locals("of number at")
    bit = i32("shl", const(1), i32("and", w.Get(number), const(31)))
    return _function(
        "add", (of, number), _fails_if(i32("ge_u", w.Get(number), _size(of)), fail),
        w.Put(at, add(w.Get(of), in_bytes(i32("shr_u", w.Get(number), const(5))))),
        w.Store("i32.store", w.Get(at), i32("or", w.Load("i32.load", w.Get(at), WORD), bit), WORD),
    )  # fmt: skip


def _add_all(fail: tuple[w.Code, ...]) -> w.Function:
    to, of, end = _locals("to of end")
    both = i32("or", w.Load("i32.load", w.Get(to)), w.Load("i32.load", w.Get(of)))
    return _function(
        "add_all", (to, of), _fails_if(i32("ne", _size(to), _size(of)), fail), w.Put(end, _end(of)),
        _loop(
            i32("lt_u", w.Get(of), w.Get(end)),
            w.Put(of, add(w.Get(of), const(WORD))), w.Put(to, add(w.Get(to), const(WORD))),
            w.Store("i32.store", w.Get(to), both),
        ),
    )  # fmt: skip


def _add_moved(fail: tuple[w.Code, ...]) -> w.Function:
    """Return the function `add_moved(to, of, by)`.

    Both sets can be the same, so the function goes from the last word to the first.
    """
    to, of, by, first, at, place, left, word = _locals("to of by first at place left word")
    differ, negative = i32("ne", _size(to), _size(of)), i32("lt_s", w.Get(by), const(0))
    below = i32("shr_u", w.Load("i32.load", w.Get(place)), i32("sub", const(32), w.Get(left)))
    last_bits = i32("shr_u", const(-1), i32("and", i32("sub", const(0), _size(to)), const(31)))
    return _function(
        "add_moved", (to, of, by), _fails_if(i32("or", differ, negative), fail),
        w.If(i32("ge_s", w.Get(by), _size(to)), (w.Return(),)),
        w.Put(left, i32("and", w.Get(by), const(31))),
        w.Put(at, _end(to)),
        w.Put(first, add(w.Get(to), in_bytes(i32("shr_u", w.Get(by), const(5))))),
        w.Put(place, i32("sub", add(w.Get(at), w.Get(of)), w.Get(first))),
        _loop(
            i32("gt_u", w.Get(at), w.Get(first)),
            w.Put(word, i32("shl", w.Load("i32.load", w.Get(place)), w.Get(left))),
            w.Put(place, add(w.Get(place), const(-WORD))),
            w.If(i32("and", i32("ne", w.Get(left), const(0)), i32("gt_u", w.Get(place), w.Get(of))),
                 (w.Put(word, i32("or", w.Get(word), below)),)),
            w.Store("i32.store", w.Get(at), i32("or", w.Load("i32.load", w.Get(at)), w.Get(word))),
            w.Put(at, add(w.Get(at), const(-WORD))),
        ),
        w.Put(at, _end(to)),
        w.Store("i32.store", w.Get(at), i32("and", w.Load("i32.load", w.Get(at)), last_bits)),
    )  # fmt: skip


def _has_any(fail: tuple[w.Code, ...]) -> w.Function:
    of, low, high, word = _locals("of low high word")
    at = add(w.Get(of), in_bytes(i32("shr_u", w.Get(low), const(5))))
    bits = i32("shr_u", w.Load("i32.load", at, WORD), i32("and", w.Get(low), const(31)))
    lowest = add(w.Get(low), i32("ctz", w.Get(word)))
    outside = i32("or", i32("lt_s", w.Get(low), const(0)), i32("ge_s", w.Get(high), _size(of)))
    return _function(
        "has_any", (of, low, high), _fails_if(outside, fail),
        _loop(
            i32("le_s", w.Get(low), w.Get(high)),
            w.Put(word, bits), w.If(w.Get(word), (w.Return(i32("le_s", lowest, w.Get(high))),)),
            w.Put(low, add(i32("or", w.Get(low), const(31)), const(1))),
        ),
        const(0), gives=I32,
    )  # fmt: skip
