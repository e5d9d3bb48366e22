"""Tests the command `study`."""

from __future__ import annotations

import errno
import json
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import BrokenExecutor
from pathlib import Path

import pytest

from interpreter.native import is_installed
from mercatoria.study import Deal, Design
from tests.mercatoria.conftest import PIG, ROOT, Ran
from tests.mercatoria.study.studied_games import GIFT, variant

Run = Callable[..., Ran]
TIC_TAC_TOE = str(ROOT / "docs" / "examples" / "tic_tac_toe")
TARGET = ("--option", "target=20")
RANDOM = ("--seat-players", "random", "--clauses", "1", "--decisions", "1")
SHORT = (*TARGET, "--players", "2", *RANDOM)
BETTER = (*TARGET, "--players", "2", "--seat-players", "eager", "--clauses", "1", "--decisions", "1")
"""Like `SHORT`, but with bots whose games show more than that a rule can matter."""
KILLED = """
import os, signal, sys
from mercatoria.cli import main
from mercatoria.study import Results

append_to = Results.append_to

def killed(self, lines):
    for number, deal in enumerate(append_to(self, lines)):
        if number == 19:
            os.kill(os.getpid(), signal.SIGKILL)
        yield deal

Results.append_to = killed
main(sys.argv[1:])
"""
"""A program that runs the command line and kills itself when the file contains 20 deals."""


def gift(folder: Path, points: int = 12) -> str:
    return variant(folder, "gift", GIFT.format(points=points))


def test_a_rule_that_matters_is_found(run: Run, tmp_path: Path) -> None:
    ran = run("study", PIG, *BETTER, "--with", gift(tmp_path), "-n", "100")
    assert ran.code == 0
    said = ran.out.replace("\n", " ")
    assert said.startswith("The first seat begins with 12 points Clear change: ")
    clear = said.partition("- Clear changes: ")[2].partition(" - ")[0]
    assert re.search(r"Seat1 wins \d+ games in 100 instead of \d+ \(\+\d+\)\.", clear)
    assert re.search(r"Seat2 wins \d+ games in 100 instead of \d+ \(−\d+\)\.", clear)
    assert "The rule came into play once per game (one examined game)." in said
    assert "- Next: Change the rule, because it favours Seat1: test 6 instead of 12." in said
    assert "rise by" not in said
    told = run("study", PIG, *BETTER, "--with", gift(tmp_path), "-n", "20", "--details").out.replace("\n", " ")
    assert "the true value is very likely between the values in brackets: - " in told


def test_random_bots_show_only_that_a_rule_can_matter(run: Run, tmp_path: Path) -> None:
    said = run("study", PIG, *SHORT, "--with", gift(tmp_path), "-n", "40").out.replace("\n", " ")
    assert "Random bots show only whether the rule can matter. The rule came into play once per game" in said
    assert "These games are too few to tell whether it matters." in said
    assert "Seat1 wins" not in said.partition("- Next: ")[0]


def test_data_for_programs(run: Run, tmp_path: Path) -> None:
    data = run("study", PIG, *BETTER, "--with", gift(tmp_path), "-n", "40", "--json").data
    assert (data["deals"], data["games"]) == (40, 80)
    assert data["engine"] == ("native" if is_installed() else "python")
    assert set(data["base"]["wins_by_seat"]) == {"Seat1", "Seat2"}
    assert set(data["base"]["length"]) == set(data["base"]["scores"]["Seat1"]) == {"mean", "low", "high"}
    paired = data["variants"]["gift"]["paired"]["win.Seat1"]
    assert paired["low"] < paired["mean"] < paired["high"]
    assert "paired" not in data["base"]
    verdict = data["variants"]["gift"]["verdict"]
    assert (verdict["title"], verdict["gained"]) == ("The first seat begins with 12 points", {"points": [12, 0]})
    assert (verdict["judgement"], verdict["only_random"]) == ("clear change", False)
    assert next(each for each in verdict["changed"] if each["measure"] == "length")["sure"]
    effects = (each for outcome in ("changed", "same", "open") for each in verdict[outcome])
    wins = next(each for each in effects if each["measure"] == "win.Seat1")
    assert wins["after"] == pytest.approx(wins["before"] + wins["mean"], abs=1e-5)
    assert wins["fraction"] == pytest.approx(wins["mean"] / wins["before"], abs=1e-4)
    judged = [each["measure"] for outcome in ("changed", "same", "open") for each in verdict[outcome]]
    assert {"win.Seat1", "win.Seat2", "length"} <= set(judged)


