"""Lowering: the stage that turns a checked model into a flowchart.

Input: a checked model. Output: a `Flow` of numbered nodes, and a layout with slots for every local whose value must be
kept while play waits.

Statements that can never wait are not split into nodes. Decisions, chance, and everything that contains them become
nodes. Triggers and endings are tested wherever they could apply. This stage does not depend on the engines.
"""

from interpreter.lowering.lowering import lower

__all__ = ["lower"]
