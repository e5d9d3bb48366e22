"""Model to flowchart.

In: a checked model. Out: a `Flow`: numbered nodes, and a layout with a slot for every local name that must survive a
stop. Statements that can never wait stay whole. Decisions, chance and whatever contains them become nodes. Triggers
and endings are tested where they could come due. Knows nothing of engines.
"""

from interpreter.lowering.lowering import lower

__all__ = ["lower"]
