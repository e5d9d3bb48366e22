"""Declares a hidden flag field for each trigger, which records that the trigger fired until the log reads it."""

from __future__ import annotations

from collections.abc import Iterator

from dsl import model as m
from interpreter.flow import EffectAnalysis, walk
from interpreter.flow import nodes as f
from interpreter.lowering import public_knowledge

FLAG = m.Flag()


def flags(model: m.Model, facts: EffectAnalysis) -> dict[str, f.LoggedTrigger]:
    """Return a flag field for each trigger of a model, by trigger name.

    Each entry also tells whether every player may know that the trigger fired.
    """
    found: dict[str, f.LoggedTrigger] = {}
    if not model.wakes and not model.listeners and not _has_lines(model):
        return found
    known = public_knowledge.PublicKnowledge(model, facts)
    for wake in model.wakes:
        found[wake.about.name] = _flag(wake.about, known.of(wake.condition))
    for each in model.listeners:
        seen = each.field.visibility == "open" and known.of((each.fits, each.condition))
        found[each.about.name] = _flag(each.about, seen)
    for part in walk(tuple(_bodies(model))):
        if isinstance(part, m.IfDo) and part.about is not None:
            name = part.about.name
            found[name] = _flag(part.about, known.reached(known.stands_in[name]) and known.of(tuple(known.lines[name])))
    return found


def _flag(about: m.Clauses, is_public: bool) -> f.LoggedTrigger:
    """Return a hidden flag field for a trigger."""
    of = m.StateField(f"woke_{about.name}", "", (), (), FLAG, "hidden", "", builtin=True, span=about.span)
    return f.LoggedTrigger(about, of, is_public)


def _bodies(model: m.Model) -> Iterator[object]:
    yield from (routine.body for routine in model.routines.values())
    yield from (action.then for action in model.actions.values())
    yield from (wake.body for wake in model.wakes)
    yield from (each.body for each in model.listeners)


def _has_lines(model: m.Model) -> bool:
    """Return True if any rule contains a trigger."""
    return any(isinstance(part, m.IfDo) and part.about is not None for part in walk(tuple(_bodies(model))))
