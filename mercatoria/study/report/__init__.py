"""The report of a study, which a game designer reads in two minutes: findings → sentences and tables → a page.

`content` says what is told, as a value; `words` has the sentences, `html` and `markdown` write it down, `plots` draws.
"""

from mercatoria.study.report.content import Studied, report
from mercatoria.study.report.html import as_html, missing_libraries
from mercatoria.study.report.markdown import as_markdown

__all__ = ["Studied", "as_html", "as_markdown", "missing_libraries", "report"]
