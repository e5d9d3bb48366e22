"""Tests of rules: scenarios, coverage, mutation testing, comparison of rule sets.

In: a game's folder. Out: which scenarios pass; which rules, branches and clauses they exercise (`rule_trace`); which
mutants no scenario notices; the first move at which one record goes differently under two rule sets. Knows nothing of
consoles.
"""

from interpreter.testing.coverage import coverage, read_clauses
from interpreter.testing.mutation_testing import NOTICED, REFUSED, Sights, Trial, slips_of
from interpreter.testing.rule_comparison import Comparison, Parting, compare
from interpreter.testing.scenario_writer import scenario_text
from interpreter.testing.scenarios import ScenarioResult, run_scenario

__all__ = [
    "NOTICED", "REFUSED", "Comparison", "Parting", "ScenarioResult", "Sights", "Trial", "compare", "coverage",
    "read_clauses", "run_scenario", "scenario_text", "slips_of",
]  # fmt: skip
