"""Tests the answers for claims about small trees, which independent programs count, and the parts of the search."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from shutil import copytree

import pytest

import mercatoria
from dsl.folder import CLAIMS
from interpreter.native import is_installed
from interpreter.table import CompiledGame
from mercatoria.claims import (
    RULES_WORK,
    Answer,
    Breadth,
    Budget,
    ClaimTest,
    GameTree,
    Verdict,
    played,
    scenario_of,
)
from tests.examples.test_porting_proof import PIG, SEALED_BID, pig, sealed_bid

EXAMPLES = Path(__file__).resolve().parents[3] / "docs" / "examples"
WHOLE = 200_000
LARGE = [(2, 10, 10)]
"""Settings whose trees only `make slow` searches."""


def table_with(
    folder: Path, name: str, claims: str, players: int, options: dict[str, object] | None = None
) -> CompiledGame:
    home = Path(copytree(EXAMPLES / name, folder / name))
    (home / CLAIMS).write_text(claims, encoding="utf-8")
    return mercatoria.load(str(home), options=options or {}).table(players)


def answers(table: CompiledGame, positions: int = WHOLE, native: bool = False) -> dict[str, Answer]:
    return {answer.name: answer for answer in ClaimTest(table, Budget(positions), native=native).answers()}


def verdicts(table: CompiledGame, positions: int = WHOLE) -> dict[str, Verdict]:
    return {name: answer.verdict for name, answer in answers(table, positions).items()}


# ---------------------------------------------------------------- reference trees


@pytest.mark.parametrize("settings", PIG, ids=str)
def test_pig(settings: tuple[int, int, int, int], tmp_path: Path) -> None:
    players, *rest = settings
    options: dict[str, object] = dict(zip(("die_sides", "target", "longest_game"), rest, strict=True))
    nodes = list(pig(*settings))
    most = max(max(points) for _, points in nodes)
    decided = all(max(points) >= rest[1] for kind, points in nodes if kind == "terminal")
    claims = f"""\
claim cap never: any(p.points > {most})
claim lower_cap always: all(p.points < {most} for p in Player)
claim summit possible: any(p.points = {most} for p in Player)
claim beyond possible: any(p.points = {most + 1} for p in Player)
claim goal from everywhere possible: any(p.points >= target for p in Player)
""".replace(f"any(p.points > {most})", f"any(p.points > {most} for p in Player)")
    found = answers(table_with(tmp_path, "pig", claims, players, options))
    assert all(answer.whole for answer in found.values())
    assert {name: answer.verdict for name, answer in found.items()} == {
        "cap": Verdict.HOLDS, "lower_cap": Verdict.BROKEN, "summit": Verdict.HOLDS, "beyond": Verdict.BROKEN,
        "goal": Verdict.HOLDS if decided else Verdict.BROKEN, RULES_WORK: Verdict.HOLDS,
    }  # fmt: skip


@pytest.mark.parametrize(
    "settings", [pytest.param(each, marks=pytest.mark.slow if each in LARGE else ()) for each in SEALED_BID], ids=str
)
def test_sealed_bid(settings: tuple[int, int, int], tmp_path: Path) -> None:
    players, value, bid = settings
    ends = [scores for kind, scores in sealed_bid(*settings) if kind == "terminal"]
    most, least = max(map(max, ends)), min(map(min, ends))
    claims = f"""\
claim gain never: any(p.profit > {most} for p in Player)
claim less_gain never: any(p.profit >= {most} for p in Player)
claim loss always: all(p.profit >= {least} for p in Player)
claim less_loss always: all(p.profit > {least} for p in Player)
claim two_winners possible: count(p in Player where p.profit != 0) > 1
claim hope from everywhere possible: any(p.profit > 0 for p in Player)
"""
    table = table_with(tmp_path, "sealed_bid", claims, players, {"highest_value": value, "highest_bid": bid})
    assert verdicts(table) == {
        "gain": Verdict.HOLDS, "less_gain": Verdict.BROKEN, "loss": Verdict.HOLDS, "less_loss": Verdict.BROKEN,
        "two_winners": Verdict.BROKEN, "hope": Verdict.BROKEN, RULES_WORK: Verdict.HOLDS,
    }  # fmt: skip


def test_kuhn_poker(tmp_path: Path) -> None:
    claims = """\
claim stakes never: First.stake + Second.stake > 4
claim called possible: First.stake = 2 and Second.stake = 2
claim folded possible: First.stake = 2 and Second.stake = 1
claim same_card never: card(First) = card(Second) and card(First) > 0
claim low_first always: card(First) < 3
"""
    assert verdicts(table_with(tmp_path, "kuhn_poker", claims, 2)) == {
        "stakes": Verdict.HOLDS, "called": Verdict.HOLDS, "folded": Verdict.HOLDS, "same_card": Verdict.HOLDS,
        "low_first": Verdict.BROKEN, RULES_WORK: Verdict.HOLDS,
    }  # fmt: skip


def test_tic_tac_toe(tmp_path: Path) -> None:
    """The numbers are known: 5,478 positions, and Nought can win after three marks of each player at the earliest."""
    claims = """\
