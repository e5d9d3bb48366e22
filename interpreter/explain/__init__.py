"""Why, why not, what if: answers about a position and its past.

In: a table, a position, its log, and who asks. Out: answers in levels, each step with the rule behind it. An answer
depends only on what the asker may see. `refusals` says why a move is not allowed, `nearest_move` which one is allowed
instead, `questions` answers `why`, `what_if` tries a move in a copy, in which `suppositions` may have changed some
facts. They watch the reference engine: `visibility` notes whether something hidden was read, `step_trace` what a step
tested and changed, `trial_play` what a trial makes unknown. `deeds` says which rule changed what in each step.
`perspective_at` is how one asker looks at positions. Changes nothing.
"""

from interpreter.explain.answers import Answer, NoAnswer
from interpreter.explain.deeds import Deed, Deeds, FieldChange
from interpreter.explain.questions import Questions
from interpreter.explain.reasons import Explanation, Reason
from interpreter.explain.refusals import Refusal, explain_refusal, explain_to_other
from interpreter.explain.spoken import Spoken
from interpreter.explain.visibility import Perspective, perspective_at, visibility_at
from interpreter.explain.what_if import Trials

__all__ = [
    "Answer", "Deed", "Deeds", "Explanation", "FieldChange", "NoAnswer", "Perspective", "Questions", "Reason",
    "Refusal", "Spoken", "Trials", "explain_refusal", "explain_to_other", "perspective_at", "visibility_at",
]  # fmt: skip
