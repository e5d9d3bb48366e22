"""The command `perft GAME`, which counts the nodes of the game tree (see `simulation.game_tree`)."""

from __future__ import annotations

from typing import Annotated

from interpreter.position import Engine
from mercatoria import TableError
from mercatoria.console import arguments, errors, output, progress
from mercatoria.simulation import Count, Task, TooManyWays, count, count_natively

LEAST_DEPTH = 2
"""Minimum search depth at which `perft` uses the native engine. A shallower tree can be counted faster than the native
engine can be compiled.
"""


def _count(engine: Engine, depth: int | None, found: Count) -> None:
    """Count the nodes from the initial position. If an earlier engine failed halfway, discard its counts."""
    found.by_depth.clear()
    count(engine, engine.start(), depth, found)


def perft(
    game: arguments.GameName,
    players: arguments.Players = None,
    depth: Annotated[
        int | None, arguments.number("--depth", "-d", help="Maximum depth in decisions and draws. Default: no limit.")
    ] = None,
    variant: arguments.Variants = None,
    option: arguments.Options = None,
    engine: arguments.Engine = None,
    as_json: arguments.Json = False,
) -> int:
    """Count the nodes of the game tree.

    The command prints the numbers of chance nodes, decisions and finished games, so that two engines can be compared.
    After Ctrl-C or SIGTERM, the command prints the counts so far.
    """
    task = Task(little=depth is not None and depth < LEAST_DEPTH)
    loaded = arguments.load(game, variant, option)
    chosen = arguments.engine_of(loaded, arguments.only_players(loaded, players), engine, task)
    table = chosen.table
    found, stopped = Count(), False
    try:
        if chosen.native is not None:
            with progress("counting, in %", 100, so_far=lambda: [_counts(found)]) as advance:
                count_natively(chosen.native, depth, found, advance)
        else:
            with progress("counting", None, so_far=lambda: [_counts(found)]):
                table.asked(lambda engine: _count(engine, depth, found))
    except KeyboardInterrupt:
        stopped = True
    except TooManyWays as many:
        name = table.flow.move_kinds[many.kind].name
        raise TableError(f"`{name}` has an open parameter with too many values to count") from None
    if as_json:
        output.as_json({
            "chance": found.chance, "decision": found.decision, "terminal": found.terminal,
            "by_depth": found.by_depth, "depth": depth, "stopped": stopped, "engine": chosen.name,
        })  # fmt: skip
    else:
        print(f"{_counts(found)}  ({chosen.name} engine{', stopped' if stopped else ''})")
    return errors.STOPPED if stopped else errors.DONE


def _counts(found: Count) -> str:
    return f"chance {found.chance:,}  decision {found.decision:,}  terminal {found.terminal:,}"
