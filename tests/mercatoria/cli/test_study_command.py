"""`study` as people call it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.mercatoria.conftest import PIG, Ran
from tests.mercatoria.study.studied_games import GIFT, variant

Run = Callable[..., Ran]
SHORT = ("--option", "target=20", "--players", "2", "--seat-players", "random", "--clauses", "1")


def gift(folder: Path, points: int = 12) -> str:
    return variant(folder, "gift", GIFT.format(points=points))


def test_a_rule_that_matters_is_found(run: Run, tmp_path: Path) -> None:
    ran = run("study", PIG, *SHORT, "--with", gift(tmp_path), "-n", "200")
    assert ran.code == 0
    assert "Under gift: The share of games that Seat1 wins rises" in ran.out.replace("\n", " ")


def test_data_for_programs(run: Run, tmp_path: Path) -> None:
    data = run("study", PIG, *SHORT, "--with", gift(tmp_path), "-n", "40", "--json").data
    assert (data["deals"], data["games"], data["engine"]) == (40, 80, "python")
    assert set(data["base"]["wins_by_seat"]) == {"Seat1", "Seat2"}
    assert set(data["base"]["length"]) == set(data["base"]["scores"]["Seat1"]) == {"mean", "low", "high"}
    paired = data["variants"]["gift"]["paired"]["win.Seat1"]
    assert paired["low"] < paired["mean"] < paired["high"]
    assert "paired" not in data["base"]


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


def test_a_page_needs_no_network(run: Run, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    pytest.importorskip("jinja2")
    page = tmp_path / "report.html"
    assert run("study", PIG, *SHORT, "--with", gift(tmp_path), "-n", "30", "-o", str(page)).code == 0
    text = page.read_text(encoding="utf-8")
    assert text.count("<svg") == 3
    named = re.sub(r'xmlns(:\w+)?="[^"]*"', "", text)
    assert not re.search(r'(src|href|url)\s*[=(]\s*["\']?https?:', named)
    assert "<script" not in text
    assert "&#34;The first seat begins" in text


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("--until", "much"), "is no share"),
        (("-n", "0"), "--games"),
        (("-o", "report.pdf"), ".html or .md"),
        (("--resume",), "name it with --data"),
        (("--with", "nowhere"), "no variant `nowhere`"),
        (("--seat-players", "genius"), "no player `genius`"),
        (("--seat-players", "human"), "people cannot play here"),
        (("--jobs", "0"), "--jobs"),
        (("--seed", "99999999999999999999999"), "--seed"),
    ],
)
def test_what_cannot_be_studied_is_said(run: Run, args: tuple[str, ...], said: str) -> None:
    ran = run("study", PIG, *SHORT, *args)
    assert ran.code == 2
    assert said in ran.err


def test_another_study_in_the_file_is_refused(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "deals.jsonl"
    assert run("study", PIG, *SHORT, "-n", "3", "--data", str(file)).code == 0
    ran = run("study", PIG, *SHORT, "-n", "5", "--data", str(file), "--resume", "--seed", "7")
    assert ran.code == 2
    assert "another study" in ran.err
    file.write_text(json.dumps({"something": "else"}))
    assert run("study", PIG, *SHORT, "-n", "5", "--data", str(file), "--resume").code == 2
