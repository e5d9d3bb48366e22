"""Why, why not, what if: answers about a position and its past.

In: a table, a position, its log, and who asks. Out: answers in levels, each step with the rule behind it. An answer
depends only on what the asker may see: `interpreter.trace` says what that is, and what a step did. `refusals` says why
a move is not allowed, `nearest_move` which one is allowed instead, `questions` answers `why`, `what_if` tries a move in
a copy, in which `suppositions` may have changed some facts; `trial_play` notes what a trial makes unknown. Changes
nothing.
"""

from interpreter.explain.answers import Answer, NoAnswer
from interpreter.explain.plain_language import PlainLanguage
from interpreter.explain.questions import Questions
from interpreter.explain.reasons import Explanation, Reason
from interpreter.explain.refusals import Refusal, explain_refusal, explain_to_other
from interpreter.explain.what_if import Trials

__all__ = [
    "Answer", "Explanation", "NoAnswer", "PlainLanguage", "Questions", "Reason", "Refusal", "Trials", "explain_refusal",
    "explain_to_other",
]  # fmt: skip
