"""The laboratory: what a rule does to a game, found by playing both ways with the same deals.

In: rule sets of one game, who sits at the table, how much is to be played, an executor. Out: deals as lines of a file,
findings with intervals, a report. `deals` plays, `observed` counts in one game, `running` keeps and goes on,
`executors` says where; `measures`, `intervals`, `precision` and `findings` are the statistics, `report` tells. Knows
nothing of command lines.
"""

from mercatoria.study.deals import Deal, Design, RuleSet
from mercatoria.study.executors import NoCluster, Workers, workers
from mercatoria.study.findings import Findings, as_data, findings
from mercatoria.study.report import Studied, as_html, as_markdown, missing_libraries, report
from mercatoria.study.running import NotThisStudy, Results
from mercatoria.study.study import Extent, study

__all__ = [
    "Deal", "Design", "Extent", "Findings", "NoCluster", "NotThisStudy", "Results", "RuleSet", "Studied", "Workers",
    "as_data", "as_html", "as_markdown", "findings", "missing_libraries", "report", "study", "workers",
]  # fmt: skip
