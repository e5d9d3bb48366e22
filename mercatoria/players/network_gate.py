"""Decides whether bots use the value network of a game, and says why not."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from interpreter.position import once
from interpreter.table import CompiledGame
from mercatoria.players.afterstates import available
from mercatoria.players.values import BadValues, OtherFacts, Weights, read_values
from mercatoria.players.values_schema import rounded

if TYPE_CHECKING:
    from mercatoria.players.afterstates.values import AfterstateValues

LOG = logging.getLogger("mercatoria.players.values")

MOST_LOSS = 0.9
"""Largest loss in held-out games, relative to that of equal shares, with which a network is used."""

LEAST_SHARE = 0.9
"""Smallest share of the wins, relative to the fair share, that a match must show for a network to be used."""


class IdleNetwork(BadValues):
    """Raised if a value network predicts too little to be used, or has not shown that it plays well enough."""


def network_of(table: CompiledGame) -> AfterstateValues | None:
    """Return the values of the network that bots use for a game and player count.

    Returns None if there is no network or if it must not be used; the log says why.
    """
    return once(table, _usable)


def _usable(table: CompiledGame) -> AfterstateValues | None:
    try:
        weights = read_values(table.edition.folder).get(table.flow.model.players)
        if weights is None:
            return None
        return used_network(table, weights)
    except BadValues as fault:
        expected = isinstance(fault, (OtherFacts, IdleNetwork))
        LOG.log(logging.INFO if expected else logging.WARNING, "bots play without the value network: %s", fault)
        return None


def used_network(table: CompiledGame, weights: Weights) -> AfterstateValues | None:
    """Return the values of the network that bots would use with these weights, or None if there is no network.

    Raises:
        IdleNetwork: The network predicts too little, has not won enough, or needs numpy, which is missing.
        BadValues: The network does not fit these rules.
    """
    if weights.network is None:
        return None
    refuse_idle(weights.network, weights.players)
    return network_values(table, weights.network, weights.rounds)


def network_values(table: CompiledGame, stored: Mapping[str, Any], rounds: float) -> AfterstateValues:
    """Return the values of a stored network, whether or not bots would use it.

    Raises:
        BadValues: The network does not fit these rules, or numpy is missing.
    """
    if not available():
        raise IdleNetwork("it needs numpy: pip install 'mercatoria[lab]'")
    from mercatoria.players.afterstates.values import AfterstateValues

    return AfterstateValues(table, stored, rounds)


def is_informed(held_out: float, all_alike: float) -> bool:
    """Return True if a network's loss in new games shows that it knows something."""
    return held_out < MOST_LOSS * all_alike


def refuse_idle(stored: Mapping[str, Any], players: int) -> None:
    """Check that a network predicts enough, and that its match shows that bots are not worse with it.

    Raises:
        IdleNetwork: It does not; the message says what is missing.
    """
    held_out, all_alike = stored["held_out"], stored["all_alike"]
    if not is_informed(held_out, all_alike):
        raise IdleNetwork(
            f"its loss in new games is {held_out:.3f}, and must be less than {MOST_LOSS} times that of equal shares,"
            f" which is {all_alike:.3f}"
        )
    match = stored.get("match")
    if match is None:
        raise IdleNetwork("no match against the same bot without it was played; fit it again with a --match")
    if match["low"] < (least := least_share(players)):
        raise IdleNetwork(
            f"it won {match['share']:.2f} of {match['games']} games against the same bot without it, so its true share"
            f" may be as low as {match['low']:.2f}, and must be at least {least:.2f}; a longer --match may show more"
        )


def least_share(players: int) -> float:
    """Return the smallest share of the wins that a match must show for a network to be used, as a file stores it."""
    return rounded(LEAST_SHARE / players)
