"""The table that `simulate` prints."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table

if TYPE_CHECKING:
    from mercatoria.simulation import Tally


def show(tally: Tally, asked: int, kinds: Sequence[str], console: Console) -> None:
    """Wins and points by seat, then lengths, endings and speed."""
    if tally.finished:
        console.print(_seats(tally, kinds))
        console.print()
    console.print(_summary(tally, asked))


def _seats(tally: Tally, kinds: Sequence[str]) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    table.add_column("seat")
    table.add_column("player")
    for heading in ("wins", "share", "of them shared", "least", "mean", "most"):
        table.add_column(heading, justify="right")
    for seat, name in enumerate(tally.seats):
        low, total, high = tally.points[seat]
        table.add_row(
            name, kinds[seat], f"{tally.wins[seat]:,}", f"{tally.wins[seat] / tally.finished:.1%}",
            f"{tally.shared[seat]:,}", f"{low:,}", f"{total / tally.finished:,.1f}", f"{high:,}",
        )  # fmt: skip
    return table


def _summary(tally: Tally, asked: int) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), show_header=False)
    table.add_column(style="bold")
    table.add_column(overflow="fold")
    played = f"{tally.games:,} played" + (f" of {asked:,} (stopped)" if tally.games < asked else "")
    if tally.finished < tally.games:
        played += f", {tally.finished:,} came to an end"
    table.add_row("games", played)
    if tally.finished:
        mean = tally.decisions / tally.games
        table.add_row("length", f"{tally.shortest:,} to {tally.longest:,} decisions, {mean:,.1f} on average")
    endings = [f"{name} {count:,} ({count / tally.games:.0%})" for name, count in tally.endings.most_common()]
    if endings:
        table.add_row("endings", ", ".join(endings))
    table.add_row("speed", f"{tally.decisions:,} decisions in {tally.seconds:.1f} s: {tally.rate:,.0f} a second")
    return table
