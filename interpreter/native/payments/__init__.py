"""Code generation for payments in which the player has a choice.

The emitted functions answer the questions of `interpreter.payments` and give the same answers.
"""
