"""Tests that each browser reads a table in its own language, and that only the words differ."""

from __future__ import annotations

import html
import json
import re
import shutil
from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")
pytest.importorskip("httpx2", reason="starlette's test client needs httpx2")

from visiting import BIDS, another, offered, play, question, seated, serving, set_up

from mercatoria.web.pages.templates import SCRIPT

TEXT = re.compile(r"<h2[^>]*>(?:<small>)?([^<]+)</")


def headings(page: str) -> list[str]:
    return [html.unescape(words) for words in TEXT.findall(page)]


def test_every_browser_has_its_own_language(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db") as browser:
        first, second, watch = set_up(browser, "merkator", "human", "human")
        anna, seat = seated(browser, first, "Anna")
        ben, other = seated(browser, second, "Ben")
        assert "Your move" in headings(anna.get(seat).text)
        answer = anna.get(f"{seat}?language=de")
        assert answer.url.path == seat, "the address keeps no language"
        assert answer.url.query == b""
        page = answer.text
        assert '<html lang="de"' in page
        assert {"Dein Zug", "Spieler", "Seit deinem letzten Zug"} <= set(headings(page))
        assert "Das Investieren beenden" in page
        assert f'href="{seat}?language=en" lang="en"' in page
        assert '<html lang="en"' in ben.get(other).text, "the language of one browser changes nothing for another"
        assert '<html lang="en"' in another(browser).get(watch).text


@pytest.mark.slow
def test_moves_are_the_same_in_every_language(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db") as browser:
        first, _, _ = set_up(browser, "merkator", "human", "human")
        anna, seat = seated(browser, first)
        english = anna.get(seat).text
        german = anna.get(f"{seat}?language=de").text
        assert offered(english) == offered(german)
        assert question(english) == question(german)
        page = play(anna, seat, "pass")
        assert "2. Reisen" in html.unescape(page)
        told = html.unescape(anna.get(f"{seat}/log").text)
        assert "beendet das Investieren" in told
        assert "stopped investing" not in told


@pytest.mark.slow
def test_refusals_and_explanations_have_the_language_of_the_reader(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db") as browser:
        first, _, _ = set_up(browser, "merkator", "human", "human")
        anna, seat = seated(browser, first)
        page = anna.get(f"{seat}?language=de").text
        refused = anna.post(f"{seat}/move", data={"turn": question(page), "move": "pay_package"})
        assert refused.status_code == 409
        assert "Nicht möglich – „das Gesamtpaket bezahlen“: dieser Zug steht" in html.unescape(refused.text)
        late = anna.post(f"{seat}/move", data={"turn": "7", "move": "pass"})
        assert "Dein Zug wurde nicht gespielt" in html.unescape(late.text)
        why = html.unescape(anna.get(f"{seat}/why?not=sell_contract").text)
        assert "Warum nicht: Einen Vertrag verkaufen" in why
        undone = anna.post(f"{seat}/undo", data={"turn": question(page)})
        assert "Es gibt nichts zurückzunehmen." in html.unescape(undone.text)


def test_a_game_without_the_language_stays_english(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db") as browser:
        first, _, _ = set_up(browser, "medieval_merchant", "human", "human")
        anna, seat = seated(browser, first)
        anna.cookies.set("language", "de")
        page = anna.get(f"{seat}?language=de").text
        assert '<html lang="en"' in page
        assert "?language=" not in page


def test_faulty_words_leave_the_words_of_the_rulebook(tmp_path: Path) -> None:
    folder = tmp_path / "auction"
    shutil.copytree(BIDS, folder)
    (folder / "words" / "de.yaml").write_text("choices:\n  round.bid: '{bidd} bieten'\n", encoding="utf-8")
    with serving(tmp_path / "tables.db", games=(str(folder),)) as browser:
        first, _, _ = set_up(browser, str(folder), "human", "human")
        anna, seat = seated(browser, first)
        answer = anna.get(f"{seat}?language=de")
        assert answer.status_code == 200
        assert "Your move" in headings(answer.text)


def test_the_server_may_have_another_first_language(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db", language="de") as browser:
        first, _, _ = set_up(browser, BIDS, "human", "human")
        anna, seat = seated(browser, first)
        assert '<html lang="de"' in anna.get(seat).text
        assert '<html lang="en"' in anna.get(f"{seat}?language=en").text


@pytest.mark.slow
def test_the_script_has_its_texts_from_the_page(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db") as browser:
        first, _, _ = set_up(browser, "merkator", "human", "human")
        anna, seat = seated(browser, first)
        page = anna.get(f"{seat}?language=de").text
        texts = json.loads(html.unescape(re.findall(r'data-said="([^"]+)"', page)[0]))
        assert set(texts) == set(SCRIPT)
        assert texts["all_my_moves"] == "alle meine Züge"
