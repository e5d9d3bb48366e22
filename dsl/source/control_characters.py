"""Finds invisible characters, such as control characters, direction marks, zero-width characters and surrogates.

Such a character can move the cursor, hide a line or reverse the order of letters. The reader would then see a text that
differs from the real one. Rulebooks, boards and records must not contain invisible characters. The program displays
invisible characters in other text, such as file names and command lines, as visible marks. No other module lists these
characters.
"""

from __future__ import annotations

import re

INVISIBLE = re.compile(
    "["
    "\x00-\x08\x0b-\x1f\x7f-\x9f"  # controls, except tab and line feed
    "\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164"
    "\ufe00-\ufe0e\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff"  # zero width, writing direction, line separators
    "\ud800-\udfff"  # surrogates
    "\U000e0000-\U000e0fff"  # tags and variation selectors
    "]"
)  # do not list the variation selector U+FE0F, which ends emoji

PICTURES = 0x2400
"""First code point of the Unicode symbols for the first 32 control characters."""


def visible(text: str) -> str:
    """Replace invisible characters with visible marks, such as `␛` for escape or `<U+202E>` for right to left."""
    return INVISIBLE.sub(_mark, text)


def _mark(found: re.Match[str]) -> str:
    number = ord(found[0])
    return chr(PICTURES + number) if number < 0x20 else "␡" if number == 0x7F else f"<U+{number:04X}>"
