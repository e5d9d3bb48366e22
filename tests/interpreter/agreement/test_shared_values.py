"""Tests values whose `let` lines refer to earlier lines: engines compute each line once, and code grows linearly."""

from __future__ import annotations

from pathlib import Path

import pytest

import mercatoria
from interpreter.codegen import GeneratedEngine
from interpreter.native import native_module
from interpreter.table import CompiledGame
from interpreter.wasm import encode
from tests.interpreter.agreement.three_engines import InAgreement
from tests.thinning import thinned

pytest.importorskip("wasmtime", reason="wasmtime is not installed (extra: native)")

HEAD = """rulebook lets "Lines that build on one another"
    players 2

kind Good: Wool, Cloth, Ore with 6 pieces each

each Player has
    purse: money = 9
    cart: bag of Good = 1 of Wool
    marks: set of Good = {Ore}

game has
    f: 0 to 9 = 4
    g: 0 to 9 = 1
    goods: set of Good = {Wool}

round
    turn of player in Player
        player must take or wait

action wait

action take(good: Good)
    needs there: supply(good) > 0 and SCORE mod 2 < 2
    then
        move 1 of good from supply to you.cart
        set f to VALUE

end e of round when round.number = 2

scoring of p in Player
    s: SCORE
"""


def lines(first: str, each: str, number: int) -> str:
    """Return `let` lines, each with an expression that may use the previous line as `{a}` and the line before it as
    `{b}`.
    """
    names = [f"a{at}" for at in range(number + 1)]
    found = [f"    let a0 = {first}"]
    for at, name in enumerate(names[1:]):
        found.append(f"    let {name} = {each.format(a=names[at], b=names[max(0, at - 1)])}")
    return "\n".join(found)


def number(head: str, first: str, each: str, count: int, last: str = "clamp({a}, 0, 9)") -> str:
    return f"value {head}: 0 to 9\n{lines(first, each, count)}\n    = {last.format(a=f'a{count}')}\n"


def with_values(value: str, score: str, *values: str) -> str:
    text = HEAD.replace("VALUE", value).replace("SCORE", score)
    return "\n".join((text, *values))


WAYS = {
    "sums": lambda n: with_values("v", "v", number("v", "f mod 3", "({a} + {a}) mod 7", n)),
    "the two before": lambda n: with_values("v", "v", number("v", "f mod 3", "({a} + {b}) mod 7", n)),
    "sums that grow": lambda n: with_values("v", "v", number("v", "f mod 3", "{a} + {a}", n)),
    "parameters": lambda n: with_values("v(3)", "v(f)", number("v(n: 0 to 9)", "n mod 3", "({a} + {a}) mod 7", n)),
    "wide parameters": lambda n: with_values(
        "v(3)", "v(f * 1000)", number("v(n: 0 to 2000000)", "n mod 3", "({a} * {a} + n) mod 7", n)),
    "a set as parameter": lambda n: with_values(
        "v({good})", "v(goods)", number("v(s: set of Good)", "count(x in s)", "({a} + {a} + s.size) mod 7", n)),
    "choices": lambda n: with_values(
        "v", "v", number("v", "f mod 3", "(if {a} > g then {a} - 1 else {a} + 2)", n)),
    "flags": lambda n: with_values(
        "v", "v", number("v", "f > 3", "(({a} and g > 0) or (not {a} and f < 5))", n, "if {a} then 3 else 4")),
    "sets": lambda n: with_values(
        "v", "v", number("v", "goods", "{{x in {a} + {a} + {{Wool}} where x in {a} or f > 2}}", n, "{a}.size")),
    "gatherings": lambda n: with_values(
        "v", "v", number("v", "f mod 3", "(sum({a} for x in Good) + count(x in Good where {a} > 2)) mod 7", n)),
    "what may fault": lambda n: with_values(
        "v", "v", number("v", "f mod 3", "(12 / ({a} + 1) rounded down + {a}) mod 7", n)),
    "what does fault": lambda n: with_values(
        "v", "v", number("v", "f mod 3", "(min(y for y in 1 to 6 where y > f) + {a}) mod 7", n)),
    "values that have lines": lambda n: with_values(
        "v", "v", number("v", "f mod 3", "(w({a}) + w({a})) mod 7", n),
        number("w(n: 0 to 9)", "(n + f) mod 9", "({a} + {a}) mod 9", n // 2)),
    "exceptions": lambda n: with_values(
        "v", "v", number("v", "f mod 3", "({a} + {a}) mod 7", n) + f"    except odd when a{n} mod 2 = 1: a{n} + 1\n"),
}  # fmt: skip


COUNTS = (66, 74, 82)
"""Numbers of lines, so large that no function of a value is inlined at one number and called at the next."""


def table_of(text: str, folder: Path) -> CompiledGame:
    (folder / "rulebook.rules").write_text(text)
    return mercatoria.load(str(folder)).table(2)


def source_and_module(way: str, count: int, folder: Path) -> tuple[int, int]:
    """Return the lengths of the Python source and of the native module, for a rulebook with `count` lines."""
    table = table_of(WAYS[way](count), folder)
    assert isinstance(table.engine, GeneratedEngine)
    native = native_module(table.flow, table.engine.program, tuple(table.start()))
    return len(table.engine.source), len(encode(native.module))


@pytest.mark.parametrize("way", thinned(((way,) for way in WAYS), lambda case: list(WAYS).index(case[0]) % 4 == 0))
def test_programs_grow_line_by_line(way: str, tmp_path: Path) -> None:
    few, some, more = (source_and_module(way, count, tmp_path) for count in COUNTS)
    for one, two, three in zip(few, some, more, strict=True):
        assert one < two < three and three - two <= 1.3 * (two - one) + 200


@pytest.mark.parametrize("way", WAYS)
def test_all_engines_play_alike(way: str, tmp_path: Path) -> None:
    for count, games in ((3, 1), (24, 1)):
        match = InAgreement(table_of(WAYS[way](count), tmp_path))
        assert match.play(games) > 2
        assert match.native.native.not_carried == ()


def test_three_hundred_lines_are_played(tmp_path: Path) -> None:
    """A long chain of lines must not become deeply nested code."""
    text = with_values("v", "v", number("v", "f mod 3", "({a} * 3 + f) mod 7", 300))
    match = InAgreement(table_of(text, tmp_path))
    assert match.play(1) > 2
    assert match.left == 0


def test_questions_inside_questions(tmp_path: Path) -> None:
    """If an operation evaluates an expression for each thing in a list, the code must contain this expression only
    once.
    """
    asked = "g"
    for _ in range(24):
        asked = f"(if {asked} in {{f, g, 3}} then 4 else f)"
    table = table_of(with_values(asked, "f"), tmp_path)
    assert isinstance(table.engine, GeneratedEngine)
    assert len(table.engine.source) < 300_000
    assert InAgreement(table).play(1) > 2
