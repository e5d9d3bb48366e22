"""Final ranking: the seats by place, and each seat's share of the win."""

from __future__ import annotations

from collections.abc import Collection, Sequence


def seats_by_place(standings: Sequence[tuple[int, ...]]) -> list[list[int]]:
    """Return the seats by place, the winner first. Seats that tie share a place.

    Args:
        standings: The sort key of each seat; the lowest key wins.
    """
    places: dict[tuple[int, ...], list[int]] = {}
    for seat, standing in enumerate(standings):
        places.setdefault(standing, []).append(seat)
    return [places[standing] for standing in sorted(places)]


def share_of_win(winners: Collection[int], seat: int) -> float:
    """Return a seat's share of the win, from 0 to 1.

    Players who tie for first place share it equally.
    """
    return 1 / len(winners) if seat in winners else 0.0
