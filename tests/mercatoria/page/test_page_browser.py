"""Tests a whole page in Chromium without any network: playing, checking, the kept memory, links, and a stopped worker.

The tests need Chromium, playwright, and the editor that `make page` builds.
"""

from __future__ import annotations

import base64
import functools
import http.server
import re
import shutil
import threading
import time
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

import pytest
from page_games import BUILT, GAMES

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, ConsoleMessage, Page, Route

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed"),
    pytest.mark.skipif(not BUILT.is_dir(), reason="the editor is not built; run `make page`"),
]
LONG = 300
"""Maximum seconds for one step on a busy machine."""
OWN = 'variant my_rule "Higher" of pig\n    set target to 30\n'


class Files(http.server.SimpleHTTPRequestHandler):
    """Serves the folder of a page, and nothing else."""

    extensions_map: ClassVar[dict[str, str]] = {
        **http.server.SimpleHTTPRequestHandler.extensions_map, ".mjs": "text/javascript", ".wasm": "application/wasm",
    }  # fmt: skip

    def log_message(self, *_: object) -> None:
        return


@pytest.fixture(scope="module")
def home(whole_site: Path) -> Iterator[str]:
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Files, directory=whole_site))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


@contextmanager
def reader(profile: Path, home: str) -> Iterator[BrowserContext]:
    """Yield a browser that remembers what it keeps in `profile`, and reaches nothing but the page."""
    with playwright.sync_playwright() as driver:
        context = driver.chromium.launch_persistent_context(
            profile, executable_path=CHROMIUM, args=["--no-sandbox"], timeout=1000 * LONG
        )
        context.route("**", lambda route: route.continue_() if route.request.url.startswith(home) else route.abort())
        yield context
        context.close()


@contextmanager
def visit(context: BrowserContext, address: str) -> Iterator[Page]:
    """Open an address, and check that the page reports no failure and no violation of its policy."""
    page, complaints = context.new_page(), list[str]()
    page.on("pageerror", lambda fault: complaints.append(str(fault)))
    page.on("console", lambda said: complaints.append(said.text) if is_violation(said) else None)
    page.set_default_timeout(1000 * LONG)
    page.goto(address)
    until(page, "!!(window.laps && laps.playable)")
    yield page
    assert complaints == []
    page.close()


def is_violation(said: ConsoleMessage) -> bool:
    """Return True for a violation of the policy, except by Chromium, which styles text that one replaces."""
    by_page = said.location["lineNumber"] > 0 or "inline style" not in said.text
    return "Content Security" in said.text and by_page


def until(page: Page, condition: str) -> None:
    """Wait for a condition. The policy of the page forbids the usual way, which evaluates text in the page."""
    end = time.monotonic() + LONG
    while not page.evaluate(condition):
        assert time.monotonic() < end, condition
        time.sleep(0.05)


def laps(page: Page) -> list[str]:
    return [name for name, _ in page.evaluate("desk.laps")]


def write(page: Page, text: str) -> None:
    """Type a text in place of the reader's rule."""
    page.locator("#own .cm-content").click()
    page.keyboard.press("Control+A")
    page.keyboard.insert_text(text)


def fragment(text: str) -> str:
    """Return a text as a link contains it."""
    packed = zlib.compressobj(9, zlib.DEFLATED, -15)
    return base64.urlsafe_b64encode(packed.compress(text.encode()) + packed.flush()).decode().rstrip("=")


def errors(number: int) -> str:
    return f"document.documentElement.dataset.errors === '{number}'"


def test_the_first_visit_plays_at_once_and_the_later_visit_keeps_python(home: str, tmp_path: Path) -> None:
    with reader(tmp_path, home) as context:
        with visit(context, home) as page:
            assert page.evaluate("document.documentElement.dataset.desk") in (None, "booting")
            assert page.locator("#picture svg").count() == 1
            page.locator("#moves button[data-call]").first.click()
            until(page, "table.played.length > 1")
            until(page, "!!laps.checked")
            until(page, "desk.laps.some(([name]) => name.startsWith('kept'))")
            assert "boot" in laps(page)
        with visit(context, f"{home}#g=pig") as page:  # another game than the one in the kept memory
            until(page, "!!laps.checked")
            assert laps(page) == ["from snapshot"]
            write(page, OWN.replace("target", "tagret"))
            until(page, errors(1))


def test_rules_are_checked_mended_played_and_shared(home: str, tmp_path: Path) -> None:
    with reader(tmp_path, home) as context, visit(context, f"{home}#g=pig") as page:
        until(page, "!!laps.checked")
        write(page, OWN.replace("target", "tagret"))
        until(page, errors(1))
        assert page.locator("#play-it").is_disabled()
        page.locator("#faults .fix").click()
        until(page, errors(0))
        assert page.evaluate("rules.texts.own") == OWN
        page.locator("#play-it").click()
        until(page, "table.about.variants.includes('my_rule')")
        page.locator("#run-scenarios").click()
        until(page, "/, failed: 0$/.test(document.querySelector('#scenarios-told')?.textContent ?? '')")
        page.locator("#effect").click()
        until(page, "Number(document.querySelector('#pairs')?.dataset.games ?? 0) > 20")
        page.locator("#stop-study").click()
        page.locator("#share").click()
        until(page, "location.hash.includes('&v=')")
        assert page.evaluate("location.hash").startswith("#g=pig@")
        page.locator(".why-not summary").click()
        page.locator("#why-not-move").fill("hold")
        page.keyboard.press("Enter")
        until(page, "document.querySelector('#why-not-told').textContent !== ''")
        silent = "desk.ask = () => new Promise(() => {});"  # Python says nothing of the next position
        assert page.evaluate(f"{silent} table.seen !== null && (table.play(table.listed[0].row), table.seen === null)")


