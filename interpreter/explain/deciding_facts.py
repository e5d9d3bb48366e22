"""Finds the facts that decide whether a move is legal: the fields that its tests read, and the things they are about.

All tests are made, whether or not an earlier one fails, so the facts do not show the answer. Reads count only up to
the first one that is closed to the player who moves, because only open information decides which reads happen
before it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from dsl import model as m
from dsl.source import NOWHERE
from interpreter.explain.derivations import Derivations
from interpreter.flow import mentions
from interpreter.flow import nodes as f
from interpreter.position import PC, FieldEntry, Vector
from interpreter.reference import Env, kind_of, types_of
from interpreter.table import Move
from interpreter.trace import VisibleReads, visibility_at

if TYPE_CHECKING:
    from interpreter.table import CompiledGame

ON_THE_MAP = (m.Neighbours, m.Edges, m.Ends, m.EdgeBetween, m.Reach, m.GraphQuestion)
"""Expressions about which places the lines of the map join."""


@dataclass(frozen=True, slots=True)
class DecidingFact:
    """A field or a printed fact that a test of a move reads, with its value in everyday words.

    `thing` owns it, and is empty for a field of the game. `keys` are the things to which an entry of the field belongs.
    `is_empty` is True if the value is nothing, zero or no.
    """

    thing: str
    keys: tuple[str, ...]
    field: str
    said: str
    is_empty: bool


@dataclass(frozen=True, slots=True)
class DecidingFacts:
    """The facts on which the legality of a move depends, as far as its player may know them.

    `things` are those that the move names, and those in a deciding field of the game, of the player or of such a thing.
    `lines` is True if it matters how the lines of the map join places. `limit` says how often the player has done this,
    and is empty for an action without a limit.
    """

    facts: tuple[DecidingFact, ...]
    things: frozenset[str]
    lines: bool
    limit: str


def deciding_facts(table: CompiledGame, v: Vector, move: Move) -> DecidingFacts:
    """Return the facts that decide whether a move is legal, if its player must decide now."""
    reads = VisibleReads(table.flow, visibility_at(table, move.seat))
    option, derivations = _option(table, v, move), Derivations(table, v, move.seat, plain=True)
    for test in _tests(table, v, move, option, reads):
        reads.see(test)
    entries = [place for place in reads.places if not place.run.field.builtin and not place.run.field.internal]
    facts = [_of_field(derivations, place) for place in entries]
    printed = _printed(derivations, move, option) if isinstance(option, f.Play) else ()
    named = set(_named(move.args.values()))
    held = {_thing_in(table, v, place) for place, fact in zip(entries, facts, strict=True)
            if fact.thing in ("", move.seat_name, *named)}  # fmt: skip
    return DecidingFacts(
        (*facts, *printed),
        frozenset(named | held - {""}),
        _asks_for_lines(table, option),
        _limit(derivations, move, option) if isinstance(option, f.Play) else "",
    )


def _option(table: CompiledGame, v: Vector, move: Move) -> f.Option | f.SimultaneousDecision | None:
    """Return the option to which a move belongs, or None if the decision does not offer it."""
    node = table.flow.nodes[v[PC]]
    if isinstance(node, f.SimultaneousDecision):
        return node if node.kind == move.row[0] else None
    if not isinstance(node, f.Decision) or all(kind_of(option) != move.row[0] for option in node.options):
        return None
    return table.walker.legality.option_for(v, move.seat, move.row)


def _tests(
    table: CompiledGame, v: Vector, move: Move, option: f.Option | f.SimultaneousDecision | None, reads: VisibleReads
) -> Iterator[Callable[[], object]]:
    """Yield each test that a move must pass."""
    rows, contains = table.walker.legality.rows, reads.evaluator.domains.contains
    match option:
        case f.SimultaneousDecision(domain=domain):
            for value in rows.values((option.field.type,), move.row[1:]) or []:
                yield partial(contains, domain, value, v, {option.seat.uid: move.seat})
        case f.Pick(domain=domain, where=where):
            for value in rows.values(types_of(option), move.row[1:]) or []:
                yield partial(contains, domain, value, v, {})
                if where is not None:
                    yield partial(reads.look, where, v, {option.var.uid: value})
        case f.Play(action=action):
            env = _arguments(table, move, option)
            yield partial(reads.legality.bound_values, option, v)
            for param in action.params:
                if param.var.uid in env:
                    yield partial(reads.legality.allows, param, env[param.var.uid], v, env)
            conditions = [need.condition for need in action.needs]
            parts = [each for cost in action.costs
                     for each in (cost.when, cost.source, cost.amount, cost.sort, cost.bag, cost.thing)]  # fmt: skip
            for e in (*conditions, *parts):
                if e is not None:
                    yield partial(reads.look, e, v, env)


def _arguments(table: CompiledGame, move: Move, option: f.Play) -> Env:
    """Return the values of an action's parameters in a move, and its player."""
    values = table.walker.legality.rows.values(types_of(option), move.row[1:]) or []
    chosen = zip(option.action.params, values, strict=False)
    return {option.action.you.uid: move.seat} | {param.var.uid: value for param, value in chosen}


