"""`serve`: the table in the browser."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from mercatoria.console import arguments, errors, output

FILE = Path("mercatoria-tables.db")
HOW = "the table in the browser needs the extra `web`: pip install 'mercatoria[web]'"


def serve(
    game: Annotated[
        list[str] | None, typer.Argument(metavar="[GAME]…", help="Folders of games beside the shipped ones.")
    ] = None,
    host: Annotated[
        str, typer.Option("--host", metavar="ADDRESS", help="Where it listens; 0.0.0.0: to the whole network.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help="The port.")] = 8400,
    data: Annotated[Path, typer.Option("--data", metavar="FILE", help="Where the tables are kept.")] = FILE,
) -> int:
    """Play in the browser, with friends or bots.

    Everything that was decided stands in the file of tables: stop the server whenever you like, and go on later.
    """
    folders = [str(arguments.place_of(each)) for each in game or ()]
    try:
        from mercatoria import web  # here, as its libraries are an extra
    except ModuleNotFoundError as fault:
        raise errors.misuse(HOW) from fault
    console = output.out()
    if not web.is_loopback(host):
        console.print(web.CAUTION, markup=False, soft_wrap=True)
    shown = "localhost" if web.is_loopback(host) else host
    console.print(f"The table stands at http://{shown}:{port} (Ctrl-C ends it; tables are kept in {data}).",
                  markup=False, soft_wrap=True)  # fmt: skip
    web.serve(data, folders, host, port)
    return 0