def test_each_engine_plays_the_same_deals(run: Run) -> None:
    asked = ("study", PIG, *SHORT, "-n", "4", "--json")
    engines = ("reference", "python", "native") if is_installed() else ("reference", "python")
    told = {engine: run(*asked, "--engine", engine).data for engine in engines}
    assert [data.pop("engine") for data in told.values()] == list(engines)
    assert all(data == told["python"] for data in told.values())


def test_a_rule_is_taken_out(run: Run) -> None:
    data = run("study", PIG, *SHORT, "--without", "hold", "-n", "3", "--option", "longest_game=50", "--json").data
    assert "hold" in data["variants"]["without hold"]["never_done"]
    wrong = run("study", PIG, *SHORT, "--without", "holt", "-n", "3")
    assert wrong.code != 0
    assert "hold" in wrong.err


def test_a_report_is_the_same_after_a_stop(run: Run, tmp_path: Path) -> None:
    asked = ("study", PIG, *SHORT, "--with", gift(tmp_path), "-n", "30")
    assert run(*asked, "-o", str(tmp_path / "whole.md")).code == 0
    assert run(*asked[:-1], "12", "-o", str(tmp_path / "again.md")).code == 0
    refused = run(*asked, "-o", str(tmp_path / "again.md"))
    assert refused.code == 2
    assert "--resume" in refused.err
    assert run(*asked, "-o", str(tmp_path / "again.md"), "--resume").code == 0
    whole, again = ((tmp_path / f"{name}.md").read_text().replace(f"{name}.md", "") for name in ("whole", "again"))
    assert whole == again
    assert "MDM" not in whole
    assert "variant gift" in whole


def test_each_number_of_players_has_its_part(run: Run, tmp_path: Path) -> None:
    asked = ("study", PIG, *TARGET, "--players", "2..3", *RANDOM, "-n", "20")
    assert run(*asked, "-o", str(tmp_path / "report.md")).code == 0
    text = (tmp_path / "report.md").read_text(encoding="utf-8")
    assert [line for line in text.splitlines() if line.startswith("## ")] == [
        "## By the number of players", "## With 2 players", "## With 3 players",
        "## How to read and repeat this study",
    ]  # fmt: skip
    assert {file.name for file in tmp_path.glob("*.jsonl")} == {"report.2.jsonl", "report.3.jsonl"}
    data = run(*asked, "--json").data
    assert (data["players"], data["games"]) == ([2, 3], 40)
    alone = run(*asked[:5], "3", *asked[6:], "--json").data
    assert data["tables"][1] == alone


def test_a_ladder_plays_each_player_against_the_one_before(run: Run, tmp_path: Path) -> None:
    asked = ("study", TIC_TAC_TOE, "--players", "2", *RANDOM, "-n", "8", "--ladder", "random,greedy,2")
    ran = run(*asked, "--json", "-o", str(tmp_path / "report.md"))
    rungs = ran.data["ladder"]
    assert [rung["seats"] for rung in rungs] == [["greedy", "random"], ["2", "greedy"]]
    assert set(rungs[0]["base"]["measures"]) >= {"win_by.greedy", "win_by.random"}
    text = (tmp_path / "report.md").read_text(encoding="utf-8")
    assert "## Does the better player win?" in text
    assert "Nothing tells `greedy` from `random`: greedy against random, it wins" in text


