"""Draws the ratios of docs/speed.md into docs/pictures/speed.svg.

    python -m bench.plot

The picture shows the speed of the native engine relative to each engine of the first table, on a logarithmic scale.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

DOCS = Path(__file__).resolve().parent.parent / "docs"
PAGE, PICTURE = DOCS / "speed.md", DOCS / "pictures" / "speed.svg"
BLUE, ORANGE = "#0072b2", "#d55e00"
"""Colours of ratios above and below 1, which colour-blind people can tell apart."""


class Ratio(NamedTuple):
    """The speed of our native engine in a game, relative to another engine."""

    game: str
    engine: str
    times: float


def ratios(page: str) -> Iterator[Ratio]:
    """Yield the ratios of the first table of the page, without those to our own engines and C files."""
    game = ""
    for line in page.partition("\n### ")[0].splitlines():
        if heading := re.fullmatch(r"\| \*\*(.+)\*\* \| \| \| \|", line):
            game = heading[1]
        elif row := re.fullmatch(r"\| (?!ours|exported)(.+) \| [\d,]+ \| [\d,]+ \| ([\d.]+) \|", line):
            yield Ratio(game, row[1], float(row[2]))


def main() -> None:
    import matplotlib
    from matplotlib.figure import Figure

    found = [*ratios(PAGE.read_text(encoding="utf-8"))][::-1]
    with matplotlib.rc_context({"svg.fonttype": "none", "svg.hashsalt": "speed", "font.family": "sans-serif"}):
        figure = Figure(figsize=(8, 0.34 * len(found) + 0.9), layout="constrained", facecolor="white")
        axes = figure.add_subplot()
        axes.barh(
            range(len(found)), [each.times - 1 for each in found], left=1, height=0.7,
            color=[BLUE if each.times >= 1 else ORANGE for each in found],
        )  # fmt: skip
        axes.set_xscale("log")
        axes.set_yticks(range(len(found)), [f"{each.game.partition(',')[0]}: {each.engine}" for each in found])
        axes.set_xticks([0.25, 0.5, 1, 2, 5, 10, 30, 100, 500], ["¼", "½", "1", "2", "5", "10", "30", "100", "500"])
        axes.minorticks_off()
        axes.axvline(1, color="black", linewidth=0.8)
        axes.set_xlim(0.2, 1500)
        for at, each in enumerate(found):
            axes.annotate(
                f"{each.times:.2f}" if each.times < 10 else f"{each.times:.0f}", (max(each.times, 1), at),
                xytext=(4, 0), textcoords="offset points", va="center", fontsize=9,
            )  # fmt: skip
        axes.set_xlabel("times as fast as this engine (decisions per second, logarithmic scale)")
        axes.spines[["top", "right"]].set_visible(False)
        figure.savefig(PICTURE, metadata={"Date": None})
    print(f"written: {PICTURE.relative_to(DOCS.parent)}")


if __name__ == "__main__":
    main()
