"""Settings that all tests share."""

import gc
import os
import sys
from collections.abc import Iterator
from pathlib import Path

if sys.dont_write_bytecode:  # the caller wants no compiled files next to the sources, but started programs need them
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
    gc.collect()
    gc.freeze()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="write expected texts anew; look at the difference")


@pytest.fixture
def update_golden(request: pytest.FixtureRequest) -> bool:
    """Return True if the run rewrites the expected texts."""
    return bool(request.config.getoption("--update-golden"))
