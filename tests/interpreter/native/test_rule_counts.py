"""Tests that the counters of a module match those of the same games on the Python engine."""

from __future__ import annotations

from collections import Counter

import pytest

import mercatoria
from interpreter.flow import ChanceNode
from interpreter.log import entries
from interpreter.native import Compiled, Games, Machine, RuleCounts, native_module, rule_counts
from interpreter.table import CompiledGame
from mercatoria.simulation import replay
from tests.interpreter.native.native_games import ROOT, program_of

SEED, NUMBER = 3, 5


def counted(table: CompiledGame) -> tuple[RuleCounts, list[tuple[int, int]]]:
    """Return the counts for some games, with the seed and length of each game."""
    pytest.importorskip("wasmtime")
    module = native_module(table.flow, program_of(table), tuple(table.start()), counting=True)
    machine = Machine(Compiled(module))
    played = [game for game in Games(machine).play_many(SEED, 0, NUMBER) if game is not None]
    assert len(played) == NUMBER
    return rule_counts(table.flow, [machine]), [(game.seed, game.decisions) for game in played]


@pytest.mark.parametrize(("path", "players"), [("docs/examples/pig", 3), ("games/medieval_merchant", 3)])
def test_counts_are_those_of_the_records(path: str, players: int) -> None:
    game = mercatoria.load(str(ROOT / path))
    table = game.table(players)
    found, games = counted(table)
    moves, chance, decisions, triggers = (Counter[str]() for _ in range(4))
    by_seat = Counter[tuple[str, int]]()
    for seed, length in games:
        state = replay(game, players, seed, ("random",) * players, length)
        for entry in entries(state.last):
            node = table.flow.nodes[entry.node]
            if isinstance(node, ChanceNode):
                chance[node.label] += 1
            else:
                decisions[node.phase.name] += 1
                moves[table.flow.move_kinds[entry.row[0]].name] += 1
                by_seat[table.flow.move_kinds[entry.row[0]].name, entry.seat] += 1
            triggers.update(table.flow.logged_triggers[number].about.name for number in entry.fired)
    ours, theirs = (moves, decisions, chance, triggers), (found.moves, found.decisions, found.chance, found.triggers)
    for one, other in zip(ours, theirs, strict=True):
        assert {name: number for name, number in other.items() if number} == one
    told = {(name, seat): number for name, of in found.by_seat.items() for seat, number in enumerate(of) if number}
    assert told == by_seat


def test_without_counters_the_module_is_as_before() -> None:
    table = mercatoria.load(str(ROOT / "docs" / "examples" / "pig")).table(2)
    plain = native_module(table.flow, program_of(table), tuple(table.start()))
    again = native_module(table.flow, program_of(table), tuple(table.start()), counting=True)
    assert plain.memory.counters_size == 0 < again.memory.counters_size
    play_on = [next(f for f in each.module.functions if f.name == "play_on") for each in (plain, again)]
    assert len(str(play_on[0].body)) < len(str(play_on[1].body))
