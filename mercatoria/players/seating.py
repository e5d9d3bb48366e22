"""Who sits where: `--player greedy` for all, `--player human,greedy` for the first and the rest,
`--seat 0=human,1=random` for some."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from dsl.diagnostics import did_you_mean
from mercatoria.console import errors
from mercatoria.players.named import PLAYERS

HUMAN = "human"


def names(players: int, kinds: Sequence[str], seats: Iterable[str] | None = None) -> tuple[str, ...]:
    """The kind of player in each seat. The last kind that is named stands for all after it."""
    known = [*PLAYERS, HUMAN]
    kinds = [kind.strip() for given in kinds for kind in given.split(",")]
    for kind in kinds:
        _check(kind, known)
    if len(kinds) > players:
        raise errors.misuse(f"{len(kinds)} kinds of player are given, but {players} play")
    found = [kinds[min(seat, len(kinds) - 1)] for seat in range(players)]
    for part in (part for text in seats or () for part in text.split(",")):
        seat, equals, kind = (each.strip() for each in part.partition("="))
        if not equals or not seat.isdigit():
            raise errors.misuse(f"`{part}` seats nobody; write 0=human, seats count from 0")
        if int(seat) >= players:
            raise errors.misuse(f"there is no seat {seat}; {players} play, from 0 to {players - 1}")
        _check(kind, known)
        found[int(seat)] = kind
    return tuple(found)


def no_humans(found: Iterable[str]) -> None:
    if HUMAN in found:
        raise errors.misuse("nobody is asked here; people play with `mercatoria play`")


def _check(kind: str, known: Sequence[str]) -> None:
    if kind not in known:
        hint = did_you_mean(kind, known) or f"there are {', '.join(known)}"
        raise errors.misuse(f"there is no player `{kind}`; {hint}")
