"""Finds the hidden stacks that a determinization must not assume to be empty.

Most hidden stacks may safely be assumed to be empty, because a stack may run out during play. There are two exceptions.
If a stack never runs out, the rules do not handle an empty stack. If such a stack is assumed to be empty, legal moves
fail in every determinized position. If the game ends when a stack runs out, every determinized game seems about to end.

To detect such stacks, one random game is played per player count, and each move is tried in the mover's determinized
position. The result depends only on the rules and not on the game played later. If an empty stack makes moves fail, the
stack is assumed to contain one piece, which is drawn next. If an almost empty stack ends the game, the stack is assumed
to contain two pieces, and either may be drawn next.
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
"""Limits on the random game: the number of decisions to examine, and the number of decisions and chance events to play.
"""

FILLINGS = 20
"""Maximum number of random draws when looking for legal values of a move's open parameters."""

Pieces = Mapping[int, tuple[int, ...]]
"""Pieces assumed to be in each stack, keyed by the stack's first slot; if a stack has fewer pieces, only the first are
used.
"""


def needed_stacks(table: CompiledGame, supposing: Callable[[Pieces], Sequence[Supposition]]) -> Pieces:
    """Return the stacks that must not be assumed to be empty, with the pieces to assume in them.

    If these stacks were assumed to be empty, legal moves would fail in determinized positions, or the game would
    wrongly seem about to end. The pieces come from each stack's contents at the first decision of the random game.

    Args:
        supposing: Callback that returns each seat's assumptions for given stack contents.
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
    """Return up to `number` pieces with the lowest indices from each stack of a field.

    An empty stack receives the first piece that the field can hold.
    """
    storage = run.storage
    assert isinstance(storage, holder_storage.Stack)
    entries = [FieldEntry(run, entry) for entry in range(len(run.base))]
    return {each.base: tuple(sorted(storage.members(v, each))[:number]) or (run.holds.first,) for each in entries}


def _fails(table: CompiledGame, supposition: Supposition, v: Vector, seat: int, row: Row) -> bool:
    """Return True if a legal move fails in the determinized position."""
    return OwnMoves(table, seat).after(supposition.of(v), row) is None


def _seems_over(table: CompiledGame, supposition: Supposition, v: Vector) -> bool:
    """Return True if the game is about to end in the determinized position but not in the true one."""
    return table.engine.due(supposition.of(v)) and not table.engine.due(v)


def _decisions(table: CompiledGame) -> Iterator[tuple[Vector, int, Row]]:
    """Yield the position, seat and move of each decision in a random game.

    Stop early if a rule fails.
    """
    with suppress(PlayFault):
        for step in trial_game(table, Stream(0, "stacks"), FILLINGS, LONGEST_GAME):
            if step.seat != BY_CHANCE:
                yield step.before, step.seat, step.row
