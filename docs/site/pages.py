"""Pages of the site: the Markdown of `docs/` and of the games' folders, plus generated pages.

The site uses the pages of the repository, with three changes.

- Links lead to the location of the page on the site (the `README.md` of a folder becomes its `index`).
- A fenced block for a file (`rules file pig/rulebook.rules`) gets the name of the file above it.
- A paragraph that contains only a link to a rules file shows that file in a collapsed section.

A link that leads nowhere is left as it is, and the strict build complains about it.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LINK = re.compile(r"(?<!!)\[(?P<text>(?:(?!\n\n)[^\]])*)\]\((?P<target>[^)\s#]*)(?P<anchor>#[^)\s]*)?\)")
ALONE = re.compile(rf"(?<=\n\n){LINK.pattern}(?=\n(?:\n|\Z))")
FENCE = re.compile(r"^```(?P<info>[^\n`]*)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
TOP_LEVEL = ("CHANGELOG", "CONTRIBUTING", "SECURITY")
"""Pages at the top of the repository that are part of the site."""

SHOWN = {".rules": "rules", ".yaml": "yaml"}
"""Suffixes of files that pages show, with their language for highlighting."""


@dataclass(frozen=True)
class Page:
    """A page: its location on the site (`author/index.md`), its text, and the file to which its links are relative."""

    place: str
    text: str
    origin: Path


def written_pages() -> Iterator[Page]:
    """Yield the pages that people wrote."""
    for file in sorted((ROOT / "docs").rglob("*.md")):
        if "site" not in file.relative_to(ROOT / "docs").parts[:1]:
            yield Page(place_of(file), file.read_text(encoding="utf-8"), file)
    for file in (ROOT / f"{name}.md" for name in TOP_LEVEL):
        yield Page(place_of(file), file.read_text(encoding="utf-8"), file)


def shown_file(file: Path, caption: str = "") -> str:
    """Return a file as a fenced block."""
    name = caption or file.relative_to(ROOT).as_posix()
    text = file.read_text(encoding="utf-8").rstrip()
    return f"```{{code-block}} {SHOWN[file.suffix]}\n:caption: {name}\n\n{text}\n```\n"


# ---------------------------------------------------------------- conversion of pages for the site


def place_of(file: Path) -> str:
    """Return the location on the site of a page in the repository."""
    place = file.relative_to(ROOT).as_posix().removeprefix("docs/")
    place = place.casefold() if place.removesuffix(".md") in TOP_LEVEL else place
    return re.sub(r"(^|/)README\.md$", r"\1index.md", place)


def for_site(page: Page) -> str:
    """Return the text of a page with its links and blocks adapted to the site."""
    parts: list[str] = []
    at = 0
    for fence in FENCE.finditer(page.text):
        parts += [prose(page, page.text[at : fence.start()]), block(fence)]
        at = fence.end()
    return "".join([*parts, prose(page, page.text[at:])])


def prose(page: Page, text: str) -> str:
    text = ALONE.sub(lambda link: folded(page, link), text)
    return LINK.sub(lambda link: moved(page, link), text)


def block(fence: re.Match[str]) -> str:
    """Return a fenced block, with the file name above the block if the block shows a file."""
    language, *rest = fence["info"].split() or [""]
    if rest[:1] in (["file"], ["append"]):
        more = " (added at the end)" if rest[0] == "append" else ""
        return f"```{{code-block}} {language}\n:caption: {rest[1]}{more}\n\n{fence['text']}```"
    return fence[0] if language else f"```text\n{fence['text']}```"


def folded(page: Page, link: re.Match[str]) -> str:
    """Return the file that a paragraph links to, in a collapsed section."""
    file = (page.origin.parent / link["target"]).resolve()
    if file.suffix not in SHOWN or not file.is_file():
        return link[0]
    return f"<details>\n<summary>{link['text']}</summary>\n\n{shown_file(file)}\n</details>"


def moved(page: Page, link: re.Match[str]) -> str:
    target, anchor = link["target"], link["anchor"] or ""
    if not target or "://" in target:
        return link[0]
    file = (page.origin.parent / target).resolve()
    if not file.is_relative_to(ROOT):
        return link[0]
    if file.is_dir():
        file /= "README.md"
    here = Path(page.place).parent.as_posix()
    if file.suffix == ".md" and (file.is_file() or file.parent.name == "decisions"):
        return f"[{link['text']}]({os.path.relpath(place_of(file), here)}{anchor})"
    if file.is_file() and page.origin.suffix == ".md":
        return f"[{link['text']}](path:{os.path.relpath(file, ROOT / 'build' / 'docs' / 'source' / here)})"
    return link[0]
