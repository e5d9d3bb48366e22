"""The lints stage, which warns about rules that are allowed but probably unintended.

The stage takes a `Checked` rulebook without errors. Each lint is a function that adds warnings to a `Sink`. The stage
leaves the model unchanged, and no later stage depends on it.
"""

from dsl.lints.lints import lint

__all__ = ["lint"]
