"""Payments in which the player has a choice.

The package computes which costs are payable and which pieces the player may give next. `bills` describes the costs and
their values. `payment_solver` answers questions about a payment. It uses `matching` for pieces that may replace others,
and `coins` for the worth of pieces that replace coins. This package reads a position only at given addresses, and does
not depend on the rules of a game.
"""

from interpreter.payments import bills, coins
from interpreter.payments.payment_solver import PaymentSolver

__all__ = ["PaymentSolver", "bills", "coins"]
