"""Lists the operations of terms, with one row each.

A row says everything that holds for all terms with the operation. The optimizer, both back ends and the text of a
program read the same rows. To add an operation, add its name to `Operation` and its row to a table below.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

HUGE = 1 << 62

Arithmetic = Literal["+", "-", "*", "//", "up", "%", "min", "max"]
Comparison = Literal["=", "!=", "<", "<=", ">", ">="]
SetOperation = Literal["join", "less"]
Operation = Literal[
    Arithmetic, Comparison, SetOperation, "num", "name", "load", "and", "or", "not", "if", "pick", "check", "fail",
    "sure", "once", "filled", "tried", "call", "interpreted", "avail", "total", "nth", "member", "asked", "has", "len",
    "same", "gather", "mask", "fixed", "span", "items", "marks", "bits", "list", "maybe", "holding", "spread", "reach",
    "local", "calls", "asks", "table", "bags", "chosen", "subsets", "settles", "settling",
]  # fmt: skip
"""The names of all operations."""

Form = Literal["number", "index", "flag", "sequence"]
"""Form of a result or of an argument; an index is a number that selects a slot or an entry."""

Reads = Literal["arguments", "one slot", "data slots", "numbered slots", "functions", "variable", "unknown"]
"""Parts of the position that an operation reads, in addition to those that its arguments read.

- arguments: nothing; the result depends only on the arguments and on the constant boards.
- one slot, data slots, numbered slots: consecutive slots that begin at the first argument. Their number is 1, the data
  of the term, or the second number in the data.
- functions: the parts of another term, such as the body of a function or of an aggregate.
- variable: a variable, or the term that defines it.
- unknown: unknown slots, or the result is never memoised.
"""

Unguarded = Literal["error", "as arguments", "entry", "slot", "flag"]
"""Worst result if the guards of an argument fail, in the sense of `Term.unguarded_result`.

- error: the term must not be computed.
- as arguments: the worst result of the arguments.
- entry: an entry of a table, whose index may be one below its lower bound.
- slot: the number in any slot, provided that the address is at most one below its lower bound.
- flag: 0 or 1, but not necessarily the right one.
"""

Stored = Literal["always", "if it may fail", "never"]
"""Condition for storing a repeated result in a variable.

A term that is stored if it may fail must also have an argument that is stored.
"""

Range = tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """Properties that all terms with the same operation share."""

    doc: str
    """Description of the result."""
    takes: tuple[Form, ...] = ()
    """Forms of the arguments, if every term has the same number of them and an engine writes the term from its row."""
    gives: Form = "number"
    like: tuple[int, ...] = ()
    """Numbers of arguments; the result is a sequence if any of these arguments is a sequence."""
    pure: bool = True
    """True if the operation itself does not depend on the position."""
    reads: Reads = "arguments"
    total: bool = True
    """True if the operation itself cannot fail."""
    cost: int = 1
    """Estimated cost of the operation itself; 0 for constants and variables."""
    repeats: int = 1
    """Estimated number of times that the operation evaluates its parts."""
    stored: Stored = "never"
    unguarded: Unguarded = "error"
    in_order: bool = True
    """True if the members of the resulting sequence are unique and in ascending order."""
    infix: str = ""
    """Python operator between the arguments."""
    python: str = ""
    """Python expression, with a pair of braces for each argument; `{data}` means the data of the term."""
    instruction: str = ""
    """WebAssembly instruction that computes the result, provided that neither overflow nor rounding matters."""
    function: str = ""
    """Function of the native engine's library that computes the result."""
    divides: bool = False
    """True if the operation fails if the second argument is 0."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ComputedRow(Row):
    """An operation on two numbers."""

    compute: Callable[[int, int], int]


@dataclass(frozen=True, slots=True, kw_only=True)
class ArithmeticRow(ComputedRow):
    """An operation that computes a number from two numbers."""

    bounds: Callable[[Range, Range], Range]
    """Bounds of the result if each argument has the given bounds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparisonRow(ComputedRow):
    """An operation that compares two numbers."""

    opposite: Comparison
    """Comparison that is true if and only if this one is false."""
    turned: Comparison
    """Comparison with the same result if the arguments are exchanged."""


