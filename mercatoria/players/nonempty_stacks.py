"""Stacks that a determinization must not assume to be empty.

Hidden stacks are assumed empty, and most rules expect that, because a stack may run out. If a stack never runs out,
rules need not: then legal moves fail in every determinized position, and their results are unknown. Or the game ends
when a stack runs out: then it would always seem about to end. A random game, played once per table, detects these
stacks: each move is tried as its player would try it. The result depends only on the rules, not on the game played
later.

If moves fail, one piece is assumed, and it is the next to be drawn. If a low stack ends the game, two are assumed, so
that a draw does not empty it; either may be drawn.
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
"""Maximum number of decisions to examine, and of decisions and chance events to play."""

FILLINGS = 20
"""Maximum number of draws to find a legal filling of an open move."""

Pieces = Mapping[int, tuple[int, ...]]
"""Stacks by their first slot, with the pieces assumed in them, as far as their size allows."""


def needed_stacks(table: CompiledGame, supposing: Callable[[Pieces], Sequence[Supposition]]) -> Pieces:
    """Return the stacks without which a determinized position misleads.

    Legal moves fail there, or the game is wrongly about to end. The assumed pieces are those in the stack at the first
    decision of the random game.

    Args:
        supposing: Returns the assumptions of each seat with such stacks.
    """
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
    """Return up to `number` pieces for each stack of a field: the least of those present, otherwise of all."""
    storage = run.storage
    assert isinstance(storage, holder_storage.Stack)
    entries = [FieldEntry(run, entry) for entry in range(len(run.base))]
    return {each.base: tuple(sorted(storage.members(v, each))[:number]) or (run.holds.first,) for each in entries}


def _fails(table: CompiledGame, supposition: Supposition, v: Vector, seat: int, row: Row) -> bool:
    """Return True if a legal move fails in the determinized position."""
    return OwnMoves(table, seat).after(supposition.of(v), row) is None


def _seems_over(table: CompiledGame, supposition: Supposition, v: Vector) -> bool:
    """Return True if the game is about to end in the determinized position, but not in the true one."""
    return table.engine.due(supposition.of(v)) and not table.engine.due(v)


def _decisions(table: CompiledGame) -> Iterator[tuple[Vector, int, Row]]:
    """Yield the decisions of a random game: position, seat and move. It also ends if a rule fails."""
    with suppress(PlayFault):
        for step in trial_game(table, Stream(0, "stacks"), FILLINGS, LONGEST_GAME):
            if step.seat != BY_CHANCE:
                yield step.before, step.seat, step.row
