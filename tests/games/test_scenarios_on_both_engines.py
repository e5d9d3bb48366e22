"""Every scenario of every game is also played by the generated engine: the same moves, the same positions."""

from pathlib import Path

import pytest

from dsl.folder.game_folder import GameFolder, read_folder
from interpreter.codegen.engine import GeneratedEngine
from interpreter.flow import OverBudget
from interpreter.flow.nodes import Flow
from interpreter.log.records import MOVE
from interpreter.log.woken_triggers import take_woken
from interpreter.play.state import State
from interpreter.testing.scenarios import run_scenario

ROOT = Path(__file__).resolve().parents[2]
RULEBOOKS = [path for top in ("games", "docs/examples") for path in (ROOT / top).glob("*/rulebook.rules")]
FOLDERS = {path.parent.name: path.parent for path in RULEBOOKS}


class Beside:
    """Stands in for `State._step`: whatever the walker does, the generated engine does on a copy, but for the few steps
    that it hands over, because its count of work, which is from above, is used up."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.engines: dict[int, tuple[Flow, GeneratedEngine]] = {}
        self.steps = self.handed_over = 0
        plain = State._step

        def step(state: State, form: str, seat: int, row: tuple[int, ...], alone: bool = False) -> None:
            fast = self.engine_for(state.table.flow)
            copy = state.vector[:]
            if form == MOVE:
                assert fast.moves(copy, seat) == state.table.engine.moves(state.vector, seat)
            else:
                assert fast.chance(copy) == state.table.engine.chance(state.vector)
            plain(state, form, seat, row, alone=alone)
            try:
                if form == MOVE:
                    fast.apply(copy, seat, row)
                else:
                    fast.resolve(copy, row[0])
            except OverBudget:
                self.handed_over += 1
                return
            assert state.last is not None
            assert take_woken(state.table, copy) == state.last.woken
            assert copy == state.vector
            self.steps += 1

        monkeypatch.setattr(State, "_step", step)

    def engine_for(self, flow: Flow) -> GeneratedEngine:
        if id(flow) not in self.engines:
            self.engines[id(flow)] = (flow, GeneratedEngine(flow))
        return self.engines[id(flow)][1]


@pytest.mark.parametrize("name", sorted(FOLDERS))
def test_scenarios_on_both_engines(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    folder: GameFolder = read_folder(FOLDERS[name], name)
    beside = Beside(monkeypatch)
    for scenario in folder.scenarios:
        assert run_scenario(folder, scenario).passed, scenario.name.text
    assert beside.steps >= len(folder.scenarios)
    assert beside.handed_over <= beside.steps // 100
