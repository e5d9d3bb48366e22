"""Code generation for payments in which the player has a choice.

The emitted functions answer the same questions as `interpreter.payments`, and give the same answers.
"""
