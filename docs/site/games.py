"""Pages of a game: its README and the contents of its files.

The small games of `docs/examples` have these pages too, but their README is already a page of `docs/`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import yaml

from docs.site.pages import ROOT, Page, place_of, shown_file

FILES = {"rulebook.rules": "rules", "variants/": "variants", "scenarios/": "scenarios", "clauses.yaml": "clauses"}
"""Files and folders that a README lists in a table, with the name of the page that each has on the site."""

SCENARIOS = "Positions, moves, and what must then be true. `mercatoria test` runs them all."
VARIANTS = "What changes the rules without touching them. Play with one: `--variant` and its name."


def game_pages() -> Iterator[Page]:
    """Yield the pages for the files of each game, and the README page of each shipped game."""
    for folder in sorted(book.parent for book in (ROOT / "games").glob("*/rulebook.rules")):
        readme = folder / "README.md"
        yield Page(place_of(readme), with_files_linked(readme.read_text(encoding="utf-8")), readme)
        yield from pages_of_files(folder)
    for book in sorted((ROOT / "docs" / "examples").glob("*/rulebook.rules")):
        yield from pages_of_files(book.parent)


def pages_of_files(folder: Path) -> Iterator[Page]:
    """Yield pages with the contents of a game's files, one page for each kind of file."""
    readme = folder / "README.md"
    title = readme.read_text(encoding="utf-8").partition("\n")[0].removeprefix("# ")
    texts = {
        "rules": f"# Rulebook\n\nThe rules of {title}, whole.\n\n{shown_file(folder / 'rulebook.rules')}",
        "variants": all_files(f"# Variants\n\n{VARIANTS}", folder / "variants"),
        "scenarios": all_files(f"# Scenarios\n\n{SCENARIOS}", folder / "scenarios"),
        "clauses": clauses(folder / "clauses.yaml", title),
    }
    here = Path(place_of(readme)).parent
    for name, text in texts.items():
        if text:
            yield Page(f"{here.as_posix()}/{name}.md", text, readme)


def with_files_linked(text: str) -> str:
    """Return a README with each file in its table linked to the page of that file."""
    for file, page in FILES.items():
        text = text.replace(f"| `{file}` |", f"| [`{file}`]({page}.md) |", 1)
    return text


def all_files(above: str, folder: Path) -> str:
    """Return the rules files of a folder, each below a heading, or "" if there are none."""
    files = sorted(folder.glob("*.rules"), key=lambda file: (number_of(file), file.name))
    shown = [f"## {heading(file)}\n\n{shown_file(file)}" for file in files]
    return "\n\n".join([above, *shown]) if shown else ""


def number_of(file: Path) -> int:
    """Return the number at the start of a file name; files without one come last."""
    found = re.match(r"\d+", file.name)
    return int(found[0]) if found else 1_000


def heading(file: Path) -> str:
    """Return the title of a variant or, if there is none, the file name with spaces."""
    title = re.search(r'^variant \w+ "([^"]+)"', file.read_text(encoding="utf-8"), re.MULTILINE)
    return flat(title[1]) if title else re.sub(r"^\d+_", "", file.stem).replace("_", " ").capitalize()


def clauses(file: Path, title: str) -> str:
    """Return the clauses of a game as a list by section, or an empty string if it has none."""
    if not file.is_file():
        return ""
    lines = ["# Clauses", "", f"The printed rules of {title} as numbered sentences, in our words."]
    section = ""
    for clause in yaml.safe_load(file.read_text(encoding="utf-8"))["clauses"]:
        if clause.get("section", "") != section:
            section = clause["section"]
            lines += ["", f"## {section}", ""]
        left_out = clause.get("status") == "not applicable"
        reason = f" *Not applicable: {flat(clause.get('reason', ''))}*" if left_out else ""
        lines.append(f"- <span id='{clause['id']}'></span>**{clause['id']}** {flat(clause['rule'])}{reason}")
    return "\n".join(lines) + "\n"


def flat(text: str) -> str:
    """Return the text on one line, with all Markdown characters escaped."""
    return re.sub(r"([*_<>\[\]`|])", r"\\\1", " ".join(str(text).split()))