def test_what_is_typed_before_python_has_started_is_checked(home: str, tmp_path: Path) -> None:
    held: dict[str, Route] = {}
    with reader(tmp_path, home) as context:
        context.route("**/worker.mjs", lambda route: held.update(worker=route))
        with visit(context, f"{home}#g=pig") as page:
            until(page, "!!laps.editor")
            assert re.search(r"checked in about \d+ seconds", page.locator("#status").inner_text())
            write(page, OWN.replace("target", "tagret"))
            page.locator("#tab-rulebook").click()
            page.locator("#rulebook .cm-content").click()
            page.keyboard.press("Control+End")
            page.keyboard.insert_text("\nnumber spare = 1\nnumber spare = 2\n")
            held["worker"].continue_()
            until(page, "!!laps.checked")
            until(page, "rules.all.some((fault) => fault.which === 'rulebook')")
            assert page.evaluate("rules.editors.own.text") == OWN.replace("target", "tagret")
            assert page.evaluate("rules.all.some((fault) => fault.which === 'own')")


def test_a_shared_rule_is_shown_and_checked_but_not_played(home: str, tmp_path: Path) -> None:
    with reader(tmp_path, home) as context:
        with visit(context, f"{home}#g=pig@9.9&v={fragment(OWN)}") as page:
            until(page, "!!laps.checked")
            assert page.evaluate("rules.editors.own.text") == OWN
            assert page.evaluate("[table.about.variants.length, table.played.length, rules.names[0]]") == [
                0,
                0,
                "my_rule",
            ]
            assert "another version" in page.locator("#results").inner_text()
            page.wait_for_timeout(3000)
            assert not any(lap.startswith("kept") for lap in laps(page))  # it would contain the text of the link
        with visit(context, f"{home}#g=pig&v=%%%") as page:
            assert "damaged" in page.locator("#results").inner_text()


def test_without_storage_and_with_a_damaged_memory_python_starts_anew(home: str, tmp_path: Path) -> None:
    with reader(tmp_path, home) as context:
        context.add_init_script("if (location.hash.includes('none')) delete window.localStorage")
        with visit(context, f"{home}#g=pig") as page:
            until(page, "desk.laps.some(([name]) => name.startsWith('kept'))")
            page.evaluate(
                "caches.open('mercatoria-desk').then(async (of) => { const [key] = await of.keys();"
                " await of.put(key, new Response(new Uint8Array(100000))) })"
            )
        with visit(context, f"{home}#g=pig") as page:
            until(page, "!!laps.checked")
            assert laps(page)[0].startswith("snapshot refused")
            assert "boot" in laps(page)
            until(page, "desk.laps.some(([name]) => name.startsWith('kept'))")
            page.evaluate("caches.open('mercatoria-desk').then((of) => of.put('/snapshot-old', new Response('old')))")
            page.evaluate("caches.open('mercatoria-desk').then(async (of) => of.delete((await of.keys())[0]))")
        with visit(context, f"{home}#g=pig") as page:
            until(page, "!!laps.checked")
            assert laps(page)[0] == "boot"
            kept = "caches.open('mercatoria-desk').then(async (of) => (await of.keys()).map((each) => each.url))"
            assert not any(url.endswith("old") for url in page.evaluate(kept))


def test_storage_that_is_refused_does_no_harm(home: str, tmp_path: Path) -> None:
    refused = "self.caches.open = () => Promise.reject(new Error('refused'));\n"
    with reader(tmp_path, home) as context:
        context.route("**/worker.mjs", lambda route: route.fulfill(
            body=refused + route.fetch().text(), content_type="text/javascript"))  # fmt: skip
        with visit(context, f"{home}#g=pig") as page:
            until(page, "!!laps.checked")
            until(page, "desk.laps.some(([name]) => name.startsWith('not kept'))")
            write(page, OWN.replace("target", "tagret"))
            until(page, errors(1))


def test_a_check_that_takes_too_long_is_stopped(home: str, tmp_path: Path) -> None:
    with reader(tmp_path, home) as context, visit(context, f"{home}?limit=1#g=pig") as page:
        until(page, "!!laps.checked")
        write(page, OWN)  # no check is done within a millisecond
        until(page, "document.querySelector('#status').textContent.includes('too long')")
        page.evaluate("desk.limit = 1e6")
        until(page, "desk.ready && !!rules.files")
        write(page, OWN.replace("target", "tagret"))
        until(page, errors(1))


def test_an_exercise_is_graded_with_hints_one_by_one(home: str, tmp_path: Path) -> None:
    with reader(tmp_path, home) as context, visit(context, f"{home}#g=pig&x=3a_small_cart") as page:
        until(page, "!!laps.checked")
        page.locator("#grade").click()
        until(page, "document.querySelector('[data-verdict]')?.dataset.verdict === 'wrong'")
        assert page.locator("#graded .in-1").count() == 0
        page.locator("#graded .hint").click()
        assert page.locator("#graded .in-1").count() == 1
        assert page.locator("#graded .hint").count() == 1


def test_a_rulebook_of_a_link_is_played_when_asked_for(home: str, tmp_path: Path) -> None:
    rulebook = (GAMES / "pig" / "rulebook.rules").read_text(encoding="utf-8")
    with reader(tmp_path, home) as context:
        page = context.new_page()
        page.goto(f"{home}#r={fragment(rulebook)}")
        until(page, "!!(window.laps && laps.checked)")
        assert page.evaluate("[rules.texts.rulebook, table.game ?? null]") == [rulebook, None]
        page.locator("#play-it").click()
        until(page, "table.about?.game === 'pig'")
        until(page, "!!document.querySelector('#moves button[data-call]')")
