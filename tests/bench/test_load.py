"""Tests of the load benchmark: the fetched pages, lost moves, and a small complete run."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")

from bench import browsing, load

FOUR = Path(__file__).resolve().parents[2] / "docs" / "examples" / "connect_four"
PAGE = """<div id="page" data-events="/t/x/seat/0/events" data-known="a-1">
<input type="hidden" name="turn" value="3"><button name="move" value="sell(&#34;A&#34;)" data-move="0">A</button>
<select name="move"><option value="pass" data-move="1">Pass</option></select>
<input readonly id="link-0" value="http://127.0.0.1:1/t/x/take/0/key">"""


def test_requests_for_the_parts_of_a_page() -> None:
    assert browsing.moves(PAGE) == ['sell("A")', "pass"]
    assert browsing.turn(PAGE) == "3"
    assert browsing.links(PAGE) == ["/t/x/take/0/key"]
    assert browsing.attribute(PAGE, "data-known") == "a-1"
    assert browsing.attribute(PAGE, "data-none") == ""


def test_a_move_that_does_not_stand_in_the_file_is_lost() -> None:
    company = load.Company("x", [], [(0, "a"), (1, "b"), (0, "c")])
    assert load.lost([company], {"x": [(0, "a"), (2, "of a bot"), (1, "b"), (0, "c")]}) == 0
    assert load.lost([company], {"x": [(0, "a"), (1, "b")]}) == 1
    assert load.lost([company], {"x": [(1, "b"), (0, "a"), (0, "c")]}) > 0
    assert load.lost([company], {}) == 3


def test_ninety_ninth_percentile() -> None:
    assert load.percent([float(number) for number in range(1, 201)], 99) == 198
    assert load.percent([2.0], 99) == 2


@pytest.mark.slow
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the load is measured on Linux")
def test_two_tables_play_and_lose_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    code = load.main([str(FOUR), "--tables", "2", "--seats", "2", "--every", "0.3", "--seconds", "2"])
    told = capsys.readouterr().out
    assert code == 0
    assert "lost: 0" in told
    assert "a move" in told
    assert "page after an event" in told
