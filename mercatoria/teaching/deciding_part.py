"""Describes the part of a position on which the answer to a question about a move depends."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from interpreter.explain import DecidingFact, DecidingFacts, deciding_facts
from interpreter.table import Move
from mercatoria import State
from mercatoria.drawing import Drawing, Holding, PlayerPanel, draw
from mercatoria.outline import short_outline


def deciding_part(state: State, move: Move) -> list[str]:
    """Return sentences about everything that decides whether a move is legal, as far as its player sees it.

    If no visible fact decides, the sentence is about the player.
    """
    decides, seats = deciding_facts(state.table, state.vector, move), state.table.flow.model.seats
    whole = draw(state, move.seat, offered=False)
    rest = [fact.said for fact in decides.facts
            if (fact.thing in ("", *seats, *decides.things) or not fact.is_empty)
            and not _is_drawn(whole, fact, seats)]  # fmt: skip
    limit = [decides.limit] if decides.limit else []
    told = [*short_outline(_part(whole, decides, seats)), *dict.fromkeys(rest), *limit] or [whole.hands[move.seat].said]
    return [f"{each[:1].upper()}{each[1:]}" for each in told]


def _part(drawing: Drawing, decides: DecidingFacts, seats: Sequence[str]) -> Drawing:
    """Return a drawing with only the fields, things and lines that decide.

    A place or line that the move does not name is left out if the deciding fields of it are empty.
    """
    owners = {thing for fact in decides.facts if not fact.is_empty for thing in (fact.thing, *fact.keys)}
    fields = {(fact.thing, fact.field) for fact in decides.facts}
    shown, decided = decides.things | owners, {thing for fact in decides.facts for thing in (fact.thing, *fact.keys)}
    panels = [(hand, [held for held in hand.holdings if (seats[hand.seat], held.field) in fields])
              for hand in drawing.hands]  # fmt: skip
    return replace(
        drawing,
        hands=tuple(_panel(hand, held) for hand, held in panels if held),
        places=tuple(place for place in drawing.places if place.name in shown),
        lines=tuple(line for line in drawing.lines
                    if line.name in shown or (decides.lines and not decides.things.isdisjoint(line.ends))),
        areas=tuple(area for area in drawing.areas if area.name in shown),
        middle=tuple(held for held in drawing.middle if ("", held.field) in fields),
        tables=tuple(replace(table, entries=tuple(entry for entry in table.entries if entry.name in decided))
                     for table in drawing.tables),
    )  # fmt: skip


def _panel(hand: PlayerPanel, held: Sequence[Holding]) -> PlayerPanel:
    """Return a player's panel with some of its fields, and without the score."""
    return replace(hand, holdings=tuple(held), said="; ".join((hand.called, *(each.said for each in held))))


def _is_drawn(drawing: Drawing, fact: DecidingFact, seats: Sequence[str]) -> bool:
    """Return True if the drawing shows a fact."""
    if fact.thing in seats:
        return any(held.field == fact.field for held in drawing.hands[seats.index(fact.thing)].holdings)
    if not fact.thing and any(held.field == fact.field for held in drawing.middle):
        return True
    on_map = {each.name for each in (*drawing.on_map, *drawing.areas)}
    in_charts = {(entry.name, cell.field) for table in drawing.tables for entry in table.entries
                 for cell in entry.cells}  # fmt: skip
    return not on_map.isdisjoint((fact.thing, *fact.keys)) or (fact.thing, fact.field) in in_charts
