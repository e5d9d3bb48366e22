"""Tests that a local variable with a secret value does not reveal it, whatever the source of the value.

Each case is a small rulebook with a card that is hidden from the player One. A local variable, or the line at which the
rules wait, depends on this card. One decision later, a public effect depends on the variable or on the line.

`twins` are two games with the same moves and different hidden cards, which look the same to One and to a spectator.
Every question must get the same answer in both twins.
"""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest

import mercatoria
from mercatoria import State
from tests.games.twins import ASKERS, Course, rounds, told, twins

RULES = """\
rulebook twins "Twins"
    players 2
    seats One, Two

kind Card, 3

each Player has
    hand: secret pile of Card at most 1
    mark: secret 0 to 9 = 0
    fresh: 0 to 9 = if any(c.number = 2 for c in p_of(Two).hand) then 1 else 0 per turn
    seen: 0 to 100 = 0
    noted: 0 to 9 = 0

game has
    deck: hidden stack of Card = Card
    laid: stack of Card
    mark: hidden 0 to 9 = 0
    decisions: 0 to 100 = 0

value p_of(p: Player): Player = p

setup "A card for each"
    shuffle deck
    for p in Player
        draw 1 from deck to p.hand

round "Turns"
    do go

action wait "Wait"
    then
        raise decisions by 1

action pay "Pay"
    then
        raise decisions by 1

end over at once when decisions >= 6

scoring of p in Player
    points: p.seen
"""

S = "any(c.number = 2 for c in Two.hand)"
"""The secret: True if Two holds the second card."""
YES = f"(if {S} then 1 else 0)"
W = "One must wait"


def phase(*lines: str, name: str = "go") -> str:
    return block(f'phase {name} "Phase"', *lines)


def block(head: str, *lines: str) -> str:
    return "\n".join([f"\n{head}", *(f"    {line}" for line in lines)]) + "\n"


def within(*lines: str) -> tuple[str, ...]:
    return tuple(f"    {line}" for line in lines)


USED = (W, "if known = 1", "    raise One.seen by 1", W)
"""A decision, followed by a public effect that depends on the local variable `known`."""
SET = ("let known = 0", f"if {S}", "    set known to 1")

LOCALS = {
    "set": phase(*SET, *USED),
    "let": phase(f"let known = {YES}", *USED),
    "raise": phase("let known = 0", f"raise known by {YES}", *USED),
    "lower": phase("let known = 2", f"if {S}", "    lower known by 1", *USED),
    "else": phase("let known = 1", f"if {S}", "    set known to 1", "else", "    set known to 0", *USED),
    "a block in a block": phase("let known = 0", "if decisions >= 0", f"    if {S}", "        set known to 1", *USED),
    "once": phase("let known = 0", "once per phase", f"    if {S}", "        set known to 1", *USED),
    "for": phase("let known = 0", "for c in Two.hand where c.number = 2", "    set known to 1", *USED),
    "for, its member": phase("let known = 0", "for c in Two.hand", "    set known to c.number - 1", *USED),
    "for that waits": phase("for c in Two.hand", "    One must wait", "    if c.number = 2",
                            "        raise One.seen by 1", W),
    "for in any order": phase(*SET, "for x in 0 to 1, in any order by One", "    raise decisions by 0", *USED),
    "repeat": phase("let known = 0", f"repeat {YES} times", "    set known to 1", *USED),
    "repeat while": phase("let known = 1", f"repeat 2 times while not {S}", "    set known to 0", *USED),
    "repeat that waits": phase(f"repeat 1 + {YES} times", "    One must wait", "raise One.seen by 1", W),
    "first": phase("let c = first(x in Two.hand where x.number = 2)", "let known = if c = none then 0 else 1", *USED),
    "last": phase("let c = last(x in Two.hand by most x.number)", W, "if c != none and c.number = 2",
                  "    raise One.seen by 1", W),
    "a set": phase("let cards = {x in Card where x in Two.hand}", W, "if any(x.number = 2 for x in cards)",
                   "    raise One.seen by 1", W),
    "a value": phase("let known = held(Two)", *USED)
        + "\nvalue held(p: Player): 0 to 1 = if any(c.number = 2 for c in p.hand) then 1 else 0\n",
    "an open stack in unknown order": phase(
        "move everything from deck to laid", "let known = if laid.top.number = 2 then 1 else 0", *USED),
    "a field that begins again": phase(
        "turn of p in Player where p = One", "    let known = p.fresh", *within(*USED)),
    "a hidden field": phase(f"set mark to {YES}", "let known = mark", *USED),
    "a rule": phase(f"do later({YES})") + block("rule later(known: 0 to 1)", *USED),
    "a rule, by branch": phase(f"if {S}", "    do later(1)", "else", "    do later(0)")
        + block("rule later(known: 0 to 1)", *USED),
    "an action": phase(f"One must give({YES})", W)
        + block('action give(n: 0 to 1) "Give"', "then", "    raise decisions by 1", "    One must wait",
                "    if n = 1", "        raise One.seen by 1"),
    "in an action": phase("One must look", W)
        + block('action look "Look"', "then", "    raise decisions by 1", *within(*SET, *USED)),
    "a card of a hand": phase("Two must play", W, W)
        + block('action play(card: you.hand) "Play"', "then", "    raise decisions by 1", "    One must wait",
                "    if card.number = 2", "        raise One.seen by 1"),
}  # fmt: skip
"""Cases in which a local variable depends on a secret."""

