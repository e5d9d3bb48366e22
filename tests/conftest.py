"""Fixtures and hooks that all tests share."""

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

if sys.dont_write_bytecode:  # the programs that tests start need compiled files, but not among the sources
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    compiled = Path(__file__).resolve().parents[1] / ".pytest_cache" / "compiled"
    os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix = str(compiled)
    sys.dont_write_bytecode = False

os.environ["MERCATORIA_NO_CACHE"] = "1"  # a test of `check` checks, whatever an earlier run found

import made_once
import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "quick", max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)
settings.load_profile("quick")

MEMORY, ENOUGH = Path("/dev/shm"), 1 << 30
if os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > ENOUGH:
    # A table waits until each move is on the disk. In memory, the tests of tables take two thirds of the time.
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))


def pytest_configure() -> None:
    made_once.share()


@pytest.fixture(scope="module", autouse=True)
def settled_heap() -> Iterator[None]:
    """Exclude the objects of a finished module from later garbage collections.

    A test worker keeps more than a gigabyte of shared games. Each collection by a test or by the server would scan
    these objects. These scans once took 170 CPU seconds in two test files alone.
    """
    yield
    made_once.freeze()


FIRST = (
    "mercatoria/web/test_web_gc_freezing.py", "mercatoria/web/test_web_tables.py", "mercatoria/test_released.py",
    "games/test_scenarios.py", "constructs/test_every_construct.py", "games/test_secrets.py",
    "mercatoria/web/test_web_first_contact.py", "mercatoria/web/test_web_layout.py", "limits/test_budget.py",
    "dsl/printing/test_formatter.py", "games/test_many_games.py", "docs/test_language_examples.py",
    "mercatoria/web/test_web_secrets.py", "games/test_merchants_of_the_middle_ages.py",
    "mercatoria/web/test_web_protocol.py", "interpreter/native/test_exported_c.py",
    "games/test_secret_arguments.py", "interpreter/codegen/test_codegen.py", "prose/test_english.py",
    "mercatoria/web/test_web_slider.py", "mercatoria/web/test_web_board.py", "mercatoria/web/test_web_browser.py",
    "mercatoria/web/test_web_security.py", "games/test_secret_locals.py", "games/test_explanations.py",
    "mercatoria/fitting/test_learnt_networks.py", "mercatoria/players/test_search_bot.py", "bench/test_outside.py",
    "games/test_merchants_of_medieval_europe.py", "mercatoria/storage/test_golden.py",
    "mercatoria/cli/test_commands.py",
)  # fmt: skip
"""Test files to run first. The first files collect the whole heap and need it to be small. The slowest files follow, in
descending order of their time.
"""


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Sort the slowest files to the front, and apply the option `--part`.

    Because the slowest files run first, two workers finish at about the same time.
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
    """Return True if this run rewrites the expected results."""
    return bool(request.config.getoption("--update-golden"))
