"""Tests whole games in a real Chromium.

One person plays with the mouse, another with the keyboard only, and a third watches on a phone. Bots take the other
seats. In mid-game, the test cuts and restores the connection, and later it kills the server.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")
pytest.importorskip("playwright.sync_api", reason="playwright is not installed; `make test-web` does that")

from advising import Adviser
from browsing import CHROMIUM, LONG, PHONE, Hand, Keyboard, Mouse, free_port, person, running, set_up, sit
from playing import ANSWERED, Wheel, play_in_the_panel, play_on_the_board
from playwright.sync_api import Browser, Page, expect

import mercatoria

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium here: apt install chromium")

SHORT = {"catan_merchants_of_europe": {"variant.short_game": "1"}}
"""Variants that shorten a game."""
ANN, BEN = 0, 1
CUT_OFF, KILLED = 20, 40
"""Number of decisions before the test cuts the connection, and before it kills the server."""


@pytest.mark.slow
@pytest.mark.parametrize("game", mercatoria.shipped())
def test_a_whole_game_of_each(chromium: Browser, tmp_path: Path, game: str) -> None:
    players = max(2, mercatoria.load(game).players[0])
    bots = {f"seat{seat}": "greedy" for seat in range(2, players)}
    file, port = tmp_path / "tables.db", free_port()
    with person(chromium) as ann, person(chromium) as ben, person(chromium, **PHONE) as eve:
        hands = {ANN: (ann, Mouse()), BEN: (ben, Keyboard())}
        with running(file, port) as server:
            home = f"http://localhost:{port}"
            first, second, *_, watch = set_up(ann, home, game, players, **bots, **SHORT.get(game, {}))
            sit(ann, first, "Ann")
            sit(ben, second, "Ben")
            eve.goto(watch)
            adviser = Adviser(file, watch.rpartition("/")[2])
            play(adviser, hands, until=CUT_OFF)
            while adviser.next_of(hands) != ANN:
                decide(adviser, BEN, *hands[BEN])
            ben.context.set_offline(True)
            while adviser.next_of(hands) == ANN:
                decide(adviser, ANN, *hands[ANN])
            expect(ben.locator("#moves-title")).to_have_text("Waiting for other players")
            ben.context.set_offline(False)
            play(adviser, hands, until=KILLED)
            looks_on(eve)
            server.kill()
        with running(file, port):
            play(adviser, hands)
            for page in (ann, ben, eve):
                expect(page.locator("#moves-title")).to_contain_text("The game is over", timeout=LONG)
                assert scores(page) == sorted(adviser.state.scores)
            looks_on(eve)


def play(adviser: Adviser, hands: Mapping[int, tuple[Page, Hand]], until: int | None = None) -> None:
    """Let people play to the end of the game, or until they have made `until` decisions."""
    while (seat := adviser.next_of(hands)) is not None:
        if until is not None and sum(adviser.decisions[each] for each in hands) >= until:
            return
        decide(adviser, seat, *hands[seat])


def decide(adviser: Adviser, seat: int, page: Page, hand: Hand) -> None:
    """Follow the advice when the page asks for a decision, and wait until the page stops asking."""
    move = adviser.advice(seat)
    question = page.locator(f'#moves .verbs input[name=turn][value="{adviser.decisions[seat]}"]')
    expect(question.first).to_be_attached(timeout=LONG)
    number, listed = adviser.listed(seat, move)
    values = {name: move.args[name] for name in listed.open}
    if not isinstance(hand, Mouse) or listed.open or not play_on_the_board(page, Wheel(), number):
        play_in_the_panel(page, hand, number, values)
    page.wait_for_function(ANSWERED, arg=adviser.decisions[seat])
    assert page.locator("#notice").count() == 0, page.locator("#notice").inner_text()


def looks_on(page: Page) -> None:
    """Check that a spectator's page on a phone has no forms and fits the width of the screen."""
    assert page.locator("#moves form").count() == 0
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["viewport"]["width"]


def scores(page: Page) -> list[int]:
    return sorted(int(each.inner_text()) for each in page.locator(".ranking b").all())
