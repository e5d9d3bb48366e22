"""Tests games in C: the same seed gives the same game as on the Python engine, position by position."""

from __future__ import annotations

import subprocess
from pathlib import Path
from random import Random

import pytest

import mercatoria
from interpreter.native.exported_c.names import comment, identifier, is_c_name, string, unique
from interpreter.position import OPEN
from interpreter.rng import game_seed
from interpreter.table import CompiledGame
from mercatoria.simulation import play_randomly, random_steps
from tests.interpreter.native.compiled_c import FOLDERS, NAME, ROOT, InC, compile_c, exported, written
from tests.interpreter.table.test_open_moves import RULES

EXAMPLES = [path for path in FOLDERS if path.parent.name == "examples"]
NO_SUCH_MOVE = -4
PIG = ROOT / "docs" / "examples" / "pig"


def table_of(path: Path) -> CompiledGame:
    game = mercatoria.load(str(path))
    return game.table(game.players.start)


def check_positions(table: CompiledGame, in_c: InC, seed: int, most: int) -> int:
    """Play a random game on the Python engine, and the same moves in C. Return the number of decisions."""
    engine, v, decisions = table.engine, table.start(), 0
    assert in_c.begin(seed) == 0
    before = v[:]
    for seat, row in random_steps(table, v, seed, most):
        if seat >= 0:
            assert (in_c.who, in_c.over) == (seat, 0)
            assert in_c.position == before
            assert in_c.rows == engine.moves(before, seat)
            assert [in_c.score(each) for each in range(table.flow.model.players)] == list(engine.scores(before))
            assert in_c.play_row(row) == 0
            decisions += 1
        before = v[:]
    if engine.over(v):
        assert (in_c.position, in_c.over, in_c.who, in_c.rows) == (v, engine.over(v), -1, [])
    return decisions


def check_whole_game(table: CompiledGame, in_c: InC, seed: int) -> None:
    """Play a whole random game on both engines."""
    ours = play_randomly(table, seed)
    assert in_c.begin(seed) == 0
    assert in_c.play_on() == (0, ours.decisions)
    scores = [in_c.score(seat) for seat in range(table.flow.model.players)]
    assert [each * table.flow.model.score_parts for each in ours.scores] == scores
    endings = ["", *(ending.about.name for ending in table.flow.endings), ""]
    assert endings[in_c.over] == ours.ending


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_an_example_is_played_alike(path: Path, tmp_path: Path) -> None:
    table = table_of(path)
    in_c = InC(table, tmp_path)
    assert check_positions(table, in_c, 1, 150) > 0
    for number in range(3):
        check_whole_game(table, in_c, game_seed(7, number))
    assert in_c.game_seed(7, 2) == game_seed(7, 2)


@pytest.mark.slow
@pytest.mark.parametrize("path", [path for path in FOLDERS if path not in EXAMPLES], ids=lambda path: path.name)
def test_a_shipped_game_is_played_alike(path: Path, tmp_path: Path) -> None:
    game = mercatoria.load(str(path))
    for players in game.players:
        table = game.table(players)
        folder = tmp_path / str(players)
        folder.mkdir()
        in_c = InC(table, folder, "-O1")
        check_positions(table, in_c, players, 1500)
        for number in range(10):
            check_whole_game(table, in_c, game_seed(players, number))


# ---------------------------------------------------------------- clones, and what is not allowed


def test_a_clone_goes_its_own_way(tmp_path: Path) -> None:
    game = InC(table_of(PIG), tmp_path)
    game.begin(3)
    for _ in range(5):
        game.play(0)
    twin = game.copy()
    begun = game.position
    assert (twin.position, twin.rows, twin.who) == (begun, game.rows, game.who)
    game.play_on()
    assert twin.position == begun
    again = twin.copy()
    twin.play_on()
    assert twin.position == game.position  # both drew the same chance
    again.reseed(99)
    assert again.position == begun
    again.play_on()
    assert again.position != game.position
    for each in (game, twin, again):
        each.close()


def test_a_clone_of_another_position_has_its_moves(tmp_path: Path) -> None:
    table = table_of(ROOT / "docs" / "examples" / "tic_tac_toe")
    game = InC(table, tmp_path)
    game.begin(1)
    early = game.copy()
    game.play(4)
    assert len(early.rows) == 9
    assert len(game.rows) == 8
    assert early.play(8) == 0
    assert len(early.rows) == 8


def test_moves_that_do_not_exist_change_nothing(tmp_path: Path) -> None:
    game = InC(table_of(PIG), tmp_path)
    assert (game.who, game.rows, game.play(0)) == (-1, [], NO_SUCH_MOVE)  # not begun yet
    game.begin(1)
    begun = game.position
    for move in (-1, 2, 1 << 30, -(1 << 31)):
        assert game.play(move) == game.row(move) == NO_SUCH_MOVE
    for row in ((0,), (7,), (-1,), (1 << 30,), (-(1 << 31),)):
        assert game.play_row(row) == NO_SUCH_MOVE
    assert game.position == begun
    game.play_on()
    assert game.play(0) == NO_SUCH_MOVE
    assert game.play_on() == (0, 0)


