"""Costs that leave a choice, as code: the questions of a settlement, as `interpreter.payments` answers them."""
