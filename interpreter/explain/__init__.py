"""Why, why not, what if: answers about a position and its past.

Input: a table, a position, its log, and an asker. Output: answers in levels, each step with the rule behind it. An
answer depends only on what the asker may see: `interpreter.trace` determines that, and the effects of each step.
`refusals` explains why a move is illegal, `nearest_move` finds a legal one instead, `questions` answers `why`,
`what_if` tries a move in a copy, in which `suppositions` may have changed some facts, and `trial_play` tracks what a
trial makes unknown. Nothing here changes a game.
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
