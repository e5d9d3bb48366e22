"""The hints of a bot, which other requests of the same seat share."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from mercatoria.players import HintTold


@dataclass(frozen=True, slots=True)
class Advice:
    """The hints for one seat, which the bot may still be computing.

    `language` is the language of their words. `digest` identifies the seat's view when the hints were requested, and
    `turn` is the number of the decision.
    """

    digest: bytes
    language: str
    turn: int
    hints: asyncio.Task[list[HintTold]]

    @property
    def has_failed(self) -> bool:
        return self.hints.done() and (self.hints.cancelled() or self.hints.exception() is not None)
