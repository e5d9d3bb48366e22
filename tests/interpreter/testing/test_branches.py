"""Tests branch coverage: the branches that scenarios of a small game reach, and the report about the others."""

from pathlib import Path

from dsl.folder import GameFolder, read_folder
from interpreter.testing.branches import WAYS
from interpreter.testing.coverage import coverage
from interpreter.testing.scenarios import run_scenario

RULES = """\
rulebook stalls "Stalls"
    players 2 to 3

option dear: flag = no "Is it dear?"

each Player has
    coins: 0 to 20 = 5
    sold: 0 to 9 = 0

value price: 1 to 3 = if dear then 2 else 1
    except late when round.number > 2: 3

round
    turn of player in Player
        do trade

phase trade "Trade"
    skip when player.coins = 0
    player may sell

action sell(number: 1 to 3) "Sell"
    needs few: number < 3
    then
        if Player.size = 2
            raise player.sold by number
        else
            raise player.coins by number

trigger rich as soon as any(p in Player where p.coins > 6)
    for p in Player
        lower p.coins by price clamped

end soon of round when round.number = 4
"""

ONE = """\
scenario selling "Two at a time"
    players A, B
    play
        A: sell(2)
    expect
        A.sold = 2 and price = 1
"""

TWO = """\
scenario too_many "Not three"
    players A, B
    refused A: sell(3) because few
"""

THREE = """\
scenario rest "Three at the table, in the last round, and dear"
    players A, B, C
    option dear = yes
    given
        set round.number to 4
        set C.coins to 0
    play
        A: sell(1)
        A: sell(1)
    expect
        A.coins = 4
"""


def made(folder: Path, *scenarios: str) -> GameFolder:
    (folder / "rulebook.rules").write_text(RULES, encoding="utf-8")
    (folder / "scenarios").mkdir()
    for number, text in enumerate(scenarios):
        (folder / "scenarios" / f"{number}.rules").write_text(text, encoding="utf-8")
    return read_folder(folder, "stalls")


def missing(folder: GameFolder) -> list[str]:
    found = coverage(folder)
    assert len(found.ways_not_taken) == found.shares()["branches"][1] - found.shares()["branches"][0]
    return [f"{branch.rule} {branch.never(holds)}" for branch, holds in found.ways_not_taken]


def test_every_form_of_branch_is_found(tmp_path: Path) -> None:
    found = coverage(made(tmp_path))
    assert {branch.form for branch in found.branches} == set(WAYS) - {"cost"}
    assert len(found.ways_not_taken) == 2 * len(found.branches)


def test_open_parts_of_a_scenario(tmp_path: Path) -> None:
    assert missing(made(tmp_path, ONE)) == [
        "price never yes", "price.late never applies", "trade never skipped", "sell.few never refuses",
        "sell never no", "rich never fires", "soon never reached",
        "soon always reached",
    ]  # fmt: skip


def test_a_need_refuses_only_where_a_scenario_says_so(tmp_path: Path) -> None:
    assert "sell.few never refuses" not in missing(made(tmp_path, ONE, TWO))


def test_a_need_is_met_only_where_the_action_is_taken(tmp_path: Path) -> None:
    assert "sell.few never met" in missing(made(tmp_path, TWO))


def test_a_scenario_that_fails_exercises_nothing(tmp_path: Path) -> None:
    assert "sell.few never met" in missing(made(tmp_path, ONE.replace("A.sold = 2", "A.sold = 1")))


def test_a_faulty_rulebook_is_told_as_such(tmp_path: Path) -> None:
    folder = made(tmp_path, ONE)
    (folder.path / "rulebook.rules").write_text(RULES.replace("player.sold", "player.solt"), encoding="utf-8")
    folder = read_folder(folder.path, "stalls")
    result = run_scenario(folder, folder.scenarios[0])
    assert not result.playable
    assert [fault.code for fault in result.faults] == ["E302"]


def test_scenarios_beside_variants_are_run(tmp_path: Path) -> None:
    folder = made(tmp_path, ONE)
    (folder.path / "variants" / "few").mkdir(parents=True)
    variant = 'variant few "One only" of stalls\n    replace sell.few: number < 2\n'
    scenario = 'scenario one_only "One only"\n    players A, B\n    with few\n    refused A: sell(2) because few\n'
    (folder.path / "variants" / "few" / "few.rules").write_text(f"{variant}\n{scenario}", encoding="utf-8")
    again = read_folder(folder.path, "stalls")
    assert [each.name.text for each in again.scenarios] == ["selling", "one_only"]
    found = coverage(again)
    assert all(result.passed for result in found.results)
    assert found.variants_not_played == []
