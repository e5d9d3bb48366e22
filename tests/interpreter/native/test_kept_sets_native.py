"""Tests that a module keeps the sets of the pass `kept_sets`, whatever changes the slots that they depend on."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from interpreter.codegen import GeneratedEngine
from interpreter.flow import Flow
from interpreter.native import Batch, NativeEngine
from interpreter.native.emit.memory import WORD
from interpreter.native.machines.machine import Stopped
from interpreter.native.terms.kept_sets import STALE, UNSURE, VALID
from tests.interpreter.codegen.test_codegen import flow_of
from tests.interpreter.native.native_games import ROOT, least_native
from tests.interpreter.native.test_rulebooks_native import native_match

pytest.importorskip("wasmtime", reason="wasmtime is not installed (extra: native)")

PLOTS = """
kind Plot: A, B, C, D, E, F, G, H, I, J, K, L, M, N, O, P
kind Herb with 40 pieces
kind Hut for each Player with 30 pieces each
each Plot has
    holder: Player or none = none
    fenced: flag = no
    watered: flag = no per round
    bed: row of Hut at most 3
    shed: row of Hut at most 3
    jar: bag of Herb
each Player has
    huts: bag of own Hut = 30 of Hut
    purse: money = 9
value huts_here(plot: Plot): 0 to {most} = plot.bed.size + plot.shed.size
value space(plot: Plot): 0 to 6 = 6 - plot.bed.size - plot.shed.size
value mine(who: Player, plot: Plot): flag = plot.bed(who) + plot.shed(who) > 0
round
    for p in Player
{decisions}
"""
ACTIONS = """
action claim(plot: Plot)
    needs free: plot.holder = none
    then
        set plot.holder to you
action give_up(plot: Plot)
    needs own: plot.holder = you
    then
        set plot.holder to none
action fence(plot: Plot)
    needs open: not plot.fenced
    then
        set plot.fenced to yes
action open_all
    needs some: any(plot in Plot where plot.fenced)
    then
        for plot in Plot
            set plot.fenced to no
action settle(plot: Plot)
    needs few: huts_here(plot) < {most}
    needs room: plot.bed.size < 3
    costs hut: 1 of Hut from you.huts to plot.bed
action crowd(plot: Plot)
    needs room: plot.bed.size < 3
    costs hut: 1 of Hut from you.huts to plot.bed
action leave(plot: Plot)
    needs mine: plot.bed(you) > 0
    costs hut: 1 of Hut from plot.bed to you.huts
action store(plot: Plot)
    needs mine: mine(you, plot)
    needs room: plot.shed.size = 0
    then
        move everything from plot.bed to plot.shed
action clear(plot: Plot)
    needs full: plot.shed.size > 0
    then
        move everything from plot.shed to supply
action dig(plot: Plot)
    needs space: space(plot) > 0
    costs hut: 1 of Hut from you.huts to supply
action water(plot: Plot, how_many: 1 to 2)
    needs dry: not plot.watered
    needs space: space(plot) >= how_many
    then
        set plot.watered to yes
"""
PLOTS_WITH_PATHS = """
kind Plot from board
kind Path from board between Plot
kind Hut for each Player with 30 pieces each
each Plot has
    bed: row of Hut at most 3
    shed: row of Hut at most 3
    barn: row of Hut at most 3
    loft: row of Hut at most 3
    attic: row of Hut at most 3
each Player has
    huts: bag of own Hut = 30 of Hut
value huts_here(plot: Plot): 0 to 2 = plot.bed.size + plot.shed.size
round
    for p in Player
        p may visit
        p may settle
action settle(plot: Plot)
    needs free: plot.barn.size + plot.loft.size + plot.attic.size < 2
    costs hut: 1 of Hut from you.huts to plot.barn
action visit(plot: Plot, other: Plot)
    needs near: other in neighbours(plot, Path)
    needs few: huts_here(other) < 2
    needs free: other.barn.size + other.loft.size + other.attic.size < 2
    costs hut: 1 of Hut from you.huts to plot.bed
"""
SPREADING = """
kind Plot from board
kind Path from board between Plot
each Plot has
    holder: Player or none = none
    fenced: flag = no
round
    for p in Player
        p may spread
        p may claim or give_up
        p may fence or open
action claim(plot: Plot)
    needs free: plot.holder = none
    needs open: not plot.fenced
    then
        set plot.holder to you
action spread(plot: Plot, origin: Plot)
    needs open: not plot.fenced
    needs free: plot.holder != you
    needs near: origin in neighbours(plot, Path)
    needs own: origin.holder = you
    then
        set plot.holder to you
        set origin.fenced to yes
action give_up(plot: Plot)
    needs own: plot.holder = you
    then
        set plot.holder to none
action fence(plot: Plot)
    needs open: not plot.fenced
    then
        set plot.fenced to yes
action open(plot: Plot)
    needs fenced: plot.fenced
    then
        set plot.fenced to no
