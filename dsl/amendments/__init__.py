"""The amendments stage, which applies variants to a rulebook.

Its input is the declarations of a rulebook and a set of variants. Its output is the effective declarations and the
origin of each change. It reports two variants that change the same thing (`conflicts`), and amendments of things that
do not exist. `effective` compares two effective rulebooks, rule by rule. This stage ignores types, because the checker
later checks the amended rulebook.
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
