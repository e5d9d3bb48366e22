"""The command `mcp`, which serves an assistant in the model context protocol."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from mercatoria.console import errors

HOW = "the server for assistants needs the extra `desk`: pip install 'mercatoria[desk]'"


def mcp(
    folder: Annotated[
        Path | None,
        typer.Option("--folder", metavar="FOLDER", help="Folder with your games; only its games are read and written."),
    ] = None,
    read_only: Annotated[bool, typer.Option("--read-only", help="Write no files.")] = False,
) -> int:
    """Serve an assistant: check, explain, run scenarios, simulate.

    The assistant's program starts this command and talks to it over the standard input and output. Without `--folder`,
    the assistant can use only the shipped games.
    """
    try:
        from mercatoria.mcp import serve  # imported late, because it needs the optional extra `desk`
    except ModuleNotFoundError as fault:
        raise errors.misuse(HOW) from fault
    from mercatoria.assistance import Premises

    if folder is not None and not folder.is_dir():
        raise errors.misuse(f"there is no folder `{folder}`; create it, or name another one with --folder")
    serve(Premises(folder.resolve() if folder is not None else None, writes=not read_only))
    return 0
