"""Plan to Python: source text for one flow, and the engine that runs it.

In: a flow and what the optimizer makes of it. Out: `GeneratedEngine`, which agrees with the reference on every move
and every slot. `writer` collects the source and keeps the author's line for each of its lines; what is generated calls
only the closed list of functions in `runtime`. Decides nothing about what is fast: that is the optimizer's part.
"""

from interpreter.codegen.engine import GeneratedEngine

__all__ = ["GeneratedEngine"]
