"""Every class of statement in the syntax tree is read, printed and checked."""

from __future__ import annotations

import re
from dataclasses import MISSING, fields
from pathlib import Path

from dsl import ast
from dsl.checking.statements.statements import FORMS, LONG_FORMS
from dsl.printing.statements import COMPOUND, SIMPLE
from dsl.syntax.from_tree_statements import STATEMENTS

GRAMMAR = Path(__file__).resolve().parents[3] / "grammars" / "statements.lark"


def classes() -> set[type[ast.Statement]]:
    # A dataclass with slots is created twice, and the first class has no slots.
    return {of for of in ast.Statement.__subclasses__() if "__slots__" in vars(of) and of.__module__.startswith("dsl.")}


def test_every_statement_is_checked() -> None:
    assert FORMS.keys() | LONG_FORMS.keys() == classes()


def test_every_statement_is_printed() -> None:
    assert SIMPLE.keys() | COMPOUND.keys() == classes() - {ast.TriggerLines}


def test_every_grammar_rule_has_a_reader() -> None:
    text = GRAMMAR.read_text(encoding="utf-8")
    aliases = set(re.findall(r"-> (\w+)", text))
    assert aliases <= STATEMENTS.keys()
    assert ast.SENTENCES.keys() <= aliases


def test_a_sentence_mentions_every_field_or_fixes_it() -> None:
    for rule, each in ast.SENTENCES.items():
        needed = {of.name for of in fields(each.node) if of.default is MISSING and of.name not in ("span", "cites")}
        assert needed <= {*each.names, *each.fixed}, f"{rule} leaves out a field"
