"""Build the documentation website (`make docs`): gather the pages, add the side bar and run Sphinx.

    python -m docs.site.build [FOLDER]      build the website in FOLDER/html, by default build/docs/html

The build fails if it finds a broken link, a page that no other page lists, or a block that Sphinx cannot highlight.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from sphinx.cmd.build import main as sphinx

from docs.site.games import game_pages
from docs.site.pages import DESK, ROOT, Page, for_site, written_pages
from docs.site.reference import generated_pages

HERE = Path(__file__).resolve().parent

WAY: dict[str, tuple[str, ...]] = {
    "Begin": ("tutorial",),
    "House rules": ("author", "house-rules", "house-rules-studied", "why", "what-if"),
    "Port a game": ("porting", "porting-with-an-assistant"),
    "Teach": ("lessons/index", "grading"),
    "Look up": ("language", "forms", "testing", "fuzzing", "picture", "reference/*"),
    "Games": ("games/*/index", "examples/*/index"),
    "The project": ("changelog", "versions", "contributing", "architecture", "style", "security", "decisions/index"),
}
"""Sections of the side bar in order, with their pages. A last section, "More", lists all other pages in `docs/`."""

SHORT = {"tutorial": "Tutorial", "author": "Change a game", "porting": "From printed rules to a rulebook"}
"""Short page titles for the side bar."""


def gather(target: Path) -> None:
    """Write the source files from which Sphinx builds the website."""
    pages = [*written_pages(), *game_pages(), *generated_pages()]
    shutil.copytree(ROOT / "docs" / "pictures", target / "pictures")
    for page in pages:
        text = for_site(page)
        text += "".join(way(pages)) if page.place == "index.md" else below(page, pages)
        file = target / page.place
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")


def way(pages: Iterable[Page]) -> Iterator[str]:
    """Yield the contents of the side bar: a list of pages for each section that has pages."""
    places = [Path(page.place).with_suffix("") for page in pages]
    named = {place for part in WAY.values() for pattern in part for place in places if place.match(pattern)}
    more = [str(place) for place in places if len(place.parts) == 1 and place not in named and place.name != "index"]
    for title, patterns in {**WAY, "More": tuple(more)}.items():
        found = [str(place) for pattern in patterns for place in places if place.match(pattern)]
        if found:
            yield tree([f"{SHORT[place]} <{place}>" if place in SHORT else place for place in found], title)


def below(page: Page, pages: Iterable[Page]) -> str:
    """Return the list of the folder's other pages if `page` is its first page, and otherwise an empty string."""
    place = Path(page.place)
    if place.name != "index.md":
        return ""
    others = [Path(each.place) for each in pages if each is not page]
    return tree([other.stem for other in others if other.parent == place.parent])


def tree(lines: Iterable[str], caption: str = "") -> str:
    """Return a Sphinx list of pages that is visible only in the side bar."""
    options = [":hidden:", *([f":caption: {caption}"] if caption else [])]
    found = list(dict.fromkeys(lines))
    return "\n".join(["", "```{toctree}", *options, "", *found, "```", ""]) if found else ""


def build(folder: Path) -> int:
    """Build the website and return Sphinx's exit code, which is 0 for success."""
    source, html, trees = (folder / name for name in ("source", "html", "trees"))
    for old in (source, html, trees):  # every page has the side bar, so all pages are rebuilt
        shutil.rmtree(old, ignore_errors=True)
    gather(source)
    strict = ["-W", "--keep-going", "-n", "-q"]
    code = sphinx(["-c", str(HERE), "-b", "html", *strict, "-d", str(trees), str(source), str(html)])
    if code == 0:
        if DESK.is_dir():
            shutil.copytree(DESK, html / "page")
        print(f"the site is in {html}; open {html / 'index.html'}")
    return code


if __name__ == "__main__":
    sys.exit(build(Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "build" / "docs").resolve()))
