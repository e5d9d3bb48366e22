"""Website pages of a game, which show its README and its files.

The small games in `docs/examples` also get pages for their files. Their READMEs are already pages of `docs/`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import yaml

from docs.site.pages import ROOT, Page, place_of, shown_file
from dsl.folder import CLAIMS, LAWS

FILES = {
    "rulebook.rules": "rules", LAWS: "laws", CLAIMS: "claims", "variants/": "variants", "scenarios/": "scenarios",
    "clauses.yaml": "clauses",
}  # fmt: skip
"""Files and folders of a game, each with the name of its page on the website."""

SCENARIOS = "Positions, moves, and what must then be true. `mercatoria test` runs them all."
VARIANTS = "What changes the rules without touching them. Play with one: `--variant` and its name."


def game_pages() -> Iterator[Page]:
    """Yield the README page of each shipped game, and the file pages of shipped and small games."""
    for folder in sorted(book.parent for book in (ROOT / "games").glob("*/rulebook.rules")):
        readme = folder / "README.md"
        yield Page(place_of(readme), with_files_linked(readme.read_text(encoding="utf-8")), readme)
        yield from pages_of_files(folder)
    for book in sorted((ROOT / "docs" / "examples").glob("*/rulebook.rules")):
        yield from pages_of_files(book.parent)


def pages_of_files(folder: Path) -> Iterator[Page]:
    """Yield one page for each kind of file in a game's folder."""
    readme = folder / "README.md"
    title = readme.read_text(encoding="utf-8").partition("\n")[0].removeprefix("# ")
    texts = {
        "rules": f"# Rulebook\n\nThe rules of {title}, whole.\n\n{shown_file(folder / 'rulebook.rules')}",
        "variants": all_files(f"# Variants\n\n{VARIANTS}", folder / "variants"),
        "scenarios": all_files(f"# Scenarios\n\n{SCENARIOS}", folder / "scenarios"),
        "clauses": clauses(folder / "clauses.yaml", title),
    }
    if (laws := folder / LAWS).is_file():
        texts["laws"] = f"# Laws\n\nThe conditions on the board of {title}.\n\n{shown_file(laws)}"
    if (claims := folder / CLAIMS).is_file():
        texts["claims"] = f"# Claims\n\nThe claims about play of {title}.\n\n{shown_file(claims)}"
    here = Path(place_of(readme)).parent
    for name, text in texts.items():
        if text:
            yield Page(f"{here.as_posix()}/{name}.md", text, readme)


def with_files_linked(text: str) -> str:
    """Return a README in which the table of files links to the pages of the files."""
    for file, page in FILES.items():
        text = text.replace(f"| `{file}` |", f"| [`{file}`]({page}.md) |", 1)
    return text


def all_files(above: str, folder: Path) -> str:
    """Return the contents of all rules files in a folder, each below a heading, or "" if there are none."""
    files = sorted(folder.glob("*.rules"), key=lambda file: (number_of(file), file.name))
    shown = [f"## {heading(file)}\n\n{shown_file(file)}" for file in files]
    return "\n\n".join([above, *shown]) if shown else ""


def number_of(file: Path) -> int:
    """Return the number at the start of a file name, or a large number if the name has none."""
    found = re.match(r"\d+", file.name)
    return int(found[0]) if found else 1_000


def heading(file: Path) -> str:
    """Return the title of a variant, or the file name with spaces if the variant has no title."""
    title = re.search(r'^variant \w+ "([^"]+)"', file.read_text(encoding="utf-8"), re.MULTILINE)
    return flat(title[1]) if title else re.sub(r"^\d+_", "", file.stem).replace("_", " ").capitalize()


def clauses(file: Path, title: str) -> str:
    """Return a game's clauses as a list by section, or an empty string if the game has no clauses."""
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
    """Return a text on one line, with all Markdown characters escaped."""
    return re.sub(r"([*_<>\[\]`|])", r"\\\1", " ".join(str(text).split()))
