"""Checks that no piece starts in two holders.

The check covers start values that are known before the game begins: a kind, a list of things, or amounts with constant
numbers. The game itself refuses the others at its start.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl import model
from dsl.diagnostics import Sink
from dsl.source import NOWHERE, Span

ONE_PLACE = "a thing can be in one place only"


def start_claims(made: model.Model, sink: Sink) -> None:
    """Report the first field whose start value takes a thing that another field has, or more pieces than there are."""
    owners: dict[tuple[str, int], model.StateField] = {}
    left = {kind.name: list(kind.pieces) for kind in made.kinds.values() if kind.root == kind.name and kind.pieces}
    for field in made.fields:
        held = field.type
        if not isinstance(held, model.Holder) or held.traits.references or field.initial is None:
            continue
        root = made.kinds[held.kind].root
        copies = _copies(field, made)
        if made.kinds[root].fungible:
            short = next(_short_of(field.initial, copies, root, left), None)
            if short is not None:
                title = f"{copies * short[1]} of {made.thing_name(root, short[0])} start in `{field.name}`"
                sink.add("E332", title, field.initial.span, f"only {short[2]} are left in the supply",
                         hint="give the kind more pieces, or start with fewer")  # fmt: skip
                return
            continue
        for thing in _things(field.initial, made):
            earlier = field if copies > 1 else owners.get((root, thing))
            if earlier is not None:
                _claimed_twice(made.thing_name(root, thing), field, earlier, sink)
                return
            owners[root, thing] = field


def _claimed_twice(thing: str, field: model.StateField, earlier: model.StateField, sink: Sink) -> None:
    span: Span = field.initial.span if field.initial is not None else NOWHERE
    if earlier is field:
        owner = field.kind or "combination of keys"
        sink.add("E332", f"`{thing}` starts in `{field.name}` of every {owner}", span, ONE_PLACE,
                 hint="choose different things for each owner, for example with `where x.owner = this`")  # fmt: skip
        return
    before = earlier.initial.span if earlier.initial is not None else NOWHERE
    sink.add("E332", f"`{thing}` starts in `{earlier.name}` and in `{field.name}`", span,
             ONE_PLACE, related=[(before, f"`{earlier.name}` has it already")],
             hint="leave it out of one of the two start values")  # fmt: skip


def _copies(field: model.StateField, made: model.Model) -> int:
    """Return the number of holders with the same start value. It is 1 if the value depends on the owner."""
    parts = model.parts(field.initial)
    of_owner = field.owner is not None and any(isinstance(part, model.Var) and part == field.owner for part in parts)
    copies = made.kinds[field.kind].size if field.kind and not of_owner else 1
    for _, size in field.keys:
        copies *= size
    return copies


def _things(expr: model.Expr, made: model.Model) -> Iterator[int]:
    """Yield the things of a start value, or nothing if they are not known before the game begins."""
    match expr:
        case model.Things(kind):
            of = made.kinds[kind]
            yield from range(of.first, of.first + of.size)
        case model.Listed(items):
            for item in items:
                yield from _things(item, made)
        case model.Const(value, type=model.Ref()):
            yield value


def _short_of(
    expr: model.Expr, copies: int, root: str, left: dict[str, list[int | None]]
) -> Iterator[tuple[int, int, int]]:
    """Take the pieces of a start value from those that are left.

    Yield each sort that does not suffice, with the number wanted by one holder and the number left.
    """
    match expr:
        case model.Amounts(parts):
            for number, sort in parts:
                there = left.get(root)
                if isinstance(number, model.Const) and isinstance(sort, model.Const) and there:
                    known = there[sort.value]
                    if known is not None and known < copies * number.value:
                        yield sort.value, number.value, known
                    elif known is not None:
                        there[sort.value] = known - copies * number.value
        case model.Joined("+", one, other):
            yield from _short_of(one, copies, root, left)
            yield from _short_of(other, copies, root, left)
