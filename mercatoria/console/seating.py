"""Assigns players to seats according to the options `--player` and `--seat`.

`--player greedy` fills all seats. `--player human,greedy` puts a person in the first seat and a bot in every other
seat. `--seat 0=human,1=random` fills only seats 0 and 1.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from dsl.diagnostics import did_you_mean
from dsl.source import whole_number
from interpreter.native import is_installed
from mercatoria.console import errors, output
from mercatoria.players import HUMAN, PLAYERS, is_player, thinks
from mercatoria.simulation import HOW_TO_INSTALL

SLOW = f"Search bots run about fifty times as fast with the native engine: {HOW_TO_INSTALL}"
"""Message to print if the native engine is not installed."""


def kinds(players: int, wanted: Sequence[str], seats: Iterable[str] | None = None) -> tuple[str, ...]:
    """Return the kind of player in each seat, such as `greedy`.

    The last kind in `wanted` also fills all later seats. Raises a usage error for unknown kinds and seats.
    """
    if players < 1:
        raise errors.misuse(f"--players must be at least 1, not {players}")
    named = [kind.strip() for given in wanted for kind in given.split(",")]
    for kind in named:
        _check(kind)
    if len(named) > players:
        seats = f"are {players} seats" if players > 1 else "is 1 seat"
        raise errors.misuse(f"{len(named)} kinds of player are given, but there {seats}")
    seated = [named[min(seat, len(named) - 1)] for seat in range(players)]
    for part in (part for text in seats or () for part in text.split(",")):
        seat, equals, kind = (each.strip() for each in part.partition("="))
        number = whole_number(seat)
        if not equals or number is None or number < 0:
            raise errors.misuse(f"`{part}` is not a seat assignment; write 0=human (seats count from 0)")
        if number >= players:
            raise errors.misuse(f"there is no seat {seat[:12]}; seats are numbered from 0 to {players - 1}")
        _check(kind)
        seated[number] = kind
    return tuple(seated)


def no_humans(kinds: Iterable[str]) -> None:
    """Raise a usage error if a seat is assigned to a person, because the command cannot ask for moves."""
    if HUMAN in kinds:
        raise errors.misuse("this command accepts only bots; people play with `mercatoria play`")


def warn_of_slow(kinds: Iterable[str]) -> None:
    """If a seat has a search bot and the native engine is missing, print how to speed up the bot."""
    if any(map(thinks, kinds)) and not is_installed():
        output.err().print(SLOW, markup=False, soft_wrap=True)


def _check(kind: str) -> None:
    if kind != HUMAN and not is_player(kind):
        known = [*PLAYERS, HUMAN]
        hint = did_you_mean(kind, known) or f"choose {', '.join(known)}, or a number of simulated games, such as 500"
        raise errors.misuse(f"there is no player `{kind}`; {hint}")
