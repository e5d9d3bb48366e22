"""Describes a module as plain data, so that other programs can run it without this package.

The description covers the memory layout, the encoding of values, and the exported functions; see `docs/engines.md`.
"""

from __future__ import annotations

from typing import Any

from dsl import model as m
from interpreter.flow import ChanceNode, Flow, MoveKind, SimultaneousDecision, streams_of
from interpreter.flow import Decision as DecisionNode
from interpreter.native.emit.faults import ASK, BUDGET, REFUSED, WAYS
from interpreter.native.emit.memory import FAULT, MOST_RESULTS, ROOM_SIZE, SHOWN
from interpreter.native.module import NativeModule
from interpreter.native.play.playing import DECISIONS, ENDING, FALLS, NUMBERS, PLAYED
from interpreter.native.play.random_steps import PICKED
from interpreter.native.players.eager import FARTHEST
from interpreter.native.players.player_memory import AHEAD, STAGE, UNASKED, PlayerMemory
from interpreter.optimizer import Fault
from interpreter.position import BITS, OPEN, OVER, PC, FieldLayout, Rows

FORMAT = 1
"""Version of the description format."""
Data = dict[str, Any]


def description(flow: Flow, native: NativeModule, faults: tuple[Fault, ...]) -> Data:
    """Return the description of a module.

    `faults` lists the errors that the program can raise.
    """
    return {
        "format": FORMAT,
        "seats": list(flow.model.seats),
        "things": {kind.name: list(kind.things) for kind in flow.model.kinds.values() if kind.root == kind.name},
        "memory": _memory(native),
        "slots": {"node": PC, "ending": OVER},
        "fields": [_field(flow, run) for run in flow.layout.runs.values()],
        "nodes": [_node(flow, number) for number in range(flow.stops)],
        "streams": list(streams_of(flow).names),
        "moves": [_move(flow, kind) for kind in flow.move_kinds],
        "open": OPEN,
        "bits_in_a_word": BITS,
        "endings": [ending.about.name for ending in flow.endings],
        "faults": {
            "another_engine": ASK, "too_much_work": BUDGET, "too_many_ways": WAYS,
            "rules": [_fault(flow, fault) for fault in faults],
        },
        "not_carried": list(native.not_carried),
        **_player(native),
        "exports": {
            each.name: {"params": {param.name: param.type for param in each.params}, "gives": each.gives}
            for each in native.module.functions
            if each.exported
        },
    }  # fmt: skip


def _player(native: NativeModule) -> Data:
    """Return the addresses of the settings of computer players, if the module contains them.

    `ahead` has a word for each seat. If a call of `choose` stops while the word at `stage` is not `unasked`, and the
    fault is a rule's or `refused`, call `choose_further`.
    """
    if all(each.name != "choose" for each in native.module.functions):
        return {}
    at = PlayerMemory.of(native.memory, native.memory.players)
    return {
        "player": {"ahead": at.at(AHEAD), "farthest": FARTHEST, "stage": at.at(STAGE), "unasked": UNASKED,
                   "refused": REFUSED},
    }  # fmt: skip


def _memory(native: NativeModule) -> Data:
    """Return the addresses of the memory areas in bytes, and their sizes in 32-bit words."""
    memory = native.memory
    return {
        "position": memory.slot(0), "slots": memory.slots, "start": memory.start,
        "row": memory.given_row, "row_words": memory.row, "rows": memory.rows(), "outcomes": memory.outcomes,
        "streams": memory.stream_words, "game_bytes": memory.game, "room": memory.room, "room_bytes": ROOM_SIZE,
        "picked": PICKED, "fault": FAULT, "shown": SHOWN,
        "results": {
            "at": memory.results, "words": memory.result, "most": MOST_RESULTS, "played": PLAYED,
            "decisions": DECISIONS, "falls": FALLS, "ending": ENDING, "numbers": NUMBERS,
        },
    }  # fmt: skip


def _field(flow: Flow, run: FieldLayout) -> Data:
    """Return the description of a field, with the first slot of each entry.

    Entries are sorted by owner, then by keys.
    """
    field = run.field
    return {
        "name": field.name, "of": field.kind, "keys": list(field.key_kinds), "form": run.form,
        "holds": run.kind.name if run.kind is not None else "", "visibility": field.visibility,
        "slots": list(run.base), "widths": list(run.widths),
    }  # fmt: skip


def _node(flow: Flow, number: int) -> Data:
    """Return the description of a node at which the game can pause."""
    node = flow.nodes[number]
    match node:
        case DecisionNode():
            form = "decision"
        case SimultaneousDecision():
            form = "secret decision"
        case ChanceNode():
            return {"form": "chance", "phase": node.phase.name, "of": node.label, "stream": node.stream}
        case _:
            form = "end"
    return {"form": form, "phase": node.phase.name}


def _move(flow: Flow, kind: MoveKind) -> Data:
    """Return the description of a move kind.

    A row of this kind consists of the kind's number, followed by `places` words per parameter.
    """
    rows = Rows(flow.model)
    params = [{"name": name, **_type(flow, of), "places": rows.width(of)} for name, of in kind.params]
    return {"name": kind.name, "params": params}


def _type(flow: Flow, of: m.Type) -> Data:
    """Return the encoding of a parameter.

    A bag is encoded as the count of each type, starting with type `first`; a set is encoded as bit masks.
    """
    match of:
        case m.Flag():
            return {"form": "flag"}
        case m.Ref(name):
            return {"form": "thing", "kind": flow.model.kinds[name].root}
        case m.Bag(name) | m.Many(m.Ref(name)):
            kind = flow.model.kinds[name]
            form = "bag" if isinstance(of, m.Bag) else "set"
            return {"form": form, "kind": kind.root, "first": kind.first, "size": kind.size}
    return {"form": "number"}


def _fault(flow: Flow, fault: Fault) -> Data:
    """Return the description of an error.

    `shown` lists the kind of thing for each `{}` in the message; the kind is empty if `{}` is a number.
    """
    kinds = [flow.model.kinds[kind].root if kind else "" for kind in fault.shown]
    return {"message": fault.message.replace("\0", "{}"), "shown": kinds, "line": fault.span.line}
