"""Returns the whole log of a game in the words that players read."""

from __future__ import annotations

from interpreter.log import entries
from interpreter.wording import LogLine, log_line
from mercatoria import State


def full_log(state: State, seat: int | None, addressed: bool = False) -> list[LogLine]:
    """Return the whole log as a seat or a spectator (None) may see it, with a line for each step of the game.

    Args:
        addressed: Say `You` for the seat. Only for a log with a single reader.
    """
    pairs = zip(entries(state.last), state.log(seat), strict=True)
    return [log_line(state.table, seat, entry, line, addressed) for entry, line in pairs]
