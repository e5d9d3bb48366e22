"""Studies, which measure the effect of a rule by playing the same deals both with and without the rule.

The input is the rule sets to compare, the players, the number of games and an executor. The output is a file with one
line per deal, findings with confidence intervals, and a report.

- `rule_sets` and `question` define a study, and `inquiry` runs it.
- `deals` plays games, and `observed`, `rule_coverage` and `decision_values` measure them.
- `runner` stores deals and resumes a study on an executor of `mercatoria.simulation`.
- `rule_parts` finds the amendments of a variant, and `rule_use` and `number_use` observe their work in the traced
  games.
- `measures`, `precision` and `findings` compute the statistics, and `hits` compares the players whom a variant
  affects. `verdict` judges each variant by them, and `report` presents the result.
"""

from mercatoria.simulation import Bounded, Estimate, NoCluster, Unbounded, Workers, workers
from mercatoria.study.deals import Deal, Design, RuleSet, rotations
from mercatoria.study.findings import RISK, Findings, as_data, findings
from mercatoria.study.inquiry import AlreadyThere, Inquiry
from mercatoria.study.measures import ALONE, COURSE, USES_OF, Measure, action_measure, measures
from mercatoria.study.question import LineUp, Question, ladder
from mercatoria.study.report import (
    DETAILS,
    Report,
    Told,
    as_html,
    as_markdown,
    as_text,
    missing_libraries,
    report,
    verdicts_told,
)
from mercatoria.study.rule_sets import Compared, Comparison, DuplicateComparison, compared
from mercatoria.study.runner import NotThisStudy, Results
from mercatoria.study.study import Extent, study
from mercatoria.study.verdict import Judgement

__all__ = [
    "ALONE", "COURSE", "DETAILS", "RISK", "USES_OF", "AlreadyThere", "Bounded", "Compared", "Comparison", "Deal",
    "Design", "DuplicateComparison", "Estimate", "Extent", "Findings", "Inquiry", "Judgement", "LineUp", "Measure",
    "NoCluster", "NotThisStudy", "Question", "Report", "Results", "RuleSet", "Told", "Unbounded", "Workers",
    "action_measure", "as_data", "as_html", "as_markdown", "as_text", "compared", "findings", "ladder", "measures",
    "missing_libraries", "report", "rotations", "study", "verdicts_told", "workers",
]  # fmt: skip
