"""Prints the result of a game: the winner, the points by scoring rule, and the tie-breakers."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table
from rich.text import Text

from dsl.locale import Locale
from mercatoria import State
from mercatoria.drawing import FinalScores, TieBreak, final_scores
from mercatoria.picture import Picture


def show_final_scores(state: State, picture: Picture, console: Console) -> None:
    """Print the result of the game, with the points from each scoring rule."""
    seats, end = state.table.flow.model.seats, final_scores(state)
    cites = f" [{', '.join(end.cites)}]" if end.cites else ""
    console.print()
    said = state.table.locale
    console.print(Text.assemble((f"{said('game_is_over')}: ", "bold"), end.ending, (cites, "bright_black")))
    console.print(_scores(end, seats, picture, said))
    winners = [seats[seat] for seat in end.ranking[0]] if end.ranking else []
    if len(winners) == 1:
        console.print(Text(said("wins", player=winners[0]), "bold"))
    elif winners:
        console.print(Text(said("share_the_win", players=said.listed(winners)), "bold"))
    for tie in end.ties:
        console.print(tie_in_words(tie, seats, said), markup=False, soft_wrap=True)


def _scores(end: FinalScores, seats: tuple[str, ...], picture: Picture, said: Locale) -> Table:
    """Return a table with a row for each seat, best first."""
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    table.add_column(said("place"), justify="right")
    table.add_column("")
    for name, _ in end.lines:
        table.add_column(name, justify="right")
    table.add_column(said("points"), justify="right", style="bold")
    for place, seat in end.places():
        cells = [str(points[seat]) for _, points in end.lines]
        who = Text(seats[seat], f"bold {picture.colour(seat)}")
        table.add_row(f"{place}.", who, *cells, str(end.scores[seat]))
    return table


def tie_in_words(tie: TieBreak, seats: tuple[str, ...], said: Locale) -> str:
    """Explain how a tie-breaker ranked two players, as in `Red ranks before Blue: coins, 12 to 9 (the most wins).`"""
    better, worse = seats[tie.better], seats[tie.worse]
    one, other = tie.values
    return said("tie", better=better, worse=worse, most=tie.most, words=tie.words, one=one, other=other)
