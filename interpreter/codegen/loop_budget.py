"""Decides which generated loops must charge the work budget.

The estimated cost of a loop is an upper bound derived from its sequence and its body. Expensive loops charge the budget
once, before the first iteration; cheap loops charge nothing.

If the budget runs out, the reference interpreter repeats the step and decides whether to report an error. The charge
may therefore be too high but never too low.
"""

from __future__ import annotations

from math import comb, prod

from dsl.limits import MOST_MEMBERS, MOST_STEPS
from interpreter.flow import Node
from interpreter.optimizer import Loop, Part, Program, Term, contents
from interpreter.optimizer import instructions as i

LONG = 400_000
"""Maximum number of terms that a loop may evaluate without charging the budget."""
UNIT = 50
"""Number of terms per budget unit.

Estimates far exceed the actual number of evaluated terms, because most terms are evaluated only if a test succeeds.
"""
MOST_OF_A_PASS = LONG // 4
"""Maximum number of terms charged for one iteration of a loop.

Longer inner loops charge the budget themselves.
"""
BUDGET = MOST_STEPS
"""Number of budget units available to one decision."""
ENDLESS = 1 << 40


class LoopBudget:
    """Estimates the cost of a program's loops."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._costs: dict[Term, int] = {}

    def counted(self, sequence: Term, body: object, text: str) -> str:
        """Return the source of a loop's sequence, wrapped in a call that charges the budget if the loop may be long.

        `text` is the source without this call.
        """
        return f"W({text}, {self.of_pass(body)})" if self.is_long(sequence, body) else text

    def is_long(self, sequence: Term, body: object) -> bool:
        """Return True if a loop may take so long that it must charge the budget."""
        return self.size(sequence) * max(1, self.cost(body)) > LONG

    def counts(self, loop: i.Repeat) -> bool:
        """Return True if a `repeat` must charge the budget."""
        return self._passes(loop) > LONG

    def _passes(self, loop: i.Repeat) -> int:
        return max(0, min(ENDLESS, loop.times.high)) * max(1, self.cost(loop.body) + self.cost(loop.test))

    def of_pass(self, body: object) -> int:
        """Return the number of budget units charged for one iteration of a loop."""
        return 1 + min(self.cost(body), MOST_OF_A_PASS) // UNIT

    def size(self, sequence: Term) -> int:
        """Return an upper bound on the length of a sequence."""
        match sequence.op:
            case "fixed":
                return max((len(row) for row in sequence.rows), default=0)
            case "bags":
                return self._bags(sequence.args[1].high, [each.high for each in sequence.args[2:]])
            case "subsets":
                return self._sets(self.size(sequence.args[0]), sequence.args[2].high if sequence.args[2:] else ENDLESS)
            case "list" | "maybe" | "spread":
                return len(sequence.args)
            case "join" | "less":
                return sum(self.size(arg) for arg in sequence.args)
            case "interpreted":
                return ENDLESS
        return max(0, min(ENDLESS, sequence.high - sequence.low + 1))

    def _bags(self, most: int, held: list[int]) -> int:
        """Return the number of bags that hold at most `most` pieces, with at most `held[i]` pieces of type i.

        The result is capped at `MOST_MEMBERS`, because listing more members raises an error.
        """
        sorts = sum(1 for each in held if each > 0)
        ways = min(prod(each + 1 for each in held if each > 0), comb(min(max(0, most), 1_000) + sorts, sorts))
        return min(MOST_MEMBERS, ways)

    def _sets(self, members: int, most: int) -> int:
        """Return the number of subsets with at most `most` members, given the total number of members.

        The result is capped at `MOST_MEMBERS`, because listing more members raises an error.
        """
        largest = min(members, max(0, most), MOST_MEMBERS.bit_length())
        return min(MOST_MEMBERS, sum(comb(members, size) for size in range(largest + 1)))

    def cost(self, part: object) -> int:
        """Return the maximum number of terms that a program part evaluates without charging the budget.

        `part` is a term, a step, an instruction, or a tuple of these.
        """
        match part:
            case Term():
                return self._of_term(part)
            case tuple():
                return min(ENDLESS, sum(self.cost(each) for each in part))
            case Loop(sequence=sequence, body=body) | i.ForEach(sequence=sequence, body=body):
                inner = self.size(sequence) * max(1, self.cost(body))
                return self.cost(sequence) + (inner if inner <= LONG else UNIT)
            case i.Repeat():
                inner = self._passes(part)
                return self.cost(part.times) + (inner if inner <= LONG else UNIT)
            case Part() | Node():
                return 1 + self.cost(contents(part))
        return 0

    def _of_term(self, term: Term) -> int:
        if term not in self._costs:
            self._costs[term] = 1
            found = 1 + sum(self._of_term(arg) for arg in term.args)
            if term.op == "gather" and term in self._program.gatherings:
                found += self.cost(self._program.gatherings[term].steps)
            elif term.op in ("call", "calls") and term.name in self._program.values:
                value = self._program.values[term.name]
                found += self.cost(value.before) + self._of_term(value.body)
            elif term.op == "avail":
                found += self.cost(self._program.available[term.value].offers)
            self._costs[term] = min(found, ENDLESS)
        return self._costs[term]
