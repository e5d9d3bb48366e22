"""Repeats a step on the reference engine while a `StepTracer` observes it for each asker."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.log import CHANCE, LogEntry, take_fired
from interpreter.position import Vector, once
from interpreter.reference import Walker, combined_observer
from interpreter.table import CompiledGame
from interpreter.trace.step_trace import StepTrace
from interpreter.trace.step_tracer import StepTracer
from interpreter.trace.taint import open_branches


def retrace(table: CompiledGame, v: Vector, entry: LogEntry) -> None:
    """Repeat a log entry without tracing it.

    Raises `PlayFault` only if the original step raised it.
    """
    if entry.form == CHANCE:
        table.engine.resolve(v, entry.row[0])
    else:
        table.engine.apply(v, entry.seat, entry.row)
    take_fired(table, v)


def _open_branches(table: CompiledGame) -> frozenset[int]:
    return open_branches(table.flow)


def trace_step(table: CompiledGame, asker: int | None, entry: LogEntry, before: Vector) -> StepTrace:
    """Repeat a log entry and return the trace for an asker.

    Raises `PlayFault` only if the original step raised it.
    """
    (trace,) = _traced(*_watched(table, [StepTracer(table, asker)]), entry, before)
    return trace


def trace_changes(
    table: CompiledGame, askers: Sequence[int | None], entry: LogEntry, before: Vector
) -> list[StepTrace]:  # fmt: skip
    """Repeat a log entry and return a trace of its changes for each asker.

    These traces omit tested conditions, so the tracers need not evaluate conditions that read only open fields. Raises
    `PlayFault` only if the original step raised it.
    """
    walker, tracers = once(table, _watched_for_changes, tuple(askers))
    for tracer in tracers:
        tracer.forget()
    return _traced(walker, tracers, entry, before)


Watched = tuple[Walker, Sequence["StepTracer"]]
"""A walker and the tracers that observe it."""


def _watched(table: CompiledGame, tracers: Sequence[StepTracer]) -> Watched:
    return Walker(table.flow, combined_observer([tracer.observer for tracer in tracers])), tracers


def _watched_for_changes(table: CompiledGame, askers: tuple[int | None, ...]) -> Watched:
    """Return a walker and one tracer for each asker. The tracers do not evaluate conditions that read only open
    fields.
    """
    passes = once(table, _open_branches)
    return _watched(table, [StepTracer(table, asker, passes=passes) for asker in askers])


def _traced(walker: Walker, tracers: Sequence[StepTracer], entry: LogEntry, before: Vector) -> list[StepTrace]:
    v = before[:]
    for tracer in tracers:
        tracer.recall(v)
    if entry.form == CHANCE:
        walker.resolve(v, entry.row[0])
    else:
        for tracer in tracers:
            tracer.begin_choice(entry, v)
        walker.apply(v, entry.seat, entry.row)
    for tracer in tracers:
        tracer.finish(v)
    return [tracer.trace for tracer in tracers]
