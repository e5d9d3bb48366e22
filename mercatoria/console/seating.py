"""Who sits where: `--player greedy` for all, `--player human,greedy` for the first and the rest,
`--seat 0=human,1=random` for some."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from dsl.diagnostics import did_you_mean
from dsl.source import whole_number
from interpreter.native import is_installed
from mercatoria.console import errors, output
from mercatoria.players import HUMAN, PLAYERS, is_player, thinks
from mercatoria.simulation import HOW_TO_INSTALL

SLOW = f"Players that think play on natively, some fifty times as fast, with: {HOW_TO_INSTALL}"
"""What is said where that is not installed."""


def kinds(players: int, wanted: Sequence[str], seats: Iterable[str] | None = None) -> tuple[str, ...]:
    """The kind of player in each seat. The last kind that is named stands for all after it.

    Raises a misuse for kinds and seats that there are not."""
    named = [kind.strip() for given in wanted for kind in given.split(",")]
    for kind in named:
        _check(kind)
    if len(named) > players:
        raise errors.misuse(f"{len(named)} kinds of player are given, but there are {players} seats")
    seated = [named[min(seat, len(named) - 1)] for seat in range(players)]
    for part in (part for text in seats or () for part in text.split(",")):
        seat, equals, kind = (each.strip() for each in part.partition("="))
        number = whole_number(seat)
        if not equals or number is None or number < 0:
            raise errors.misuse(f"`{part}` seats nobody; write 0=human (seats count from 0)")
        if number >= players:
            raise errors.misuse(f"there is no seat {seat[:12]}; seats go from 0 to {players - 1}")
        _check(kind)
        seated[number] = kind
    return tuple(seated)


def no_humans(kinds: Iterable[str]) -> None:
    """Raises a misuse if a person is to sit where nobody can be asked."""
    if HUMAN in kinds:
        raise errors.misuse("people cannot play here; they play with `mercatoria play`")


def warn_of_slow(kinds: Iterable[str]) -> None:
    """Says on stderr how players that think would be faster, if any is seated and it can be mended."""
    if any(map(thinks, kinds)) and not is_installed():
        output.err().print(SLOW, markup=False, soft_wrap=True)


def _check(kind: str) -> None:
    if kind != HUMAN and not is_player(kind):
        known = [*PLAYERS, HUMAN]
        hint = did_you_mean(kind, known) or f"known are {', '.join(known)}, or how many runs it may think, such as 500"
        raise errors.misuse(f"there is no player `{kind}`; {hint}")