TRIGGERS = {
    "a phase that a trigger follows": phase(*SET, *USED) + block("trigger over_phase after go", "raise One.noted by 1"),
    "a phase that a trigger precedes": phase(*SET, *USED) + block("trigger early before go", "raise One.noted by 1"),
    "after": phase(W) + block("trigger over_phase after go", *SET, *USED),
    "before": phase(W) + block("trigger early before go", *SET, *USED),
    "as soon as": phase(W, W) + block("trigger woken as soon as decisions = 1", *SET, *USED),
    "as soon as something hidden": phase(W, W, W)
        + block(f"trigger woken as soon as decisions > 0 and {S}", "raise One.seen by 1"),
    "each time": phase(W, W)
        + block("trigger woken each time decisions changes", *SET, "if known = 1", "    raise One.seen by 1"),
    "a rule that a trigger looks at": phase("do pace", W)
        + block("rule pace", *SET, "raise decisions by 1", *USED)
        + block("trigger woken each time decisions changes", "raise One.noted by 0"),
    "an auction": phase(*SET, 'auction sale "Sale"', "    bidders p in Player", "    bid 1 to 2",
                        "    won by p at price", "        set known to known", "    unsold",
                        "        set known to known", *USED),
}  # fmt: skip

DECISIONS = {
    "chooses": phase("One chooses x in 0 to 1", f"let known = if {S} then x else 0", *USED),
    "chooses in secret": phase("Two secretly chooses c in Two.hand", W, "if c.number = 2",
                               "    raise One.seen by 1", W),
    "chooses from a hand": phase("Two chooses c in Two.hand", W, "if c.number = 2", "    raise One.seen by 1", W),
    "may choose": phase("let known = 0", "One may choose x in 0 to 1", f"    set known to {YES}", "else",
                        "    set known to 0", *USED),
    "unless there is only one": phase(
        "let known = 0", f"One chooses x in {{y in 0 to 1 where y = 0 or {S}}}, unless there is only one",
        "set known to x", *USED),
    "everyone": phase("everyone in Player secretly chooses side in 0 to 1",
                      f"let known = if {S} then side(One) else 0", *USED),
    "a window": phase(*SET, "window for p in Player: wait", "if known = 1", "    raise One.seen by 1", W),
    "at most": phase(f"One may wait, at most 1 + {YES} times", "raise One.seen by 1", W, W),
    "repeatedly": phase(*SET, "One may wait, repeatedly", "if known = 1", "    raise One.seen by 1", W),
    "until": phase(f"One must wait until decisions >= 1 + {YES}", "raise One.seen by 1", W, W),
    "never stuck": phase("let known = 0", "One must wait until decisions >= 2, never stuck", "else",
                         f"    set known to {YES}", *USED),
    "never stuck, by luck": phase("let known = 0", "Two must shut until decisions >= 2, never stuck", "else",
                                  "    set known to 1", *USED)
        + block('action shut "Shut"', "needs luck: any(c.number = 2 for c in you.hand)", "then",
                "    raise decisions by 1"),
    "random that is kept": phase("random c in Two.hand", "set Two.mark to c.number", W, "if Two.mark = 2",
                                 "    raise One.seen by 1", W),
    "a turn": phase("let known = 0", "turn of p in Player where p = One", f"    if {S}", "        set known to 1",
                    *within(*USED)),
}  # fmt: skip

