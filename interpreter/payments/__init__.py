"""Payments in which the player has a choice.

The package computes which costs are payable and which pieces the player may give next. `bills` describes the costs and
their values. `payment_solver` answers the questions of a payment. It uses `matching` for pieces that may replace
others, and `coins` for sums of pieces of given worth. This package knows positions only by address, and knows no rules.
"""

from interpreter.payments import bills, coins
from interpreter.payments.payment_solver import PaymentSolver

__all__ = ["PaymentSolver", "bills", "coins"]
