"""Settings that all tests share."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

if sys.dont_write_bytecode:  # the programs that tests start need compiled files, but not here
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    compiled = Path(__file__).resolve().parents[1] / ".pytest_cache" / "compiled"
    os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix = str(compiled)
    sys.dont_write_bytecode = False

import made_once
import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "quick", max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)
settings.load_profile("quick")


def pytest_configure() -> None:
    made_once.share()


@pytest.fixture(scope="module", autouse=True)
def settled_heap() -> Iterator[None]:
    """Take the objects of a finished module out of later collections.

    A worker grows to over a gigabyte of shared games, and each collection by a test or the server would scan the whole
    heap: two test files took 170 CPU seconds for that alone."""
    yield
    made_once.freeze()


FIRST = (
    "mercatoria/web/test_web_gc_freezing.py", "mercatoria/web/test_web_tables.py", "mercatoria/test_released.py",
    "games/test_scenarios.py", "games/test_secrets.py", "limits/test_budget.py", "mercatoria/web/test_web_browser.py",
    "mercatoria/cli/test_commands.py", "mercatoria/terminal/test_table.py", "games/test_explanations.py",
    "docs/test_tutorial.py", "fuzz/test_engines.py", "interpreter/codegen/test_codegen.py",
    "mercatoria/players/test_search_bot.py", "mercatoria/test_trust.py", "games/test_many_games.py",
    "games/test_merkator_play.py",
)  # fmt: skip
"""Files to run first: those that collect the whole heap, while the heap is small, and then the slowest files, the
slowest first.
"""


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Put the slowest files first, so that two workers finish at about the same time, and deselect the tests of other
    parts.
    """
    tests = Path(__file__).parent
    order = {tests / name: number for number, name in enumerate(FIRST)}
    items.sort(key=lambda item: order.get(item.path, len(FIRST)))
    if part := config.getoption("--part"):
        number, parts = map(int, part.split("/"))
        config.hook.pytest_deselected(items=[item for at, item in enumerate(items) if at % parts != number - 1])
        items[:] = items[number - 1 :: parts]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--part", metavar="N/M", help="run only each M-th test, from the N-th")
    parser.addoption("--update-golden", action="store_true", help="write expected texts anew; look at the difference")


@pytest.fixture
def update_golden(request: pytest.FixtureRequest) -> bool:
    """Return True if the run rewrites the expected texts."""
    return bool(request.config.getoption("--update-golden"))
