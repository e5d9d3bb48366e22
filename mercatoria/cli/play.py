"""`play GAME`: a game at the terminal."""

from __future__ import annotations

import contextlib
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from mercatoria.cli import asking

if TYPE_CHECKING:
    from mercatoria import State
    from mercatoria.cli.table.picture import Picture


def play(
    game: asking.GameName,
    players: asking.Players = None,
    player: Annotated[
        list[str] | None,
        typer.Option("--player", metavar="KIND", help="human, greedy or random; human,greedy: the first and the rest."),
    ] = None,
    seat: Annotated[
        list[str] | None, typer.Option("--seat", metavar="0=KIND,…", help="Who sits where; seats count from 0.")
    ] = None,
    seed: Annotated[
        int | None, typer.Option("--seed", "-s", help="The seed of chance; without it, a new game each time.")
    ] = None,
    variant: asking.Variants = None,
    option: asking.Options = None,
    load: Annotated[Path | None, typer.Option("--load", metavar="FILE", help="Go on with a saved game.")] = None,
    as_json: asking.Json = False,
) -> int:
    """Play a game: you against bots, or several people at one terminal."""
    from mercatoria.cli import seating
    from mercatoria.cli.table.session import loaded

    for stream in (sys.stdout, sys.stderr):
        getattr(stream, "reconfigure", lambda **_: None)(errors="replace")
    if load is not None:
        state, kinds = loaded(load, game)
        if not kinds or player or seat:
            kinds = seating.names(state.players, player or _you_and_bots(state.players), seat)
    else:
        chosen = asking.load(game, variant, option)
        count = asking.players_of(chosen, players)
        chosen.table(count)
        kinds = seating.names(count, player or _you_and_bots(count), seat)
        state = chosen.start(count, _new_seed() if seed is None else seed)
    if as_json or not sys.stdin.isatty():
        return _by_bots(state, kinds, as_json)
    return _at_the_table(state, kinds, game)


def _you_and_bots(players: int) -> list[str]:
    from mercatoria.cli.seating import HUMAN

    return [HUMAN, *["greedy"] * (players - 1)]


def _new_seed() -> int:
    import random

    return random.SystemRandom().randrange(1_000_000)


def picture_of(state: State) -> Picture:
    """The picture of a game; faults in it are told once, and it is drawn in the general way."""
    from dsl.diagnostics import Sink
    from mercatoria.cli import shown
    from mercatoria.cli.table.reading import read_picture

    sink = Sink()
    found = read_picture(state.game.folder, state.table.checked, sink)
    shown.diagnostics(sink.in_order(), shown.err())
    return found


def _by_bots(state: State, kinds: tuple[str, ...], as_json: bool) -> int:
    """A game to the end without anybody at a keyboard: people's seats go to random players."""
    from mercatoria.cli import shown
    from mercatoria.cli.replay import outcome
    from mercatoria.cli.seating import HUMAN
    from mercatoria.cli.table import ending
    from mercatoria.players import seeded
    from mercatoria.players.playout import play_on

    names = ["random" if kind == HUMAN else kind for kind in kinds]
    decisions = play_on(state, [seeded(name, state.seed, seat) for seat, name in enumerate(names)])
    if as_json:
        shown.as_json(outcome(state) | {"seed": state.seed, "players_by_seat": names, "decisions": decisions})
        return 0
    console = shown.out()
    console.print(f"There is no keyboard here, so bots play {state.game.title} (seed {state.seed}):", markup=False)
    console.print(f"{decisions} decisions by {', '.join(names)}.", markup=False)
    if state.is_over:
        ending.show(state, picture_of(state), console)
    return 0


def _at_the_table(state: State, kinds: tuple[str, ...], game: str) -> int:
    from mercatoria import PlayFault
    from mercatoria.cli import keeping, shown
    from mercatoria.cli.table.session import Left, Session

    with contextlib.suppress(ImportError):
        import readline  # noqa: F401 - lines can be edited where this exists
    session = Session(shown.out(), state, kinds, picture_of(state), game)
    try:
        session.run()
    except Left:
        session.console.print("Good-bye.")
    except PlayFault:
        file = keeping.keep_record(session.state.to_json(), f"{state.game.slug}-seed{state.seed}")
        if file:
            session.console.print(f"A rule failed. The game up to there is kept in {file}", markup=False)
        raise
    return 0
