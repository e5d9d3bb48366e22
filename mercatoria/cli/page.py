"""The command `page OUT [GAME…]`, which writes a page with games and an editor that needs no server."""

from __future__ import annotations

import gzip
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from dsl.folder import RULEBOOK
from mercatoria import api
from mercatoria.console import arguments, errors, output
from mercatoria.highlight import CALLED, TYPES, VALUES, headings, keywords
from mercatoria.page import NotBuilt, PageGame, write_page
from mercatoria.page_table import NoModule

MOST_READ = 6
"""Compression level of a usual web server."""


def page(
    out: Annotated[Path, typer.Argument(metavar="OUT", help="Folder to write; its files are replaced.")],
    games: Annotated[
        list[str] | None,
        typer.Argument(metavar="[GAME…]", help="Games of the page; the first one opens. By default, all by length."),
    ] = None,
    players: arguments.Players = None,
    built: Annotated[
        Path | None, typer.Option("--built", metavar="DIR", help="What `make page` has built from npm: the editor.")
    ] = None,
    exercises: Annotated[
        Path | None, typer.Option("--exercises", metavar="DIR", help="Folder of exercises to offer.")
    ] = None,
    as_json: arguments.Json = False,
) -> int:
    """Write a page on which people play games and change their rules, without a server.

    The page consists of static files, and uses no network after it has loaded. Without --built, the page has no editor.
    """
    if out.exists() and not out.is_dir():
        raise errors.misuse(f"`{out}` is a file; name a folder")
    for folder in filter(None, (built, exercises)):
        if not folder.is_dir():
            raise errors.misuse(f"there is no folder `{folder}`")
    words = {"headings": headings(), "keywords": keywords(), "called": CALLED, "types": TYPES, "values": VALUES}
    chosen = [_game(name, players) for name in games or by_length(api.shipped())]
    try:
        written = write_page(out, chosen, {key: sorted(each) for key, each in words.items()}, built, exercises)
    except (NoModule, NotBuilt) as fault:
        raise errors.misuse(str(fault)) from fault
    packed = {name: len(gzip.compress((out / name).read_bytes(), MOST_READ)) for name in written.sizes}
    if as_json:
        output.as_json({"files": dict(written.sizes), "compressed": packed})
        return 0
    total = sum(packed.values())
    print(f"written: {out} ({len(packed)} files, {total / 1e6:.1f} MB when compressed)")
    if built is None:
        print("The page has no editor, because --built is missing; `make page` makes one.")
    if written.from_sources:
        print("Python starts slowly on this page, because node is not here to compile its files: apt install nodejs")
    return 0


def by_length(games: Sequence[str]) -> list[str]:
    """Return games in the order of the lengths of their rulebooks. Short rules load, and are understood, soonest."""
    return sorted(games, key=lambda game: (api.folder_of(game) / RULEBOOK).stat().st_size)


def _game(name: str, players: int | None) -> PageGame:
    loaded = arguments.load(name)
    return PageGame(loaded, api.folder_of(name), arguments.players_of(loaded, players), tuple(arguments.tables(loaded)))
