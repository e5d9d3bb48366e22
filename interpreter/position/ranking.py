"""Final ranking: seats by place, and each seat's share of the win."""

from __future__ import annotations

from collections.abc import Collection, Sequence


def seats_by_place(standings: Sequence[tuple[int, ...]]) -> list[list[int]]:
    """Return the seats by place, the winner first, given their sort keys, lowest first. Seats that tie share a place.
    """
    places: dict[tuple[int, ...], list[int]] = {}
    for seat, standing in enumerate(standings):
        places.setdefault(standing, []).append(seat)
    return [places[standing] for standing in sorted(places)]


def share_of_win(winners: Collection[int], seat: int) -> float:
    """Return a seat's share of the win, from 0 to 1: players who tie for first place share equally."""
    return 1 / len(winners) if seat in winners else 0.0
