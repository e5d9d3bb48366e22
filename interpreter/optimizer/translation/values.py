"""Translates rulebook values: small ones are inlined, others become functions.

An inlined value is simplified together with its arguments. `Values.functions` holds the functions.
"""

from __future__ import annotations

from dsl import model as m
from interpreter.optimizer.terms.arena import Arena
from interpreter.optimizer.terms.dependencies import Function
from interpreter.optimizer.terms.operations import HUGE, Operation
from interpreter.optimizer.terms.substitution import replacing
from interpreter.optimizer.terms.terms import Called, Fault, Lines, Term
from interpreter.optimizer.translation.lines import LineReader, with_lines
from interpreter.optimizer.translation.locations import Env, Meaning, Translates
from interpreter.position import faults

INLINED = 150
"""Maximum size of a rulebook value that is inlined."""
LONGEST = 2000
"""Code length above which a term becomes a function."""


class Values:
    """Translates calls to rulebook values."""

    def __init__(self, arena: Arena, model: m.Model, translate: Translates) -> None:
        self._arena = arena
        self._model = model
        self._translate = translate
        self.functions: dict[str, Function] = {}
        self._called: dict[tuple[str, tuple[Term, ...]], Term] = {}

    def call(self, e: m.CallValue, env: Env) -> Term:
        rule = self._model.values.get(e.name)
        if rule is None:
            return self.score(self._translate.thing(e.args[0], env))
        args = [self._translate.local(arg, var.type, env) for var, arg in zip(rule.params, e.args, strict=True)]
        terms = tuple(arg for arg in args if isinstance(arg, Term) and not arg.sequence)
        if len(terms) < len(args):
            return self.apart(*self._result(rule, dict(zip((var.uid for var in rule.params), args, strict=True))))
        key = (e.name, terms)
        if key not in self._called:
            self._called[key] = self._call(rule, terms)
        return self._called[key]

    def _call(self, rule: m.ValueRule, args: tuple[Term, ...]) -> Term:
        """Return the term for a call to a rulebook value whose arguments are numbers.

        A small value is inlined. If an argument may fail, the value becomes a function call, which computes all
        arguments first.
        """
        inner: dict[int, Meaning] = dict(zip((var.uid for var in rule.params), args, strict=True))
        plain = all(arg.droppable for arg in args)
        if plain and all(arg.size <= 3 for arg in args):
            lines, written_out = self._result(rule, inner)
            if not lines and written_out.size <= INLINED:
                return written_out
        known = self._function(rule, tuple(arg.low >= 0 for arg in args))
        if known is None or (known.body.pure and plain and not known.lines):
            lines, written_out = self._result(rule, inner)
            return self.apart(lines, written_out) if lines else self._arena.settled(written_out)
        op: Operation = "calls" if known.body.sequence else "call"
        return self._arena.make(op, args, known.name, known.body.low, known.body.high)

    def _function(self, rule: m.ValueRule, there: tuple[bool, ...]) -> Function | None:
        """Return a function that computes a rulebook value from its parameters, or None if that is impossible.

        All parameters must be numbers. Parameters marked in `there` are known to be present, that is, not `none`.
        """
        name = " ".join([rule.about.name, *(str(at) for at, sure in enumerate(there) if sure)])
        if name not in self.functions:
            if not all(isinstance(var.type, (m.Int, m.Flag, m.Ref)) for var in rule.params):
                return None
            if isinstance(rule.type, m.Bag):
                return None
            params = tuple(self._widest(var, sure) for var, sure in zip(rule.params, there, strict=True))
            lines, body = self._result(rule, {var.uid: param for var, param in zip(rule.params, params, strict=True)})
            self._keep(Function(name, params, body, lines))
        return self.functions[name]

    def _keep(self, function: Function) -> None:
        self.functions[function.name] = function
        self._arena.called[function.name] = _known_of(function)

    def apart(self, lines: Lines, term: Term) -> Term:
        """Return a term that is evaluated after the given lines.

        If there are any lines, or if the term is long, the result is a call to a new function. Parts that rely on
        earlier tests are computed by the caller and passed as arguments.
        """
        if not lines and term.length <= LONGEST:
            return term
        lines = _needed(lines, term)
        terms = (term, *(each for _, each in lines))
        given: dict[Term, Term] = {}
        for each in terms:
            self._leaning(each, given)
        inside = replacing(self._arena, given)
        names = {name for name, _ in lines}
        free = {name.value: name for each in map(inside, terms) for name in each.free - names}
        params = tuple(free[uid] for uid in sorted(free))
        function = Function(
            f"part {len(self.functions)}", params, inside(term), tuple((name, inside(each)) for name, each in lines)
        )
        self._keep(function)
        outside = {name: each for each, name in given.items()}
        op: Operation = "calls" if term.sequence else "call"
        args = tuple(outside.get(param, param) for param in params)
        return self._arena.make(op, args, function.name, term.low, term.high)

    def _leaning(self, term: Term, found: dict[Term, Term]) -> None:
        """Find the parts of a term that rely on earlier tests, and assign a variable to each part."""
        if not term.is_guarded or term in found:
            return
        if term.op == "sure":
            found[term] = self._arena.fresh(term.low, term.high)
        for arg in term.args if term.op != "sure" else ():
            self._leaning(arg, found)

    def _widest(self, var: m.Var, there: bool = False) -> Term:
        """Return a variable for a local, with the widest possible bounds for its type.

        If `there` is set, the bounds exclude -1 (none).
        """
        low, high = -HUGE, HUGE
        if isinstance(var.type, m.Flag):
            low, high = 0, 1
        elif isinstance(var.type, m.Ref) and var.type.kind:
            low, high = -int(not there), self._model.kinds[self._model.kinds[var.type.kind].root].size - 1
        elif there:
            low = 0
        return self._arena.name(var.uid, low, high)

    def _result(self, rule: m.ValueRule, given: dict[int, Meaning]) -> tuple[Lines, Term]:
        """Return the lines of a rulebook value that are bound to variables, and the term for its result."""
        with self._translate.unaware():
            return with_lines(self._arena, self._translate, lambda reader: self._by_exceptions(rule, given, reader))

    def _by_exceptions(self, rule: m.ValueRule, given: dict[int, Meaning], reader: LineReader) -> Term:
        inner = dict(given)
        reader.read(rule, inner)
        read = self._translate.members if isinstance(rule.type, m.Many) else self._translate.term
        cases = []
        for case in rule.exceptions:
            when = self._translate.term(case.when, inner)
            with self._translate.knowing(when):
                cases.append((case, when, read(case.value, inner)))
        with self._translate.knowing(*(when for _, when, _ in cases), holds=False):
            found = read(rule.base, inner)
        for n, (first, when, value) in reversed(list(enumerate(cases))):
            then = value
            for case, also, other in reversed(cases[n + 1 :]):
                if other is value and also.total:
                    continue
                then = self._arena.choose(*self._clash(rule, first, case, (also, value, other)), then)
            found = self._arena.choose(when, then, found)
        if isinstance(rule.type, m.Int):
            found = self._in_range(rule, rule.type, found)
        return self._arena.behind(reader.may_fail, found)

    def _clash(
        self, rule: m.ValueRule, first: m.ExceptionCase, case: m.ExceptionCase, terms: tuple[Term, Term, Term]
    ) -> tuple[Term, Term]:
        """Return a condition under which a later exception gives a different result, and the error to raise in that
        case.

        The error message displays numeric results; for sets, it displays only the names of the exceptions.
        """
        a, (also, value, other) = self._arena, terms
        if isinstance(rule.type, m.Many):
            words = faults.exceptions_disagree(rule.about.name, first.about.name, case.about.name)
            differ = a.negate(a.settled(a.make("same", (value, other), None, 0, 1)))
            return a.both(also, differ), a.fail(Fault(words, case.about.span, (), rule.about))
        both = f"{first.about.name} (\0)", f"{case.about.name} (\0)"
        words = faults.exceptions_disagree(rule.about.name, *both)
        fault = Fault(words, case.about.span, ("", ""), rule.about)
        return a.both(also, a.compare("!=", value, other)), a.fail(fault, value, other)

    def _in_range(self, rule: m.ValueRule, of: m.Int, found: Term) -> Term:
        """Return a number with a range check, if necessary, whose error message displays the number."""
        words = faults.value_out_of_range(rule.about.name, "\0", of.low, of.high, of.parts)
        fault = Fault(words, rule.about.span, ("",), rule.about, early=True)
        return self._arena.check(found, of.low, of.high, fault)

    def score(self, seat: Term) -> Term:
        """Return a seat's points, which are the sum of all scoring lines."""
        var = self._model.score_var
        if "score" not in self.functions:
            name = self._widest(var) if var is not None else self._arena.name(0, 0, self._model.players - 1)
            body = self._arena.num(0)
            env = {var.uid: name} if var is not None else {}
            with self._translate.unaware():
                for line in self._model.score:
                    body = self._arena.math("+", body, self._translate.term(line.value, env))
            self._keep(Function("score", (name,), body))
        body = self.functions["score"].body
        return self._arena.make("call", (seat,), "score", body.low, body.high)


def _known_of(of: Function) -> Called:
    terms = (*(term for _, term in of.lines), of.body)
    return Called(
        all(term.pure for term in terms), all(term.total for term in terms), of.body.low, of.body.high,
        sum(term.size for term in terms), any(term.checked for term in terms), of.params, of.body, of.lines,
    )  # fmt: skip


def _needed(lines: Lines, term: Term) -> Lines:
    """Return the lines that a term needs, together with all lines that may fail."""
    needed, found = set(term.free), list[tuple[Term, Term]]()
    for name, each in reversed(lines):
        if name in needed or not each.droppable:
            found.append((name, each))
            needed |= each.free
    return tuple(reversed(found))
