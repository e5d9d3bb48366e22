"""Tests each kind of mutant with a text before and after the mutation."""

import pytest

from dsl import ast
from dsl.diagnostics.diagnostic import Sink
from dsl.mutations.mutants import mutants
from dsl.source.spans import Source
from dsl.syntax.parsing import parse

SLIPS = {
    "number toll = 3": ["3 → 4"],
    "ruling odd: flag = yes \"Is it?\"\n    because \"Yes.\"": ["yes → no"],
    "table by players 2 3\n    purse_at 7 9": ["7 → 8", "9 → 10"],
    "each Player has\n    seen: secret 0 to 9 = 5 per turn": ["secret → ", "per turn → ", "5 → 6"],
    "game has\n    hand: bag of Good at most 6": [],
    "value fee(n: 1 to 5): 0 to 9 = n - 2\n    except big when n > 3: 0": [
        "n - 2 → n + 2", "2 → 3", "except big when n > 3: 0 → ", "n > 3 → n > 2", "3 → 4", "0 → 1",
    ],
    "value low: 0 to 9 = min(2, 3) * toll": [
        "min(2, 3) * toll → min(2, 3) + toll", "min(2, 3) → max(2, 3)", "2 → 3", "3 → 4",
    ],
    "value half(n: 1 to 9): 0 to 9 = n / 2 rounded down": [
        "n / 2 rounded down → n / 2 rounded up", "2 → 3",
    ],
    "value one: flag = a = b": ["a = b → a != b"],
    "value one: flag = a < b": ["a < b → a <= b"],
    "value one: flag = a >= 1": ["a >= 1 → a >= 0", "1 → 2"],
    "value one: flag = a in B and not c": ["a in B → ", "not c → ", "a in B → a not in B", "not c → c"],
    "value one: flag = any(x in City where x.open)": ["x.open → ", "x.open → not x.open"],
    "value one: flag = all(x.open for x in City)": ["all(x.open for x in City) → any(x.open for x in City)"],
    "value one: City = first(x in {A, B} by most x.size, then least x.age)": [
        "A → ", "B → ", "most x.size → least x.size", "x.size → ", "least x.age → most x.age", "x.age → ",
    ],
    "action buy(n: 1 to 2 where n < most) \"Buy\"\n    needs room: open\n    costs price: 2 to bank when dear\n"
    "    limit 1 per turn": [
        "limit 1 per turn → ", "n < most → ", "1 → 2", "2 → 3", "n < most → n <= most", "needs room: open → ",
        "open → not open", "costs price: 2 to bank when dear → ", "dear → ", "dear → not dear", "2 → 3", "1 → 2",
    ],
    "action repay at any time \"Repay\"": ["at any time → "],
    "phase trade \"Trade\"\n    skip when over\n    player may buy or sell, at most 3 times": [
        "skip when over → ", "over → not over", "player may buy or sell, at most 3 times → ",
        "player may buy or sell, at most 3 times → player must buy or sell, at most 3 times",
        "player may buy or sell, at most 3 times → player may buy or sell", "buy → ", "sell → ", "3 → 4",
    ],
    "action buy(n: 1 to 2)\n    says \"buy {min(n, 2) loaf}[ and {n + 1}], {n = 1: yes|no}\"": ["1 → 2", "2 → 3"],
    "rule r\n    you may choose n in C, says \"take {max(n, 2)}\", pass \"keep {1 + 1}\"\n        stop turn": [
        "you may choose n in C, says \"take {max(n, 2)}\", pass \"keep {1 + 1}\" … → ", "stop turn → ",
    ],
    "rule r\n    raise toll by 1 clamped": [
        "raise toll by 1 clamped → ", "raise toll → lower toll", "raise toll by 1 clamped → raise toll by 1", "1 → 2",
    ],
    "rule r\n    if open\n        do a, b\n    else\n        stop phase": [
        "if open … → ", "open → not open", "do a, b → ", "a → ", "b → ", "stop phase → ",
    ],
    "rule r\n    for x in City where x.open, in any order by player\n        x.owner pays 1 to bank": [
        "for x in City where x.open, in any order by player … → ", "player → ", "x.open → ", "x.open → not x.open",
        "x.owner pays 1 to bank → ", "1 → 2",
    ],
    "rule r\n    let a = 1": ["1 → 2"],
    "end soon of round when rounds >= last \"Soon\"": ["of round → at once", "rounds >= last → rounds > last"],
    "end soon at once, even within actions when rounds >= last \"Soon\"": [
        "at once, even within actions → of round", "at once, even within actions → at once",
        "rounds >= last → rounds > last",
    ],
    "end soon of round when dear \"Soon\"\n    if open\n        you may choose n in 1 to 3\n            stop game": [
        "of round → at once", "dear → not dear", "if open … → ", "open → not open", "you may choose n in 1 to 3 … → ",
        "1 → 2", "3 → 4", "stop game → ",
    ],
    "trigger t as soon as dear\n    set a to b": ["dear → not dear", "set a to b → "],
    "trigger t after buy when dear\n    set a to b": ["dear → ", "dear → not dear", "set a to b → "],
    "scoring of p in Player\n    coins: p.purse\n    land: 2 * p.land": [
        "coins: p.purse → ", "land: 2 * p.land → ", "2 * p.land → 2 + p.land", "2 → 3",
    ],
    "variant v \"V\" of g\n    requires w\n    set toll to 4\n    suspend r when dear": [
        "set toll to 4 → ", "4 → 5", "suspend r when dear → ", "dear → ",
    ],
}  # fmt: skip


@pytest.mark.parametrize("text", [text for text, wanted in SLIPS.items() if wanted is not None])
def test_slips(text: str) -> None:
    sink = Sink()
    declarations = parse(Source("example.rules", text + "\n"), sink)
    assert not sink.found
    made = [f"{slip.before} → {slip.after}" for slip in mutants(declarations)]
    assert sorted(made) == sorted(SLIPS[text] or [])


def test_a_slip_is_in_its_declaration_and_nowhere_else() -> None:
    declarations = parse(Source("example.rules", "number a = 1\n\nnumber b = 1\n"), Sink())
    made = list(mutants(declarations))
    assert [(slip.rule, slip.index, slip.span.line) for slip in made] == [("a", 0, 1), ("b", 1, 3)]
    for slip in made:
        assert ast.bare(slip.declaration) == ast.bare(declarations[slip.index]).replace("Integer(1)", "Integer(2)")


def test_parts_are_named_with_their_rule() -> None:
    text = 'action buy "Buy"\n    needs room: a < 3\n\nscoring of p in Player\n    coins: 2\n\nvariant v "V" of g\n'
    text += "    replace buy.room: a < 4\n"
    names = [slip.rule for slip in mutants(parse(Source("example.rules", text), Sink()))]
    assert list(dict.fromkeys(names)) == ["buy.room", "scoring.coins", "v.buy.room"]