COURSE = {
    "stop repeating": phase("let known = 0", "repeat 2 times", f"    if {S}", "        stop repeating",
                            "    raise known by 1", W, "if known = 2", "    raise One.seen by 1", W),
    "stop a turn": phase("let known = 1", "turn of p in Player where p = One", f"    if {S}", "        stop turn",
                         "    set known to 0", *USED),
    "a rule stops a turn": phase("let known = 1", "turn of p in Player where p = One", "    do maybe",
                                 "    set known to 0", *USED)
        + block("rule maybe", f"if {S}", "    stop turn"),
    "two waits": phase(f"if {S}", "    One must wait", "    raise One.seen by 1", "else", "    One must wait", W),
    "one wait more": phase(f"if {S}", "    One must wait", "    raise One.seen by 1", W, W),
    "two choices": phase(f"if {S}", "    One chooses x in 0 to 1", "    raise One.seen by 1", "else",
                         "    One chooses x in 0 to 1", W),
    "two draws": phase(f"if {S}", "    random x in 0 to 1", "    raise One.seen by 1", "else", "    random x in 0 to 1",
                       W),
    "one rule, carried out in two places": phase(f"if {S}", "    do later", "    raise One.seen by 1", "else",
                                                 "    do later", W)
        + block("rule later", W),
    "one action, offered in two places": phase(f"if {S}", "    One must take", "    raise One.seen by 1", "else",
                                               "    One must take", W)
        + block('action take "Take"', "then", "    raise decisions by 1", "    One must wait"),
}  # fmt: skip
"""Cases in which the secret is the line at which the rules wait, or whether the rules reached a line."""

SUPPOSED = {
    "a start value": phase(W, "turn of p in Player where p = One", "    if p.fresh = 1", "        raise One.seen by 1",
                           "    p must wait", W),
    "an open field": phase(W, f"set One.noted to {YES}", W, W),
}  # fmt: skip
"""A case in which the effect of a supposed move would reveal a secret."""

CASES = {**LOCALS, **TRIGGERS, **DECISIONS, **COURSE, **SUPPOSED}

QUICK = {
    "set", "for", "repeat", "an open stack in unknown order", "a rule, by branch", "a phase that a trigger follows",
    "as soon as", "may choose", "never stuck, by luck", "stop repeating", "a rule stops a turn", "two waits",
    "one rule, carried out in two places", *SUPPOSED,
}  # fmt: skip
"""Cases of the default tests: each leak that we found earlier, and one case for each path through the analysis."""

NAMES = ("One.seen", "decisions", "score", "not wait")
SEEDS = range(8)


def started(folder: Path, text: str) -> list[State]:
    (folder / "rulebook.rules").write_text(RULES + text, encoding="utf-8")
    game = mercatoria.load(str(folder))
    return [game.start(2, seed) for seed in SEEDS]


@pytest.mark.parametrize(
    "case", [pytest.param(case, marks=() if case in QUICK else pytest.mark.slow) for case in CASES]
)  # fmt: skip
def test_twins_are_told_the_same(case: str, tmp_path: Path) -> None:
    compared = 0
    for courses in rounds([Course.of(state) for state in started(tmp_path, CASES[case])]):
        for asker in ASKERS:
            for one, other in islice(twins(courses, asker), 1):
                assert list(told(one, asker, NAMES)) == list(told(other, asker, NAMES))
                compared += 1
    assert compared > 1
