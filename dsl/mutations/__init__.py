"""Mutants for mutation testing: a rulebook with one small thing wrong, as a tired author writes it.

In: a declaration. Out: each mutant of it, with the words for what was changed. People know them as *slips*. Nothing
is tried here; `interpreter.testing` plays the scenarios under each.
"""

from dsl.mutations.mutants import AMENDMENT, Slip, slips

__all__ = ["AMENDMENT", "Slip", "slips"]