# ------------------------------------------------------------ bounds


def _sum(one: Range, other: Range) -> Range:
    return one[0] + other[0], one[1] + other[1]


def _difference(one: Range, other: Range) -> Range:
    return one[0] - other[1], one[1] - other[0]


def _product(one: Range, other: Range) -> Range:
    return _corners(operator.mul, one, other)


def _corners(compute: Callable[[int, int], int], one: Range, other: Range) -> Range:
    """Return the bounds of a result that is extreme where both arguments are."""
    results = [compute(a, b) for a in one for b in other]
    return min(results), max(results)


def _quotient(compute: Callable[[int, int], int]) -> Callable[[Range, Range], Range]:
    return lambda one, other: _corners(compute, one, other) if other[0] > 0 else (-HUGE, HUGE)


def _remainder(one: Range, other: Range) -> Range:
    return (0, other[1] - 1) if other[0] > 0 else (-HUGE, HUGE)


def _least(one: Range, other: Range) -> Range:
    return min(one[0], other[0]), min(one[1], other[1])


def _most(one: Range, other: Range) -> Range:
    return max(one[0], other[0]), max(one[1], other[1])


# ------------------------------------------------------------ tables


def _divided_up(a: int, b: int) -> int:
    return -(-a // b)


def _calculation(
    doc: str, compute: Callable[[int, int], int], bounds: Callable[[Range, Range], Range], infix: str = "",
    python: str = "", instruction: str = "", function: str = "", divides: bool = False,
) -> ArithmeticRow:  # fmt: skip
    return ArithmeticRow(
        doc=doc, compute=compute, bounds=bounds, infix=infix, python=python, instruction=instruction, function=function,
        divides=divides, takes=("number", "number"), stored="never" if divides else "if it may fail",
        unguarded="as arguments",
    )  # fmt: skip


def _comparison(
    doc: str, compute: Callable[[int, int], int], infix: str, instruction: str, opposite: Comparison,
    turned: Comparison,
) -> ComparisonRow:  # fmt: skip
    return ComparisonRow(
        doc=doc, compute=compute, infix=infix, instruction=instruction, opposite=opposite,
        turned=turned, takes=("number", "number"), gives="flag", unguarded="flag",
    )  # fmt: skip


ARITHMETIC: Mapping[Arithmetic, ArithmeticRow] = {
    "+": _calculation("the sum", operator.add, _sum, "+", instruction="add", function="add_large"),
    "-": _calculation("the difference", operator.sub, _difference, "-", instruction="sub", function="sub_large"),
    "*": _calculation("the product", operator.mul, _product, "*", instruction="mul", function="mul_large"),
    "//": _calculation(
        "the quotient, rounded down", operator.floordiv, _quotient(operator.floordiv), "//", instruction="div_s",
        function="divided_down", divides=True,
    ),
    "up": _calculation(
        "the quotient, rounded up", _divided_up, _quotient(_divided_up), python="(-(-{} // {}))", function="divided_up",
        divides=True,
    ),
    "%": _calculation(
        "the remainder", operator.mod, _remainder, "%", instruction="rem_s", function="remainder", divides=True
    ),
    "min": _calculation("the smaller number", min, _least, instruction="lt_s"),
    "max": _calculation("the larger number", max, _most, instruction="gt_s"),
}  # fmt: skip
"""Arithmetic operations; the instruction of `min` and `max` tests whether the first number is the result."""

COMPARISONS: Mapping[Comparison, ComparisonRow] = {
    "=": _comparison("equal", lambda a, b: int(a == b), "==", "eq", "!=", "="),
    "!=": _comparison("different", lambda a, b: int(a != b), "!=", "ne", "=", "!="),
    "<": _comparison("smaller", lambda a, b: int(a < b), "<", "lt_s", ">=", ">"),
    "<=": _comparison("smaller or equal", lambda a, b: int(a <= b), "<=", "le_s", ">", ">="),
    ">": _comparison("larger", lambda a, b: int(a > b), ">", "gt_s", "<=", "<"),
    ">=": _comparison("larger or equal", lambda a, b: int(a >= b), ">=", "ge_s", "<", "<="),
}

CALCULATIONS: Mapping[str, Arithmetic] = {
    "+": "+", "-": "-", "*": "*", "/ down": "//", "/ up": "up", "mod": "%", "min": "min", "max": "max",
}  # fmt: skip
"""Operation for each operator of `dsl.model.Arith`, except `at least`."""

COMPARED: Mapping[str, Comparison] = {op: op for op in COMPARISONS}
"""Operation for each operator of `dsl.model.Compare`."""

SEARCH = 100
"""Estimated cost of a search on a graph."""

COMPUTED = dict[Operation, ComputedRow]([*ARITHMETIC.items(), *COMPARISONS.items()])
"""Operations on two numbers."""

_OTHERS: Mapping[Operation, Row] = {
    # numbers
    "num": Row(doc="the number in the data", cost=0),
    "name": Row(doc="the variable with the uid in the data", cost=0, reads="variable"),
    "load": Row(
        doc="the number in a slot", takes=("index",), pure=False, reads="one slot", unguarded="slot", python="v[{}]"
    ),
    "if": Row(
        doc="the second argument if the first one is true, otherwise the third", like=(1, 2), stored="if it may fail",
        unguarded="as arguments",
    ),
    "pick": Row(
        doc="an entry of the table in the data, selected by its index. If the entry is None, the second argument is "
        "evaluated, and fails",
        unguarded="entry",
    ),
    "check": Row(
        doc="the first argument. The data holds its bounds, and the fault that is raised outside them", total=False,
        stored="if it may fail",
    ),
    "fail": Row(doc="nothing: it raises the fault in the data, which displays the arguments", total=False),
    "sure": Row(
        doc="the first argument, which cannot fail here: an optimisation pass has proved it, with tests as further "
        "arguments",
        takes=("number",), python="{}",
    ),
    "total": Row(
        doc="the sum of consecutive slots, whose number is the data", takes=("number",), pure=False,
        reads="data slots", python="sum(v[{0}:{0} + {data}])",
    ),
    "nth": Row(
        doc="one of the further arguments, selected by the first, whose lowest value is the data; 0 if there is none"
    ),
    "member": Row(
        doc="the member of a sequence at a position, counted from the end if the data is true; -1 if there is none"
    ),
    "mask": Row(
        doc="one of the bit masks that encode a set in a move row; bit 0 is the member in the data",
        takes=("sequence",), python="MASK({}, {data})", function="mask",
    ),
    "len": Row(doc="the number of members", takes=("sequence",), python="len({})"),
    "asked": Row(
        doc="the number that answers a question about a graph", pure=False, cost=SEARCH, stored="always"
    ),
    "call": Row(
        doc="the result of the function in the data, a number", reads="functions", repeats=8, stored="always"
    ),
    # numbers or sequences
    "gather": Row(
        doc="an aggregate over the members of a sequence", reads="functions", repeats=8, stored="always"
    ),
    "once": Row(
        doc="the second argument, computed on first use and stored in the first. If the data is true, a sequence is "
        "stored as a set, for fast membership tests",
        like=(1,), reads="variable",
    ),
    "filled": Row(
        doc="the first argument, a precomputed column. At a gap, where the term failed, the second argument is "
        "evaluated again",
        like=(1,), total=False, reads="unknown",
    ),
    "tried": Row(doc="the argument, or a gap if it fails", like=(0,), reads="unknown"),
    "interpreted": Row(
        doc="the value of an expression that the reference interpreter evaluates", pure=False, total=False,
        reads="unknown", stored="always", in_order=False,
    ),
    # conditions
    "and": Row(doc="true if all arguments are true", gives="flag", unguarded="flag", infix="and"),
    "or": Row(doc="true if any argument is true", gives="flag", unguarded="flag", infix="or"),
    "not": Row(
        doc="true if the argument is false", takes=("flag",), gives="flag", unguarded="flag", python="(not {})"
    ),
    "has": Row(
        doc="true if a number is a member of a sequence", takes=("number", "sequence"), gives="flag",
        python="({} in {})",
    ),
    "same": Row(
        doc="true if two sequences have the same members", takes=("sequence", "sequence"), gives="flag",
        python="E({}, {})", function="same",
    ),
    "avail": Row(
        doc="true if the action in the data is available", gives="flag", pure=False, total=False, reads="unknown"
    ),
    "settles": Row(
        doc="true if the answer to a question about a bill is yes", gives="flag", pure=False, reads="unknown",
        unguarded="flag",
    ),
    # sequences
    "fixed": Row(doc="a row of the data, selected by its index", gives="sequence", unguarded="entry"),
    "span": Row(
        doc="the numbers from the first to the second argument; the step is the data, and negative if they descend",
        gives="sequence",
    ),
    "items": Row(
        doc="the contents of a row, pile or stack; the first item is as many slots after the base as the data says",
        gives="sequence", pure=False, reads="unknown", in_order=False,
    ),
    "marks": Row(
        doc="the members whose slot is not 0. The data holds the first member, their number, and a flag for fields "
        "with negative counts",
        gives="sequence", pure=False, reads="numbered slots",
    ),
    "bits": Row(
        doc="the members of a frozen set; the data holds the first member and the number of slots", takes=("number",),
        gives="sequence", pure=False, reads="numbered slots", python="B(v, {}, {data[0]}, {data[1]})",
    ),
    "holding": Row(
        doc="the members whose slot holds the second argument; the data holds the first member and their number",
        gives="sequence", pure=False, reads="numbered slots",
    ),
    "list": Row(doc="the arguments, in ascending order without duplicates", gives="sequence"),
    "maybe": Row(doc="one thing, or nothing if it is -1", gives="sequence"),
    "spread": Row(doc="the arguments that are not negative", gives="sequence"),
    "join": Row(
        doc="the members of either sequence", takes=("sequence", "sequence"), gives="sequence", stored="always",
        python="J({}, {})", function="joined",
    ),
    "less": Row(
        doc="the members of the first sequence that are not in the second", takes=("sequence", "sequence"),
        gives="sequence", stored="always", python="L({}, {})", function="lessened",
    ),
    "reach": Row(
        doc="the places that can be reached along the edges of the kind in the data", gives="sequence", cost=SEARCH,
        stored="always",
    ),
    "asks": Row(
        doc="the members that answer a question about a graph", gives="sequence", pure=False, cost=SEARCH,
        stored="always",
    ),
    "local": Row(
        doc="the variable with the uid in the data, which holds a sequence", gives="sequence", pure=False,
        reads="unknown", in_order=False,
    ),
    "calls": Row(
        doc="the result of the function in the data, a sequence", gives="sequence", reads="functions", stored="always",
        in_order=False,
    ),
    "table": Row(
        doc="the rows of the lookup table in the data, selected by outer variables", gives="sequence", reads="unknown"
    ),
    "bags": Row(
        doc="the bags of a domain: at least and at most how many pieces, then how many of each sort", gives="sequence",
        reads="unknown",
    ),
    "chosen": Row(doc="the members that bit masks in a move row encode, from the first in the data", gives="sequence"),
    "subsets": Row(
        doc="the sets in a domain, each encoded as bit masks: the members, the minimum size, and a maximum size if any",
        gives="sequence",
    ),
    "settling": Row(
        doc="the members that answer a question about a bill", gives="sequence", pure=False, reads="unknown"
    ),
}  # fmt: skip

ROWS: Mapping[Operation, Row] = dict[Operation, Row]([*COMPUTED.items(), *_OTHERS.items()])
"""The row of each operation."""
