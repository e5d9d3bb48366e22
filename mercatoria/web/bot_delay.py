"""Says how long the server waits before it plays the move of a bot, or a planned move at once."""

from __future__ import annotations

import math
import random

PAUSE = 0.4
"""Seconds before a bot's move. A browser shows each move of others for half a second, so 12 moves of bots arrive in
time to be shown in six seconds, and the bots of an easy game always decide within one pause.
"""


def bot_delay(took: float, pause: float) -> float:
    """Return how many seconds to wait before playing a bot's move.

    Together with the bot's computing time, the delay is one pause or an even number of pauses. The exact computing time
    could reveal the bot's hand, for example because a bot with one legal move decides at once.
    """
    if took <= pause or not pause:
        return pause - took if pause else 0.0
    return math.ceil(took / (2 * pause)) * 2 * pause - took


SHORTEST, LONGEST = 1.0, 4.0
"""Seconds before a planned move is played at once. The time is random, as if the player had clicked."""


def planned_delay(pause: float) -> float:
    """Return how many seconds to wait before playing a planned move. Others should not see that it was planned."""
    return random.SystemRandom().uniform(SHORTEST, LONGEST) if pause else 0.0
