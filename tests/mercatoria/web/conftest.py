"""A Chromium browser for the tests that need a real browser."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """Only test modules that are skipped without Chromium may use this fixture."""
    from browsing import CHROMIUM, LONG  # Import playwright here, because it may be missing.
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"], timeout=LONG)
        yield browser
        browser.close()
