"""Named colours for light and dark mode. `tests/mercatoria/svg` measures their contrasts."""

from __future__ import annotations

import re
from collections.abc import Mapping

PAIRS: Mapping[str, tuple[str, str]] = {
    "page": ("#F4F5F3", "#0F1317"), "paper": ("#FFFFFF", "#1A2026"), "sea": ("#E6EDF0", "#131B22"),
    "land": ("#F6F4EE", "#20262A"), "ink": ("#1B2127", "#EEF1F3"), "second": ("#4C5763", "#B4BFC9"),
    "third": ("#5F6B77", "#93A0AC"), "line": ("#69747F", "#8794A1"), "legal": ("#5B3FD6", "#B7A6FF"),
    "legal-fill": ("#EAE6FC", "#2A2550"), "free": ("#84909C", "#74828F"), "token": ("#F6C64A", "#8A6410"),
    "coast": ("#B9C6CC", "#35414A"), "road": ("#E3DCCB", "#3A4148"), "rule": ("#D8DCDF", "#333C44"),
    "on-hue": ("#FFFFFF", "#11161B"), "plate-rim": ("#1B2127", "#B4BFC9"),
}  # fmt: skip
"""Colours by role, each as a pair for light and dark mode."""
TINT_PAIRS: Mapping[str, tuple[str, str]] = {
    "leaf": ("#D0E2BF", "#28332A"), "sand": ("#F4E0AE", "#37301F"), "rose": ("#F3D0C0", "#3A2A26"),
    "sky": ("#CCD9F1", "#252D40"), "lilac": ("#DFCEE8", "#33283A"), "teal": ("#BFE2DB", "#1F3534"),
    "grey": ("#D9DEE3", "#2A3036"), "clay": ("#E0CDB8", "#352A20"), "amber": ("#F8D3A6", "#3B2B19"),
}  # fmt: skip
"""Ground colours of areas, each as a pair for light and dark mode."""
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
