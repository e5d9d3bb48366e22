"""Generated Markdown pages about diagnostics, commands and the Python interface.

The texts come from the message catalogue, from the help of the commands, and from docstrings.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from typing import Any, get_type_hints

import typer

import mercatoria
from docs.site.pages import ROOT, Page
from dsl.diagnostics.catalogue import CATALOGUE, Entry
from mercatoria import cli

OURS = ("dsl", "interpreter", "mercatoria")

GROUPS = {
    "E0": "Reading rules", "E2": "Board files", "W2": "Board files: warnings", "E3": "Names, types and sense",
    "W4": "Rules: warnings", "E4": "Variants", "E5": "Scenarios and clauses",
}  # fmt: skip
"""Titles of groups of diagnostic codes, by the first two characters of the code. All other codes are in "Others"."""


def generated_pages() -> Iterator[Page]:
    """Yield all generated reference pages."""
    for name, text in (("faults", faults()), ("commands", commands()), ("python", python())):
        yield Page(f"reference/{name}.md", text, ROOT / "docs" / "README.md")
    yield Page("decisions/index.md", decisions(), ROOT / "docs" / "README.md")


def decisions() -> str:
    """Return the page that lists the decision records."""
    records = sorted((ROOT / "docs" / "decisions").glob("*.md"))
    titles = [(file.stem, file.read_text(encoding="utf-8").partition("\n")[0].removeprefix("# ")) for file in records]
    listed = "\n".join(f"- [{title}](decisions/{name}.md)" for name, title in titles)
    return f"# Decisions\n\nWhy the project is built as it is, and what we decided against.\n\n{listed}\n"


# ---------------------------------------------------------------- faults


FAULTS = """# Fault codes

What `mercatoria check` may say, with an example of each and what to do about it. At the terminal, `mercatoria explain
E301` says the same. Codes that begin with E are errors: the rules cannot be played. Those with W are warnings: the
rules can be played, but something looks odd.
"""


def faults() -> str:
    """Return the page that explains every diagnostic code, by group."""
    text = [FAULTS]
    shown: set[str] = set()
    for start, heading in {**GROUPS, "": "Others"}.items():
        entries = [entry for code, entry in CATALOGUE.items() if code.startswith(start) and code not in shown]
        shown.update(entry.code for entry in entries)
        text += [f"## {heading}\n"] if entries else []
        text += map(fault, entries)
    return "\n".join(text)


def fault(entry: Entry) -> str:
    language = "rules" if entry.code[1] in "0345" and entry.code not in ("E003", "E508") else "text"
    example = entry.bad.expandtabs(8).strip("\n").replace("\0", "␀")
    shown = f"```{language}\n{example}\n```\n" if example else ""
    return (
        f"({entry.code})=\n### {entry.code}: {entry.title}\n\n{as_markdown(entry.explanation)}\n\n{shown}\n"
        f"**What to do:** {as_markdown(entry.fix)}\n"
    )


def as_markdown(text: str) -> str:
    """Return Markdown that shows a text literally, apart from code in back quotes."""
    parts = text.split("`")
    return "`".join(re.sub(r"([*_<>\[\]])", r"\\\1", part) if n % 2 == 0 else part for n, part in enumerate(parts))


# ---------------------------------------------------------------- commands


def commands() -> str:
    """Return the page that describes every command with its arguments and options."""
    group: Any = typer.main.get_command(cli.app())
    text = [f"# Commands\n\n{group.help}\n\n    mercatoria COMMAND …\n\n{EXIT_CODES}"]
    return "\n".join([*text, *(command(name, each) for name, each in group.commands.items())])


EXIT_CODES = """Exit codes: 0 for success, 1 for errors in the examined files, 2 for wrong usage, 70 for an internal
error and 130 for an interruption by the user. `--json` prints JSON.
"""


def command(name: str, made: Any) -> str:
    shown = [param for param in made.params if not getattr(param, "hidden", False)]
    arguments = [param for param in shown if param.param_type_name == "argument"]
    options = [param for param in shown if param.param_type_name == "option"]
    usage = " ".join([f"mercatoria {name}", *map(placeholder, arguments), *(["[OPTIONS]"] if options else [])])
    types = get_type_hints(cli.command(name))
    rows = [row(placeholder(param), param) for param in arguments]
    rows += [row(", ".join([*param.opts, *param.secondary_opts]) + takes(param, types), param) for param in options]
    table = "\n".join(["| write | for |", "| --- | --- |", *rows]) + "\n" if rows else ""
    return f"## {name}\n\n    {usage}\n\n{as_markdown(inspect.cleandoc(made.help or ''))}\n\n{table}"


def placeholder(param: Any) -> str:
    name = str(param.metavar or param.name.upper())
    return name if param.required or name.startswith("[") else f"[{name}]"


def takes(param: Any, types: dict[str, Any]) -> str:
    """Return the placeholder of an option's value, or an empty string for a flag."""
    if param.is_flag:
        return ""
    return f" {param.metavar or ('NUMBER' if types[param.name] in (int, int | None) else 'TEXT')}"


