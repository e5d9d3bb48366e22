"""Tests that a fault planted in a game is found, and told as a short scenario."""

from __future__ import annotations

import time
from pathlib import Path
from shutil import copytree, ignore_patterns
from textwrap import indent

import pytest

import mercatoria
from dsl.folder import read_folder
from interpreter.table import CompiledGame
from interpreter.testing import run_scenario
from mercatoria.claims import RULES_WORK, Answer, Budget, ClaimTest, FoundScenario, Verdict, scenario_of
from mercatoria.claims.conditions import Conditions, sought_of
from mercatoria.claims.exploring import Explorer
from mercatoria.claims.steps import position_after
from mercatoria.claims.walks import PythonWalks

GAMES = Path(__file__).resolve().parents[3] / "games"
SECONDS, MOST_MOVES = 8, 12

PLANTED = """\
variant planted "A planted fault" of {game}
    add rule planted_fault {where}
{fault}"""
WITHOUT_BOUND = "{} pays 4000 to bank"
"""A payment that forgets what the player has."""
FAULTS = {
    "medieval_merchant": ("influence_is_marked", "move 1 of Building from player.stock to player.on_track"),
    "merchants_of_medieval_europe": (
        "wagons_hold", "for ware in Good\n    move min(5, supply(ware)) of ware from supply to player.wagon",
    ),
    "merchants_of_the_middle_ages": ("tiles_are_conserved", "move everything from you.tiles to box"),
    "merkator": ("cash_is_limited", "for p in Player\n    bank pays 20 to p"),
    "catan_merchants_of_europe": ("commodities_are_conserved", "move everything from you.commodities to box"),
}  # fmt: skip
"""The claim that a planted fault breaks, and the fault, by game."""


WHERE = {
    "merchants_of_the_middle_ages": "after buy", "merkator": "after travel",
    "catan_merchants_of_europe": "after buy_resource",
}  # fmt: skip
"""The place of the fault in games in which a fault before a turn would break the claim before the first move."""


def planted(game: str, rules: str, folder: Path) -> CompiledGame:
    """Return a game with a planted fault, at a table with the most players."""
    home = Path(copytree(GAMES / game, folder / game, ignore=ignore_patterns("scenarios", "words")))
    fault = indent(f"{rules}\n", "        ")
    (home / "variants" / "planted.rules").write_text(
        PLANTED.format(game=game, where=WHERE.get(game, "before turn"), fault=fault), encoding="utf-8"
    )
    loaded = mercatoria.load(str(home), ["planted"])
    return loaded.table(loaded.players[-1])


def told(table: CompiledGame, name: str, budget: Budget, native: bool) -> tuple[Answer, FoundScenario]:
    """Return the answer for a broken claim, with its scenario."""
    answers = {answer.name: answer for answer in ClaimTest(table, budget, native=native).answers()}
    assert answers[name].verdict is Verdict.BROKEN
    scenario = scenario_of(table, answers[name], "found")
    assert scenario is not None
    return answers[name], scenario


def fails(table: CompiledGame, found: FoundScenario) -> list[str]:
    """Write a scenario into the game's folder, run it, and return the codes of its faults."""
    home = table.edition.folder.path
    (home / "scenarios").mkdir(exist_ok=True)
    (home / "scenarios" / "found.rules").write_text(found.text, encoding="utf-8")
    folder = read_folder(home)
    assert folder.reading.errors == []
    (scenario,) = folder.scenarios
    return [fault.code for fault in run_scenario(folder, scenario).faults]


@pytest.mark.slow
def test_a_broken_claim_is_found_in_few_positions(tmp_path: Path) -> None:
    name, fault = FAULTS["medieval_merchant"]
    table = planted("medieval_merchant", fault, tmp_path)
    answer, scenario = told(table, name, Budget(400), native=False)
    assert answer.tested <= 500
    assert scenario.moves <= MOST_MOVES
    assert fails(table, scenario) == ["E507"]


@pytest.mark.slow
def test_a_rule_that_fails_is_found_in_few_positions(tmp_path: Path) -> None:
    table = planted("medieval_merchant", WITHOUT_BOUND.format("player"), tmp_path)
    answer, scenario = told(table, RULES_WORK, Budget(400), native=False)
    assert answer.fault is not None
    assert scenario.moves <= MOST_MOVES
    assert fails(table, scenario) == ["E503"]


def test_the_search_never_begins_again_after_a_failed_step(tmp_path: Path) -> None:
    """A failed step leaves the position half changed, and no play leads there."""
    table = planted("medieval_merchant", WITHOUT_BOUND.format("player"), tmp_path)
    conditions = Conditions(table, [sought_of(claim) for claim in table.flow.model.claims])
    explorer = Explorer(table, conditions, PythonWalks(table, conditions))
    hits = list(explorer.hits(0b11, Budget(6_000)))
    assert any(hit.fault is not None for hit in hits)
    cells = [cell for cell in explorer.known.values() if cell.walk is not None]
    assert cells
    assert all(position_after(table, cell.walk.replayed(table)) == cell.position for cell in cells if cell.walk)


@pytest.mark.slow
@pytest.mark.parametrize("game", FAULTS)
def test_a_fault_in_each_game_is_found_in_a_minute(game: str, tmp_path: Path) -> None:
    name, fault = FAULTS[game]
    table = planted(game, fault, tmp_path)
    _, scenario = told(table, name, Budget.of_seconds(SECONDS, time.process_time), native=True)
    assert scenario.moves <= MOST_MOVES
    assert fails(table, scenario) == ["E507"]


@pytest.mark.slow
@pytest.mark.parametrize("game", FAULTS)
def test_a_payment_without_bound_is_found_in_a_minute(game: str, tmp_path: Path) -> None:
    table = planted(game, WITHOUT_BOUND.format("you" if game in WHERE else "player"), tmp_path)
    _, scenario = told(table, RULES_WORK, Budget.of_seconds(SECONDS, time.process_time), native=True)
    assert scenario.moves <= MOST_MOVES
    assert fails(table, scenario) == ["E503"]
