"""Puts a runaway leader, and dominant, winning, losing and dead strategies into sentences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from mercatoria.simulation import FEWEST_OBSERVED, Estimate
from mercatoria.study.report import words
from mercatoria.study.strategies import Strategies, decisive

MOST_NAMED = 4
"""Maximum number of actions to name; the tables contain them all."""


def strategy_sentences(found: Strategies, titles: Mapping[str, str], has_scores: bool = True) -> Iterator[str]:
    """Yield sentences about a runaway leader, and about dominant, winning, losing and dead strategies.

    If `has_scores` is False, the games do not show what makes players win, and only dead strategies are named.
    """
    if has_scores:
        yield from _of_winners(found, titles)
    if found.dead:
        yield f"These bots never do {words.listed([f'“{words.titled(name, titles)}”' for name in found.dead])}."


def _of_winners(found: Strategies, titles: Mapping[str, str]) -> Iterator[str]:
    if found.leader is not None and found.leader.number:
        yield _leader(found.leader, decisive(found.players), found.players)
    for label, names in (
        ("Dominant", found.dominant),
        ("Possibly dominant, but the games are too few to be sure", found.perhaps_dominant),
    ):
        if names:
            yield f"{label}: {_with_shares(names, found, titles)}."
    often = {name: each.mean for name, each in found.most.items() if each.number >= FEWEST_OBSERVED}
    if often and not found.dominant and not found.perhaps_dominant:
        best, limit = max(often, key=lambda name: often[name]), words.in_100(decisive(found.players))
        yield (
            f"No action decides the game: {_with_shares([best], found, titles)}, which is the most. We call an action "
            f"dominant from {limit}."
        )
    for label, names in (("Winning", found.promising), ("Losing", found.losing)):
        if names:
            why = " Players may do it because they are losing." if label == "Losing" else ""
            yield f"{label}: {_with_shares(names, found, titles)}.{why}"


def _leader(leader: Estimate, limit: float, players: int) -> str:
    even = words.in_100(1 / players)
    wins = f"the leader at half-time wins {words.in_100(leader.mean)} games in 100, where an equal share is {even}."
    if leader.low >= limit:
        return f"Runaway leader: {wins}"
    return f"No runaway leader: {wins}" if leader.high < limit else f"A runaway leader is possible: {wins}"


def _with_shares(names: Sequence[str], found: Strategies, titles: Mapping[str, str]) -> str:
    first, *others = (
        (f"“{words.titled(name, titles)}”", words.in_100(found.most[name].mean)) for name in names[:MOST_NAMED]
    )
    more = f"; for {words.listed([f'{title}, it is {share}' for title, share in others])}" if others else ""
    return f"the player who does {first[0]} most often wins {first[1]} games in 100{more}"
