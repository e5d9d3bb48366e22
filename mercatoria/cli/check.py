"""The command `check PATH…`, which finds errors in rulebooks, boards, variants and scenarios."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from dsl.diagnostics import CATALOGUE, Diagnostic, Sink
from dsl.shipped import folder_of
from mercatoria.check_cache import fingerprint_of
from mercatoria.console import arguments, errors, output, watch

if TYPE_CHECKING:
    from mercatoria.editor import Desks

Form = Literal["human", "line", "json"]

RARELY = 100_000, 50, 100
"""Thresholds of the garbage collector, which would otherwise take a quarter of the time to scan objects in use."""


def check(
    paths: Annotated[
        list[str],
        typer.Argument(
            metavar="PATH…", help="A game's folder, a rulebook, a variant, a shipped game, or GAME+VARIANT.",
        ),
    ],
    form: Annotated[
        Form, typer.Option("--format", help="Output format: text for people, one line per error, or JSON.")
    ] = "human",
    as_json: arguments.Json = False,
    again: Annotated[bool, typer.Option("--watch", help="Check again whenever a file changes, until Ctrl-C.")] = False,
    no_cache: Annotated[
        bool, typer.Option("--no-cache", envvar="MERCATORIA_NO_CACHE", help="Forget the outcomes of earlier checks.")
    ] = False,
) -> int:
    """Find errors in rules and data.

    The exit code is 1 if there are errors, but not if there are only warnings.
    """
    gc.set_threshold(*RARELY)
    form = "json" if as_json else form
    with errors.warnings_counted() as warned:
        examination = Examination(form, warned, uses_cache=not no_cache and not again)
        if not again:
            return examination.of(paths)
        places = [_watched(each) for path in paths for each in _with_variants(path)]
        return watch(places, lambda: examination.of(paths))


def _with_variants(path: str) -> list[str]:
    """Return the parts of `GAME+variant+variant`, or only the path if it exists or has no plus sign."""
    return [path] if folder_of(path).exists() else path.split("+")


def _watched(path: str) -> Path:
    from mercatoria.editor import home_of

    place = folder_of(path)
    return place if place.is_dir() else home_of(place) or place.parent


@dataclass(slots=True)
class Examination:
    """The checks of one command.

    Attributes:
        warned: The warnings of Python so far. A game does not count as faultless if an engine failed.
        uses_cache: True to skip games that an earlier run found faultless and that have not changed since.
        desks: The games that were read, once there is one.
    """

    form: Form
    warned: list[Warning | str]
    uses_cache: bool
    desks: Desks | None = None

    def of(self, paths: list[str]) -> int:
        """Check all games, print the outcome, and return the exit code."""
        faults: list[Diagnostic] = []
        games = 0
        for path in paths:
            for sink in self._faults_of(path):
                games += 1
                faults += sink.in_order()
        if self.form == "json":
            output.as_json([fault.as_data() for fault in faults])
        elif self.form == "line":
            for fault in faults:
                print(output.one_line(fault))
        else:
            console = output.out()
            output.diagnostics(faults, console)
            console.print(f"{output.counted(games, 'game')} examined: {output.tally(faults)}")
            if faults and faults[0].code in CATALOGUE:
                console.print(f"`mercatoria explain {faults[0].code}` tells more about {faults[0].code}")
        return int(any(fault.severity == "error" for fault in faults))

    def _faults_of(self, path: str) -> Iterator[Sink]:
        """Yield the diagnostics for a file, for each game in a folder, or for a game with its variants."""
        path, *variants = _with_variants(path)
        place = arguments.place_of(path)
        if variants:
            yield self._desks().variant_faults(place, path, variants)
            return
        if not place.is_dir():
            yield self._desks().file_faults(place, path)
            return
        folders = arguments.folders_in(place)
        if not folders:
            raise errors.misuse(f"there is no rulebook.rules in `{path}`")
        for folder in folders:
            yield self._folder_faults(folder, path if folder == place else str(folder))

    def _folder_faults(self, folder: Path, shown: str) -> Sink:
        """Return the diagnostics for a game. Check only what changed since a check without any."""
        fingerprint = fingerprint_of(folder) if self.uses_cache else None
        faultless = fingerprint.faultless_scenarios() if fingerprint is not None else None
        if fingerprint is not None and faultless is not None and len(faultless) == len(fingerprint.scenarios):
            return Sink()
        found = None
        if faultless is not None:
            from mercatoria.inspection import changed_scenario_faults

            found = changed_scenario_faults(folder, shown, faultless)
        if found is None:
            found = self._desks().folder_faults(folder, shown)
        if fingerprint is not None and not found.found and not self.warned and fingerprint_of(folder) == fingerprint:
            fingerprint.keep()  # no file changed during the check
        return found

    def _desks(self) -> Desks:
        if self.desks is None:
            from mercatoria.editor import Desks  # a faultless game needs neither the language nor the engines

            self.desks = Desks()
        return self.desks
