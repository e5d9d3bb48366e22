"""Coverage of the language and the engines by a run.

Counted are the productions of the grammar (each alternative, and each word and part of it), the classes of the syntax
tree and of the model, the steps of the course of play, the operations of terms, the instructions of planned programs,
and the words that come with the language.
"""

from __future__ import annotations

import dataclasses
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from types import ModuleType
from typing import Any

from lark import Lark, Tree, UnexpectedInput
from lark.utils import TextSlice

from dsl import ast, model
from dsl.source import Source
from dsl.syntax import FUNCTIONS
from dsl.syntax.parser_tables import OPTIONS
from dsl.syntax.parsing import _Layout, blocks, grammar_text
from interpreter.flow import node_family
from interpreter.optimizer import instructions, planned_functions, planned_moves, planned_nodes
from interpreter.optimizer.terms import terms
from interpreter.optimizer.terms.operations import ROWS
from interpreter.table import CompiledGame
from tests.fuzz.engines.case import Case

PRODUCTION, SYNTAX, MODEL, FLOW, TERM, PROGRAM, WORD = GROUPS = (
    "production", "syntax node", "model node", "flow node", "term operation", "program part", "built-in word",
)  # fmt: skip
PLANNED = (instructions, planned_functions, planned_moves, planned_nodes)
"""The modules that define the parts of a planned program."""

ABSTRACT = {
    SYNTAX: {"Node", "Expr", "Statement", "Declaration"},
    MODEL: {"Expr", "Statement", "ChanceStatement"},
}
"""Classes that only others are made from."""


class Coverage:
    """Counts what cases came to."""

    def __init__(self) -> None:
        self.counts: Counter[tuple[str, str]] = Counter()

    def add(self, case: Case, table: CompiledGame) -> None:
        """Count everything that a case and its table consist of."""
        folder = table.edition.folder
        for name, text in case.files.items():
            if name.endswith(".rules"):
                self.add_text(text)
        self.add_syntax((folder.declarations, tuple(folder.variants.values()), tuple(folder.scenarios)))
        self.add_table(table)

    def add_text(self, text: str) -> None:
        """Count the productions of a file of rules. A block that cannot be parsed is left out."""
        counted, lark = _counting_parser()
        text += "\n" * (not text.endswith("\n"))
        source = Source("counted", text)
        for start, end in blocks(source):
            before = Counter(counted)
            try:
                lark.parse(TextSlice(text, start, end), start="item")
            except UnexpectedInput:
                continue
            for key, number in (counted - before).items():
                self.counts[PRODUCTION, key] += number

    def add_syntax(self, declarations: object) -> None:
        """Count the nodes of syntax trees."""
        for each in _walk(declarations, ast.Node):
            self.counts[SYNTAX, type(each).__name__] += 1
            if isinstance(each, ast.Call) and isinstance(each.of, ast.Name) and each.of.text in FUNCTIONS:
                self.counts[WORD, each.of.text] += 1
            if isinstance(each, ast.Aggregate):
                self.counts[WORD, each.gather.text] += 1

    def add_table(self, table: CompiledGame) -> None:
        """Count what the model, the flowchart and the planned program of a table consist of."""
        for name in _class_names(_walk(table.flow.model, None), model):
            self.counts[MODEL, name] += 1
        for name in _class_names(table.flow.nodes, node_family):
            self.counts[FLOW, name] += 1
        program: Any = table.engine.program  # type: ignore[attr-defined]
        for part in _walk(program, None):
            if isinstance(part, terms.Term):
                how = f" {part.gathering.how}" if part.op == "gather" else ""
                self.counts[TERM, part.op + how] += 1
            elif type(part).__module__ in {module.__name__ for module in PLANNED}:
                self.counts[PROGRAM, type(part).__name__] += 1

    def missing(self) -> list[tuple[str, str]]:
        """Return the parts that were never covered."""
        return [key for key in everything() if not self.counts[key]]

    def told(self) -> str:
        """The report: what there is in each group, what was never come to, what seldom."""
        lines, known = [], everything()
        for group in GROUPS:
            of = [key for key in known if key[0] == group]
            zero = [name for _, name in of if not self.counts[group, name]]
            lines.append(f"{group}s: {len(of) - len(zero)} of {len(of)}")
            lines += [f"    never: {', '.join(zero)}"] if zero else []
            seldom = sorted((self.counts[key], key[1]) for key in of if self.counts[key])[:4]
            lines += [f"    least: {', '.join(f'{name} ({number})' for number, name in seldom)}"]
        return "\n".join(lines)


@cache
def everything() -> tuple[tuple[str, str], ...]:
    """Return everything that can be covered."""
    counted, _ = _counting_parser()
    found = [(PRODUCTION, key) for key in counted]
    found += [(SYNTAX, name) for name in _classes(ast, ast.Node, ABSTRACT[SYNTAX])]
    found += [(MODEL, name) for name in _dataclasses(model) if name not in ABSTRACT[MODEL]]
    found += [(FLOW, name) for name in _dataclasses(node_family)]
    found += [(TERM, op) for op in _operations()]
    found += [(PROGRAM, name) for module in PLANNED for name in _dataclasses(module)]
    found += [(WORD, word) for word in FUNCTIONS]
    left_out = {group: NOT_COUNTED.get(group, set()) | set(NEVER_ACCEPTED.get(group, ())) for group in GROUPS}
    found = [(group, name) for group, name in found if name not in left_out[group]]
    return tuple(dict.fromkeys(found))


