"""Answers to "why", "why not" and "what if" questions about a position and its history.

Each answer is computed for one asker from the table, the position and its log. An answer consists of findings in
levels, and each finding names the rule behind it. An answer depends only on information that the asker may see;
`interpreter.trace` determines what that is and which effects each step had.

`refusals` explains why a move is illegal, and `nearest_move` finds a similar legal move. `questions` answers questions
that begin with `why`. `what_if` tries a move in a copy of the position, in which `suppositions` may have changed some
facts; `trial_play` tracks which fields the trial makes unknown to the asker. Nothing in this package modifies the state
of a running game.
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
