"""Studies, which measure the effect of a rule by playing the same deals both with and without the rule.

The input is the rule sets to compare, the players, the number of games and an executor. The output is a file with one
line per deal, findings with confidence intervals, and a report.

- `rule_sets` and `question` define a study, and `inquiry` runs it.
- `deals` plays games, and `observed`, `rule_coverage` and `decision_values` measure them.
- `runner` stores deals and resumes a study on one of the `executors`.
- `measures`, `intervals`, `precision` and `findings` compute the statistics, and `report` presents them.
"""

from mercatoria.study.deals import Deal, Design, RuleSet
from mercatoria.study.executors import NoCluster, Workers, workers
from mercatoria.study.findings import Findings, as_data, findings
from mercatoria.study.inquiry import AlreadyThere, Inquiry
from mercatoria.study.question import LineUp, Question, ladder
from mercatoria.study.report import as_html, as_markdown, missing_libraries, report, variant_summary
from mercatoria.study.rule_sets import Compared, Comparison, DuplicateComparison, compared
from mercatoria.study.runner import NotThisStudy, Results
from mercatoria.study.study import Extent, study

__all__ = [
    "AlreadyThere", "Compared", "Comparison", "Deal", "Design", "DuplicateComparison", "Extent", "Findings", "Inquiry",
    "LineUp", "NoCluster", "NotThisStudy", "Question", "Results", "RuleSet", "Workers", "as_data", "as_html",
    "as_markdown", "compared", "findings", "ladder", "missing_libraries", "report", "study", "variant_summary",
    "workers",
]  # fmt: skip
