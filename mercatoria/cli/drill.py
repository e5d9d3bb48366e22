"""The command `drill GAME`, which asks whether moves are legal, and explains the answers."""

from __future__ import annotations

import sys
from itertools import islice
from typing import Annotated

import typer
from rich.console import Console

from mercatoria.console import arguments, citations, errors, output
from mercatoria.teaching import Question
from mercatoria.teaching import drill as questions_of

YES, NO, STOP = ("yes", "y"), ("no", "n"), ("stop", "quit", "q")


def drill(
    game: arguments.GameName,
    number: Annotated[int, arguments.number("--questions", "-n", min=1, max=200, help="Number of questions.")] = 10,
    players: arguments.Players = None,
    seed: arguments.Seed = 0,
    variant: arguments.Variants = None,
    option: arguments.Options = None,
    board: Annotated[bool, typer.Option("--board", help="Show everything that the player sees.")] = False,
    as_json: arguments.Json = False,
) -> int:
    """Ask whether a player can make a move, and explain the answer.

    The command plays random moves, and shows what the player sees of the part of the position that decides. Type `yes`,
    `no` or `stop`. With `--json`, it prints the questions with their answers, for a sheet of exercises.
    """
    chosen = arguments.load(game, variant, option)
    asked = islice(questions_of(chosen, arguments.players_of(chosen, players), seed), number)
    if as_json:
        output.as_json([each.to_data(board) for each in asked])
        return 0
    console, right, answered = output.out(), 0, 0
    for at, question in enumerate(asked, 1):
        given = _ask(question, at, console, board)
        if given is None:
            break
        answered += 1
        right += given == question.legal
        _explain(question, given, console)
    if answered == 0 and not sys.stdin.isatty():
        raise errors.misuse("there is no answer to read; type `yes`, `no` or `stop` for each question, or add --json")
    console.print(f"{right} of {answered} right", style="bold")
    return 0


def _ask(question: Question, number: int, console: Console, board: bool) -> bool | None:
    """Print a question, and return the answer, or None if the player stops."""
    console.print(question.position(board), markup=False, soft_wrap=True)
    console.print(f"{number}. {question.text}", style="bold", markup=False, soft_wrap=True)
    while True:
        try:
            typed = input("   yes or no? ").strip().casefold()
        except EOFError:
            console.print()
            return None
        if typed in STOP:
            return None
        if typed in (*YES, *NO):
            return typed in YES
        console.print("   type yes, no or stop")


def _explain(question: Question, given: bool, console: Console) -> None:
    mark, colour = ("Right", "green") if given == question.legal else ("Wrong", "red")
    console.print(f"   {mark}: {'yes' if question.legal else 'no'}.", style=colour)
    for line in [*question.why.splitlines(), *citations.in_words(question.state, question.cites)]:
        console.print(f"   {line}", markup=False, soft_wrap=True)
    console.print()
