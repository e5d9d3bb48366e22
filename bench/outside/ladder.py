"""The ladder: one row per match, with our share of the wins and an interval that is valid at any stop."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import fmean

from bench.outside.lockstep import OURS, THEIRS
from bench.outside.results import GameResult, Setting, read_results
from mercatoria.simulation import Bounded, Estimate

RISK = 0.05


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the ladder."""

    ours: str
    theirs: str
    seats: int
    seed: int
    version: str
    program: str
    games: int
    deals: int
    share: float
    low: float
    high: float
    by_chance: float
    ours_ms: float
    theirs_ms: float
    given_up: int


def row_of(setting: Setting, games: Sequence[GameResult]) -> Row:
    """Return the row of a match."""
    won = share_of_wins(setting.players, games)
    return Row(
        setting.ours, setting.theirs, setting.players, setting.seed, setting.version, setting.program,
        games=won.number * setting.players, deals=won.number, share=won.mean, low=won.low, high=won.high,
        by_chance=1 / setting.players, ours_ms=_milliseconds(games, OURS), theirs_ms=_milliseconds(games, THEIRS),
        given_up=sum(bool(game.fault) for game in games),
    )  # fmt: skip


def share_of_wins(players: int, games: Iterable[GameResult]) -> Estimate:
    """Return our share of the wins, with one observation per complete deal.

    The games of a deal have the same luck, so they are not independent of each other. A deal with a game that was given
    up does not count.
    """
    deals: dict[int, list[GameResult]] = defaultdict(list)
    for game in games:
        deals[game.deal].append(game)
    sequence = Bounded(0, 1, RISK)
    for deal in deals.values():
        if len(deal) == players and not any(game.fault for game in deal):
            sequence.add(fmean(game.share for game in deal))
    return sequence.estimate


def rows_in(folder: Path) -> list[Row]:
    """Return the rows of all matches in a folder with at least one played game."""
    found = [read_results(path) for path in sorted(folder.glob("*.jsonl"))]
    rows = [row_of(setting, games) for setting, games in found if games]
    return sorted(rows, key=lambda row: (row.seats, row.theirs, -row.share))


def as_markdown(rows: Iterable[Row]) -> str:
    """Return the ladder as a table in Markdown."""
    lines = [
        "| seats | ours | theirs | games | won | 95 % | by chance | ours, ms a choice | theirs, ms a choice |",
        "| --- | --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    for row in rows:
        lines.append(
            f"| {row.seats} | {row.ours} | {row.theirs} | {row.games} | {row.share:.1%} | {row.low:.1%} to "
            f"{row.high:.1%} | {row.by_chance:.0%} | {row.ours_ms:.1f} | {row.theirs_ms:.1f} |"
        )
    return "\n".join(lines)


def as_data(rows: Iterable[Row]) -> list[dict[str, object]]:
    """Return the ladder as data for JSON."""
    return [asdict(row) for row in rows]


def _milliseconds(games: Iterable[GameResult], side: str) -> float:
    """Return the mean CPU time of a decision with a choice, in milliseconds."""
    seconds = decisions = 0.0
    for game in games:
        seconds += game.seconds.get(side, 0.0)
        decisions += game.decisions.get(side, 0)
    return 1000 * seconds / decisions if decisions else 0.0