def row(name: str, param: Any) -> str:
    usual = param.default
    told = isinstance(usual, (str, int)) and not isinstance(usual, bool) and usual != "" and param.metavar is None
    said = as_markdown(param.help or "").replace("|", "\\|")
    return f"| `{name}` | {said}{f' Usually {usual}.' if told else ''} |"


# ---------------------------------------------------------------- the Python interface


def python() -> str:
    """Return the page about the Python interface, made from docstrings."""
    own = [name for name in mercatoria.__all__ if inspect.isfunction(getattr(mercatoria, name))]
    classes = [name for name in mercatoria.__all__ if inspect.isclass(getattr(mercatoria, name))]
    aliases = [name for name in mercatoria.__all__ if name not in (*own, *classes)]
    text = [f"# Python\n\n{inspect.cleandoc(mercatoria.__doc__ or '')}\n\n## Functions\n"]
    text += [function(f"mercatoria.{name}", getattr(mercatoria, name)) for name in own]
    wrong = [name for name in classes if issubclass(getattr(mercatoria, name), Exception)]
    text += ["## Classes\n", *(described(name) for name in classes if name not in wrong)]
    text += ["## Types\n", *(alias(name) for name in aliases)]
    text += ["## What can go wrong\n", *(described(name, members=False) for name in wrong)]
    return "\n".join(text)


def function(name: str, made: Callable[..., object], directive: str = "function", colons: int = 4) -> str:
    return entry(directive, f"{name}{signature(made)}", inspect.getdoc(made) or "", colons)


class AsWritten:
    """Type annotation whose `repr` is its source text, without the quotes that Python would add."""

    def __init__(self, text: object) -> None:
        self.text = text

    def __repr__(self) -> str:
        return str(self.text)


def signature(made: Callable[..., object]) -> str:
    """Return the signature of a function with all annotations, without `self`."""
    found = inspect.signature(made)
    kept = [
        each.replace(annotation=AsWritten(each.annotation)) for each in found.parameters.values() if each.name != "self"
    ]
    return str(found.replace(parameters=kept, return_annotation=AsWritten(found.return_annotation)))


def entry(directive: str, heading: str, doc: str, colons: int, below: str = "") -> str:
    fence = ":" * colons
    return f"{fence}{{py:{directive}}} {heading}\n:no-index-entry:\n\n{doc}\n\n{below}{fence}\n"


def alias(name: str) -> str:
    """Return a type alias with the type for which it stands."""
    return entry("type", f"mercatoria.{name}", f"`{getattr(mercatoria, name)}`", 4)


def described(name: str, members: bool = True) -> str:
    """Return the documentation of a class with its public fields, methods and properties, in source order."""
    made = getattr(mercatoria, name)
    doc = inspect.getdoc(made) or ""
    doc = "" if doc.startswith(f"{name}(") else doc
    below = "".join(member(made, each) for each in member_names(made)) if members else ""
    # The fields of other classes are internal.
    value = members and is_dataclass(made) and made.__dataclass_params__.frozen
    known = fields(made) if value else ()
    said = [f"`{field.name}`: `{field.type}`" for field in known if not field.name.startswith("_")]
    listed = f"Fields: {', '.join(said)}.\n\n" if said else ""
    return entry("exception" if not members else "class", f"mercatoria.{name}", doc, 6, listed + below)


def member_names(made: type) -> list[str]:
    """Return the public members of a class, after those that it inherits from other classes of this project."""
    ours = [base for base in reversed(made.__mro__) if base.__module__.partition(".")[0] in OURS]
    return [name for name in dict.fromkeys(name for base in ours for name in vars(base)) if not name.startswith("_")]


def member(made: type, name: str) -> str:
    found = inspect.getattr_static(made, name)
    if isinstance(found, property) and found.fget is not None and found.__doc__:
        kind = str(found.fget.__annotations__.get("return", ""))
        return f"::::{{py:property}} {name}\n:type: {kind}\n:no-index-entry:\n\n{inspect.getdoc(found)}\n::::\n\n"
    if (inspect.isfunction(found) or isinstance(found, classmethod)) and found.__doc__:
        return function(name, getattr(made, name), "method") + "\n"
    return ""
