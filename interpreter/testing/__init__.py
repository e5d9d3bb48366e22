"""Tests of rules: scenarios, coverage, mutation testing, comparison of rule sets.

Input: a game's folder. Output: scenario results, the rules, branches and clauses that they exercise (`rule_trace`),
undetected mutants, and the first move at which a record diverges under two rule sets. This stage knows nothing about
consoles.
"""

from interpreter.testing.coverage import Clause, coverage, read_clauses, unknown_citations
from interpreter.testing.mutation_testing import NOTICED, REFUSED, MutationTest, ScenarioCoverage, mutants_of
from interpreter.testing.rule_comparison import Comparison, Divergence, compare
from interpreter.testing.rule_trace import RuleTrace, declared_cites
from interpreter.testing.scenario_reading import scenario_faults
from interpreter.testing.scenario_writer import scenario_text
from interpreter.testing.scenarios import ScenarioResult, run_scenario

__all__ = [
    "NOTICED", "REFUSED", "Clause", "Comparison", "Divergence", "MutationTest", "RuleTrace", "ScenarioCoverage",
    "ScenarioResult", "compare", "coverage", "declared_cites", "mutants_of", "read_clauses", "run_scenario",
    "scenario_faults", "scenario_text", "unknown_citations",
]  # fmt: skip
