"""Website pages that people wrote: the Markdown files in `docs/` and in the folders of games.

The website changes these files in three ways.

- A link to another page leads to the page's location on the website, where `README.md` becomes `index`.
- A fenced block that shows a file, such as `rules file pig/rulebook.rules`, gets the file name above it.
- A paragraph that consists of a link to a rules file shows the file in a collapsed section.
- A block with a game, or with rules for a game of the same page, gets a link that opens it in the page without a
  server, if `make page` has built that page.

The website keeps broken links unchanged, so that the strict build reports them.
"""

from __future__ import annotations

import base64
import os
import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LINK = re.compile(r"(?<!!)\[(?P<text>(?:(?!\n\n)[^\]])*)\]\((?P<target>[^)\s#]*)(?P<anchor>#[^)\s]*)?\)")
ALONE = re.compile(rf"(?<=\n\n){LINK.pattern}(?=\n(?:\n|\Z))")
FENCE = re.compile(r"^```(?P<info>[^\n`]*)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
GAME = re.compile(r"(?:#[^\n]*\n|\s)*rulebook (?P<name>\w+)")
DESK = ROOT / "build" / "page" / "site"
"""The page without a server, which the website includes in its folder `page`."""
TOP_LEVEL = ("CHANGELOG", "CONTRIBUTING", "SECURITY")
"""Pages in the root folder of the repository that the website includes."""

TASK = "text.md"
"""The task of an exercise. Its lesson shows the same text."""

SHOWN = {".rules": "rules", ".yaml": "yaml"}
"""Suffixes of the files that pages show, each with its language for syntax highlighting."""


@dataclass(frozen=True)
class Page:
    """A page with its website location, such as `author/index.md`, its text, and the file from which it comes."""

    place: str
    text: str
    origin: Path


def written_pages() -> Iterator[Page]:
    """Yield the pages that people wrote."""
    for file in sorted((ROOT / "docs").rglob("*.md")):
        if "site" not in file.relative_to(ROOT / "docs").parts[:1] and file.name != TASK:
            yield Page(place_of(file), file.read_text(encoding="utf-8"), file)
    for file in (ROOT / f"{name}.md" for name in TOP_LEVEL):
        yield Page(place_of(file), file.read_text(encoding="utf-8"), file)


def shown_file(file: Path, caption: str = "") -> str:
    """Return the contents of a file as a fenced block."""
    name = caption or file.relative_to(ROOT).as_posix()
    text = file.read_text(encoding="utf-8").rstrip()
    return f"```{{code-block}} {SHOWN[file.suffix]}\n:caption: {name}\n\n{text}\n```\n"


# ---------------------------------------------------------------- conversion of pages for the site


def place_of(file: Path) -> str:
    """Return the website location of a page in the repository."""
    place = file.relative_to(ROOT).as_posix().removeprefix("docs/")
    place = place.casefold() if place.removesuffix(".md") in TOP_LEVEL else place
    return re.sub(r"(^|/)README\.md$", r"\1index.md", place)


def for_site(page: Page) -> str:
    """Return the text of a page with links and blocks changed for the website."""
    parts: list[str] = []
    at = 0
    for fence in FENCE.finditer(page.text):
        parts += [prose(page, page.text[at : fence.start()]), block(fence), edit_and_play(page, fence)]
        at = fence.end()
    return "".join([*parts, prose(page, page.text[at:])])


def prose(page: Page, text: str) -> str:
    text = ALONE.sub(lambda link: folded(page, link), text)
    return LINK.sub(lambda link: moved(page, link), text)


def block(fence: re.Match[str]) -> str:
    """Return a fenced block; if the block shows a file, add the file name above it."""
    language, *rest = fence["info"].split() or [""]
    if rest[:1] in (["file"], ["append"]):
        more = " (added at the end)" if rest[0] == "append" else ""
        return f"```{{code-block}} {language}\n:caption: {rest[1]}{more}\n\n{fence['text']}```"
    return fence[0] if language else f"```text\n{fence['text']}```"


def edit_and_play(page: Page, fence: re.Match[str]) -> str:
    """Return a link that opens the game of a block in the page without a server, or an empty string."""
    text = whole_game(page, fence) if DESK.is_dir() else ""
    if not text:
        return ""
    packed = zlib.compressobj(9, zlib.DEFLATED, -15)
    letters = base64.urlsafe_b64encode(packed.compress(text.encode()) + packed.flush()).decode().rstrip("=")
    to = os.path.relpath("page/index.html", Path(page.place).parent.as_posix())
    return f'\n\n<p class="edit-and-play"><a href="{to}#r={letters}">Edit and play</a></p>\n'


def whole_game(page: Page, fence: re.Match[str]) -> str:
    """Return the rulebook to which a block belongs, with the block, or an empty string if it needs other files."""
    info = fence["info"].split()
    if info[:1] != ["rules"] or {"append", "part"} & {*info}:
        return ""
    others = list(FENCE.finditer(page.text))
    name = info[info.index("in") + 1] if "in" in info else ""
    own = GAME.match(fence["text"])
    if not name and own is None:
        return ""
    found = fence["text"] if not name else ""
    for other in others:
        game = GAME.match(other["text"]) if other["info"].split()[:1] == ["rules"] else None
        if name and game and game["name"] == name and "in" not in other["info"].split():
            found = f"{other['text']}\n{fence['text']}"
            break
    needs_board = f"yaml of {name or (own['name'] if own else '')}"
    return "" if any(other["info"].startswith(needs_board) for other in others) else found


def folded(page: Page, link: re.Match[str]) -> str:
    """Return a collapsed section with the file to which a paragraph links."""
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
