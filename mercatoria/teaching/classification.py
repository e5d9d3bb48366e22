"""Names the kind of slip that an edit puts right."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from dsl import ast
from mercatoria.teaching.alignment import Edit, meaning, similarity
from mercatoria.teaching.kinds import Kind

PLAYERS = ("you", "player", "bank", "Player")
EQUALITIES, LESS, MORE = ("=", "!="), ("<", "<="), (">", ">=")
SECRET, BY_CHANCE = (ast.Secretly,), (ast.Random, ast.Draw, ast.Shuffle)
BY_FIELD: dict[tuple[type[ast.Node], str], Kind] = {
    (ast.Raise, "down"): Kind.DIRECTION, (ast.Raise, "bound"): Kind.BOUND, (ast.OrderKey, "most"): Kind.DIRECTION,
    (ast.Field, "lifetime"): Kind.TIME,
    (ast.Field, "keys"): Kind.ALL_OR_EACH, (ast.Field, "visibility"): Kind.SEEN, (ast.Field, "initial"): Kind.NUMBER,
    (ast.End, "time"): Kind.TIME, (ast.End, "within"): Kind.TIME, (ast.Act, "must"): Kind.DUTY,
    (ast.Act, "times"): Kind.TIME, (ast.Act, "repeatedly"): Kind.TIME, (ast.Member, "negated"): Kind.TURNED,
    (ast.Action, "limit"): Kind.TIME, (ast.Chooses, "secret"): Kind.SEEN, (ast.Once, "scope"): Kind.TIME,
    (ast.Limit, "scope"): Kind.TIME, (ast.Limit, "number"): Kind.TIME, (ast.Stop, "scope"): Kind.TIME,
    (ast.Pays, "payer"): Kind.WHO, (ast.Pays, "payee"): Kind.WHO, (ast.Variant, "name"): Kind.WHICH,
    (ast.Amendment, "name"): Kind.WHICH,
}  # fmt: skip
"""The kind of slip for a part that one field of a node holds."""


def kind_of(edits: Sequence[Edit]) -> Kind:
    """Return the kind of slip that all these edits together put right."""
    if len(edits) == 1:
        return _single(edits[0])
    if (together := _together(edits)) is not None:
        return together
    kinds = [_single(each) for each in edits]
    if all(each.after is None for each in edits):
        return Kind.TOO_MUCH
    if _decided_otherwise(edits):
        return Kind.CHANCE
    for kind in (Kind.CHANCE, Kind.SEEN, Kind.PRECEDENCE, Kind.ALL_OR_EACH):
        if kind in kinds:
            return kind
    if set(kinds) <= {Kind.LEFT_OUT, Kind.OTHER} or any(_missing_rule(each) for each in edits):
        return Kind.LEFT_OUT
    return next((kind for kind, each in zip(kinds, edits, strict=True) if each.before is not None), kinds[0])


def _together(edits: Sequence[Edit]) -> Kind | None:
    """Return the kind of slip of a part that is in the wrong place or order, or None."""
    for one, two in combinations(edits, 2):
        gone, new = (one, two) if two.before is None else (two, one)
        if gone.after is None and new.before is None:
            if _reversed(gone.before, new.after):
                return Kind.DIRECTION
            same_list = gone.owners[-1:] == new.owners[-1:] and gone.name == new.name
            if meaning(gone.before) == meaning(new.after):
                return Kind.ORDER if same_list else Kind.PLACE
            if not same_list and _moved(gone.before, new.after):
                return Kind.PLACE
        if new.before is None and isinstance(new.after, ast.Need) and _conditions(gone.before, new.after):
            return Kind.PLACE
        if _exchanged(one, two) and (len(edits) == 2 or isinstance(one.owners[-1], ast.Pays)):
            return Kind.ORDER if isinstance(one.before, (ast.RoutineCall, ast.Statement)) else Kind.DIRECTION
    return None


def _moved(gone: object, new: object) -> bool:
    """Return True if a part says in one place what the other says in another."""
    if isinstance(gone, (ast.Pays, ast.Cost)) and isinstance(new, (ast.Phase, ast.Rule, ast.Statement, ast.Cost)):
        return any(isinstance(part, (ast.Pays, ast.Cost)) for part in ast.walk(new)) and not _reversed(gone, new)
    if isinstance(gone, ast.Need) and isinstance(new, ast.Need):
        return similarity(gone.condition, new.condition) > 0.8
    return isinstance(gone, ast.Node) and _conditions(gone, new)


def _reversed(gone: object, new: object) -> bool:
    """Return True if the bank pays on one side, and receives the payment on the other."""
    if not isinstance(gone, ast.Pays) or not isinstance(new, ast.Cost):
        return False
    return _is_bank(gone.payer) and _is_bank(new.target)


def _is_bank(node: ast.Node) -> bool:
    return isinstance(node, ast.Name) and node.text == "bank"


def _conditions(gone: object, new: object) -> bool:
    """Return True if an `if` in one place has the condition that is needed in another."""
    if not isinstance(gone, ast.Node) or not isinstance(new, ast.Need):
        return False
    wanted = meaning(new.condition)
    tests = [part.when for part in ast.walk(gone) if isinstance(part, (ast.If, ast.Skip)) and part.when is not None]
    return any(meaning(test) == wanted or similarity(test, new.condition) > 0.8 for test in tests)


def _exchanged(one: Edit, two: Edit) -> bool:
    return (
        one.owners[-1:] == two.owners[-1:] and None not in (one.before, one.after)
        and meaning(one.before) == meaning(two.after) and meaning(one.after) == meaning(two.before)
    )  # fmt: skip


def _decided_otherwise(edits: Sequence[Edit]) -> bool:
    """Return True if chance or a secret choice decides on one side, and something else on the other."""
    before = {form for edit in edits for form in _deciding(edit.before)}
    return before != {form for edit in edits for form in _deciding(edit.after)}


def _deciding(part: object) -> set[type[ast.Node]]:
    """Return the forms of the statements of a part in which chance or secret choices decide."""
    return {type(each) for each in _statements(part)} & {*BY_CHANCE, *SECRET}


def _statements(part: object) -> Iterator[ast.Node]:
    return (
        (each for each in ast.walk(part) if isinstance(each, ast.Statement)) if isinstance(part, ast.Node) else iter(())
    )


def _missing_rule(edit: Edit) -> bool:
    return edit.before is None and isinstance(edit.after, (ast.Need, ast.Cost, ast.ValueException))


# ---------------------------------------------------------------- one edit


def _single(edit: Edit) -> Kind:
    before, after, owner = edit.before, edit.after, edit.owners[-1] if edit.owners else None
    if owner is not None and (known := BY_FIELD.get((type(owner), edit.name))) is not None:
        return known
    if isinstance(owner, ast.Compare) and edit.name == "op":
        return _operator(str(before), str(after))
    if isinstance(owner, ast.Arithmetic) and edit.name == "op":
        return Kind.DIRECTION
    if before is None:
        return Kind.PRECEDENCE if isinstance(after, ast.Amendment) and after.verb == "amends" else Kind.LEFT_OUT
    if after is None:
        return Kind.TOO_MUCH
    if isinstance(before, ast.Node) and isinstance(after, ast.Node):
        return _replaced(before, after, edit)
    return Kind.OTHER


def _operator(before: str, after: str) -> Kind:
    close = {before, after} in ({*LESS}, {*MORE})
    return Kind.BOUNDARY if close else Kind.TURNED


def _replaced(before: ast.Node, after: ast.Node, edit: Edit) -> Kind:
    kinds = {type(before), type(after)}
    if isinstance(before, ast.Amendment) and isinstance(after, ast.Amendment):
        return _amended(before, after)
    if isinstance(before, ast.Integer) and isinstance(after, ast.Integer):
        tested = any(isinstance(each, ast.Compare) for each in edit.owners)
        return Kind.BOUNDARY if tested and abs(before.value - after.value) == 1 else Kind.NUMBER
    if isinstance(before, ast.BooleanLiteral):
        return Kind.TURNED
    if _bounded(before) or _bounded(after):
        return Kind.BOUND
    if kinds & {*BY_CHANCE, *SECRET} and _deciding(before) != _deciding(after):
        return Kind.CHANCE
    if kinds == {ast.And, ast.Or}:
        return Kind.CONNECTIVE
    if ast.Not in kinds and _contains(before, after):
        return Kind.TURNED
    if isinstance(before, ast.Name) and isinstance(after, ast.Name):
        return Kind.WHO if {before.text, after.text} & {*PLAYERS} or _of_player(edit) else Kind.WHICH
    if isinstance(before, ast.Compare) and isinstance(after, ast.Compare):
        return _comparison(before, after)
    if _counts_all(before, after) or _counts_all(after, before):
        return Kind.ALL_OR_EACH
    if ast.Aggregate in kinds and _over_players(before, after):
        return Kind.WHO
    if _is_exception_part(edit) and _inside(before, after):
        return Kind.PRECEDENCE
    if _beside(before, after) or _beside(after, before):
        return Kind.BOUNDARY if any(isinstance(each, ast.Compare) for each in edit.owners) else Kind.NUMBER
    if _literal(before) and _literal(after):
        return Kind.NUMBER
    if ast.For in kinds:
        return Kind.WHO if _over_players(before, after) else Kind.ALL_OR_EACH
    if _inside(before, after):
        return Kind.LEFT_OUT
    if _inside(after, before):
        return Kind.TOO_MUCH
    if kinds & {ast.Integer, ast.Fraction}:
        return Kind.NUMBER
    if isinstance(before, ast.Cell) and isinstance(after, ast.Cell):
        return Kind.NUMBER if isinstance(before.value, int) else Kind.WHICH
    if kinds & {ast.Attribute, ast.Name, ast.Call, ast.Word}:
        return Kind.WHICH
    return Kind.OTHER


def _comparison(before: ast.Compare, after: ast.Compare) -> Kind:
    """Return the kind of slip in a comparison that differs in more than one part."""
    if _counts_all(before.left, after.left) or _counts_all(after.left, before.left):
        return Kind.ALL_OR_EACH
    if meaning(before.left) != meaning(after.left):
        return Kind.TIME if _of_round(before) != _of_round(after) else Kind.WHICH
    directions = [next((side for side in (LESS, MORE) if each.op in side), EQUALITIES) for each in (before, after)]
    return Kind.TURNED if set(directions) == {LESS, MORE} else Kind.BOUNDARY


def _of_round(node: ast.Compare) -> bool:
    return any(isinstance(part, ast.Name) and part.text == "round" for part in ast.walk(node))


def _amended(before: ast.Amendment, after: ast.Amendment) -> Kind:
    """Return the kind of slip of an amendment that does another thing, or amends another rule."""
    if "amends" in (before.verb, after.verb):
        return Kind.PRECEDENCE
    if before.verb == after.verb:
        return Kind.PLACE if before.verb.startswith("add") else Kind.WHICH
    return Kind.TOO_MUCH if before.verb == "suspend" and before.when is None else Kind.OTHER


def _counts_all(one: ast.Node, two: ast.Node) -> bool:
    """Return True if one part counts all pieces of a holder, such as `cart.size`, and the other those of a sort.

    The sorts may also be added up or counted: `cart(Red) + cart(Blue)`, or `count(g in cart)`.
    """
    if isinstance(one, ast.Attribute) and one.name.text == "size":
        if isinstance(two, ast.Aggregate):
            return _inside(one.of, two)
        return isinstance(two, ast.Call) and meaning(one.of) == meaning(two.of)
    if isinstance(one, ast.Arithmetic) and isinstance(one.left, ast.Call) and isinstance(one.right, ast.Call):
        called = {meaning(one.left.of), meaning(one.right.of)}
        return isinstance(two, ast.Call) and called == {meaning(two.of)} and len(two.args) == 1
    return False


def _is_exception_part(edit: Edit) -> bool:
    """Return True if an edit is in an exception of a value that has further exceptions."""
    values = [each for each in edit.owners if isinstance(each, ast.Value)]
    return any(isinstance(each, ast.ValueException) for each in edit.owners) and any(
        len(each.exceptions) > 1 for each in values
    )


def _beside(one: ast.Node, two: ast.Node) -> bool:
    """Return True if one part is the other with a number added, taken away or multiplied."""
    return isinstance(one, ast.Arithmetic) and any(
        isinstance(number, ast.Integer) and meaning(rest) == meaning(two)
        for number, rest in ((one.left, one.right), (one.right, one.left))
    )


def _literal(node: ast.Node) -> bool:
    """Return True if a part consists only of numbers."""
    return all(isinstance(each, (ast.Integer, ast.Arithmetic)) for each in ast.walk(node))


def _bounded(node: ast.Node) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.of, ast.Name) and node.of.text in ("min", "max")


def _over_players(*nodes: ast.Node) -> bool:
    loops = [node for node in nodes if isinstance(node, (ast.For, ast.Aggregate))]
    binders = [part for each in loops for part in ast.walk(each) if isinstance(part, ast.Binder)]
    return any(isinstance(part, ast.Name) and part.text == "Player" for each in binders
               for part in ast.walk(each.domain))  # fmt: skip


def _of_player(edit: Edit) -> bool:
    """Return True if the name is the owner of a field, as in `p.purse`."""
    owner = edit.owners[-1] if edit.owners else None
    return isinstance(owner, ast.Attribute) and edit.name == "of" and owner.name.text != "size"


def _inside(part: ast.Node, whole: ast.Node) -> bool:
    wanted = meaning(part)
    return any(meaning(each) == wanted for each in _parts(whole))


def _contains(one: ast.Node, two: ast.Node) -> bool:
    return _inside(one, two) or _inside(two, one)


def _parts(node: ast.Node) -> Iterator[ast.Node]:
    return (each for each in ast.walk(node) if each is not node)
