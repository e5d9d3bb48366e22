"""The command `study GAME`, which plays with and without a rule to measure the effect of the rule."""

from __future__ import annotations

import errno
import re
from collections.abc import Sequence
from concurrent.futures import BrokenExecutor
from pathlib import Path
from typing import Annotated

import typer

from dsl.limits import MOST_SEATS
from dsl.source import whole_number
from interpreter.game import Game
from interpreter.native import is_installed
from mercatoria import study as laboratory
from mercatoria.console import arguments, errors, output, progress, seating
from mercatoria.simulation import NATIVE, LostCluster, Task
from mercatoria.storage import write_atomically

USUAL_GAMES, MOST_GAMES = 200, 10_000_000
USUAL_WEIGHED = 40
"""Default number of deals for which the study estimates how good each legal move is, if wasmtime is installed."""

SHARE = re.compile(r"[0-9]+\.?[0-9]*|\.[0-9]+")
WRITERS = {".html": laboratory.as_html, ".md": laboratory.as_markdown}


Added = Annotated[
    list[str] | None,
    typer.Option(
        "--with", "-w", metavar="VARIANT", help="Compare with this variant (a+b: both variants together). Repeatable."
    ),
]
Without = Annotated[
    list[str] | None,
    typer.Option("--without", metavar="RULE", help="Compare with the game without this rule. Repeatable."),
]
Counts = Annotated[str, typer.Option("--players", "-p", metavar="N", help="Number of players: 3, 2..4 or 2,4.")]
Games = Annotated[
    int | None,
    arguments.number("--games", "-n", help="Maximum number of games for each set of rules.", show_default=False),
]
Until = Annotated[
    str, typer.Option("--until", metavar="SHARE", help="Stop when win rates reach this precision, such as 1%.")
]
SeatPlayers = Annotated[
    str,
    typer.Option(
        "--seat-players", metavar="KIND,…", help="Kinds of bot by seat; the last kind also plays all other seats."
    ),
]
Ladder = Annotated[
    str,
    typer.Option(
        "--ladder", metavar="KIND,…", help="Also play each kind of player in this list against the previous kind."
    ),
]
Noted = Annotated[
    int, arguments.number("--clauses", help="Number of deals for which clause coverage is recorded (slow).")
]
Weighed = Annotated[
    int | None,
    arguments.number(
        "--decisions",
        help="Number of deals for which decision values are measured (slow without wasmtime).",
        show_default=False,
    ),
]
Reports = Annotated[
    list[Path] | None,
    typer.Option("--out", "-o", metavar="FILE", help="Write the report to this file, .html or .md. Repeatable."),
]
Data = Annotated[Path | None, typer.Option("--data", metavar="FILE", help="Save the deals in this file, for --resume.")]
Resume = Annotated[bool, typer.Option("--resume", help="Resume from the saved deals.")]
Jobs = Annotated[int, arguments.number("--jobs", "-j", help="Number of processes.")]
Details = Annotated[bool, typer.Option("--details", help="Also print the interval of each effect.")]
Cluster = Annotated[
    str, typer.Option("--cluster", metavar="ADDRESS", help="A Dask scheduler, such as tcp://host:8786.")
]


def study(
    game: arguments.GameName,
    added: Added = None,
    without: Without = None,
    players: Counts = "",
    games: Games = None,
    until: Until = "",
    seat_players: SeatPlayers = "greedy",
    rungs: Ladder = "",
    engine: arguments.Engine = None,
    seed: arguments.Seed = 0,
    clauses: Noted = 10,
    decisions: Weighed = None,
    variant: arguments.Variants = None,
    option: arguments.LongOptions = None,
    out: Reports = None,
    data: Data = None,
    resume: Resume = False,
    jobs: Jobs = 1,
    cluster: Cluster = "",
    details: Details = False,
    as_json: arguments.Json = False,
) -> int:
    """Play with and without a rule, and report the difference.

    Every version of the rules is played with the same deals. The report gives a confidence interval for every figure.
    After Ctrl-C or SIGTERM, the command keeps the finished deals.
    """
    decisions = _amounts(clauses, decisions, jobs)
    arguments.check_seed(seed)
    extent, files = _extent(games, until), _reports(out or [])
    asked = laboratory.Comparison(
        game, tuple(variant or ()), arguments.options_of(option), tuple(added or ()), tuple(without or ())
    )
    with progress("preparing", None, as_json):
        compared = _compared(asked)
    line_ups = _line_ups(compared.base, players, seat_players, rungs)
    with progress("preparing", None, as_json):
        _try_tables(compared, line_ups, engine)
    question = laboratory.Question(compared, line_ups, extent, seed, clauses, decisions, engine)
    inquiry = laboratory.Inquiry(question, files=tuple(map(str, files)))
    _keep(inquiry, data or (files[0].with_suffix(".jsonl") if files else None), resume)
    stopped = _play(inquiry, jobs, cluster, as_json)
    _tell(inquiry, files, details, as_json)
    return _stopped(inquiry) if stopped else int(inquiry.failed)