def _limit(derivations: Derivations, move: Move, option: f.Play) -> str:
    """Say how often the player has taken a limited action, or return an empty string if the action has no limit."""
    action = option.action
    return derivations.use_count(action, move.seat, {action.you.uid: move.seat}) if action.limit is not None else ""


def _asks_for_lines(table: CompiledGame, part: object) -> bool:
    """Return True if the tests of an option ask how the lines of the map join places."""
    parts = [_tested(part)]
    known = set[str]()
    while parts:
        for each in m.parts(parts.pop()):
            if isinstance(each, ON_THE_MAP):
                return True
            rule = table.flow.model.values.get(each.name) if isinstance(each, m.CallValue) else None
            if rule is not None and rule.about.name not in known:
                known.add(rule.about.name)
                cases = tuple((of.when, of.value) for of in rule.exceptions)
                parts.append((rule.base, tuple(e for _, e in rule.workings), cases))
    return False


def _tested(option: object) -> tuple[object, ...]:
    match option:
        case f.Play(action=action, bound=bound):
            chosen = tuple((param.domain, param.where) for param in action.params)
            return bound, chosen, tuple(need.condition for need in action.needs), action.costs
        case f.Pick(domain=domain, where=where):
            return domain, where
        case f.SimultaneousDecision(domain=domain):
            return (domain,)
    return ()


def _of_field(derivations: Derivations, place: FieldEntry) -> DecidingFact:
    of, (owner, keys) = place.run.field, list(place.run.combinations())[place.entry]
    thing_name = derivations.table.flow.model.thing_name
    e = m.Slot(
        of, m.Const(owner, type=m.Ref(of.kind), span=NOWHERE) if of.kind else None,
        tuple(m.Const(key, type=m.Ref(kind) if kind else m.Int(key, key), span=NOWHERE)
              for kind, key in zip(of.key_kinds, keys, strict=True)),
        type=of.type, span=NOWHERE,
    )  # fmt: skip
    named = tuple(thing_name(kind, key) for kind, key in zip(of.key_kinds, keys, strict=True) if kind)
    return _stated(derivations, e, thing_name(of.kind, owner) if of.kind else "", named, of.name)


def _printed(derivations: Derivations, move: Move, option: f.Play) -> Iterator[DecidingFact]:
    """Yield the printed facts about the things in a move that its requirements and costs mention."""
    env = _arguments(derivations.table, move, option)
    for part in m.parts((tuple(need.condition for need in option.action.needs), option.action.costs)):
        if isinstance(part, m.FactValue) and part.column is None and mentions(part.of) <= set(env):
            seen = derivations.look(part.of, env)
            if seen.known and isinstance(part.of.type, m.Ref) and seen.value != m.NONE:
                thing = derivations.table.flow.model.thing_name(part.of.type.kind, seen.value)
                e = replace(part, of=m.Const(seen.value, type=part.of.type, span=NOWHERE))
                yield _stated(derivations, e, thing, (), part.field.name)


def _stated(derivations: Derivations, e: m.Expr, thing: str, keys: tuple[str, ...], field: str) -> DecidingFact:
    """State a field or fact with its value, as in `your new branches: 0`."""
    seen = derivations.look(e, {})
    if isinstance(e.type, m.Flag) or not seen.known:
        return DecidingFact(thing, keys, field, derivations.of(e, {}).text, seen.known and not seen.value)
    said = f"{derivations.words(e, {})}: {derivations.spoken.value(e, {})}"
    return DecidingFact(thing, keys, field, said, _is_empty(seen.value, e.type))


def _is_empty(value: object, of: m.Type) -> bool:
    """Return True for no thing, no pieces and zero."""
    if isinstance(value, dict):
        return not any(value.values())
    return value == m.NONE if isinstance(value, int) and not isinstance(of, m.Int) else not value


def _thing_in(table: CompiledGame, v: Vector, place: FieldEntry) -> str:
    """Return the thing that a field entry contains, or an empty string if it contains none or something else."""
    of, value = place.run.field.type, v[place.base]
    return table.flow.model.thing_name(of.kind, value) if isinstance(of, m.Ref) and value != m.NONE else ""


def _named(values: Iterable[object]) -> Iterator[str]:
    """Yield the names of the things in the arguments of a move."""
    for value in values:
        match value:
            case str():
                yield value
            case dict():
                yield from _named(value.keys())
            case list() | tuple():
                yield from _named(value)
