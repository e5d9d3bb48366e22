"""Warnings: what is allowed but probably not meant.

In: a `Checked` rulebook without errors. Out: warnings in a `Sink`, one function for each lint, run in order. Changes
nothing, and no later stage needs it.
"""

from dsl.lints.lints import lint

__all__ = ["lint"]
