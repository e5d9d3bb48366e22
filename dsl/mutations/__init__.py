"""Mutants for mutation testing: rulebooks with one small mistake each, as a tired author might write them.

The input is a declaration. The output is each of its mutants, with a description of the change. The user documentation
calls mutants *slips*. This package runs nothing; `interpreter.testing` plays the scenarios against each mutant.
"""

from dsl.mutations.mutants import AMENDMENT, Mutant, mutants

__all__ = ["AMENDMENT", "Mutant", "mutants"]
