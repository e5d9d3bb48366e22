"""Explains a position and its history by answering "why", "why not" and "what if" questions.

This package computes each answer for one asker from the compiled game, the position and the log. An answer is a tree of
findings, and each finding names the rule that explains it. An answer uses only information that the asker may see.
`interpreter.trace` decides which information that is, and computes the effects of each step.

`refusals` explains why a move is illegal, and `nearest_move` finds a similar legal move. `questions` answers questions
that begin with `why`. `what_if` tries a move in a copy of the position, after `suppositions` has changed the facts that
the asker supposes. `plans` checks moves that a player plans for later, in turns that `supposed_turns` supposes.
`trial_play` tracks which fields become unknown to the asker during a trial. Nothing in this package modifies the state
of a running game.
"""

from interpreter.explain.answers import FAILS, HIDDEN, HOLDS, Answer, Finding, NoAnswer
from interpreter.explain.deciding_facts import DecidingFact, DecidingFacts, deciding_facts
from interpreter.explain.plans import FALLEN, POSSIBLE, UNCERTAIN, UNTESTED, PlanFinding, check_plan, possible_steps
from interpreter.explain.questions import Questions
from interpreter.explain.reasons import Explanation, Reason
from interpreter.explain.refusals import Refusal, can_you, explain_refusal, explain_to_other, you_can
from interpreter.explain.spoken_refusals import refusal_in_words
from interpreter.explain.supposed_turns import supposed_turns
from interpreter.explain.what_if import Trials

__all__ = [
    "FAILS", "FALLEN", "HIDDEN", "HOLDS", "POSSIBLE", "UNCERTAIN", "UNTESTED", "Answer", "DecidingFact",
    "DecidingFacts", "Explanation", "Finding", "NoAnswer", "PlanFinding", "Questions", "Reason", "Refusal", "Trials",
    "can_you", "check_plan", "deciding_facts", "explain_refusal", "explain_to_other", "possible_steps",
    "refusal_in_words", "supposed_turns", "you_can",
]  # fmt: skip
