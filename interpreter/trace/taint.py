"""Locals that may hold a secret: those whose value may have been made with a look at what is not open to all.

A static taint analysis of the whole rulebook. It is asked only about locals that were given their value before anybody
watched: of others it is seen, while a step is traced, what they were made of.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl import model as m
from interpreter.flow import Facts, mentions
from interpreter.flow import nodes as f
from interpreter.position import PLAYER, HolderForm

Source = tuple[int, tuple[object, ...] | None]
"""The uid of a local, and what one of its values is made of; None for a choice or an outcome that is not told to
all."""


def possibly_tainted(flow: f.Flow) -> frozenset[int]:
    """The uids of the locals whose value may turn on something that is not open to all."""
    sources = [*_bindings(flow.model), *_frozen(flow)]
    facts, known = Facts(flow.model), set[int]()
    hidden = {uid for uid, name in m.chance_names(flow.model).items() if name.flow.is_hidden}
    sources += [(uid, None) for uid in hidden]
    tainted = {uid for uid, parts in sources if parts is None or any(_is_closed(of) for of in facts.reads(parts))}
    while tainted != known:
        known = set(tainted)
        tainted |= {uid for uid, parts in sources if parts is not None and mentions(parts) & known}
    return frozenset(known)


def open_branches(flow: f.Flow) -> frozenset[int]:
    """The numbers of the branches whose condition reads nothing but fields that are open to all."""
    facts, stored = Facts(flow.model), frozenset(flow.stores)
    return frozenset(
        number for number, node in enumerate(flow.nodes)
        if isinstance(node, f.Branch) and stays_open(flow, facts, stored, node.when)
    )  # fmt: skip


def stays_open(flow: f.Flow, facts: Facts, closed: frozenset[int], when: m.Expr) -> bool:
    """Whether a condition reads nothing but what is open to all, in whatever position; locals by their uids are
    `closed`."""

    def is_open(of: m.StateField) -> bool:
        form = flow.layout.runs[of].storage
        return not _is_closed(of) and not (isinstance(form, HolderForm) and form.keeps_pool)

    return not mentions(when) & closed and all(map(is_open, facts.reads(when)))


def is_answer(of: m.StateField) -> bool:
    """Whether a field keeps the answers to an open secret choice. No rule can read them before all have answered;
    then they are told to all."""
    return of.builtin and of.visibility == "hidden" and of.key_kinds == (PLAYER,)


def _is_closed(of: m.StateField) -> bool:
    return of.visibility != "open" and not is_answer(of)


def _frozen(flow: f.Flow) -> Iterator[Source]:
    """What machinery keeps of a loop, and what it takes from there."""
    for node in flow.nodes:
        for s in node.statements if isinstance(node, f.Effect) else ():
            match s:
                case f.Freeze(into=into, domain=domain, where=where):
                    yield into.uid, (domain, where)
                case f.Take(var=var, kept=kept):
                    yield var.uid, (kept,)
                case m.Let(var=var, value=value):
                    yield var.uid, (value,)


def _bindings(model: m.Model) -> Iterator[Source]:
    """Each way in which a local gets its value."""
    bodies = [*(routine.body for routine in model.routines.values()), *(wake.body for wake in model.wakes)]
    for body in bodies:
        yield from _bound_in(body, (), model)
    for action in model.actions.values():
        yield from _bound_in(action.then, (), model)
        for param in action.params:
            yield param.var.uid, _choice_source(param.domain)


def _choice_source(domain: m.Expr) -> tuple[object, ...]:
    """What a choice that is told to all turns on: nothing, unless it is a pick out of a holder that may be closed."""
    return (domain,) if isinstance(domain, m.Slot) else ()


def _bound_in(body: tuple[m.Statement, ...], under: tuple[object, ...], model: m.Model) -> Iterator[Source]:
    """`under` are the conditions that a statement stands under: what it sets turns on them too."""
    for s in body:
        match s:
            case m.Let(var=var, value=value) | m.Assign(target=m.Var() as var, value=value):
                yield var.uid, (value, *under)
            case m.Adjust(target=m.Var() as var, by=by):
                yield var.uid, (by, *under)
            case m.ChanceStatement(target=m.Var() as var):
                yield var.uid, (s, *under)
            case m.Choose(var=var, domain=domain):
                yield var.uid, None if s.secret else _choice_source(domain)
                for block in (s.then, s.otherwise):
                    yield from _bound_in(block, under, model)
            case m.IfDo(when=when):
                for block in (s.then, s.otherwise):
                    yield from _bound_in(block, (when, *under), model)
            case m.ForEach(var=var) | m.Turn(var=var):
                yield var.uid, (s.domain, s.where, *under)
                yield from _bound_in(s.body, (s.domain, s.where, *under), model)
            case m.Repeat(times=times, condition=condition):
                yield from _bound_in(s.body, (times, condition, *under), model)
            case _:
                yield from _bound_by_call(s, under, model)


def _bound_by_call(s: m.Statement, under: tuple[object, ...], model: m.Model) -> Iterator[Source]:
    """The parameters of rules and actions, from where they are carried out or offered."""
    match s:
        case m.Do(calls=calls):
            for name, args in calls:
                for var, arg in zip(model.routines[name].params, args, strict=True):
                    yield var.uid, (arg, *under)
        case m.Act(offers=offers) | m.Window(offers=offers):
            for offer in offers:
                for param, bound in zip(model.actions[offer.action].params, offer.bound, strict=False):
                    yield param.var.uid, (bound, *under)
    if isinstance(s, m.Act):
        yield from _bound_in(s.otherwise, under, model)
    if isinstance(s, m.Window):
        yield s.var.uid, (s.domain, s.where, *under)
