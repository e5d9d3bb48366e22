"""Every rule of the grammar is read, and nothing is read that the grammar does not have."""

from dsl.syntax.from_tree import RULES
from dsl.syntax.parsing import _parser


def test_every_rule_of_the_grammar_has_a_reader() -> None:
    """A rule with a `?` that has one part becomes that part, unless it bears another name there."""
    passed_on, named = set(), set()
    for rule in _parser().rules:
        name = str(rule.alias or rule.origin.name)
        if rule.options.expand1 and not rule.alias:
            passed_on.add(name)
        elif not name.startswith("_"):
            named.add(name)
    assert passed_on
    assert RULES.keys() == named - passed_on
