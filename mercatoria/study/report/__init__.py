"""Study reports that a game designer can read in two minutes.

`content` defines the data structure of a report. `summary` and `sections` fill the report with findings, which `words`
puts into sentences. `html` and `markdown` render the report, and `plots` draws its figures.
"""

from mercatoria.study.report.content import Chapter, Report, Studied
from mercatoria.study.report.html import as_fragment, as_html, missing_libraries
from mercatoria.study.report.markdown import as_markdown
from mercatoria.study.report.sections import report
from mercatoria.study.report.summary import summary, variant_summary

__all__ = [
    "Chapter", "Report", "Studied", "as_fragment", "as_html", "as_markdown", "missing_libraries", "report", "summary",
    "variant_summary",
]  # fmt: skip
