"""Stacks that a seat must not suppose to be empty.

What nobody sees is supposed to be empty, and most rules expect that, as a stack may be used up. Where it never is, they
need not: then legal moves fail in every supposed position, and nothing is known of what they bring. Or the game ends
when a stack is used up: then it would always seem to be due to end. So it is found out once for each table which stacks
these are: a game is played by chance, and each move is tried as its player would try it. That follows from the rules
alone, whatever game is played later.

Where moves fail, one piece is supposed, and is sure to be drawn. Where the end is near when a stack is low, two are, so
that a draw does not use it up; which of them is drawn, nobody knows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import islice

from interpreter.native import Supposition
from interpreter.position import FieldEntry, FieldLayout, PlayFault, Row, Vector, holder_storage
from interpreter.rng import Stream
from interpreter.table import CompiledGame
from mercatoria.players.own_moves import OwnMoves
from mercatoria.players.trial_games import BY_CHANCE, trial_game

DECISIONS, LONGEST_GAME = 200, 2000
"""So many decisions of the game are looked at, and so many decisions and falls of chance are played at most."""

FILLINGS = 20
"""How often values are drawn for an open move until it is legal."""

Pieces = Mapping[int, tuple[int, ...]]
"""Stacks by their first slot, and the pieces that are supposed to lie in each of them, as far as so many do."""


def needed_stacks(table: CompiledGame, supposing: Callable[[Pieces], Sequence[Supposition]]) -> Pieces:
    """The stacks without which a supposed position misleads: legal moves fail, or the game is due to end where it is
    not. `supposing`: what each seat supposes with such stacks. In each of them is supposed what lay there in the game
    that was played, right before its first decision."""
    found: dict[int, tuple[int, ...]] = {}
    stacks = [run for run in table.flow.layout.runs.values() if isinstance(run.storage, holder_storage.Stack)]
    left = [run for run in stacks if not run.field.builtin and run.field.visibility != "open"]
    begun, suppositions = Vector(), supposing(found)
    for v, seat, row in islice(_decisions(table), DECISIONS if left else 0):
        begun = begun or v[:]
        seems_over = _seems_over(table, suppositions[seat], v)
        if not seems_over and not _fails(table, suppositions[seat], v, seat, row):
            continue
        for run in left:
            more = found | _lowest(begun, run, 2 if seems_over else 1)
            with_more = supposing(more)
            if not _seems_over(table, with_more[seat], v) and not _fails(table, with_more[seat], v, seat, row):
                found, suppositions = more, with_more
                left.remove(run)
                break
    return found


def _lowest(v: Vector, run: FieldLayout, number: int) -> dict[int, tuple[int, ...]]:
    """So many pieces for each entry of a field of stacks: the first in order that lie there, or else of all."""
    storage = run.storage
    assert isinstance(storage, holder_storage.Stack)
    entries = [FieldEntry(run, entry) for entry in range(len(run.base))]
    return {each.base: tuple(sorted(storage.members(v, each))[:number]) or (run.holds.first,) for each in entries}


def _fails(table: CompiledGame, supposition: Supposition, v: Vector, seat: int, row: Row) -> bool:
    """Whether a legal move cannot be made in the position that is supposed."""
    return OwnMoves(table, seat).after(supposition.of(v), row) is None


def _seems_over(table: CompiledGame, supposition: Supposition, v: Vector) -> bool:
    """Whether in the position that is supposed the game is due to end, and in truth it is not."""
    return table.engine.due(supposition.of(v)) and not table.engine.due(v)


def _decisions(table: CompiledGame) -> Iterator[tuple[Vector, int, Row]]:
    """The decisions of a game that is played by chance: the position, who decides, and what he does. It ends where a
    rule fails, too."""
    with suppress(PlayFault):
        for step in trial_game(table, Stream(0, "stacks"), FILLINGS, LONGEST_GAME):
            if step.seat != BY_CHANCE:
                yield step.before, step.seat, step.row
