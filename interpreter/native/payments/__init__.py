"""Costs that leave a choice, as code: the questions of a payment, with the answers of `interpreter.payments`."""
