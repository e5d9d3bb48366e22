"""Computes payments in which the player has a choice.

The package decides whether a player can pay the costs of an action, and which pieces the player may give next. `bills`
defines bills and the values that an engine computes for them. `reckoning` decides what the player can pay. It uses
`debts` for pieces that can be exchanged for others, and `coins` for pieces given instead of coins. These modules are
kernels for all engines, and `payment_solver` calls them for the Python engines. This package reads only the slots of
holders and purses. It does not know the rules of a game.
"""

from interpreter.payments import bill_entries, bills, coins, debt_tables, reckoning, reckoning_tables
from interpreter.payments.payment_solver import PaymentSolver

__all__ = ["PaymentSolver", "bill_entries", "bills", "coins", "debt_tables", "reckoning", "reckoning_tables"]
