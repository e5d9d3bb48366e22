"""Checks of the sentences of moves: they never fail, never change, and reveal no hidden argument."""

from __future__ import annotations

from collections.abc import Mapping

from interpreter.log import UNTOLD
from interpreter.table import CompiledGame, Move, Plain
from interpreter.wording.sentences import button_text, done_text, instruction

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


def sentences(table: CompiledGame, move: Move, node: int) -> tuple[str, ...]:
    """Return every sentence of a move: on the button, in a refusal, and in the log of each reader."""
    readers = None, move.seat
    seen = [("", move.args), *masks(move)]
    return (
        button_text(table, move, node), instruction(table, move, node), button_text(table, move),
        *(done_text(table, move, told, node, reader) for _, told in seen for reader in readers),
    )  # fmt: skip


def check_sentences(table: CompiledGame, moves: list[Move], node: int) -> None:
    """Write the sentences of the moves of a decision.

    Raises:
        SentenceDefect: if a log line with a hidden argument differs for two values of the argument.
    """
    lines: dict[tuple[int, str, str], tuple[str, Move]] = {}
    for move in moves:
        sentences(table, move, node)
        for name, told in masks(move):
            line = done_text(table, move, told, node)
            before, other = lines.setdefault((move.row[0], name, repr(sorted(told.items()))), (line, move))
            if line != before:
                raise SentenceDefect("sentence reveals", f"`{name}` is hidden, but {other}: {before}\n{move}: {line}")
