"""The code generator: emits Python source for a flowchart, and runs that source.

The code generator takes a flowchart, which the optimizer turns into a program. It returns a `GeneratedEngine`, which
agrees with the reference engine on every move and every slot.

`module` assembles the source, and `writer` collects its lines and records the rule that each line comes from.
`expressions` emits terms, `loops` emits steps, `instructions` emits blocks, and `functions` emits the helper functions
that these parts call. `decisions`, `chance` and `control_flow` emit the nodes. Generated source can call only a fixed
list of functions: those of `runtime`, and those of `fallback`, which leave rare operations to the reference
interpreter.

The code generator reads only the program and does not optimise it, because the optimizer has already done so. If the
generation fails, `python_engine` warns and uses the reference engine.
"""

from interpreter.codegen.engine import GeneratedEngine
from interpreter.codegen.loop_budget import LoopBudget
from interpreter.codegen.making import python_engine

__all__ = ["GeneratedEngine", "LoopBudget", "python_engine"]
