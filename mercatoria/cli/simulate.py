"""The command `simulate GAME`, which plays many games between bots and prints statistics."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from interpreter.position import PlayFault
from mercatoria import Game
from mercatoria.console import arguments, errors, output, progress, seating
from mercatoria.simulation import (
    REFERENCE,
    DistributedGames,
    DistributedRun,
    LostCluster,
    NoCluster,
    NoEngine,
    Result,
    Run,
    Tally,
    Task,
    all_random,
    workers,
)
from mercatoria.storage import failed_games

MOST_GAMES, MOST_GAMES_ON_A_CLUSTER = 10_000_000, 10_000_000_000
FEW_RANDOM_GAMES, FEW_GAMES = 200, 8
"""Minimum number of games for which `simulate` uses the native engine: with random bots only, and with other bots.

Playing fewer games takes less time than compiling the native engine.
"""


Games = Annotated[int, arguments.number("--games", "-n", help="Number of games.")]
Kinds = Annotated[
    list[str] | None,
    typer.Option(
        "--player",
        metavar="KIND",
        help="random, eager, greedy, easy, medium, hard, or a number of simulations; "
        "greedy,random: greedy in the first seat, random in the others.",
    ),
]
Seats = Annotated[
    list[str] | None, typer.Option("--seat", metavar="0=KIND,…", help="Kind of player by seat; seats count from 0.")
]
Jobs = Annotated[int, arguments.number("--jobs", "-j", help="Number of games to run at once.")]
Cluster = Annotated[
    str, typer.Option("--cluster", metavar="ADDRESS", help="A Dask scheduler, such as tcp://host:8786.")
]
Rules = Annotated[bool, typer.Option("--rules", help="Also count moves, draws and triggers by name.")]


def simulate(
    game: arguments.GameName,
    players: arguments.Players = None,
    games: Games = 100,
    seed: arguments.Seed = 0,
    player: Kinds = None,
    seat: Seats = None,
    jobs: Jobs = 1,
    cluster: Cluster = "",
    engine: arguments.Engine = None,
    rules: Rules = False,
    variant: arguments.Variants = None,
    option: arguments.Options = None,
    as_json: arguments.Json = False,
) -> int:
    """Play many games and count wins.

    The command also prints points, game lengths and how the games ended. The exit code is 1 if a rule failed during a
    game.
    """
    _check(games, jobs, cluster, rules)
    arguments.check_seed(seed)
    loaded = arguments.load(game, variant, option)
    count = arguments.players_of(loaded, players)
    seats = loaded.table(count, plain=engine == REFERENCE).flow.model.seats
    kinds = seating.kinds(count, player or ["random"], seat)
    seating.no_humans(kinds)
    seating.warn_of_slow(kinds)
    chosen = arguments.engine_of(loaded, count, engine, Task(kinds, games < _few(kinds), rules))
    tally, run = Tally(seats), Run(loaded, chosen, kinds, seed, games, jobs)
    if cluster:
        stopped, again = _count_on_cluster(run, tally, cluster, as_json)
    else:
        stopped = _count(run.results(), tally, games, as_json)
        again = run.again
    failures = _failures(loaded, count, kinds, tally)
    if as_json:
        output.as_json(_as_data(run, tally, again, failures, rules))
    else:
        _show(run, tally, again, output.out())
        if rules:
            output.out().print(_counts(run.counts(), tally.games))
    for failure in failures:
        failure.show(output.err())
    return errors.STOPPED if stopped else int(bool(failures))


def _check(games: int, jobs: int, cluster: str, rules: bool) -> None:
    """Check the options that concern the number of games and their place. Invalid values raise a usage error."""
    if games < 1 or jobs < 1:
        raise errors.misuse("--games and --jobs must be at least 1")
    most = MOST_GAMES_ON_A_CLUSTER if cluster else MOST_GAMES
    if games > most:
        raise errors.misuse(f"--games must be at most {most:,}")
    if cluster and rules:
        raise errors.misuse("--rules does not work with --cluster, because workers only count results")


def _few(kinds: Sequence[str]) -> int:
    return FEW_RANDOM_GAMES if all_random(kinds) else FEW_GAMES


def _count(
    played: Iterator[Result] | Iterator[Tally], tally: Tally, games: int, quiet: bool,
    clock: Callable[[], float] = time.perf_counter,
) -> bool:  # fmt: skip
    """Add the results of games to the tally, and measure the total time.

    Return True if the run stopped early, because of Ctrl-C, SIGTERM or a killed worker process.
    """
    begun = clock()
    try:
        with progress("playing", games, quiet) as advance:
            for each in played:
                if isinstance(each, Tally):
                    tally.merge(each)
                else:
                    tally.add(each)
                for _ in range(each.games if isinstance(each, Tally) else 1):
                    advance()
    except KeyboardInterrupt:
        return True
    except ChildProcessError as fault:
        errors.report(fault)
        return True
    finally:
        tally.seconds = clock() - begun
    return False


def _count_on_cluster(run: Run, tally: Tally, address: str, quiet: bool) -> tuple[bool, int]:
    """Count the games of a run as `_count` does; the workers of a Dask scheduler play them.

    Also return the number of games that the native engine handed back to the Python engine.
    """
    distributed = DistributedRun(DistributedGames(run.game, run.engine.name, run.kinds, run.seed), run.games)
    stopped = True
    try:
        with workers(1, address) as found:
            stopped = _count(distributed.tallies(found), tally, run.games, quiet)
    except LostCluster as fault:
        errors.report(fault)
    except NoCluster as fault:
        raise errors.misuse(str(fault)) from fault
    except NoEngine as fault:
        raise errors.misuse(f"a worker cannot play these games: {fault}") from fault
    return stopped, distributed.replayed


# ---------------------------------------------------------------- rules that failed


@dataclass(slots=True)
class _Failure:
    """A rule that failed during play, with the first game in which it failed and the number of games affected."""

    fault: PlayFault
    first: Result
    record: str
    """Path of the record of the first game up to the failure, or an empty string if writing the file failed."""
    games: int = 1

    def as_data(self) -> dict[str, Any]:
        fault, source = self.fault, self.fault.span.source
        return {
            "message": fault.message, "hint": fault.hint, "rule": fault.about.name if fault.about is not None else "",
            "file": source.path, "line": fault.span.line, "seed": self.first.seed, "decisions": self.first.decisions,
            "games": self.games, "record": self.record,
        }  # fmt: skip

    def show(self, console: Console) -> None:
        console.print(output.fault_of_play(self.fault), soft_wrap=True)
        console.print(f"   in {output.counted(self.games, 'game')}, first with seed {self.first.seed}", soft_wrap=True)
        if self.fault.hint:
            console.print(Text(f"   hint: {self.fault.hint}"), soft_wrap=True)
        if self.record:
            console.print(f"   the first failed game is saved, up to the failure, in {self.record}", soft_wrap=True)


def _failures(game: Game, players: int, kinds: tuple[str, ...], tally: Tally) -> list[_Failure]:
    """Group the failed games by error message, and save the first game of each group."""
    failures: dict[str, _Failure] = {}
    for result in tally.faults:
        if result.fault is None:
            continue
        if (key := str(result.fault)) in failures:
            failures[key].games += 1
        else:
            failures[key] = _Failure(result.fault, result, failed_games.keep(game, players, kinds, result))
    return list(failures.values())


# ---------------------------------------------------------------- report


def _as_data(run: Run, tally: Tally, again: int, failures: Sequence[_Failure], rules: bool) -> dict[str, Any]:
    return tally.as_data() | {
        "engine": run.engine.name, "played_again": again, "asked": run.games, "players": len(run.kinds),
        "seed": run.seed, "seats": list(run.kinds), "variants": list(run.game.variants),
        "faults": [failure.as_data() for failure in failures], **({"rules": run.counts()} if rules else {}),
    }  # fmt: skip


def _show(run: Run, tally: Tally, again: int, console: Console) -> None:
    """Print a table of wins and points by seat, then game lengths, endings and speed."""
    if tally.finished:
        console.print(_seats(tally, run.kinds))
        console.print()
    replayed = f"; {output.counted(again, 'game')} replayed with the python engine" if again else ""
    console.print(_summary(tally, run.games, run.engine.name + replayed))


def _seats(tally: Tally, kinds: Sequence[str]) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    table.add_column("seat")
    table.add_column("player")
    for heading in ("wins", "share", "of them shared", "least", "mean", "most"):
        table.add_column(heading, justify="right")
    for seat, name in enumerate(tally.seats):
        low, total, high = tally.points[seat]
        table.add_row(
            name, kinds[seat], f"{tally.wins[seat]:,}", f"{tally.wins[seat] / tally.finished:.1%}",
            f"{tally.shared[seat]:,}", f"{low}", f"{float(total / tally.finished):,.1f}", f"{high}",
        )  # fmt: skip
    return table


def _summary(tally: Tally, asked: int, engine: str) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), show_header=False)
    table.add_column(style="bold")
    table.add_column(overflow="fold")
    played = f"{tally.games:,} played" + (f" of {asked:,} (stopped)" if tally.games < asked else "")
    if tally.finished < tally.games:
        played += f", {tally.finished:,} finished"
    table.add_row("games", played)
    if tally.finished:
        mean = tally.decisions / tally.games
        table.add_row("length", f"{tally.shortest:,} to {tally.longest:,} decisions, {mean:,.1f} on average")
    endings = [f"{name} {count:,} ({count / tally.games:.0%})" for name, count in tally.endings.most_common()]
    if endings:
        table.add_row("endings", ", ".join(endings))
    table.add_row("engine", engine)
    table.add_row("speed", f"{tally.decisions:,} decisions in {tally.seconds:.1f} s: {tally.rate:,.0f} a second")
    return table


def _counts(found: dict[str, dict[str, int]], games: int) -> Table:
    """Return a table that counts each move, draw and trigger, in total and per game.

    Each group lists its most frequent events first.
    """
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    for heading in ("what", "name"):
        table.add_column(heading)
    for heading in ("times", "in a game"):
        table.add_column(heading, justify="right")
    for what, numbers in found.items():
        for name, number in sorted(numbers.items(), key=lambda each: -each[1]):
            table.add_row(what, name, f"{number:,}", f"{number / max(1, games):,.2f}")
    return table
