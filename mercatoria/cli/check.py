"""`check PATH…`: the faults of rulebooks, boards, variants and scenarios.

A game is checked as it can be played: for every number of players, and with each variant alone (with those that it
requires). The same fault found at several tables is told once. What a single table looks like is `dsl.folder`'s.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from mercatoria.cli import arguments as asking
from mercatoria.console import errors

if TYPE_CHECKING:
    from dsl.diagnostics import Diagnostic, Sink
    from dsl.folder import GameFolder

Form = Literal["human", "line", "json"]

SCHEMA = "board.schema.json"


def check(
    paths: Annotated[
        list[str],
        typer.Argument(metavar="PATH…", help="A game's folder, a rulebook, a variant, or a shipped game."),
    ],
    form: Annotated[Form, typer.Option("--format", help="For people, one line each, or JSON.")] = "human",
    as_json: asking.Json = False,
    again: Annotated[bool, typer.Option("--watch", help="Check again whenever a file changes, until Ctrl-C.")] = False,
) -> int:
    """Examine rules and data; exit code 1 if there are errors."""
    form = "json" if as_json else form
    if not again:
        return _examine(paths, form)
    from mercatoria.console import watch

    return watch([_watched(path) for path in paths], lambda: _examine(paths, form))


def _watched(path: str) -> Path:
    """The folder in which a change may matter: that of the game, if there is one."""
    import mercatoria

    place = mercatoria.folder_of(path)
    if place.is_dir():
        return place
    return next((up for up in place.resolve().parents[:2] if (up / "rulebook.rules").is_file()), place.parent)


def _examine(paths: list[str], form: Form) -> int:
    """Checks once, and shows what is found."""
    from dsl.diagnostics import CATALOGUE
    from mercatoria.console import output as shown

    found: list[Diagnostic] = []
    examined = 0
    for path in paths:
        for sink in checked(path):
            examined += 1
            found += [fault for fault in sink.in_order() if fault not in found]
    if form == "json":
        shown.as_json([fault.as_data() for fault in found])
    elif form == "line":
        for fault in found:
            print(shown.one_line(fault))
    else:
        console = shown.out()
        shown.diagnostics(found, console)
        console.print(f"{shown.counted(examined, 'game')} examined: {shown.tally(found)}")
        if found and found[0].code in CATALOGUE:
            console.print(f"`mercatoria explain {found[0].code}` tells more about {found[0].code}")
    return int(any(fault.severity == "error" for fault in found))


def checked(path: str) -> Iterable[Sink]:
    """What is wrong with what a path means: one game, or all games in a folder."""
    import mercatoria
    from dsl.folder import read_folder

    place = mercatoria.folder_of(path)
    if not place.exists():
        known = ", ".join(mercatoria.shipped())
        raise errors.misuse(f"there is neither a file nor a shipped game `{path}`; shipped are {known}")
    if place.is_dir():
        folders = asking.folders_in(place)
        if not folders:
            raise errors.misuse(f"in `{path}` there is no rulebook.rules")
        for folder in folders:
            yield folder_faults(read_folder(folder, path if folder == place else str(folder)))
    else:
        yield file_faults(place, path)


def file_faults(file: Path, shown: str) -> Sink:
    """The faults of the game that one file belongs to; of a variant on its own, those with its base."""
    import mercatoria
    from dsl.ast import Rulebook, Variant
    from dsl.checking import of_type
    from dsl.diagnostics import Sink
    from dsl.folder import read_folder, read_source
    from dsl.syntax import parse

    home = next((up for up in file.resolve().parents[:2] if (up / "rulebook.rules").is_file()), None)
    if file.suffix != ".rules" and home is not None:
        return folder_faults(read_folder(home, _beside(shown, file, home)))
    sink = Sink()
    source = read_source(file, shown, sink)
    declarations = parse(source, sink) if source is not None else ()
    variants = of_type(declarations, Variant)
    if sink.errors or of_type(declarations, Rulebook) or not variants:
        return sink if sink.errors else folder_faults(read_folder(file, str(Path(shown).parent)))
    base = home or mercatoria.folder_of(variants[0].game.text)
    if not (base / "rulebook.rules").is_file():
        game = variants[0].game
        sink.add("E402", f"the rulebook `{game.text}` that this changes is not found", game.span,
                 hint="put the variant into the folder `variants` of its game")  # fmt: skip
        return sink
    folder = read_folder(base, _beside(shown, file, home) if home else variants[0].game.text)
    for variant in variants:
        folder.variants[variant.name.text] = variant
    return folder_faults(folder, [variant.name.text for variant in variants], sink)


def _beside(shown: str, file: Path, home: Path) -> str:
    """How a game's folder is called where one of its files was named."""
    steps = len(file.resolve().parent.relative_to(home).parts)
    return str(Path(shown).parents[steps]) if steps < len(Path(shown).parents) else str(home)


