"""Creates mutants for mutation testing: rulebooks with one small mistake, such as a tired author might make.

The package returns every mutant of a declaration, with a description of the mistake. The user documentation calls
mutants *slips*. This package runs nothing; `interpreter.testing` plays the scenarios against each mutant.

`misconceptions` is a separate list: the slips of learners, in both directions. Grading tries them on an answer.
"""

from dsl.mutations.misconceptions import Misconception, misconceptions
from dsl.mutations.mutants import AMENDMENT, Mutant, mutants

__all__ = ["AMENDMENT", "Misconception", "Mutant", "misconceptions", "mutants"]
