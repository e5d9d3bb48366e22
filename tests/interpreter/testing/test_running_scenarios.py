"""Tests the messages of a failing scenario, and the names of its chance events."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.folder import read_folder
from interpreter.testing import ScenarioResult, run_scenario, scenario_faults
from interpreter.trace import taint_at
from mercatoria.inspection import folder_faults

RULES = """\
rulebook dice "Dice"
    players 2 to 3
    seats Red, Blue, Green

kind Good: Wool, Ore with 3 pieces each
option high: 1 to 6 = 3 "From which number on does a throw count?"
option polite: flag = no "Does one ask first?"

game has
    die: 0 to 6 = 0
    lucky: Good or none = none
    sack: hidden bag of Good = 2 of Wool + 2 of Ore

each Player has
    points: 0 to 9 = 0
    hand: secret bag of Good

round
    do begin
    for p in Player
        draw 1 from sack to p.hand
        p may keep

rule begin
    random die in 1 to 6
    random lucky in Good

action keep
    needs enough: die >= high
    then
        raise you.points by 1

end soon of round when round.number = 2

scoring of p in Player
    points: p.points
"""

THROWN = "play\n    chance die = 1\n    chance lucky = Ore\n    chance hand = Ore\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "rulebook.rules").write_text(RULES, encoding="utf-8")
    return tmp_path


def played(folder: Path, lines: str) -> ScenarioResult:
    body = "\n".join(f"    {line}" for line in lines.splitlines())
    (folder / "scenarios").mkdir(exist_ok=True)
    (folder / "scenarios" / "one.rules").write_text(f'scenario one "One"\n{body}\n', encoding="utf-8")
    game = read_folder(folder)
    return run_scenario(game, game.scenarios[0])


SWAP = """\
rulebook swap "Swap"
    players 2
    seats Red, Blue

kind Good: Wool, Ore with 3 pieces each

each Player has
    hand: bag of Good at most 2

round
    turn of player in Player
        player may swap

action swap(give: you.hand, get: others(you), good: get.hand)
    costs give: 1 of give from you.hand to get.hand
    costs get: 1 of good from get.hand to you.hand

end soon of round when round.number = 2

ranking of p in Player by most p.hand.size
"""


def test_two_full_holders_that_swap_are_told_what_helps(folder: Path) -> None:
    (folder / "rulebook.rules").write_text(SWAP, encoding="utf-8")
    position = "given\n    set Red.hand to 2 of Wool\n    set Blue.hand to {}\n"
    swap = "play\n    Red: swap(Wool, Blue, Ore)\n"
    result = played(folder, position.replace("{}", "2 of Ore") + swap)
    assert [fault.code for fault in result.faults] == ["E503"]
    assert "has no room for 1 more" in result.faults[0].title
    assert "limit the number with `needs` instead of `at most`" in result.faults[0].hint
    assert played(folder, position.replace("{}", "1 of Ore") + swap).faults == []


def test_chance_is_named_by_what_it_sets_and_brings_numbers_and_things(folder: Path) -> None:
    result = played(folder, """\
players Ann, Bert
option high = 5
option polite = yes
play
    chance die = 5
    chance lucky = Ore
    chance Ann.hand = Ore
    Ann: keep
    chance hand = Wool
expect
    lucky = Ore
    Ann.hand = 1 of Ore
    Ann.points = 1
    decides(Bert)
