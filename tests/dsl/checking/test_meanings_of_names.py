"""The checker records which declaration each name in an expression means."""

from __future__ import annotations

from dsl.checking import Memo, check
from dsl.desugaring import Desugaring
from dsl.diagnostics import Sink
from dsl.source import Source
from dsl.syntax import parse

RULES = """\
rulebook stalls "Stalls"
    players 2

kind Stall: North, South

each Player has
    stock: 0 to 9 = 1
    here: Stall = North

each Stall has
    stock: 0 to 9 = 2

number price = 2

value left(s: Stall): 0 to 9 = s.stock

round
    turn of player in Player
        do trade(player.here)

rule trade(price: Stall)
    set player.stock to price.stock
    lower price.stock by left(price) clamped

end late of round when round.number = price
"""


def meanings() -> dict[tuple[int, str], int]:
    """Return the line of the declaration that each name means, by its line and the text before its end."""
    sink, memo = Sink(), Memo(Desugaring())
    check(parse(Source("stalls.rules", RULES), sink), None, 2, {}, sink, memo=memo)
    assert not sink.found
    lines = RULES.split("\n")
    return {
        (use.line, lines[use.line - 1][: use.column - 1 + len(use.text)].split()[-1]): declared.line
        for use, declared in memo.meant().items()
    }


def line(text: str) -> int:
    (found,) = [number for number, each in enumerate(RULES.split("\n"), 1) if text in each]
    return found


def test_fields_of_different_kinds_with_one_name() -> None:
    found, here = meanings(), line("set player.stock")
    assert found[here, "player.stock"] == line("0 to 9 = 1")
    assert found[here, "price.stock"] == line("0 to 9 = 2")
    assert found[line("value left"), "s.stock"] == line("0 to 9 = 2")


def test_a_parameter_hides_a_number() -> None:
    found = meanings()
    assert found[line("set player.stock"), "price"] == line("rule trade")
    assert found[line("end late"), "price"] == line("number price")


def test_rules_values_things_and_kinds() -> None:
    found = meanings()
    assert found[line("do trade"), "trade"] == line("rule trade")
    assert found[line("lower price"), "left"] == line("value left")
    assert found[line("here: Stall"), "North"] == line("kind Stall")
    assert found[line("here: Stall"), "Stall"] == line("kind Stall")


def test_built_in_names_mean_no_declaration() -> None:
    assert not [where for where in meanings() if where[1].endswith(("Player", "number"))]