@pytest.mark.slow
def test_the_command_in_the_report_repeats_it(run: Run, tmp_path: Path) -> None:
    page = tmp_path / "a report.md"
    first = run("study", PIG, *TARGET, "-p", "2,3", *RANDOM, "--with", gift(tmp_path), "-n", "12", "-o", str(page))
    assert first.code == 0
    text = page.read_text(encoding="utf-8")
    found = re.search(r"repeats this study: `(.+?)`\.", text)
    assert found is not None
    for kept in (page, *tmp_path.glob("*.jsonl")):
        kept.unlink()
    again = run(*shlex.split(found[1])[1:])
    assert (again.code, again.out) == (0, first.out)
    assert page.read_text(encoding="utf-8") == text


@pytest.mark.slow
def test_a_study_that_was_killed_goes_on_to_the_same_report(run: Run, tmp_path: Path) -> None:
    asked = ("study", PIG, "--players", "2", *RANDOM, "-n", "400")
    page, deals = tmp_path / "report.md", tmp_path / "report.jsonl"
    assert run(*asked, "-o", str(page)).code == 0
    whole, lines = page.read_bytes(), deals.read_bytes()
    page.unlink()
    deals.unlink()
    command = [sys.executable, "-c", KILLED, *asked, "-o", str(page)]
    killed = subprocess.run(command, capture_output=True, cwd=ROOT, check=False, timeout=300)
    assert killed.returncode == -signal.SIGKILL, killed.stderr.decode()
    assert not page.exists()
    assert deals.read_bytes().count(b"\n") == 21, "the heading and 20 deals"
    assert run(*asked, "-o", str(page), "--resume").code == 0
    assert (page.read_bytes(), deals.read_bytes()) == (whole, lines)


@pytest.mark.slow
def test_a_page_needs_no_network(run: Run, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    pytest.importorskip("jinja2")
    page = tmp_path / "report.html"
    assert run("study", PIG, *SHORT, "--with", gift(tmp_path), "-n", "30", "-o", str(page)).code == 0
    text = page.read_text(encoding="utf-8")
    assert text.count("<svg") == 6
    named = re.sub(r'xmlns(:\w+)?="[^"]*"', "", text)
    assert not re.search(r'(src|href|url)\s*[=(]\s*["\']?https?:', named)
    assert "<script" not in text
    assert "&#34;The first seat begins" in text


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("--until", "much"), "is not a percentage"),
        (("-n", "0"), "--games"),
        (("-o", "nowhere/report.md"), "there is no folder `nowhere` for `report.md`"),
        (("--data", "nowhere/deals.jsonl"), "there is no folder `nowhere` for `deals.jsonl`"),
        (("--data", "."), "`.` is a folder; name a file"),
        (("--cluster", "nonsense"), "`nonsense` is not the address of a scheduler"),
        (("-o", "report.pdf"), ".html or .md"),
        (("--resume",), "give its name with --data"),
        (("--with", "nowhere"), "no variant `nowhere`"),
        (("--seat-players", "genius"), "no player `genius`"),
        (("--seat-players", "human"), "this command accepts only bots"),
        (("--jobs", "0"), "--jobs"),
        (("--players", "4..2"), "smaller number first"),
        (("--players", "some"), "is not a number of players"),
        (("--players", "99"), "2 to 10"),
        (("--ladder", "greedy"), "the weakest first"),
        (("--ladder", "random,random"), "different players"),
        (("--ladder", "random,genius"), "no player `genius`"),
        (("--seat-players", "greedy", "--engine", "native"), "random and eager players"),
        (("--seed", "99999999999999999999999"), "--seed"),
    ],
)
def test_impossible_studies_are_refused(run: Run, args: tuple[str, ...], said: str) -> None:
    ran = run("study", PIG, *SHORT, *args)
    assert ran.code == 2
    assert said in ran.err


