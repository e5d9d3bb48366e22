"""Checks of the words for players.

The sentences of moves never fail, never change, and reveal no hidden argument. Display names never fail, and no two
things of a kind share one.
"""

from __future__ import annotations

from collections.abc import Mapping

from interpreter.log import UNTOLD
from interpreter.table import CompiledGame, Move, Plain
from interpreter.wording import button_text, display_names, done_text, habit_text, heading_text, instruction

Told = Mapping[str, Plain]


class SentenceDefect(Exception):
    """Two sentences differ that must be equal. `mark` names the property."""

    def __init__(self, mark: str, told: str) -> None:
        super().__init__(mark, told)
        self.mark, self.told = mark, told


def masks(move: Move) -> list[tuple[str, Told]]:
    """Return the arguments of a move as readers may see them: with each of them hidden, and with all hidden."""
    hidden: list[tuple[str, Told]] = [(name, {**move.args, name: UNTOLD}) for name in move.args]
    return [*hidden, ("*", dict.fromkeys(move.args, UNTOLD))]


def sentences(table: CompiledGame, move: Move, node: int, around: tuple[int, ...]) -> tuple[str, ...]:
    """Return every sentence of a move: on the button, in a refusal, in a hint, and in the log of each reader."""
    readers = None, move.seat
    seen = [("", move.args), *masks(move)]
    return (
        button_text(table, move, node, around), instruction(table, move, node, around), button_text(table, move),
        habit_text(table, move, node),
        *(done_text(table, move, told, node, reader, around) for _, told in seen for reader in readers),
    )  # fmt: skip


def check_display_names(table: CompiledGame) -> None:
    """Write the display name of every thing. The things of a kind must have different names.

    Raises:
        SentenceDefect: if two things of a root kind share a name.
    """
    names, kinds = display_names(table), table.flow.model.kinds.values()
    for kind in kinds:
        if len({names.thing(thing) for thing in kind.things}) < kind.size:
            raise SentenceDefect("shared name", f"{kind.name}: {[names.thing(thing) for thing in kind.things]}")


def check_sentences(table: CompiledGame, moves: list[Move], node: int, around: tuple[int, ...]) -> None:
    """Write the sentences of the moves of a decision, and the heading that the moves of each kind share.

    Raises:
        SentenceDefect: if a log line with a hidden argument differs for two values of the argument.
    """
    for kind in {move.row[0] for move in moves}:
        heading_text(table, [move for move in moves if move.row[0] == kind], node, around)
    lines: dict[tuple[int, str, str], tuple[str, Move]] = {}
    for move in moves:
        sentences(table, move, node, around)
        for name, told in masks(move):
            line = done_text(table, move, told, node, None, around)
            before, other = lines.setdefault((move.row[0], name, repr(sorted(told.items()))), (line, move))
            if line != before:
                raise SentenceDefect("sentence reveals", f"`{name}` is hidden, but {other}: {before}\n{move}: {line}")
