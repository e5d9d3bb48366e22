"""Forms that are written out in simpler ones, tree to tree.

In: declarations. Out: declarations without offers (each becomes a proposal and its answers) and without triggers
before or after a rule (each becomes part of that rule). Whatever runs later needs to know neither. Knows nothing of
names and types.
"""

from dsl.desugaring.offers import PROPOSER, spell_out_offers
from dsl.desugaring.triggers import anchors, weave_triggers

__all__ = ["PROPOSER", "anchors", "spell_out_offers", "weave_triggers"]
