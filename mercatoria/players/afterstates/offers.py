"""Offers worth making: those by which the seat and its partner both gain.

The same value judges both sides. Shares of the win sum to 1, so between two players no offer can be worth making.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from interpreter.position import OPEN, Row
from mercatoria.players.afterstates.steps import ArraySteps, Numbers
from mercatoria.players.own_moves import FAULTS, noted

LEAST_GAIN = 0.01
"""Share of the win that the seat must gain, so that differences between sampled positions do not decide."""


def both_gain(
    steps: ArraySteps, v: Numbers, seat: int, row: Row, shares: Callable[[Sequence[Numbers]], Numbers]
) -> bool:  # fmt: skip
    """Return True if both sides gain by an offer.

    The partner is supposed to give the answer that is best for it. It can only give an answer that it can pay.
    """
    try:
        after = steps.played(v, seat, row)
        partner = steps.decider(after)
        answers = [each for each in steps.rows(after, partner) if OPEN not in each]
        worths = shares([v, *(steps.played(after, partner, each) for each in answers)])
        now, best = worths[0], max(worths[1:], key=lambda each: float(each[partner]))
        return bool(best[seat] > now[seat] + LEAST_GAIN and best[partner] > now[partner])
    except FAULTS as fault:
        noted(fault)
        return False
