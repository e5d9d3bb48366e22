"""Tests rulebooks: runs scenarios, measures coverage, tests mutants, and compares rule sets.

For a game's folder, the package computes scenario results, and the rules, branches and clauses that the scenarios
exercise. The package also finds mutants that no scenario detects, and the first move at which a record diverges under
two rule sets. It prints nothing.
"""

from interpreter.testing.branches import NEED, branches_of
from interpreter.testing.coverage import Clause, coverage, read_clauses, read_rulings, unknown_citations
from interpreter.testing.given_writer import given_lines, step_lines, table_lines
from interpreter.testing.mutation_testing import NOTICED, REFUSED, MutationTest, ScenarioCoverage, mutants_of
from interpreter.testing.rule_comparison import Comparison, Divergence, compare
from interpreter.testing.rule_trace import RuleTrace, declared_cites
from interpreter.testing.scenario_beginning import at_scenario, changed_since, load_at_scenario, written_scenario
from interpreter.testing.scenario_reading import read_scenario, scenario_faults
from interpreter.testing.scenario_start import OUTLINE, ScenarioTable, checked_table
from interpreter.testing.scenario_writer import scenario_text
from interpreter.testing.scenarios import ScenarioResult, run_scenario

__all__ = [
    "NEED", "NOTICED", "OUTLINE", "REFUSED", "Clause", "Comparison", "Divergence", "MutationTest", "RuleTrace",
    "ScenarioCoverage", "ScenarioResult", "ScenarioTable", "at_scenario", "branches_of", "changed_since",
    "checked_table", "compare", "coverage", "declared_cites", "given_lines", "load_at_scenario", "mutants_of",
    "read_clauses", "read_rulings", "read_scenario", "run_scenario", "scenario_faults", "scenario_text", "step_lines",
    "table_lines", "unknown_citations", "written_scenario",
]  # fmt: skip
