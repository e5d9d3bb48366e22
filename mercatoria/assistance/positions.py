"""The tools about a position: what one seat sees there, and why it may not make a move.

A position is the start of a game after some moves, or the end of a scenario. Every answer is for one seat, or for a
spectator, and uses only what this seat may know.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated

import mercatoria
from dsl.diagnostics import RulebookError, did_you_mean
from interpreter.game import Game, State
from interpreter.rng import LEAST_SEED, MOST_SEED
from interpreter.table import NotAMove
from interpreter.testing import run_scenario
from mercatoria.assistance.answers import (
    MOST_LISTED,
    Answer,
    GameName,
    PrintedClause,
    Variants,
    first,
    known_clauses,
    quotations,
    quoted,
    sentences,
)
from mercatoria.assistance.premises import Premises
from mercatoria.assistance.schemas import Refused, Says
from mercatoria.console import arguments
from mercatoria.drawing import draw
from mercatoria.outline import outline

MOST_MOVES = 2_000
MOST_LOG = 30
"""Maximum number of lines of the log in an answer: the last ones."""
LONGEST_OUTLINE = 20_000
VARIANT = re.compile(r"[A-Za-z_]\w{0,59}")

Seat = Annotated[str, Says("The seat that asks; the answer has only what it may know. Empty for a spectator.", 60)]
Options = Annotated[Mapping[str, str], Says("Options of the game, by name.", 20)]
SeedOfGame = Annotated[int, Says("The seed of chance.", MOST_SEED, LEAST_SEED)]
Players = Annotated[int, Says("Number of players; 0 for the usual number.", 20, 0)]
Moves = Annotated[tuple[str, ...], Says("Moves from the start of the game, such as `Red: pass`.", MOST_MOVES)]
Scenario = Annotated[str, Says("Name of a scenario; the position at its end is used instead of a game's start.", 60)]
MoveText = Annotated[str, Says("A move of any seat, such as `Red: pass`.", 500, 1)]


@dataclass(frozen=True, slots=True)
class PositionRequest:
    """Input of `show_position`."""

    game: GameName
    seat: Seat = ""
    scenario: Scenario = ""
    moves: Moves = ()
    players: Players = 0
    seed: SeedOfGame = 0
    variants: Variants = ()
    options: Options = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class WhyNotRequest(PositionRequest):
    """Input of `why_not`: a position, and a move in it."""

    move: MoveText = "pass"


@dataclass(frozen=True, slots=True)
class Position(Answer):
    """A position as a seat sees it.

    `moves` are the legal moves of the seat that asks, in the notation of other tools. `deciders` are the seats that
    must move. `table` describes everything that the seat sees.
    """

    over: bool
    deciders: tuple[str, ...]
    seats: tuple[str, ...]
    moves: tuple[str, ...]
    log: tuple[str, ...]
    table: str

    def in_words(self) -> str:
        return "\n".join([*self.says, self.table])


@dataclass(frozen=True, slots=True)
class Reason:
    """A reason against a move: the rule, its place, and what it says."""

    rule: str
    place: str
    clauses: tuple[str, ...]
    text: str


@dataclass(frozen=True, slots=True)
class WhyNot(Answer):
    """Why a move is not allowed.

    `allowed` is `yes`, `no`, or `unknown` if the seat that asks cannot know. `instead` is a similar legal move, if
    there is one.
    """

    allowed: str
    reasons: tuple[Reason, ...]
    clauses: tuple[PrintedClause, ...]
    instead: str


# ---------------------------------------------------------------- the position


@dataclass(frozen=True, slots=True)
class Reached:
    """A position with the names that a scenario gives to the seats, and the seat that asks."""

    state: State
    names: Mapping[str, str]
    asker: int | None

    def move(self, text: str) -> str:
        """Return a move with the rulebook's names of the seats."""
        if not self.names:
            return text
        known = "|".join(map(re.escape, self.names))
        return re.sub(rf"\b(?:{known})\b", lambda found: self.names[found[0]], text)


def load_game(premises: Premises, name: str, variants: tuple[str, ...], options: Mapping[str, str]) -> Game:
    """Return a game with some of its variants. Raises `Refused`, and the exceptions of `mercatoria.load`."""
    return mercatoria.load(str(premises.place_of(name)), own_variants(variants), options)


