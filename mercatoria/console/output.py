"""Command output: text and JSON, diagnostics in colour, and faults with the rulebook line that failed.

Colours appear only on a terminal and only if NO_COLOR is not set; `rich` checks both. Piped output has no colours.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from dsl.diagnostics import Diagnostic, RulebookError, render
from dsl.source import INVISIBLE, NOWHERE, Span, visible
from mercatoria.console.safe_console import SafeConsole
from mercatoria.console.streams import behind

if TYPE_CHECKING:
    from interpreter.position import LayoutError, PlayFault


def known() -> tuple[type[Exception], ...]:
    """Return the exceptions that are raised for errors in a game, its rules or a record of play."""
    from interpreter.position import LayoutError, PlayFault  # imported late, because most output needs no engine
    from mercatoria import IllegalMove, NoAnswer, NotAMove, RecordError, TableError

    return RulebookError, TableError, IllegalMove, NotAMove, NoAnswer, RecordError, PlayFault, LayoutError


def out() -> Console:
    return console(False)


def err() -> Console:
    return console(True)


def warn(text: str) -> None:
    """Print a remark about the input to stderr, unless the text is empty."""
    if text:
        err().print(text, markup=False, soft_wrap=True)


def console(stderr: bool = False) -> Console:
    """Return the console for text output. If the output is not a terminal, the console is 100 columns wide."""
    width = None
    stream = behind(sys.stderr if stderr else sys.stdout)
    if not stream.isatty() and not os.environ.get("COLUMNS"):
        width = 100
    return SafeConsole(file=stream, highlight=False, soft_wrap=False, width=width, emoji=False)


def rules(text: str) -> None:
    """Print a rulebook's text to stdout, in colour on a terminal and otherwise unchanged."""
    console = out()
    if not console.is_terminal:
        print(text)
        return
    from rich.syntax import Syntax

    from mercatoria.highlight import RulesLexer

    console.print(Syntax("", RulesLexer(), theme="ansi_dark").highlight(text), soft_wrap=True, end="")


def as_json(data: object) -> None:
    """Print data as JSON to stdout. Invisible characters are written as escapes such as `\\u202e`."""
    text = json.dumps(data, ensure_ascii=False, indent=2)
    print(INVISIBLE.sub(lambda found: json.dumps(found[0])[1:-1], text))


# ---------------------------------------------------------------- diagnostics


def diagnostic(fault: Diagnostic) -> Text:
    """Return a diagnostic as `dsl.diagnostics.render` prints it, with errors in red and warnings in yellow."""
    colour = "red" if fault.severity == "error" else "yellow"
    text = Text()
    for number, line in enumerate(render(fault).split("\n")):
        if number == 0:
            head, _, title = line.partition(": ")
            text.append(head, f"bold {colour}").append(": ").append(title, "bold")
        else:
            text.append("\n").append_text(_excerpt_line(line, colour))
    return text


def _excerpt_line(line: str, colour: str) -> Text:
    before, bar, after = line.partition(" | ")
    if line.strip().startswith("-->"):
        return Text(line, "blue")
    if line.startswith("   hint: "):
        return Text.assemble(("   hint: ", "cyan"), line[9:])
    if bar and not before.strip():
        mark = after.lstrip()[:1]
        return Text.assemble((before + bar, "blue"), (after, f"bold {colour}" if mark == "^" else "cyan"))
    return Text.assemble((before + bar, "blue"), after)


def diagnostics(faults: Iterable[Diagnostic], to: Console) -> None:
    for fault in faults:
        to.print(diagnostic(fault), soft_wrap=True)
        to.print()


def one_line(fault: Diagnostic) -> str:
    """Return a diagnostic on one line, for editors and grep: `file:line:column: error E301: title`."""
    hint = f" ({fault.hint})" if fault.hint else ""
    return visible(f"{fault.span}: {fault.severity} {fault.code}: {fault.title}{hint}")


def tally(faults: Iterable[Diagnostic]) -> str:
    """Return the number of errors and warnings as text, such as `2 errors, 1 warning`."""
    found = [fault.severity for fault in faults]
    errors, warnings = found.count("error"), found.count("warning")
    parts = [counted(errors, "error")] if errors else []
    parts += [counted(warnings, "warning")] if warnings else []
    return ", ".join(parts) or "no faults"


def counted(number: int, what: str) -> str:
    return f"{number:,} {what}" if number == 1 else f"{number:,} {what}s"


# ---------------------------------------------------------------- faults


def fault(found: BaseException) -> None:
    """Print an error in a game, move or record to stderr."""
    from interpreter.position import LayoutError, PlayFault
    from mercatoria import IllegalMove

    to = err()
    if isinstance(found, RulebookError):
        diagnostics(found.diagnostics, to)
        to.print(f"the rules cannot be played: {tally(found.diagnostics)}")
    elif isinstance(found, (PlayFault, LayoutError)):
        to.print(fault_of_play(found), soft_wrap=True)
    elif isinstance(found, IllegalMove):
        to.print(Text(str(found)), soft_wrap=True)
    else:
        to.print(Text(f"mercatoria: {found}"), soft_wrap=True)


def fault_of_play(found: PlayFault | LayoutError) -> Text:
    """Return the message, including the rulebook line, for a rule that failed or for rules that cannot be compiled."""
    from interpreter.position import PlayFault

    about = getattr(found, "about", None)
    words = "a rule failed in play" if isinstance(found, PlayFault) else "these rules cannot be compiled"
    text = Text.assemble((words, "bold red"), ": ", (found.message, "bold"))
    if about is not None:
        title = f' "{about.title}"' if about.title else ""
        text.append(f"\n   in `{about.name}`{title}")
        if about.cites:
            text.append(f" [{', '.join(about.cites)}]")
    if found.span is not NOWHERE:
        text.append("\n").append_text(excerpt(found.span))
    return text


def excerpt(span: Span) -> Text:
    """Return the line of the rulebook with the faulty span underlined."""
    lines = render(Diagnostic("E000", "", span)).split("\n")[1:]
    return Text("\n").join(_excerpt_line(line, "red") for line in lines)
