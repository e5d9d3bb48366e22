"""The command `play GAME`, which runs a game in the terminal."""

from __future__ import annotations

import contextlib
import secrets
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

import mercatoria
from dsl.folder import read_headings
from dsl.locale import ENGLISH
from mercatoria import PlayFault, State
from mercatoria.console import arguments, errors, output, seating
from mercatoria.players import HUMAN, PLAYERS, seeded
from mercatoria.simulation import play_on
from mercatoria.storage import failed_games, records, saved_games
from mercatoria.terminal import LeftTable, Session, picture_of, run, show_final_scores


def play(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME",
            help="A shipped game, or the folder of a game. If omitted, you choose from a list of shipped games.",
            show_default=False,
        ),
    ] = None,
    players: arguments.Players = None,
    player: Annotated[
        list[str] | None,
        typer.Option(
            "--player",
            metavar="KIND",
            help=f"{', '.join((HUMAN, *PLAYERS))}; human,greedy: human in the first seat, greedy in the others. "
            "This is the default.",
        ),
    ] = None,
    seat: Annotated[
        list[str] | None,
        typer.Option(
            "--seat",
            metavar="0=KIND,…",
            help="Kind of player by seat; seats count from 0. The other seats follow `--player`.",
        ),
    ] = None,
    seed: Annotated[
        int | None, arguments.number("--seed", "-s", help="Random seed. Default: a new game each time.")
    ] = None,
    variant: arguments.Variants = None,
    option: arguments.Options = None,
    scenario: arguments.Scenario = None,
    language: arguments.Language = ENGLISH,
    load: Annotated[Path | None, typer.Option("--load", metavar="FILE", help="Resume a saved game.")] = None,
    as_json: arguments.Json = False,
) -> int:
    """Play a game against bots or other people.

    Several people can share one terminal. If there is no keyboard, bots play all seats. If `--player` or `--seat`
    specifies `human`, the command reads that player's moves from standard input, one per line:
    `--seat 0=human < moves.txt`.
    """
    game = game or _chosen_game()
    seats = _Seats(player or (), seat or ())
    if load is None:
        chosen = arguments.load(game, variant, option, scenario)
        count = arguments.players_of(chosen, players)
        chosen.table(count)
        seats.kinds(count)  # refuses unknown kinds before the game begins
        state = chosen.start(count, _new_seed() if seed is None else seed)
        kinds = seats.kinds(count, 0 if scenario is None else next(iter(state.deciders), 0))
    elif scenario is None:
        state, kinds = _resumed(load, game, variant or (), seats)
    else:
        raise errors.misuse("a saved game has its own beginning; omit --load or --scenario")
    state = state.in_language(language)
    seating.warn_of_slow(kinds)
    piped = sys.stdin is not None and not sys.stdin.isatty()
    if as_json or sys.stdin is None or (piped and not (seats.name_a_human and HUMAN in kinds)):
        return _by_bots(state, kinds, as_json)
    return _at_the_table(state, kinds, game, piped)


@dataclass(frozen=True, slots=True)
class _Seats:
    """The seats as the command line gives them, with the options `--player` and `--seat`."""

    player: Sequence[str]
    seat: Sequence[str]

    @property
    def name_a_human(self) -> bool:
        return any(HUMAN in text for text in (*self.player, *self.seat))

    def kinds(self, players: int, you: int = 0) -> tuple[str, ...]:
        """Return the kind of player in each seat; by default, a person in the seat `you` and bots in the others.

        Raises a usage error for unknown kinds and seats.
        """
        usual = [HUMAN if seat == you else "greedy" for seat in range(players)]
        return seating.kinds(players, self.player or usual, self.seat)


def _resumed(file: Path, game: str, variants: Iterable[str], seats: _Seats) -> tuple[State, tuple[str, ...]]:
    """Return a saved game, with the players that it names unless the command line names others."""
    state, kinds = saved_games.load(file, game, variants)
    output.warn(records.news_of_scenario(state))
    if not kinds or seats.player or seats.seat:
        kinds = seats.kinds(state.players)
    return state, kinds


def _chosen_game() -> str:
    """Ask the person at the terminal to choose a shipped game. Raises a usage error unless stdin is a terminal."""
    slugs = mercatoria.shipped()
    if sys.stdin is None or not sys.stdin.isatty():
        raise errors.misuse(f"name a game: {', '.join(slugs)}, or a folder")
    console = output.out()
    for number, slug in enumerate(slugs, 1):
        rulebook = read_headings(mercatoria.folder_of(slug), slug).rulebook
        console.print(f"{number}  {rulebook.title if rulebook is not None else slug}", markup=False)
    numbers = {str(number): slug for number, slug in enumerate(slugs, 1)}
    while True:
        answer = str(typer.prompt("Which game")).strip()
        if (slug := numbers.get(answer, answer)) in slugs:
            return slug
        console.print(f"There is no game `{answer}`; type a number from 1 to {len(slugs)}.", markup=False)


def _new_seed() -> int:
    return secrets.randbelow(1_000_000)


def _by_bots(state: State, kinds: tuple[str, ...], as_json: bool) -> int:
    """Play a game to its end with bots only. Random bots replace the human players."""
    names = ["random" if kind == HUMAN else kind for kind in kinds]
    decisions = play_on(state, [seeded(name, state.seed, seat) for seat, name in enumerate(names)])
    if as_json:
        output.as_json(records.outcome(state) | {"seed": state.seed, "players_by_seat": names, "decisions": decisions})
        return 0
    console = output.out()
    console.print(f"There is no keyboard here, so bots play {state.edition.title} (seed {state.seed}):", markup=False)
    console.print(f"{decisions} decisions by {', '.join(names)}.", markup=False)
    if state.is_over:
        show_final_scores(state, picture_of(state), console)
    return 0


def _at_the_table(state: State, kinds: tuple[str, ...], game: str, piped: bool) -> int:
    with contextlib.suppress(ImportError):
        import readline  # noqa: F401 - lines can be edited where this exists
    session = Session(output.out(), state, kinds, picture_of(state), game, piped)
    try:
        run(session)
    except LeftTable:
        _farewell(session)
    except PlayFault:
        file = failed_games.keep_record(session.state.to_json(), f"{state.edition.slug}-seed{state.seed}")
        if file:
            session.console.print(f"A rule failed. The game up to that point is saved in {file}", markup=False)
        raise
    return 0


def _farewell(session: Session) -> None:
    """Say good-bye. If standard input ended before the game did, save the game and print the file name."""
    if session.piped and session.input_ended:
        said = "Standard input ended before the game did."
        if file := saved_games.keep(session.state, session.kinds):
            said += f" The game is saved in {file}; `mercatoria play {session.game_name} --load {file}` resumes it."
        session.console.print(said, markup=False, soft_wrap=True)
    else:
        session.console.print("Good-bye.")
