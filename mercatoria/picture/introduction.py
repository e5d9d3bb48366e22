"""Reads the entries of `picture.yaml` for newcomers: what the game is like, and which table suits a first game.

The front page reads them without compiling the rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from dsl.board import Datum, read_yaml
from dsl.diagnostics import Sink
from dsl.folder import GameFolder
from mercatoria.picture.file_checks import FileShapes, parts_of, text_of
from mercatoria.picture.file_keys import ABOUT, FIRST_GAME, SHAPE
from mercatoria.picture.picture import BOTS, EASY, FILE, HEAVIEST, LONGEST, About, FirstGame

TEXTS = "texts"
SAY, LUCK = "about.say", "about.luck"
"""Keys under which a file of words translates the texts of `about`."""


def introduction(folder: GameFolder) -> tuple[About, FirstGame]:
    """Return what the picture file of a game says to newcomers, in the language of the folder.

    Faulty entries are left out, because `mercatoria check` reports them.
    """
    file, shapes = folder.path / FILE, FileShapes(Sink(), frozenset())
    reader = folder.reader
    source = reader.source(file, f"{folder.shown}/{FILE}", shapes.sink, folder.path) if reader.exists(file) else None
    root = read_yaml(source, shapes.sink) if source is not None else None
    parts = shapes.group(root, SHAPE, ()) if root is not None else {}
    return about_in(parts, shapes, folder), first_game_in(parts, shapes, folder)


def about_in(parts: Mapping[str, Datum], shapes: FileShapes, folder: GameFolder) -> About:
    """Return what the file says about the game."""
    inside = shapes.group(parts["about"], ABOUT, ()) if "about" in parts else {}
    found = About(
        text_of(inside.get("say")), _minutes(inside.get("minutes"), shapes),
        shapes.number(inside.get("weight"), 1, HEAVIEST), text_of(inside.get("luck")),
    )  # fmt: skip
    if folder.words is None:
        return found
    own = folder.words.section(TEXTS)
    return replace(found, say=text_of(own.get(SAY)) or found.say, luck=text_of(own.get(LUCK)) or found.luck)


def first_game_in(parts: Mapping[str, Datum], shapes: FileShapes, folder: GameFolder) -> FirstGame:
    """Return the table of a first game."""
    inside = shapes.group(parts["first_game"], FIRST_GAME, ()) if "first_game" in parts else {}
    shapes.known(inside.get("bots"), BOTS, "bot")
    bots, variants = text_of(inside.get("bots")), shapes.listed(inside.get("variants"), folder.variants, "variant")
    book = folder.rulebook
    players = shapes.number(inside.get("players"), book.least, book.most) if book is not None else 0
    return FirstGame(
        players, bots if bots in BOTS else EASY, tuple(name for name in variants if name in folder.variants)
    )


def _minutes(datum: Datum | None, shapes: FileShapes) -> tuple[int, int]:
    """Return the shortest and the longest playing time, or zeros if the file does not say."""
    if datum is None:
        return 0, 0
    times = [shapes.number(part, 1, LONGEST) for part in parts_of(datum)]
    if 0 in times:
        return 0, 0
    if len(times) == 2 and times[0] <= times[1]:
        return times[0], times[1]
    shapes.sink.add("E233", "`minutes` must be the shortest and the longest playing time", datum.place)
    return 0, 0
