"""Tests that a result is computed only once for each owner, function and list of arguments."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from interpreter.position import Results, once


@dataclass
class Game:
    name: str
    results: Results = field(default_factory=Results)
    calls: list[tuple[object, ...]] = field(default_factory=list)


def known_to(game: Game, seat: int | None, depth: int = 0) -> list[str]:
    game.calls.append((seat, depth))
    return [f"{game.name} as {seat} sees it"]


def title(game: Game) -> str:
    game.calls.append(())
    return game.name.title()


def test_a_result_is_computed_once_for_each_owner_and_list_of_arguments() -> None:
    pig, kuhn = Game("pig"), Game("kuhn")
    first = once(pig, known_to, 0)
    assert once(pig, known_to, 0) is first
    assert [once(game, known_to, seat) for game in (pig, kuhn) for seat in (None, 0, 1)] == [
        [f"{name} as {seat} sees it"] for name in ("pig", "kuhn") for seat in (None, 0, 1)
    ]  # fmt: skip
    assert once(pig, title) == once(pig, title) == "Pig"
    assert pig.calls == [(0, 0), (None, 0), (1, 0), ()]
    assert kuhn.calls == [(None, 0), (0, 0), (1, 0)]


def test_seats_do_not_share_a_result_that_is_filled_later() -> None:
    game = Game("pig")
    once(game, known_to, 0).append("a secret")
    assert "a secret" in once(game, known_to, 0)
    assert not any("a secret" in once(game, known_to, seat) for seat in (None, 1))


def test_none_is_a_result_too() -> None:
    game = Game("pig")

    def nothing(of: Game) -> None:
        of.calls.append(())

    assert once(game, nothing) is once(game, nothing) is None
    assert game.calls == [()]


def test_a_failed_computation_is_repeated() -> None:
    game = Game("pig")

    def failing(of: Game) -> int:
        of.calls.append(())
        if len(of.calls) == 1:
            raise ValueError(of.name)
        return len(of.calls)

    with pytest.raises(ValueError, match="pig"):
        once(game, failing)
    assert once(game, failing) == once(game, failing) == 2


def test_a_result_can_be_replaced_and_removed_in_a_copy() -> None:
    game = Game("pig")
    before, kept = game.results, once(game, known_to, 0)
    game.results = before.with_result(known_to, ["nothing"], 1)
    assert once(game, known_to, 1) == ["nothing"]
    assert once(game, known_to, 0) is kept
    once(game, title)
    game.results = game.results.without(known_to)
    assert once(game, known_to, 1) == ["pig as 1 sees it"]
    assert once(game, title) == "Pig"
    game.results = before
    assert once(game, known_to, 0) is kept
    assert game.calls == [(0, 0), (), (1, 0)]