# ---------------------------------------------------------------- what is asked


def _amounts(clauses: int, decisions: int | None, jobs: int) -> int:
    """Return the value of `--decisions`, or its default.

    Invalid values of `--decisions`, `--clauses` or `--jobs` raise a usage error.
    """
    if decisions is None:
        decisions = USUAL_WEIGHED if is_installed() else 0
    if jobs < 1 or clauses < 0 or decisions < 0:
        raise errors.misuse("--jobs must be at least 1, --clauses and --decisions at least 0")
    return decisions


def _extent(games: int | None, until: str) -> laboratory.Extent:
    """Return the game limit from `--games` and the precision from `--until`. Invalid values raise a usage error."""
    within = None
    if until:
        number = until.strip().lstrip("±").removesuffix("%").strip()
        try:
            within = float(number if SHARE.fullmatch(number) else "") / 100
        except ValueError:
            within = 0.0
        if not 0 < within < 1:
            raise errors.misuse(f"`{until}` is not a percentage; write --until 1%")
    if games is None:
        games = MOST_GAMES if within is not None else USUAL_GAMES
    if not 1 <= games <= MOST_GAMES:
        raise errors.misuse(f"--games must be from 1 to {MOST_GAMES:,}")
    return laboratory.Extent(games, within)


def _reports(files: Sequence[Path]) -> list[Path]:
    """Check the report files before any game is played. An unknown file format raises a usage error."""
    for file in files:
        if file.suffix not in WRITERS:
            raise errors.misuse(f"the name of a report must end in {' or '.join(WRITERS)}, unlike `{file.name}`")
        arguments.check_output(file)
        if file.suffix == ".html" and (missing := laboratory.missing_libraries()):
            raise errors.misuse(
                f"HTML needs {missing}: pip install 'mercatoria[lab]'; Markdown (.md) needs no extra packages"
            )
    return list(files)


def _compared(asked: laboratory.Comparison) -> laboratory.Compared:
    try:
        return laboratory.compared(asked)
    except laboratory.DuplicateComparison as fault:
        raise errors.misuse(str(fault)) from fault


def _line_ups(game: Game, players: str, seat_players: str, rungs: str) -> tuple[laboratory.LineUp, ...]:
    """Return the kinds of bot for each table, one table per number of players. Tables for `--ladder` are added at the
    end.

    Unknown kinds of bot and invalid options raise a usage error.
    """
    counts = _counts(game, players)
    tables = [laboratory.LineUp(seating.kinds(count, [seat_players])) for count in counts]
    if rungs:
        steps = seating.kinds(rungs.count(",") + 1, [rungs])
        if len(steps) < 2 or len(set(steps)) < len(steps):
            raise errors.misuse("--ladder needs different players, the weakest first: --ladder random,greedy,easy")
        if counts[0] == 1:
            raise errors.misuse("--ladder needs an opponent: choose two players or more")
        tables += [rung for count in counts for rung in laboratory.ladder(steps, count)]
    for line_up in tables:
        seating.no_humans(line_up.seats)
    seating.warn_of_slow(kind for line_up in tables for kind in line_up.seats)
    return tuple(tables)


def _counts(game: Game, text: str) -> list[int]:
    """Parse `--players`, such as `2..4` or `2,4`, into a list of player counts.

    By default, return the usual number of players for this game. Invalid text raises a usage error.
    """
    if not text:
        return [arguments.players_of(game, None)]
    found: set[int] = set()
    for part in text.split(","):
        first, dots, last = part.strip().partition("..")
        least, most = whole_number(first), whole_number(last if dots else first)
        if least is None or most is None or min(least, most) < 0:
            raise errors.misuse(
                f"`{text}` is not a number of players; write --players 3, or 2..4 for each number from 2 to 4"
            )
        if least >= 1_000:  # `arguments` rejects smaller numbers, and says how many players the game allows
            raise errors.misuse(f"`{part.strip()}` asks for more than {MOST_SEATS} players")
        found.update(range(least, min(most, least + MOST_SEATS) + 1))
    if not found:
        raise errors.misuse(f"`{text}` contains no number of players; write the smaller number first: 2..4")
    return sorted(found)


