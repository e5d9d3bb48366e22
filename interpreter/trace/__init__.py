"""Effects of a step, as far as an asker may know them.

Input: a table, an entry of the log, the position before it, and an asker. Output: what the step tested and changed, and
by which rule. A `Perspective` evaluates a position and records whether it read something hidden (`visibility_at`).
`traced_steps` repeats a step while a `StepTracer` watches. `taint` computes in advance where hidden information may
affect play, with `control` (control dependence on branches) and `lookalikes` (waits that an asker cannot tell apart).
`EffectHistory` records which rule changed what, traced once for all askers with the same knowledge. This stage watches
the reference engine and changes nothing.
"""

from interpreter.trace.rule_effects import EffectHistory, FieldChange, RuleEffect, seen_change
from interpreter.trace.step_trace import StateChange, StepTrace, TestedCondition, quantities
from interpreter.trace.step_tracer import HiddenDependency, StepTracer
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

__all__ = [
    "NOTHING_WATCHED", "EffectHistory", "FieldChange", "HiddenDependency", "Perspective", "RuleEffect", "SeenValue",
    "StateChange", "StepTrace", "StepTracer", "TestedCondition", "Visibility", "WatchedLocals", "perspective_at",
    "quantities", "retrace", "seen_change", "slots_of", "trace_step", "visibility_at",
]  # fmt: skip
