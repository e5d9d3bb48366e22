"""Writes parts of scenarios: the table, a `given` that makes a position, and the steps that follow.

A `given` begins the first turn of the first round. It therefore cannot say where in a turn play was, and it loses the
order of things in a holder. Callers must play from the beginning that it really makes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from dsl import model
from interpreter.flow import ChanceNode
from interpreter.log import outcome
from interpreter.position import PC, FieldEntry, HolderForm, Row, Vector
from interpreter.reference import first_position
from interpreter.table import CompiledGame, contents, written


def table_lines(table: CompiledGame) -> Iterator[str]:
    """Yield the lines that name the players, variants and options of a table."""
    yield f"    players {', '.join(table.flow.model.seats)}"
    if table.edition.variants:
        yield f"    with {', '.join(table.edition.variants)}"
    for name, value in table.edition.options.items():
        yield f"    option {name} = {value}"


def given_lines(table: CompiledGame, v: Vector) -> list[str]:
    """Return the statements of a `given` for everything in which a position differs from the start values.

    Every holder that changes is emptied before any other is filled, because pieces come from the supply or the box.
    """
    start = first_position(table.walker.performer)
    emptied, filled = list[str](), list[str]()
    for run in table.flow.layout.runs.values():
        for entry in range(len(run.base)):
            place = FieldEntry(run, entry)
            if v[place.slots] == start[place.slots] or (run.field.builtin and run.field.name != "round_number"):
                continue
            if isinstance(run.storage, HolderForm) and not _is_empty(start, place):
                emptied.append(f"set {_name(table, place)} to {NOTHING if run.form == SPACE else '{}'}")
            if not isinstance(run.storage, HolderForm) or not _is_empty(v, place):
                filled.append(_filled(table, v, place))
    return [*emptied, *filled, *_shuffled(table, v)]


NOTHING, SPACE = "none", "space"


def _name(table: CompiledGame, place: FieldEntry) -> str:
    """Return the name of an entry as a rulebook writes it."""
    named = place.written(table.flow.model.thing_name)
    return "round.number" if named == "round_number" else named


def _filled(table: CompiledGame, v: Vector, place: FieldEntry) -> str:
    """Return the statement that gives an entry its contents."""
    run, form, name = place.run, place.run.storage, _name(table, place)
    if not isinstance(form, HolderForm):
        return f"set {name} to {written(contents(v, run, place.entry))}"  # type: ignore[arg-type]
    pieces = {run.name(sort): number for sort, number in form.amounts(v, place).items() if number > 0}
    if run.form == SPACE and run.holds.fungible:
        return f"move {written(pieces)} from supply to {name}"
    if run.form == SPACE:
        return f"set {name} to {next(iter(pieces))}"
    return f"set {name} to {written(pieces if run.holds.fungible else list(pieces))}"


def _is_empty(v: Vector, place: FieldEntry) -> bool:
    return isinstance(place.run.storage, HolderForm) and place.run.storage.size(v, place) == 0


def _shuffled(table: CompiledGame, v: Vector) -> Iterator[str]:
    """Yield a line for each stack that play shuffles, so that its order is again unknown."""
    for of, run in table.flow.layout.runs.items():
        if not of.builtin and isinstance(of.type, model.Holder) and of.type.traits.shuffled:
            for entry, base in enumerate(run.base):
                if v[base + 1] < v[base]:  # the second slot counts the things whose place in the stack is known
                    yield f"shuffle {_name(table, FieldEntry(run, entry))}"


def step_lines(table: CompiledGame, v: Vector, steps: Iterable[tuple[int, Row]]) -> Iterator[str]:
    """Yield the lines of a `play` for steps from a position, which is left unchanged. The last step may fail.

    Args:
        steps: Seats and their moves; the seat of a chance outcome is -1. An outcome without alternative has no line.
    """
    here, before = v[:], None
    for seat, row in steps:
        if before is not None:
            _play(table, here, *before)
        before = seat, row
        if seat >= 0:
            yield str(table.notation.move(seat, row))
            continue
        node, outcomes = table.flow.nodes[here[PC]], table.asked(lambda engine: engine.chance(here))
        assert isinstance(node, ChanceNode)
        if len(outcomes) > 1:
            yield f"chance {node.label} = {written(outcome(table, node, row[0]))}"


def _play(table: CompiledGame, v: Vector, seat: int, row: Row) -> None:
    if seat >= 0:
        table.apply(v, seat, row)
    else:
        table.resolve(v, row[0])
