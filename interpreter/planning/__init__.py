"""Planning: expressions and choices of a flow, turned into terms and steps that a fast engine can carry out."""

from interpreter.planning.passes import PASSES, planned

__all__ = ["PASSES", "planned"]
