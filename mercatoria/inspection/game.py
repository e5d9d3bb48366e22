"""Checks a whole game: its rules, for every player count and variant, and its other files.

The rules are checked for each player count, without variants and with each variant plus the variants that it requires.
An error that occurs in several combinations is listed once. `dsl.folder` checks each combination.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterable, Iterator, Sequence

from dsl.board import derive_schema
from dsl.checking import Checked
from dsl.diagnostics import Diagnostic, Sink, did_you_mean
from dsl.folder import (
    UNUSED,
    GameFolder,
    escapes_folder,
    languages_of,
    player_counts,
    translated_folder,
    unknown_languages,
)
from dsl.limits import MOST_CHECKING
from dsl.locale import ENGLISH
from dsl.model import Model, StateField
from dsl.source import NOWHERE, Source, Span
from dsl.syntax import count_words
from interpreter.flow import Flow
from interpreter.lowering import lower, outlined
from interpreter.optimizer import left_over, plan, suspects
from interpreter.play import broken_laws
from interpreter.position import WRITING, LayoutError, warn_of_failure
from interpreter.testing import OUTLINE, read_clauses, scenario_faults, unknown_citations
from mercatoria.picture import FILE, described, names_shown, read_picture, unshown
from mercatoria.static_scene import StaticScene

SCHEMA = "board.schema.json"
"""Name of the schema file next to a board file, from which editors learn the board's structure."""

SETTLED = ("W404", "W409", "W410", "W411")
"""Codes of the lints for conditions that are always true or always false.

A condition that is constant for two players may vary for three.
"""


def folder_faults(folder: GameFolder, only: Iterable[str] | None = None, sink: Sink | None = None) -> Sink:
    """Return all errors of a game, for every player count and variant.

    If `only` is given, the game is checked only with each of these variants. Errors are added to `sink`, which is also
    returned.
    """
    found = sink or Sink()
    deque(faults_of_folder(folder, only, found), maxlen=0)
    return found


def faults_of_folder(
    folder: GameFolder, only: Iterable[str] | None = None, sink: Sink | None = None
) -> Iterator[Sink]:  # fmt: skip
    """Check a game step by step, and yield all errors found so far after each step.

    The last step yields all errors of the game, for every player count and variant.
    """
    found = sink if sink is not None else Sink()
    counts = player_counts(folder)
    tables_left = MOST_CHECKING // max(1, _length(folder))
    if len(counts) > max(2, tables_left):
        _passed_over(folder, found)
        counts = counts[:2]
    suspected = set[object]()
    if only is None:
        tables = []
        for players in counts:
            tables.append(_table_faults(folder, players, (), found))
            yield found
        _only_sometimes(tables, found)
        yield from _slow_rules(folder, [(counts[-1], ())], suspected, found)
    if found.errors and only is None:
        yield found
        return  # a variant of a faulty rulebook would repeat the same errors
    tables_left -= len(counts)
    largest = list[tuple[int, Sequence[str]]]()
    for name in folder.variants if only is None else only:
        tables_left -= len(counts)
        if only is None and tables_left < 0:
            _passed_over(folder, found)
            break
        before, own = list(found.found), Sink()
        numbers = _counts_of(folder, name, counts)
        tables = []
        largest += [(players, folder.with_required(name)) for players in numbers[-1:]]
        for players in numbers:
            tables.append(_table_faults(folder, players, folder.with_required(name), own))
            yield found
        _only_sometimes(tables, own)
        found.found = before
        found.take_over(own)
        yield found
    if only is None:
        yield from faults_in_scenarios(folder, found)
    yield from _slow_rules(folder, largest, suspected, found)
    if only is None:
        yield from _other_faults(folder, found)
    yield found


def _slow_rules(
    folder: GameFolder, tables: Iterable[tuple[int, Sequence[str]]], known: set[object], found: Sink
) -> Iterator[Sink]:
    """Report the rules that only the reference interpreter can run, at tables that were checked before.

    Args:
        known: The suspected parts of the tables that were searched before. A table without further ones is not planned.
    """
    for players, names in tables:
        match folder.tables.get((OUTLINE, players, frozenset(names), frozenset())):
            case (Checked(model=Model() as model), Flow()):
                suspected = suspects(model)
                if not suspected <= known:
                    own = Sink()
                    _speed_faults(lower(model), own)
                    found.take_over(own)
                    yield found
                known |= suspected


