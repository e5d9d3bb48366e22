"""Tests the edits that mend a fault: after the edit, the fault is gone."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from dsl.checking import check
from dsl.diagnostics import Diagnostic, Sink
from dsl.source import Source
from dsl.syntax import parse

RULES = """\
rulebook stalls "Stalls"
    players 2

kind Ware: Wool, Salt

each Player has
    purse: 0 to 20 = 5

round
    turn of player in Player
        player may sell

action sell(ware: Ware)
    needs rich: player.purse > 2
    then
        raise you.purse by 1 clamped

end late of round when round.number = 5
"""


def faults(text: str) -> list[Diagnostic]:
    sink = Sink()
    check(parse(Source("rulebook.rules", text), sink), None, 2, {}, sink)
    return sink.found


def fixed(text: str, fault: Diagnostic) -> str:
    for span, instead in sorted(fault.fix, key=lambda edit: -edit[0].start):
        text = text[: span.start] + instead + text[span.end :]
    return text


MISSPELT = [
    ("you.purse by", "you.purze by"), ("player may sell", "player may sel"), ("ware: Ware", "ware: Wares"),
    ("needs rich: player.purse > 2", "needs rich: player.purse > 2 and True"),
]  # fmt: skip


def broken() -> Iterator[str]:
    for right, wrong in MISSPELT:
        assert RULES.count(right) == 1
        yield RULES.replace(right, wrong)


@pytest.mark.parametrize("text", list(broken()))
def test_fix_mends_a_misspelt_word(text: str) -> None:
    (fault,) = faults(text)
    assert len(fault.fix) == 1
    assert not faults(fixed(text, fault))


def test_prose_and_fix_come_from_one_word() -> None:
    (fault,) = faults(RULES.replace("player may sell", "player may sel"))
    ((span, instead),) = fault.fix
    assert (span.text, instead, fault.hint) == ("sel", "sell", "did you mean `sell`?")


def test_advice_without_a_word_has_no_fix() -> None:
    (fault,) = faults(RULES.replace("player may sell", "player may quit"))
    assert fault.hint and not fault.fix
