"""Named colours for light and dark mode. `tests/mercatoria/svg` measures their contrasts."""

from __future__ import annotations

import re
from collections.abc import Mapping

PAIRS: Mapping[str, tuple[str, str]] = {
    "page": ("#ECEBE6", "#0E1216"), "paper": ("#FFFFFF", "#1A2026"), "sea": ("#CFDEE6", "#16242E"),
    "land": ("#F6F1E4", "#2A2D2B"), "ink": ("#1B2127", "#EEF1F3"), "second": ("#4C5763", "#B9C3CC"),
    "third": ("#5F6B77", "#9AA6B1"), "line": ("#6B655A", "#98A08F"), "legal": ("#5B3FD6", "#B7A6FF"),
    "legal-fill": ("#EAE6FC", "#2A2550"), "free": ("#84909C", "#74828F"), "token": ("#F6C64A", "#E2B23A"),
    "coast": ("#8FA7B3", "#4E6573"), "road": ("#DCCFB2", "#4A4A40"), "rule": ("#DAD9D2", "#333C44"),
    "wave": ("#B4C9D5", "#223542"), "shore": ("#E2ECF0", "#1D303B"), "road-rim": ("#8A7A58", "#8C8568"),
    "halo": ("#FBF7EC", "#14191D"), "well": ("#F6F5F1", "#141A1F"), "often": ("#A8321F", "#FF9C86"),
    "on-legal": ("#FFFFFF", "#14101F"), "past": ("#8A5A10", "#F0C36A"), "past-fill": ("#FFF3D9", "#362B12"),
    "gain": ("#186E43", "#63CF97"), "no": ("#A8321F", "#FF9C86"), "no-fill": ("#FBE9E4", "#3C211B"),
    "wood": ("#7A5A38", "#4A3724"),
    "on-hue": ("#FFFFFF", "#11161B"), "plate-rim": ("#1B2127", "#B4BFC9"),
}  # fmt: skip
"""Colours by role, each as a pair for light and dark mode."""
TINT_PAIRS: Mapping[str, tuple[str, str]] = {
    "leaf": ("#CFE0B8", "#35472F"), "sand": ("#F2DFA9", "#4B4224"), "rose": ("#F0CBBB", "#4E352D"),
    "sky": ("#C6D5F0", "#2E3B58"), "lilac": ("#DBC8E5", "#44344F"), "teal": ("#B9DFD7", "#244843"),
    "grey": ("#D3D8DD", "#394149"), "clay": ("#DECAB4", "#493A2B"), "amber": ("#F6CD9C", "#523A1F"),
}  # fmt: skip
"""Ground colours of areas, each as a pair for light and dark mode."""
GROUND_PAIRS: Mapping[str, tuple[str, str]] = {
    "conifers": ("#5E8A45", "#3E5F2F"), "tufts": ("#A9CF79", "#6C8B45"), "ears": ("#EBC55A", "#8C7125"),
    "peaks": ("#9BA3AC", "#59626B"), "mounds": ("#E5A06E", "#8F5A33"),
}  # fmt: skip
"""Colours of cells with a terrain, each as a pair for light and dark mode."""
DEEP_PAIRS: Mapping[str, tuple[str, str]] = {
    "leaf": ("#527B3B", "#7FA968"), "sand": ("#A87B14", "#CFA544"), "rose": ("#AD5136", "#D47E62"),
    "sky": ("#3F64AB", "#7795D3"), "lilac": ("#74509A", "#A585C8"), "teal": ("#23786F", "#55AFA4"),
    "grey": ("#5D6873", "#93A0AC"), "clay": ("#84613C", "#B8946B"), "amber": ("#B96A1C", "#DC9750"),
}  # fmt: skip
"""Shield colours that contrast with a paper background, each as a pair for light and dark mode."""
HUE_PAIRS: Mapping[str, tuple[str, str]] = {
    "red": ("#B93222", "#F0705C"), "blue": ("#174E9C", "#6FA8F5"), "green": ("#12906D", "#3FC79A"),
    "yellow": ("#E3A70B", "#F5C542"), "white": ("#FBFAF6", "#F1F1EE"), "magenta": ("#BB66B4", "#EBA6E6"),
    "orange": ("#E07A12", "#FF9B45"), "cyan": ("#1D8CA8", "#6BCDE4"), "black": ("#2F363D", "#7B8793"),
    "brown": ("#8A5A33", "#C08D62"), "purple": ("#7A4C9E", "#AE86CF"), "grey": ("#54616D", "#8FA0AF"),
    "ochre": ("#94701A", "#C9A347"), "teal": ("#23786F", "#55AFA4"),
}  # fmt: skip
"""Colours of seats and icons, each as a pair for light and dark mode."""
PALE = ("yellow", "white", "orange")
"""Hues that need dark ink in light mode."""
_HEX = re.compile(r"#[0-9a-fA-F]{6}")


def hue(name: str, colour: str) -> str:
    """Return the hue whose name is the seat's name or colour, otherwise the hue nearest to the colour."""
    for word in (name.casefold(), colour.casefold().removeprefix("bright_")):
        if word in HUE_PAIRS:
            return word
    if not _HEX.fullmatch(colour):
        return "grey"
    return min(HUE_PAIRS, key=lambda each: _apart(HUE_PAIRS[each][0], colour))


def _apart(one: str, other: str) -> int:
    return sum((int(one[at : at + 2], 16) - int(other[at : at + 2], 16)) ** 2 for at in (1, 3, 5))
