"""Emits the Python functions for decisions.

For each decision, one function returns the seats that must decide, another lists the legal rows, and others play the
moves. A row encodes a move as a tuple of integers.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from interpreter.codegen.control_flow import PythonControlFlow
from interpreter.codegen.expressions import Expressions
from interpreter.codegen.instructions import Instructions
from interpreter.codegen.loops import Loops, buffer_name
from interpreter.codegen.writer import Constants, Writer, name_of, tuple_of
from interpreter.optimizer import Program, Term, buffers
from interpreter.optimizer import planned_moves as pm
from interpreter.optimizer import planned_nodes as p


@dataclass(frozen=True, slots=True)
class OpenRow:
    """Names of the functions that handle a move with open numbers, which the player fills in.

    `length` is the number of integers in a row. If a function name is empty, the reference interpreter does that work.
    """

    length: int
    legality: str = ""
    ranges: str = ""
    sizes: str = ""


@dataclass(slots=True)
class DecisionFunctions:
    """Names of the functions generated for a decision."""

    deciders: str
    moves: str
    plays: dict[int, list[str]] = field(default_factory=dict)
    """Functions that play a move, keyed by move kind, with one function per option."""
    open: dict[int, list[OpenRow]] | None = None
    """Functions for moves with open numbers, keyed by move kind.

    The value is None if no move of the decision has open numbers.
    """


class Decisions:
    """Emits the functions for decisions."""

    def __init__(
        self, program: Program, out: Writer, constants: Constants, expressions: Expressions, loops: Loops,
        instructions: Instructions, course: PythonControlFlow,
    ) -> None:  # fmt: skip
        self._program = program
        self._out = out
        self._constants = constants
        self._expressions = expressions
        self._loops = loops
        self._instructions = instructions
        self._course = course
        self._listings: dict[pm.Listing, str] = {}

    def write(self) -> dict[int, DecisionFunctions]:
        """Emit the functions for all decisions, and return their names keyed by node number."""
        found = {}
        for number, node in enumerate(self._program.nodes):
            if isinstance(node, p.Decision):
                found[number] = self._decision(number, node)
            elif isinstance(node, p.SimultaneousDecision):
                found[number] = self._secret(number, node)
        return found

    def _decision(self, number: int, node: p.Decision) -> DecisionFunctions:
        out = self._out
        out.about = None
        with out.block(f"def q{number}(v):"):
            out.write(f"return ({self._expressions.value(node.who)},)")
        found = DecisionFunctions(f"q{number}", self._listing(number, node.listing))
        found.open = {} if node.open else None
        for at, move in enumerate(node.options):
            found.plays.setdefault(move.kind, []).append(self._play(f"p{number}_{at}", move))
            if found.open is not None:
                found.open.setdefault(move.kind, []).append(self._open_row(f"{number}_{at}", move))
        return found

    # ------------------------------------------------------------ the legal rows

    def _listing(self, number: int, listing: pm.Listing) -> str:
        """Emit the function that lists the legal rows of a decision.

        The emitted function returns None if the given seat does not decide. Decisions with equal listings share one
        function.
        """
        if listing in self._listings:
            return self._listings[listing]
        self._listings[listing] = name = f"m{number}"
        out, seat, who = self._out, name_of(listing.seat), listing.who
        with out.block(f"def {name}(v, {seat}):"):
            fault = f"q{number}(v); " if who.low < 0 else ""
            out.write(f"if {self._expressions.value(who)} != {seat}: {fault}return None")
            out.write(f"rows = [{'(0,)' if listing.passes else ''}]; add = rows.append")
            for buffer in buffers(listing.steps):
                out.write(f"{buffer_name(buffer)} = []; add{buffer} = {buffer_name(buffer)}.append")
            self._loops.write(listing.steps, lambda terms, at: out.write(f"add{at or ''}({self._row(terms)})"))
            for each in listing.interpreted:
                out.write(f"rows.extend(ROWS({self._constants.identity(each.option, 'E')}, v, {seat}))")
            out.write("return rows" if listing.ordered else "return ORDERED(rows)")
        return name

    def _row(self, terms: tuple[Term, ...]) -> str:
        return tuple_of(self._expressions.value(term) for term in terms)

    # ------------------------------------------------------------ playing

    def _play(self, name: str, move: pm.Move) -> str:
        """Emit the function that plays a move and returns the next node."""
        out = self._out
        with out.block(f"def {name}(v, seat, row):"):
            out.about = move.about
            self._course.begin()
            self._arguments(move.arguments)
            self._instructions.write(move.body, self._course.leaving(move.to, {}))
            self._course.go(move.to, {move.frame: move.back} if move.frame >= 0 else {})
        out.about = None
        return name

    def _arguments(self, given: pm.Arguments, checked: bool = True) -> None:
        """Emit code that unpacks a row into local variables.

        Unless the row is already `checked`, also emit a test that rejects rows with invalid sets.
        """
        out = self._out
        if given.seat is not None:
            out.write(f"{name_of(given.seat)} = seat")
        for each in given.sets:
            if not checked:
                out.write(f"if min(row[{each.at}:{each.at + each.width}], default=0) < 0: return False")
            out.write(f"{name_of(each.name)} = B(row, {each.at}, {each.first}, {each.width})")
        if any(place is not None for place in given.places):
            places = ", ".join(name_of(place) if place is not None else "_" for place in given.places)
            out.write(f"_, {places} = row")

    # ------------------------------------------------------------ open rows

    def _open_row(self, number: str, move: pm.Move) -> OpenRow:
        self._out.about = move.about
        legality = self._legality(f"f{number}", move.legality) if isinstance(move.legality, pm.Legality) else ""
        ranges = self._ranges(f"r{number}", move.ranges) if isinstance(move.ranges, pm.Ranges) else ""
        sizes = self._sizes(f"b{number}", move.ranges) if isinstance(move.ranges, pm.Ranges) else ""
        self._out.about = None
        return OpenRow(move.length, legality, ranges, sizes)

    def _legality(self, name: str, legality: pm.Legality) -> str:
        out = self._out
        with out.block(f"def {name}(v, seat, row):"):
            out.write(f"if seat != {self._expressions.value(legality.who)}: return False")
            self._arguments(legality.arguments, checked=False)
            for test in legality.tests:
                out.write(f"if not {self._expressions.test(test)}: return False")
            out.write("return True")
        return name

    def _ranges(self, name: str, ranges: pm.Ranges) -> str:
        """Emit the function that returns the range of each open number in a row."""
        with self._out.block(f"def {name}(v, seat, row):"):
            self._arguments(ranges.arguments)
            self._out.write(f"return {tuple_of(self._range(place) for place in ranges.places)}")
        return name

    def _sizes(self, name: str, ranges: pm.Ranges) -> str:
        """Emit the function that returns the size limits of the open bags and sets in a row."""
        with self._out.block(f"def {name}(v, seat, row):"):
            self._arguments(ranges.arguments)
            sizes = [
                f"({size.at}, {size.width}, {self._expressions.value(size.least)}, "
                f"{self._expressions.value(size.most)}, {size.is_set})"
                for size in ranges.sizes
            ]
            self._out.write(f"return {tuple_of(sizes)}")
        return name

    def _range(self, place: pm.NumberBounds | pm.Among) -> str:
        if isinstance(place, pm.NumberBounds):
            return f"range({self._expressions.value(place.most)} + 1)"
        return f"RANGE({self._expressions.members(place.members)}, {place.step}, {place.low}, {place.high})"

    # ------------------------------------------------------------ secret choices

    def _secret(self, number: int, node: p.SimultaneousDecision) -> DecisionFunctions:
        out, pending, seat = self._out, node.pending, name_of(node.seat)
        out.about = None
        with out.block(f"def q{number}(v):"):
            out.write(f"return tuple(B(v, {pending.base}, {pending.first}, {pending.width}))")
        with out.block(f"def m{number}(v, {seat}):"):
            out.write(f"if not H(v, {pending.base}, {pending.first}, {seat}): return None")
            out.write(f"return {self._answers(node)}")
        out.about = node.about
        with out.block(f"def p{number}_0(v, seat, row):"):
            self._course.begin()
            self._arguments(node.arguments)
            self._instructions.write(node.body)
            with out.block(f"if any(v[{pending.base}:{pending.base + pending.width}]):"):
                out.write(f"return {number}")
            self._course.go(node.to, {})
        out.about = None
        return DecisionFunctions(f"q{number}", f"m{number}", {node.kind: [f"p{number}_0"]})

    def _answers(self, node: p.SimultaneousDecision) -> str:
        """Return a Python expression that lists a seat's possible answers as rows."""
        match node.answers:
            case p.AnswerSeveral(domain) if domain.op == "subsets":
                return f"SECRETSETS({node.kind}, {self._expressions.members(domain)})"
            case p.AnswerSeveral(domain):
                return f"SECRET({node.kind}, {self._expressions.bag_domain(domain)})"
            case p.AnswerMembers(members):
                return f"ANSWERS({node.kind}, {self._expressions.members(members)})"
        return f"LISTED(v, {name_of(node.seat)})"
