"""What a step did, as far as an asker may know it.

In: a table, an entry of the log, the position before it, and who asks. Out: what the step tested and changed, and by
which rule. A `Perspective` looks at a position and notes whether something hidden was read (`visibility_at`).
`traced_steps` carries a step out again while a `StepTracer` watches; `taint` says beforehand where something hidden may
steer, with `control` (what depends on a branch) and `lookalikes` (waits that an asker cannot tell apart).
`EffectHistory` says which rule changed what, watched once for all who may know the same. It watches the reference
engine and changes nothing.
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
