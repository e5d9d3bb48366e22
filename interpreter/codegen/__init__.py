"""Generates Python source code for a flowchart and runs it.

`GeneratedEngine` takes a flowchart, has the optimizer turn it into a program, and generates Python code for this
program. The generated engine computes the same moves and slots as the reference interpreter.

- `module` assembles the source code. `writer` collects source lines and the rule behind each line.
- `expressions` emits terms, `loops` emits search steps, and `instructions` emits blocks. `functions` emits the helper
  functions that terms call.
- `decisions`, `chance` and `control_flow` emit the nodes.
- `linked_functions` looks up the generated functions, which `engine` calls.

Generated code can call only the functions in `runtime`, `holder_changes` and `fallback`. The `fallback` functions
delegate rare operations to the reference interpreter.

If code generation fails, `python_engine` issues a warning and returns the reference interpreter.
"""

from interpreter.codegen.engine import GeneratedEngine
from interpreter.codegen.loop_budget import LoopBudget
from interpreter.codegen.making import python_engine

__all__ = ["GeneratedEngine", "LoopBudget", "python_engine"]
