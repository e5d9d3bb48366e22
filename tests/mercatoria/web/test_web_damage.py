"""Tests an unreadable page of the database: only the table on this page stops, and the other tables stay playable."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")
pytest.importorskip("httpx2", reason="starlette's test client needs httpx2")

from starlette.testclient import TestClient
from visiting import FOUR, Clock, play, serving, set_up

from mercatoria.web.security.rates import INTERVAL
from mercatoria.web.store import Entry, Store

PAGE = 4096
LEAF = 10
"""First byte of a database page that contains log entries."""


def damage(file: Path, table: str) -> None:
    """Overwrite a page in the middle of one table's log. The neighbouring pages stay intact."""
    store = Store(file)
    for number in range(150):
        store.append(table, number, Entry(0, "drop_disc(A)" + 400 * " "))
    store.close()
    content = bytearray(file.read_bytes())
    pages = [at for at in range(0, len(content), PAGE) if content[at] == LEAF and 400 * b" " in content[at : at + PAGE]]
    assert len(pages) > 6
    middle = pages[len(pages) // 2]
    content[middle : middle + PAGE] = b"\xff" * PAGE
    file.write_bytes(content)


def test_a_damaged_page_stops_one_table_and_no_other(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    file = tmp_path / "tables.db"
    with serving(file) as browser:
        bad, good = (set_up(browser, FOUR, "human", "human") for _ in range(2))
    damage(file, bad[-1].split("/")[2])
    before = file.read_bytes()
    caplog.set_level(logging.INFO)
    with serving(file) as browser:
        visitor = TestClient(browser.app, base_url="http://localhost", raise_server_exceptions=False)
        visitor.portal = browser.portal
        for _ in range(3):
            answer = visitor.get(bad[-1])
            assert answer.status_code == 503
            for said in ("cannot be read", "damaged", "Nothing was changed", "copy of the file", "other tables"):
                assert said in answer.text
        assert file.read_bytes() == before
        seat = browser.post(good[0], data={"name": "Ann"}).url.path
        assert "dropped a disc" in play(browser, seat, "drop_disc(B)")
    [line] = [record for record in caplog.records if "damaged" in record.getMessage()]
    assert not line.exc_info and "Traceback" not in caplog.text


def test_a_flood_of_refusals_writes_one_line_in_an_interval(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    clock = Clock()
    with serving(tmp_path / "tables.db", clock) as browser:
        refused = f"{set_up(browser, FOUR, 'human', 'human')[-1]}/seat/0/log"
        for _ in range(50):
            assert browser.get(refused).status_code == 403
        assert len(caplog.messages) == 1
        clock.now += INTERVAL
        browser.get(refused)
        assert len(caplog.messages) == 2 and "left out before this one: 49)" in caplog.messages[1]
        browser.get(refused)
    assert caplog.messages[2:] == ["refused, 403: left out 1 more of this kind"]
