"""Plays a study to the requested extent, and stores each deal once it is finished."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass

from mercatoria.simulation import Workers
from mercatoria.study.deals import Deal, Design, rotations
from mercatoria.study.findings import GAME, risks
from mercatoria.study.measures import measures
from mercatoria.study.precision import StoppingRule
from mercatoria.study.runner import Results, played


@dataclass(frozen=True, slots=True)
class Extent:
    """Extent of a study: a maximum number of games per rule set and, optionally, a precision.

    `within` is the required radius of all win-rate intervals, or None to play all games.
    """

    games: int
    within: float | None = None

    def deals(self, design: Design) -> int:
        """Return the number of deals needed to play at least this number of games."""
        each = len(rotations(design.seats))
        return -(-self.games // each)


def study(design: Design, extent: Extent, workers: Workers, results: Results | None = None) -> Iterator[Deal]:
    """Yield the deals of a study in order: first those stored in `results`, then new ones.

    New deals are added to `results`.

    Raises:
        NotThisStudy: The results file belongs to another study.
        OSError: The results file cannot be read or written.

    If an executor loses its workers, its own exception also passes through.
    """
    enough = _enough(design, extent)
    known = 0
    for deal in results.deals() if results is not None else ():
        known += 1
        yield deal
        if enough(deal):
            return
    with closing(played(design, known, workers)) as lines:
        for deal in results.append_to(lines) if results is not None else map(Deal.from_text, lines):
            yield deal
            if enough(deal):
                return


def _enough(design: Design, extent: Extent) -> StoppingRule:
    names = [each.name for each in design.rule_sets]
    seat_names = design.rule_sets[0].game.table(len(design.seats)).flow.model.seats
    asked = measures(seat_names, design.seats)
    wins = [measure for measure in asked if measure.name.startswith("win")]
    return StoppingRule(extent.deals(design), extent.within, wins, names, risks(asked, len(names))[GAME])
