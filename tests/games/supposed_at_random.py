"""Random suppositions for `what if`: facts about fields, pieces and things, and sometimes a move."""

from __future__ import annotations

import random
from collections.abc import Iterator

from dsl import model as m
from mercatoria import Move, State


def suppositions(state: State, asker: int | None, moves: list[Move], rng: random.Random, number: int) -> Iterator[str]:
    """Yield suppositions that a player might type after `what if`. Most concern the asker's own things or pieces."""
    fields = [of for of in state.table.flow.model.fields if not of.builtin]
    holding = [of for of in fields if isinstance(of.type, m.Holder)]
    for _ in range(number):
        chosen = [rng.choice(holding if holding and rng.random() < 0.6 else fields) for _ in range(rng.randint(1, 2))]
        facts = " and ".join(f"{_entry(of, state, asker, rng)} = {_value(of.type, state, rng)}" for of in chosen)
        yield f"{facts} then {rng.choice(moves).call}" if moves and rng.random() < 0.4 else facts


def _entry(of: m.StateField, state: State, asker: int | None, rng: random.Random) -> str:
    """Return a random entry of a field, in the syntax of the language."""

    def thing(kind: str) -> str:
        if kind == "Player" and asker is not None and rng.random() < 0.7:
            return state.table.flow.model.seats[asker]
        return rng.choice(state.table.flow.model.kinds[kind].things)

    owner = f"{thing(of.kind)}." if of.kind else ""
    keys = [thing(kind) if kind else "1" for kind in of.key_kinds]
    return f"{owner}{of.name}{'(' + ', '.join(keys) + ')' if keys else ''}"


def _value(of: m.Type, state: State, rng: random.Random) -> str:
    kinds = state.table.flow.model.kinds
    match of:
        case m.Int(low, high):
            return str(rng.randint(max(low, -1), min(high, rng.choice([3, 30, 900]))))
        case m.Flag():
            return rng.choice(["yes", "no"])
        case m.Ref(kind):
            return rng.choice([*kinds[kind].things, "none"])
        case m.Holder(_, kind) if kinds[kind].pieces is None:
            return _listed(kinds[kind].things, rng)
        case m.Holder(_, kind) | m.Bag(kind):
            things = rng.sample(kinds[kind].things, min(rng.randint(1, 2), len(kinds[kind].things)))
            return " + ".join(f"{rng.randint(1, 2)} of {thing}" for thing in things)
        case m.Many(m.Ref(kind)):
            return _listed(kinds[kind].things, rng)
    return "{}"


def _listed(things: tuple[str, ...], rng: random.Random) -> str:
    return "{" + ", ".join(rng.sample(things, min(rng.randint(1, 3), len(things)))) + "}"