def _try_tables(compared: laboratory.Compared, line_ups: Sequence[laboratory.LineUp], engine: str | None) -> None:
    """Compile the rules with the chosen engine for each number of players, so that errors appear before the first
    game.
    """
    for count in {each.players for each in line_ups}:
        compared.fingerprints(count)
    for each in line_ups if engine is not None else ():
        arguments.engine_of(compared.base, each.players, engine, Task(each.seats, counting=engine == NATIVE))


# ---------------------------------------------------------------- playing and telling


def _keep(inquiry: laboratory.Inquiry, file: Path | None, resume: bool) -> None:
    """Open the file in which the study saves finished deals.

    If opening the file would overwrite saved deals, or if there is nothing to resume, raise a usage error.
    """
    if file is None:
        if resume:
            raise errors.misuse("--resume needs a file: give its name with --data, or the name of the report with -o")
        return
    arguments.check_output(file)
    try:
        inquiry.keep(file, resume)
    except laboratory.AlreadyThere as fault:
        raise errors.misuse(f"{fault}: add --resume to continue, or remove the file") from fault


def _play(inquiry: laboratory.Inquiry, jobs: int, cluster: str, quiet: bool) -> bool:
    """Play the deals. Return True if the user stopped the command."""
    try:
        with (
            laboratory.workers(jobs, cluster) as workers,
            progress("playing", inquiry.deals, quiet, lambda: inquiry.so_far) as advance,
        ):
            for _ in inquiry.play(workers):
                advance()
    except KeyboardInterrupt:
        return True
    except (laboratory.NotThisStudy, laboratory.NoCluster) as fault:
        raise errors.misuse(str(fault)) from fault
    except BrokenExecutor as fault:
        raise ChildProcessError(f"another program killed a process that was playing games{_kept(inquiry)}") from fault
    except LostCluster as fault:
        raise LostCluster(f"{fault}{_kept(inquiry)}") from fault
    except OSError as fault:
        if fault.errno != errno.ENOSPC or not inquiry.kept:
            raise
        files = " and ".join(str(each.file) for each in inquiry.kept.values())
        words = f"the disk is full. Finished deals are saved in {files}; free some space and run again with --resume"
        raise OSError(words) from fault
    return False


def _kept(inquiry: laboratory.Inquiry) -> str:
    """Return the end of an error message: how to continue an interrupted study, if its deals are saved."""
    return "; finished deals are saved, so run again with --resume to continue" if inquiry.kept else ""


def _tell(inquiry: laboratory.Inquiry, files: Sequence[Path], details: bool, as_json: bool) -> None:
    if files or not as_json:
        told = inquiry.report(paced=not files)
        for file in files:
            write_atomically(file, WRITERS[file.suffix](told))
    if as_json:
        output.as_json(inquiry.as_data())
        return
    console = output.out()

    def line(text: str, style: str = "") -> None:
        console.print(text, style=style, markup=False, highlight=False, soft_wrap=not console.is_terminal)

    for verdict in told.verdicts:
        line(verdict.title, "bold")
        line(verdict.short)
        for group in verdict.groups:
            line(f"- {group.label}: {' '.join(group.sentences)}")
        if details:
            line(f"{laboratory.DETAILS}:")
            for sentence in verdict.details:
                line(f"- {sentence}")
        line("")
    for sentence in told.summary:
        line(f"- {sentence}")
    for tracks in told.tracks:
        for each in laboratory.as_text(tracks):
            line(each)
    if not files:
        console.print("use -o report.html to write all figures with their confidence intervals", style="dim")


def _stopped(inquiry: laboratory.Inquiry) -> int:
    """Print how to resume a stopped study, and return the exit code."""
    on = "run the command again with --resume" if inquiry.kept else "use -o or --data to save deals next time"
    errors.say(f"stopped after {inquiry.played:,} of at most {inquiry.deals:,} deals; {on}")
    return errors.STOPPED
