"""Emits code for payments in which the player can choose how to pay.

The emitted functions give the same answers as `interpreter.payments`, and call the same kernels for debts
and coins.
"""
