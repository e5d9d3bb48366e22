"""Tests that only public information decides whether all players may know the same about a step.

If players may know different things, the server traces each seat separately. If hidden information decided this, the
time to build a page would reveal it.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import mercatoria
from interpreter.trace import Perspective, visibility_at
from interpreter.trace.traced_steps import trace_changes
from mercatoria import State

RULES = """\
rulebook fuse "Fuse"
    players 2
    seats First, Second

kind Card, 3

each Player has
    points: 0 to 99 = 0
    hand: secret pile of Card at most 1
    mark: secret 0 to 9 = 0

game has
    deck: hidden stack of Card = Card
    burnt: hidden pile of Card at most 1
    heat: hidden 0 to 99 = 0
    tide: 0 to 9 = 0

setup "A card for each"
    shuffle deck
    for p in Player
        draw 1 from deck to p.hand
    draw 1 from deck to burnt

round "A hand"
    turn of player in Player
        player may go

action go "Go"
    then
{lines}
        raise you.points by 1

end hot of round when any(b.number = 1 for b in burnt) and any(b.number = 2 for b in p_of(First).hand)
end far of round when round.number = 30

value p_of(p: Player): Player = p

scoring of p in Player
    points: p.points
"""
BURNT, HELD = "any(b.number = 1 for b in burnt)", "any(b.number = 2 for b in other(you).hand)"
RAISE = "raise heat by 1"
SEEDS = range(20)


def started(folder: Path, lines: list[str]) -> list[State]:
    """Return games that a spectator cannot tell apart."""
    text = RULES.replace("{lines}", "\n".join(f"        {line}" for line in lines))
    (folder / "rulebook.rules").write_text(text, encoding="utf-8")
    game = mercatoria.load(str(folder))
    states = [game.start(2, seed) for seed in SEEDS]
    assert len({str(state.view(0)["things"]) for state in states}) > 1, "they are not all alike"
    return states


@pytest.mark.parametrize(("lines", "same"), [
    ([f"if {BURNT} and {HELD}", f"    {RAISE}"], True),
    ([f"if {BURNT} or {HELD}", f"    {RAISE}"], True),
    ([f"if {BURNT}", f"    if {HELD}", f"        {RAISE}"], True),
    ([f"if {BURNT}", "    set other(you).mark to 1", "else", "    set heat to other(you).mark"], True),
    ([f"if {BURNT}", "    let much = other(you).mark", "    raise heat by much"], True),
    (["repeat 2 times", f"    if {BURNT}", "        stop repeating", f"    if {HELD}", f"        {RAISE}"], True),
    ([f"repeat 2 times while tide = 0 or {BURNT}", f"    if tide = 1 and {HELD}", f"        {RAISE}",
      "    set tide to 1"], False),
    (["repeat 2 times while tide = 0", "    set tide to 1", f"    if {BURNT}", f"        {RAISE}"], True),
    ([f"if {HELD} and {BURNT}", f"    {RAISE}"], False),
    ([f"if {HELD}", f"    {RAISE}"], False),
    ([f"if {BURNT}", f"    {RAISE}", f"if {HELD}", f"    {RAISE}"], False),
])  # fmt: skip
def test_it_is_so_whatever_is_hidden(lines: list[str], same: bool, tmp_path: Path) -> None:
    found, seen = set[bool](), set[str]()
    for state in started(tmp_path, lines):
        before = state.vector[:]
        state.apply("First: go")
        assert state.last is not None
        (common,) = trace_changes(state.table, [None], state.last, before)
        common_changes, is_same = list(common.changes), common.same_for_all
        if is_same:
            for trace in trace_changes(state.table, [0, 1], state.last, before):
                assert [(each.chain, each.operation, each.before, each.after) for each in trace.changes] == [
                    (each.chain, each.operation, each.before, each.after) for each in common_changes
                ], "a seat is told more or less than all"
        found.add(is_same)
        seen.add(f"{state.view(None)} {state.log(None)}")
    assert len(seen) == 1
    assert found == {same}


def test_of_a_look_the_first_closed_thing_says_it(tmp_path: Path) -> None:
    found = set[bool]()
    for state in started(tmp_path, [RAISE]):
        eyes = Perspective(state.table.flow, visibility_at(state.table, None))
        assert eyes.look(state.table.flow.endings[0].condition, state.vector, {}).hidden
        found.add(eyes.tells_apart)
    assert found == {False}
