"""`draw RECORD`: the table where a record ends, or a game before its first move, as a picture or in words."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from mercatoria import State
from mercatoria.console import arguments, errors
from mercatoria.drawing import draw as drawing_of
from mercatoria.outline import outline
from mercatoria.storage import records, write_atomically
from mercatoria.svg import svg, whole_table

What = Annotated[
    str, typer.Argument(metavar="RECORD", help="A record or saved game; or a game, to be drawn before its first move.")
]


def draw(
    record: What,
    file: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="board.svg, or board.txt for words.")
    ] = None,
    seat: Annotated[
        str | None,
        typer.Option("--seat", metavar="SEAT", help="Who looks, by name or number from 0; else a spectator."),
    ] = None,
    only_map: Annotated[bool, typer.Option("--map", help="Only the map, without what lies beside it.")] = False,
    text: Annotated[bool, typer.Option("--text", help="In words instead of a picture.")] = False,
    upto: Annotated[int | None, typer.Option("--upto", help="Only the first so many entries of the record.")] = None,
    players: arguments.Players = None,
    seed: arguments.Seed = 0,
    game: Annotated[
        str | None, typer.Option("--game", metavar="GAME", help="The game of the record, if it is no shipped one.")
    ] = None,
    variant: arguments.Variants = None,
) -> int:
    """Draw the table of a game.

    As a picture (SVG), or in words for who cannot or will not look; only what the one who looks may see.
    """
    state = _state(record, game, variant, players, seed, upto)
    drawing = drawing_of(state, _seat(state, seat))
    if only_map and not drawing.places:
        raise errors.misuse(f"{drawing.title} has no map; without --map its whole table is drawn")
    in_words = text or (file is not None and file.suffix.casefold() in (".txt", ".md"))
    drawn = outline(drawing) if in_words else svg(drawing) if only_map else whole_table(drawing)
    if file is None:
        print(drawn, end="")
    else:
        write_atomically(file, drawn)
        print(f"written: {file}")
    return 0


def _state(
    record: str, game: str | None, variant: list[str] | None, players: int | None, seed: int, upto: int | None
) -> State:  # fmt: skip
    """The position that is drawn. Raises what loading and replaying raise."""
    if Path(record).is_file():
        data = records.read(Path(record))
        return records.replayed(records.game_of(data, game, variant or ()), data, upto)
    loaded = arguments.load(record, variant)
    return loaded.start(arguments.players_of(loaded, players), seed)


def _seat(state: State, name: str | None) -> int | None:
    """The seat that looks. Raises a misuse for a name or number that nobody has."""
    seats = state.table.flow.model.seats
    if name is None:
        return None
    found = [
        seat for seat, known in enumerate(seats) if name in (str(seat), known) or name.casefold() == known.casefold()
    ]
    if not found:
        raise errors.misuse(f"nobody called `{name}` plays; at the table are {', '.join(seats)}")
    return found[0]
