"""Sphinx configuration of the documentation website, whose pages `build.py` gathers (see decision record 0013)."""

import re

import mercatoria
from mercatoria.highlight import RulesLexer

project = "Lex Mercatoria"
author = "the Lex Mercatoria authors"
copyright = author
release = mercatoria.__version__

extensions = ["myst_parser"]
root_doc = "index"
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 4
suppress_warnings = ["myst.header"]  # some generated pages skip heading levels
nitpick_ignore_regex = [("py:.*", ".*")]  # many types in signatures have no page

html_theme = "furo"
html_title = project
html_static_path = ["static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sourcelink = False
html_show_sphinx = False
html_use_index = False
html_domain_indices = False
pygments_style = "friendly"
pygments_dark_style = "github-dark"
highlight_language = "text"


def link_citations(app, page, template, context, doctree):
    """Turn citations of clauses in a game's rules into links."""
    clauses = f"{page.rpartition('/')[0]}/clauses"
    if "body" not in context or clauses not in app.env.found_docs:
        return
    target = app.builder.get_relative_uri(page, clauses)

    def linked(cites: re.Match[str]) -> str:
        return re.sub(r"[A-Z]{2,6}-[A-Z]?\d+", rf'<a href="{target}#\g<0>">\g<0></a>', cites[0])

    context["body"] = re.sub(r'<span class="cs">[^<]*</span>', linked, context["body"])


def setup(app):
    app.add_lexer("rules", RulesLexer)  # so that blocks of rules are highlighted even if the project is not installed
    app.connect("html-page-context", link_citations)
