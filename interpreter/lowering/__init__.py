"""Lowering turns a checked model into a flowchart.

The result is a `Flow`, which contains numbered nodes and a memory layout. The layout has slots for every local variable
whose value must survive while play waits.

Consecutive statements that never wait share a node. Decisions, chance events, and the statements that contain them
become separate nodes. Lowering inserts tests of triggers and endings wherever they could apply. This package does not
depend on the engines.
"""

from interpreter.lowering.lowering import lower
from interpreter.lowering.outline import outlined

__all__ = ["lower", "outlined"]
