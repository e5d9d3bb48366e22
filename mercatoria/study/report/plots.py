"""Draws the figures of a report as SVG, using matplotlib.

Text and axes have the colour of the page's text, and the background is transparent, so a figure suits a light and a
dark page.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from math import isinf
from typing import Any, assert_never

from mercatoria.study.report.content import Curves, Drawn, Figure, Lengths, Tracks

COLOURS = ("#3f7fb5", "#c8692a", "#4f8f45", "#a85f9b", "#8f7a4a", "#4a8a96")
"""Colours of the rule sets, in order, with a contrast of at least 3 on light and dark pages."""

INK = "#010203"
"""Colour in which matplotlib draws text and axes. A page replaces it with the colour of the text around the figure."""


EVEN: dict[str, Any] = {"color": "#777777", "linestyle": ":", "linewidth": 1.2, "zorder": 0}
"""Style of the line that marks an even share."""

ROW = 0.32
"""Height of the row for one estimate, in inches."""

WIDTH = 4.6
"""Width of a figure in inches, narrow enough for its text to be readable on a phone."""


def as_svg(figure: Drawn) -> str:
    """Return a figure as an SVG element, with its title as text for screen readers.

    The same figure always gives the same SVG.
    """
    import matplotlib

    with matplotlib.rc_context({
        "svg.fonttype": "none", "svg.hashsalt": "study", "font.size": 9, "text.color": INK, "xtick.color": INK,
        "ytick.color": INK, "grid.color": INK, "axes.edgecolor": INK, "axes.labelcolor": INK,
    }):  # fmt: skip
        drawn = _drawn(figure)
        text = io.StringIO()
        drawn.savefig(text, format="svg", transparent=True, bbox_inches="tight", metadata={"Date": None})
    svg = text.getvalue()
    return svg[svg.index("<svg") :].replace(INK, "currentColor")


def _drawn(figure: Drawn) -> Any:
    match figure:
        case Figure():
            return _estimates(figure)
        case Lengths():
            return _lengths(figure)
        case Curves():
            return _curves(figure)
        case Tracks():
            return _tracks(figure)
        case _:
            assert_never(figure)


def _axes(height: float) -> tuple[Any, Any]:
    from matplotlib.figure import Figure as Canvas

    canvas = Canvas(figsize=(WIDTH, height))
    axes = canvas.subplots()
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    return canvas, axes


def _estimates(figure: Figure) -> Any:
    """Draw each estimate as a dot with its interval, in one row for each label and rule set."""
    number = len(figure.series)
    canvas, axes = _axes(0.9 + ROW * number * len(figure.bars))
    for at, bar in enumerate(figure.bars):
        for which, estimate in enumerate(bar.estimates):
            y = -(at * (number + 0.6) + which)
            ends = [estimate.low, estimate.mean, estimate.high]
            low, mean, high = (100 * end if figure.share else end for end in ends)
            colour = COLOURS[which % len(COLOURS)]
            if not isinf(low) and not isinf(high):
                axes.plot([low, high], [y, y], color=colour, linewidth=2, solid_capstyle="butt")
            axes.plot([mean], [y], marker="o", color=colour, label=figure.series[which] if at == 0 else None)
    axes.set_yticks([-(at * (number + 0.6) + (number - 1) / 2) for at in range(len(figure.bars))])
    axes.set_yticklabels([bar.label for bar in figure.bars])
    axes.set_xlabel("%" if figure.share else "")
    if figure.even is not None:
        axes.axvline(100 * figure.even, **EVEN)
    axes.grid(axis="x", alpha=0.25)
    _legend(axes, figure.series)
    return canvas


def _lengths(figure: Lengths) -> Any:
    """Draw, for each length, the share of games that are at least this long."""
    canvas, axes = _axes(2.6)
    for which, decisions in enumerate(figure.decisions):
        number = len(decisions)
        left = [100 * (number - at) / number for at in range(number)]
        axes.step(decisions, left, where="post", color=COLOURS[which % len(COLOURS)], label=figure.series[which])
    axes.set_xlabel("decisions")
    axes.set_ylabel("% of games that last at least this long")
    axes.set_ylim(bottom=0)
    axes.set_xlim(left=0)
    axes.grid(alpha=0.25)
    _legend(axes, figure.series)
    return canvas


def _curves(figure: Curves) -> Any:
    """Draw how shares develop during the game, with shaded bands for the intervals."""
    canvas, axes = _axes(2.6)
    for which, estimates in enumerate(figure.points):
        at = [100 * (part + 1) / (len(estimates) + 1) for part in range(len(estimates))]
        low, mean, high = ([100 * getattr(e, end) for e in estimates] for end in ("low", "mean", "high"))
        colour = COLOURS[which % len(COLOURS)]
        axes.fill_between(at, low, high, color=colour, alpha=0.15, linewidth=0)
        axes.plot(at, mean, color=colour, marker="o", markersize=3.5, label=figure.series[which])
    axes.axhline(100 * figure.even, **EVEN)
    axes.set_xlabel("% of the decisions of the game")
    axes.set_ylabel("% of games won")
    axes.set_ylim(0, 100)
    axes.set_xlim(0, 100)
    axes.grid(alpha=0.25)
    _legend(axes, figure.series)
    return canvas


def _tracks(figure: Tracks) -> Any:
    """Draw the average points of the seats over the game, with a band from the lowest to the highest seat."""
    canvas, axes = _axes(2.6)
    for which, band in enumerate(figure.bands):
        at = [100 * part / (len(band.average) - 1) for part in range(len(band.average))]
        colour = COLOURS[which % len(COLOURS)]
        axes.fill_between(at, band.lowest, band.highest, color=colour, alpha=0.15, linewidth=0)
        for line in (band.lowest, band.highest):
            axes.plot(at, line, color=colour, linewidth=0.8)
        axes.plot(at, band.average, color=colour, linewidth=2, label=band.name)
    axes.set_xlabel("% of the decisions of the game")
    axes.set_ylabel("points")
    axes.set_xlim(0, 100)
    axes.grid(alpha=0.25)
    _legend(axes, [band.name for band in figure.bands])
    return canvas


def _legend(axes: Any, series: Sequence[str]) -> None:
    if len(series) > 1:
        axes.legend(frameon=False, loc="lower left", bbox_to_anchor=(0, 1), ncols=1)
