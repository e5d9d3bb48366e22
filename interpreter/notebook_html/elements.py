"""HTML fragments that represent answers and positions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape


def together(*parts: str) -> str:
    """Join HTML fragments vertically."""
    return f"<div>{''.join(parts)}</div>"


def heading(text: str) -> str:
    return f"<p><strong>{_escaped(text)}</strong></p>"


def paragraph(text: str) -> str:
    return f"<p>{_escaped(text)}</p>"


def listed(lines: Iterable[str]) -> str:
    """Return lines of text as an HTML list, or an empty string if there are no lines."""
    items = "".join(f"<li>{_escaped(line)}</li>" for line in lines)
    return f"<ul>{items}</ul>" if items else ""


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return text cells as an HTML table. The first cell of each row is the row's header."""
    cells = "".join(f'<th scope="col">{_escaped(each)}</th>' for each in head)
    body = "".join(
        f'<tr><th scope="row">{_escaped(first)}</th>{"".join(f"<td>{_escaped(each)}</td>" for each in rest)}</tr>'
        for first, *rest in rows
    )
    return f"<table><thead><tr>{cells}</tr></thead><tbody>{body}</tbody></table>"


def disclosure(text: str, behind: Sequence[str], is_open: bool = False) -> str:
    """Return a line of text that unfolds to show the fragments `behind`, or a plain line if there are no fragments."""
    if not behind:
        return f"<div>{_escaped(text)}</div>"
    opened = " open" if is_open else ""
    inside = f'<div style="margin-left: 1.5em">{"".join(behind)}</div>'
    return f"<details{opened}><summary>{_escaped(text)}</summary>{inside}</details>"


def _escaped(text: str) -> str:
    return escape(text).replace("\n", "<br>")
