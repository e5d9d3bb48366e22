"""Who sits where: `--player greedy` for all, `--player human,greedy` for the first and the rest,
`--seat 0=human,1=random` for some."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mercatoria.cli import asking

HUMAN = "human"


def names(players: int, kinds: Sequence[str], seats: Iterable[str] | None = None) -> tuple[str, ...]:
    """The kind of player in each seat. The last kind that is named stands for all after it."""
    known = _known()
    kinds = [kind.strip() for given in kinds for kind in given.split(",")]
    for kind in kinds:
        _check(kind, known)
    if len(kinds) > players:
        raise asking.misuse(f"{len(kinds)} kinds of player are given, but {players} play")
    found = [kinds[min(seat, len(kinds) - 1)] for seat in range(players)]
    for part in (part for text in seats or () for part in text.split(",")):
        seat, equals, kind = (each.strip() for each in part.partition("="))
        if not equals or not seat.isdigit():
            raise asking.misuse(f"`{part}` seats nobody; write 0=human, seats count from 0")
        if int(seat) >= players:
            raise asking.misuse(f"there is no seat {seat}; {players} play, from 0 to {players - 1}")
        _check(kind, known)
        found[int(seat)] = kind
    return tuple(found)


def no_humans(found: Iterable[str]) -> None:
    if HUMAN in found:
        raise asking.misuse("nobody is asked here; people play with `mercatoria play`")


def _known() -> list[str]:
    from mercatoria.players import PLAYERS

    return [*PLAYERS, HUMAN]


def _check(kind: str, known: Sequence[str]) -> None:
    from dsl.diagnostics import did_you_mean

    if kind not in known:
        hint = did_you_mean(kind, known) or f"there are {', '.join(known)}"
        raise asking.misuse(f"there is no player `{kind}`; {hint}")
