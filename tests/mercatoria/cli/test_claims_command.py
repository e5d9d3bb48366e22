"""Tests of `mercatoria test --claims`."""

from __future__ import annotations

import json
from pathlib import Path
from shutil import copytree

import pytest

from dsl.folder import CLAIMS, read_folder
from mercatoria.cli.__main__ import main
from mercatoria.storage import keep_as

EXAMPLES = Path(__file__).resolve().parents[3] / "docs" / "examples"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(copytree(EXAMPLES / "tic_tac_toe", tmp_path / "tic_tac_toe"))


def run(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, str]:
    code = main(["test", *args])
    return code, capsys.readouterr().out


def test_claims_that_hold(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out = run(capsys, str(folder), "--claims", "20000")
    assert code == 0
    assert "cross_is_ahead: holds in all 5,478 positions" in out
    assert "nought_may_win: holds, after 6 steps" in out
    assert "no rule fails: holds in all 5,478 positions" in out
    assert not (folder / "scenarios" / "found").exists()


def test_without_the_option_no_claim_is_tested(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "claims with" not in run(capsys, str(folder))[1]


def test_a_broken_claim_is_kept_as_a_scenario(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / CLAIMS).write_text('claim no_winner never: winner != none "Nobody wins"\n', encoding="utf-8")
    code, out = run(capsys, str(folder), "--claims", "20000")
    assert code == 1
    assert "no_winner: broken, after 5 steps; see scenarios/found/broken_no_winner.rules" in out
    kept = (folder / "scenarios" / "found" / "broken_no_winner.rules").read_text(encoding="utf-8")
    assert kept.startswith('scenario broken_no_winner "Nobody wins"\n')
    assert kept.endswith("    expect\n        not (winner != none)\n")
    assert run(capsys, str(folder))[0] == 1, "the scenario fails until the rules are mended"
    run(capsys, str(folder), "--claims", "20000")
    assert [file.name for file in (folder / "scenarios" / "found").iterdir()] == ["broken_no_winner.rules"]


@pytest.mark.slow
def test_claims_of_a_variant_are_tested_with_it(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "variants").mkdir(exist_ok=True)
    (folder / "variants" / "more.rules").write_text(
        'variant more "More" of tic_tac_toe\n    new claim cross_may_win possible: winner = Cross\n'
        "    suspend nought_may_win\n", encoding="utf-8",
    )  # fmt: skip
    code, out = run(capsys, str(folder), "--claims", "40000", "--json")
    assert code == 0
    (report,) = json.loads(out)
    plain, more = report["claims"]
    assert (plain["variants"], more["variants"]) == ([], ["more"])
    assert {claim["name"]: claim["verdict"] for claim in more["claims"]} == {
        "cross_is_ahead": "holds", "nought_may_win": "suspended", "cross_may_win": "holds", "no rule fails": "holds",
    }  # fmt: skip


@pytest.mark.parametrize("budget", ["soon", "0", "10x", "-5", "0s"])
def test_a_budget_is_a_time_or_a_number(folder: Path, budget: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["test", str(folder), f"--claims={budget}"]) == 2
    assert "is not a budget" in capsys.readouterr().err


def test_a_found_scenario_never_replaces_another(folder: Path) -> None:
    game = read_folder(folder)
    names = [keep_as.found(game, "one", f'scenario one "{title}"\n') for title in ("A", "B", "A", "B")]
    assert names == [f"scenarios/found/one{number}.rules" for number in ("", "_2", "", "_2")]
    second = (folder / "scenarios" / "found" / "one_2.rules").read_text(encoding="utf-8")
    assert second == 'scenario one_2 "B"\n'
