"""The desugaring stage, which rewrites complex forms of declarations as simpler ones.

Its input and its output are declarations. In the output, each offer has become a proposal and its answers, each trigger
before or after a rule has been merged into that rule, and each group of actions has been replaced by its actions
wherever a rule offers it. `dsl.checking` runs these rewrites after the variants have been applied. The stage comes
before `dsl.amendments` in the order of imports, because `dsl.amendments` calls `anchor_called` to find where a
rule can be added. The desugaring stage resolves no names and no types.
"""

from dsl.desugaring.groups import spell_out_groups
from dsl.desugaring.offer_terms import PROPOSER
from dsl.desugaring.offers import spell_out_offers
from dsl.desugaring.triggers import anchor_called, anchors, inline_triggers

__all__ = ["PROPOSER", "anchor_called", "anchors", "inline_triggers", "spell_out_groups", "spell_out_offers"]
