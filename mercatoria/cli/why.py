"""The command `why GAME RECORD QUESTION`, which answers questions about the last position of a recorded game.

The command can explain why a move is legal or illegal, how a number was computed, what happened, and what a move would
change.
"""

from __future__ import annotations

from typing import Annotated, Any

import typer

from dsl.diagnostics import did_you_mean
from interpreter.explain import Questions
from mercatoria import State
from mercatoria.console import arguments, citations, errors, output
from mercatoria.storage import records

Question = Annotated[
    list[str],
    typer.Argument(
        metavar="QUESTION",
        help='A move ("Red: pass"), a value or field ("Red.purse", red score), `last`, a log line number (12), '
        'the name of a rule, `end`; or "what if …" with a move or a fact.',
    ),
]
As = Annotated[
    str | None,
    typer.Option(
        "--as",
        metavar="SEAT",
        help="Seat that asks; the answer contains only what this seat may see. Default: a spectator.",
    ),
]
DEEPEST = 9


def why(
    game: arguments.GameName,
    record: arguments.RecordFile,
    question: Question,
    upto: Annotated[
        int | None,
        arguments.number(
            "--upto", help="Ask about the position after N entries of the record. Default: the last position."
        ),
    ] = None,
    as_seat: As = None,
    depth: Annotated[
        int, arguments.number("--depth", min=0, max=DEEPEST, help="Number of levels of reasons in the answer.")
    ] = 1,
    variant: arguments.VariantFiles = None,
    as_json: arguments.Json = False,
) -> int:
    """Ask about a game: why, why not, what if.

    The command answers questions about the last position of a record.
    """
    data = records.read(record)
    state = records.replayed(records.of_person(data, game, variant), data, upto)
    text = " ".join(question).strip()
    if text.casefold().startswith("what if"):
        answer = state.what_if(text, _seat(state, as_seat))
    elif as_seat is None and (moved := _answer_about_move(state, text)) is not None:
        explanation, data = moved
        if as_json:
            output.as_json(data)
        else:
            print(explanation)
        return 0
    else:
        answer = state.why(text, _seat(state, as_seat))
    cites = answer.cites(depth)
    if as_json:
        output.as_json(answer.to_data(depth) | {"clauses": citations.clauses(state, cites)})
    else:
        print("\n".join([answer.told(depth), *citations.in_words(state, cites)]))
    return 0


def _answer_about_move(state: State, text: str) -> tuple[str, dict[str, Any]] | None:
    """Return the explanation of a move as a spectator may see it, or None if the text is not a move."""
    bare = Questions.bare(text)
    if not Questions(state.table, state.vector, state.last, None).is_move(bare):
        return None
    explanation = state.why_not(bare)
    if explanation is None:
        return f"allowed: {bare}", {"allowed": True}
    return str(explanation), {"allowed": None if explanation.unsure else False} | explanation.to_data()


def _seat(state: State, name: str | None) -> int | None:
    """Return the index of the seat named by `--as`, or None for a spectator. An unknown name raises a usage error."""
    seats = state.table.flow.model.seats
    if name is None:
        return None
    found = [seat for seat, known in enumerate(seats) if known.casefold() == name.casefold()]
    if not found:
        hint = did_you_mean(name, seats)
        raise errors.misuse(f"there is no player `{name}`" + (f"; {hint}" if hint else ""))
    return found[0]
