"""Tests that each cell of the documentation notebook runs and produces the stored output.

The test runs the cells one after the other as Python code and needs no notebook server. The output of a cell is the
value of its last expression, as HTML if possible. `--update-golden` stores the new output in the notebook.
"""

from __future__ import annotations

import ast
import json
from pathlib import Path
from typing import Any

import pytest

import mercatoria

DOCS = Path(__file__).resolve().parents[2] / "docs"
NOTEBOOK = DOCS / "notebook.ipynb"
NOT_KEPT = "output-not-kept"
"""The tag of a cell that must run, but whose output is too long to store in the notebook."""


def shown(code: str, names: dict[str, Any]) -> dict[str, str]:
    """Return the output of a cell, keyed by media type. Return nothing if the last line is not an expression."""
    *lines, last = ast.parse(code).body
    if not isinstance(last, ast.Expr):
        lines, last = [*lines, last], ast.Expr(ast.Constant(None))
    exec(compile(ast.Module(lines, []), "cell", "exec"), names)
    value = eval(compile(ast.Expression(last.value), "cell", "eval"), names)
    if value is None:
        return {}
    told = {"text/plain": repr(value)}
    return {"text/html": value._repr_html_(), "text/plain": type(value).__name__} if _has_html(value) else told


def _has_html(value: object) -> bool:
    return hasattr(type(value), "_repr_html_")


@pytest.mark.slow
def test_its_cells_show_what_is_kept_below_them(monkeypatch: pytest.MonkeyPatch, pytestconfig: pytest.Config) -> None:
    for library in ("jinja2", "matplotlib"):
        pytest.importorskip(library, reason="the notebook shows a study: the extra `lab` is needed")
    monkeypatch.chdir(DOCS)
    page: dict[str, Any] = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
    names: dict[str, Any] = {}
    found = []
    for cell in page["cells"]:
        if cell["cell_type"] != "code":
            continue
        data = shown("".join(cell["source"]), names)
        kept = [] if NOT_KEPT in cell["metadata"].get("tags", []) else [
            {"output_type": "execute_result", "execution_count": None, "metadata": {},
             "data": {kind: text.splitlines(keepends=True) for kind, text in data.items()}}
        ]  # fmt: skip
        assert data, "each cell shows something"
        found.append((cell, kept))
    if pytestconfig.getoption("--update-golden"):
        for cell, kept in found:
            cell["outputs"] = kept
        NOTEBOOK.write_text(json.dumps(page, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    assert len(found) == 8
    assert [cell["outputs"] for cell, _ in found] == [kept for _, kept in found]


def test_notebook_output_is_escaped_and_keeps_secrets(tmp_path: Path) -> None:
    (tmp_path / "rulebook.rules").write_text(SHOP, encoding="utf-8")
    game = mercatoria.load(str(tmp_path))
    state = game.start(2, 1)
    html = state._repr_html_()
    assert "&lt;b&gt;A shop&lt;/b&gt;" in html and "<b>" not in html
    assert "&lt;b&gt;A shop&lt;/b&gt;" in game._repr_html_()
    assert "73" not in html and "73" in str(state.view(0))
    state.vector[:] = [74 if value == 73 else value for value in state.vector]
    assert state._repr_html_() == html
    refused = state.why_not("Seat2: buy", 1)
    assert refused is not None
    assert "it is Seat1’s turn to decide" in refused._repr_html_()


SHOP = """\
rulebook shop "<b>A shop</b>"
    players 2

each Player has
    savings: secret 0 to 99 = 73
    wares: 0 to 9 = 0

action buy "Buy"
    then
        raise you.wares by 1

round
    turn of player in Player
        player may buy

end soon of round when round.number = 3

scoring of p in Player
    wares: p.wares + p.savings
"""