"""
RING = range(16)
BOARD = "\n".join((
    "board: {title: Plots}",
    "Plot:", *(f"  P{at}: {{}}" for at in RING),
    "Path:", *(f"  W{at}: {{ends: [P{at}, P{(at + 1) % len(RING)}]}}" for at in RING),
))  # fmt: skip
MOST_SHOWN = 160
"""More moves than any position of these games has."""
NAMES = ("claim", "give_up", "fence", "open_all", "settle", "crowd", "leave", "store", "clear", "dig", "water")


def plots(most: int = 6, names: Sequence[str] = NAMES) -> Flow:
    decisions = "\n".join(f"        p may {name}" for name in names)
    return flow_of((PLOTS + ACTIONS).format(most=most, decisions=decisions))


def native_of(flow: Flow) -> NativeEngine:
    python = GeneratedEngine(flow)
    return NativeEngine(flow, python.program, python)


def states_of(native: NativeEngine, steps: int, games: int = 8) -> set[int]:
    """Play random games, and return the states of the sets.

    After each move, valid sets must be the same as sets that are computed from the position alone.
    """
    memory, machine, random = native.machine.memory, native.machine, Random(3)
    batch = Batch(machine, games, MOST_SHOWN)
    batch.begin(seed=11)
    kept, found = range(memory.size - memory.kept, memory.size - 1), set[int]()
    each = memory.game // WORD
    for _ in range(steps):
        for game in range(games):
            words = [batch.positions[game * each + slot] for slot in range(memory.size)]
            found.add(words[-1])
            if words[-1] == VALID and batch.seats[game] >= 0:
                machine.position = memory.unpacked(words)
                machine.call("rows", batch.seats[game])
                at = memory.slot(0) // WORD
                assert [machine.words[at + slot] for slot in kept] == [words[slot] for slot in kept]
            batch.choices[game] = random.randrange(max(1, batch.counts[game]))
        batch.step()
    return found


def test_sets_follow_all_changes() -> None:
    native = native_of(plots())
    assert native.machine.memory.kept > 1
    assert VALID in states_of(native, 120)


def test_a_game_with_sets_is_the_same_on_both_engines() -> None:
    match = native_match(plots(), 3)
    assert sum(match.play(150) for _ in range(4)) > 150


def test_sets_are_not_used_while_a_range_check_fails() -> None:
    flow = plots(most=2, names=["settle"])
    native, v = native_of(flow), list(native_of(flow).start())
    bed, shed = (next(run for run in flow.layout.runs.values() if run.field.name == name) for name in ("bed", "shed"))
    v[bed.first], v[shed.first] = 1, 2
    native.machine.position = v
    with pytest.raises(Stopped) as stopped:
        native.machine.call("rows", 0)
    assert stopped.value.number > 0
    assert native.machine.words[native.machine.memory.kept_state // WORD] == UNSURE


def test_a_range_check_fails_although_a_set_behind_it_leaves_out_the_place() -> None:
    flow = flow_of(PLOTS_WITH_PATHS, board=BOARD)
    native, v = native_of(flow), list(native_of(flow).start())
    for run in flow.layout.runs.values():
        if run.field.name in ("bed", "shed", "barn"):
            v[run.first] = {"bed": 1, "shed": 2, "barn": 3}[run.field.name]
    native.machine.position = v
    with pytest.raises(Stopped) as stopped:
        native.machine.call("rows", 0)
    assert stopped.value.number > 0


def test_a_game_whose_range_check_fails_has_the_same_error_on_both_engines() -> None:
    match = native_match(plots(most=2), 5)
    assert sum(match.play(60) for _ in range(6)) > 20


def test_further_games_begin_with_the_sets_of_the_first() -> None:
    native = native_of(plots())
    machine, memory = native.machine, native.machine.memory
    start = memory.start // WORD
    assert machine.words[start + memory.size - 1] == STALE
    machine.call("begin", 5)
    kept = range(memory.size - memory.kept, memory.size)
    found = [machine.words[start + slot] for slot in kept]
    assert found[-1] == VALID
    machine.position = native.start()
    machine.call("rows", 0)  # computes the sets
    assert [machine.words[memory.slot(slot) // WORD] for slot in kept] == found


def test_a_loop_that_leaves_out_places_without_neighbours_is_the_same_on_both_engines() -> None:
    flow = flow_of(SPREADING, board=BOARD)
    assert " meets " in GeneratedEngine(flow).program.text()
    match = native_match(flow, 7)
    assert sum(match.play(150) for _ in range(4)) > 150


def test_the_sets_of_a_large_game_follow_all_changes() -> None:
    native = least_native(ROOT / "games" / "medieval_merchant")
    assert native.machine.memory.kept > 1
    assert states_of(native, 150, games=4) <= {STALE, VALID}


def test_a_position_from_outside_has_no_valid_sets() -> None:
    native = native_of(plots())
    memory = native.machine.memory
    v = list(native.start())
    assert memory.packed(v)[-WORD * memory.kept :] == bytes(WORD * memory.kept)
    native.machine.position = v
    assert native.machine.position == v
    assert native.machine.words[memory.kept_state // WORD] == STALE
    native.machine.call("rows", 0)
    assert native.machine.words[memory.kept_state // WORD] in (VALID, UNSURE)
    assert native.machine.position == v
