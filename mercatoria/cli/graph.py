"""The command `graph GAME`, which draws the phases of a game as a graph."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Literal

import typer

from mercatoria import Game
from mercatoria.console import arguments, output
from mercatoria.graphs import FORMATS, Graph, flowchart, phases, triggers
from mercatoria.storage import write_atomically

Form = Literal["dot", "mermaid", "svg"]
What = Literal["phases", "triggers", "flow"]


def graph(
    game: arguments.GameName,
    players: arguments.Players = None,
    form: Annotated[
        Form, typer.Option("--format", "-f", help="Output format: Graphviz, Mermaid or a picture.")
    ] = "mermaid",
    of: Annotated[
        What,
        typer.Option(
            "--of", help="Contents of the graph: phases and decisions, causes of triggers and game ends, or every node."
        ),
    ] = "phases",
    variant: arguments.Variants = None,
    option: arguments.Options = None,
    file: Annotated[
        Path | None, typer.Option("--output", "-O", metavar="FILE", help="Write the graph to this file.")
    ] = None,
    as_json: arguments.Json = False,
) -> int:
    """Draw the phases of a game.

    The graph shows the set-up, the phases, their decisions and the ways the game can end. The format is Graphviz,
    Mermaid or SVG.
    """
    loaded = arguments.load(game, variant, option)
    drawn = _graph_of(loaded, arguments.players_of(loaded, players), of)
    if as_json:
        output.as_json(asdict(drawn))
        return 0
    text = FORMATS[form](drawn)
    if file is None:
        print(text, end="")
    else:
        write_atomically(file, text)
        print(f"written: {file}")
    return 0


def _graph_of(game: Game, players: int, what: What) -> Graph:
    flow = game.table(players, plain=True).flow
    if what == "flow":
        return flowchart(flow)
    return phases(flow.model) if what == "phases" else triggers(flow.model)
