"""Computes payments in which the player has a choice.

The package decides whether a player can pay the costs of an action, and which pieces the player may give next. `bills`
defines bills and the values that an engine computes for them. `payment_solver` decides what the player can pay. The
solver uses `debts` for pieces that can be exchanged for others, and `coins` for pieces given instead of coins. This
package reads only the slots of holders and purses. It does not know the rules of a game.
"""

from interpreter.payments import bills, coins, debt_tables, debts
from interpreter.payments.payment_solver import PaymentSolver

__all__ = ["PaymentSolver", "bills", "coins", "debt_tables", "debts"]
