"""Richer forms written out in simpler ones, tree to tree.

In: declarations. Out: declarations without offers (each becomes a proposal and its answers), without triggers before or
after a rule (each becomes part of that rule), and with its actions wherever a group of them is offered. `dsl.checking`
runs these rewrites once the variants are written in; the stage stands earlier because `dsl.amendments` asks it where a
rule can be added (`anchor_called`). Knows nothing of names and types.
"""

from dsl.desugaring.groups import spell_out_groups
from dsl.desugaring.offer_terms import PROPOSER
from dsl.desugaring.offers import spell_out_offers
from dsl.desugaring.triggers import anchor_called, anchors, inline_triggers

__all__ = ["PROPOSER", "anchor_called", "anchors", "inline_triggers", "spell_out_groups", "spell_out_offers"]
