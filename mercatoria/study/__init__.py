"""The laboratory: what a rule does to a game, found by playing both ways with the same deals.

In: rule sets of one game, who sits at the table, how much is to be played, an executor. Out: deals as lines of a file,
findings with intervals, a report. `rule_sets` and `question` say what is asked, `inquiry` answers it; `deals` plays,
`observed`, `rule_coverage` and `decision_values` look at one game, `runner` keeps and goes on, `executors` says where;
`measures`, `intervals`, `precision` and `findings` are the statistics, `report` tells. Knows nothing of command lines.
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
