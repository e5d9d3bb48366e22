"""Study reports that a game designer can read in two minutes.

`content` defines the data structure of a report. `summary` and `sections` fill the report with verdicts and findings,
which `verdict_words`, `rule_work`, `next_step` and `words` put into sentences. `html` and `markdown` render the report,
`plots` draws its figures as SVG, and `text_plots` draws points over time as text.
"""

from mercatoria.study.report.content import DETAILS, Chapter, Report, Studied, Told, Tracks
from mercatoria.study.report.html import as_fragment, as_html, missing_libraries
from mercatoria.study.report.markdown import as_markdown
from mercatoria.study.report.sections import report
from mercatoria.study.report.summary import summary, verdicts_told
from mercatoria.study.report.text_plots import as_text

__all__ = [
    "DETAILS", "Chapter", "Report", "Studied", "Told", "Tracks", "as_fragment", "as_html", "as_markdown", "as_text",
    "missing_libraries", "report", "summary", "verdicts_told",
]  # fmt: skip
