"""The transcript of a seat: everything that it has been told and has seen, entry by entry.

It is the only way from a true game to supposed worlds: whoever draws them is given a transcript and no state. So two
games that a seat cannot tell apart have equal transcripts, and lead to the same worlds.
"""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.flow import ChanceNode
from interpreter.log import CHANCE, entries, sealed_answers, take_woken
from interpreter.play import State
from mercatoria.worlds.sights import Onlooker, Sight
from mercatoria.worlds.told import Teller, Told


@dataclass(frozen=True, slots=True)
class Transcript:
    """What a seat (None: a spectator) knows of a game."""

    seat: int | None
    begin: Sight
    """What it saw before the first entry."""
    entries: tuple[Told, ...]


def transcript_of(state: State, seat: int | None) -> Transcript:
    """The transcript of a seat, found by living the game again from its log. Raises `ValueError` for a position that
    was set up and not played to, as the log does not tell of it."""
    table = state.table
    onlooker, teller = Onlooker(table, seat), Teller(table, seat)
    sealed = {entry.length for entry in sealed_answers(table, state.vector, state.last)}
    v, told = table.start(), list[Told]()
    begin = onlooker.sees(v)
    for entry in entries(state.last):
        before, node = v[:], table.flow.nodes[entry.node]
        if entry.form == CHANCE:
            assert isinstance(node, ChanceNode)
            table.resolve(v, entry.row[0])
            label, mover, words = node.label, -1, teller.of_chance(before, node, entry.row[0])
        else:
            table.apply(v, entry.seat, entry.row)
            label, mover = "", entry.seat
            words = teller.of_move(before, entry.node, entry.seat, entry.row, v, entry.length in sealed)
        take_woken(table, v)
        told.append(
            Told(entry.form, label, mover, words, teller.woken(entry.woken), entry.length in sealed, onlooker.sees(v))
        )
    if v != state.vector:
        raise ValueError("the log does not lead to this position")
    return Transcript(seat, begin, tuple(told))
