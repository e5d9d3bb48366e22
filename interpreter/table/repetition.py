"""Finds the moves that keep a game from ending, as a hint for rulebook authors.

The hint names choices and changed fields without hiding secrets. The hint is meant for people who let the computer play
all seats. The players of a game in progress never see the hint.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from interpreter.position import Row, Vector
from interpreter.table.compiled import CompiledGame

WATCHED = 600
"""Number of steps, counted back from the end of the log, that the hint examines."""
FEWEST_TIMES = 3
FEWEST_MOVES = 60
"""Minimum number of repetitions and of moves for a sequence to count as repeating.

A sequence must reach both limits, because random players repeat a few moves by chance.
"""
MOST_SHOWN = 6
ADVICE = "let the game end (`end NAME of round when …`) or limit the action (`limit 1 per turn`)"

Made = tuple[int, Row]
"""A move, represented by its seat and its row."""


def repeating(moves: Sequence[Made]) -> int:
    """Return the length of the shortest sequence of moves that repeats up to the end of `moves`, or 0 if there is
    none.
    """
    for length in range(1, len(moves) // FEWEST_TIMES + 1):
        span = max(FEWEST_TIMES * length, FEWEST_MOVES)
        last = moves[-span:]
        if len(last) == span and all(made == last[at - length] for at, made in enumerate(last) if at >= length):
            return length
    return 0


def endless_hint(table: CompiledGame, moves: Sequence[Made], positions: Sequence[Vector] = ()) -> str:
    """Return a line that names the moves that keep a game from ending, and suggests a remedy.

    Args:
        table: The compiled game.
        moves: Last moves of the game, at most `WATCHED`.
        positions: Positions after each of these moves, followed by the last position. If the list is empty, the line
            does not mention fields.
    """
    if not moves:
        return f"no player decides again, because chance events follow one another without end; {ADVICE}"
    length = repeating(moves)
    told = _row(table, moves[-length:]) if length else _kinds(table, moves)
    if positions:
        told += "; " + _changes(table, positions[-length - 2 :] if length else positions)
    return f"{told}; {ADVICE}"


def _row(table: CompiledGame, moves: Sequence[Made]) -> str:
    texts = [f"`{table.notation.move(seat, row)}`" for seat, row in moves]
    more = f" and {len(texts) - MOST_SHOWN} more" if len(texts) > MOST_SHOWN else ""
    verb = "this move repeats" if len(texts) == 1 else f"these {len(texts)} moves repeat"
    return f"{verb}: {', '.join(texts[:MOST_SHOWN])}{more}"


def _kinds(table: CompiledGame, moves: Sequence[Made]) -> str:
    """Describe how often each seat made each kind of move."""
    model, kinds = table.flow.model, table.flow.move_kinds
    often = Counter(f"`{model.seats[seat]}: {kinds[row[0]].name}`" for seat, row in moves)
    shown = [f"{name} {count} times" for name, count in often.most_common(MOST_SHOWN)]
    more = f" and {len(often) - MOST_SHOWN} more kinds" if len(often) > MOST_SHOWN else ""
    return f"no sequence of moves repeats exactly; the last {len(moves)} moves are {', '.join(shown)}{more}"


def _changes(table: CompiledGame, positions: Sequence[Vector]) -> str:
    """Name the fields that differ between these positions. Built-in fields are left out."""
    model, last, names = table.flow.model, positions[-1], []
    for of, run in table.flow.layout.runs.items():
        if of.builtin:
            continue
        for (owner, _), base, width in zip(run.combinations(), run.base, run.widths, strict=True):
            here = slice(base, base + width)
            if any(v[here] != last[here] for v in positions):
                whose = f"{model.thing_name(of.kind, owner)}." if of.kind else ""
                names.append(f"`{whose}{of.name}`")
    names = list(dict.fromkeys(names))
    if not names:
        return "no field changes"
    more = f" and {len(names) - MOST_SHOWN} more" if len(names) > MOST_SHOWN else ""
    return f"only these fields change: {', '.join(names[:MOST_SHOWN])}{more}"
