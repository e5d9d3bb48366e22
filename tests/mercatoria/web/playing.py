"""Plays moves on a page as people do: with the buttons and forms of the panel, or on the board."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from browsing import Hand, has_script, press_move
from playwright.sync_api import Locator, Page

from mercatoria.web.tables import FIELD

ANSWERED = """turn => document.getElementById("notice")
    || !document.querySelector(`#moves .verbs input[name=turn][value="${turn}"]`)"""
"""A script that returns true if the page no longer asks the question, or has rejected the answer."""


# ---------------------------------------------------------------- the panel


def play_in_the_panel(page: Page, hand: Hand, number: int, values: Mapping[str, object]) -> None:
    """Play a move with its button or its form. `values` are those of its open parameters."""
    way = page.locator(f'#moves [data-move="{number}"]')
    unfold(way, hand)
    match way.evaluate("way => way.nodeName"):
        case "OPTION":
            select = way.locator("xpath=..")
            hand.choose(select, way.evaluate("option => option.index"))
            button = select.locator("xpath=ancestor::form").locator("button")
            asks = way.get_attribute("data-final") is not None and has_script(page)
            hand.press(button)
            if asks:
                hand.press(button)
        case "DETAILS":
            send_form(way, hand, values)
        case _:
            press_move(hand, way)


def unfold(way: Locator, hand: Hand) -> None:
    """Unfold everything in which a move is folded, and the move itself if it has to be filled in."""
    folded = way.locator("xpath=ancestor-or-self::details[ancestor::*[@id='moves']]")
    for number in range(folded.count()):
        if folded.nth(number).get_attribute("open") is None:
            hand.press(folded.nth(number).locator("> summary"))


def send_form(form: Locator, hand: Hand, values: Mapping[str, object]) -> None:
    """Fill in the form of a move and send it."""
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
    hand.press(form.locator("button.solid"))


# ---------------------------------------------------------------- the board


class Pointer(Protocol):
    """A way to point at the window, such as the mouse or a finger."""

    def point(self, page: Page, x: float, y: float) -> None: ...

    def closer(self, page: Page, x: float, y: float) -> None: ...


class Wheel:
    """Points with the mouse, and zooms with its wheel."""

    def point(self, page: Page, x: float, y: float) -> None:
        page.mouse.click(x, y)

    def closer(self, page: Page, x: float, y: float) -> None:
        page.mouse.move(x, y)
        for _ in range(3):
            page.mouse.wheel(0, -100)


class Fingers:
    """Points with a finger, and zooms with two."""

    def point(self, page: Page, x: float, y: float) -> None:
        page.touchscreen.tap(x, y)

    def closer(self, page: Page, x: float, y: float) -> None:
        hand = page.context.new_cdp_session(page)
        for kind, apart in (("touchStart", 20), ("touchMove", 25), ("touchMove", 30), ("touchEnd", None)):
            points = [{"x": x - apart, "y": y, "id": 1}, {"x": x + apart, "y": y, "id": 2}] if apart else []
            hand.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        hand.detach()


HERE = """async number => {
    const { map, spotOf } = await import("/static/map.js");
    const place = document.querySelector(`#moves [data-move="${number}"]`)?.dataset.place;
    const things = [...document.querySelectorAll(`#picture [data-moves~="${number}"]`)];
    const thing = things.find(({ id }) => id === place) ?? (place ? undefined : things[0]);
    if (!thing || !thing.matches("[role=button]")) return null;
    map().scrollIntoView({ block: "nearest" });
    const seen = thing.getBoundingClientRect(), window = map().getBoundingClientRect(), spots = [];
    const middle = new DOMPoint(spotOf(thing).x, spotOf(thing).y).matrixTransform(map().getScreenCTM());
    spots.push([middle.x, middle.y]);
    for (const across of [.5, .3, .7, .15, .85]) for (const down of [.5, .3, .7, .15, .85]) {
        spots.push([seen.x + across * seen.width, seen.y + down * seen.height]);
    }
    const onMap = (x, y) => map().contains(document.elementFromPoint(x, y));
    const good = spots.find(([x, y]) => document.elementFromPoint(x, y)?.closest("[data-moves]") === thing
        && onMap(x, y) && onMap(x - 15, y) && onMap(x + 15, y) && onMap(x, y - 15) && onMap(x, y + 15));
    const { left, right, top, bottom } = window;
    const isInside = middle.x > left && middle.x < right && middle.y > top && middle.y < bottom;
    return { at: good ?? null, middle: isInside ? spots[0] : null };
}"""
"""A script that returns where on the board to point for a move, or null if no thing on the board offers the move. A
finger next to a button presses the button, so the point keeps away from them.
"""
MOST_ZOOMS = 6


def play_on_the_board(page: Page, pointer: Pointer, number: int) -> bool:
    """Point at the thing on the board at which a move happens, and choose the move if a list opens.

    Return False if no thing on the board offers the move. Things that are too small or covered are looked at closer.
    """
    if page.locator("#picture > svg.mx-live").count() == 0 or (found := page.evaluate(HERE, number)) is None:
        return False
    for zoom in range(MOST_ZOOMS):
        if found["at"]:
            break
        if found["middle"] and zoom:
            pointer.closer(page, *found["middle"])
        else:
            page.keyboard.press("0")
        found = page.evaluate(HERE, number)
    assert found["at"], f"nobody can point at the thing of move {number}"
    turn = page.locator("#moves .verbs input[name=turn]").first.input_value()
    pointer.point(page, *found["at"])
    script = f"""([turn, number]) => document.getElementById("board-ways") || ({ANSWERED})(turn)
        || document.querySelector(`#moves details[data-move="${{number}}"][open]`)"""
    page.wait_for_function(script, arg=[turn, number])
    way = page.locator(f'#board-ways [data-way="{number}"]')
    if page.locator("#board-ways").count():
        box = way.bounding_box()
        assert box is not None, f"the list of the board leaves move {number} out"
        way.scroll_into_view_if_needed()
        box = way.bounding_box()
        assert box is not None
        pointer.point(page, box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    return True
