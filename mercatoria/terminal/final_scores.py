"""The end of a game: who won and why, line by line of the scoring, and what decided a tie."""

from __future__ import annotations

from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from mercatoria import PlayFault, State
from mercatoria.drawing import Picture


def show(state: State, picture: Picture, console: Console) -> None:
    """The result, with the points of each line."""
    seats = state.table.flow.model.seats
    endings = {ending.about.name: ending.about for ending in state.table.flow.endings}
    about = endings.get(state.ended_by)
    why = "a rule ended the game" if about is None else about.title or about.name
    cites = f" [{', '.join(about.cites)}]" if about is not None and about.cites else ""
    console.print()
    console.print(Text.assemble(("The game is over: ", "bold"), why, (cites, "bright_black")))
    console.print(_scores(state, picture))
    winners = [seats[seat] for seat in state.ranking[0]] if state.ranking else []
    if len(winners) == 1:
        console.print(Text(f"{winners[0]} wins.", "bold"))
    elif winners:
        console.print(Text(f"{', '.join(winners[:-1])} and {winners[-1]} share the win.", "bold"))
    for line in ties(state):
        console.print(line, markup=False, soft_wrap=True)


def lines_of(state: State) -> list[tuple[str, list[int]]]:
    """Each line of the scoring by its name, with the points of each seat."""
    model = state.table.flow.model
    var = model.score_var
    found = []
    for line in model.score:
        try:
            points = [
                state.table.walker.evaluator.value(line.value, state.vector, {var.uid: seat} if var is not None else {})
                for seat in range(model.players)
            ]
        except PlayFault:
            continue
        found.append((line.about.title or line.about.name.rpartition(".")[2].replace("_", " "), points))
    return found


def _scores(state: State, picture: Picture) -> Table:
    """A row for each seat in order of place."""
    seats, lines = state.table.flow.model.seats, lines_of(state)
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    table.add_column("place", justify="right")
    table.add_column("")
    for name, _ in lines:
        table.add_column(name, justify="right")
    table.add_column("points", justify="right", style="bold")
    place = 1
    for group in state.ranking:
        for seat in group:
            cells = [str(points[seat]) for _, points in lines]
            who = Text(seats[seat], f"bold {picture.colour(seat)}")
            table.add_row(f"{place}.", who, *cells, str(state.scores[seat]))
        place += len(group)
    return table


def ties(state: State) -> list[str]:
    """For neighbours in the ranking with equal points: by what they were told apart."""
    found = []
    for above, below in zip(state.ranking, state.ranking[1:], strict=False):
        one, other = above[0], below[0]
        if state.scores[one] == state.scores[other] and (told := _told_apart(state, one, other)):
            found.append(told)
    return found


def _told_apart(state: State, one: int, other: int) -> str:
    model = state.table.flow.model
    for key in model.ranking:
        values: list[Any] = []
        for seat in (one, other):
            try:
                env = {model.rank_var.uid: seat} if model.rank_var is not None else {}
                values.append(state.table.walker.evaluator.value(key.by, state.vector, env))
            except PlayFault:
                return ""
        if values[0] != values[1]:
            words = " ".join(key.by.span.text.split())
            most = "most" if key.most else "least"
            before = f"{model.seats[one]} is before {model.seats[other]}"
            return f"{before} by the {most} `{words}`: {values[0]} to {values[1]}."
    return ""
