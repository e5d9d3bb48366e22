"""Plays a match between our players and the bots of catanatron, and prints the ladder.

    python -m bench.outside --source FOLDER --python PYTHON --ours medium --theirs F --players 2 --games 40 --seed 1

`docs/outside.md` explains the options. A stopped match resumes when the command is given again.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path

import mercatoria
from bench.outside.board import GAME, VARIANTS, board_of
from bench.outside.ladder import as_data, as_markdown, row_of, rows_in
from bench.outside.match import play_match
from bench.outside.results import OtherMatch, Results, Setting, version_of_players, version_of_program
from bench.outside.wire import OutsideFault, Process
from mercatoria.players import PLAYERS, is_player

SOURCE, PYTHON = "OUTSIDE_SOURCE", "OUTSIDE_PYTHON"
"""Environment variables for the defaults of `--source` and `--python`."""


def options() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    parser = argparse.ArgumentParser(prog="python -m bench.outside", description="Play against the outside panel.")
    parser.add_argument("--ours", default="greedy", help="our player, or a number of runs. Default: greedy.")
    parser.add_argument("--theirs", default="F", help="their bots: R, W, VP, F, AB:2, SAB:2, M:100, G:25. Default: F.")
    parser.add_argument("--players", type=int, default=2, choices=(2, 3, 4), help="number of seats. Default: 2.")
    parser.add_argument("--games", type=int, default=40, help="number of games, in whole deals. Default: 40.")
    parser.add_argument("--seed", type=int, default=1, help="seed of the first deal. Default: 1.")
    parser.add_argument("--folder", type=Path, default=Path("build/outside"), help="folder of the results.")
    parser.add_argument("--source", default=os.environ.get(SOURCE), help=f"folder of the package. Default: ${SOURCE}.")
    parser.add_argument("--python", default=os.environ.get(PYTHON), help=f"their Python. Default: ${PYTHON}.")
    parser.add_argument("--table", action="store_true", help="print the ladder without playing.")
    parser.add_argument("--json", action="store_true", help="print the ladder as JSON.")
    return parser


def main(arguments: list[str] | None = None) -> int:
    """Play the match and print the ladder. Return the exit code."""
    parser = options()
    asked = parser.parse_args(arguments)
    if not is_player(asked.ours):
        parser.error(f"no player is called `{asked.ours}`; name one of {', '.join(PLAYERS)}, or a number of runs")
    if asked.games < 1:
        parser.error("`--games` is the number of games; name at least 1")
    try:
        given_up = 0 if asked.table else _play(parser, asked)
        rows = rows_in(asked.folder)
    except (OtherMatch, OutsideFault) as fault:
        parser.exit(2, f"{fault}\n")
    print(json.dumps(as_data(rows), indent=1) if asked.json else as_markdown(rows))
    return 1 if given_up else 0


def _play(parser: argparse.ArgumentParser, asked: argparse.Namespace) -> int:
    """Play the games that are missing, and return the number of games given up."""
    if not asked.source or not asked.python:
        parser.error("`--source` and `--python` name the other program and its Python; see docs/outside.md")
    game, source = mercatoria.load(str(GAME), variants=VARIANTS), Path(asked.source)
    with Process(Path(asked.python), source, board_of(game.table(asked.players))) as other:
        setting = Setting(
            asked.ours, asked.theirs, asked.players, asked.seed, version_of_players(), version_of_program(source)
        )
        results = Results(asked.folder, setting)
        try:
            for result in play_match(game, other, results, asked.games):
                row = row_of(setting, results.games)
                note = result.fault or f"won {row.share:.0%} of {row.games}, {row.low:.0%} to {row.high:.0%}"
                print(f"deal {result.deal + 1}, seat {result.seat + 1}: {note}", file=sys.stderr, flush=True)
        except KeyboardInterrupt:
            print("stopped; give the same command again to resume", file=sys.stderr)
    return sum(bool(result.fault) for result in results.games)


if __name__ == "__main__":
    sys.exit(main())
