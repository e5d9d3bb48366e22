"""Costs that leave a choice: what can be paid of a bill, and what can be given next.

`bills` says what is owed and how its values are read, `payment_solver` answers the questions that a settlement asks, by
way of `matching` (pieces that may be given in place of others) and `coins` (sums in pieces of given worth). Knows
positions by addresses only, and nothing of rules.
"""

from interpreter.payments import bills, coins
from interpreter.payments.payment_solver import PaymentSolver

__all__ = ["PaymentSolver", "bills", "coins"]
