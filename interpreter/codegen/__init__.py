"""Code generator: Python source for a planned flow, and the engine that runs it.

In: a flow, which the optimizer turns into a program. Out: `GeneratedEngine`, which agrees with the reference engine on
every move and every slot. `module` assembles the writing parts: `writer` collects lines and the rule of each.
`expressions` prints terms, `loops` steps, `instructions` blocks, `functions` their helper functions. `decisions`,
`chance` and `control_flow` print the nodes. Generated source calls only the functions of `runtime`, a closed list, and
those of `fallback` for rare parts left to the reference interpreter. This stage does not optimise and reads only the
program; planning belongs to the optimizer. If generation fails, `python_engine` warns and uses the reference engine.
"""

from interpreter.codegen.engine import GeneratedEngine
from interpreter.codegen.loop_budget import LoopBudget
from interpreter.codegen.making import python_engine

__all__ = ["GeneratedEngine", "LoopBudget", "python_engine"]
