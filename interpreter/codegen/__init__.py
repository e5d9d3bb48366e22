"""The code generator: emits Python source for a flowchart, and runs that source.

In: a flowchart, which the optimizer turns into a program. Out: a `GeneratedEngine`, which agrees with the reference
engine on every move and every slot.

`module` assembles the source, and `writer` collects its lines and the rule to which each line belongs. `expressions`
emits terms, `loops` steps, `instructions` blocks, and `functions` the helper functions that these parts call.
`decisions`, `chance` and `control_flow` emit the nodes. Generated source can call only the functions of `runtime`, a
closed list, and those of `fallback` for rare parts left to the reference interpreter.

This stage reads only the program and does not optimise, because the optimizer has already planned everything. If the
generation fails, `python_engine` warns and uses the reference engine.
"""

from interpreter.codegen.engine import GeneratedEngine
from interpreter.codegen.loop_budget import LoopBudget
from interpreter.codegen.making import python_engine

__all__ = ["GeneratedEngine", "LoopBudget", "python_engine"]
