"""Computes the effects of a step, as far as an asker may know them.

Each query takes a compiled game, a log entry, the position before it and an asker. The result shows which conditions
the step tested, which fields it changed, and which rules made the changes. A `Perspective` evaluates expressions and
records whether they read hidden information. `visibility_at` decides what is hidden. `traced_steps` repeats a step
while a `StepTracer` observes it.

`taint` determines statically where hidden information may affect play, using `control`, which finds the nodes that
depend on a branch. `hidden_picks` decides which choices come from something hidden, and `hidden_arguments` which
arguments of a move other players may not see. `lookalikes` finds nodes that look the same to an asker while play waits
at them. `EffectHistory` caches which rule changed which field, and traces a step only once for all askers with the same
knowledge of the step. This package observes the reference engine and changes nothing.
"""

from interpreter.trace.hidden_arguments import HiddenArgument, hidden_arguments, shown_pieces, still_hidden
from interpreter.trace.rule_effects import EffectHistory, FieldChange, RuleEffect, seen_change
from interpreter.trace.step_trace import FoundPlayer, StateChange, StepTrace, TestedCondition, quantities
from interpreter.trace.step_tracer import HiddenDependency, StepTracer
from interpreter.trace.surroundings import names_around, values_around
from interpreter.trace.taint import taint_at
from interpreter.trace.traced_steps import retrace, trace_step
from interpreter.trace.visibility import (
    NOTHING_WATCHED,
    Perspective,
    SeenValue,
    Visibility,
    WatchedLocals,
    perspective_at,
    slots_of,
    visibility_at,
)
from interpreter.trace.visible_reads import VisibleReads

__all__ = [
    "NOTHING_WATCHED", "EffectHistory", "FieldChange", "FoundPlayer", "HiddenArgument", "HiddenDependency",
    "Perspective", "RuleEffect", "SeenValue", "StateChange", "StepTrace", "StepTracer", "TestedCondition", "Visibility",
    "VisibleReads", "WatchedLocals", "hidden_arguments", "names_around", "perspective_at", "quantities", "retrace",
    "seen_change", "shown_pieces", "slots_of", "still_hidden", "taint_at", "trace_step", "values_around",
    "visibility_at",
]  # fmt: skip
