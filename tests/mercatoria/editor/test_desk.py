"""A desk parses and checks only what an edit changed, and a broken line hides no other faults."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.diagnostics import Sink
from interpreter.lowering import lower
from interpreter.optimizer import plan
from mercatoria.editor import Desk
from tests.made_once import GAMES
from tests.thinning import thinned

FILE = "rulebook.rules"
RULES = """\
rulebook stalls "Stalls"
    players 2

kind Ware: Wool, Salt

each Player has
    purse: 0 to 20 = 5
    stock(Ware): 0 to 9 = 0

number price = 2

value rich(p: Player): flag = p.purse > 10

setup
    for p in Player
        raise p.purse by price clamped

round
    turn of player in Player
        player may buy or sell

action buy(ware: Ware)
    needs enough: you.purse >= price
    then
        raise you.stock(ware) by 1 clamped
        lower you.purse by price clamped

action sell(ware: Ware)
    needs has_one: you.stock(ware) > 0
    then
        lower you.stock(ware) by 1 clamped
        raise you.purse by price clamped

end late of round when round.number = 5 or any(rich(p) for p in Player)
"""


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    (tmp_path / FILE).write_text(RULES, encoding="utf-8")
    opened = Desk.open(tmp_path, "stalls")
    assert not opened.first.found
    return opened


def edited(desk: Desk, old: str, new: str) -> list[tuple[str, int]]:
    assert RULES.count(old) == 1, old
    return [(fault.code, fault.span.line) for fault in desk.edit(FILE, RULES.replace(old, new)).found]


def line(words: str) -> int:
    return RULES[: RULES.index(words)].count("\n") + 1


def test_edit_of_a_body_parses_one_block_and_checks_one_body(desk: Desk) -> None:
    memo = next(iter(desk.memos.values()))
    front = memo.front
    assert edited(desk, "you.stock(ware) > 0", "you.stock(ware) > 10") == [("W404", line("needs has_one"))]
    document = desk.document(FILE)
    assert document is not None and document.parsed == 1
    assert memo.bodies.checked == 1 and memo.front is front


def test_fault_moves_with_its_block(desk: Desk) -> None:
    wrong = RULES.replace("you.stock(ware) > 0", "you.stok(ware) > 0")
    assert [fault.span.line for fault in desk.edit(FILE, wrong).found] == [line("needs has_one")]
    below = wrong.replace("kind Ware", "# one\n# two\n\nkind Ware")
    assert [fault.span.line for fault in desk.edit(FILE, below).found] == [line("needs has_one") + 3]
    document = desk.document(FILE)
    assert document is not None and document.parsed <= 1


def test_two_blocks_with_one_heading_keep_their_places(desk: Desk) -> None:
    twice = RULES.replace("number price", "each Player has\n    debt: 0 to 3 = nothing\n\nnumber price")
    (fault,) = [found for found in desk.edit(FILE, twice).found if found.code == "E301"]
    assert fault.span.line == line("number price") + 1
    more = twice.replace("purse: 0 to 20 = 5\n", "purse: 0 to 20 = 5\n    luck: 0 to 3 = 0\n")
    (fault,) = [found for found in desk.edit(FILE, more).found if found.code == "E301"]
    assert fault.span.line == line("number price") + 2


def test_value_that_turns_faulty_silences_its_uses(desk: Desk) -> None:
    assert edited(desk, "flag = p.purse > 10", "flag = p.purse") == [("E304", line("value rich"))]
    assert not desk.edit(FILE, RULES).found


def test_name_that_comes_into_use_is_no_longer_unused(desk: Desk) -> None:
    assert edited(desk, " or any(rich(p) for p in Player)", "") == [("W403", line("value rich"))]
    assert not desk.edit(FILE, RULES).found


# ---------------------------------------------------------------- lines that cannot be read


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("    needs enough: you.purse >= price\n", "    needs enough: you.purse >=\n"),
        ("number price = 2", "number price ="),
        ("kind Ware: Wool, Salt", "kind Ware: Wool,, Salt"),
        ("value rich(p: Player): flag = p.purse > 10", "value rich(p: Player: flag = p.purse > 10"),
        ("    stock(Ware): 0 to 9 = 0\n", "    stock(Ware: 0 to 9 = 0\n"),
        ("action buy(ware: Ware)", "action buy(ware Ware)"),
    ],
)
@pytest.mark.parametrize("is_open", [True, False])
def test_line_that_cannot_be_read_is_the_only_fault(desk: Desk, old: str, new: str, is_open: bool) -> None:
    if not is_open:  # the file was broken when it was opened, so no earlier version is known
        (desk.home / FILE).write_text(RULES.replace(old, new), encoding="utf-8")
        desk = Desk.open(desk.home, "stalls")
    faults = edited(desk, old, new)
    assert len(faults) == 1
    assert faults[0][0].startswith("E0")


def test_broken_line_does_not_hide_a_fault_elsewhere(desk: Desk) -> None:
    broken = RULES.replace("number price = 2", "number price =").replace("p.purse > 10", "p.purze > 10")
    found = desk.edit(FILE, broken).found
    assert [(fault.code, fault.span.line) for fault in found] == [
        ("E008", line("number price")), ("E302", line("value rich")),
    ]  # fmt: skip
    (fix,) = found[1].fix
    assert (fix[0].text, fix[1]) == ("purze", "purse")


def test_no_edit_ends_in_a_traceback_while_a_rulebook_is_typed(desk: Desk) -> None:
    for end in range(0, len(RULES), 7):
        desk.edit(FILE, RULES[:end])
    assert not desk.edit(FILE, RULES).found


# ---------------------------------------------------------------- other files


def test_other_files_are_checked_when_there_is_time(desk: Desk) -> None:
    scenario = 'scenario one "One" of stalls\n    play\n        Seat1: bye(Wool)\n'
    assert not desk.edit("scenarios/one.rules", scenario).found
    assert [(fault.code, str(fault.span)) for fault in desk.all_faults().found] == [
        ("E505", "stalls/scenarios/one.rules:3:16")
    ]


def test_an_edit_ends_the_steps_of_an_older_text(desk: Desk) -> None:
    steps = desk.idle()
    next(steps)
    desk.edit(FILE, RULES.replace("number price = 2", "number price = 3"))
    assert not list(steps)


def test_files_are_read_again_from_the_disk(desk: Desk) -> None:
    (desk.home / FILE).write_text(RULES.replace("p.purse > 10", "p.purze > 10"), encoding="utf-8")
    assert [fault.code for fault in desk.reread().found] == ["E302"]
    assert not desk.edit(FILE, RULES).found
    assert [fault.code for fault in desk.close(FILE).found] == ["E302"]


# ---------------------------------------------------------------- shipped games

HOMES = thinned(
    sorted((path.parent,) for path in GAMES.glob("*/rulebook.rules")), lambda case: case[0].name == "medieval_merchant"
)


@pytest.mark.parametrize("home", HOMES, ids=lambda home: home.name)
def test_keystroke_in_a_body_checks_at_most_three_bodies(home: Path) -> None:
    desk, text = Desk.open(home, home.name), (home / FILE).read_text(encoding="utf-8")
    memo = next(iter(desk.memos.values()))
    lines = text.split("\n")
    needs = [at for at, words in enumerate(lines) if words.startswith("    needs ")]
    plain = [at for at in needs if not _is_offer(lines, at)]
    for at in plain[:: max(1, len(plain) // 4)]:
        desk.edit(FILE, "\n".join([*lines[:at], f"{lines[at]} ", *lines[at + 1 :]]))
        document = desk.document(FILE)
        assert document is not None and document.parsed <= 2
        assert memo.bodies.checked <= 3, lines[at]
        desk.edit(FILE, text)


def _is_offer(lines: list[str], at: int) -> bool:
    """Return True if a line belongs to an offer, which becomes several actions."""
    heading = next(line for line in reversed(lines[:at]) if line[:1].strip() not in ("", "#"))
    return heading.startswith("offer")


# ---------------------------------------------------------------- the model


LIMITED = RULES.replace("    needs has_one:", "    limit 2 per turn\n    needs poor: not rich(you)\n    needs has_one:")
CLAIM = 'claim wealth possible: any(rich(p) for p in Player) "Somebody gets rich"\n'


def test_a_limit_keeps_its_counter_when_a_value_has_been_mended(desk: Desk) -> None:
    assert not desk.edit(FILE, LIMITED).found
    assert desk.edit(FILE, LIMITED.replace("p.purse > 10", "p.purze > 10")).found
    assert not desk.edit(FILE, LIMITED).found
    checked, _ = desk.folder.check(2)
    assert checked is not None and checked.model is not None
    assert [of.name for of in checked.model.fields].count("uses_of_sell") == 1
    plan(lower(checked.model))


def test_a_claim_is_once_in_the_model_when_a_value_has_been_mended(desk: Desk) -> None:
    text = RULES + CLAIM
    assert not desk.edit(FILE, text).found
    assert desk.edit(FILE, text.replace("p.purse > 10", "p.purze > 10")).found
    assert not desk.edit(FILE, text).found
    checked, _ = desk.folder.check(2)
    assert checked is not None and checked.model is not None
    assert [claim.about.name for claim in checked.model.claims] == ["wealth"]


def test_the_text_that_a_file_has_already_is_not_checked_again(desk: Desk) -> None:
    folder = desk.folder
    desk.edit(FILE, RULES)
    desk.close("variants/never_opened.rules")
    assert desk.folder is folder
    desk.edit(FILE, RULES.replace("has_one", "has_any"))
    assert desk.folder is not folder
    desk.close(FILE)
    assert desk.text(FILE) == RULES


def told(sink: Sink) -> list[tuple[str, str, str]]:
    return [(fault.code, str(fault.span), fault.title) for fault in sink.found]


def test_scenarios_can_be_read_after_the_first_faults(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text(RULES, encoding="utf-8")
    (tmp_path / "scenarios" / "more").mkdir(parents=True)
    for name in ("first", "more/second"):
        text = f'scenario {name[-5:]} "One"\n    players 2\n    expect\n        decides(Seat1)\n    nonsense\n'
        (tmp_path / "scenarios" / f"{name}.rules").write_text(text, encoding="utf-8")
    soon, whole = Desk.open(tmp_path, "stalls", scenarios=False), Desk.open(tmp_path, "stalls")
    assert not soon.first.found and not soon.folder.scenarios
    assert len(list(soon.read_scenarios())) == 2
    assert told(soon.first) == told(whole.first) != []
    assert [each.name.text for each in soon.folder.scenarios] == [each.name.text for each in whole.folder.scenarios]
    assert list(soon.read_scenarios()) == []
    assert told(Desk.open(tmp_path, "stalls", scenarios=False).all_faults()) == told(whole.all_faults())
