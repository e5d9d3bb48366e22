"""The desugaring stage, which rewrites complex forms of declarations as simpler ones.

The stage takes declarations and returns declarations. The stage turns each offer into a proposal and its answers,
merges triggers into rules, lets draws refill their decks, makes a rule of the closing lines of an end, writes ways of
paying into their actions, makes exceptions of the cases of a value, and replaces groups of actions with their members.
`dsl.checking` runs this stage on the amended rulebook. `dsl.amendments` imports the stage too, because `anchor_called`
finds the place for an added rule. This stage resolves neither names nor types.
"""

from dsl.desugaring.desugaring import Desugaring
from dsl.desugaring.endings import closing_rule
from dsl.desugaring.kept import Kept
from dsl.desugaring.offer_terms import PROPOSER, renamed
from dsl.desugaring.triggers import anchor_called, anchors

__all__ = [
    "PROPOSER", "Desugaring", "Kept", "anchor_called", "anchors", "closing_rule", "renamed",
]  # fmt: skip