REPETITION = re.compile(r"(__\w+_(?:star|plus))_\d+$")
NOT_COUNTED = {
    MODEL: {"ChanceFlow", "ChanceName"},
    FLOW: {"Origin", "Node", "Chance"},
}  # fmt: skip
"""Classes that only describe others, or stand inside nodes that are counted."""
NEVER_ACCEPTED = {
    PRODUCTION: {
        "cell / TITLE": "a name in a table is read only to be refused (E322)",
        "over: over_for / BY": "an order behind `for` is read only to be refused (E012)",
        "over: over_for / order": "an order behind `for` is read only to be refused (E012)",
        "__target_star / __target_star": "no amendment aims at something three names deep",
    },
    SYNTAX: {"TriggerLines": "desugaring makes it, nobody can write it"},
    MODEL: {
        "PhraseTerm": "only sentences made from titles have terms, and no rulebook contains them",
        "PhraseTerms": "only sentences made from titles have terms, and no rulebook contains them",
        "PhraseVerb": "only sentences made for answers to offers have such verbs, and no rulebook contains them",
    },
    TERM: {"gather all": "`all` becomes a denied `any`"},
    PROGRAM: {
        "InterpretedAnswer": "kept for sources of answers that terms do not know yet",
        "InterpretedAnswers": "kept for sources of answers that terms do not know yet",
        "InterpretedLegality": "kept for parameters that terms do not know yet",
        "InterpretedOutcomes": "kept for sources of chance that terms do not know yet",
        "InterpretedSettling": "kept for sources of chance that terms do not know yet",
    },
}  # fmt: skip
"""Parts that no rulebook accepted by `check` can cover, with the reason."""
HOWS = ("count", "any", "all", "sum", "min", "max", "first", "last", "set", "union")


def _operations() -> list[str]:
    """The operations of terms, and the ways of gathering."""
    return [*(op for op in ROWS if op != "gather"), *(f"gather {how}" for how in HOWS)]


def _dataclasses(module: ModuleType) -> list[str]:
    return [
        name
        for name, of in vars(module).items()
        if isinstance(of, type) and dataclasses.is_dataclass(of) and not name.startswith("_")
        and (of.__module__ == module.__name__ or module is model)
    ]  # fmt: skip


def _classes(module: ModuleType, base: type, without: set[str]) -> list[str]:
    return [
        name
        for name, of in vars(module).items()
        if isinstance(of, type) and issubclass(of, base) and name not in without
    ]


def _class_names(found: Any, module: ModuleType) -> Iterator[str]:
    known = set(_dataclasses(module))
    for each in found:
        if type(each).__name__ in known:
            yield type(each).__name__


def _walk(root: object, base: type | None) -> Iterator[object]:
    """All dataclasses that hang together below an object, each once."""
    waiting, seen = [root], set[int]()
    while waiting:
        here = waiting.pop()
        if isinstance(here, (tuple, list, frozenset, set)):
            waiting += here
        elif isinstance(here, dict) or (
            hasattr(here, "items") and hasattr(here, "keys") and not dataclasses.is_dataclass(here)
        ):
            waiting += [*here.keys(), *here.values()]
        elif dataclasses.is_dataclass(here) and not isinstance(here, type) and id(here) not in seen:
            seen.add(id(here))
            if base is None or isinstance(here, base):
                yield here
            waiting += [getattr(here, spec.name, None) for spec in dataclasses.fields(here) if spec.name != "span"]


# ---------------------------------------------------------------- productions


@cache
def _counting_parser() -> tuple[Counter[str], Lark]:
    """Return a separate parser for counting, and its counts: each production, and each part of one."""
    counted: Counter[str] = Counter()
    lark = Lark(grammar_text(), postlex=_Layout(), **OPTIONS)
    callbacks = lark.parser.parser.parser.callbacks  # type: ignore[union-attr]
    for rule, made in list(callbacks.items()):
        keys = _keys(rule)
        for key in keys:
            counted[key] += 0
        callbacks[rule] = _counted(counted, keys, made)
    return counted, lark


def _counted(counted: Counter[str], keys: list[str], made: Any) -> Any:
    def count(children: list[Any]) -> Tree[Any]:
        for key in keys:
            counted[key] += 1
        return made(children)  # type: ignore[no-any-return]

    return count


def _keys(rule: Any) -> list[str]:
    """How a rule of the grammar is counted: as its alternative, and once more for each part that it has.

    The parser numbers the repetitions of all rules together. The keys leave these numbers out, because a new rule
    changes them.
    """
    origin, *symbols = (REPETITION.sub(r"\1", each.name) for each in (rule.origin, *rule.expansion))
    head = origin if rule.alias is None else f"{origin}: {rule.alias}"
    parts = sorted({symbol for symbol in symbols if symbol not in ("_NL", "_INDENT", "_DEDENT")})
    return [head, *(f"{head} / {part}" for part in parts)]
