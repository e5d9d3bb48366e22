"""Tests that the page of an earlier position is the page that the seat saw then, but for its frame.

The frame is what says that the page shows the past, and what would play: the flag, the slider, the heading of the
moves, their forms, the seat's own buttons, and the paths of questions about the moment. `then` takes it from a page of
the present.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")

import mercatoria
from interpreter.log import entries, pending_secret_answers
from mercatoria import Game, State
from mercatoria.web.pages import table_page
from mercatoria.web.store import Head, Seat
from mercatoria.web.tables import GameSession, Table
from mercatoria.web.tables.earlier_positions import EarlierPositions
from mercatoria.web.timeline import NoMoment, earlier, present
from tests.games.at_random import some_move

EXAMPLES = Path(__file__).resolve().parents[3] / "docs" / "examples"
BIDS, COMMERCE, POKER = (str(EXAMPLES / name) for name in ("sealed_bid", "commerce", "kuhn_poker"))
GAMES = [*mercatoria.shipped(), BIDS, COMMERCE, POKER]
SHORT, LONG = 8, 250
"""Number of decisions in a game."""


def at_table(state: State) -> Table:
    head = Head("a-table", state.edition.slug, (), {}, state.players, 0, "", b"")
    seats = [Seat("human", b"", f"Person {seat}", True) for seat in range(state.players)]
    return Table(head, seats, Game(state.edition), GameSession.begun(state), 0.0)


def step_by_step(state: State) -> Iterator[State]:
    """Yield the positions of a game after each entry of its log, from the beginning, including those before chance."""
    step = State(state.table, state.table.start(), state.chance.copy())
    yield step
    for entry in entries(state.last):
        step = step.clone()
        step._step(entry.form, entry.seat, entry.row, entry.alone)
        yield step


def length(state: State) -> int:
    return state.last.length if state.last is not None else 0


def random_game(slug: str, players: int, decisions: int, seed: int) -> State:
    state, rng = mercatoria.load(slug).start(players, seed), random.Random(seed)
    for _ in range(decisions):
        if state.is_over:
            break
        state.apply(some_move(state, rng.choice(state.deciders), rng, 0.2))
    return state


def without_frame(page: str) -> str:
    """Return a page of the past or of the present without its frame."""
    page = re.sub(r'<nav id="past".*?</nav>\n', "", page, flags=re.DOTALL)
    page = re.sub(r'<section id="slider".*?</section>\n', "", page, flags=re.DOTALL)
    page = re.sub(r'<nav class="viewpoints".*?</nav>\n', "", page, flags=re.DOTALL)
    page = re.sub(r'<details class="menu fork".*?</form>\n</details>', "", page, flags=re.DOTALL)
    page = re.sub(r'<fieldset class="then" disabled><legend.*?</legend>\n', "", page)
    page = re.sub(r'</fieldset>\n(?=\n*((<div class="own">|</section>)))', "", page)
    page = re.sub(r'<form (method="post" action="[^"]*/move")? ?', "<form ", page)
    page = re.sub(r'<input type="hidden" name="turn" value="\d+">', "", page)
    page = re.sub(r'<div class="own">.*?</div>\n', "", page, flags=re.DOTALL)
    page = re.sub(r"<small>(Your move|What you could do then)</small>", "", page)
    return re.sub(r"/at/\d+(?=/why\?not=|\?language=)", "", page)


def compared(state: State, seats: list[int | None], most: int = 1000) -> int:
    """Compare the pages of the newest positions of a game, in a random order, with the pages that were shown then."""
    then: dict[tuple[int, int | None], str] = {}
    table, parts = at_table(state), dict[int | None, object]()
    for number, step in enumerate(step_by_step(state)):
        if number <= length(state) - most:
            continue
        table.course = GameSession.begun(step)
        if not pending_secret_answers(step.table, step.vector, step.last):
            then |= {(number, seat): table_page(present(table, seat)) for seat in seats}
    asked = list(then)
    random.Random(1).shuffle(asked)
    for number, seat in asked:
        page = table_page(earlier(table, seat, number, parts))
        assert '/move"' not in page
        assert without_frame(page) == without_frame(then[number, seat]), (number, seat)
    return len(asked)


@pytest.mark.parametrize("slug", GAMES, ids=lambda slug: Path(slug).name)
def test_an_earlier_page_is_the_page_of_then(slug: str) -> None:
    players = mercatoria.load(slug).players[-1]
    assert compared(random_game(slug, players, SHORT, 2), [0, None], SHORT) > 3


@pytest.mark.slow
@pytest.mark.parametrize("slug", GAMES, ids=lambda slug: Path(slug).name)
def test_an_earlier_page_of_a_long_game_is_the_page_of_then(slug: str) -> None:
    players = mercatoria.load(slug).players[0]
    assert compared(random_game(slug, players, LONG, 3), [*range(players), None]) > 3


def test_secret_answers_have_one_position_after_the_last() -> None:
    state, rng = mercatoria.load(BIDS).start(3, 1), random.Random(1)
    table, begun = at_table(state), length(state)
    for _ in range(2):
        state.apply(state.sample(rng, state.deciders[0]))
        table.course = GameSession.begun(state.clone())
        assert earlier(table, 0, begun, {}).on is None
        assert f'data-newest="{begun}"' in table_page(present(table, 0)), "the slider does not tell who has chosen"
        for number in range(begun + 1, begun + 5):
            with pytest.raises(NoMoment) as later:
                earlier(table, 0, number, {})
            assert later.value.nearest is None
    state.apply(state.sample(rng, state.deciders[0]))
    table.course = GameSession.begun(state)
    assert earlier(table, 0, begun, {}).on == begun + 3
    with pytest.raises(NoMoment) as amid:
        earlier(table, 0, begun + 1, {})
    assert amid.value.nearest == begun + 3
    assert earlier(table, 0, begun + 3, {}).back == begun


def test_decisions_that_were_taken_back_have_no_position() -> None:
    one = random_game("medieval_merchant", 3, 40, 1)
    table, steps = at_table(one), list(step_by_step(one))
    last, common = length(one), next(at for at in range(length(one) // 2, length(one)) if steps[at].deciders)
    table.course = GameSession.begun(steps[-1])
    assert earlier(table, 0, last, {}).state == steps[-1]
    table.course = GameSession.begun(steps[common])
    with pytest.raises(NoMoment):
        earlier(table, 0, common + 1, {})
    other, rng = steps[common].clone(), random.Random(5)
    while length(other) < last + 5:
        other.apply(some_move(other, other.deciders[0], rng, 0.5))
    table.course = GameSession.begun(other)
    for number, step in enumerate(step_by_step(other)):
        assert earlier(table, 0, number, {}).state.vector == step.vector


def test_few_positions_are_stored_however_long_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mercatoria.web.tables.earlier_positions.SPACING", 2)
    monkeypatch.setattr("mercatoria.web.tables.earlier_positions.MOST_STORED", 5)
    state = random_game("medieval_merchant", 3, 60, 1)
    past = EarlierPositions(state.table, _spacing=2)
    past.follow(state.last)
    assert len(past._stored) <= 5
    for number, step in enumerate(step_by_step(state)):
        assert past.after(number) == step.vector


def test_an_earlier_position_knows_no_outcome_to_come() -> None:
    """Two tables with different seeds have the same earlier positions with the same chance."""
    table = at_table(random_game("catan_merchants_of_europe", 3, 10, 4))
    then = earlier(table, 0, 12, {}).state
    assert (then.chance.seed, then.chance.manual) == (0, True)
    assert then.chance.rng.words == table.course.state.table.chance_of(0).words
    assert then.chance.rng.words != table.course.state.chance.rng.words
