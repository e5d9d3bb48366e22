"""A page with two games, written once, and the Python half of a page without a browser."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from page_games import BUILT, EXERCISES, GAMES, WORDS, Ask, Refusal, page_game

from mercatoria.page import write_page
from mercatoria.page_session import Session
from tests.mercatoria.conftest import PIG, SHIPPED


@pytest.fixture
def session() -> Session:
    return Session(GAMES, EXERCISES)


@pytest.fixture
def ask(session: Session) -> Ask:
    """Return a function that makes a request and returns its result."""

    def asked(method: str, **params: object) -> Any:
        told = json.loads(session.answer(json.dumps({"method": method, "params": params})))
        if "refused" in told:
            raise Refusal(told["refused"])
        return told["result"]

    return asked


@pytest.fixture(scope="session")
def plain_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a page that only plays."""
    out = tmp_path_factory.mktemp("plain") / "site"
    write_page(out, [page_game(PIG, 2)], WORDS, None)
    return out


@pytest.fixture(scope="session")
def whole_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a page with an editor. The test is skipped unless `make page` has built the editor."""
    if not BUILT.is_dir():
        pytest.skip("the editor is not built; run `make page`")
    out = tmp_path_factory.mktemp("whole") / "site"
    write_page(out, [page_game(SHIPPED, 4), page_game(PIG, 2)], WORDS, BUILT, EXERCISES)
    return out
