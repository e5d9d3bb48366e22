"""Computes the final ranking and each seat's share of the win."""

from __future__ import annotations

from collections.abc import Collection, Sequence


def seats_by_place(standings: Sequence[tuple[int, ...]]) -> list[list[int]]:
    """Return the seats grouped by place, the winner first. Tied seats share a place.

    Args:
        standings: A sort key for each seat; the lowest key wins.
    """
    places: dict[tuple[int, ...], list[int]] = {}
    for seat, standing in enumerate(standings):
        places.setdefault(standing, []).append(seat)
    return [places[standing] for standing in sorted(places)]


def share_of_win(winners: Collection[int], seat: int) -> float:
    """Return a seat's share of the win, from 0 to 1.

    Seats that tie for first place have equal shares.
    """
    return 1 / len(winners) if seat in winners else 0.0
