"""Runs all lints, and warns about unused rules and endlessly repeatable actions.

Lints examine a model that has passed the checker.
"""

from __future__ import annotations

from collections.abc import Sequence

from dsl import ast, model
from dsl.checking import Checked, Names
from dsl.diagnostics import Sink
from dsl.lints.constant_conditions import constant_conditions, repeated_needs
from dsl.lints.discarded_order import discarded_order
from dsl.lints.empty_choices import empty_secret_choices, fields_read
from dsl.lints.leaking_prompts import leaking_prompts
from dsl.lints.needless_passes import needless_passes
from dsl.lints.oldest_pieces import oldest_pieces
from dsl.lints.paid_ways import paid_ways
from dsl.lints.repeated_members import repeated_members
from dsl.lints.sayings import badly_set, unmentioned
from dsl.lints.still_claims import still_claims
from dsl.lints.unknown_order import unknown_order


def lint(checked: Checked, sink: Sink) -> None:
    """Run all lints on an effective rulebook without errors."""
    declarations, names, made = checked.declarations, checked.names, checked.model
    assert made is not None
    never_offered(made, sink)
    never_used(declarations, made, names, sink)
    never_named(declarations, sink)
    unbounded(made, sink)
    never_wakes(made, sink)
    constant_conditions(made, sink)
    repeated_needs(declarations, sink)
    half_hidden(made, sink)
    empty_secret_choices(made, sink)
    unknown_order(made, sink)
    discarded_order(made, sink)
    repeated_members(made, sink)
    leaking_prompts(made, sink)
    needless_passes(made, sink)
    oldest_pieces(made, sink)
    paid_ways(made, sink)
    badly_set(declarations, sink)
    unmentioned(made, sink)
    still_claims(made, sink)


def half_hidden(made: model.Model, sink: Sink) -> None:
    """Report random values that the rulebook hides in a field but also reveals elsewhere."""
    for name in model.chance_names(made).values():
        if name.flow.closed and name.flow.shown:
            field = name.flow.closed[0].field.name
            sink.add("W414", f"everyone learns the random value of `{name.var.name}`", name.span,
                     f"the value is stored in `{field}`, which is not public",
                     related=[(name.flow.shown[0], "this line shows the value to all players")],
                     hint="draw from a hidden holder, or store the value in a field that is not public")  # fmt: skip


def never_offered(made: model.Model, sink: Sink) -> None:
    """Report actions that no reachable phase offers, and phases and rules that are never run."""
    reached: set[str] = set()
    waiting = ["setup", "round", *(name for name, action in made.actions.items() if action.anytime)]
    waiting += [ending.closing for ending in made.endings if ending.closing]
    bodies: dict[str, object] = {**made.routines, **made.actions}
    for trigger in (*made.wakes, *made.listeners):
        waiting += _called(trigger, made)
    while waiting:
        name = waiting.pop()
        if name not in reached and name in bodies:
            reached.add(name)
            waiting += _called(bodies[name], made)
    for name, action in made.actions.items():
        if name not in reached:
            sink.add("W401", f"no phase ever offers `{name}`", action.about.span, "this action can never be taken",
                     hint=f"offer it: `player may {name}`")  # fmt: skip
    for name, routine in made.routines.items():
        if name not in reached and name not in ("setup", "round"):
            sink.add(
                "W402",
                f"nothing executes `{name}`",
                routine.about.span,
                "this rule never runs",
                hint=f"call it with `do {name}`",
            )


def _called(node: object, made: model.Model) -> list[str]:
    found = []
    for part in made.parts_of(node):
        if isinstance(part, model.Do):
            found += [name for name, _ in part.calls]
        elif isinstance(part, model.Offer):
            found.append(part.action)
    return found


