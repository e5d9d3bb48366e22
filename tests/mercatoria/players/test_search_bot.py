"""Tests that search bots find good moves, make the same choices with the same seed, and use only their seat's view."""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path

import pytest

import mercatoria
from interpreter.native import CHANCE, PlayoutLimits, Policy
from interpreter.rng import Stream
from mercatoria.players import Position, hint_player, is_player, seeded
from mercatoria.players.determinization import nothing_is_hidden
from mercatoria.players.playouts.base_policy import SOME_ROUNDS, BasePolicy, base_policy
from mercatoria.players.playouts.chance_sampler import ChanceSampler
from mercatoria.players.playouts.rollouts import Rollouts, calibrated_policy
from mercatoria.players.search_bot import SearchBot
from mercatoria.players.search_bot.branches import Branches, drawn, mixed
from mercatoria.players.search_bot.levels import LEVELS, runs_of
from mercatoria.players.search_bot.sequential_halving import SequentialHalving, most_moves
from mercatoria.players.search_bot.win_estimates import WinEstimates
from mercatoria.simulation import play
from mercatoria.worlds import ParticleFilter, transcript_of
from tests.mercatoria.conftest import BIDS, KUHN, PIG, loaded
from tests.mercatoria.worlds.test_particle_filter import COMMERCE, played, twins

NIM = """\
rulebook nim "Nim"
    players 2 to 2

each Player has
    last: flag = no

game has
    stones: 0 to 60 = {stones}

round "Turns"
    turn of player in Player
        player must take

action take(number: 1 to 3) "Take stones"
    needs enough: number <= stones
    then
        lower stones by number
        if stones = 0
            set you.last to yes

end empty at once when stones = 0

scoring of p in Player
    win: if p.last then 1 else 0
"""

PENNIES = """\
rulebook pennies "Matching pennies"
    players 2 to 2

each Player has
    points: 0 to 9 = 0

round "Both show a coin"
    everyone in Player secretly chooses side in 0 to 1
    if side(seat(1)) = side(seat(2))
        set seat(1).points to 1
    else
        set seat(2).points to 1

end over of round when round.number = 1

scoring of p in Player
    points: p.points
"""

RUN = """\
rulebook run "A run"
    players {players}

each Player has
    points: 0 to 99 = 0

round "One step each"
    turn of player in Player
        player may walk or wait

action walk "Walk on"
    then
        raise you.points by 1

action wait "Wait"
    then
        set you.points to 0

end far of round when round.number = 20

scoring of p in Player
    points: p.points
"""

MEASURED = BasePolicy(Policy(1), 4_000)
"""The base policy of Commerce, with its approximate cost."""

SHORT = PlayoutLimits(3, 3, 200_000)
SOME = PlayoutLimits(6, 24, 200_000)

PATIENCE = """\
rulebook patience "Patience"
    players 1 to 1

each Player has
    coins: 0 to 30 = 0

round "One turn"
    turn of player in Player
        player must save or spend

action save(number: 1 to 3) "Save"
    then
        raise you.coins by number

action spend "Spend all"
    then
        set you.coins to 0

end over of round when round.number = 3

scoring of p in Player
    coins: p.coins
"""


@pytest.fixture
def not_far(monkeypatch: pytest.MonkeyPatch) -> None:
    """Limit rollouts to a few decisions, to keep the test short."""
    monkeypatch.setattr("mercatoria.players.playouts.rollouts.TO_END", SOME)


