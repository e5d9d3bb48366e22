"""Lowering: turns a checked model into a flowchart.

In: a checked model. Out: a `Flow` of numbered nodes, and a layout with slots for every local that must survive a pause.

Statements that can never wait stay whole. Decisions, chance, and everything that contains them become nodes. Triggers
and endings are tested wherever they could apply. This stage knows nothing about engines.
"""

from interpreter.lowering.lowering import lower

__all__ = ["lower"]
