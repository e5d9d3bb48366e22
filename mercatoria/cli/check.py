"""The command `check PATH…`, which finds errors in rulebooks, boards, variants and scenarios."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Literal

import typer

import mercatoria
from dsl.diagnostics import CATALOGUE, Diagnostic, Sink
from mercatoria.console import arguments, errors, output, watch
from mercatoria.editor import Desks, home_of

Form = Literal["human", "line", "json"]

RARELY = 100_000, 50, 100
"""Thresholds of the garbage collector, which would otherwise take a quarter of the time to scan objects in use."""


def check(
    paths: Annotated[
        list[str],
        typer.Argument(metavar="PATH…", help="A game's folder, a rulebook, a variant, or a shipped game."),
    ],
    form: Annotated[
        Form, typer.Option("--format", help="Output format: text for people, one line per error, or JSON.")
    ] = "human",
    as_json: arguments.Json = False,
    again: Annotated[bool, typer.Option("--watch", help="Check again whenever a file changes, until Ctrl-C.")] = False,
) -> int:
    """Find errors in rules and data.

    The exit code is 1 if there are errors, but not if there are only warnings.
    """
    gc.set_threshold(*RARELY)
    form, desks = "json" if as_json else form, Desks()
    if not again:
        return _examine(paths, form, desks)
    return watch([_watched(path) for path in paths], lambda: _examine(paths, form, desks))


def _watched(path: str) -> Path:
    place = mercatoria.folder_of(path)
    return place if place.is_dir() else home_of(place) or place.parent


def _examine(paths: list[str], form: Form, desks: Desks) -> int:
    faults: list[Diagnostic] = []
    games = 0
    for path in paths:
        for sink in _faults_of(path, desks):
            games += 1
            faults += sink.in_order()
    if form == "json":
        output.as_json([fault.as_data() for fault in faults])
    elif form == "line":
        for fault in faults:
            print(output.one_line(fault))
    else:
        console = output.out()
        output.diagnostics(faults, console)
        console.print(f"{output.counted(games, 'game')} examined: {output.tally(faults)}")
        if faults and faults[0].code in CATALOGUE:
            console.print(f"`mercatoria explain {faults[0].code}` tells more about {faults[0].code}")
    return int(any(fault.severity == "error" for fault in faults))


def _faults_of(path: str, desks: Desks) -> Iterator[Sink]:
    """Yield the diagnostics for a single file, or for each game in a folder."""
    place = arguments.place_of(path)
    if not place.is_dir():
        yield desks.file_faults(place, path)
        return
    folders = arguments.folders_in(place)
    if not folders:
        raise errors.misuse(f"there is no rulebook.rules in `{path}`")
    for folder in folders:
        yield desks.folder_faults(folder, path if folder == place else str(folder))
