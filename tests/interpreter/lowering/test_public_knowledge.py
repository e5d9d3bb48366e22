"""Tests that the log names a trigger only if no hidden value decides, directly or indirectly, whether it fires."""

from __future__ import annotations

from pathlib import Path

import pytest

import mercatoria

RULES = """\
rulebook woken "Woken"
    players 2
    seats One, Two

kind Card, 3

each Player has
    hand: secret pile of Card at most 1

game has
    deck: hidden stack of Card = Card
    mark: hidden 0 to 9 = 0
    decisions: 0 to 100 = 0

setup "A card for each"
    shuffle deck
    for p in Player
        draw 1 from deck to p.hand

round "Turns"
    do go

action wait "Wait"
    then
        raise decisions by 1

action shut "Shut"
    needs luck: any(c.number = 2 for c in you.hand)
    then
        raise decisions by 1

rule quiet "Quiet"
    raise mark by 1

trigger noticed after quiet
    raise mark by 1

end over at once when decisions >= 4
"""
S = "any(c.number = 2 for c in Two.hand)"
CARRIED_OUT = ("if known = 1", "    do quiet")
ONE_TURN = "turn of p in Player where p = One"

CLOSED = {
    "a branch": (f"if {S}", "    do quiet"),
    "a local that a branch sets": ("let known = 0", f"if {S}", "    set known to 1", *CARRIED_OUT),
    "a local that a branch raises": ("let known = 0", f"if {S}", "    raise known by 1", *CARRIED_OUT),
    "a local that a loop sets": ("let known = 0", "for c in Two.hand where c.number = 2", "    set known to 1",
                                 *CARRIED_OUT),
    "a local that a repetition sets": ("let known = 0", f"repeat (if {S} then 1 else 0) times", "    set known to 1",
                                       *CARRIED_OUT),
    "a parameter": ("let known = 0", f"if {S}", "    set known to 1", "do later(known)"),
    "a stop": ("repeat 1 times", f"    if {S}", "        stop repeating", "    do quiet"),
    "a turn that was stopped": (ONE_TURN, f"    if {S}", "        stop turn", "    do quiet"),
    "a rule that stops": (ONE_TURN, "    do maybe", "    do quiet"),
    "the turns of some": (f"turn of p in {{q in Player where q = One or {S}}}", "    do quiet"),
    "a series that is stuck": ("Two must shut until decisions >= 2, never stuck", "else", "    do quiet"),
}  # fmt: skip
OPEN = {
    "nothing": ("do quiet",),
    "something open": ("if decisions = 0", "    do quiet"),
    "a local of something open": ("let known = 0", "if decisions = 0", "    set known to 1", *CARRIED_OUT),
    "a choice that is told": ("One chooses known in 0 to 1", *CARRIED_OUT),
    "a stop in the open": ("repeat 1 times", "    if decisions = 1", "        stop repeating", "    do quiet"),
}


def is_told(folder: Path, lines: tuple[str, ...]) -> bool:
    """Return True if the log may name the trigger in a phase with these lines."""
    body = "\n".join(f"    {line}" for line in (*lines, "One must wait"))
    more = f"rule later(known: 0 to 1)\n    if known = 1\n        do quiet\nrule maybe\n    if {S}\n        stop turn\n"
    (folder / "rulebook.rules").write_text(f'{RULES}\nphase go "Go"\n{body}\n\n{more}', encoding="utf-8")
    (fired,) = mercatoria.load(str(folder)).table(2).flow.logged_triggers
    return fired.is_public


@pytest.mark.parametrize("case", CLOSED)
def test_a_trigger_that_a_secret_wakes_is_not_told(case: str, tmp_path: Path) -> None:
    assert not is_told(tmp_path, CLOSED[case])


@pytest.mark.parametrize("case", OPEN)
def test_a_trigger_that_wakes_in_the_open_is_told(case: str, tmp_path: Path) -> None:
    assert is_told(tmp_path, OPEN[case])
