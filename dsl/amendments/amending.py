"""Applies a set of variants to a rulebook.

Amendments replace nodes of the syntax tree. The checker checks the amended rulebook like any other. New nodes keep
their source positions, so a diagnostic points into the variant's file. A set of variants has no order: two amendments
of the same target conflict, unless one variant says that it `amends` the other.

One function implements each verb; `OF_RULES` lists these functions. Each function returns the amended declaration, or
None if its verb does not apply to that type of declaration.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress

from dsl import ast
from dsl.amendments.added_lines import add_cost, add_limit, add_need, add_rule, add_score
from dsl.amendments.conflicts import conflicts, in_layers, in_order, targets
from dsl.amendments.context import Amended, AmendmentContext
from dsl.amendments.goals import FINISH, UNTIL, has_one_goal
from dsl.amendments.rows_and_numbers import set_value, valued
from dsl.amendments.rule_lines import line_names, with_line
from dsl.amendments.whole_rules import except_, replace_declaration, replace_rule, suspend
from dsl.diagnostics import ErrorReported, Sink, did_you_mean

Verb = Callable[[AmendmentContext, ast.Amendment, ast.Target, ast.Declaration], ast.Declaration | None]

OF_RULES: Mapping[str, Verb] = {
    "set": set_value, "except": except_, "replace": replace_rule, "suspend": suspend, "add needs": add_need,
    "add costs": add_cost, "add accepts": add_cost, "add limit": add_limit, "add scoring": add_score,
}  # fmt: skip


NO_OTHERS: Mapping[str, ast.Variant] = {}


def amend(
    declarations: Sequence[ast.Declaration], variants: Sequence[ast.Variant], sink: Sink,
    others: Mapping[str, ast.Variant] = NO_OTHERS,
) -> Amended:  # fmt: skip
    """Apply variants to a rulebook, and return the effective rulebook.

    Report faults to the sink, and skip faulty amendments.

    Args:
        others: All the game's variants, by name. If an amendment uses a name that one of these variants declares, the
            message suggests that variant.
    """
    result = Amended(list(declarations))
    layers = in_layers(variants, sink)
    _of_this_game(declarations, variants, sink, others)
    for variant in (variant for layer in layers for variant in layer):
        for part in variant.amendments:
            if part.verb == "board":
                result.boards.append((variant.name.text, part.title))
                result.replaced_by += [part.title] if part.where else []
            elif part.verb == "new" and part.declaration is not None:
                _add_new(result, part, part.declaration, variant, sink)
    conflicts(layers, sink)
    for variant, part in in_order(layers):
        with suppress(ErrorReported):
            _carry_out(AmendmentContext(result, variant, sink, others), part)
    return result


def _of_this_game(
    declarations: Sequence[ast.Declaration], variants: Sequence[ast.Variant], sink: Sink,
    others: Mapping[str, ast.Variant],
) -> None:  # fmt: skip
    names = [decl.name.text for decl in declarations if isinstance(decl, ast.Rulebook)]
    for variant in variants:
        of = variant.game.text
        if names and of not in names:
            is_variant = of in others or any(each.name.text == of for each in variants)
            advice = f"write `of {names[0]}`, and on the next line `requires {of}`"
            hint = advice if is_variant else did_you_mean(of, names)
            label = "this is a variant, not a rulebook" if is_variant else "another rulebook"
            sink.add("E402", f"this is not a variant of `{names[0]}`", variant.game.span, label, hint=hint)


def _add_new(result: Amended, part: ast.Amendment, new: ast.Declaration, variant: ast.Variant, sink: Sink) -> None:
    if isinstance(new, (ast.Rulebook, ast.Variant, ast.Scenario, ast.Setup, ast.Round)):
        label = "it can add only kinds, fields, values, actions and rules"
        sink.add("E404", "a variant cannot add this", new.name.span, label)
        return
    result.declarations.append(new)
    fields = new.fields if isinstance(new, (ast.State, ast.Kind)) else ()
    for name in (new.name.text, *(f"{new.name.text}.{part_of.name.text}" for part_of in fields)):
        result.note(name, variant, part)


def _carry_out(c: AmendmentContext, part: ast.Amendment) -> None:
    """Apply an amendment to its target. Raises `ErrorReported`."""
    target = part.target
    if target is None:
        assert part.declaration is not None
        replace_declaration(c, part, part.declaration)
    elif part.verb == "add rule":
        add_rule(c, part, target)
    else:
        index, decl = c.find(target)
        c.shape(part, target, decl)
        of_line = len(target.path) == 2 and not part.verb.startswith("add ")
        changed = _line(c, part, target, decl) if of_line else OF_RULES[part.verb](c, part, target, decl)
        if changed is None:
            c.wrong_verb(part, target, decl)
        c.put(index, changed, part)
        for name in targets(part):
            c.note(name, part)
        if part.name is not None:
            c.note(f"{target}.{part.name.text}", part)


def _line(c: AmendmentContext, part: ast.Amendment, target: ast.Target, decl: ast.Declaration) -> ast.Declaration:
    word, owner = target.path[1], target.path[0].text
    if word.text not in line_names(decl):
        c.stop_if_in_conflict(part)
        of_series = f"`never stuck` creates this need; amend `{owner}.{UNTIL}` or the actions of the series"
        hint = of_series if word.text == FINISH and has_one_goal(decl) else did_you_mean(word.text, line_names(decl))
        c.nothing_to_amend(f"`{owner}` has no `{word.text}`", word.span, hint)
    changed = with_line(decl, word.text, valued(part))
    if changed is None:
        c.cannot_be_done(part, target, part.span)
    return changed
