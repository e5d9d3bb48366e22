"""Who stands where: seats by place, and what each of them has of the win."""

from __future__ import annotations

from collections.abc import Collection, Sequence


def seats_by_place(standings: Sequence[tuple[int, ...]]) -> list[list[int]]:
    """The seats, the winner first, from what they are ordered by, the best least. Those who tie share a place."""
    places: dict[tuple[int, ...], list[int]] = {}
    for seat, standing in enumerate(standings):
        places.setdefault(standing, []).append(seat)
    return [places[standing] for standing in sorted(places)]


def share_of_win(winners: Collection[int], seat: int) -> float:
    """What a seat has of the win, from 0 to 1: those who share the first place have as much each."""
    return 1 / len(winners) if seat in winners else 0.0
