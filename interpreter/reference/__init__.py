"""The reference engine, which runs a flowchart exactly as it is declared.

The engine takes a `Flow`, a position, and a move or an outcome. It returns the next position, the legal moves and the
scores. It is the specification: it is short and slow, and every faster engine must agree with it. An `Evaluator`
computes expressions, a `Performer` executes statements, and `Legality` tests requirements and costs. A `Walker`
combines these three parts and walks from node to node. All parts report to an `Observer`. This stage contains nothing
about plans, seeds or secrets.
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
