"""Tests that the random streams follow `docs/chance.md` exactly, and that they are independent of each other."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import mercatoria
from interpreter.flow import seat_stream
from interpreter.rng import SCHEME, Stream, below, game_seed, key_of, next_word, weighted_choice, words_of

PAGE = (Path(__file__).resolve().parents[3] / "docs" / "chance.md").read_text(encoding="utf-8")
DRAUGHTS = Path(__file__).parent / "draughts"

WINDY = """\
variant windy "Two throws more, before all others" of draughts
    add rule weather before throwing
        random wind in 1 to 4
        random other_wind in 1 to 4
"""


def rows(heading: str) -> list[list[str]]:
    """Return the rows of the table below this heading of the page."""
    table = PAGE.partition(heading)[2].partition("\n\n")[0].strip().splitlines()[1:]
    assert table
    return [[cell.strip().strip("`") for cell in line.strip("|").split("|")] for line in table]


def numbers(text: str) -> list[int]:
    return [int(word) for word in re.findall(r"-?\d+", text)]


# ---------------------------------------------------------------- the page


def test_the_page_has_the_words_that_streams_begin_with() -> None:
    for name, key, seed, words in rows("| stream | key | seed | words |"):
        assert list(key_of(name)) == numbers(key)
        assert list(words_of(int(seed), key_of(name))) == numbers(words)


def test_the_page_has_the_numbers_that_are_drawn() -> None:
    for name, seed, bound, drawn in rows("| stream | seed | below | numbers |"):
        stream = Stream(int(seed), name)
        assert [stream.randrange(int(bound)) for _ in numbers(drawn)] == numbers(drawn)


def test_the_page_has_the_seeds_of_games() -> None:
    for run, game, seed in rows("| seed of the run | game | seed of the game |"):
        assert game_seed(int(run), int(game)) == int(seed)


# ---------------------------------------------------------------- the generator


def test_all_numbers_are_drawn_alike_and_one_draws_nothing() -> None:
    stream = Stream(3, "throw a.b")
    counts = Counter(stream.randrange(6) for _ in range(6000))
    assert set(counts) == set(range(6))
    assert all(850 < count < 1150 for count in counts.values())
    before = stream.words
    assert stream.randrange(1) == 0
    assert stream.choice(["only"]) == "only"
    assert stream.words == before
    assert sorted(stream.sample(range(9), 9)) == list(range(9))


def test_a_draw_that_would_favour_small_numbers_is_thrown_away() -> None:
    bound = 3 << 30  # The generator rejects a quarter of all words, which lie beyond the last full multiple.
    words, thrown = words_of(1, key_of("x")), 0
    for _ in range(100):
        result, after = next_word(words)
        pick, words = below(words, bound)
        if result < bound:
            assert (pick, words) == (result, after)
        else:
            thrown += 1
            assert words != after
    assert 5 < thrown < 60


def test_runs_share_no_games() -> None:
    first, second = ({game_seed(run, number) for number in range(5000)} for run in (1, 2))
    assert len(first) == len(second) == 5000
    assert not first & second
    assert max(first | second) < 2**53


# ---------------------------------------------------------------- streams of a game


def played(variants: list[str], seed: int = 5) -> dict[str, list[Any]]:
    """Return the outcomes of a game in which every player calls 3, by their names in the record."""
    state = mercatoria.load(str(DRAUGHTS), variants).start(2, seed)
    while not state.is_over:
        state.apply("call(3)")
    found: dict[str, list[Any]] = {}
    for entry in state.record["log"]:
        if "chance" in entry:
            found.setdefault(entry["of"], []).append(entry["chance"])
    return found


def test_a_throw_more_leaves_all_other_streams_as_they_were(tmp_path: Path) -> None:
    file = tmp_path / "windy.rules"
    file.write_text(WINDY, encoding="utf-8")
    plain, windy = played([]), played([str(file)])
    assert set(plain) == {"hand", "store", "die"}
    assert {name: fallen for name, fallen in windy.items() if name in plain} == plain
    assert len(windy["wind"]) == len(windy["other_wind"]) == len(plain["die"])
    assert played([], seed=6) != plain


def test_streams_have_names_and_a_fixed_order() -> None:
    table = mercatoria.load(str(DRAUGHTS)).table(2)
    assert table.streams.names == ("draw game.deck", "draw game.urn", "throw throwing.die")
    assert sorted(set(table.streams.of_node)) == [-1, 0, 1, 2]
    assert seat_stream(0) == "seat 0"


def test_copies_go_on_by_themselves_and_streams_do_not_count_in_equality() -> None:
    game = mercatoria.load(str(DRAUGHTS))
    state, other = game.start(2, 1, "manual"), game.start(2, 2, "manual")
    assert state == other
    assert state.chance.rng != other.chance.rng
    state = game.start(2, 1)
    copy = state.clone()
    copy.apply("call(1)")
    assert state.chance.rng == game.start(2, 1).chance.rng != copy.chance.rng
    state.apply("call(1)")
    assert (state.record, state.chance.rng) == (copy.record, copy.chance.rng)


def test_a_game_goes_on_after_a_save_as_it_would_have() -> None:
    game = mercatoria.load(str(DRAUGHTS))
    state = game.start(2, 9)
    state.apply("call(1)")
    record = json.loads(state.to_json())
    assert record["scheme"] == SCHEME
    assert set(record["streams"]) == set(state.table.streams.names)
    again = game.state_from_json(state.to_json())
    state.apply("call(6)")
    again.apply("call(6)")
    assert again.record == state.record
    assert game.replay(state.record, upto=0).chance.rng == game.start(2, 9, "manual").chance.rng


def test_a_stream_that_these_rules_do_not_have_is_refused() -> None:
    game = mercatoria.load(str(DRAUGHTS))
    record = game.start(2, 9).record
    with pytest.raises(mercatoria.RecordError, match=r"the random stream `throw a\.b`"):
        game.replay(record | {"streams": {"throw a.b": [1, 2]}})
    for streams in ({"draw game.deck": [0, 0]}, {"draw game.deck": [1]}, [1], {"draw game.deck": [1, 2**32]}):
        with pytest.raises(mercatoria.RecordError, match="`streams` of a game record must be"):
            game.replay(record | {"streams": streams})
    with pytest.raises(mercatoria.RecordError, match="`scheme` of a game record must be 1, not 3"):
        game.replay(record | {"scheme": 3})


def test_an_outcome_takes_as_many_numbers_as_its_weight() -> None:
    weighed = [(7, 2), (3, 0), (5, 3)]
    assert [weighted_choice(weighed, pick) for pick in range(5)] == [7, 7, 5, 5, 5]
    with pytest.raises(AssertionError, match="sum of the weights"):
        weighted_choice(weighed, 5)
