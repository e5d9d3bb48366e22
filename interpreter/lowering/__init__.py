"""Lowering of the model to the flowchart.

Input: a checked model. Output: a `Flow` of numbered nodes, and a layout with a slot for every local that must survive a
stop. Statements that can never wait stay whole. Decisions, chance and everything that contains them become nodes.
Triggers and endings are tested wherever they could apply. This stage knows nothing about engines.
"""

from interpreter.lowering.lowering import lower

__all__ = ["lower"]
