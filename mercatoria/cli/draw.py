"""The command `draw RECORD`, which draws the table as an SVG picture or describes it as text.

The command shows the last position of a recorded game, or the first position of a new game.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from dsl.locale import ENGLISH
from mercatoria import State
from mercatoria.console import arguments, errors
from mercatoria.drawing import draw as drawing_of
from mercatoria.outline import outline
from mercatoria.storage import records, write_atomically
from mercatoria.svg import layout_note, svg, whole_table

PICTURES, WORDS = (".svg",), (".txt", ".md")
"""File name extensions for pictures and for text files."""

What = Annotated[
    str,
    typer.Argument(metavar="RECORD", help="A record, a saved game, or a game in its starting position."),
]


def draw(
    record: What,
    file: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="Output file, such as board.svg, or board.txt for text."),
    ] = None,
    seat: Annotated[
        str | None,
        typer.Option(
            "--seat", metavar="SEAT", help="Draw what this seat sees (name or number from 0). Default: a spectator."
        ),
    ] = None,
    only_map: Annotated[bool, typer.Option("--map", help="Only the map, without the side panels.")] = False,
    text: Annotated[bool, typer.Option("--text", help="Text instead of a picture.")] = False,
    upto: Annotated[int | None, arguments.number("--upto", help="Stop after N entries of the record.")] = None,
    players: arguments.Players = None,
    seed: arguments.Seed = 0,
    game: Annotated[
        str | None,
        typer.Option("--game", metavar="GAME", help="Folder of the recorded game, if it is not a shipped game."),
    ] = None,
    variant: arguments.Variants = None,
    language: arguments.Language = ENGLISH,
) -> int:
    """Draw the table of a game.

    Write an SVG picture, or text for screen readers. The output shows only what the chosen seat may see.
    """
    in_words = _in_words(file, text)
    state = _state(record, game, variant, players, seed, upto).in_language(language)
    drawing = drawing_of(state, _seat(state, seat))
    if only_map and not drawing.places:
        raise errors.misuse(f"{drawing.title} has no map; leave out --map to draw the whole table")
    drawn = outline(drawing) if in_words else svg(drawing) if only_map else whole_table(drawing)
    if not in_words and (note := layout_note(drawing)):
        errors.say(note)
    if file is None:
        print(drawn, end="")
    else:
        write_atomically(file, drawn)
        print(f"written: {file}")
    return 0


def _in_words(file: Path | None, text: bool) -> bool:
    """Return True if the command must write text instead of a picture. An unsuitable file name extension raises a usage
    error.
    """
    form = file.suffix.casefold() if file is not None else ""
    if form and form not in (WORDS if text else (*PICTURES, *WORDS)):
        forms = f"the name of a text file must end in {' or '.join(WORDS)}"
        raise errors.misuse(f"{forms if text else f'the name of a picture must end in .svg, {forms}'}, not in `{form}`")
    return text or form in WORDS


def _state(
    record: str, game: str | None, variant: list[str] | None, players: int | None, seed: int, upto: int | None
) -> State:  # fmt: skip
    """Load the position to draw from a record, or start a new game.

    Conflicting options raise a usage error.
    """
    if Path(record).is_file():
        data = records.read(Path(record))
        if players is not None:
            raise errors.misuse("--players applies only to a game; a record has its own number of players")
        return records.replayed(records.of_person(data, game, variant), data, upto)
    if Path(record).suffix == ".json":
        raise errors.misuse(f"there is no file `{record}`")
    if upto is not None or game is not None:
        raise errors.misuse(f"--upto and --game apply only to a record; `{record}` is a game")
    loaded = arguments.load(record, variant)
    return loaded.start(arguments.players_of(loaded, players), seed)


def _seat(state: State, name: str | None) -> int | None:
    """Return the index of the seat named by `--seat`, or None for a spectator. An unknown name or number raises a usage
    error.
    """
    seats = state.table.flow.model.seats
    if name is None:
        return None
    found = [
        seat for seat, known in enumerate(seats) if name in (str(seat), known) or name.casefold() == known.casefold()
    ]
    if not found:
        raise errors.misuse(f"there is no player `{name}`; the players are {', '.join(seats)}")
    return found[0]
