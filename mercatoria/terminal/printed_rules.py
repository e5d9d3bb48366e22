"""The `rules` command, which prints the clauses of the printed rules that apply now, and rulings about them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from dsl.diagnostics import Sink
from interpreter.table import called, one_line, titled
from mercatoria import State

if TYPE_CHECKING:
    from interpreter.testing import Clause


def show(state: State, seat: int, everything: bool, console: Console) -> None:
    """Print the clauses that apply to the current phase and to the seat's legal actions, then the rulings.

    If `everything` is False, print only rulings that cite one of these clauses.
    """
    from interpreter.testing import read_clauses

    clauses = read_clauses(state.edition.folder, Sink())
    model = state.table.flow.model
    view = state.view(seat)
    cites = list(view["cites"])
    console.print(Text(view["phase_title"] or titled(view["phase"]), "bold"))
    _clauses(cites, clauses, console)
    for name in dict.fromkeys(move.action for move in state.moves(seat)):
        action = model.actions.get(name)
        if action is None:
            continue
        abouts = [action.about, *(need.about for need in action.needs), *(cost.about for cost in action.costs)]
        named = [cite for about in abouts for cite in about.cites]
        fresh = [cite for cite in dict.fromkeys(named) if cite not in cites]
        cites += fresh
        console.print(Text(f"{called(action.about)}  ({name})", "bold"))
        _clauses(fresh, clauses, console)
    for ruling in model.rulings:
        if everything or set(ruling.about.cites) & set(cites):
            console.print(Text(f"Ruling: {ruling.question} {ruling.value}", "bold"))
            console.print(Padding(Text(f"{ruling.because} [{', '.join(ruling.about.cites)}]"), (0, 0, 0, 2)))
    if not clauses:
        console.print(Text("This game has no list of printed clauses; read its rulebook instead.", "bright_black"))


def _clauses(cites: list[str], clauses: Mapping[str, Clause], console: Console) -> None:
    for cite in cites:
        if cite in clauses:
            rule = one_line(clauses[cite].rule)
            console.print(Padding(Text.assemble((f"{cite} ", "cyan"), rule), (0, 0, 0, 2)))
