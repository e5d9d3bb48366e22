"""Tests the German words of Merkator: complete, without English, and the same game."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import mercatoria
from dsl.folder import TranslatedFolder, read_folder, translated_folder
from dsl.locale import locale_of
from dsl.phrases import past_tense
from interpreter.explain import refusal_in_words
from interpreter.position import PC
from interpreter.wording import button_text, heading_text
from mercatoria import Move, State
from mercatoria.drawing import draw, full_log, tellings
from mercatoria.outline import outline
from mercatoria.picture import described, picture_of
from tests.thinning import thinned

GAME = "merkator"
ROOT = Path(__file__).resolve().parents[2]
WORD = re.compile(r"[^\W\d_]{3,}")
UNREADABLE = re.compile(r"_|\bnone\b|[{}]|  ")
LOG = Path(__file__).with_name("german_log.txt")
VARIANTS = sorted(mercatoria.load(GAME).folder.variants)


@cache
def german() -> TranslatedFolder:
    folder = read_folder(ROOT / "games" / GAME)
    return translated_folder(folder, "de").with_texts(described(folder))


def words(texts: Iterator[str]) -> set[str]:
    return {word.casefold() for text in texts for word in WORD.findall(text)}


@cache
def english_words() -> frozenset[str]:
    """Return the words of the rulebook and of the program that no German text has."""
    english = words(text for slot in german().slots for text in (*slot.parts.values(), slot.key))
    english |= words(iter(locale_of("en").texts.values()))
    english |= set(map(past_tense, english))
    return frozenset(english - words(values(german().words.root)) - words(iter(locale_of("de").texts.values())))


def values(datum: object) -> Iterator[str]:
    """Yield the texts of a file of words, without its keys."""
    parts = getattr(datum, "parts", {})
    for part in parts.values():
        yield from values(part)
    if not parts and isinstance(value := getattr(datum, "value", None), str):
        yield re.sub(r"\{(\w+)[^}|]*", "", value)


def faults(text: str) -> list[str]:
    """Return the parts of a text that are not readable German."""
    return [*UNREADABLE.findall(text), *sorted(words(iter([text])) & english_words())]


def game(variants: list[str], players: int, seed: int, moves: int) -> Iterator[State]:
    """Yield the positions of a random game, and its end."""
    state, rng = mercatoria.load(GAME, variants).start(players, seed), random.Random(seed)
    for _ in range(moves):
        if state.is_over:
            break
        yield state
        state.apply(state.sample(rng))
    yield state


def said(state: State, tried: list[Move]) -> Iterator[str]:
    """Yield what a player reads at a decision: every move, the headings, and the refusals of moves tried before."""
    table, node, seat = state.table, state.vector[PC], state.deciders[0]
    moves = state.moves(seat)
    for move in moves:
        yield button_text(table, move, node)
        yield heading_text(table, [each for each in moves if each.row[0] == move.row[0]], node)
    yield state.table.flow.nodes[node].phase.title
    for move in tried:
        if move.seat == seat and not state.is_legal(move):
            yield refusal_in_words(table, state.vector, move)


def test_every_text_has_german_words() -> None:
    found = german()
    assert [slot.key for slot in found.missing] == []
    assert found.faults.found == found.stale.found == []


@pytest.mark.parametrize(
    "variant", thinned([(variant,) for variant in ("", *VARIANTS)], lambda case: case[0] in ("", "solo"))
)
def test_players_read_no_english_in_a_random_game(variant: str) -> None:
    names = mercatoria.load(GAME).folder.with_required(variant) if variant else []
    players = 1 if variant == "solo" else 3
    tried: dict[tuple[int, ...], Move] = {}
    read: set[str] = set()
    for at, state in enumerate(game(names, players, 5, 220)):
        if not state.is_over and at % 4 == 0:
            of_german = state.in_language("de")
            read |= set(said(of_german, random.Random(at).sample(list(tried.values()), min(4, len(tried)))))
            tried |= {(move.seat, *move.row): move for move in state.moves(state.deciders[0])}
    of_german = state.in_language("de")
    for seat in (None, 0):
        read |= set(map(str, full_log(of_german, seat, addressed=True)))
    assert {text: found for text in read if (found := faults(text))} == {}


def test_english_would_be_noticed() -> None:
    *_, state = game([], 2, 3, 60)
    unnoticed = [line for line in map(str, full_log(state, None)) if not faults(line)]
    assert unnoticed == []


def test_the_table_has_no_english() -> None:
    *_, state = game([], 3, 2, 90)
    of_german = state.in_language("de")
    picture, seat = picture_of(of_german.table), of_german.deciders[0]
    things = [name for kind in of_german.table.flow.model.kinds.values() for name in kind.things]
    told = [*outline(draw(of_german, seat)).splitlines()]
    for telling in tellings(of_german, picture, seat, dict.fromkeys(things)):
        told += [telling.title, telling.kind, telling.note, *(held.said for held in telling.known)]
    own = {text.replace("merkator", "Merkator") for text in told}  # the pawn, whose field has the name of the game
    assert {text: found for text in own if (found := faults(text))} == {}


def test_the_game_is_the_same() -> None:
    *_, state = game([], 2, 3, 60)
    of_german = state.in_language("de")
    assert of_german.log(0) == state.log(0)
    assert {name for name, value in of_german.view(0).items() if value != state.view(0)[name]} == {"phase_title"}
    assert [str(move) for move in of_german.moves(0)] == [str(move) for move in state.moves(0)]
    assert of_german.record == state.record
    assert mercatoria.load(GAME).replay(of_german.record).vector == of_german.vector


def test_refusals_give_the_reason_in_german() -> None:
    state = mercatoria.load(GAME).start(2, 4).in_language("de")
    move = state.table.notation.parse("Amsinck: buy_package(Redoubt)")
    assert refusal_in_words(state.table, state.vector, move) == (
        "Nicht möglich – „ein Gesamtpaket mit Schanze beginnen“: diese Karte liegt nicht aus."
    )
    told = refusal_in_words(state.table, state.vector, state.table.notation.parse("Amsinck: travel(Spain)"))
    assert told == "Nicht möglich – „zum Reiseziel Spanien reisen“: dieser Zug steht gerade nicht zur Wahl."


def test_the_log_of_a_short_game(update_golden: bool) -> None:
    *_, state = game([], 2, 4, 120)
    log = "".join(f"{line}\n" for line in full_log(state.in_language("de"), None))
    if update_golden:
        LOG.write_text(log, encoding="utf-8")
        pytest.skip("written anew")
    assert log == LOG.read_text(encoding="utf-8")
