"""The command `balance GAME`, which looks for a small change of the rules that brings a game to a goal."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from concurrent.futures import BrokenExecutor
from pathlib import Path
from typing import Annotated

import typer

from interpreter.game import Game
from mercatoria import balance as balancing
from mercatoria.console import arguments, errors, output, progress, seating
from mercatoria.players import is_player
from mercatoria.storage import write_atomically
from mercatoria.study import NoCluster, Workers, rotations, workers

USUAL_GAMES, MOST_GAMES = 1000, 10_000_000
MOST_CHANGES = 4
USUAL_PLAYER = "eager"

Targets = Annotated[
    list[str] | None,
    typer.Option(
        "--target", "-t", metavar="GOAL",
        help="A goal, such as wins=even, wins.Red=30%, length=60..80, gap=5±1 or easy>greedy=70%. Repeatable.",
    ),
]  # fmt: skip
Only = Annotated[
    list[str] | None,
    typer.Option("--change", metavar="NAME", help="Change only this number, option, row or limit. Repeatable."),
]
Fixed = Annotated[list[str] | None, typer.Option("--keep", metavar="NAME", help="Do not change this. Repeatable.")]
Added = Annotated[
    list[str] | None, typer.Option("--with", "-w", metavar="VARIANT", help="Also try this variant. Repeatable.")
]
Most = Annotated[int, arguments.number("--changes", help="Maximum number of changes made together.")]
Games = Annotated[int, arguments.number("--games", "-n", help="Number of games for the best sets of rules.")]
SeatPlayers = Annotated[
    str, typer.Option("--seat-players", metavar="KIND,…", help="Kinds of bot by seat; the last kind fills the rest.")
]
Out = Annotated[
    Path | None, typer.Option("--out", "-o", metavar="FILE", help="Write the recommended change as a variant file.")
]
Jobs = Annotated[int, arguments.number("--jobs", "-j", help="Number of processes.")]


def balance(
    game: arguments.GameName,
    target: Targets = None,
    only: Only = None,
    fixed: Fixed = None,
    added: Added = None,
    changes: Most = 2,
    players: arguments.Players = None,
    games: Games = USUAL_GAMES,
    seat_players: SeatPlayers = USUAL_PLAYER,
    engine: arguments.Engine = None,
    seed: arguments.Seed = 0,
    variant: arguments.Variants = None,
    option: arguments.LongOptions = None,
    out: Out = None,
    jobs: Jobs = 1,
    as_json: arguments.Json = False,
) -> int:
    """Find the smallest change of the rules that brings a game to a goal.

    The command changes numbers, options, tables and limits, and adds the variants of `--with`. It measures the best
    changes again in games that the search has not seen. After Ctrl-C or SIGTERM, it measures what it has found so far.
    The exit code is 1 if no change reaches every goal.
    """
    loaded = arguments.load(game, variant, option)
    count = arguments.players_of(loaded, players)
    arguments.check_seed(seed)
    if not 1 <= games <= MOST_GAMES or not 1 <= changes <= MOST_CHANGES or jobs < 1:
        raise errors.misuse(
            f"--games must be from 1 to {MOST_GAMES:,}, --changes from 1 to {MOST_CHANGES}, and --jobs at least 1"
        )
    usual = seating.kinds(count, [seat_players])
    if out is not None:
        _check_new(out)
    tables = _tables(loaded, count, target or [], usual)
    parameters = _parameters(loaded, count, only or [], fixed or [])
    rules = balancing.Rules(game, loaded.slug, tuple(variant or ()), tuple(arguments.options_of(option).items()))
    more = [_variants(loaded, game, name, variant, option, count) for name in added or ()]
    deals = -(-games // len(rotations(usual)))
    return _run(rules, tables, parameters, more, deals, changes, seed, engine, jobs, out, as_json)


def _check_new(file: Path) -> None:
    """Check before the search that the variant file can be written. An existing file raises a usage error."""
    if file.suffix != ".rules":
        raise errors.misuse(f"the name of a variant file must end in .rules, unlike `{file.name}`")
    arguments.check_output(file)
    if file.exists():
        raise errors.misuse(f"`{file}` already exists; give another name, or remove the file")


def _tables(game: Game, players: int, targets: Sequence[str], usual: tuple[str, ...]) -> list[balancing.Table]:
    """Return the tables to play at: one for all goals of the usual players, and one for each match of two players."""
    if not targets:
        raise errors.misuse("give a goal, such as --target wins=even or --target length=60..80")
    try:
        table = game.table(players)
        goals = balancing.goals_of(targets, table.flow.model.seats, balancing.used_names(table))
    except balancing.BadGoal as fault:
        raise errors.misuse(str(fault)) from None
    seats: dict[tuple[str, ...], list[balancing.Goal]] = {}
    for goal in goals:
        if goal.against is not None and players < 2:
            raise errors.misuse(f"a game for one player has no {goal.title}")
        at = usual if goal.against is None else (goal.against[0], *[goal.against[1]] * (players - 1))
        seats.setdefault(at, []).append(goal)
    for at in seats:
        if unknown := next((kind for kind in at if not is_player(kind)), ""):
            seating.kinds(1, [unknown])  # says which kinds there are
        seating.no_humans(at)
        seating.warn_of_slow(at)
    return [balancing.Table(at, tuple(each)) for at, each in seats.items()]


def _parameters(game: Game, players: int, only: Sequence[str], fixed: Sequence[str]) -> list[balancing.Parameter]:
    try:
        return balancing.chosen_parameters(balancing.parameters_of(game, players), only, fixed)
    except LookupError as fault:
        raise errors.misuse(str(fault.args[0])) from None


def _variants(
    loaded: Game, game: str, name: str, variant: list[str] | None, option: list[str] | None, players: int
) -> balancing.Change:  # fmt: skip
    """Return the change that adds the variants of a name or file. Variants that cannot be added raise an error."""
    more = arguments.load(game, [*(variant or ()), name], option)
    more.table(players)
    new = [each for each in more.variants if each not in loaded.variants]
    if not new:
        raise errors.misuse(f"the game already uses `{name}`; leave out --with {name}")
    return balancing.Change.of_variants(new, name)


def _run(
    rules: balancing.Rules, tables: list[balancing.Table], parameters: list[balancing.Parameter],
    variants: list[balancing.Change], deals: int, changes: int, seed: int, engine: str | None, jobs: int,
    out: Path | None, as_json: bool,
) -> int:  # fmt: skip
    if not parameters and not variants:
        raise errors.misuse("there is nothing to change: no variant can set anything here; add one by --with")
    stopped = False
    try:
        with workers(jobs) as team, progress("playing", None, as_json) as advance:

            def played(number: int) -> None:
                advance()

            search = balancing.Search(rules, tables, parameters, variants, team, deals, seed, changes, engine, played)
            try:
                search.run()
            except KeyboardInterrupt:
                stopped = True
            findings = _evidence(search, rules, tables, deals, team, seed, engine)
    except BrokenExecutor as fault:
        raise ChildProcessError("another program killed a process that was playing games") from fault
    except NoCluster as fault:
        raise errors.misuse(str(fault)) from fault
    _tell(search, findings, parameters, as_json)
    best = balancing.recommended(findings)
    if out is not None and best is not None and best.changes:
        _write(out, rules, best.changes)
    elif out is not None:
        why = "the game needs no change" if best is not None else "no change reaches every goal"
        errors.say(f"{out} was not written, because {why}")
    if stopped:
        return errors.STOPPED
    return errors.FAULTY if best is None else errors.DONE


def _evidence(
    search: balancing.Search, rules: balancing.Rules, tables: list[balancing.Table], deals: int, team: Workers,
    seed: int, engine: str | None,
) -> list[balancing.Finding]:  # fmt: skip
    if not search.candidates or search.base.fault or not search.base.deals:
        fault = search.base.fault if search.candidates else ""
        raise errors.misuse(f"there is nothing to compare with: {fault or 'the search was stopped before it began'}")
    found = [each.changes for each in search.frontier()]
    return balancing.evidence(rules, tables, found, deals, team, seed, engine)


def _tell(
    search: balancing.Search, findings: list[balancing.Finding], parameters: list[balancing.Parameter], as_json: bool
) -> None:  # fmt: skip
    tried = list(search.candidates.values())
    if as_json:
        output.as_json(balancing.as_data(findings, tried))
        return
    titles = {each.name: each.title for each in parameters} | {each.target: each.target for each in search.variants}
    console = output.out()
    for line in balancing.report(findings, tried, titles):
        console.print(line, markup=False, highlight=False, soft_wrap=True)


def _write(file: Path, rules: balancing.Rules, changes: Sequence[balancing.Change]) -> None:
    """Write the recommended change as a variant. If that fails, print the variant, and raise `OSError`."""
    text = balancing.variant_text(rules.slug, changes, "Balanced by search")
    try:
        write_atomically(file, text)
    except OSError:
        errors.say(f"{file} could not be written; this is the variant:")
        print(text, file=sys.stderr)
        raise
    files = [*rules.variants, *(each.source for each in changes if each.source), str(file)]
    words = [*(f"--variant {each}" for each in files), *(f"--option {name}={value}" for name, value in rules.options)]
    errors.say(f"wrote {file}; play it with `mercatoria play {rules.game} {' '.join(words)}`")
