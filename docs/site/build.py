"""`make docs`: gathers the pages, writes the way through them, and has Sphinx make a site of it.

    python -m docs.site.build [FOLDER]      the site comes into FOLDER/html; usually build/docs/html

The build is strict: a broken link, a page that nothing leads to, a block that cannot be coloured, and it fails.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from sphinx.cmd.build import main as sphinx

from docs.site.games import game_pages
from docs.site.pages import ROOT, Page, for_site, written_pages
from docs.site.reference import generated_pages

HERE = Path(__file__).resolve().parent

WAY: dict[str, tuple[str, ...]] = {
    "Begin": ("tutorial",),
    "House rules": ("author", "house-rules", "why", "what-if"),
    "Port a game": ("porting",),
    "Teach": ("lessons/index",),
    "Look up": ("language", "forms", "testing", "picture", "reference/*"),
    "Games": ("games/*/index", "examples/*/index"),
    "The project": ("changelog", "architecture", "decisions/index"),
}
"""The parts of the site, in order. Pages of `docs/` that no part names come under "More"."""

SHORT = {"tutorial": "Tutorial", "author": "Change a game", "porting": "From the print to the rules"}
"""What a page is called in the side bar, where its title is too long for it."""


def gather(target: Path) -> None:
    """Writes the source of the site."""
    pages = [*written_pages(), *game_pages(), *generated_pages()]
    for page in pages:
        text = for_site(page)
        text += "".join(way(pages)) if page.place == "index.md" else below(page, pages)
        file = target / page.place
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")


def way(pages: Iterable[Page]) -> Iterator[str]:
    """The contents of the side bar: a tree for each part that has a page."""
    places = [Path(page.place).with_suffix("") for page in pages]
    named = {place for part in WAY.values() for pattern in part for place in places if place.match(pattern)}
    more = [str(place) for place in places if len(place.parts) == 1 and place not in named and place.name != "index"]
    for title, patterns in {**WAY, "More": tuple(more)}.items():
        found = [str(place) for pattern in patterns for place in places if place.match(pattern)]
        if found:
            yield tree([f"{SHORT[place]} <{place}>" if place in SHORT else place for place in found], title)


def below(page: Page, pages: Iterable[Page]) -> str:
    """The tree of a folder's first page: the other pages of the folder."""
    place = Path(page.place)
    if place.name != "index.md":
        return ""
    others = [Path(each.place) for each in pages if each is not page]
    return tree([other.stem for other in others if other.parent == place.parent])


def tree(lines: Iterable[str], caption: str = "") -> str:
    """Pages that follow, to be seen in the side bar only."""
    options = [":hidden:", *([f":caption: {caption}"] if caption else [])]
    found = list(dict.fromkeys(lines))
    return "\n".join(["", "```{toctree}", *options, "", *found, "```", ""]) if found else ""


def build(folder: Path) -> int:
    """The exit code of Sphinx: 0 when all is well."""
    source, html, trees = (folder / name for name in ("source", "html", "trees"))
    for old in (source, html, trees):  # the side bar stands on every page, so all are made anew
        shutil.rmtree(old, ignore_errors=True)
    gather(source)
    strict = ["-W", "--keep-going", "-n", "-q"]
    code = sphinx(["-c", str(HERE), "-b", "html", *strict, "-d", str(trees), str(source), str(html)])
    if code == 0:
        print(f"the site is in {html}; open {html / 'index.html'}")
    return code


if __name__ == "__main__":
    sys.exit(build(Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "build" / "docs").resolve()))
