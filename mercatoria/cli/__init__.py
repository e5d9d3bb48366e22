"""The command line: `mercatoria COMMAND …`.

There is one file for each command. This one puts them together, and is the only place where anything that goes wrong
becomes a sentence and an exit code (see `mercatoria.console.errors`). Importing a command is cheap: what it needs is
loaded when it runs.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence

import typer

from mercatoria.cli import (
    check,
    coverage,
    diff,
    expand,
    explain,
    fmt,
    games,
    graph,
    new,
    perft,
    play,
    replay,
    schema,
    simulate,
    slips,
    test,
    why,
)
from mercatoria.console import errors as faults

app = typer.Typer(
    name="mercatoria",
    help="Trading games as law: play them, examine their rules, ask why.",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)
COMMANDS: dict[str, Callable[..., int | None]] = {
    "games": games.games,
    "play": play.play,
    "simulate": simulate.simulate,
    "check": check.check,
    "fmt": fmt.fmt,
    "expand": expand.expand,
    "diff": diff.diff,
    "graph": graph.graph,
    "new": new.new,
    "test": test.run,
    "coverage": coverage.coverage,
    "slips": slips.slips,
    "schema": schema.schema,
    "explain": explain.explain,
    "perft": perft.perft,
    "replay": replay.replay,
    "why": why.why,
}
for name, run in COMMANDS.items():
    app.command(name, no_args_is_help=name != "games")(run)


@app.callback(invoke_without_command=True)
def version(
    context: typer.Context,
    shown: bool = typer.Option(False, "--version", help="Print the version and leave."),
) -> None:
    if shown:
        import mercatoria

        typer.echo(mercatoria.__version__)
        raise typer.Exit
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())
        raise typer.Exit


def main(args: Sequence[str] | None = None) -> int:
    """Runs one command and returns its exit code. No traceback reaches a user."""
    try:
        code = app(args=args, prog_name="mercatoria", standalone_mode=False)
        sys.stdout.flush()
        return code if isinstance(code, int) else 0
    except SystemExit:
        return faults.DONE  # typer leaves so when nobody reads on
    except BrokenPipeError:
        # Whoever read our output has gone; what is still in the buffer must not complain at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return faults.DONE
    except (Exception, KeyboardInterrupt) as fault:
        return faults.report(fault)
