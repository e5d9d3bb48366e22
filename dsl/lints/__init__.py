"""What is allowed but most likely not meant.

In: a `Checked` rulebook without errors. Out: warnings in a `Sink`. One function for each lint, run in order. Changes
nothing, and no later stage needs it.
"""

from dsl.lints.lints import lint

__all__ = ["lint"]