hidden sack from Ann
shown Ann.hand to Ann
allowed Bert: keep
""")  # fmt: skip
    assert [str(fault) for fault in result.faults] == []
    assert {"keep", "keep.enough"} <= result.rules


@pytest.mark.parametrize(
    ("lines", "title"),
    [
        ("play\n    chance lucky = Ore", "play has not reached the chance event `lucky`"),
        ("play\n    chance die = 7", "`7` is not a possible random outcome here"),
        ("play\n    chance die = yes", "`yes` is not a possible random outcome here"),
        ("play\n    chance die = 1\n    chance lucky = 1", "`1` is not a possible random outcome here"),
        ("play\n    Zoe: keep", "there is no player called `Zoe` in this scenario"),
        (f"{THROWN}    Red: keep", "this move is not allowed"),
        ("play\n    chance die = 1\n    Red: sell", "there is no action `sell`"),
        ("play\n    chance die = 1\nallowed Red: keep", "this move is not allowed"),
        ("play\n    chance die = 6\nrefused Red: keep because enough", "this move is allowed, but should be refused"),
        ("play\n    chance die = 1\nrefused Red: keep because wealth", "but not because of `wealth`"),
        ("expect\n    Red.points = 1", "this does not hold"),
        ("given\n    random die in 1 to 6", "`given` cannot wait for a decision or for chance"),
        ("given\n    if high = 3\n        Red may keep", "`given` cannot wait for a decision or for chance"),
        ("given\n    do begin", "`given` cannot wait for a decision or for chance"),
        ("given\n    draw 1 from sack to Red.hand", "`given` cannot wait for a decision or for chance"),
        ("shown Red.hand to Blue", "this does not hold"),
        ("players Ann", "this game is for 2 to 3 players, not 1"),
        ("option high = 9", "option `high` must be from 1 to 6, not 9"),
    ],
)
def test_failed_expectations_name_their_line(folder: Path, lines: str, title: str) -> None:
    result = played(folder, lines)
    assert not result.passed and result.playable
    assert title in result.faults[0].title
    assert result.exercised == set()


def test_why_a_condition_does_not_hold_is_told_in_values(folder: Path) -> None:
    (fault,) = played(folder, "expect\n    Red.points = 1 + Blue.points").faults
    assert fault.label == "Red.points is 0, 1 + Blue.points is 1"


def test_chance_that_is_due_before_what_is_expected_is_told(folder: Path) -> None:
    (fault,) = played(folder, "expect\n    Red.points = 1").faults
    assert fault.hint == "a chance event is pending here: write `chance die = …` to choose the outcome"
    (fault,) = played(folder, f"{THROWN}expect\n    Red.points = 1").faults
    assert fault.hint == "", "nothing but a decision is due"


def test_where_pieces_lie_that_set_does_not_take_is_told(folder: Path) -> None:
    open_sack = RULES.replace("hidden bag of Good = 2 of Wool", "bag of Good = 3 of Wool")
    (folder / "rulebook.rules").write_text(open_sack, encoding="utf-8")
    (fault,) = played(folder, "given\n    set Red.hand to 1 of Wool").faults
    end = "left to put into hand: `set` takes nothing from sack, where there are 3; write `move … from sack`"
    assert fault.title == f"there is no Wool {end}"
    assert played(folder, "given\n    move 1 of Wool from sack to Red.hand\nexpect\n    Red.hand.size = 1").passed


def test_rules_with_faults_are_told_as_theirs(folder: Path) -> None:
    (folder / "rulebook.rules").write_text(RULES.replace("die >= high", "dye >= high"), encoding="utf-8")
    result = played(folder, "expect\n    Red.points = 0")
    assert not result.playable
    assert "dye" in result.faults[0].title


def test_an_expectation_names_the_half_that_fails(folder: Path) -> None:
    result = played(folder, "players Red, Blue\nexpect\n    Red.points = 0 and (Blue.points = 0 and Red.points > 4)")
    (fault,) = result.faults
    assert fault.code == "E507"
    assert fault.label == "`Red.points > 4` does not: Red.points is 0"
    result = played(folder, "players Red, Blue\nexpect\n    Red.points = 2 and over")
    assert result.faults[0].label == "`Red.points = 2` does not: Red.points is 0"


def test_a_wrong_place_or_number_is_shown(folder: Path) -> None:
    result = played(folder, "players Red, Blue\ngiven\n    set Red.points to 1\nexpect\n    placed(Blue) = 1")
    assert [fault.label for fault in result.faults] == ["placed(Blue) is 2"]
    result = played(folder, "players Red, Blue\nexpect\n    Red.points = high")
    assert [fault.label for fault in result.faults] == ["Red.points is 0, high is 3"]
    result = played(folder, "players Red, Blue\nexpect\n    Red.points = -1")
    assert [fault.label for fault in result.faults] == ["Red.points is 0"]


# ---------------------------------------------------------------- faults that are found without playing


@pytest.mark.parametrize(
    ("lines", "faults"),
    [
        ("players Red, Blue\nexpect\n    Red.hand = 5\n    Red.points = 0", ["E304"]),
        ("players Red, Blue\nexpect\n    Red.hand = {}\n    Red.pionts = 0 and over", ["E304", "E302"]),
        ("players Red, Blue\ngiven\n    set Red.points to Wool", ["E304"]),
        ("players Red, Blue\nplay\n    Red: kepe\n    Rod: keep\n    Red: keep", ["E505", "E505"]),
        ("players Red, Blue\nrefused Red: keep(3) because enough\nhidden 3 from Red", ["E505", "E507"]),
        ("players Red, Blue\nexpect\n    placed(Rod) = 1", ["E505"]),
        ("players Red\nexpect\n    over", ["E501"]),
        ("players Ann, Ben\nexpect\n    not ended(soon) and placed(Ann) = 2 and decides(Ben) or Ann.points = 9", []),
    ],
)
def test_static_errors_show_without_playing(folder: Path, lines: str, faults: list[str]) -> None:
    played(folder, lines)
    found = read_folder(folder)
    assert [fault.code for fault in scenario_faults(found, found.scenarios[0])] == faults
    assert [fault.code for fault in folder_faults(found).errors] == faults, "check tells the same"


def test_citations_of_lines_that_wait_count(tmp_path: Path) -> None:
    """The lines with citations are a draw, a throw and a choice, in the set-up and in the round."""
    rules = RULES.replace(
        "round\n",
        """\
