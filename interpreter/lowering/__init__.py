"""Model to flowchart.

In: a checked model. Out: a `Flow`: nodes, numbered, and a layout with a slot for every local that lives across a
stop. Statements that cannot wait stay whole; decisions, chance and what contains them become nodes; triggers and
endings are woven in where they can wake. Knows nothing of engines.
"""

from interpreter.lowering.lowering import lower

__all__ = ["lower"]
