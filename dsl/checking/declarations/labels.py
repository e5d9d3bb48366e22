"""Reads the labels of fields, and reports labels that do not suit their field."""

from __future__ import annotations

from dsl import ast, model
from dsl.diagnostics import Sink
from dsl.phrases import plural

FORMS = "/"
"""Sign between the singular and the plural of a noun."""


def label_of(decl: ast.Field, sink: Sink) -> model.Label | None:
    """Return the label of a field or fact, or None if it has no label or a faulty one."""
    label = decl.label
    if label is None:
        return None
    if decl.internal and label.span.source is decl.span.source:  # a translation may name what the log mentions
        sink.add("W424", f"`{decl.name.text}` has a label, but is never shown", label.span,
                 "`internal` hides the field from all players",
                 hint="leave out the label or `internal`")  # fmt: skip
    if decl.domain.form == "flag":
        return _of_flag(decl, label, sink)
    if label.negation is not None:
        sink.add("E334", f"`{decl.name.text}` is not a flag, so it has one label", label.span,
                 "these are the two labels of a flag",
                 hint='write one noun; a slash inside the quotes separates the plural, as in `"ox/oxen"`')  # fmt: skip
        return None
    one, slash, other = (part.strip() for part in label.words.partition(FORMS))
    if not one or (slash and not other) or FORMS in other:
        sink.add("E334", f"the label of `{decl.name.text}` is not a noun", label.span,
                 'write a noun such as `"coin"`, or its two forms, as in `"ox/oxen"`')  # fmt: skip
        return None
    return model.Label(one, other or plural(one))


def _of_flag(decl: ast.Field, label: ast.Label, sink: Sink) -> model.Label | None:
    words, negation = label.words.strip(), (label.negation or "").strip()
    if not words or not negation:
        sink.add("E334", f"the label of the flag `{decl.name.text}` needs two texts", label.span,
                 "one for a flag that is set, and one for a flag that is not",
                 hint='write both, as in `"has a ticket" / "has no ticket"`')  # fmt: skip
        return None
    return model.Label(words, negation)
