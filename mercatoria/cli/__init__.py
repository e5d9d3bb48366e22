"""The command line: `mercatoria COMMAND …`.

Each command is in a module of the same name. Code that several commands share is in `mercatoria.console`. This module
combines the commands into one typer application. The module also turns exceptions into error messages and exit codes
(see `console.errors`). To start fast, the module imports only the command that the user runs.
"""

from __future__ import annotations

import ast
import contextlib
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from importlib import import_module
from itertools import pairwise
from pathlib import Path

import typer

import mercatoria
from mercatoria.console import errors, marked, sigterm_as_ctrl_c

COMMANDS = (
    "games", "play", "serve", "page", "draw", "simulate", "check", "lsp", "mcp", "fmt", "expand", "diff", "graph",
    "new", "test", "coverage", "mutate", "study", "balance", "fit", "schema", "words", "explain", "perft", "build",
    "replay", "why", "grade", "drill",
)  # fmt: skip
"""Names of the commands, in the order in which `--help` lists them. Each command is a function in the module of the
same name.
"""

ALIASES = {"slips": "mutate"}
"""Old command names, which still work but do not appear in `--help`."""

WITHOUT_ARGUMENTS = ("games", "play", "serve", "lsp", "mcp")
"""Commands that do something without arguments; all others then print their help."""

STOPPABLE = ("simulate", "study", "balance", "fit", "perft", "mutate")
"""Long-running commands that print partial results when the user stops them."""


VALUE_MAY_BE_LEFT_OUT = ("--explain",)
"""Options whose value may be left out; it is then empty. Typer knows no such options."""


def command(name: str) -> Callable[..., int | None]:
    """Return the function that implements a command."""
    run: Callable[..., int | None] = getattr(import_module(f"{__name__}.{name}"), name)
    return run


def app(names: Iterable[str] = COMMANDS) -> typer.Typer:
    """Return a typer application with the given commands."""
    made = _empty()
    for name in names:
        run = _aborting(command(ALIASES.get(name, name)))
        made.command(name, no_args_is_help=name not in WITHOUT_ARGUMENTS)(run)
    return made


def _aborting(run: Callable[..., int | None]) -> Callable[..., int | None]:
    """Return a command that raises `typer.Abort` after Ctrl-C. Typer would end a `KeyboardInterrupt` without a word."""

    @wraps(run)
    def aborting(*args: object, **named: object) -> int | None:
        try:
            return run(*args, **named)
        except KeyboardInterrupt as fault:
            raise typer.Abort from fault

    return aborting


def overview() -> typer.Typer:
    """Return the typer application that prints `--help` and reports misspelt commands. To start fast, this function
    lists every command without importing any of them.
    """
    made = _empty()
    for name in COMMANDS:
        made.command(name, help=_docstring(name))(_not_imported)
    return made


def _docstring(name: str) -> str:
    """Read the docstring of a command from its source file, without importing the module."""
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
            args = completed(args)
            called = _for(args)
            with (
                sigterm_as_ctrl_c() if args and ALIASES.get(args[0], args[0]) in STOPPABLE else contextlib.nullcontext()
            ):
                code = called(args=args, prog_name="mercatoria", standalone_mode=False)
            sys.stdout.flush()
            return code if isinstance(code, int) else 0
        except SystemExit:
            return errors.DONE  # typer raises this exception if the program that reads the output closes the pipe
        except BrokenPipeError:
            _silent()  # the program that reads the output has closed the pipe
            return errors.DONE
        except (Exception, KeyboardInterrupt) as fault:  # noqa: BLE001 - no traceback reaches a user
            code = errors.report(fault)
            _flushed()
            return code


def completed(args: Sequence[str]) -> list[str]:
    """Return arguments in which every option has a value if it needs one (see `VALUE_MAY_BE_LEFT_OUT`)."""
    found: list[str] = []
    for arg, next_ in pairwise([*args, "-"]):
        found.append(arg)
        if arg in VALUE_MAY_BE_LEFT_OUT and next_.startswith("-"):
            found.append("")
    return found


def _for(args: Sequence[str]) -> typer.Typer:
    """Return a typer application that can process these arguments, importing as few commands as possible."""
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
