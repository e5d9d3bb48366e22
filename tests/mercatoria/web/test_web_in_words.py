"""Tests play with only the text view of the table, and with forms that work without scripts."""

from __future__ import annotations

import html
import random
import re
import time
from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")
pytest.importorskip("httpx2", reason="starlette's test client needs httpx2")

from visiting import question, seated, serving, set_up

WORDS = re.compile(r'aria-label="Text version of the table">(.*?)</pre>', re.DOTALL)
MAY = re.compile(r"^- (\d+)\. (.+)$", re.MULTILINE)
BUTTON = '<button[^>]* name="move" value="([^"]+)" data-move="{number}"[^>]*>([^<]+)'
OPTION = '<option value="([^"]+)" data-move="{number}"[^>]*>([^<]+)'
DETAILS = '<details [^>]*data-move="{number}"[^>]*>.*?</details>'
CHIP = re.compile(r'type="radio" name="([^"]+)"[^>]* value="(-?\d+)"')
NUMBER = re.compile(r'type="number" name="([^"]+)"[^>]* min="(-?\d+)"')
BOX = re.compile(r'type="checkbox" name="([^"]+)"')
PATIENCE = 300.0
"""Real seconds before a hanging test is stopped."""


@pytest.mark.slow
def test_the_table_in_words_is_enough_for_a_whole_game(tmp_path: Path) -> None:
    dice, decided = random.Random(1), 0
    with serving(tmp_path / "tables.db") as browser:
        first, *_ = set_up(browser, "medieval_merchant", "human", "random", "random")
        ann, hers = seated(browser, first, "Ann")
        asked_since = time.monotonic()
        while "The game is over" not in (page := ann.get(hers).text):
            words = in_words(page)
            assert "(you, to move)" in words or not MAY.search(words)
            if not (may := MAY.findall(words)):
                assert time.monotonic() - asked_since < PATIENCE
                time.sleep(0.01)
                continue
            forms = [form_of(page, int(number) - 1, said) for number, said in may]
            form = dice.choice([each for each in forms if each["move"] != "pass"] or forms)
            answer = ann.post(f"{hers}/move", data={"turn": question(page), **form})
            assert answer.status_code == 200, form
            decided, asked_since = decided + 1, time.monotonic()
        assert decided > 20
        assert "score" in in_words(page)


def in_words(page: str) -> str:
    found = WORDS.search(page)
    assert found is not None
    return html.unescape(found[1])


def form_of(page: str, number: int, said: str) -> dict[str, str]:
    """Return the form fields of a move in the text view, and check that the form refers to the same things."""
    for pattern in (BUTTON, OPTION):
        if found := re.search(pattern.format(number=number), page):
            assert all(part in html.unescape(found[2]) for part in said.partition(": ")[2].split(", "))
            return {"move": html.unescape(found[1])}
    found = re.search(DETAILS.format(number=number), page, re.DOTALL)
    assert found is not None, said
    call = re.search(r'name="move" value="([^"]+)"', found[0])
    assert call is not None
    numbers = {name: str(max(1, int(low))) for name, low in NUMBER.findall(found[0])} | dict(CHIP.findall(found[0]))
    return {"move": html.unescape(call[1]), **numbers, **dict.fromkeys(BOX.findall(found[0]), "1")}