def own_variants(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return names of variants. Raises `Refused` for the path of a file, which could be outside the folder."""
    strange = next((name for name in names if not VARIANT.fullmatch(name)), None)
    if strange is not None:
        raise Refused(f"`{strange[:60]}` is not the name of a variant; write a name such as `big_market`, not a file")
    return names


def reached(premises: Premises, asked: PositionRequest) -> Reached:
    """Return the position that a request describes. Raises `Refused`, and the exceptions of play."""
    if asked.scenario:
        if asked.moves or asked.players or asked.variants or asked.options:
            raise Refused("a scenario has its own players, variants and moves; leave out `moves`, `players`, "
                          "`variants` and `options`, or leave out `scenario`")  # fmt: skip
        return _end_of_scenario(premises, asked)
    game = load_game(premises, asked.game, asked.variants, asked.options)
    state = game.start(asked.players or arguments.players_of(game, None), asked.seed)
    here = Reached(state, {}, _seat(state, asked.seat, {}))
    for number, move in enumerate(asked.moves, 1):
        _play(here, move, number)
    return here


def _play(here: Reached, move: str, number: int) -> None:
    """Play a move. Raises `Refused` with what the seat that asks may know about it."""
    state = here.state
    try:
        if state.is_legal(move):
            state.apply(move)
            return
        explanation = state.why_not(move, here.asker)
    except NotAMove as fault:
        raise Refused(f"move {number}, `{move[:80]}`, cannot be read: {fault}") from fault
    why = str(explanation) if explanation is not None else "it is not allowed"
    raise Refused(f"move {number}, `{move[:80]}`, cannot be made: {why}")


def _end_of_scenario(premises: Premises, asked: PositionRequest) -> Reached:
    folder = premises.game(asked.game)
    found = next((each for each in folder.scenarios if each.name.text == asked.scenario), None)
    if found is None:
        known = [each.name.text for each in folder.scenarios]
        hint = did_you_mean(asked.scenario, known) or f"the scenarios are {first(known) or 'not written yet'}"
        raise Refused(f"there is no scenario `{asked.scenario}`; {hint}")
    result = run_scenario(folder, found)
    if result.state is None:
        raise RulebookError(result.faults)
    played = result.state
    state = State(played.table, played.vector, played.chance, played.last)
    words = [word.text for part in found.parts if part.form == "players" for word in part.words]
    names = dict(zip(words, state.table.flow.model.seats, strict=False))
    return Reached(state, names, _seat(state, asked.seat, names))


def _seat(state: State, name: str, names: Mapping[str, str]) -> int | None:
    if not name:
        return None
    seats = state.table.flow.model.seats
    wanted = names.get(name, name).casefold()
    for seat, known in enumerate(seats):
        if known.casefold() == wanted:
            return seat
    hint = did_you_mean(name, [*names, *seats]) or f"the seats are {', '.join(names or seats)}"
    raise Refused(f"there is no seat `{name}`; {hint}")


# ---------------------------------------------------------------- answers


def show_position(premises: Premises, asked: PositionRequest) -> Position:
    """Show a position as one seat sees it."""
    here = reached(premises, asked)
    called = [f"The scenario calls {seat} {name}." for name, seat in here.names.items() if name != seat]
    shown = position_as_seen(here.state, here.asker)
    return replace(shown, says=(*sentences(called), *shown.says))


def position_as_seen(state: State, asker: int | None) -> Position:
    """Return a position with nothing that the asker may not know. The asker is a seat, or None for a spectator."""
    seats = state.table.flow.model.seats
    deciders = tuple(seats[seat] for seat in state.deciders)
    moves = [str(move) for move in state.moves(asker)] if asker is not None and asker in state.deciders else []
    log = tuple(state.log(asker)[-MOST_LOG:])
    who = f"{seats[asker]} sees this position." if asker is not None else "A spectator sees this position."
    if state.is_over:
        turn = "The game is over."
    elif deciders:
        turn = f"To decide: {', '.join(deciders)}."
    else:
        turn = "Chance decides next."
    choice = [f"{seats[asker]} can make {len(moves)} moves: {first(moves)}."] if moves and asker is not None else []
    table = outline(draw(state, asker))[:LONGEST_OUTLINE]
    said = sentences([who, turn, *choice, *(f"Log: {line}" for line in log)])
    return Position(said, state.is_over, deciders, tuple(seats), tuple(moves[:MOST_LISTED]), log, table)


def why_not(premises: Premises, asked: WhyNotRequest) -> WhyNot:
    """Say why a move is not allowed in a position, as far as the seat that asks may know."""
    here = reached(premises, asked)
    return refusal_as_seen(here.state, here.move(asked.move), here.asker)


def refusal_as_seen(state: State, move: str, asker: int | None) -> WhyNot:
    """Return why a move is not allowed, with nothing that the asker may not know. Raises `NotAMove`."""
    explanation = state.why_not(move, asker)
    known = known_clauses(state.edition.folder)
    if explanation is None:
        return WhyNot(sentences([f"`{move}` is allowed."]), "yes", (), (), "")
    reasons = tuple(Reason(each.rule, each.place, each.cites, str(each)) for each in explanation.reasons)
    clauses = quoted(known, (cite for each in explanation.reasons for cite in each.cites))
    places = [f"The rule `{each.rule}` is at {each.place}." for each in reasons if each.place and each.rule]
    says = sentences([str(explanation), *dict.fromkeys(places), *quotations(clauses)])
    instead = str(explanation.nearest) if explanation.nearest is not None else ""
    return WhyNot(says, "unknown" if explanation.unsure else "no", reasons, clauses, instead)
