"""`graph GAME`: the course of a game as a drawing."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from mercatoria.cli import arguments as asking

if TYPE_CHECKING:
    from mercatoria import Game
    from mercatoria.graphs import Chart

Form = Literal["dot", "mermaid", "svg"]
What = Literal["phases", "triggers", "flow"]


def graph(
    game: asking.GameName,
    players: asking.Players = None,
    form: Annotated[Form, typer.Option("--format", "-f", help="For Graphviz, for Mermaid, or a picture.")] = "mermaid",
    of: Annotated[
        What, typer.Option("--of", help="Phases and decisions, what wakes triggers and ends, or every node.")
    ] = "phases",
    variant: asking.Variants = None,
    option: asking.Options = None,
    output: Annotated[Path | None, typer.Option("--output", "-O", help="Write it into a file.")] = None,
    as_json: asking.Json = False,
) -> int:
    """Draw the course of a game: set-up, round, phases, decisions and ends."""
    from mercatoria.console import output as shown
    from mercatoria.graphs import FORMATS
    from mercatoria.storage import write_atomically

    loaded = asking.load(game, variant, option)
    chart = chart_of(loaded, asking.players_of(loaded, players), of)
    if as_json:
        shown.as_json(_plain(chart))
        return 0
    text = FORMATS[form](chart)
    if output is None:
        print(text, end="")
    else:
        write_atomically(output, text)
        print(f"written: {output}")
    return 0


def chart_of(game: Game, players: int, what: What) -> Chart:
    from mercatoria.graphs import graph as outline

    flow = game.table(players, plain=True).flow
    if what == "flow":
        return outline.whole_flow(flow)
    return outline.phases(flow.model) if what == "phases" else outline.triggers(flow.model)


def _plain(chart: Chart) -> dict[str, object]:
    from dataclasses import asdict

    return asdict(chart)