setup
    random die in 1 to 6                        [DI-1]
    for p in Player
        draw 1 from sack to p.hand              [DI-2]
        p chooses lucky_one in Good             [DI-3]
        set lucky to lucky_one                  [DI-4]
    everyone in Player secretly chooses bid in 0 to 3 [DI-5]

round
""",
    ).replace("        p may keep", "        p may keep                              [DI-6]")
    (tmp_path / "rulebook.rules").write_text(rules, encoding="utf-8")
    cited = "[DI-1, DI-2, DI-3, DI-4, DI-5, DI-6]"
    lines = """\
players Red, Blue
from setup
play
    Red: lucky_one(Wool)
    Blue: lucky_one(Ore)
    Red: bid(1)
    Blue: bid(2)
    Red: pass
expect
    lucky = lucky"""
    body = "\n".join(f"    {line}" for line in lines.splitlines())
    (tmp_path / "scenarios").mkdir()
    (tmp_path / "scenarios" / "one.rules").write_text(f'scenario one "One" {cited}\n{body}\n', encoding="utf-8")
    found = read_folder(tmp_path)
    result = run_scenario(found, found.scenarios[0])
    assert not result.faults, result.faults
    assert result.exercised == {f"DI-{n}" for n in range(1, 7)}


DEALT = """\
rulebook dealt "Dealt"
    players 2
    seats Red, Blue

kind Card: Ace, King, Queen, Jack

setup
    shuffle deck
    for p in Player
        draw 1 from deck to p.hand
        set p.points to 3
    CHOICE

each Player has
    points: 0 to 9 = 0
    rich: flag = no
    hand: pile of Card

game has
    deck: hidden stack of Card = Card

trigger wealth(p: Player) as soon as p.points > 5
    set p.rich to yes

action boast
    needs much: you.points > 4
    then
        raise you.points by 1

round
    turn of player in Player
        player may boast

end late of round when round.number = 9
"""


def test_given_values_override_the_set_up(tmp_path: Path) -> None:
    (tmp_path / "rulebook.rules").write_text(DEALT.replace("CHOICE", ""), encoding="utf-8")
    result = played(
        tmp_path,
        """\
players Ann, Bert
from setup
given
    set Ann.points to 8
    set round.number to 4
expect
    Ann.points = 8 and Bert.points = 3 and not Ann.rich
    Ann.hand.size = 1 and Bert.hand.size = 1 and deck.size = 2
    round.number = 4 and decides(Ann)
play
    Ann: boast
expect
    Ann.points = 9 and round.number = 4""",
    )
    assert result.passed, [each.title for each in result.faults]


def test_nothing_can_be_given_while_set_up_waits_for_a_player(tmp_path: Path) -> None:
    rules = DEALT.replace("CHOICE", "Red chooses start in 1 to 3\n    set Red.points to start")
    (tmp_path / "rulebook.rules").write_text(rules, encoding="utf-8")
    result = played(tmp_path, "players Ann, Bert\nfrom setup\ngiven\n    set Ann.points to 8")
    assert [(each.code, each.title) for each in result.faults] == [("E502", "the set-up waits for a decision")]


def test_scenarios_of_one_table_share_the_analysis_of_secrets() -> None:
    """The analysis takes longer than most scenarios of a large game."""
    folder = read_folder(Path(__file__).parents[3] / "docs/examples/pig")
    one, other = (run_scenario(folder, scenario).state for scenario in folder.scenarios[:2])
    assert one is not None and other is not None and one.table is not other.table
    assert taint_at(one.table) is taint_at(other.table)
