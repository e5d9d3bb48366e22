"""Invisible characters: controls, direction marks, characters without width, surrogates.

They could move the cursor, hide a line or reverse its letters, so that a reader sees another text than the real one.
Rulebooks, boards and records must not contain them; in text from other sources (file names, the command line) they are
displayed as visible marks. This module has the only list of them.
"""

from __future__ import annotations

import re

INVISIBLE = re.compile(
    "["
    "\x00-\x08\x0b-\x1f\x7f-\x9f"  # controls, but not tab and line break
    "\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164"
    "\ufe00-\ufe0e\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff"  # no width, orders of writing, separators of lines
    "\ud800-\udfff"  # half signs
    "\U000e0000-\U000e0fff"  # tags and variants
    "]"
)  # the variant sign of coloured pictures, U+FE0F, is what emoji end with

PICTURES = 0x2400
"""First code point of Unicode's pictures of the first 32 controls."""


def visible(text: str) -> str:
    """Return a text safe to display: `␛[2J` for an escape, `<U+202E>` for a right-to-left mark."""
    return INVISIBLE.sub(_mark, text)


def _mark(found: re.Match[str]) -> str:
    number = ord(found[0])
    return chr(PICTURES + number) if number < 0x20 else "␡" if number == 0x7F else f"<U+{number:04X}>"
