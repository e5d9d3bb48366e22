"""The command `serve`, which starts a web server for playing in a browser."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from dsl.diagnostics import RulebookError
from dsl.folder import read_folder
from dsl.locale import ENGLISH
from mercatoria.console import arguments, errors, output, seating
from mercatoria.players import PLAYERS

FILE = Path("mercatoria-tables.db")
HOW = "playing in the browser needs the extra `web`: pip install 'mercatoria[web]'"


def serve(
    game: Annotated[
        list[str] | None, typer.Argument(metavar="[GAME]…", help="Folders of games in addition to the shipped ones.")
    ] = None,
    host: Annotated[
        str, typer.Option("--host", metavar="ADDRESS", help="Address to listen on; 0.0.0.0 for the whole network.")
    ] = "127.0.0.1",
    port: Annotated[int, arguments.number("--port", min=0, max=65535, help="The port.")] = 8400,
    data: Annotated[Path, typer.Option("--data", metavar="FILE", help="File in which the tables are saved.")] = FILE,
    name: Annotated[
        list[str] | None,
        typer.Option("--name", metavar="NAME", help="A host name that browsers may use for this server. Repeatable."),
    ] = None,
    watch: Annotated[
        bool, typer.Option("--watch", help="When a file of a game is saved, play its open tables on under it.")
    ] = False,
    scenario: Annotated[
        str | None,
        typer.Option("--scenario", metavar="NAME", help="Begin a table at a scenario of GAME, and print its link.",
                     show_default=False),
    ] = None,
    language: arguments.Language = ENGLISH,
) -> int:
    """Play in the browser, with friends or bots.

    The server saves every decision in the table file, so you can stop it at any time and resume later.
    """
    folders = [_playable(each) for each in game or ()]
    if scenario is not None and len(folders) != 1:
        raise errors.misuse("--scenario needs one GAME whose scenario it names")
    try:
        from mercatoria import web  # imported late, because it needs the optional extra `web`
    except ModuleNotFoundError as fault:
        raise errors.misuse(HOW) from fault
    with web.listen(host, port) as listening:
        app = web.application(data, folders, {*web.own_names(), *map(str.casefold, name or ())},
                              language=language, watch=watch)  # fmt: skip
        link = web.table_at_scenario(app, folders[0], scenario) if scenario is not None else ""
        console = output.out()
        if not web.is_loopback(listening):
            console.print(web.CAUTION, markup=False, soft_wrap=True)
        at = web.address(listening)
        console.print(f"Serving at {at} (Ctrl-C stops the server; tables are saved in {data}).", markup=False,
                      soft_wrap=True)  # fmt: skip
        if link:
            console.print(f"Play on from the scenario at {at}{link}", markup=False, soft_wrap=True)
        seating.warn_of_slow(PLAYERS)  # all kinds of bot, because a player may choose any of them for a seat
        web.serve(app, listening)
    return 0


def _playable(folder: str) -> str:
    """Return the path of a game's folder after checking that its rulebook can be parsed.

    A missing folder raises a usage error. A faulty rulebook raises `RulebookError`.
    """
    place = arguments.place_of(folder)
    read = read_folder(place, folder, scenarios=False)
    if read.reading.errors or read.rulebook is None:
        raise RulebookError(read.check(1)[1].in_order())
    return str(place)