# ---------------------------------------------------------------- one folder


def folder_faults(folder: GameFolder, only: Iterable[str] | None = None, sink: Sink | None = None) -> Sink:
    """All faults of a game, at every table it can be played at; `only` some variants if asked so."""
    from dsl.diagnostics import Sink

    found = sink or Sink()
    book = folder.rulebook
    counts = range(book.least, min(book.most, 99) + 1) if book is not None else range(1, 2)
    if only is None:
        _only_sometimes([_table_faults(folder, players, (), found) for players in counts], found)
    if found.errors and only is None:
        return found  # a variant of a faulty rulebook would repeat its faults
    for name in folder.variants if only is None else only:
        before, own = list(found.found), Sink()
        tables = [_table_faults(folder, n, folder.with_required(name), own) for n in _counts_of(folder, name, counts)]
        _only_sometimes(tables, own)
        found.found = before + [fault for fault in own.found if not _known(fault, found)]
    if only is None:
        _clause_faults(folder, found)
        _picture_faults(folder, found)
        _schema_fault(folder, found)
    return found


def _table_faults(folder: GameFolder, players: int, names: Iterable[str], found: Sink) -> list[Diagnostic]:
    """Adds the faults of one table; all that it has, also those known from others."""
    checked, sink = folder.check(players, names)
    found.found += [fault for fault in sink.found if not _known(fault, found)]
    if checked is not None and checked.model is not None:
        _readiness(checked.model, found)
    return sink.found


SETTLED = ("W404", "W409", "W410", "W411")
"""Lints about conditions: what is settled for two players may be open for three."""


def _only_sometimes(tables: list[list[Diagnostic]], found: Sink) -> None:
    """Takes back what is settled at some tables only."""
    everywhere = [{(fault.code, str(fault.span)) for fault in table} for table in tables]
    found.found = [
        fault for fault in found.found
        if fault.code not in SETTLED or all((fault.code, str(fault.span)) in table for table in everywhere)
    ]  # fmt: skip


def _known(fault: Diagnostic, found: Sink) -> bool:
    return any(
        (fault.code, str(fault.span), fault.title) == (other.code, str(other.span), other.title)
        for other in found.found
    )


def _readiness(model: object, found: Sink) -> None:
    """What only shows when the rules are made ready for play."""
    from interpreter.flow import LayoutError
    from interpreter.lowering import lower

    try:
        lower(model)  # type: ignore[arg-type]
    except LayoutError as fault:
        found.add("E330", fault.message, fault.span, "here")


def _counts_of(folder: GameFolder, name: str, counts: range) -> list[int]:
    """The tables that a variant is for: all, unless it comes in by itself."""
    from dsl.amendments import applies

    variant = folder.variants[name]
    return [players for players in counts if applies(variant, players, {}) is not False]


def _clause_faults(folder: GameFolder, found: Sink) -> None:
    """The file of printed clauses, and citations of what it does not have. Which clauses no rule cites yet is told by
    `coverage`: whoever ports a game has many of them. Whether scenarios come out is the business of `test`."""
    from dsl.diagnostics import did_you_mean
    from interpreter.testing import coverage

    read = coverage(folder, [], found)
    for name, span in read.unknown:
        found.add("W511", f"there is no clause {name}", span, "not in clauses.yaml",
                  hint=did_you_mean(name, read.clauses))  # fmt: skip


def _picture_faults(folder: GameFolder, found: Sink) -> None:
    """The file that says how the game is drawn, read against the rules without variants."""
    from mercatoria.drawing import read_picture

    if folder.rulebook is None:
        return
    checked, _ = folder.check(folder.rulebook.most)
    if checked is not None and checked.model is not None:
        read_picture(folder, checked, found)


def _schema_fault(folder: GameFolder, found: Sink) -> None:
    """The schema beside a board serves editors; it must be the one that follows from the rulebook."""
    from dsl.board import derive_schema
    from dsl.source import Source, Span

    file = folder.path / SCHEMA
    if not file.is_file() or folder.board is None:
        return
    try:
        written = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        written = None
    if written != derive_schema(folder.declarations):
        place = Span(Source(f"{folder.shown}/{SCHEMA}", "{"), 0, 1)
        found.add("W203", f"`{SCHEMA}` does not follow from the rulebook any more", place, "written for older rules",
                  hint=f"`mercatoria schema {folder.shown} --write` writes it again")  # fmt: skip
