"""Finds the arguments of a move that other players may not see.

An argument that was drawn from a hidden field becomes public if the move puts all its pieces into open holders. For
example, the log names a card that is played, but not a card that is kept.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from dsl import model as m
from interpreter.flow import Decision, Flow, Pick, Play
from interpreter.position import FieldEntry, Row, Vector, once
from interpreter.table import CompiledGame
from interpreter.trace.closed_reads import ClosedReads
from interpreter.trace.hidden_picks import HiddenPick, HiddenPicks
from interpreter.trace.taint import taint_of


@dataclass(frozen=True, slots=True)
class HiddenArgument:
    """An argument of a move that other players may not see.

    `at` is the index of the parameter. `pieces` counts the picked pieces and things by their number.
    """

    at: int
    pick: HiddenPick
    pieces: Counter[int]


Shown = tuple[tuple[int, ...], ...]
"""The numbers of visible pieces of each hidden argument, in the order of `HiddenArgument.pieces`."""


def hidden_arguments(table: CompiledGame, node: int, row: Row) -> list[HiddenArgument]:
    """Return the arguments of a move that were picked from something hidden."""
    picks = once(table.flow, _hidden_picks, node, row[0])
    if not picks:
        return []
    types = [of for _, of in table.flow.move_kinds[row[0]].params]
    values = table.notation.rows.values(types, row[1:]) or []
    return [HiddenArgument(at, pick, _pieces(values[at], types[at])) for at, pick in picks if at < len(values)]


def shown_pieces(table: CompiledGame, v: Vector, arguments: Sequence[HiddenArgument]) -> Shown:
    """Count the pieces of each argument in open holders, which all players can see."""
    return tuple(
        tuple(_publicly_visible(table, v, each.pick.root, piece) for piece in each.pieces) for each in arguments
    )


def still_hidden(
    table: CompiledGame, arguments: Sequence[HiddenArgument], before: Shown, after: Shown
) -> tuple[int, ...]:
    """Return the indices of the arguments that stay hidden after a move.

    Args:
        before: What all players saw before the move.
        after: What all players see after the move.
    """
    return tuple(each.at for each, was, now in zip(arguments, before, after, strict=True)
                 if not _is_shown(table, each, was, now))  # fmt: skip


def _is_shown(table: CompiledGame, argument: HiddenArgument, was: tuple[int, ...], now: tuple[int, ...]) -> bool:
    root = argument.pick.root
    if not root or not argument.pieces:
        return bool(root) and not argument.pick.keeps
    if table.flow.model.kinds[root].fungible:  # an equal piece may have come from elsewhere
        return not argument.pick.never_shown and all(after - before >= number
                   for before, after, number in zip(was, now, argument.pieces.values(), strict=True))  # fmt: skip
    return all(before or after for before, after in zip(was, now, strict=True))


def _pieces(value: object, of: m.Type) -> Counter[int]:
    match value, of:
        case dict(amounts), m.Bag():
            return Counter(amounts)
        case list(members), m.Many():
            return Counter(members)
        case int(thing), m.Ref() if thing >= 0:
            return Counter([thing])
    return Counter()


def _publicly_visible(table: CompiledGame, v: Vector, root: str, thing: int) -> int:
    """Count the pieces of a type in open holders. For a unique thing, count the open holders that contain it."""
    holders, total = table.walker.evaluator.holders, 0
    for of, run in table.flow.layout.runs.items():
        holds = isinstance(of.type, m.Holder) and run.kind is not None and run.kind.root == root
        if holds and of.visibility == "open":
            total += sum(holders.count(v, FieldEntry(run, entry), thing) for entry in range(len(run.base)))
    return total


# ---------------------------------------------------------------- the choices at a node


def _hidden_picks(flow: Flow, node: int, kind: int) -> tuple[tuple[int, HiddenPick], ...]:
    found: dict[int, HiddenPick] = {}
    for at, pick in _picks_at(flow, node, kind):
        before = found.get(at, pick)
        found[at] = HiddenPick(pick.root, pick.keeps or before.keeps, pick.never_shown and before.never_shown)
    return tuple(found.items())


def _picks_at(flow: Flow, number: int, kind: int) -> Iterator[tuple[int, HiddenPick]]:
    node = flow.nodes[number]
    for option in node.options if isinstance(node, Decision) else ():
        if isinstance(option, (Pick, Play)) and option.kind == kind:
            yield from once(flow, _all_picks).of(option, once(flow, taint_of).locals)


def _all_picks(flow: Flow) -> HiddenPicks:
    return HiddenPicks(flow, ClosedReads(flow))
