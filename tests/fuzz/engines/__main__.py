"""The differential fuzzer in one process: `python -m tests.fuzz.engines --minutes 10 --seed 3`.

`python -m tests.fuzz` starts one of these for each core. Files that were kept are replayed: `python -m
tests.fuzz.engines build/fuzz/engines/NAME.json`, or the folder of the same name.
"""

from __future__ import annotations

import argparse
import json
import resource
import sys
from dataclasses import replace
from pathlib import Path
from random import SystemRandom

from dsl.folder import read_folder
from tests.fuzz.engines.campaign import Campaign
from tests.fuzz.engines.case import RULES, Case, case_of
from tests.fuzz.inputs import ROOT

FOUND = ROOT / "build" / "fuzz" / "engines"
SEEDS = 10**6
MEMORY = 3 << 30
"""Bytes of memory that a process may have; a case that takes more is a finding."""


def main() -> int:
    """Run or replay cases; 1 if anything was found."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.fuzz.engines", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--cases", type=int, default=0, help="stop after this number of cases")
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--mutations", type=float, default=0.4, help="share of changed rulebooks, 0 to 1")
    parser.add_argument("--leaks", type=float, default=0.1, help="share of rulebooks whose picks stay hidden, 0 to 1")
    parser.add_argument("--keep", type=Path, default=FOUND, help="folder for findings")
    parser.add_argument("--counts", type=Path, default=None, help="file for the counts of the coverage report")
    parser.add_argument("files", nargs="*", type=Path, help="cases to replay")
    asked = parser.parse_args()
    if asked.files:
        return max(map(replayed, asked.files))
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
    seed = SystemRandom().randrange(SEEDS) if asked.seed is None else asked.seed
    print(f"seed {seed}", flush=True)
    campaign = Campaign(seed, asked.keep, asked.mutations, asked.leaks, tell=lambda text: print(text, flush=True))
    campaign.run(60 * asked.minutes, asked.cases)
    (asked.keep / f"running_{seed}.json").unlink(missing_ok=True)
    print(campaign.told())
    if asked.counts is not None:
        counts = [[*key, number] for key, number in campaign.coverage.counts.items()]
        asked.counts.write_text(json.dumps(counts), encoding="utf-8")
    else:
        print(campaign.coverage.told())
    for mark, number in sorted(campaign.found.items(), key=lambda each: -each[1]):
        print(f"{number:6} × {mark}")
    return int(bool(campaign.found))


def replayed(file: Path) -> int:
    """Replay a case from its file, or a game from its folder; 1 if it still shows a defect."""
    found = Campaign(0).finding(case_at(file))
    print(f"{file}: {found.mark if found else 'fine'}")
    if found:
        print(found.told)
    return int(found is not None)


def case_at(file: Path) -> Case:
    """The case in a file, or the game in a folder."""
    if file.is_dir() and file.with_suffix(".json").is_file():
        file = file.with_suffix(".json")
    if file.is_file():
        return case_of(file.read_text(encoding="utf-8"))
    files = {
        each.relative_to(file).as_posix(): each.read_text(encoding="utf-8")
        for each in sorted(file.rglob("*"))
        if each.suffix in (".rules", ".yaml")
    }
    assert RULES in files, f"{file} holds no game"
    return Case(files, 2)


def tables_at(file: Path) -> list[Case]:
    """The case in a file; of a game in a folder one case for each of its variants, with those that it requires."""
    case = case_at(file)
    if file.is_file():
        return [case]
    with case.folder() as path:
        folder = read_folder(path)
    chosen = [(), *(tuple(folder.with_required(name)) for name in folder.variants)]
    seats = range(folder.rulebook.least, folder.rulebook.most + 1) if folder.rulebook else ()
    sizes = [next(players for players in seats if not folder.not_for(players, names)) for names in chosen]
    return [replace(case, variants=names, players=size) for names, size in zip(chosen, sizes, strict=True)]


if __name__ == "__main__":
    sys.exit(main())
