"""A line of the log on a page: who did something, what it brought, and where it happened."""

from __future__ import annotations

from dataclasses import dataclass

from mercatoria.drawing import NOWHERE, Whereabouts
from mercatoria.web.pages.gains import Gain


@dataclass(frozen=True, slots=True)
class Done:
    """The effect of one rule, as part of a log line.

    `title` names the rule, and is empty for the rule of the move itself. `words` describes the effect. `words` is empty
    if a trigger fired without a visible effect.
    """

    title: str
    words: str
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the log, which can summarise several consecutive log entries.

    `numbers` lists the positions of these entries in the log, counting from 1. `seats` lists the seats that acted, and
    is empty for a chance event. `who` is the name of the seat that acted or drew a piece, and `deed` is what follows
    the names. `is_new` is True for a line since the reader's last turn. `at` is where on the map it happened.
    """

    numbers: tuple[int, ...]
    seats: tuple[int, ...]
    deed: str
    words: str
    cites: tuple[str, ...]
    done: tuple[Done, ...]
    passed: bool = False
    gains: tuple[Gain, ...] = ()
    is_new: bool = False
    hidden: bool = False
    who: str = ""
    drawn: tuple[str, str] | None = None
    """Words for the piece that `who` drew, and for several such pieces."""
    at: Whereabouts = NOWHERE
    is_whole: bool = False
    """True if the deed names who acted, as in `Red drew Flax`."""
    is_amid: bool = False
    """True if the line answers a secret decision that other players had yet to answer."""

    @property
    def because(self) -> str:
        """Rules other than that of the move: their effects after chance or a reveal, or their titles if the move
        brought gains.
        """
        others = [of for of in self.done if of.title]
        if self.is_whole or not self.seats:
            return "; ".join(of.words for of in others if of.words)
        return ", ".join(of.title for of in others) if self.gains else ""
