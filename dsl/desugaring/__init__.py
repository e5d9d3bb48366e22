"""The desugaring stage, which rewrites complex forms of declarations as simpler ones.

The stage takes declarations and returns declarations. The stage turns each offer into a proposal and its answers,
merges triggers into rules, lets draws refill their decks, makes a rule of the closing lines of an end, writes ways of
paying into their actions, makes exceptions of the cases of a value, and replaces groups of actions with their members.
`dsl.checking` runs this stage on the amended rulebook. `dsl.amendments` imports the stage too, because `anchor_called`
finds the place for an added rule. This stage resolves neither names nor types.
"""

from dsl.desugaring.cases import spell_out_cases
from dsl.desugaring.decks import refill_decks
from dsl.desugaring.endings import closing_rule, spell_out_endings
from dsl.desugaring.groups import spell_out_groups
from dsl.desugaring.offer_terms import PROPOSER, renamed
from dsl.desugaring.offers import spell_out_offers
from dsl.desugaring.payments import spell_out_payments
from dsl.desugaring.triggers import anchor_called, anchors, inline_triggers

__all__ = [
    "PROPOSER", "anchor_called", "anchors", "closing_rule", "inline_triggers", "refill_decks", "renamed",
    "spell_out_cases", "spell_out_endings", "spell_out_groups", "spell_out_offers", "spell_out_payments",
]  # fmt: skip