claim ahead never: count(c in Cell where c.mark = Nought) > count(c in Cell where c.mark = Cross)
claim nought_wins possible: winner = Nought
claim a_winner from everywhere possible: winner != none
"""
    found = answers(table_with(tmp_path, "tic_tac_toe", claims, 2))
    assert (found["ahead"].verdict, found["ahead"].tested, found["ahead"].whole) == (Verdict.HOLDS, 5_478, True)
    assert found["nought_wins"].way is not None
    assert len(found["nought_wins"].way.steps) == 6
    assert found["a_winner"].verdict is Verdict.BROKEN


# ---------------------------------------------------------------- searches that are not whole

LONG = """\
claim low never: any(p.points > 40 for p in Player)
claim high never: any(p.points > 1050 for p in Player)
claim lucky possible: any(p.points > 60 for p in Player)
claim goal from everywhere possible: any(p.points >= target for p in Player)
"""


def test_a_search_that_is_not_whole_says_so(tmp_path: Path) -> None:
    table = table_with(tmp_path, "pig", LONG, 2)
    found = answers(table, 3_000)
    assert {name: answer.verdict for name, answer in found.items()} == {
        "low": Verdict.BROKEN, "high": Verdict.NOT_BROKEN, "lucky": Verdict.HOLDS, "goal": Verdict.UNDECIDED,
        RULES_WORK: Verdict.NOT_BROKEN,
    }  # fmt: skip
    assert found == answers(table, 3_000), "the same number of positions leads to the same search"


@pytest.mark.skipif(not is_installed(), reason="needs wasmtime")
def test_the_native_engine_finds_the_same(tmp_path: Path) -> None:
    table = table_with(tmp_path, "pig", LONG, 2)
    native, plain = answers(table, 3_000, native=True), answers(table, 3_000)
    assert {answer.engine for answer in native.values()} == {"native"}
    for name, answer in native.items():
        assert (answer.verdict, answer.tested, answer.way) == (plain[name].verdict, plain[name].tested, plain[name].way)


def test_the_way_of_an_answer_leads_to_a_position_that_breaks_the_claim(tmp_path: Path) -> None:
    table = table_with(tmp_path, "pig", LONG, 2)
    way = answers(table, 3_000)["low"].way
    assert way is not None
    v = table.start()
    for step in way.steps:
        played(table, v, step)
    points = table.flow.layout.runs[table.flow.model.field_named("points", "Player")].base
    assert max(v[at] for at in points) > 40


def test_a_broken_claim_is_told_as_a_short_scenario(tmp_path: Path) -> None:
    table = table_with(tmp_path, "pig", LONG, 2)
    scenario = scenario_of(table, answers(table, 3_000)["low"], "found")
    assert scenario is not None
    assert scenario.moves <= 3
    assert "        not (any(p.points > 40 for p in Player))\n" in scenario.text
    assert scenario_of(table, answers(table, 3_000)["lucky"], "found") is None


def test_a_claim_that_cannot_be_tested(tmp_path: Path) -> None:
    claims = "claim worst always: first(p in Player where p.points > 0).points > 0\n"
    answer = answers(table_with(tmp_path, "pig", claims, 2, {"die_sides": 2, "target": 2, "longest_game": 6}))["worst"]
    assert (answer.verdict, answer.is_bad) == (Verdict.UNTESTABLE, True)
    assert answer.fault is not None


# ---------------------------------------------------------------- an endless gain

PUMP = """\
rulebook pump "A pump"
    players 2

each Player has
    coins: 0 to 9999 = 0

round "A day"
    turn of player in Player
        player may fill or drain, repeatedly

action fill "Fill"
    then
        raise you.coins by 1

action drain "Drain"
    needs something: you.coins > 0
    then
        set you.coins to 0

end soon of round when round.number = 3

scoring of p in Player
    coins: p.coins

claim dry never: any(p.coins > 90 for p in Player)
"""


def test_moves_that_can_be_repeated_for_a_gain_are_repeated(tmp_path: Path) -> None:
    (tmp_path / "rulebook.rules").write_text(PUMP, encoding="utf-8")
    answer = answers(mercatoria.load(str(tmp_path)).table(2), 2_000)["dry"]
    assert answer.verdict is Verdict.BROKEN


# ---------------------------------------------------------------- parts


class Steps:
    """The whole numbers up to a limit; each leads to the next one and to its double, and the limit is a dead end."""

    def beginnings(self) -> tuple[int]:
        return (1,)

    def key(self, position: int) -> bytes:
        return position.to_bytes(4, "big")

    def steps(self, position: int) -> Iterator[tuple[str, int]]:
        if position < 20:
            yield "add", position + 1
            yield "double", position * 2


def test_breadth_finds_shortest_paths() -> None:
    search: Breadth[int, str] = Breadth(Steps(), Budget(1_000), backwards=True)
    numbers = {position: number for number, position in search.positions()}
    assert search.is_whole
    assert search.path(numbers[16]) == ["add", "double", "double", "double"]
    lost = search.cut_off([numbers[18]])
    assert numbers[20] in lost
    assert numbers[17] not in lost


def test_a_search_without_budget_left_is_not_whole() -> None:
    search: Breadth[int, str] = Breadth(Steps(), Budget(3))
    assert len(list(search.positions())) == 3
    assert not search.is_whole


def test_a_share_of_a_budget_counts_in_the_whole() -> None:
    now = [0.0]
    timed = Budget.of_seconds(8, lambda: now[0])
    share = timed.share(0.25)
    now[0] = 3.0
    assert (share.is_spent, timed.is_spent) == (True, False)
    counted = Budget(100)
    counted.share(0.5).spend(60)
    assert (counted.spent, counted.share(0.5).positions) == (60, 20)


def test_a_tree_of_a_game_has_all_its_positions() -> None:
    table = mercatoria.load(str(EXAMPLES / "tic_tac_toe")).table(2)
    search = Breadth(GameTree(table, table.start()), Budget(WHOLE))
    assert len(list(search.positions())) == 5_478