def test_stopped_runs_report_their_progress(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The run stops because of Ctrl-C, a worker process that ends, or a full disk."""
    played = Design.deal

    def ends(fault: BaseException) -> Callable[[Design, int], Deal]:
        def deal(design: Design, number: int) -> Deal:
            if number == 3:
                raise fault
            return played(design, number)

        return deal

    asked = ("study", PIG, *SHORT, "-n", "8")
    monkeypatch.setattr(Design, "deal", ends(KeyboardInterrupt()))
    ran = run(*asked, "--data", str(tmp_path / "deals.jsonl"))
    assert ran.code == 130
    assert "of at most 8 deals; run the command again with --resume" in ran.err
    ran = run(*asked)
    assert "of at most 8 deals; use -o or --data to save deals next time" in ran.err
    assert "Shares of wins" in ran.out
    monkeypatch.setattr(Design, "deal", ends(BrokenExecutor()))
    ran = run(*asked)
    assert (ran.code, ran.err) == (1, "mercatoria: another program killed a process that was playing games\n")
    monkeypatch.setattr(Design, "deal", ends(OSError(errno.ENOSPC, "No space left on device")))
    ran = run(*asked, "--data", str(tmp_path / "others.jsonl"))
    assert (ran.code, ran.out) == (1, "")
    saved = f"the disk is full. Finished deals are saved in {tmp_path / 'others.jsonl'}; free some space"
    assert ran.err.startswith(f"mercatoria: {saved}")


def test_preparations_are_shown(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """They may take longer than the games."""
    shown, progress = list[str](), sys.modules["mercatoria.console"].progress

    def noted(word: str, *more: object) -> object:
        shown.append(word)
        return progress(word, *more)

    assert run("study", PIG, *SHORT, "-n", "1").code == 0  # imports the command
    monkeypatch.setattr("mercatoria.cli.study.progress", noted)
    assert run("study", PIG, *SHORT, "-n", "1").code == 0
    assert shown == ["preparing", "preparing", "playing"]


@pytest.mark.parametrize("part", [0, 10])
@pytest.mark.parametrize("more", [(), ("--resume",)])
def test_a_file_that_a_full_disk_has_left_is_new(run: Run, tmp_path: Path, part: int, more: tuple[str, ...]) -> None:
    file = tmp_path / "deals.jsonl"
    asked = ("study", PIG, *SHORT, "-n", "2", "--data", str(file))
    assert run(*asked).code == 0
    whole = file.read_bytes()
    file.write_bytes(whole[:part])
    assert run(*asked, *more).code == 0
    assert file.read_bytes() == whole


def test_a_damaged_line_is_named_with_what_to_do(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "deals.jsonl"
    asked = ("study", PIG, *SHORT, "-n", "4", "--data", str(file))
    assert run(*asked).code == 0
    lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
    file.write_text("".join([*lines[:2], lines[2][:40] + "\n", *lines[3:]]), encoding="utf-8")
    ran = run(*asked, "--resume")
    assert ran.code == 2
    said = f"line 3 of {file} is damaged; delete it and all lines after it, and run the command again with --resume"
    assert said in ran.err


def test_another_study_in_the_file_is_refused(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "deals.jsonl"
    assert run("study", PIG, *SHORT, "-n", "3", "--data", str(file)).code == 0
    ran = run("study", PIG, *SHORT, "-n", "5", "--data", str(file), "--resume", "--seed", "7")
    assert ran.code == 2
    assert "contains the results of another study, with another seed" in ran.err
    ran = run("study", PIG, *SHORT, "-n", "5", "--data", str(file), "--resume", "--with", gift(tmp_path))
    assert "contains the results of another study, with other rules" in ran.err
    file.write_text(foreign := json.dumps({"something": "else"}))
    assert run("study", PIG, *SHORT, "-n", "5", "--data", str(file), "--resume").code == 2
    assert file.read_text() == foreign, "the line of another program is not an incomplete deal"
