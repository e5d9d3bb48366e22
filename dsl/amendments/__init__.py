"""The amendments stage, which applies variants to a rulebook.

The stage takes the declarations of a rulebook and a set of variants. The stage returns the amended declarations, and
records the variant that changed each rule. `conflicts` reports two variants that amend the same target. The stage also
reports amendments of unknown rules. `effective` compares two effective rulebooks, rule by rule. This stage ignores
types, because the checker checks the amended rulebook.
"""

from dsl.amendments.amending import amend
from dsl.amendments.conflicts import applies, combination_faults, plain_options, ruled_out
from dsl.amendments.context import Amended, Change
from dsl.amendments.effective import (
    Difference,
    EffectivePart,
    board_parts,
    differences,
    expanded,
    in_words,
    parts,
    place,
)

__all__ = [
    "Amended", "Change", "Difference", "EffectivePart", "amend", "applies", "board_parts", "combination_faults",
    "differences", "expanded", "in_words", "parts", "place", "plain_options", "ruled_out",
]  # fmt: skip
