"""The numbered menu of legal moves, which are grouped by action and can be filtered by name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from interpreter.table import Move, plain_words
from mercatoria.drawing import Offer

LONGEST = 12
"""Maximum number of consecutive menu numbers that are listed one by one. A longer sequence is shown only by its lowest
and highest number.
"""


@dataclass(slots=True)
class MenuItem:
    """One legal move in the menu."""

    number: int
    move: Move
    heading: str
    words: str
    """An argument that tells the move from the others below its heading, or its sentence."""
    told: str
    """The sentence of the move."""
    effect: str
    """Effect of the move on the player's money and other numbers."""
    sought: str
    """Lower-case text in which the menu searches for what the player types."""
    notes: tuple[str, ...] = ()
    """Descriptions of the things named in the move."""


@dataclass(slots=True)
class Menu:
    """The legal moves of one decision. The number of a move does not change until the decision is made."""

    items: list[MenuItem] = field(default_factory=list)
    by_value: bool = False
    """True if the number of each move is the value that the player chooses, such as a bid in an auction."""

    def matching(self, text: str) -> list[MenuItem]:
        """Return the moves in which each word of the text is the beginning of a word.

        If no move matches, search for the words at any position.
        """
        parts = plain_words(text).split()
        strict = [item for item in self.items if all(f" {part}" in item.sought for part in parts)]
        return strict or [item for item in self.items if all(part in item.sought for part in parts)]

    def numbered(self, number: int) -> MenuItem | None:
        return next((item for item in self.items if item.number == number), None)


def menu(
    moves: Sequence[Move], offers: Sequence[Offer], effects: Callable[[Move], str] = lambda _: ""
) -> Menu:  # fmt: skip
    """Return a menu of a seat's legal moves in the same order, in the words of the drawing that offers them."""
    values = _values(moves)
    made = Menu(by_value=values is not None)
    for number, move, offer in zip(values or range(1, len(moves) + 1), moves, offers, strict=True):
        words = offer.words or offer.title
        if words.isdigit() and words != str(number):
            words = offer.said  # two numbers in a row would confuse
        sought = f" {plain_words(f'{offer.title} {offer.call} {words}')} "
        made.items.append(MenuItem(number, move, offer.title, words, offer.said, effects(move), sought, offer.notes))
    return made


def _values(moves: Sequence[Move]) -> list[int] | None:
    """If each move chooses a different value, return these values as menu numbers. Otherwise return None.

    Moves without an argument are numbered from 1. A single move without an argument gets the number 0 if the smallest
    value is 1. If such a number is also the value of another move, the result is None.
    """
    bare = [move for move in moves if not move.args]
    chosen = [value for move in moves for value in move.args.values()]
    alike = len({move.action for move in moves if move.args}) == 1 and not any(move.open for move in moves)
    if not alike or len(chosen) + len(bare) != len(moves):
        return None
    numbers = [value for value in chosen if isinstance(value, int) and not isinstance(value, bool) and value >= 0]
    free = [0] if len(bare) == 1 and min(numbers, default=0) == 1 else list(range(1, len(bare) + 1))
    if len(set(numbers)) < len(chosen) or not set(free).isdisjoint(numbers):
        return None
    first, then = iter(free), iter(numbers)
    return [next(then if move.args else first) for move in moves]


# ---------------------------------------------------------------- showing


def show(items: list[MenuItem], console: Console) -> None:
    """Print the moves under their headings, in as many columns as fit. Print the description of each thing only
    once. Whole sentences need no heading, unless it describes them.
    """
    by_heading: dict[str, list[MenuItem]] = {}
    for item in items:
        by_heading.setdefault(item.heading, []).append(item)
    told: set[str] = set()
    for heading, group in by_heading.items():
        shared = [note for note in group[0].notes if all(note in item.notes for item in group)]
        effect = group[0].effect if len({item.effect for item in group}) == 1 and len(group) > 1 else ""
        if len(group) == 1 and group[0].words == heading:
            console.print(_entry(group[0], bold=True), soft_wrap=False)
        elif effect or shared or any(item.words != item.told for item in group):
            console.print(Text.assemble((heading, "bold"), (f"  (each {effect})" if effect else "", "bright_black")))
        _notes([note for note in shared if note not in told], console)
        told.update(shared)
        if len(group) > 1 or group[0].words != heading:
            _group([replace(item, effect="") for item in group] if effect else group, told, console)


def _group(group: list[MenuItem], told: set[str], console: Console) -> None:
    """Print the moves under one heading. If the moves are a long, evenly spaced range of numbers, print only the lowest
    and the highest number.
    """
    if len(group) > LONGEST and (steps := _steps(group)):
        of = f", in steps of {steps}" if steps > 1 else ""
        console.print(Text(f"     type a number from {group[0].number} to {group[-1].number}{of}"))
    elif all(note in told for item in group for note in item.notes):
        _columns([_entry(item) for item in group], console)
    else:
        for item in group:
            console.print(_entry(item))
            _notes([note for note in item.notes if note not in told], console)
            told.update(item.notes)


def _notes(notes: Iterable[str], console: Console) -> None:
    for note in notes:
        console.print(Padding(Text(note, "bright_black"), (0, 0, 0, 7)))


def _steps(group: list[MenuItem]) -> int:
    """Return the step between neighbouring menu numbers, if each number is the value that the move chooses.

    If the numbers are not evenly spaced values, return 0.
    """
    if any(item.words != str(item.number) or item.effect for item in group):
        return 0
    gaps = {after.number - before.number for before, after in pairwise(group)}
    return gaps.pop() if len(gaps) == 1 else 0


def _entry(item: MenuItem, bold: bool = False) -> Text:
    effect = f"  ({item.effect})" if item.effect else ""
    return Text.assemble((f"{item.number:4} ", "cyan"), (item.words, "bold" if bold else ""), (effect, "bright_black"))


def _columns(entries: list[Text], console: Console) -> None:
    widest = max(entry.cell_len for entry in entries) + 2
    many = max(1, console.width // widest)
    rows = -(-len(entries) // many)
    for at in range(rows):
        line = Text(no_wrap=False)
        for entry in entries[at::rows]:
            padded = entry.copy()
            padded.pad_right(widest - entry.cell_len)
            line.append_text(padded)
        line.rstrip()
        console.print(line)
