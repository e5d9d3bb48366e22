"""Plan to Python: source text for one flow, and the engine that runs it.

In: a flow and what the optimizer makes of it. Out: `GeneratedEngine`, move for move and slot for slot the same as the
reference. Source is written by `writer`, calls only the closed list of functions in `runtime`, and keeps the author's
line for every line. Decides nothing about what is fast; that is the optimizer's.
"""

from interpreter.codegen.engine import GeneratedEngine

__all__ = ["GeneratedEngine"]
