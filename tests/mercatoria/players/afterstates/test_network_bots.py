"""Tests of stored networks, and of the search bots that use them."""

from __future__ import annotations

import json
import logging
import shutil
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import mercatoria
from interpreter.rng import Stream
from interpreter.table import CompiledGame
from mercatoria.players import BadValues, Position, entries_in, hint_player, read_values, rounded, seeded
from mercatoria.players.network_gate import IdleNetwork, network_of, network_values, refuse_idle
from mercatoria.players.search_bot import SearchBot
from mercatoria.players.search_bot.search import Search
from mercatoria.worlds import ParticleFilter, transcript_of
from tests.mercatoria.conftest import BIDS, ROOT, loaded
from tests.mercatoria.worlds.test_particle_filter import played, twins
from tests.thinning import thinned

np = pytest.importorskip("numpy", reason="values of afterstates need numpy")

from mercatoria.players.afterstates.features import Features, found_settings  # noqa: E402 - these need numpy
from mercatoria.players.afterstates.network import Ensemble, Network, Scale  # noqa: E402
from mercatoria.players.afterstates.steps import ArraySteps  # noqa: E402
from mercatoria.players.afterstates.stored import described  # noqa: E402
from mercatoria.players.afterstates.values import AfterstateValues  # noqa: E402

BAZAAR = str(ROOT / "docs" / "examples" / "bazaar")
MATCH = {"level": "easy", "games": 20, "seed": 1, "share": 0.7, "low": 0.5, "high": 0.85}
MEASURED = {"version": "0", "seed": 1, "games": 60, "positions": 540, "self_play": 0}


def stored(table: CompiledGame, **more: Any) -> dict[str, Any]:
    """Return a network with random weights, as a file contains it."""
    settings = found_settings(ArraySteps(table))
    features, lots = Features(ArraySteps(table), settings, 10.0), np.random.default_rng(1)
    number = len(features.names)
    scale = Scale(np.zeros(number, np.float32), np.full(number, 4, np.float32))
    nets = [
        Network(*(lots.normal(size=size).astype(np.float32) / 8 for size in ((number, 3), 3, 3, number)))
        for _ in range(2)
    ]
    measured = {**MEASURED, "held_out": 0.3, "all_alike": 0.7, "match": MATCH, **more}
    return {**described(settings, features.names, Ensemble(scale, nets)), **measured}


@cache
def random_values(slug: str, players: int) -> AfterstateValues:
    table = loaded(slug).table(players)
    return AfterstateValues(table, stored(table), 10.0)


def entry(table: CompiledGame, network: Mapping[str, Any]) -> dict[str, Any]:
    losses = {"with_values": 0.3, "without": 0.6, "all_alike": 0.7}
    return {
        "players": table.flow.model.players, "rules": table.fingerprint, "command": "", "games": 60, "positions": 540,
        "rounds": 10.0, "missed": losses, "terms": {}, "network": network,
    }  # fmt: skip


def with_network(folder: Path, to: Path, **more: Any) -> CompiledGame:
    """Return a copy of a game with a stored network, for three players."""
    copy = to / folder.name
    shutil.copytree(folder, copy)
    network = stored(mercatoria.load(str(copy)).table(3), **more)
    text = json.dumps({"format": 2, "values": [entry(mercatoria.load(str(copy)).table(3), network)]})
    assert entries_in(text)
    (copy / "values.json").write_text(text, encoding="utf-8")
    return mercatoria.load(str(copy)).table(3)


# ---------------------------------------------------------------- files


def test_a_stored_network_computes_the_same_shares(customers: mercatoria.Game) -> None:
    table = customers.table(3)
    one, text = stored(table), json.dumps(stored(table))
    again = json.loads(text)
    v = table.start()
    shares = AfterstateValues(table, again, 10.0).shares(v)
    assert shares == AfterstateValues(table, one, 10.0).shares(v) and sum(shares) == pytest.approx(1)


