"""Patterns that fill the ground of a map: waves, fields, and one pattern for each terrain.

A pattern contains only dark or pale strokes. The colour of the ground shows through it, so that one pattern serves
light and dark mode.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from mercatoria.picture import TERRAINS

WAVES, FIELDS = "waves", "fields"
SHADE = 'class="mx-shade"'
PATTERNS: Mapping[str, tuple[str, str]] = {
    WAVES: ('width="64" height="40"', '<path class="mx-wave" d="M6 11q4-4 8 0t8 0M38 30q4-4 8 0t8 0"/>'),
    FIELDS: (
        'width="46" height="46" patternTransform="rotate(12)"',
        f'<path {SHADE} d="M4 10l3-5 3 5M26 32l3-5 3 5M31 30l3-5 3 5M12 37q4-4 8 0"/>',
    ),
    "conifers": ('width="15" height="15"', '<path class="mx-dark" d="M3.5 2.5l2.6 5.5H.9ZM11 10l2.6 5H8.4Z"/>'),
    "tufts": ('width="16" height="13"', f'<path {SHADE} d="M2 5l1-3 1 3 1-3 1 3M10 11l1-3 1 3 1-3 1 3"/>'),
    "ears": (
        'width="9" height="12" patternTransform="rotate(24)"',
        f'<path {SHADE} d="M2 0V12M2 4l2-2M2 4L0 2M2 9l2-2M2 9L0 7"/>',
    ),
    "peaks": ('width="22" height="15"', f'<path {SHADE} d="M1 13l6-9 6 9M10 13l5-6 5 6"/>'),
    "mounds": ('width="14" height="11"', f'<path {SHADE} d="M1 8q3-6 6 0M8 4q2.5-5 5 0"/>'),
}
"""Attributes and contents of each pattern, keyed by name."""

assert set(TERRAINS) == set(PATTERNS) - {WAVES, FIELDS}


def fill(name: str) -> str:
    """Return the attribute that fills a shape with a pattern."""
    return f'fill="url(#mx-{name})"'


def definitions(names: Iterable[str]) -> str:
    """Return the definitions of some patterns, for the beginning of a picture."""
    found = "".join(
        f'<pattern id="mx-{name}" patternUnits="userSpaceOnUse" {PATTERNS[name][0]}>{PATTERNS[name][1]}</pattern>'
        for name in dict.fromkeys(names)
    )
    return f"<defs>{found}</defs>" if found else ""