def faults_in_scenarios(folder: GameFolder, found: Sink) -> Iterator[Sink]:
    """Check the names, sorts, seats and moves in scenarios without running them."""
    if not found.errors:  # otherwise each scenario would repeat the errors of a variant
        for scenario in folder.scenarios:
            found.take_over(Sink(list(scenario_faults(folder, scenario))))
            yield found


def _other_faults(folder: GameFolder, found: Sink) -> Iterator[Sink]:
    """Check the other files of a game."""
    for check in (clause_faults, _picture_faults, _schema_fault, _language_faults):
        check(folder, found)
        yield found


def _length(folder: GameFolder) -> int:
    """Return the number of words and symbols in a rulebook."""
    texts = dict.fromkeys(decl.span.source for decl in folder.declarations)
    return sum(count_words(source.text) for source in texts)


def _passed_over(folder: GameFolder, found: Sink) -> None:
    book = folder.rulebook
    place = book.name.span if book is not None else Span(Source(folder.shown, ""), 0, 0)
    title = "the rules are too long to be checked for every number of players and every variant"
    found.add("W018", title, place, "only the first combinations were checked")


def _table_faults(folder: GameFolder, players: int, names: Iterable[str], found: Sink) -> list[Diagnostic]:
    """Check the rules for one player count and add new errors to `found`; return all errors."""
    checked, sink = folder.check(players, names)
    found.take_over(sink)
    if checked is None or checked.model is None:
        return sink.found
    flow = _laid_out(checked.model, found)
    if flow is None:
        return sink.found
    if flow.model.laws:
        broken = broken_laws(flow, folder.boards_of(players, names, {}))
        found.found += [fault for fault in broken if fault not in found.found]
    key = (OUTLINE, players, frozenset(names), frozenset[object]())
    folder.tables.setdefault(key, (checked, flow))  # the checks of scenarios and of the picture reuse this table
    return sink.found


def _only_sometimes(tables: list[list[Diagnostic]], found: Sink) -> None:
    """Remove lints about conditions that are constant for some player counts but not for all."""
    everywhere = [{(fault.code, str(fault.span)) for fault in table if fault.code in SETTLED} for table in tables]
    found.found = [
        fault for fault in found.found
        if fault.code not in SETTLED or all((fault.code, str(fault.span)) in table for table in everywhere)
    ]  # fmt: skip


def _laid_out(model: Model, found: Sink) -> Flow | None:
    """Return the outline of the rules; if the position would be too large, report an error and return None."""
    try:
        return outlined(model)
    except LayoutError as fault:
        found.add("E330", fault.message, fault.span, "here")
        return None


def _speed_faults(flow: Flow, found: Sink) -> None:
    """Report the rules that only the reference interpreter can run."""
    try:
        places = left_over(plan(flow))
    except Exception as cause:  # noqa: BLE001 - the rules can be played, only not fast
        warn_of_failure("Python", WRITING, cause)
        return
    known = {(fault.code, str(fault.span)) for fault in found.found}
    for place in places:
        if ("W602", str(place.span)) not in known:
            label = "games and bots will run many times slower"
            found.add("W602", place.what, place.span, label, hint=place.wording)


def _counts_of(folder: GameFolder, name: str, counts: Sequence[int]) -> list[int]:
    """Return the player counts for which a variant can be used."""
    return [players for players in counts if not folder.not_for(players, folder.with_required(name))]


def clause_faults(folder: GameFolder, found: Sink) -> None:
    """Check the file of printed clauses, and report citations of clauses that do not exist.

    Only `coverage` lists uncited clauses, because an unfinished game has many of them.
    """
    clauses = read_clauses(folder, found)
    for name, span in unknown_citations(folder, clauses):
        found.add("W511", f"there is no clause {name}", span, "not in clauses.yaml",
                  hint=did_you_mean(name, clauses))  # fmt: skip