def test_bots_use_a_network_that_won_its_match(tmp_path: Path) -> None:
    assert network_of(with_network(Path(BAZAAR), tmp_path)) is not None


@pytest.mark.slow
@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"held_out": 0.65}, "its loss in new games is 0.650"),
        ({"match": {**MATCH, "low": 0.2}}, "its true share may be as low as 0.20"),
    ],
)
def test_an_idle_network_is_refused_and_the_player_stays_the_same(
    more: Mapping[str, Any], said: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    table = with_network(Path(BAZAAR), tmp_path, **more)
    with caplog.at_level(logging.INFO, "mercatoria.players.values"):
        assert network_of(table) is None
    assert said in caplog.text
    moves = []
    for game in (table.edition.folder.path, BAZAAR):
        state = mercatoria.load(str(game)).start(3, 1)
        for _ in range(6):
            state.apply(seeded("20", 1, state.deciders[0]).choose(Position(state, state.deciders[0])))
        moves.append(state.record["log"])
    assert moves[0] == moves[1]


def test_a_network_without_a_match_is_not_used() -> None:
    with pytest.raises(IdleNetwork, match="no match against the same bot without it was played; fit it again"):
        refuse_idle({"held_out": 0.3, "all_alike": 0.7}, 3)


@pytest.mark.parametrize("players", range(2, 8))
def test_a_network_must_show_that_it_is_not_worse(players: int) -> None:
    """A lucky match has a high share of the wins, but its interval begins too low."""
    won = {**MATCH, "share": 0.9, "low": rounded(0.9 / players)}
    refuse_idle({"held_out": 0.3, "all_alike": 0.7, "match": won}, players)
    won["low"] = rounded(0.89 / players)
    with pytest.raises(IdleNetwork, match=f"it won 0.90 of 20 games .*, and must be at least {0.9 / players:.2f}"):
        refuse_idle({"held_out": 0.3, "all_alike": 0.7, "match": won}, players)


def test_an_input_that_never_varied_is_refused_instead_of_giving_no_number(customers: mercatoria.Game) -> None:
    table = customers.table(3)
    for deviation in (0, -0.5):
        network = stored(table)
        network["scale"][2][1] = deviation
        with pytest.raises(BadValues, match=f"a deviation of {deviation}, and must have more than 0"):
            network_values(table, network, 10.0)


def test_a_stale_network_is_refused_with_a_sentence(customers: mercatoria.Game, mills: mercatoria.Game) -> None:
    network = stored(customers.table(3))
    with pytest.raises(BadValues, match=r"rules with a fact `Player.purse`, which these rules do not have"):
        network_values(mills.table(2), network, 10.0)
    network["inputs"][3] += " (old)"
    with pytest.raises(BadValues, match=r"rules with other facts, such as `.*`; fit it again"):
        network_values(customers.table(3), network, 10.0)


def test_damaged_weights_are_refused(customers: mercatoria.Game) -> None:
    table = customers.table(3)
    for damage in ("bias", "direct"):
        network = stored(table)
        network["networks"][0][damage].pop()
        with pytest.raises(BadValues, match="do not match its inputs"):
            network_values(table, network, 10.0)
    network = stored(table)
    network["networks"][0]["hidden"][0].pop()
    with pytest.raises(BadValues, match="rows of different lengths"):
        network_values(table, network, 10.0)


def test_without_numpy_the_network_is_not_used(customers: mercatoria.Game, monkeypatch: pytest.MonkeyPatch) -> None:
    network = stored(customers.table(3))
    monkeypatch.setattr("mercatoria.players.network_gate.available", lambda: False)
    with pytest.raises(IdleNetwork, match="needs numpy"):
        network_values(customers.table(3), network, 10.0)


WITH_NETWORKS = [
    (slug, count)
    for slug in (*mercatoria.shipped(), str(ROOT / "docs" / "examples" / "base_catan"))
    for count, weights in read_values(loaded(slug).folder).items()
    if weights.network is not None
]


@pytest.mark.parametrize(("slug", "players"), thinned(WITH_NETWORKS, lambda case: case in WITH_NETWORKS[:1]))
def test_bots_use_every_network_that_is_shipped(slug: str, players: int) -> None:
    table = loaded(slug).table(players)
    values = network_of(table)
    assert values is not None and read_values(loaded(slug).folder)[players].rules == table.fingerprint
    assert sum(values.shares(table.start())) == pytest.approx(1)


# ---------------------------------------------------------------- bots


@pytest.mark.parametrize(("slug", "players", "length"), [(BAZAAR, 3, 12), (BAZAAR, 3, 31), (BIDS, 3, 2), (BIDS, 3, 4)])
def test_a_bot_does_the_same_where_its_seat_cannot_tell_games_apart(slug: str, players: int, length: int) -> None:
    true = played(slug, players, length)
    seat, values = true.deciders[0], random_values(slug, players)
    pool = ParticleFilter(true.table, seat, 3, size=8)
    pool.hear(transcript_of(true, seat))
    alike = [true, *[twin for twin in twins(true, seat, pool) if twin != true][:3]]
    bots = [SearchBot(Stream(4, "test"), 20, lambda _: values) for _ in alike]
    assert len({str(bot.choose(Position(state, seat))) for bot, state in zip(bots, alike, strict=True)}) == 1


def test_what_was_played_before_changes_no_move() -> None:
    values, logs = random_values(BAZAAR, 3), []
    for _ in range(2):
        state = loaded(BAZAAR).start(3, 7)
        bots = [SearchBot(Stream(seat, "test"), 20, lambda _: values) for seat in range(3)]
        for _ in range(12):
            seat = state.deciders[0]
            state.apply(bots[seat].choose(Position(state, seat)))
        logs.append(state.record["log"])
    assert logs[0] == logs[1]


def test_the_value_decides_where_a_seat_must_act(game: Callable[[str], Path]) -> None:
    from tests.mercatoria.players.afterstates.test_expansion import LADDER

    table = mercatoria.load(str(game(LADDER))).table(2)
    network = stored(table)
    number = len(network["inputs"])
    network["networks"] = network["networks"][:1]
    weights = network["networks"][0]
    weights["out"] = [0.0, 0.0, 0.0]
    for sign, chosen in ((1.0, "jump"), (-1.0, "rest")):
        weights["direct"] = [0.0] * number
        weights["direct"][network["inputs"].index("Player.rungs")] = sign
        values = AfterstateValues(table, network, 10.0)
        state = mercatoria.load(str(game(LADDER))).start(2, 1)
        bot = SearchBot(Stream(1, "test"), 10, lambda _, values=values: values)  # type: ignore[misc]
        assert bot.choose(Position(state, 0)).action == chosen


def test_a_single_run_lets_the_value_decide_every_move(monkeypatch: pytest.MonkeyPatch) -> None:
    def run(*_: object) -> None:
        raise AssertionError("a game was simulated")

    monkeypatch.setattr(Search, "run", run)
    values, passing = random_values(BAZAAR, 3), 0
    state = loaded(BAZAAR).start(3, 7)
    bots = [SearchBot(Stream(seat, "test"), 1, lambda _: values) for seat in range(3)]
    for _ in range(20):
        position = Position(state, state.deciders[0])
        passing += not position.must_act
        state.apply(bots[position.seat].choose(position))
    assert passing, "some decisions can be passed"
    with pytest.raises(AssertionError, match="simulated"):
        SearchBot(Stream(1, "test"), 2, lambda _: values).hints(Position(state, state.deciders[0]))


def test_hints_still_tell_what_to_expect(tmp_path: Path) -> None:
    table = with_network(Path(BAZAAR), tmp_path)
    state = mercatoria.load(str(table.edition.folder.path)).start(3, 1)
    hints = hint_player("40", state.deciders[0]).hints(Position(state, state.deciders[0]))
    assert hints and all(0 <= each.chance <= 1 for each in hints)
