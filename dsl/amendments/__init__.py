"""Variants written into a rulebook.

In: the declarations of a rulebook and a set of variants. Out: the effective declarations, with the origin of each
change. There is a diagnostic where two variants change the same thing (`conflicts`), or where what they amend does not
exist. `effective` compares two such rulebooks, rule by rule. Knows nothing of types: the result is checked like any
rulebook.
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
