"""The reference engine: runs a flowchart as it is declared.

In: a `Flow`, a position, a move or an outcome. Out: the position after it, the legal moves, scores. It is the
specification: short, slow, and what every faster engine is compared with. An `Evaluator` works out expressions, a
`Performer` carries out statements, `Legality` tests needs and costs; a `Walker` holds all three and goes from node to
node. An `Observer` is told what they do. Knows nothing of plans, seeds and secrets.
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
