"""Tests the notes of a player: only the own seat can read them, and nothing tells others of them."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")
pytest.importorskip("httpx2", reason="starlette's test client needs httpx2")

from visiting import FOUR, seated, serving, set_up

from mercatoria.web.routes.notes import LONGEST_NOTE

TEXT = "Ben wants </textarea><script>\nGrüße"


def test_notes_are_found_again_and_only_by_their_seat(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db") as browser:
        first, second, watch = set_up(browser, FOUR, "human", "human")
        (anna, hers), (ben, his) = seated(browser, first, "Anna"), seated(browser, second, "Ben")
        assert f'href="{hers}/notes"' in anna.get(hers).text
        assert '/notes"' not in browser.get(watch).text, "spectators have no notes"
        before = [ben.get(his).text, browser.get(watch).text]
        channels = browser.app.state.server.channels
        ids = [channels._all[key].id for key in channels._all]
        saved = anna.post(f"{hers}/notes", data={"text": TEXT.replace("\n", "\r\n")})
        assert saved.status_code == 200 and saved.url.path == f"{hers}/notes"
        assert "&lt;/textarea&gt;&lt;script&gt;\nGrüße</textarea>" in saved.text
        assert [ben.get(his).text, browser.get(watch).text] == before
        assert [channels._all[key].id for key in channels._all] == ids, "no event tells of notes"
        assert "Grüße" not in ben.get(f"{his}/notes").text
        for ask in (ben.get, ben.post):
            assert ask(f"{hers}/notes").status_code == 403
    with serving(tmp_path / "tables.db") as browser:
        again = type(anna)(browser.app, base_url="http://localhost", cookies=anna.cookies)
        again.portal = browser.portal
        assert "Grüße" in again.get(f"{hers}/notes").text
        again.post(f"{hers}/notes", data={"text": ""})
        assert "Grüße" not in again.get(f"{hers}/notes").text


def test_notes_have_a_limit(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db") as browser:
        anna, hers = seated(browser, set_up(browser, FOUR, "human", "human")[0])
        longest = "🦊" * LONGEST_NOTE
        assert longest in anna.post(f"{hers}/notes", data={"text": longest}).text
        assert anna.post(f"{hers}/notes", data={"text": longest + "x"}).status_code == 413
        assert anna.post(f"{hers}/notes", data={"text": 20 * longest}).status_code == 413
        assert longest in anna.get(f"{hers}/notes").text


def test_a_full_disk_is_told_and_the_text_stays_on_the_page(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db") as browser:
        anna, hers = seated(browser, set_up(browser, FOUR, "human", "human")[0])
        anna.post(f"{hers}/notes", data={"text": "old"})
        db = browser.app.state.server.hall._store._db
        (pages,) = db.execute("PRAGMA page_count").fetchone()
        db.execute(f"PRAGMA max_page_count = {pages}")
        long = "x" * LONGEST_NOTE
        refused = anna.post(f"{hers}/notes", data={"text": long})
        assert refused.status_code == 503
        assert "Your notes are not saved" in refused.text and long[:1000] in refused.text
        assert ">\nold</textarea>" in anna.get(f"{hers}/notes").text
        db.execute("PRAGMA max_page_count = 1000")
        assert anna.post(f"{hers}/notes", data={"text": long}).status_code == 200
