"""Tests the misconceptions of learners: each form is made, and the mutants of mutation testing stay as they are."""

from __future__ import annotations

import pytest

from dsl.ast.declarations import Action, Declaration
from dsl.diagnostics.diagnostic import Sink
from dsl.mutations.misconceptions import Misconception, misconceptions
from dsl.mutations.mutants import mutants
from dsl.source.spans import Source
from dsl.syntax.parsing import parse

RULES = """rulebook fair "The Fair"
    players 2

each Player has
    purse: money = 8
    bought: 0 to 9 = 0 per turn

action buy(good: Good) "Buy"
    needs room: you.cart(good) < 3 and you.bought < 2
    then
        if you.bought < 2
            raise you.bought by min(1, you.purse)
        you pays 2 to bank

action sell "Sell"
    then
        lower you.bought by 1

end evening of round when round.number = 3 "Over"
"""


def read(text: str) -> tuple[Declaration, ...]:
    sink = Sink()
    found = parse(Source("rulebook.rules", text), sink)
    assert not sink.found
    return found


def all_of(text: str = RULES) -> list[Misconception]:
    return list(misconceptions(read(text), [7]))


@pytest.mark.parametrize(
    ("form", "before", "after"),
    [
        ("number", "2", "7"),
        ("boundary", "you.bought < 2", "you.bought <= 2"),
        ("turned", "you.bought < 2", "you.bought > 2"),
        ("connective", "you.cart(good) < 3 and you.bought < 2", "you.cart(good) < 3 or you.bought < 2"),
        ("too much", "you.cart(good) < 3 and you.bought < 2", "you.bought < 2"),
        ("all or each", "you.cart(good)", "you.cart.size"),
        ("bound", "min(1, you.purse)", "1"),
        ("direction", "lower you.bought by 1", "raise you.bought by 1"),
        ("time", "bought: 0 to 9 = 0 per turn", "bought: 0 to 9 = 0 per round"),
        ("seen", "purse: money = 8", "purse: secret money = 8"),
        ("who", "you", "player"),
        ("place", "you pays 2 to bank", "costs price: 2"),
        ("place", "if you.bought < 2", "needs you.bought < 2"),
        ("place", "needs room: you.cart(good) < 3 and you.bought < 2", "in `sell`"),
    ],
)
def test_a_misconception_is_made(form: str, before: str, after: str) -> None:
    assert (form, before, after) in {(each.form, each.before, each.after) for each in all_of()}


def test_steps_are_exchanged_and_loops_unrolled() -> None:
    lines = "\nround\n    for p in Player\n        p pays 1 to bank\n    do one, two\n"
    found = {(each.form, each.before, each.after) for each in all_of(RULES + lines)}
    assert ("order", "one, two", "two, one") in found
    assert ("who", "for p in Player p pays 1 to bank", "once, for player") in found


def test_each_changes_one_rule_or_moves_a_part_from_one_to_another() -> None:
    before = read(RULES)
    for each in misconceptions(before, []):
        changed = [one for one, two in zip(before, each.declarations, strict=True) if one is not two]
        assert 1 <= len(changed) <= 2
        assert len(changed) == 1 or all(isinstance(one, Action) for one in changed)


def test_mutation_testing_knows_none_of_them() -> None:
    """The number of mutants decides the result of `mutate`, so learners' slips must not add to it."""
    forms = {mutant.form for mutant in mutants(read(RULES))}
    assert forms.isdisjoint({each.form for each in all_of()} - {"number", "order"})
