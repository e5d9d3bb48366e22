"""Prints the result of a game: the winner, the points by scoring rule, and the tie-breakers."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table
from rich.text import Text

from interpreter.table import listed
from mercatoria import State
from mercatoria.drawing import FinalScores, TieBreak, final_scores
from mercatoria.picture import Picture


def show_final_scores(state: State, picture: Picture, console: Console) -> None:
    """Print the result of the game, with the points from each scoring rule."""
    seats, end = state.table.flow.model.seats, final_scores(state)
    cites = f" [{', '.join(end.cites)}]" if end.cites else ""
    console.print()
    console.print(Text.assemble(("The game is over: ", "bold"), end.ending, (cites, "bright_black")))
    console.print(_scores(end, seats, picture))
    winners = [seats[seat] for seat in end.ranking[0]] if end.ranking else []
    if len(winners) == 1:
        console.print(Text(f"{winners[0]} wins.", "bold"))
    elif winners:
        console.print(Text(f"{listed(winners)} share the win.", "bold"))
    for tie in end.ties:
        console.print(tie_in_words(tie, seats), markup=False, soft_wrap=True)


def _scores(end: FinalScores, seats: tuple[str, ...], picture: Picture) -> Table:
    """Return a table with a row for each seat, best first."""
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    table.add_column("place", justify="right")
    table.add_column("")
    for name, _ in end.lines:
        table.add_column(name, justify="right")
    table.add_column("points", justify="right", style="bold")
    for place, seat in end.places():
        cells = [str(points[seat]) for _, points in end.lines]
        who = Text(seats[seat], f"bold {picture.colour(seat)}")
        table.add_row(f"{place}.", who, *cells, str(end.scores[seat]))
    return table


def tie_in_words(tie: TieBreak, seats: tuple[str, ...]) -> str:
    """Explain how a tie-breaker ranked two players, as in `Red ranks before Blue by the most `p.purse`: 12 to 9.`"""
    most = "most" if tie.most else "least"
    before = f"{seats[tie.better]} ranks before {seats[tie.worse]}"
    return f"{before} by the {most} `{tie.words}`: {tie.values[0]} to {tie.values[1]}."
