"""The reference engine, which executes a flowchart literally.

The engine takes a `Flow`, a position, and a move or chance outcome. The engine computes the next position, the legal
moves and the scores. The code is short and slow on purpose, because it serves as the specification that every faster
engine must match. An `Evaluator` computes expressions, with the help of `Domains` and `RuleValues`. A `Performer`
executes statements, and `Legality` tests moves. A `Walker` combines these classes and moves through the flowchart from
node to node. These classes report to an `Observer`. This package knows nothing about query plans, seeds or hidden
information.
"""

from interpreter.flow import Env
from interpreter.reference.evaluate import Evaluator
from interpreter.reference.initial_position import first_position
from interpreter.reference.legality import Legality, Payment, kind_of, types_of
from interpreter.reference.observer import UNOBSERVED, Observer, Operation, combined_observer
from interpreter.reference.perform import Performer, Stopped
from interpreter.reference.walker import Walker

__all__ = [
    "UNOBSERVED", "Env", "Evaluator", "Legality", "Observer", "Operation", "Payment", "Performer", "Stopped", "Walker",
    "combined_observer", "first_position", "kind_of", "types_of",
]  # fmt: skip
