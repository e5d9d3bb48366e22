"""Costs that leave a choice: which costs of a bill can be paid, and which pieces may be given next.

`bills` describes the costs and their values. `payment_solver` answers the questions of a payment, with `matching`
(pieces that may replace others) and `coins` (sums of pieces of given worth). This package knows positions only by
address, and no rules.
"""

from interpreter.payments import bills, coins
from interpreter.payments.payment_solver import PaymentSolver

__all__ = ["PaymentSolver", "bills", "coins"]
