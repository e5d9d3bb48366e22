"""The command line: `mercatoria COMMAND …`.

Each command has a file with its name; code that several commands share is in `mercatoria.console`. This file assembles
the commands. Only here are exceptions turned into sentences and exit codes (see `console.errors`). Only the command
that is called is imported, so every command starts fast.
"""

from __future__ import annotations

import ast
import contextlib
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from importlib import import_module
from pathlib import Path

import typer

import mercatoria
from mercatoria.console import errors, marked, sigterm_as_ctrl_c

COMMANDS = (
    "games", "play", "serve", "draw", "simulate", "check", "fmt", "expand", "diff", "graph", "new", "test",
    "coverage", "mutate", "study", "fit", "schema", "explain", "perft", "build", "replay", "why",
)  # fmt: skip
"""The commands, in the order in which the help lists them. Each command is a function in a file of the same name."""

ALIASES = {"slips": "mutate"}
"""Older names of commands, which still work but are not listed in the help."""

STOPPABLE = ("simulate", "study", "fit", "perft", "mutate")
"""Long-running commands that report their results so far when they are stopped."""


def command(name: str) -> Callable[..., int | None]:
    """Return the function that runs a command."""
    run: Callable[..., int | None] = getattr(import_module(f"{__name__}.{name}"), name)
    return run


def app(names: Iterable[str] = COMMANDS) -> typer.Typer:
    """Return a command line that consists of the named commands."""
    made = _empty()
    for name in names:
        made.command(name, no_args_is_help=name not in ("games", "play", "serve"))(command(ALIASES.get(name, name)))
    return made


def overview() -> typer.Typer:
    """Return the command line that is used for `--help` and for misspelt commands. It lists every command and imports
    none.
    """
    made = _empty()
    for name in COMMANDS:
        made.command(name, help=_docstring(name))(_not_imported)
    return made


def _docstring(name: str) -> str:
    """Return the docstring of a command, which is read from its source file."""
    tree = ast.parse(Path(__file__).with_name(f"{name}.py").read_text(encoding="utf-8"))
    (function,) = (each for each in tree.body if isinstance(each, ast.FunctionDef) and each.name == name)
    return ast.get_docstring(function) or ""


def _not_imported() -> None:
    raise AssertionError("`main` must import a command before calling it")


def _empty() -> typer.Typer:
    made = typer.Typer(
        name="mercatoria",
        help="Trading games as executable rules: play them, check them, ask why.",
        add_completion=False,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    made.callback(invoke_without_command=True)(_without_command)
    return made


def _without_command(
    context: typer.Context,
    version: bool = typer.Option(False, "--version", help="Print the version and exit."),
) -> None:
    if version:
        typer.echo(mercatoria.__version__)
        raise typer.Exit
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())
        raise typer.Exit


def main(args: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code. The user never sees a traceback."""
    args = sys.argv[1:] if args is None else args
    with marked(), errors.fallbacks_told():
        try:
            called = _for(args)
            with (
                sigterm_as_ctrl_c() if args and ALIASES.get(args[0], args[0]) in STOPPABLE else contextlib.nullcontext()
            ):
                code = called(args=args, prog_name="mercatoria", standalone_mode=False)
            sys.stdout.flush()
            return code if isinstance(code, int) else 0
        except SystemExit:
            return errors.DONE  # typer raises this exception when the reader of our output has closed the pipe
        except BrokenPipeError:
            _silent()  # the reader of our output has closed the pipe
            return errors.DONE
        except (Exception, KeyboardInterrupt) as fault:  # noqa: BLE001 - no traceback reaches a user
            code = errors.report(fault)
            _flushed()
            return code


def _for(args: Sequence[str]) -> typer.Typer:
    """Return a command line that can run these arguments and imports as few commands as possible."""
    if args and args[0] in (*COMMANDS, *ALIASES):
        return app(args[:1])
    return app() if "--" in args else overview()


def _flushed() -> None:
    """Flush the output now, so that a full disk or a closed pipe cannot cause an error at exit."""
    try:
        sys.stdout.flush()
    except (OSError, ValueError):
        _silent()


def _silent() -> None:
    """Discard all further output to stdout."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
