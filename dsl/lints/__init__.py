"""The lints stage: warnings about text that is allowed but probably not intended.

Its input is a `Checked` rulebook without errors. Each lint is one function, which adds warnings to a `Sink`. The stage
changes nothing, and no later stage needs it.
"""

from dsl.lints.lints import lint

__all__ = ["lint"]
