"""Writes the record of a playthrough: its rules, its seed, its moves and its chance outcomes."""

from __future__ import annotations

import json
from typing import Any

from interpreter.flow import ChanceNode
from interpreter.log import MOVE, RECORD_VERSION, LogEntry, entries, outcome, rng_state
from interpreter.play.playthrough import Playthrough
from interpreter.table import CompiledGame


def record_of(played: Playthrough) -> dict[str, Any]:
    """Return the record of a playthrough as JSON data."""
    table, edition, chance = played.table, played.edition, played.chance
    return {
        "version": RECORD_VERSION,
        **({"scenario": edition.begins.scenario.data} if edition.begins is not None else {}),
        "game": edition.slug, "rules": table.fingerprint, "players": played.players,
        "variants": list(edition.given), "options": edition.option_words, "seed": chance.seed,
        "chance": "manual" if chance.manual else "auto", **rng_state(table, chance.rng),
        "log": [recorded_step(table, entry) for entry in entries(played.last) if not entry.alone],
    }  # fmt: skip


def recorded_step(table: CompiledGame, entry: LogEntry) -> dict[str, Any]:
    """Return a log entry as JSON data for a record."""
    if entry.form == MOVE:
        return {"move": str(table.notation.move(entry.seat, entry.row))}
    node = table.flow.nodes[entry.node]
    assert isinstance(node, ChanceNode)
    return {"chance": outcome(table, node, entry.row[0]), "of": node.label}


def saved(played: Playthrough) -> str:
    """Return the record and the position as JSON text. Loading uses the position to verify the replay."""
    position = {"position": played.vector, "layout": played.table.layout_mark}
    return json.dumps(record_of(played) | position, ensure_ascii=False)
