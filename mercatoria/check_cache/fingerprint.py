"""Remembers games in which a check found neither errors nor warnings, by their fingerprints.

A fingerprint is a hash of everything that a check reads: each file in the game's folder, the source code and the data
of the program, the version of Python, and the versions of all installed packages. A scenario affects no rule and no
other scenario, so each file of scenarios has a separate hash, kept under the hash of everything else. The hashes are in
the user's cache folder. If they cannot be computed, kept or read there, the game is checked again.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from dsl.cache import TextCache
from dsl.shipped import TOP, data_folder

FAULTLESS = TextCache("faultless-", largest=500_000, most=200)
"""The hashes of a faultless game's files of scenarios, as a JSON list, by the hash of everything else."""

MOST_SCENARIOS = 2_000
"""Maximum number of hashes in a list. The oldest ones are forgotten."""

MOST_FILES, MOST_BYTES = 5_000, 50_000_000
"""Maximum size of a folder that is hashed. A larger folder may be a whole home folder with a rulebook in it."""

COMPILED = "__pycache__"
SCENARIOS = "scenarios"


class NotHashable(Exception):
    """Raised when a folder contains links, devices or too much to read."""


@dataclass(frozen=True, slots=True)
class Fingerprint:
    """The contents of a game's folder and of the program, as hashes.

    Attributes:
        rules: The hash of everything but scenarios.
        scenarios: The hash of each file of scenarios.
    """

    rules: str
    scenarios: Mapping[Path, str]

    def faultless_scenarios(self) -> frozenset[Path] | None:
        """Return the files of scenarios in which an earlier check with the same rules found nothing to report.

        Return None if there was no such check, so that the rules may have faults.
        """
        known = self._kept()
        if known is None:
            return None
        return frozenset(file for file, key in self.scenarios.items() if key in known)

    def keep(self) -> None:
        """Remember that a check of these contents found nothing to report."""
        now = list(self.scenarios.values())
        before = [key for key in self._kept() or () if key not in now]
        FAULTLESS.keep(self.rules, json.dumps([*before, *now][-MOST_SCENARIOS:]))

    def _kept(self) -> Sequence[str] | None:
        text = FAULTLESS.read(self.rules)
        try:
            found = json.loads(text) if text is not None else None
        except (ValueError, RecursionError):  # whatever happened to the file, the game can be checked
            return None
        is_right = isinstance(found, list) and all(isinstance(key, str) for key in found)
        return found if is_right else None


def fingerprint_of(folder: Path) -> Fingerprint | None:
    """Return the fingerprint of a game's folder as it is now.

    Return None if the folder contains links or special files, if it is very large, or if a file cannot be read.
    """
    try:
        contents = _contents(folder)
        beginning = f"{_program()}\n{folder.resolve()}\n"
    except (OSError, RuntimeError, NotHashable):
        return None
    scenarios = {file: key for file, key in contents.items() if _has_scenarios(file.relative_to(folder))}
    others = {file: key for file, key in contents.items() if file not in scenarios}
    return Fingerprint(_together(beginning, others), scenarios)


def _has_scenarios(file: Path) -> bool:
    return file.parts[0] == SCENARIOS and file.suffix == ".rules"


@cache
def _program() -> str:
    """Return a hash of everything outside the game's folder that affects a check.

    Raises `OSError` or `NotHashable`.
    """
    beginning = f"{sys.version}\n{sys.flags}\n"
    for place in sorted(set(sys.path)):  # the name of a folder with metadata contains the version of the package
        if (here := Path(place)).is_dir():
            beginning += "".join(f"{name}\n" for name in sorted(each.name for each in here.glob("*-info")))
    code = [_contents(TOP / name) for name in ("dsl", "interpreter", "mercatoria")]
    return _together(beginning, {file: key for found in code for file, key in found.items()}
                     | _contents(data_folder("grammars")))  # fmt: skip


def _together(beginning: str, contents: Mapping[Path, str]) -> str:
    digest = hashlib.sha256(beginning.encode(errors="surrogateescape"))
    for file, key in contents.items():
        digest.update(os.fsencode(file) + b"\0" + key.encode())
    return digest.hexdigest()


def _contents(folder: Path) -> dict[Path, str]:
    """Return the hash of each file in a folder, which depends on its name and on its contents.

    Raises `OSError`, or `NotHashable` for links, special files and folders that are too large.
    """
    found: dict[Path, str] = {}
    read = 0
    for entry in _files(folder):
        read += entry.stat(follow_symlinks=False).st_size
        if read > MOST_BYTES or len(found) == MOST_FILES:
            raise NotHashable
        file = Path(entry.path)
        digest = hashlib.sha256(os.fsencode(file.relative_to(folder)) + b"\0")
        digest.update(file.read_bytes())
        found[file] = digest.hexdigest()
    return found


def _files(folder: Path) -> Iterator[os.DirEntry[str]]:
    """Yield all files in a folder and its subfolders, in a fixed order."""
    with os.scandir(folder) as found:
        entries = sorted(found, key=lambda entry: entry.name)
    for entry in entries:
        if entry.is_dir(follow_symlinks=False):
            if entry.name != COMPILED:
                yield from _files(Path(entry.path))
        elif entry.is_file(follow_symlinks=False):
            yield entry
        else:
            raise NotHashable
