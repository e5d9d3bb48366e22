"""Tests the claims of a rulebook in the positions that play reaches, and tells a broken claim as a short scenario.

A compiled game and a budget go in; an answer for each claim comes out. Small games are searched breadth first and
whole. Large games are explored at random, on the native engine where possible. `Breadth` searches any graph of
positions, also pairs of positions under two sets of rules. The stage uses the caller's clock, writes no files, and
prints nothing.
"""

from mercatoria.claims.breadth import Breadth, Tree
from mercatoria.claims.budget import Budget
from mercatoria.claims.shrinking import Short, Shrinking
from mercatoria.claims.steps import BY_CHANCE, GameTree, Step, is_possible, key_of, played
from mercatoria.claims.telling import FoundScenario, scenario_of
from mercatoria.claims.testing import RULES_WORK, Answer, ClaimTest, Verdict, Way

__all__ = [
    "BY_CHANCE", "RULES_WORK", "Answer", "Breadth", "Budget", "ClaimTest", "FoundScenario", "GameTree", "Short",
    "Shrinking", "Step", "Tree", "Verdict", "Way", "is_possible", "key_of", "played", "scenario_of",
]  # fmt: skip
