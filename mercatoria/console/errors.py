"""Messages for errors, each with an exit code.

  0  done
  1  a rulebook or record has errors, a rule failed in play, a search reached no goal, or the system reported an error
  2  the command was misused: an unknown game, option, variant or move
 70  an internal error
130  stopped by Ctrl-C or SIGTERM
"""

from __future__ import annotations

import os
import re
import sys
import traceback
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, cast

import typer

DONE, FAULTY, MISUSED, OURS, STOPPED = 0, 1, 2, 70, 130

UsageError: type[Exception] = typer.BadParameter.__bases__[0]
ClickException: type[Exception] = UsageError.__bases__[0]


def misuse(message: str) -> Exception:
    """Return the exception for a usage error; `report` returns exit code 2 for this exception."""
    return UsageError(message)


TOO_MANY_DIGITS = "for integer string conversion"
"""Python's error message for an integer with too many digits, which a user may have entered."""

WHERE_TO_REPORT = "the issue tracker of the project, and include the command you typed"


def report(fault: BaseException) -> int:
    """Print an error to stderr and return the exit code for it."""
    if isinstance(fault, (KeyboardInterrupt, typer.Abort)):
        print("\nstopped", file=sys.stderr)
        return STOPPED
    if isinstance(fault, ClickException):
        return _misused(fault)
    return _of_the_game(fault) if _is_known(fault) else _of_the_computer(fault)


def _misused(fault: Exception) -> int:
    """Print a usage error from typer and return the exit code for it."""
    message = str(getattr(fault, "format_message", lambda: fault)()).strip()
    context = getattr(fault, "ctx", None)
    if "valid int" in message:
        message = f"{message.partition(':')[0].removeprefix('Invalid value for ')} needs a whole number"
    if type(fault).__name__ == "NoArgsIsHelpError":
        print(message, file=sys.stderr)
        return MISUSED
    hint = f"`{context.command_path} --help` shows the usage" if context is not None else ""
    begun = message[:2] if message[:2].isupper() else message[:2].lower()  # "HTML" keeps its capitals
    say(f"{begun}{message[2:]}".rstrip("."), hint)
    return MISUSED


def _is_known(fault: BaseException) -> bool:
    from mercatoria.console import output  # the engine is imported late, because `--help` does not need it

    return isinstance(fault, output.known())


def _of_the_game(fault: BaseException) -> int:
    import mercatoria
    from mercatoria.console import output

    output.fault(fault)
    return MISUSED if isinstance(fault, (mercatoria.TableError, mercatoria.NotAMove, mercatoria.NoAnswer)) else FAULTY


def _of_the_computer(fault: BaseException) -> int:
    if isinstance(fault, FileNotFoundError):
        say(_about_file(fault, "there is no such file or folder"))
        return MISUSED
    if isinstance(fault, IsADirectoryError):
        say(_about_file(fault, "this is a folder, but a file is needed"))
        return MISUSED
    if isinstance(fault, PermissionError):
        say(_about_file(fault, "you are not allowed to read or write"))
        return FAULTY
    if isinstance(fault, OSError):
        say(_about_file(fault, (fault.strerror or "the computer refused").casefold()))
        return FAULTY
    if isinstance(fault, UnicodeDecodeError):
        say("the file is not text (UTF-8)")
        return FAULTY
    if isinstance(fault, ValueError) and TOO_MANY_DIGITS in str(fault):
        say(f"a number here has more than {sys.get_int_max_str_digits():,} digits; write a smaller one")
        return MISUSED
    if isinstance(fault, RecursionError):
        say("the input is nested too deeply")
        return FAULTY
    if isinstance(fault, MemoryError):
        say("there is not enough memory for this")
        return FAULTY
    return _ours(fault)


def _about_file(fault: OSError, words: str) -> str:
    if fault.errno is None:
        return str(fault) or words
    return f"{words}: {fault.filename}" if fault.filename else words


def _ours(fault: BaseException) -> int:
    what = str(fault).strip().split("\n")[0][:200]
    say(
        f"internal error: {type(fault).__name__}{': ' + what if what else ''}",
        f"please report it at {WHERE_TO_REPORT}; set MERCATORIA_DEBUG=1 for a traceback",
    )
    if os.environ.get("MERCATORIA_DEBUG") == "1":
        traceback.print_exception(fault)
    return OURS


@contextmanager
def fallbacks_told() -> Iterator[None]:
    """Print each engine-fallback warning as a sentence on stderr until the `with` block ends."""
    before = warnings.showwarning

    def show(message: Warning | str, *further: Any) -> None:
        from interpreter.position import EngineFallback  # imported here, because `--help` needs no engine

        if isinstance(message, EngineFallback):
            say(
                f"warning {message}",
                f"`mercatoria explain {message.code}` shows the details; report it at {WHERE_TO_REPORT}",
            )
        else:
            before(message, *further)

    warnings.showwarning = cast(Any, show)
    try:
        yield
    finally:
        warnings.showwarning = before


@contextmanager
def warnings_counted() -> Iterator[list[Warning | str]]:
    """Yield a list of the warnings that Python shows until the `with` block ends."""
    before, found = warnings.showwarning, list[Warning | str]()

    def show(message: Warning | str, *further: Any) -> None:
        found.append(message)
        before(message, *further)

    warnings.showwarning = cast(Any, show)
    try:
        yield found
    finally:
        warnings.showwarning = before


LONG_NUMBER = re.compile(r"[0-9]{41,}")


def say(message: str, hint: str = "") -> None:
    """Print a message to stderr, with a hint below it if there is one."""
    message = LONG_NUMBER.sub(lambda found: f"{found[0][:12]}…", message)
    print(f"mercatoria: {message}", file=sys.stderr)
    if hint:
        print(f"   hint: {hint}", file=sys.stderr)
