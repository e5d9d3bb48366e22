"""`why GAME RECORD MOVE`: whether a move is allowed where a record ends, and if not, by which rule."""

from __future__ import annotations

from typing import Annotated

import typer

from mercatoria.cli import asking
from mercatoria.cli.replay import RecordFile


def why(
    game: asking.GameName,
    record: RecordFile,
    move: Annotated[str, typer.Argument(metavar="MOVE", help='A move in its notation: "Red: pass".')],
    upto: Annotated[int | None, typer.Option("--upto", help="Ask after so many entries; default: at the end.")] = None,
    as_json: asking.Json = False,
) -> int:
    """Explain why a move is refused where a record stands."""
    from mercatoria.cli import records, shown

    data = records.read(record)
    state = records.replayed(records.game_of(data, game), data, upto)
    explanation = state.why_not(move)
    if as_json:
        shown.as_json({"allowed": explanation is None} | (explanation.to_data() if explanation is not None else {}))
    elif explanation is None:
        print(f"allowed: {move}")
    else:
        print(explanation)
    return 0
