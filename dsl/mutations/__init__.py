"""Mutants for mutation testing: a rulebook with one small thing wrong, as a tired author might write it.

In: a declaration. Out: each mutant of it, with words for what was changed. Users know mutants as *slips*. Nothing is
run here; `interpreter.testing` plays the scenarios against each.
"""

from dsl.mutations.mutants import AMENDMENT, Mutant, mutants

__all__ = ["AMENDMENT", "Mutant", "mutants"]
