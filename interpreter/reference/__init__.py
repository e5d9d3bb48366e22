"""The reference engine: runs a flowchart as it is declared.

In: a `Flow`, a position, a move or an outcome. Out: the position after it, the legal moves, scores. It is the
specification: short, slow, and what every faster engine is compared with. `legality` tests needs and costs, `perform`
carries out statements, `evaluate` works out expressions. Knows nothing of plans, seeds and secrets.
"""

from interpreter.flow import Env
from interpreter.reference.initial_position import first_position
from interpreter.reference.legality import Payment, kind_of, types_of
from interpreter.reference.perform import Stopped
from interpreter.reference.walker import Walker

__all__ = ["Env", "Payment", "Stopped", "Walker", "first_position", "kind_of", "types_of"]
