"""Tests the walk that decides which nodes become functions, by a back end that only notes what it is asked to emit."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from tiny_games import flow_of

from interpreter.flow import nodes as f
from interpreter.optimizer import Block, ControlFlow, Frames, Leave, Program, Term, no_stop, plan

RULES = """
round
    for p in Player
        p must go
    raise counter by 1 clamped
    if counter > 40
        do closing
    do closing
rule closing
    for p in Player
        p may rest
action go(goal: Town)
    then
        set you.home to goal
action rest
    then
        raise counter by 1 clamped
"""


class Noted:
    def write(self, block: Block, leave: Leave = no_stop) -> None: ...


class Notes(ControlFlow):
    """A back end that notes jumps, written slots and return slots that are read."""

    prefix = "f"
    most_open = 40
    inlines_stops = True

    def __init__(self, program: Program, most_open: int = 40) -> None:
        super().__init__(program, Noted())
        self.most_open = most_open
        self.jumps: set[int] = set()
        self.written: list[Frames] = []
        self.read: set[int] = set()

    @contextmanager
    def _function(self, name: str) -> Iterator[None]:
        yield

    @contextmanager
    def _only_if(self, test: Term) -> Iterator[None]:
        yield

    @contextmanager
    def _only_if_stopped(self, code: int | None) -> Iterator[None]:
        yield

    def _write_slots(self, values: Frames) -> None:
        self.written.append(dict(values))

    def _jump(self, entry: int) -> None:
        self.jumps.add(entry)

    def _jump_back(self, slot: int, entries: Frames) -> None:
        self.read.add(slot)

    def _goal_check(self, node: f.GoalCheck, frames: Frames) -> None: ...


@pytest.fixture(scope="module")
def program() -> Program:
    return plan(flow_of(RULES))


@pytest.mark.parametrize("most_open", [-1, 0, 2, 40])
def test_every_jump_has_a_target(program: Program, most_open: int) -> None:
    notes = Notes(program, most_open)
    functions = notes.write_nodes()
    assert {to for to in notes.jumps if program.stops <= to < len(program.nodes)} <= set(functions)
    assert functions[program.begin] == f"f{program.begin}"


def test_less_inlining_makes_more_functions(program: Program) -> None:
    most, least = (len(Notes(program, most_open).write_nodes()) for most_open in (-1, 40))
    assert most > 2 * least


def test_a_return_slot_is_written_before_a_decision_and_read_behind_it(program: Program) -> None:
    calls = [node for node in program.nodes if isinstance(node, f.Call) and node.name == "closing"]
    notes = Notes(program)
    notes.write_nodes()
    slot = calls[0].frame.base
    assert len(calls) == 2
    assert {node.back for node in calls} == {frames[slot] for frames in notes.written if frames.get(slot)}
    assert slot in notes.read
