"""`replay RECORD`: plays a record again and tells what happened."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from mercatoria.cli import arguments as asking

if TYPE_CHECKING:
    from mercatoria import State

RecordFile = Annotated[Path, typer.Argument(metavar="RECORD", help="A record or saved game.")]
GameFolder = Annotated[
    str | None, typer.Option("--game", metavar="GAME", help="The game, where it is not a shipped one.")
]
VariantFiles = Annotated[
    list[str] | None,
    typer.Option("--variant", "-v", metavar="FILE", help="A file of variants that the record names by its path."),
]


def replay(
    record: RecordFile,
    game: GameFolder = None,
    upto: Annotated[int | None, typer.Option("--upto", help="Only the first so many entries.")] = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Only the outcome.")] = False,
    under: Annotated[
        str | None,
        typer.Option("--under", metavar="VARIANTS", help='Compare with other rules: "one+two", or "base" for none.'),
    ] = None,
    variant: VariantFiles = None,
    as_json: asking.Json = False,
) -> int:
    """Play a record again; exit code 1 if it does not go with the rules."""
    from mercatoria.console import output as shown
    from mercatoria.storage import records

    data = records.read(record)
    if under is not None:
        from mercatoria.cli.replay_under import compared

        return compared(data, records.game_of(data, game, variant or ()), game, under, as_json)
    state = records.replayed(records.game_of(data, game, variant or ()), data, upto)
    if as_json:
        shown.as_json(records.outcome(state) | {"log": state.log(None)})
        return 0
    console = shown.out()
    if not quiet:
        for number, line in enumerate(state.log(None), 1):
            console.print(f"{number:5}  {line}", markup=False, soft_wrap=True)
        console.print()
    for line in told(state):
        console.print(line, markup=False, soft_wrap=True)
    return 0


def told(state: State) -> list[str]:
    """Where a play has come to, in words."""
    seats = state.table.flow.model.seats
    if not state.is_over:
        waits = " and ".join(seats[seat] for seat in state.deciders) or "chance"
        return [f"the game is not over; it is for {waits} to decide"]
    endings = {ending.about.name: ending.about.title or ending.about.name for ending in state.table.flow.endings}
    lines = [f"the game is over: {endings.get(state.ended_by, 'a rule ended it')}"]
    place = 1
    for seats_here in state.ranking:
        names = ", ".join(f"{seats[seat]} ({state.scores[seat]})" for seat in seats_here)
        lines.append(f"{place:3}. {names}")
        place += len(seats_here)
    return lines
