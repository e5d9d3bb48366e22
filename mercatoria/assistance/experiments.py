"""The tools that let bots play: many games, and the same deals with and without a rule."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated

from mercatoria import study as laboratory
from mercatoria.assistance.answers import Answer, GameName, Variants, sentences, told_failure
from mercatoria.assistance.positions import Options, Players, SeedOfGame, load_game, own_variants
from mercatoria.assistance.premises import Premises
from mercatoria.assistance.schemas import Refused, Says
from mercatoria.console import arguments, seating
from mercatoria.simulation import Run, Tally, Task, choose

MOST_GAMES = 2_000
LONGEST_PLAY = 30.0
"""Maximum number of seconds of play. Then the answer is about the games that are finished."""

Bots = Annotated[
    str,
    Says("Bots by seat, such as `greedy` or `greedy,random`: random, eager, greedy, easy, medium or hard.", 100, 1),
]
Number = Annotated[int, Says("Maximum number of games.", MOST_GAMES, 1)]


@dataclass(frozen=True, slots=True)
class SimulateRequest:
    """Input of `simulate`."""

    game: GameName
    games: Number = 100
    bots: Bots = "random"
    players: Players = 0
    seed: SeedOfGame = 0
    variants: Variants = ()
    options: Options = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SeatResult:
    """Wins and mean points of a seat."""

    seat: str
    bot: str
    wins: int
    mean_points: float


@dataclass(frozen=True, slots=True)
class Simulated(Answer):
    """The results of the games that were played."""

    games: int
    finished: int
    seats: tuple[SeatResult, ...]
    endings: Mapping[str, int]


def simulate(premises: Premises, asked: SimulateRequest) -> Simulated:
    """Let bots play games, and count wins, points, lengths and endings."""
    game = load_game(premises, asked.game, asked.variants, asked.options)
    count = asked.players or arguments.players_of(game, None)
    seats = game.table(count).flow.model.seats
    kinds = _kinds(count, asked.bots)
    tally, end = Tally(seats), premises.clock() + LONGEST_PLAY
    run = Run(game, choose(game, count, None, Task(kinds, little=True)), kinds, asked.seed, asked.games)
    for result in run.results():
        tally.add(result)
        if premises.clock() > end:
            break
    data = tally.as_data()
    means = [each["mean"] for each in data["scores"]] or [0.0] * count
    found = tuple(map(SeatResult, seats, kinds, tally.wins, means))
    return Simulated(sentences(_told(asked, tally, found)), tally.games, tally.finished, found, data["endings"])


def _kinds(players: int, bots: str) -> tuple[str, ...]:
    kinds = seating.kinds(players, [bots])
    seating.no_humans(kinds)
    return kinds


def _told(asked: SimulateRequest, tally: Tally, seats: tuple[SeatResult, ...]) -> list[str]:
    says = [f"{tally.games} games of `{asked.game}` were played with seed {asked.seed}, {tally.finished} to the end."]
    if tally.games < asked.games:
        says.append(f"{asked.games} games were asked for, but the {LONGEST_PLAY:.0f} seconds for play were over.")
    if tally.finished:
        says += [f"{each.seat} ({each.bot}) won {each.wins} games, with {each.mean_points} points on average."
                 for each in seats]  # fmt: skip
        says.append(f"The games took {tally.shortest} to {tally.longest} decisions.")
        says.append(f"Endings: {', '.join(f'{name} {number}' for name, number in tally.endings.most_common())}.")
    failures = {str(each.fault): each for each in tally.faults if each.fault is not None}
    says += [f"{told_failure(each.fault)} This happened first in the game with seed {each.seed}."
             for each in list(failures.values())[:5] if each.fault is not None]  # fmt: skip
    return says


# ---------------------------------------------------------------- with and without a rule


@dataclass(frozen=True, slots=True)
class StudyRequest:
    """Input of `study`."""

    game: GameName
    with_variants: Annotated[
        tuple[str, ...], Says("Variants to compare with; `a+b` names two together. Each is compared with the base.", 4)
    ] = ()
    without_rules: Annotated[tuple[str, ...], Says("Rules to leave out, one comparison each.", 4)] = ()
    games: Number = 100
    bots: Bots = "greedy"
    players: Players = 0
    seed: SeedOfGame = 0
    variants: Variants = ()
    options: Options = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Studied(Answer):
    """The differences between the rule sets, with the number of deals that each played."""

    deals: int
    rule_sets: tuple[str, ...]


def study(premises: Premises, asked: StudyRequest) -> Studied:
    """Play the same deals with and without a rule, and say what differs."""
    if not asked.with_variants and not asked.without_rules:
        raise Refused("nothing is compared; name a variant in `with_variants`, or a rule in `without_rules`")
    for names in asked.with_variants:
        own_variants(tuple(names.split("+")))
    for rule in asked.without_rules:
        own_variants(tuple(rule.split(".")))
    wanted = laboratory.Comparison(
        str(premises.place_of(asked.game)), own_variants(asked.variants), dict(asked.options), asked.with_variants,
        asked.without_rules,
    )  # fmt: skip
    try:
        compared = laboratory.compared(wanted)
    except laboratory.DuplicateComparison as fault:
        raise Refused(f"{fault}; name it once") from fault
    count = asked.players or arguments.players_of(compared.base, None)
    line_ups = (laboratory.LineUp(_kinds(count, asked.bots)),)
    compared.fingerprints(count)
    inquiry = laboratory.Inquiry(laboratory.Question(compared, line_ups, laboratory.Extent(asked.games), asked.seed))
    end = premises.clock() + LONGEST_PLAY
    with laboratory.workers(1) as workers:
        for _ in inquiry.play(workers):
            if premises.clock() > end:
                break
    says = [f"{inquiry.played} of at most {inquiry.deals} deals of `{asked.game}` were played."]
    says += inquiry.report().summary
    if inquiry.played < inquiry.deals:
        says.append(f"The study ended early, after {LONGEST_PLAY:.0f} seconds, so its intervals are wider.")
    return Studied(sentences(says), inquiry.played, tuple(each.name for each in compared.sets))
