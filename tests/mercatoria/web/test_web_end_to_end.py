"""Tests whole games in a real Chromium.

One person plays with the mouse, another with the keyboard only, and a third watches on a phone. Bots take the other
seats. In mid-game, the test cuts and restores the connection, and later it kills the server.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")
pytest.importorskip("playwright.sync_api", reason="playwright is not installed; `make test-web` does that")

from browsing import CHROMIUM, LONG, PHONE, Hand, Keyboard, Mouse, free_port, person, press_move, running, set_up, sit
from playwright.sync_api import Browser, Locator, Page, expect
from visiting import until as wait_until

import mercatoria
from mercatoria import Move, State
from mercatoria.players import Position, seeded
from mercatoria.web.store import Store
from mercatoria.web.tables import FIELD

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
                expect(page.locator("#moves-title")).to_have_text("The game is over", timeout=LONG)
                assert scores(page) == sorted(adviser.state.scores)
            looks_on(eve)


class Adviser:
    """Suggests moves that bring the game to an end.

    The adviser reads the state of the game from the server's file, and asks a greedy player for each person.
    """

    def __init__(self, file: Path, table: str) -> None:
        self._store, self._table = Store(file), table
        head = self._store.head(table)
        assert head is not None
        self.state: State = mercatoria.load(head.game, head.variants, head.options).start(head.players, head.seed)
        self._players = [seeded("greedy", 1, seat) for seat in range(head.players)]
        self.decisions = [0] * head.players
        """Number of decisions of each seat."""

    def catch_up(self) -> None:
        for entry in self._store.entries(self._table)[sum(self.decisions) :]:
            self.state.apply(self.state.table.notation.parse(entry.move, entry.seat))
            self.decisions[entry.seat] += 1

    def next_of(self, seats: Collection[int]) -> int | None:
        """Return which of these seats decides next after all bot moves, or None if the game is over."""

        def bots_have_decided() -> bool:
            self.catch_up()
            return self.state.is_over or any(seat in seats for seat in self.state.deciders)

        wait_until(bots_have_decided)
        return None if self.state.is_over else next(seat for seat in self.state.deciders if seat in seats)

    def advice(self, seat: int) -> Move:
        return self._players[seat].choose(Position(self.state, seat))


def play(adviser: Adviser, hands: Mapping[int, tuple[Page, Hand]], until: int | None = None) -> None:
    """Let people play to the end of the game, or until they have made `until` decisions."""
    while (seat := adviser.next_of(hands)) is not None:
        if until is not None and sum(adviser.decisions[each] for each in hands) >= until:
            return
        decide(adviser, seat, *hands[seat])


def decide(adviser: Adviser, seat: int, page: Page, hand: Hand) -> None:
    """Follow the advice when the page asks for a decision, and wait until the page stops asking."""
    state, move = adviser.state, adviser.advice(seat)
    question = page.locator(f'#moves .verbs input[name=turn][value="{adviser.decisions[seat]}"]')
    expect(question.first).to_be_attached(timeout=LONG)
    number, listed = next((at, each) for at, each in enumerate(state.moves(seat)) if is_filled_in_by(each, move))
    if isinstance(hand, Mouse) and not listed.open and plays_on_the_board(page, number, adviser.decisions[seat]):
        return
    way = page.locator(f'#moves [data-move="{number}"]')
    unfold(way, hand)
    match way.evaluate("way => way.nodeName"):
        case "OPTION":
            select = way.locator("xpath=..")
            hand.choose(select, way.evaluate("option => option.index"))
            button = select.locator("xpath=ancestor::form").locator("button")
            hand.press(button)
            if way.get_attribute("data-final") is not None:
                hand.press(button)
        case "DETAILS":
            fill_in(way, hand, {name: move.args[name] for name in listed.open})
            hand.press(way.locator("button.solid"))
        case _:
            press_move(hand, way)
    page.wait_for_function(ANSWERED, arg=adviser.decisions[seat])
    assert page.locator("#notice").count() == 0, page.locator("#notice").inner_text()


def unfold(way: Locator, hand: Hand) -> None:
    """Unfold everything in which a move is folded, and the move itself if it has to be filled in."""
    folded = way.locator("xpath=ancestor-or-self::details[ancestor::*[@id='moves']]")
    for number in range(folded.count()):
        if folded.nth(number).get_attribute("open") is None:
            hand.press(folded.nth(number).locator("> summary"))


ANSWERED = """turn => document.getElementById("notice")
    || !document.querySelector(`#moves .verbs input[name=turn][value="${turn}"]`)"""
"""A script that returns true if the page no longer asks the question, or has rejected the answer."""


def is_filled_in_by(listed: Move, move: Move) -> bool:
    """Return True if `move` is the listed move with values for its open parameters."""
    closed = [name for name in listed.args if name not in listed.open]
    return listed.action == move.action and all(listed.args[name] == move.args[name] for name in closed)


def fill_in(form: Locator, hand: Hand, values: Mapping[str, object]) -> None:
    for name, value in values.items():
        match value:
            case bool():
                hand.choose(form.locator(f'[name="{FIELD}{name}"]'), int(value))
            case int() if (chip := form.locator(f'[name="{FIELD}{name}"][value="{value}"][type=radio]')).count():
                hand.pick(chip)
            case int():
                hand.write(form.locator(f'[name="{FIELD}{name}"]'), str(value))
            case dict():
                for thing, many in value.items():
                    hand.write(form.locator(f'[name="{FIELD}{name}.{thing}"]'), str(many))
            case list():
                for thing in value:
                    hand.press(form.locator(f'[name="{FIELD}{name}.{thing}"]'))
            case _:
                raise AssertionError(f"no form is known for {name}: {value}")


CLICKABLE = """number => {
    for (const thing of document.querySelectorAll(`#picture [data-moves~="${number}"]`)) {
        const at = thing.getBoundingClientRect(), x = at.x + at.width / 2, y = at.y + at.height / 2;
        const goal = document.querySelector(`#moves [data-move="${number}"]`).dataset.place ?? thing.id;
        const isOnTop = document.elementFromPoint(x, y)?.closest("[data-moves]") === thing;
        if (isOnTop && goal === thing.id && thing.matches("[role=button]")) return [x, y];
    }
    return null;
}"""
"""A script that returns a point on the board where a click offers a move."""


def plays_on_the_board(page: Page, number: int, turn: int) -> bool:
    """Play a move with clicks on the board, if the board shows a thing for it. Return whether the move was played."""
    page.evaluate("scrollTo(0, 0)")
    if not (at := page.evaluate(CLICKABLE, str(number))):
        return False
    page.mouse.click(*at)
    page.wait_for_function(f"turn => document.getElementById('board-ways') || ({ANSWERED})(turn)", arg=turn)
    ways = page.locator(f'#board-ways [data-way="{number}"]')
    if ways.count():
        ways.click()
    page.wait_for_function(ANSWERED, arg=turn)
    assert page.locator("#notice").count() == 0, page.locator("#notice").inner_text()
    return True


def looks_on(page: Page) -> None:
    """Check that a spectator's page on a phone has no forms and fits the width of the screen."""
    assert page.locator("#moves form").count() == 0
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["viewport"]["width"]


def scores(page: Page) -> list[int]:
    return sorted(int(each.inner_text()) for each in page.locator(".ranking b").all())
