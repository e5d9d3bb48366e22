"""Mutants for mutation testing: a rulebook with one small mistake, as a tired author might write it.

The input is a declaration. The output is each of its mutants, with a description of the change. The pages for users
call mutants *slips*. This package runs nothing; `interpreter.testing` plays the scenarios against each mutant.
"""

from dsl.mutations.mutants import AMENDMENT, Mutant, mutants

__all__ = ["AMENDMENT", "Mutant", "mutants"]