def never_used(declarations: Sequence[ast.Declaration], made: model.Model, names: Names, sink: Sink) -> None:
    """Report values and numbers that no rule reads."""
    rows = [row for decl in declarations if isinstance(decl, ast.Table) for row in decl.rows]
    kinds = [decl for decl in declarations if isinstance(decl, ast.Kind)]  # checked without `names`
    used = names.used | {part.text for kind in kinds for part in ast.walk(kind) if isinstance(part, ast.Name)}
    for decl in [*declarations, *rows]:
        if (
            isinstance(decl, (ast.Value, ast.Number, ast.Option, ast.TableRow, ast.Ruling))
            and decl.name.text not in used
        ):
            sink.add("W403", f"`{decl.name.text}` is never used", decl.name.span, "no rule reads it")


def never_named(declarations: Sequence[ast.Declaration], sink: Sink) -> None:
    """Report kinds and fields that the rulebook declares but never mentions again.

    Facts are exempt, because the board may show them to players.
    """
    named: dict[str, int] = {}
    for decl in declarations:
        for node in ast.walk(decl):
            if isinstance(node, (ast.Name, ast.Word)):
                named[node.text] = named.get(node.text, 0) + 1
    for decl in declarations:
        things = decl.listed if isinstance(decl, ast.Kind) else ()
        if isinstance(decl, ast.Kind) and all(named[word.text] == 1 for word in (decl.name, *things)):
            _unnamed(decl.name, sink, "the kind ")
        for field in decl.fields if isinstance(decl, ast.State) else ():
            holder = ast.HOLDER_FORMS.get(field.domain.form)
            to_be_seen = holder is not None and not holder.references  # may exist only for display
            if named[field.name.text] == 1 and not to_be_seen:
                _unnamed(field.name, sink)


def _unnamed(name: ast.Word, sink: Sink, what: str = "") -> None:
    sink.add("W408", f"{what}`{name.text}` is never used", name.span, "no rule mentions it")


def unbounded(made: model.Model, sink: Sink) -> None:
    """Report actions that cost and consume nothing, so that a player could repeat them forever in a `repeatedly`
    statement or a series.
    """
    for act in made.those_in(model.Act, *made.with_statements):
        for offer in act.offers if act.repeatedly or act.until is not None else ():
            action = made.actions.get(offer.action)
            if action is not None and not _bounded(action, made, act.until):
                sink.add("W406", f"`{offer.action}` may be repeated without end", act.span,
                         related=[(action.about.span, "this action costs nothing and does not affect its own needs")],
                         hint="add a cost, a `limit`, or a need that fails after some repetitions")  # fmt: skip


def never_wakes(made: model.Model, sink: Sink) -> None:
    """Report `each time` triggers for events that no rule causes."""
    if not made.listeners:
        return
    parts = [part for part in made.parts_of(*made.with_statements) if isinstance(part, (model.Statement, model.Cost))]
    for trigger in made.listeners:
        if not any(model.noticed(trigger, part) for part in parts):
            name = trigger.field.name.partition("_")[0] if trigger.field.builtin else trigger.field.name
            title = f"nothing ever {trigger.event} `{name}`"
            sink.add("W431", title, trigger.about.span, "this trigger never runs",
                     hint="start values and resets of `per turn` fields do not fire a trigger")  # fmt: skip


def _bounded(
    action: model.Action, made: model.Model, until: model.Expr | None = None, above: tuple[str, ...] = ()
) -> bool:
    """Return True if an action costs or consumes something, directly or through actions that it forces."""
    if action.costs or action.limit:
        return True
    above = (*above, action.about.name)
    read = fields_read(action.needs, made) | fields_read(action.params, made) | fields_read(until, made)
    written: set[int] = set()
    waiting: list[object] = [action.then]
    seen: set[str] = set()
    while waiting:
        for part in model.parts(waiting.pop()):
            if isinstance(part, model.Statement):
                written |= {id(slot.field) for slot in model.changed_slots(part)}
            if isinstance(part, model.Do):
                for name, _ in part.calls:
                    if name not in seen:
                        seen.add(name)
                        waiting.append(made.routines[name].body)
            elif isinstance(part, model.Act) and part.must and not part.or_pass:
                forced = [offer.action for offer in part.offers]
                if not set(above) & set(forced) and all(
                    _bounded(made.actions[name], made, part.until, above) for name in forced
                ):
                    return True
            elif isinstance(part, model.Stop):
                return True
    return bool(read & written)
