"""Computes text widths from the letter widths common to Arial, Helvetica, Liberation Sans and Arimo."""

from __future__ import annotations

import unicodedata

BOLD, PLAIN = "bold", "plain"
_ASCII = "".join(map(chr, range(32, 127)))
_PLAIN = (
    "278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 278 278 "
    "584 584 584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 611 722 667 944 "
    "667 667 611 278 278 278 469 556 333 556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 556 333 500 "
    "278 556 500 722 500 500 500 334 260 334 584"
)
_BOLD = (
    "278 333 474 556 556 889 722 238 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 333 333 "
    "584 584 584 611 975 722 722 722 722 667 611 778 722 278 556 722 611 833 722 778 667 778 722 667 611 722 667 944 "
    "667 667 611 333 278 333 584 556 333 556 611 556 611 556 333 611 611 278 278 556 278 889 611 611 611 611 389 556 "
    "333 611 556 778 556 556 500 389 280 389 584"
)
WIDTHS = {
    weight: dict(zip(_ASCII, map(int, text.split()), strict=True)) for weight, text in ((PLAIN, _PLAIN), (BOLD, _BOLD))
}
"""Letter widths, in thousandths of the font size."""
WIDEST = 1000
"""Assumed width of any other letter."""


def width(text: str, size: float, weight: str = PLAIN, spaced: float = 0.0) -> float:
    """Return the width of a text at a font size; `spaced` is the letter spacing as a multiple of the font size."""
    widths = WIDTHS[weight]
    total = sum(widths.get(_bare(char), WIDEST) for char in text)
    return size * (total / 1000 + spaced * len(text))


def is_measured(text: str) -> bool:
    """Return True if the width of every letter of a text is known."""
    return all(_bare(char) in _ASCII for char in text)


def _bare(char: str) -> str:
    return (
        char
        if char in _ASCII
        else {"ß": "B", "ø": "o", "Ø": "O", "ł": "l"}.get(char, unicodedata.normalize("NFKD", char)[:1])
    )


def shortened(text: str, room: float, size: float, weight: str = PLAIN) -> str:
    """Shorten a text to fit a width; a shortened text ends in `…`."""
    if width(text, size, weight) <= room:
        return text
    while text and width(f"{text}…", size, weight) > room:
        text = text[:-1]
    return f"{text.rstrip()}…"


def wrapped(text: str, room: float, size: float, most: int, weight: str = PLAIN) -> list[str]:
    """Wrap a text into at most `most` lines of a given width."""
    lines: list[str] = []
    for word in text.split():
        if lines and width(f"{lines[-1]} {word}", size, weight) <= room:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    if len(lines) > most:
        lines = [*lines[: most - 1], " ".join(lines[most - 1 :])]
    return [shortened(line, room, size, weight) for line in lines]
