"""Tests that every grammar rule has a reader, and every reader a grammar rule."""

from dsl.syntax.from_tree import RULES
from dsl.syntax.parsing import _parser


def test_every_rule_of_the_grammar_has_a_reader() -> None:
    """If a grammar rule is marked with `?` and has one part and no alias, the parser replaces it with this part."""
    passed_on, named = set(), set()
    for rule in _parser().rules:
        name = str(rule.alias or rule.origin.name)
        if rule.options.expand1 and not rule.alias:
            passed_on.add(name)
        elif not name.startswith("_"):
            named.add(name)
    assert passed_on
    assert RULES.keys() == named - passed_on
