"""Turns faults into diagnostics of the language server protocol, and their fixes into quick fixes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from dsl.diagnostics import Diagnostic
from dsl.source import NOWHERE, Span
from mercatoria.editor.positions import Json, location, range_of, text_edit, uri_of
from mercatoria.editor.workspace import View

ERROR, WARNING = 1, 2
UNNECESSARY = 1
UNUSED = ("W401", "W402", "W403")
"""Codes of faults about text that can go, which editors show faded."""
QUICK_FIX = "quickfix"
PULL = "textDocument/diagnostic"
"""The request with which an editor asks for the faults of a file, instead of waiting for a notice."""


def diagnostics(faults: Sequence[Diagnostic], docs: str = "") -> list[Json]:
    """Return faults of one file as diagnostics of the protocol.

    Args:
        docs: The address of the documentation, with a page for each code; empty for no links.
    """
    return [_diagnostic(fault, docs) for fault in faults]


def pulled(view: View, params: Mapping[str, Json]) -> Json:
    """Return the faults of a file that are known now."""
    here = [fault for fault in view.game.faults(None) if Path(fault.span.source.path) == view.file]
    return {"kind": "full", "items": diagnostics(here, view.docs)}


def _diagnostic(fault: Diagnostic, docs: str) -> Mapping[str, Json]:
    told = [fault.title + (f": {fault.label}" if fault.label else "")]
    found: dict[str, Json] = {
        "range": range_of(fault.span),
        "severity": ERROR if fault.severity == "error" else WARNING,
        "code": fault.code,
        "source": "mercatoria",
        "message": "\n".join([*told, *([fault.hint] if fault.hint else [])]),
        "relatedInformation": [
            {"location": location(span), "message": label}
            for span, label in fault.related
            if span is not NOWHERE and Path(span.source.path).is_absolute()
        ],
        "data": {"fix": [_edit(span, text) for span, text in fault.fix]},
    }
    if fault.code in UNUSED:
        found["tags"] = [UNNECESSARY]
    if docs:
        found["codeDescription"] = {"href": f"{docs.rstrip('/')}/reference/faults.html#{fault.code.lower()}"}
    return found


def _edit(span: Span, text: str) -> Mapping[str, Json]:
    return {"uri": uri_of(Path(span.source.path)), **text_edit(span, text)}


def quick_fixes(view: View, params: Mapping[str, Json]) -> Sequence[Json]:
    """Return the fixes of the diagnostics at a place."""
    context = params["context"]
    found = context.get("diagnostics", ()) if isinstance(context, dict) else ()
    return [action for each in found for action in _actions(each)]


def _actions(diagnostic: Mapping[str, Json]) -> Iterator[Json]:
    """Yield the fix that the data of a diagnostic contains."""
    data = diagnostic.get("data")
    edits = data.get("fix") if isinstance(data, dict) else None
    if not isinstance(edits, list) or not edits:
        return
    changes: dict[str, list[Json]] = {}
    for edit in edits:
        changes.setdefault(edit["uri"], []).append({"range": edit["range"], "newText": edit["newText"]})
    words = " and ".join(f"`{edit['newText'].strip()}`" for edit in edits)
    yield {
        "title": f"Write {words}", "kind": QUICK_FIX, "diagnostics": [diagnostic], "isPreferred": True,
        "edit": {"changes": changes},
    }  # fmt: skip
