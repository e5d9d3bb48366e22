"""The command `fmt PATH…`, which formats rule files."""

from __future__ import annotations

import difflib
from pathlib import Path
from typing import Annotated

import typer

import mercatoria
from dsl.diagnostics import Diagnostic, Sink
from dsl.folder import read_source
from dsl.printing import formatted as canonical
from mercatoria.console import arguments, errors, output
from mercatoria.storage import write_atomically


def fmt(
    paths: Annotated[
        list[str],
        typer.Argument(metavar="PATH…", help="Rule files, folders that contain rule files, or shipped games."),
    ],
    check: Annotated[bool, typer.Option("--check", help="Change nothing; exit code 1 if a file would change.")] = False,
    diff: Annotated[bool, typer.Option("--diff", help="Change nothing; show what would change.")] = False,
    as_json: arguments.Json = False,
) -> int:
    """Format rules.

    Comments are kept. If a file has errors, the command leaves it unchanged and exits with code 1.
    """
    faults: list[Diagnostic] = []
    changed: list[str] = []
    files = [(file, path) for path in paths for file in files_of(path)]
    for file, path in files:
        home = mercatoria.folder_of(path)
        before, after, found = formatted(file, home if home.is_dir() else None)
        faults += found
        if after == before:
            continue
        changed.append(str(file))
        if diff and not as_json:
            print("".join(_difference(file, before, after)), end="")
        if not check and not diff:
            write_atomically(file, after)
    if as_json:
        output.as_json({"files": len(files), "changed": changed, "faults": [fault.as_data() for fault in faults]})
    else:
        output.diagnostics(faults, output.err())
        _tell(len(files), changed, check or diff)
    return int(bool(faults) or (bool(changed) and check))


def files_of(path: str) -> list[Path]:
    """Return a single rule file, or all rule files in a folder."""
    place = mercatoria.folder_of(path)
    if place.is_file():
        return [place]
    found = sorted(place.rglob("*.rules")) if place.is_dir() else []
    if not found:
        raise errors.misuse(f"there are no rule files in `{path}`" if place.is_dir() else f"there is no `{path}`")
    return found


def formatted(file: Path, home: Path | None = None) -> tuple[str, str, list[Diagnostic]]:
    """Return the original text of a file, its formatted text, and the errors that prevent formatting.

    A file that is a symbolic link to a target outside the folder `home` is an error.
    """
    sink = Sink()
    source = read_source(file, str(file), sink, home)
    if source is None:
        return "", "", sink.in_order()
    after = canonical(source, sink)
    return source.text, after, [fault for fault in sink.in_order() if fault.severity == "error"]


def _difference(file: Path, before: str, after: str) -> list[str]:
    lines = difflib.unified_diff(before.splitlines(), after.splitlines(), f"{file}", f"{file} (formatted)", lineterm="")
    return [f"{line}\n" for line in lines]


def _tell(files: int, changed: list[str], only: bool) -> None:
    for file in changed:
        print(f"{'would change' if only else 'formatted'}: {file}")
    kept = files - len(changed)
    print(f"{output.counted(files, 'file')}: {len(changed)} {'to change' if only else 'formatted'}, {kept} left as is")