def test_open_numbers_are_judged_as_in_python(tmp_path: Path) -> None:
    rules = RULES.replace(",\n        best: ribbons", "")
    assert rules != RULES
    (tmp_path / "rulebook.rules").write_text(rules, encoding="utf-8")
    table = mercatoria.load(str(tmp_path)).table(2)
    game, random, v = InC(table, tmp_path), Random(1), table.start()
    assert game.begin(1) == 0
    assert game.position == v
    (listed,) = (row for row in game.rows if OPEN in row)
    ranges, judged = table.engine.ranges(v, 0, listed), set[bool]()
    for _ in range(300):
        numbers = [random.choice((*each, each.stop, -1, 1 << 30)) for each in ranges]
        given = iter(numbers)
        row = tuple(next(given) if each == OPEN else each for each in listed)
        is_legal = all(map(contains, ranges, numbers, (False,) * (len(ranges) - 1) + (True,)))
        is_legal = is_legal and table.engine.is_legal(v, 0, row)
        twin = game.copy()
        assert twin.play_row(row) == (0 if is_legal else NO_SUCH_MOVE), row
        if is_legal:
            after = v[:]
            table.apply(after, 0, row)
            assert twin.position == after
        else:
            assert (twin.position, twin.rows) == (v, game.rows)
        twin.close()
        judged.add(is_legal)
    assert judged == {True, False}
    for seed in range(10):
        check_whole_game(table, game, seed)


def contains(allowed: range, number: int, is_set: bool) -> bool:
    """Return True if a number is in its range. The range of a set lists all sets up to its largest."""
    return number >= 0 and not number & ~allowed[-1] if is_set else number in allowed


# ---------------------------------------------------------------- compilers


DRIVER = f"""
#include <stdio.h>
#include "{NAME}.h"

int main(void)
{{
    struct {NAME} *g = {NAME}_new(), *twin = {NAME}_new();
    int64_t points = 0, sum = 0;
    int seat, decisions, steps, result = 0;
    uint32_t number;
    if (!g || !twin) return 2;
    for (number = 0; number < 20 && !result; number++) {{
        result = {NAME}_begin(g, {NAME}_game_seed(5, number));
        for (steps = 0; steps < 10 && !result && {NAME}_moves(g); steps++)
            result = {NAME}_play(g, (int)(number * 7 + (uint32_t)steps * 3) % {NAME}_moves(g));
        {NAME}_clone(twin, g);
        if (!result) result = {NAME}_play_on(twin, &decisions);
        for (seat = 0; seat < {NAME}_SEATS && !result; seat++) {{
            result = {NAME}_score(twin, seat, &points);
            sum += points;
        }}
    }}
    printf("%d %lld\\n", result, (long long)sum);
    {NAME}_free(twin);
    {NAME}_free(g);
    return result != 0;
}}
"""


def driven(table: CompiledGame, folder: Path, *options: str) -> str:
    """Return what the driver prints if it is compiled with these options."""
    driver, program = folder / "driver.c", folder / "driver"
    driver.write_text(DRIVER, encoding="utf-8")
    compile_c((*options, written(exported(table), folder), driver, "-o", program))
    done = subprocess.run([str(program)], capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr[:4000]
    return done.stdout


@pytest.mark.parametrize(
    "name", ["pig", *(pytest.param(name, marks=pytest.mark.slow) for name in ("bazaar", "jewellers", "winter"))]
)
def test_no_undefined_behaviour(name: str, tmp_path: Path) -> None:
    table = table_of(ROOT / "docs" / "examples" / name)
    careful = driven(
        table, tmp_path, "-O1", "-fsanitize=undefined,address", "-fno-sanitize-recover=all", "-DCHECK_MEMORY"
    )
    assert careful == driven(table, tmp_path, "-O2")


# ---------------------------------------------------------------- names


@pytest.mark.parametrize("words", ["*/ int x; /*", "a\nb", 'say "hi"', "Łódź", "a??/b", "a\\", "//"])
def test_words_of_a_rulebook_cannot_become_code(words: str) -> None:
    told = comment(words)
    assert "*" not in told
    assert "/" not in told
    assert told.isprintable()
    quoted = string(words)
    assert quoted.isascii()
    assert quoted.isprintable()
    assert "?" not in quoted
    assert eval(f"b{quoted}") == words.encode()  # an octal escape is the same in Python
    assert is_c_name(identifier(words))


def test_names_that_become_equal_get_numbers() -> None:
    assert unique(["a b", "a-b", "a_b_2", "a.b"]) == ["a_b", "a_b_2", "a_b_2_2", "a_b_3"]


@pytest.mark.parametrize("name", ["", "2pig", "my-pig", "pig.x", "int", "struct", "f", "at", "_pig", "pïg"])
def test_names_that_c_does_not_allow(name: str) -> None:
    assert not is_c_name(name)
