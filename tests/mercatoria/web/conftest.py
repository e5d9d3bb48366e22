"""The browser for some of these tests."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """Start Chromium. Only test modules that are skipped if Chromium is missing may use this fixture."""
    from browsing import CHROMIUM, LONG  # imported here, since playwright may be missing
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"], timeout=LONG)
        yield browser
        browser.close()
