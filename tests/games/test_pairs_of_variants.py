"""Tests every pair of variants of every game: random games end without an error, and the three engines agree."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import pytest

import mercatoria
from dsl import ast
from dsl.diagnostics.wording import seats_at
from dsl.folder import GameFolder, read_folder
from interpreter.rng import game_seed
from interpreter.table import CompiledGame, Score, TableError, points_of
from mercatoria import Game, RulebookError
from mercatoria.simulation import play_randomly
from mercatoria.simulation.playout import LONGEST

EXCLUDED = "E403"
"""Error code for variants that exclude each other."""

NO_SUCH_SEAT = "E310"
"""Error code for an option that names a seat which a smaller table does not have."""

GAMES = 200
"""Number of random games for each pair and player count."""

COMPARED = 4
"""Number of games that the generated Python engine repeats. The reference engine repeats only the first game."""

THINNED, BEGINNING = 30, 40
"""The default tests play every thirtieth pair at its smallest table, for 40 decisions."""


def folder_of(slug: str) -> GameFolder:
    return read_folder(mercatoria.folder_of(slug), slug, scenarios=False)


def pairs() -> list[tuple[str, tuple[str, ...]]]:
    """Return the game and the pair of variants of every test case. The pair includes the variants that it requires."""
    found: dict[tuple[str, tuple[str, ...]], None] = {}
    for slug in mercatoria.shipped():
        folder = folder_of(slug)
        for one, other in combinations(sorted(folder.variants), 2):
            named = sorted({*folder.with_required(one), *folder.with_required(other)})
            found[slug, tuple(named)] = None
    return list(found)


PAIRS = pairs()


def table_of(game: Game, players: int, plain: bool = False) -> CompiledGame | None:
    """Return the table for a player count, or None if the variants exclude each other or this count."""
    try:
        return game.table(players, plain=plain)
    except RulebookError as fault:
        if {each.code for each in fault.diagnostics if each.severity == "error"} != {EXCLUDED}:
            raise
    except TableError as fault:
        if "applies only when" not in str(fault):
            raise
    return None


def other_answers(folder: GameFolder) -> Iterator[tuple[str, int]]:
    """Yield each option and ruling of a game with a value that is not its default.

    A flag is inverted. A number becomes the lowest number of its range, or the next one if the lowest is the default.
    """
    numbers = ast.plain_numbers(decl for decl in folder.declarations if isinstance(decl, ast.Number))
    for decl in folder.declarations:
        if not isinstance(decl, (ast.Option, ast.Ruling)):
            continue
        if isinstance(decl.value, ast.BooleanLiteral):
            yield decl.name.text, int(not decl.value.value)
        elif isinstance(interval := decl.domain.of, ast.Range):
            ends = (interval.low, interval.high, decl.value)
            low, high, usual = (ast.constant_value(end, numbers) for end in ends)
            if low is not None and high is not None and usual is not None:
                yield decl.name.text, low if usual > low else min(high, usual + 1)


ANSWERS = [
    (slug, variant, name, answer)
    for slug in mercatoria.shipped()
    for variant in ("", *folder_of(slug).variants)
    for name, answer in other_answers(folder_of(slug))
]


def is_refused(game: Game, players: int, answer: int) -> bool:
    """Return True if `check` rejects a value with a message that no table has such a seat."""
    checked, sink = game.edition.folder.check(players, game.edition.variants, game.edition.options, lints=False)
    if {fault.code for fault in sink.errors} != {NO_SUCH_SEAT}:
        return False
    assert checked is None or checked.model is None
    assert {fault.title for fault in sink.errors} == {f"this game has no seat {answer}"}
    assert {fault.label for fault in sink.errors} == {seats_at(players)}
    return True


Outcome = tuple[int, tuple[Score, ...], tuple[tuple[int, ...], ...]]
"""The number of decisions, the scores and the ranking of a game."""


def check_game(table: CompiledGame, seed: int, longest: int = LONGEST) -> Outcome:
    played = play_randomly(table, seed, longest)
    assert played.fault is None, f"seed {seed}: {played.fault}"
    return played.decisions, played.scores, played.ranking


@pytest.mark.parametrize(("slug", "variants"), PAIRS[::THINNED], ids=str)
def test_two_variants_play_together(slug: str, variants: tuple[str, ...]) -> None:
    game = mercatoria.load(slug, variants)
    tables = (table_of(game, players, plain=True) for players in game.players)
    table = next((table for table in tables if table is not None), None)
    if table is not None:
        check_game(table, game_seed(3, 0), BEGINNING)


def check_engines(game: Game, players: int) -> bool:
    """Play random games of one table on all three engines. Return False if the table does not exist."""
    pytest.importorskip("wasmtime", reason="wasmtime is not installed (extra: native)")
    from mercatoria.simulation import native_table

    table, plain = table_of(game, players), table_of(game, players, plain=True)
    if table is None or plain is None:
        return False
    native = native_table(table).games()
    for number in range(GAMES):
        seed = game_seed(11, number)
        played = native.play_one(seed)
        assert played is not None, play_randomly(table, seed).fault
        if number < COMPARED:
            decisions, scores, ranking = check_game(table, seed)
            assert (decisions, scores) == (played.decisions, points_of(table.flow.model, played.scores))
            if number == 0:
                assert check_game(plain, seed) == (decisions, scores, ranking)
    return True


@pytest.mark.slow
@pytest.mark.parametrize(("slug", "variants"), PAIRS, ids=str)
def test_engines_agree_on_two_variants(slug: str, variants: tuple[str, ...]) -> None:
    game = mercatoria.load(slug, variants)
    for players in game.players:
        check_engines(game, players)


@pytest.mark.slow
@pytest.mark.parametrize(("slug", "variant", "name", "answer"), ANSWERS)
def test_engines_agree_on_a_variant_with_another_answer(slug: str, variant: str, name: str, answer: int) -> None:
    """The test uses the largest table that the variant allows."""
    names = folder_of(slug).with_required(variant) if variant else []
    game = mercatoria.load(slug, names, {name: answer})
    for players in reversed(game.players):
        if is_refused(game, players, answer):
            pytest.skip(f"{seats_at(players)}, so `check` refuses {name} = {answer}")
        if check_engines(game, players):
            return
    pytest.fail(f"no table is there for {variant}")


def test_check_refuses_a_seat_that_a_variant_does_not_have() -> None:
    game = mercatoria.load("merkator", ["solo"], {"starting_seat": 2})
    assert [players for players in game.players if is_refused(game, players, 2)] == [1]
