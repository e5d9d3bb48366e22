"""Planned program to Python: source text for one flow, and the engine that runs it.

In: a flow, of which the optimizer makes a program. Out: `GeneratedEngine`, which agrees with the reference on every
move and every slot. `module` puts the parts together that write: `writer` collects the lines, and the rule that each
belongs to; `expressions` prints terms, `loops` steps, `instructions` blocks, `functions` what these call, `decisions`,
`chance` and `control_flow` the nodes. What is generated calls only the closed list of functions in `runtime`, and those
in `fallback` for what is left to the reference. Decides nothing about what is fast, and looks at nothing but the
program: planning is the optimizer's part.
`python_engine` falls back to the reference, after a warning, where that goes wrong.
"""

from interpreter.codegen.engine import GeneratedEngine
from interpreter.codegen.loop_budget import LoopBudget
from interpreter.codegen.making import python_engine

__all__ = ["GeneratedEngine", "LoopBudget", "python_engine"]
