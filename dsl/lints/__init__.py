"""The lints stage: warnings about text that is allowed but probably not intended.

Its input is a `Checked` rulebook without errors. Its output is warnings in a `Sink`, from one function for each lint,
run in order. The stage changes nothing, and no later stage needs it.
"""

from dsl.lints.lints import lint

__all__ = ["lint"]
