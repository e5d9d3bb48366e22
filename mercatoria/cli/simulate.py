"""`simulate GAME`: many games by players without a keyboard, and what came of them."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mercatoria.cli import arguments as asking
from mercatoria.console import errors, progress

if TYPE_CHECKING:
    from mercatoria import Game
    from mercatoria.players import Result
    from mercatoria.simulation import Tally


def simulate(
    game: asking.GameName,
    players: asking.Players = None,
    games: Annotated[int, typer.Option("--games", "-n", help="How many games.")] = 100,
    seed: asking.Seed = 0,
    player: Annotated[
        list[str] | None,
        typer.Option("--player", metavar="KIND", help="random or greedy; greedy,random: the first seat and the rest."),
    ] = None,
    seat: Annotated[
        list[str] | None, typer.Option("--seat", metavar="0=KIND,…", help="Who sits where; seats count from 0.")
    ] = None,
    jobs: Annotated[int, typer.Option("--jobs", "-j", help="How many games at once.")] = 1,
    variant: asking.Variants = None,
    option: asking.Options = None,
    as_json: asking.Json = False,
) -> int:
    """Play many games and count wins, points, lengths and endings."""
    from mercatoria.cli import simulation_table as results
    from mercatoria.players import seating
    from mercatoria.simulation import Tally

    if games < 1 or jobs < 1:
        raise errors.misuse("at least one game is played, by at least one process")
    loaded = asking.load(game, variant, option)
    count = asking.players_of(loaded, players)
    table = loaded.table(count)
    names = seating.names(count, player or ["random"], seat)
    seating.no_humans(names)
    tally = Tally(table.flow.model.seats)
    stopped = _count(_played(loaded, count, names, range(seed, seed + games), jobs), tally, games, as_json)
    saved = _keep_faults(loaded, count, names, tally)
    _print(tally, results, as_json, {"asked": games, "players": count, "seed": seed, "seats": list(names),
                                    "variants": list(loaded.variants), "faults": saved})  # fmt: skip
    if stopped:
        return 130
    return int(bool(tally.faults))


def _count(played: Iterator[Result], tally: Tally, games: int, quiet: bool) -> bool:
    """Counts games as they are played; whether Ctrl-C stopped it."""
    begun = time.perf_counter()
    try:
        with progress("playing", games, quiet) as advance:
            for result in played:
                tally.add(result)
                advance()
    except KeyboardInterrupt:
        return True
    finally:
        tally.seconds = time.perf_counter() - begun
    return False


def _played(game: Game, players: int, names: tuple[str, ...], seeds: range, jobs: int) -> Iterator[Result]:
    from mercatoria.players import playout
    from mercatoria.simulation import processes as many

    if jobs > 1 and len(seeds) > 1:
        return many.played(game, players, names, seeds, jobs)
    return (playout.play(game, players, seed, names) for seed in seeds)


def _keep_faults(game: Game, players: int, names: tuple[str, ...], tally: Tally) -> list[dict[str, Any]]:
    """Saves the record of each kind of fault once, and says where."""
    from mercatoria.storage import failed_games as keeping

    told: dict[str, dict[str, Any]] = {}
    for result in tally.faults:
        fault = result.fault
        key = str(fault)
        if key in told:
            told[key]["games"] += 1
        elif fault is not None:
            about = fault.about.name if fault.about is not None else ""
            told[key] = {
                "message": fault.message, "rule": about, "file": fault.span.source.path, "line": fault.span.line,
                "seed": result.seed, "decisions": result.decisions, "games": 1, "fault": fault,
                "record": keeping.keep(game, players, names, result),
            }  # fmt: skip
    return list(told.values())


def _print(tally: Tally, results: Any, as_json: bool, beside: dict[str, Any]) -> None:
    from mercatoria.console import output as shown

    faults = beside["faults"]
    plain = [{name: value for name, value in each.items() if name != "fault"} for each in faults]
    if as_json:
        shown.as_json(tally.as_data() | beside | {"faults": plain})
    else:
        results.show(tally, beside["asked"], beside["seats"], shown.out())
    for each in faults:
        console = shown.err()
        console.print(shown.fault_of_play(each["fault"]), soft_wrap=True)
        console.print(f"   in {shown.counted(each['games'], 'game')}, first with seed {each['seed']}", soft_wrap=True)
        if each["record"]:
            console.print(f"   the game up to there is kept in {each['record']}", soft_wrap=True)
