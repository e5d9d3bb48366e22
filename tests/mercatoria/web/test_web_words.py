"""Tests that pages and logs of whole games contain no raw name, no `none`, no single dash and no wrong plural."""

from __future__ import annotations

import html
import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")

from visiting import EXAMPLES, Clock

import mercatoria
from mercatoria.drawing import full_log
from mercatoria.web.pages import log_page, table_page
from mercatoria.web.store import Store
from mercatoria.web.tables import Catalogue, Choice, Table, TableRegistry
from mercatoria.web.timeline import present
from tests.thinning import thinned

SINGULAR = "plus|less|as|goes|leaves|gets|gives|gains|loses"
"""Words that may follow the number of a thing, as in `wagon 1 goes`, or a single piece."""
FORBIDDEN = {
    "a raw name": re.compile(r"\b[a-z]+_[a-z_]+"),
    "`none` without a title": re.compile(r"(?<!: )\bnone\b", re.IGNORECASE),
    "a dash as a value": re.compile(r"(?<!\d)(?<!^)(?<=[ :])-(?!\d|> )"),
    "`is no`": re.compile(r"\bis no\b(?! longer)"),
    "a double space": re.compile(r"\S {2,}\S"),
    "a plural after 1": re.compile(rf"(?:^|[^\w’ -] ?|\b[a-z]+ )1 (?!(?:{SINGULAR})\b)[a-z]+(?<![sui])s\b"),
}
SEED = 1
NOT_READ = re.compile(r"<(script|style)\b.*?</\1>", re.DOTALL)
TEXTS = re.compile(r'(?s)>([^<]+)<|\b(?:title|aria-label|alt|placeholder)="([^"]*)"')
GAMES = mercatoria.shipped()
OTHERS = sorted(str(file.parent) for file in EXAMPLES.glob("*/rulebook.rules"))


def shown(page: str) -> Iterator[str]:
    """Yield the text lines of a page, including those for screen readers."""
    for element, attribute in TEXTS.findall(NOT_READ.sub("", page)):
        yield from html.unescape(element or attribute).split("\n")


def faults(lines: Iterator[str]) -> set[str]:
    return {f"{what}: {line.strip()}" for line in lines for what, pattern in FORBIDDEN.items()
            if pattern.search(line.strip())}  # fmt: skip


def pages(table: Table, *seats: int | None) -> Iterator[str]:
    for seat in seats:
        yield from shown(table_page(present(table, seat)))


def read(slug: str, players: int, folder: Path, every: int, most: int) -> set[str]:
    """Play a random game, and return the language faults in its log and in the pages of every `every`-th position."""
    dice, found = random.Random(SEED), set[str]()
    registry = TableRegistry(Store(folder / "tables.db"), Catalogue((slug,)), Clock())
    table, _ = registry.set_up(Choice(slug, players), ["human"] * players, SEED)
    for step in range(1, most + 1):
        state = table.course.state
        if state.is_over:
            break
        seat = state.deciders[0]
        if step % every == 0:
            found |= faults(pages(table, None, seat))
        registry.play(table, table.course.turn(seat), state.sample(dice, seat))
    assert step > every
    seats = (None, *range(players))
    found |= faults(pages(table, *seats))
    for each in seats:
        found |= faults(shown(log_page(present(table, each)))) | faults(map(str, full_log(table.course.state, each)))
    return found


@pytest.mark.parametrize("slug", thinned([(slug,) for slug in GAMES], lambda case: case == ("medieval_merchant",)))
def test_pages_and_logs_of_a_game_read_like_english(slug: str, tmp_path: Path) -> None:
    game = mercatoria.load(slug)
    assert not read(slug, game.players[-1], tmp_path, 60, 180)


@pytest.mark.slow
@pytest.mark.parametrize("slug", [*GAMES, *OTHERS], ids=lambda slug: Path(slug).name)
def test_pages_and_logs_of_whole_games_read_like_english(slug: str, tmp_path: Path) -> None:
    game = mercatoria.load(slug)
    found = set[str]()
    for players in {game.players[0], game.players[-1]}:
        folder = tmp_path / str(players)
        folder.mkdir()
        found |= read(slug, players, folder, 20, 2000)
    assert not found


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("East, how_many 1", "a raw name"),
        ("moved to none", "`none` without a title"),
        ("coat: -", "a dash as a value"),
        ("there is no more", "`is no`"),
        ("two  spaces", "a double space"),
        ("add 1 branches", "a plural after 1"),
        ("1 plays", "a plural after 1"),
    ],
)
def test_a_fault_is_found(line: str, what: str) -> None:
    assert faults(iter([line])) == {f"{what}: {line}"}


@pytest.mark.parametrize(
    "line",
    ["wagon 1 goes to Far Coast", "- Red; score -46", "Flax -4", "1 branch", "11 boats", "1 status", "is no longer"],
)
def test_good_english_passes(line: str) -> None:
    assert faults(iter([line])) == set()