@pytest.fixture(params=[False, pytest.param(True, marks=pytest.mark.slow)], ids=["given", "measured"])
def commerce_policy(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Give tables of Commerce a fixed base policy, because its calibration takes half a minute per table."""
    if not request.param:
        monkeypatch.setattr(
            "mercatoria.players.playouts.rollouts.base_policy",
            lambda table, played: MEASURED if table.edition.slug == "commerce" else base_policy(table, played),
        )


def with_values(folder: Path, players: int, terms: dict[str, list[float]]) -> None:
    """Write a file of fitted values into the folder of a game."""
    missed = {"with_values": 0, "without": 0, "all_alike": 0}
    entry = {"players": players, "rules": "", "command": "", "games": 1, "positions": 1, "rounds": 10, "missed": missed}
    (folder / "values.json").write_text(json.dumps({"values": [entry | {"terms": terms}]}), encoding="utf-8")


def made(folder: Path, rules: str) -> mercatoria.Game:
    (folder / "rulebook.rules").write_text(rules, encoding="utf-8")
    return mercatoria.load(str(folder))


@pytest.mark.parametrize(("stones", "best"), [(5, 1), (6, 2), (7, 3), (9, 1)])
def test_it_finds_the_move_that_wins(tmp_path: Path, stones: int, best: int) -> None:
    state = made(tmp_path, NIM.format(stones=stones)).start(2)
    move = SearchBot(Stream(1, "test"), 600).choose(Position(state, 0))
    assert move.args == {"number": best}


def test_nobody_can_foresee_a_secret_choice(tmp_path: Path) -> None:
    state = made(tmp_path, PENNIES).start(2)
    for seat in range(2):
        sides = Counter(SearchBot(Stream(seed, "test"), 50).choose(Position(state, seat)).row[1] for seed in range(60))
        assert 18 <= sides[0] <= 42


@pytest.mark.slow
def test_it_beats_others_at_dice() -> None:
    pig = mercatoria.load(PIG, options={"target": 30})
    for rival in ("random", "greedy"):
        won = sum(play(pig, 2, seed, ("easy", rival)).winners == (0,) for seed in range(4))
        assert won >= 3


@pytest.mark.slow
@pytest.mark.usefixtures("not_far", "commerce_policy")
def test_the_same_seed_makes_the_same_moves() -> None:
    for game, players in ((COMMERCE, 3), (BIDS, 3)):
        state = mercatoria.load(game).start(players, 2)
        logs = []
        for _ in range(2):
            again, seated = state.clone(), [seeded("20", 5, seat) for seat in range(players)]
            for _ in range(8):
                if again.is_over:
                    break
                seat = again.deciders[0]
                again.apply(seated[seat].choose(Position(again, seat)))
            logs.append(again.record["log"])
        assert logs[0] == logs[1]


@pytest.mark.usefixtures("not_far", "commerce_policy")
@pytest.mark.parametrize(("slug", "players", "length"), [(COMMERCE, 3, 30), (COMMERCE, 4, 12), (BIDS, 3, 4)])
def test_it_does_the_same_where_its_seat_cannot_tell_games_apart(slug: str, players: int, length: int) -> None:
    true = played(slug, players, length)
    seat = true.deciders[0]
    pool = ParticleFilter(true.table, seat, 3, size=8)
    pool.hear(transcript_of(true, seat))
    alike = [true, *[twin for twin in twins(true, seat, pool) if twin != true][:3]]
    assert len({str(SearchBot(Stream(4, "test"), 20).choose(Position(state, seat))) for state in alike}) == 1
    assert len({str(hint_player("8", seat).hints(Position(state, seat))) for state in alike}) == 1


def test_a_hint_is_what_it_would_do_and_what_it_expects(tmp_path: Path) -> None:
    state = made(tmp_path, NIM.format(stones=5)).start(2)
    best, *others = hint_player("600", 0).hints(Position(state, 0))
    assert best.move.args == {"number": 1}
    assert best.chance > max(each.chance for each in others)
    assert 0.5 < best.points <= 1, "who takes the last stone has a point"
    assert sum(each.tried for each in (best, *others)) == 600
    answers = [each.answer for each in (best, *others)]
    assert all(answer is None or answer.seat == 1 for answer in answers)
    assert str(answers[1 + [each.move.args["number"] for each in others].index(3)]) == "Seat2: take(2)"


def test_no_hint_tells_what_is_chosen_in_secret(tmp_path: Path) -> None:
    state = made(tmp_path, PENNIES).start(2)
    hints = hint_player("120", 1).hints(Position(state, 1))
    assert {hint.move.row[1] for hint in hints} == {0, 1}
    assert all(hint.answer is None for hint in hints)


def test_only_who_thinks_gives_hints() -> None:
    for name in ("random", "greedy", "0", "human"):
        with pytest.raises(ValueError, match="does not search"):
            hint_player(name, 0)


def test_it_thinks_in_positions_that_were_set_up_and_not_played_to() -> None:
    state = loaded("merchants_of_the_middle_ages").start(3, 5)
    run = next(run for run in state.table.flow.layout.runs.values() if run.field.name == "purse")
    seat = state.deciders[0]
    state.vector[run.base[(seat + 1) % 3]] += 300
    with pytest.raises(ValueError, match="does not reproduce this position"):
        transcript_of(state, seat)
    assert state.is_legal(SearchBot(Stream(1, "test"), 20).choose(Position(state, seat)))


GUESS = """\
rulebook guess "Guess"
    players 2

each Player has
    points: 0 to 99999 = 0

round "Turns"
    turn of player in Player
        player must give or lend

action give(open coins: 1 to 400) "Give"
    needs fitting: coins mod 12 = 4
    then
        raise you.points by coins

action lend(open coins: 1 to 400) "Lend"
    needs fitting: coins mod 12 = 9
    then
        raise you.points by coins

end far of round when round.number = 30

scoring of p in Player
    points: p.points
"""


def test_where_nothing_is_found_to_fill_in_it_is_drawn_once_with_and_without_the_native_engine(tmp_path: Path) -> None:
    """All moves have open parameters, and few ways to fill them in are legal.

    If a rollout finds no legal move, it must use its fallback after the same number of random draws on both engines.
    """
    pytest.importorskip("wasmtime")
    (tmp_path / "rulebook.rules").write_text(GUESS)
    table, alike = mercatoria.load(str(tmp_path)).table(2), 0
    rollouts = Rollouts(table, BasePolicy(Policy(1), 0))
    for seed in range(40):
        one, other = table.start(), table.start()
        assert rollouts._games is not None
        cost = rollouts._played_natively(rollouts._games, one, ChanceSampler(table, seed), [Policy(1)] * 2, SHORT)
        if cost is not None:
            assert cost == rollouts._played_here(other, ChanceSampler(table, seed), [Policy(1)] * 2, SHORT)
            assert one == other
            alike += 1
    assert alike > 10


@pytest.mark.parametrize(("slug", "players"), [("medieval_merchant", 3), (COMMERCE, 4), (PIG, 2), (BIDS, 3)])
def test_it_plays_on_alike_with_and_without_the_native_engine(slug: str, players: int) -> None:
    pytest.importorskip("wasmtime")
    state, rng, different = loaded(slug).start(players, 3), random.Random(1), set()
    rollouts = Rollouts(state.table, BasePolicy(Policy(1), 0))
    for seed in range(20):
        one, other = state.vector[:], state.vector[:]
        assert rollouts._games is not None
        seats = [Policy((seat + seed) % 4, 10 * (seed % 2), offers=seed % 3 > 0) for seat in range(players)]
        cost = rollouts._played_natively(rollouts._games, one, ChanceSampler(state.table, seed), seats, SOME)
        assert cost == rollouts._played_here(other, ChanceSampler(state.table, seed), seats, SOME)
        assert one == other
        different.add(tuple(one))
        if not state.is_over:
            state.apply(state.sample(rng, state.deciders[0]))
    assert len(different) > 3


def test_it_makes_the_same_moves_without_the_native_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    state = loaded(KUHN).start(2, 5)
    assert Rollouts(state.table).base.policy.ahead
    with_it = SearchBot(Stream(1, "test"), 40).choose(Position(state, state.deciders[0]))
    monkeypatch.setattr("mercatoria.players.native_games.is_installed", lambda: False)
    monkeypatch.setattr(state.table, "results", state.table.results.without(calibrated_policy))
    assert Rollouts(state.table)._games is None
    assert SearchBot(Stream(1, "test"), 40).choose(Position(state, state.deciders[0])) == with_it


@pytest.mark.parametrize("players", [1, 2])
def test_where_that_beats_chance_one_plays_on_eagerly_to_the_end(tmp_path: Path, players: int) -> None:
    state = made(tmp_path, RUN.format(players=players)).start(players)
    rollouts, v = Rollouts(state.table), state.vector[:]
    assert rollouts.base.policy.ahead and rollouts.base.cost
    rollouts.play_on(v, ChanceSampler(state.table, 1), 0)
    assert state.table.engine.over(v)


def test_where_it_does_not_one_plays_on_by_chance_to_the_end_of_a_round(tmp_path: Path) -> None:
    """Two seats decide in each round, so the fourth round is the first that ends after more than six decisions."""
    assert Rollouts(loaded(PIG).table(2)).base.policy == CHANCE, "who looks at points alone always holds"
    state = made(tmp_path, NIM.format(stones=60)).start(2)
    rollouts, v = Rollouts(state.table, BasePolicy(CHANCE, 0)), state.vector[:]
    rollouts.play_on(v, ChanceSampler(state.table, 1), 0)
    assert v[rollouts._round] - state.vector[rollouts._round] == 4


FARTHER = """\
rulebook stairs "Stairs"
    players 2 to 2

each Player has
    steps: 0 to 40 = 0
    points: 0 to 40 = 0

round "One turn each"
    turn of player in Player
        player must climb or rest
        player must climb or rest

action climb "Climb"
    then
        raise you.steps by 1
        if you.steps mod 2 = 0
            raise you.points by 2

action rest "Rest"
    then
        set you.steps to you.steps - you.steps mod 2

end over of round when round.number = 6

scoring of p in Player
    points: p.points
"""


def test_seats_look_as_far_ahead_as_it_helps(tmp_path: Path) -> None:
    """One step gains nothing, but two steps gain points. A lookahead of one move therefore misses the gain."""
    assert Rollouts(made(tmp_path, FARTHER).table(2)).base.policy.ahead == 2


DIGGERS = """\
rulebook diggers "Diggers"
    players 1 to 3

each Player has
    depth: 0 to 1 = 0
    points: 0 to 99 = 0

round "A turn each"
    turn of player in Player
        set player.depth to 0
        player must pick or dig
        player must pick or dig

action pick "Pick something up"
    then
        raise you.points by 1

action dig "Dig, a second time for more"
    then
        if you.depth = 1
            raise you.points by 3
        set you.depth to 1

end over of round when round.number = 8

scoring of p in Player
    points: p.points
"""


def test_where_it_costs_too_much_for_all_the_thinker_alone_looks_farther(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def found(players: int) -> BasePolicy:
        return Rollouts(made(tmp_path, DIGGERS).table(players)).base

    assert (found(2).policy.ahead, found(2).own) == (2, None)
    dear = found(2).cost * 9 // 10
    monkeypatch.setattr("mercatoria.players.playouts.base_policy.DEAREST", dear)
    assert (found(2).policy.ahead, found(2).of_thinker) == (1, Policy(2))
    assert found(2).cost < dear, "a game costs less if one looks farther than if all do"
    state = made(tmp_path, DIGGERS).start(2)
    v = state.vector[:]
    Rollouts(state.table).play_on(v, ChanceSampler(state.table, 1), 1)
    assert state.table.engine.scores(v) == (16, 24), "the second seat thinks, and digs twice in each turn"
    monkeypatch.setattr("mercatoria.players.playouts.base_policy.DEAREST_WITH_ONE", found(2).cost - 1)
    assert found(2).of_thinker == Policy(1)


def test_a_seat_never_goes_astray_where_that_is_clearly_better(tmp_path: Path) -> None:
    assert Rollouts(made(tmp_path, RUN.format(players=2)).table(2)).base.policy == Policy(ahead=1, astray=0)


def test_a_seat_that_goes_astray_takes_any_move_now_and_then(tmp_path: Path) -> None:
    state = made(tmp_path, RUN.format(players=1)).start(1)
    rollouts, points = Rollouts(state.table, BasePolicy(Policy(1, astray=10), 0)), []
    for seed in range(20):
        v = state.vector[:]
        rollouts.play_on(v, ChanceSampler(state.table, seed), 0)
        points += state.table.engine.scores(v)
    assert min(points) < max(points) == 20


BERRIES = """\
rulebook berries "Berries"
    players 2 to 2

each Player has
    berries: 0 to 999 = 0
    loud: 0 to 9 = 0

round "One turn each"
    turn of player in Player
        player may pick or boast, repeatedly

action pick "Pick a berry"
    limit 1 per turn
    then
        raise you.berries by 1

action boast(open loudness: 1 to 9) "Boast"
    limit 300 per turn
    then
        set you.loud to loudness

end over of round when round.number = 100

scoring of p in Player
    berries: p.berries
"""


def test_where_offers_keep_seats_from_the_goal_they_leave_them_aside_for_some_rounds(tmp_path: Path) -> None:
    """Boasting is as good as passing, so a seat that may boast does so until the rollout stops.

    The fitted values must show that play without boasting beats random play.
    """
    assert Rollouts(made(tmp_path, BERRIES).table(2)).base.policy == CHANCE
    with_values(tmp_path, 2, {"Player.berries": [0.1, 0.1]})
    state = made(tmp_path, BERRIES).start(2)
    rollouts, v = Rollouts(state.table), state.vector[:]
    assert rollouts.base.policy == Policy(1, offers=False)
    assert rollouts.base.for_some_rounds and rollouts.base.cost
    rollouts.play_on(v, ChanceSampler(state.table, 1), 0)
    assert v[rollouts._round] == 8, "two decisions in each turn, up to the end of a round after more than 24"
    assert state.table.engine.scores(v) == (7, 7)


TREES = """\
rulebook trees "Trees"
    players 2 to 2

each Player has
    apple_trees: 0 to 9 = 0
    pear_trees: 0 to 9 = 0
    points: 0 to 999 = 0

round "One turn each"
    turn of player in Player
        raise player.points by 3 * player.pear_trees
        player must pears or apples

action apples "Plant an apple tree"
    then
        raise you.apple_trees by 1 clamped
        raise you.points by {points}

action pears "Plant a pear tree"
    then
        raise you.pear_trees by 1 clamped

end over of round when round.number = 60

scoring of p in Player
    points: p.points
"""


@pytest.mark.parametrize(("points", "planted"), [(0, "pears"), (1, "apples")])
def test_for_some_rounds_it_departs_only_for_what_the_greedy_player_likes_as_much(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, points: int, planted: str
) -> None:
    """Pear trees bear fruit for a long time, but the greedy player picks apples for a single point."""
    state = made(tmp_path, TREES.format(points=points)).start(2)
    policy = BasePolicy(Policy(1, offers=False), 0, SOME_ROUNDS)
    monkeypatch.setattr(state.table, "results", state.table.results.with_result(calibrated_policy, policy))
    moves = {SearchBot(Stream(seed, "test"), 60).choose(Position(state, 0)).action for seed in range(6)}
    assert moves == {planted}
    hints = SearchBot(Stream(1, "test"), 60).hints(Position(state, 0))
    assert [hint.chance for hint in hints] == sorted((hint.chance for hint in hints), reverse=True)
    assert {hint.move.action for hint in hints} == {"pears", "apples"}


def test_most_tried_move_is_the_best() -> None:
    branches, rng = Branches(), Stream(1, "test")
    rows = [(1,), (2,), (3,)]
    for _ in range(300):
        branches.offer(rows)
        row = branches.pick(rows, rng)
        branches.learn(row, {1: 0.2, 2: 0.6, 3: 0.4}[row[0]])
    tried = {row: branch.tried for row, branch in branches.moves.items()}
    assert tried[2,] > tried[3,] > tried[1,] > 0
    assert sum(tried.values()) == 300


def test_exploration_does_not_count_against_earlier_choices() -> None:
    branches, good, bad = Branches(), (1,), (2,)
    branches.offer([good, bad])
    for row, shares in ((bad, [0.2, 0.8]), *[(good, [0.9, 0.1])] * 3):
        branches.learn(row, shares[0])
        branches.note(row, shares)
    assert branches.better(bad, [good, bad]) is None, "three tries are too few to know"
    branches.learn(good, 0.5)
    branches.note(good, [0.5, 0.5])
    better = branches.better(bad, [good, bad])
    assert better is branches.moves[good]
    assert [share / better.tried for share in better.brought] == pytest.approx([0.8, 0.2])
    assert branches.better(good, [good, bad]) is None


@pytest.mark.parametrize(("game", "known"), [(PIG, True), (KUHN, False), (BIDS, False)])
def test_whether_nothing_is_hidden_follows_from_the_rules(game: str, known: bool) -> None:
    assert nothing_is_hidden(mercatoria.load(game).table(2)) is known


def test_the_habit_is_left_for_what_is_better_by_more_than_luck() -> None:
    """All moves of a trial have the same luck. The bot therefore finds small differences, but must not see any where
    there are none.
    """

    def best(worths: dict[int, float], noise: float) -> int:
        rng = random.Random(1)

        def trial(number: int, row: tuple[int, ...]) -> float:
            return worths[row[0]] + random.Random(number).random() + noise * rng.random()

        return SequentialHalving([(number,) for number in worths], trial, sure=0.25).best(200)[0]

    assert best({0: 0.5, 1: 0.4, 2: 0.52, 3: 0.51}, noise=0.01) == 2
    assert best({0: 0.5, 1: 0.5, 2: 0.5, 3: 0.5}, noise=0.0) == 0
    assert best({0: 0.5, 1: 0.1, 2: 0.2}, noise=1.0) == 0


def test_a_trial_that_nothing_comes_of_does_not_count() -> None:
    contest = SequentialHalving([(0,), (1,)], lambda number, row: None if row == (1,) else 0.5, sure=1.0)
    assert contest.best(20) == (0,)


def test_more_moves_are_weighed_the_more_time_there_is() -> None:
    assert most_moves(1) == 2
    assert most_moves(60) < most_moves(250) < most_moves(1000) < 100


def test_at_the_end_it_counts_who_has_won_and_by_how_much(tmp_path: Path) -> None:
    game = made(tmp_path, RUN.format(players=2))

    def ended(steps: int) -> list[int]:
        """Play a game in which seat 1 walks to the end, while seat 2 walks only in the last `steps` rounds."""
        state, turn = game.start(2), 0
        while not state.is_over:
            state.apply("Seat1: walk").apply(f"Seat2: {'walk' if turn >= 20 - steps else 'wait'}")
            turn += 1
        return state.vector

    worths = WinEstimates(game.table(2), by_margin=True)
    clear, narrow, drawn = (worths.shares(ended(steps)) for steps in (2, 18, 20))
    assert clear[0] > narrow[0] > 0.7 > 0.3 > narrow[1] > clear[1]
    assert drawn == [0.5, 0.5]
    assert WinEstimates(game.table(2)).shares(ended(18)) == [1.0, 0.0]


def test_alone_it_plays_for_points(tmp_path: Path) -> None:
    state = made(tmp_path, PATIENCE).start(1)
    worths, richer = WinEstimates(state.table), state.clone().apply("Seat1: save(2)")
    assert worths.shares(state.vector)[0] == 0.5 < worths.shares(richer.vector)[0]
    while not state.is_over:
        state.apply(SearchBot(Stream(1, "test"), 40).choose(Position(state, 0)))
    assert state.scores == (9,)


def test_regrets_are_mixed() -> None:
    assert mixed([3.0, -2.0, 1.0]) == [0.75, 0.0, 0.25]
    assert mixed([-1.0, 0.0]) == [0.5, 0.5]
    rng = Stream(2, "test")
    found = Counter(drawn([0.2, 0.0, 0.8], rng) for _ in range(1000))
    assert found[1] == 0
    assert 150 < found[0] < 250


@pytest.mark.parametrize(
    ("name", "known"),
    [("random", True), ("hard", True), ("500", True), ("0", False), ("-3", False), ("²", False), ("9999999", False)],
)
def test_players_by_name(name: str, known: bool) -> None:
    assert is_player(name) is known


def test_a_level_is_an_effort_and_a_number_is_a_number_of_runs() -> None:
    assert runs_of("easy", 0) < runs_of("medium", 0) < runs_of("hard", 0)
    assert all(runs_of(level, 500) > runs_of(level, 5000) > 2 for level in LEVELS)
    assert runs_of("300", 500) == runs_of(300, 5000) == 300
