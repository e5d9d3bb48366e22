"""Why, why not, what if: answers about a position and its past.

In: a table, a position, its log, and who asks. Out: answers in levels, each step with the rule behind it, and
everything in them a function of what the asker sees. `refusals` says why a move is not allowed, `nearest_move` what is
allowed instead; `questions` answers `why`, `what_if` tries a move in a copy; `visibility` is the eye of the asker.
Changes nothing.
"""

from interpreter.explain.answers import Answer, NoAnswer
from interpreter.explain.questions import Questions
from interpreter.explain.refusals import Explanation, Reason, Refusal, explain_refusal, explain_to_other
from interpreter.explain.visibility import Onlooker
from interpreter.explain.what_if import Trials

__all__ = [
    "Answer", "Explanation", "NoAnswer", "Onlooker", "Questions", "Reason", "Refusal", "Trials", "explain_refusal",
    "explain_to_other",
]  # fmt: skip
