"""Plays whole games in a real Chromium, alone against bots: with the mouse on the board, by keys, without script, and
with a finger on a phone.

Half of the person's moves are advice, and the others are random. Each move that the board offers is played there. At
each question, the page must offer exactly the legal moves. Moves of bots are shown as a film, which the person ends.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path
from typing import Protocol

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")
pytest.importorskip("playwright.sync_api", reason="playwright is not installed; `make test-web` does that")

from advising import Adviser
from browsing import CHROMIUM, PHONE, Finger, Hand, Keyboard, Mouse, free_port, person, running, set_up, sit, tab_to
from playing import ANSWERED, Fingers, Pointer, Wheel, play_in_the_panel, play_on_the_board, send_form
from playwright.sync_api import Browser, Page, TimeoutError, expect
from visiting import until

import mercatoria
from mercatoria import Move

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium here: apt install chromium"),
]

SHORT = {"catan_merchants_of_europe": {"variant.short_game": "1"}}
"""Variants that shorten a game."""
ADVISED = 0.5
"""Share of the moves that follow the advice of a bot."""
BETWEEN = "document.querySelector('#page.between')"
"""A script that returns something while a film runs, or while the page of the present is on its way."""
MOST_FILMS, WAIT = 200, 20
"""Maximum number of films that a person ends before a question, and milliseconds until the person sees another one."""
PATIENCE = 60_000
"""Maximum milliseconds for one step. A page that needs longer is stuck."""


class Manner(Protocol):
    """A way to play a whole game."""

    how: Mapping[str, object]

    def asked(self, page: Page, turn: int) -> None:
        """Wait until the page asks a question."""

    def play(self, page: Page, number: int, values: Mapping[str, object]) -> None:
        """Play a legal move, with values for its open parameters."""

    def answered(self, page: Page, turn: int) -> None:
        """Wait until the page no longer asks the question."""


class WithScript:
    """Plays while the page renews itself and shows moves of others as a film."""

    how: Mapping[str, object] = {}

    def asked(self, page: Page, turn: int) -> None:
        page.wait_for_function(f"turn => {BETWEEN} || !({ANSWERED})(turn)", arg=turn)
        for _ in range(MOST_FILMS):
            if not page.evaluate(BETWEEN):
                break
            self.end_the_film(page)
            page.wait_for_timeout(WAIT)
        page.wait_for_function(f"turn => !{BETWEEN} && !({ANSWERED})(turn)", arg=turn)

    def end_the_film(self, page: Page) -> None:
        page.locator(".top h1").click()

    def play(self, page: Page, number: int, values: Mapping[str, object]) -> None: ...

    def answered(self, page: Page, turn: int) -> None:
        page.wait_for_function(ANSWERED, arg=turn)


class OnTheBoard(WithScript):
    """Plays on the board wherever it offers the move, otherwise in the panel."""

    def __init__(self, hand: Hand, pointer: Pointer, **how: object) -> None:
        self.hand, self.pointer = hand, pointer
        self.how = how

    def end_the_film(self, page: Page) -> None:
        self.hand.press(page.locator(".top h1"))

    def play(self, page: Page, number: int, values: Mapping[str, object]) -> None:
        if not play_on_the_board(page, self.pointer, number):
            play_in_the_panel(page, self.hand, number, values)
        elif page.locator(form := f'#moves details[data-move="{number}"][open]').count():
            send_form(page.locator(form), self.hand, values)


class ByKeys(WithScript):
    """Chooses verbs by their numbers, and places on the board with the Tab key."""

    hand = Keyboard()
    played = 0

    def asked(self, page: Page, turn: int) -> None:
        super().asked(page, turn)
        assert not self.played or page.evaluate("document.activeElement !== document.body"), "the focus is lost"

    def end_the_film(self, page: Page) -> None:
        page.keyboard.press("x")

    def play(self, page: Page, number: int, values: Mapping[str, object]) -> None:
        self.played += 1
        verb = page.locator("#moves .verbs > *", has=page.locator(f'[data-move="{number}"]')).or_(
            page.locator(f'#moves .verbs > details[data-move="{number}"]')
        )
        key = verb.locator("kbd")
        if verb.evaluate("verb => verb.matches('details:not([open])')") and key.count():
            page.keyboard.press(key.first.inner_text())
            expect(verb).to_have_attribute("open", "")
        if self._goes_to(page, page.evaluate(ON_BOARD, number)):
            self._chooses(page, number, values)
        else:
            play_in_the_panel(page, self.hand, number, values)

    def _goes_to(self, page: Page, place: str | None) -> bool:
        """Move the focus to a place on the board. Its places follow each other in the order of the moves."""
        if place is None:
            return False
        tab_to(page.locator("#picture [role=button][tabindex='0']"))
        for key in ("Tab", "Shift+Tab"):
            while page.evaluate("document.activeElement.matches('#picture [role=button]')"):
                if page.evaluate("document.activeElement.id") == place:
                    return True
                page.keyboard.press(key)
            page.keyboard.press("Shift+Tab" if key == "Tab" else "Tab")
        raise AssertionError(f"the Tab key does not lead to {place}")

    def _chooses(self, page: Page, number: int, values: Mapping[str, object]) -> None:
        turn = page.locator("#moves .verbs input[name=turn]").first.input_value()
        page.keyboard.press("Enter")
        script = f"""([turn, number]) => document.getElementById("board-ways") || ({ANSWERED})(turn)
            || document.querySelector(`#moves details[data-move="${{number}}"][open]`)"""
        page.wait_for_function(script, arg=[turn, number])
        if page.locator("#board-ways").count():
            for _ in range(page.locator("#board-ways button").count()):
                if page.evaluate("document.activeElement.dataset.way") == str(number):
                    break
                page.keyboard.press("Tab")
            assert page.evaluate("document.activeElement.dataset.way") == str(number)
            page.keyboard.press("Enter")
        if page.locator(form := f'#moves details[data-move="{number}"][open]').count():
            send_form(page.locator(form), self.hand, values)


ON_BOARD = """number => {
    const place = document.querySelector(`#moves [data-move="${number}"]`).dataset.place;
    const things = [...document.querySelectorAll(`#picture > svg.mx-live [role=button][data-moves~="${number}"]`)];
    return (place ? things.find(({ id }) => id === place) : things[0])?.id ?? null;
}"""
"""A script that returns the name of the thing on the board that offers a move, or null."""


class WithoutScript:
    """Sends forms, and asks for the page again while others decide."""

    how: Mapping[str, object] = {"java_script_enabled": False}
    hand = Mouse()

    def asked(self, page: Page, turn: int) -> None:
        question = page.locator(f'#moves .verbs input[name=turn][value="{turn}"]')

        def asks() -> bool:
            if not question.count():
                page.reload()
            return question.count() > 0

        until(asks)

    def play(self, page: Page, number: int, values: Mapping[str, object]) -> None:
        play_in_the_panel(page, self.hand, number, values)

    def answered(self, page: Page, turn: int) -> None:
        page.wait_for_load_state()
        until(lambda: not page.locator(f'#moves .verbs input[name=turn][value="{turn}"]').count() or complains(page))


def complains(page: Page) -> bool:
    return page.locator("#notice").count() > 0


MANNERS: Mapping[str, Manner] = {
    "mouse": OnTheBoard(Mouse(), Wheel()),
    "keys": ByKeys(),
    "without_script": WithoutScript(),
    "touch": OnTheBoard(Finger(), Fingers(), **PHONE),
}
OFFERED = """() => [...document.querySelectorAll("#moves [data-move]")].map(way => [
    Number(way.dataset.move), way.value ?? way.querySelector("input[name=move]").value])"""
"""A script that returns the number and the name of each move that the page offers."""
NOT_ON_BOARD = """() => [...document.querySelectorAll("#moves [data-place]")].filter(({ dataset }) => {
    const thing = document.getElementById(dataset.place), map = document.querySelector("#picture > svg.mx-live");
    return map?.contains(thing) && !(thing.dataset.moves ?? "").split(" ").includes(dataset.move);
}).map(({ dataset }) => dataset.place)"""
"""A script that returns the places on the board that do not offer their moves."""


@pytest.mark.parametrize("manner", MANNERS)
@pytest.mark.parametrize("game", mercatoria.shipped())
def test_a_whole_game(chromium: Browser, tmp_path: Path, game: str, manner: str) -> None:
    players, file, port = max(2, mercatoria.load(game).players[0]), tmp_path / "tables.db", free_port()
    hand, rng = MANNERS[manner], random.Random(f"{game} {manner}")
    bots = {f"seat{seat}": "greedy" for seat in range(1, players)}
    with person(chromium, **{"reduced_motion": "no-preference"} | dict(hand.how)) as ann, running(file, port):
        errors = list[str]()
        ann.on("console", lambda said: errors.append(said.text) if said.type == "error" else None)
        first, *_, watch = set_up(ann, f"http://localhost:{port}", game, players, **bots, **SHORT.get(game, {}))
        sit(ann, first, "Ann")
        ann.locator("#coach button").click()  # on a phone, the first notes cover places
        ann.set_default_timeout(PATIENCE)
        adviser = Adviser(file, watch.rpartition("/")[2])
        while adviser.next_of([0]) is not None:
            try:
                decide(adviser, ann, hand, rng)
            except (TimeoutError, AssertionError) as fault:
                fault.add_note(f"decision {adviser.decisions[0]}, seed of the game {adviser.state.seed}")
                ann.screenshot(path=tmp_path / "stuck.png")
                raise
            assert errors == []
        if manner == "without_script":
            until(lambda: ann.reload() is not None and ann.locator(".ranking").count() > 0)
        elif ann.locator(".ranking").count() == 0:
            ann.keyboard.press("x")
        expect(ann.locator("#moves-title")).to_contain_text("The game is over", timeout=PATIENCE)
        scores = sorted(int(each.inner_text()) for each in ann.locator(".ranking b").all())
        assert scores == sorted(adviser.state.scores)
        assert errors == []


def decide(adviser: Adviser, page: Page, manner: Manner, rng: random.Random) -> None:
    """Play one move on the page."""
    state, turn = adviser.state, adviser.decisions[0]
    manner.asked(page, turn)
    assert sorted(page.evaluate(OFFERED)) == [[at, move.call] for at, move in enumerate(state.moves(0))]
    assert page.evaluate(NOT_ON_BOARD) == []
    move = adviser.advice(0) if rng.random() < ADVISED else _at_random(adviser, rng)
    number, listed = adviser.listed(0, move)
    manner.play(page, number, {name: move.args[name] for name in listed.open})
    manner.answered(page, turn)
    assert not complains(page), f"{move.call}: {page.locator('#notice').inner_text()}"


def _at_random(adviser: Adviser, rng: random.Random) -> Move:
    return adviser.state.sample(rng, 0)
