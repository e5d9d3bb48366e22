"""Emits code for payments in which the player can choose how to pay.

The emitted functions enter a bill into its tables, and call the kernels of `interpreter.payments` for the answers.
"""
