"""Checks whether variants apply at a table, suit each other, and amend the rulebook without conflict.

Variants have no inherent order. Two amendments of the same target conflict, unless one variant `amends` or `requires`
the other and is therefore applied after it. Added needs, added rules and named exceptions to a value never conflict,
because their order does not matter.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import combinations

from dsl import ast
from dsl.diagnostics import Sink, wording

AmendmentOf = tuple[ast.Variant, ast.Amendment]

STAGES = (
    "set", "replace", "except", "suspend", "add needs", "add costs", "add accepts", "add limit", "add scoring",
    "add rule",
)  # fmt: skip
"""The amendment verbs, in the order in which the amendments of a variant are applied.

A variant's file may list its amendments in any order.
"""

EXCLUSIVE = (*STAGES[:4], "add limit")


def targets(part: ast.Amendment) -> tuple[str, ...]:
    """Return the names of all targets of an amendment, such as `fee`, `buy.price` or `Player.hand`.

    Only an amendment of fields has more than one target.
    """
    if part.verb == "replace" and isinstance(part.declaration, ast.State):
        owner = part.declaration.kind
        return tuple(f"{owner.text if owner else 'game'}.{field.name.text}" for field in part.declaration.fields)
    if part.verb == "replace" and part.declaration is not None:
        return ("ranking" if isinstance(part.declaration, ast.Ranking) else part.declaration.name.text,)
    if part.target is None:
        return ()
    return (f"{part.target}.limit" if part.verb == "add limit" else str(part.target),)


def applies(variant: ast.Variant, players: int, options: Mapping[str, int]) -> bool | None:
    """Return True if a variant applies automatically at this table, and None if it has no `applies when` condition.

    Return False if one of its `applies when` conditions does not hold.
    """
    tests = [part.when for part in variant.amendments if part.verb == "applies" and part.when is not None]
    if not tests:
        return None
    return all(_truth(test, players, options) for test in tests)


def ruled_out(variant: ast.Variant, players: int) -> ast.Expr | None:
    """Return the `applies when` condition that excludes a variant for a player count, or None.

    The condition fails for that player count, whatever options are chosen.
    """
    tests = [part.when for part in variant.amendments if part.verb == "applies" and part.when is not None]
    return next((test for test in tests if _known(test, players) is False), None)


def combination_faults(variants: Sequence[ast.Variant], sink: Sink, known: Collection[str] = ()) -> None:
    """Report `requires` and `excludes` lines that the chosen variants violate, and unknown variant names."""
    chosen = {variant.name.text: variant for variant in variants}
    for variant in variants:
        for part in variant.amendments:
            if part.verb == "applies" and part.when is not None:
                _askable(part.when, sink)
            if part.name is None or part.verb not in ("requires", "excludes", "amends"):
                continue
            name = part.name.text
            if known and name not in known:
                wording.unknown_variant(sink, name, part.name.span, known)
            elif part.verb == "requires" and name not in chosen:
                sink.add("E403", f"variant `{variant.name.text}` needs `{name}` as well", part.span, "required here",
                         hint=f"choose `{name}` too")  # fmt: skip
            elif part.verb == "excludes" and name in chosen:
                sink.add("E403", f"variants `{variant.name.text}` and `{name}` cannot be played together", part.span,
                         related=[(chosen[name].name.span, "the other variant")])  # fmt: skip


# ---------------------------------------------------------------- order


def in_layers(variants: Sequence[ast.Variant], sink: Sink) -> list[list[ast.Variant]]:
    """Group variants into layers, and sort each layer by name.

    Every variant comes in a later layer than the variants that it amends or requires.
    """
    waiting = sorted(variants, key=lambda variant: variant.name.text)
    layers: list[list[ast.Variant]] = []
    while waiting:
        names = {variant.name.text for variant in waiting}
        ready = [variant for variant in waiting if not comes_after(variant, waiting) & names]
        if not ready:
            _circle(waiting, sink)
            ready = waiting
        layers.append(ready)
        waiting = [variant for variant in waiting if variant not in ready]
    return layers


def amended_by(variant: ast.Variant) -> set[str]:
    """Return the names in the `amends` lines of a variant."""
    return {part.name.text for part in variant.amendments if part.verb == "amends" and part.name is not None}


def comes_after(variant: ast.Variant, others: Sequence[ast.Variant]) -> set[str]:
    """Return the names of the variants that this variant amends or requires.

    Two variants that require each other count as independent.
    """
    back = {other.name.text for other in others if variant.name.text in _required_by(other) | amended_by(other)}
    return amended_by(variant) | (_required_by(variant) - back)


def _required_by(variant: ast.Variant) -> set[str]:
    return {part.name.text for part in variant.amendments if part.verb == "requires" and part.name is not None}


def _circle(variants: Sequence[ast.Variant], sink: Sink) -> None:
    names = " and ".join(f"`{variant.name.text}`" for variant in variants)
    first, *rest = (next(part.span for part in variant.amendments if part.verb in ("amends", "requires"))
                    for variant in variants)  # fmt: skip
    sink.add("E403", f"variants {names} amend each other" if rest else f"variant {names} amends itself", first,
             "the variants cannot be put in order", related=[(span, "and here") for span in rest])  # fmt: skip


def in_order(layers: Sequence[Sequence[ast.Variant]]) -> list[AmendmentOf]:
    """Return all amendments that have a target, in the order in which they are applied."""
    found: list[AmendmentOf] = []
    for layer in layers:
        parts = [(variant, part) for variant in layer for part in variant.amendments if targets(part)]
        found += sorted(parts, key=lambda each: STAGES.index(each[1].verb))
    return found


# ---------------------------------------------------------------- conflicts


def conflicts(layers: Sequence[Sequence[ast.Variant]], sink: Sink) -> None:
    """Report every pair of conflicting amendments, unless their variants say which takes precedence."""
    variants = [variant for layer in layers for variant in layer]
    after = {variant.name.text: comes_after(variant, variants) for variant in variants}
    parts = [(variant, part) for variant in variants for part in variant.amendments]
    for one, two in combinations(parts, 2):
        same = one[0] is two[0]
        first, second = one[0].name.text, two[0].name.text
        if not same and (first in after[second] or second in after[first]):
            continue
        if clash := _clash(one[1], two[1], same):
            _conflict(one, two, clash, sink)


def _clash(one: ast.Amendment, two: ast.Amendment, same: bool) -> str:
    """Return the target on which two amendments conflict, or an empty string."""
    if one.verb not in EXCLUSIVE or two.verb not in EXCLUSIVE:
        return ""
    for first in targets(one):
        for second in targets(two):
            if first == second and _exclusive(one, two, same):
                return second
            if first != second and (_drops(one, first, second) or _drops(two, second, first)):
                return second
    return ""


def _exclusive(one: ast.Amendment, two: ast.Amendment, same: bool) -> bool:
    if one.target is not None and two.target is not None and one.target.args and two.target.args:
        return ast.bare(one.target.args) == ast.bare(two.target.args)
    if _beside(one) or _beside(two):
        other = two if _beside(one) else one
        return not (same or _beside(other) or (other.verb == "replace" and other.when is not None))
    return True


def _beside(part: ast.Amendment) -> bool:
    return part.verb == "except" and part.value is not None and part.target is not None and len(part.target.path) == 1


def _drops(part: ast.Amendment, target: str, other: str) -> bool:
    """Return True if an amendment replaces the whole rule `target` and so removes its line `other`."""
    whole = part.verb == "replace" and part.when is None and (part.value is not None or part.declaration is not None)
    if isinstance(part.declaration, ast.Kind):
        return False  # replacing a kind removes no line of a rule, and keeps its fields, which are declared separately
    return whole and other.startswith(f"{target}.")


def _conflict(one: AmendmentOf, two: AmendmentOf, target: str, sink: Sink) -> None:
    first, second = one[0].name.text, two[0].name.text
    hint = "combine the two amendments, or remove one of them"
    if first != second:
        hint = (
            f"write `amends {first}` in `{second}`, or `amends {second}` in `{first}`: the variant with this line "
            f"takes precedence; write `excludes {first}` in `{second}` if the two are never used together"
        )
    sink.add("E401", f"`{target}` is amended twice", two[1].span, f"by `{second}` here",
             related=[(one[1].span, f"and by `{first}` here")], hint=hint)  # fmt: skip


# ---------------------------------------------------------------- conditions


def _askable(test: ast.Expr, sink: Sink) -> None:
    """Report the first unsuitable expression in an `applies when` condition."""
    fine = (ast.Integer, ast.BooleanLiteral, ast.Name, ast.Attribute, ast.Not, ast.And, ast.Or, ast.Compare)
    for node in ast.walk(test):
        if isinstance(node, ast.Expr) and not isinstance(node, fine):
            sink.add("E405", "`applies when` cannot use this", node.span, "this is not known before the game begins",
                     hint="compare only `Player.size` and options with numbers")  # fmt: skip
            return


def plain_options(declarations: Sequence[ast.Declaration]) -> dict[str, int]:
    """Return the default values of all options whose default is a literal number, name or flag."""
    options = [decl for decl in declarations if isinstance(decl, ast.Option)]
    return {decl.name.text: _plain(decl.value, 0, {}) for decl in options}


def _truth(test: ast.Expr, players: int, options: Mapping[str, int]) -> bool:
    """Return True if an `applies when` condition holds.

    The condition may depend only on the number of players and on options.
    """
    return bool(_plain(test, players, options))


def _known(test: ast.Expr, players: int) -> bool | None:
    """Evaluate an `applies when` condition for a player count.

    Return None if the result depends on options.
    """
    match test:
        case ast.Not(_, inner):
            truth = _known(inner, players)
            return None if truth is None else not truth
        case ast.And(_, left, right) | ast.Or(_, left, right):
            sides = {_known(left, players), _known(right, players)}
            decisive = isinstance(test, ast.Or)
            return decisive if decisive in sides else None if None in sides else not decisive
        case ast.BooleanLiteral() | ast.Compare():
            asked = [node for node in ast.walk(test) if isinstance(node, ast.Name) and node.text != "Player"]
            return None if asked else _truth(test, players, {})
    return None


def _plain(expr: ast.Expr, players: int, options: Mapping[str, int]) -> int:
    def of(inner: ast.Expr) -> int:
        return _plain(inner, players, options)

    match expr:
        case ast.Integer(_, value):
            return value
        case ast.BooleanLiteral(_, value):
            return int(value)
        case ast.Attribute(_, ast.Name(_, "Player"), name) if name.text == "size":
            return players
        case ast.Name(_, text) if text in options:
            return options[text]
        case ast.Not(_, inner):
            return int(not of(inner))
        case ast.And(_, left, right):
            return int(of(left) and of(right))
        case ast.Or(_, left, right):
            return int(of(left) or of(right))
        case ast.Compare(_, op, left, right):
            a, b = of(left), of(right)
            tests = {"=": a == b, "!=": a != b, "<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b}
            return int(tests[op])
    return 0
