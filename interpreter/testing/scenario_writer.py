"""Converts a game in progress to a scenario that repeats its moves and checks the effects of the last moves.

The scenario plays the set-up with the game's seed, so that chance has the same outcomes. After the first move, a
separate line gives each chance outcome, unless chance had no alternative. The scenario states the new contents of every
field that the last moves changed. The scenario includes hidden fields, because a scenario's author knows the whole
position.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl import model
from interpreter.log import MOVE, LogEntry, entries
from interpreter.play import Playthrough, recorded_step
from interpreter.position import FieldLayout, HolderForm
from interpreter.table import contents, size_of, written
from interpreter.testing.given_writer import table_lines


def scenario_text(state: Playthrough, name: str, title: str, before: Playthrough) -> str:
    """Return a scenario that repeats a game, as text.

    Args:
        before: Earlier state of the game. The scenario checks what has changed since this state.
    """
    log = entries(state.last)
    first = next((at for at, entry in enumerate(log) if entry.form == MOVE), len(log))
    since = max(first, before.last.length if before.last is not None else 0)
    lines = [f'scenario {name} "{title}"', *_table(state)]
    for part in (log[first:since], log[since:]):
        played = [f"        {_played(state, entry)}" for entry in part if not entry.alone]
        lines += ["    play", *played] if played else []
    return "\n".join([*lines, "    expect", *(f"        {each}" for each in _expected(state, before)), ""])


def _table(state: Playthrough) -> Iterator[str]:
    yield from table_lines(state.table)
    yield "    from setup"
    yield f"    seed {state.seed}"


def _played(state: Playthrough, entry: LogEntry) -> str:
    if entry.form == MOVE:
        return str(state.table.notation.move(entry.seat, entry.row))
    recorded = recorded_step(state.table, entry)
    return f"chance {recorded['of']} = {written(recorded['chance'])}"


# ---------------------------------------------------------------- expectations


def _expected(state: Playthrough, before: Playthrough) -> list[str]:
    if state.is_over:
        places = [f"placed({_seat(state, seat)}) = {place}" for place, seat in _places(state)]
        return ["over", *([f"ended({state.ended_by})"] if state.ended_by else []), *places]
    changed = [line for run in state.table.flow.layout.runs.values() for line in _changes(state, before, run)]
    return [*changed, *(f"decides({_seat(state, seat)})" for seat in state.deciders)]


def _seat(state: Playthrough, seat: int) -> str:
    return state.table.flow.model.seats[seat]


def _places(state: Playthrough) -> Iterator[tuple[int, int]]:
    place = 1
    for seats in state.ranking:
        yield from ((place, seat) for seat in seats)
        place += 1


def _changes(state: Playthrough, before: Playthrough, run: FieldLayout) -> Iterator[str]:
    """Yield an expectation for each changed entry of a field."""
    if run.field.builtin:
        return
    flow = state.table.flow
    for entry, (owner, keys) in enumerate(run.combinations()):
        now, then = (contents(each.vector, run, entry) for each in (state, before))
        if now == then:
            continue
        field = _named(flow.model, run, owner, keys)
        form = run.storage if isinstance(run.storage, HolderForm) else None
        if form is not None and form.itemized:  # `=` compares no order
            yield f"{field}.size = {size_of(state.vector, run, entry)}"
        elif form is not None and isinstance(now, int):
            yield f"{field}.size = {now}"
        elif isinstance(now, bool):
            yield field if now else f"not {field}"
        elif now == {}:
            yield f"{field}.size = 0"
        else:
            yield f"{field} = {written(now)}"  # type: ignore[arg-type]


def _named(made: model.Model, run: FieldLayout, owner: int, keys: tuple[int, ...]) -> str:
    """Return a field entry's name as a rulebook writes it, such as `Red.store(Harbour)`."""
    of = run.field
    whose = f"{made.thing_name(of.kind, owner)}." if of.kind else ""
    named = [made.thing_name(kind, key) if kind else str(key) for key, kind in zip(keys, of.key_kinds, strict=True)]
    return f"{whose}{of.name}" + (f"({', '.join(named)})" if named else "")
