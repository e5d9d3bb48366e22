"""Reads the labels of a map in a browser."""

from __future__ import annotations

from typing import TypedDict

from playwright.sync_api import Page

PHONE, LEAST, LEAST_ON_PHONE = 700, 10.99, 11.99
"""Greatest width of a phone, and the least size of a label in pixels on other windows and on a phone."""

LABELS = """async zoom => {
    const board = await import("/static/board.js"), svg = document.querySelector("#picture > svg");
    const [left, top, wide, high] = svg.dataset.whole.split(" ").map(Number);
    board.look([left + wide * .4 - wide / zoom / 2, top + high / 2 - high / zoom / 2, wide / zoom, high / zoom]);
    let took = Infinity;
    for (let time = 0; time < 5; time++) {
        const begun = performance.now();
        board.settle();
        took = Math.min(took, performance.now() - begun);
    }
    const all = [...svg.querySelectorAll("[data-label], .board-tag")];
    const shown = all.filter(each => each.getBoundingClientRect().width);
    const texts = shown.flatMap(each => [...each.querySelectorAll("text")]);
    const sizes = texts.map(text => Number(text.getAttribute("font-size")) * text.getScreenCTM().a);
    const boxes = shown.map(each => [each, each.getBoundingClientRect()]), over = [], scale = svg.getScreenCTM().a;
    for (let one = 0; one < boxes.length; one++) for (let two = 0; two < one; two++) {
        const [a, b] = [boxes[one][1], boxes[two][1]];
        const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (across > 4 && down > 6) over.push(boxes[one][0].textContent + " / " + boxes[two][0].textContent);
    }
    return {took, least: Math.min(99, ...sizes), over, shown: shown.length};
}"""
"""A script that zooms the map and returns how long the labels took, their smallest size, which overlap and how many are
shown.
"""


class Labels(TypedDict):
    """The time for the layout in milliseconds, the smallest size in pixels, what overlaps, and the number of labels."""

    took: float
    least: float
    over: list[str]
    shown: int


def read_labels(page: Page, zoom: float, at: str) -> Labels:
    """Zoom the map. Check that all labels are large enough and that none overlap, and return what was found."""
    found: Labels = page.evaluate(LABELS, zoom)
    wide = page.evaluate("innerWidth")
    assert found["over"] == [], at
    assert found["least"] >= (LEAST_ON_PHONE if wide <= PHONE else LEAST), at
    return found