def _picture_faults(folder: GameFolder, found: Sink) -> None:
    """Check the picture file against the rules without variants, then against the fields that variants add."""
    if folder.rulebook is None:
        return
    most = folder.rulebook.most
    checked, _ = folder.check(most, lints=False)
    if checked is None or checked.model is None:
        return
    faults, shown = Sink(), set[str]()
    unseen = dict(_unshown(folder, checked, (most, frozenset()), faults, shown))
    found.take_over(faults)
    if faults.errors or not folder.reader.exists(folder.path / FILE):
        return
    counts = range(folder.rulebook.least, most + 1)
    for name in folder.variants:
        names = frozenset(folder.with_required(name))
        for players in _counts_of(folder, name, counts)[-1:]:
            match folder.tables.get((OUTLINE, players, names, frozenset())):  # a table that was checked earlier
                case (Checked() as varied, _):
                    unseen = dict(_unshown(folder, varied, (players, names), Sink(), shown)) | unseen
    found.found = [fault for fault in found.found if fault.code != UNUSED or fault.span.text not in shown]
    for whose, of in unseen.items():
        found.add("W242", f"`{whose}` is public, but `{FILE}` does not show it", of.span or NOWHERE,
                  "players cannot see it in the picture",
                  hint="add it to the picture, or list it under `hide:`")  # fmt: skip


def _unshown(
    folder: GameFolder, checked: Checked, table: tuple[int, frozenset[str]], faults: Sink, shown: set[str]
) -> Iterator[tuple[str, StateField]]:
    """Yield the public fields that the picture leaves out, each with its name in the rules.

    Add the names that the picture shows to `shown`.
    """
    if checked.model is None:
        return
    picture, (players, names) = read_picture(folder, checked, faults), table
    scene = StaticScene(checked.model, tuple(folder.boards_of(players, sorted(names), {})), {})
    shown |= names_shown(picture, checked.model, scene.placed)
    for of in unshown(picture, checked.model, scene.placed):
        yield f"{of.kind}.{of.name}" if of.kind else of.name, of


def _language_faults(folder: GameFolder, found: Sink) -> None:
    """Check the words of every language: their structure, their blanks, and whether each of them is still in use."""
    unknown_languages(folder, found)
    book = folder.rulebook
    for language in languages_of(folder):
        if language == ENGLISH or book is None:
            continue
        other = translated_folder(folder, language).with_texts(described(folder))
        found.take_over(other.faults)
        found.take_over(other.stale)
        if other.faults.errors:
            continue
        path, own = other.words.source.path, Sink()
        for name in ("", *folder.variants):
            names = folder.with_required(name) if name else []
            for players in _counts_of(folder, name, range(book.least, book.most + 1))[-1:]:
                checked, faults = other.folder.check(players, names, lints=False)
                own.take_over(faults)
                if checked is not None and not name:
                    read_picture(other.folder, checked, own)
        found.take_over(Sink([fault for fault in own.found if fault.span.source.path == path]))
        if missing := other.missing:
            place = Span(other.words.source, 0, min(1, len(other.words.source.text)))
            title = f"{len(missing)} {'text has' if len(missing) == 1 else 'texts have'} no words in this language"
            found.add("W252", title, place, f"the first one is `{missing[0].key}`",
                      hint=f"`mercatoria words {folder.shown} --language {language}` adds them")  # fmt: skip


def _schema_fault(folder: GameFolder, found: Sink) -> None:
    """Check that the board's schema file, which editors use, still matches the rulebook."""
    file = folder.path / SCHEMA
    if not file.is_file() or folder.board is None:
        return
    try:
        written = None if escapes_folder(file, folder.path) else json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        written = None
    if written != derive_schema(folder.declarations, folder.board.grids):
        place = Span(Source(f"{folder.shown}/{SCHEMA}", "{"), 0, 1)
        found.add("W203", f"`{SCHEMA}` is out of date", place, "this file was generated from older rules",
                  hint=f"`mercatoria schema {folder.shown} --write` updates it")  # fmt: skip
