"""Creates mutants for mutation testing: rulebooks with one small mistake, such as a tired author might make.

The package returns every mutant of a declaration, with a description of the mistake. The user documentation calls
mutants *slips*. This package runs nothing; `interpreter.testing` plays the scenarios against each mutant.
"""

from dsl.mutations.mutants import AMENDMENT, Mutant, mutants

__all__ = ["AMENDMENT", "Mutant", "mutants"]
