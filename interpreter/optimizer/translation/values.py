"""Values as terms: small ones are written out where they are used, others become functions.

What is written out folds with what is known of its arguments. `Values.functions` lists the functions.
"""

from __future__ import annotations

from dsl import model as m
from interpreter.optimizer.terms.arena import Arena
from interpreter.optimizer.terms.dependencies import Function
from interpreter.optimizer.terms.terms import HUGE, Called, Fault, Term
from interpreter.optimizer.translation.locations import Env, Meaning, Translates
from interpreter.position import faults

INLINED = 150
"""Size up to which a value is written out where it is used."""


class Values:
    """Translates calls of values."""

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
            return self._result(rule, dict(zip((var.uid for var in rule.params), args, strict=True)))
        key = (e.name, terms)
        if key not in self._called:
            self._called[key] = self._call(rule, terms)
        return self._called[key]

    def _call(self, rule: m.ValueRule, args: tuple[Term, ...]) -> Term:
        """A value for plain numbers: written out if it is small. What may fault is worked out before, like anyone's
        arguments; then it is a function."""
        inner: dict[int, Meaning] = dict(zip((var.uid for var in rule.params), args, strict=True))
        plain = all(arg.droppable for arg in args)
        if plain and all(arg.size <= 3 for arg in args):
            written_out = self._result(rule, dict(inner))
            if written_out.size <= INLINED:
                return written_out
        known = self._function(rule, tuple(arg.low >= 0 for arg in args))
        if known is None or (known.body.still and plain):
            return self._arena.settled(self._result(rule, inner))
        op = "calls" if known.body.sequence else "call"
        return self._arena.make(op, args, known.name, known.body.low, known.body.high)

    def _function(self, rule: m.ValueRule, there: tuple[bool, ...]) -> Function | None:
        """A value as a function of its parameters, of which some are sure to be `there`, not none; None where one of
        them is no plain number."""
        name = " ".join([rule.about.name, *(str(at) for at, sure in enumerate(there) if sure)])
        if name not in self.functions:
            if not all(isinstance(var.type, (m.Int, m.Flag, m.Ref)) for var in rule.params):
                return None
            if isinstance(rule.type, m.Bag):
                return None
            params = tuple(self._widest(var, sure) for var, sure in zip(rule.params, there, strict=True))
            body = self._result(rule, {var.uid: param for var, param in zip(rule.params, params, strict=True)})
            self.functions[name] = Function(name, params, body)
            self._arena.called[name] = _known_of(params, body)
        return self.functions[name]

    def _widest(self, var: m.Var, there: bool = False) -> Term:
        """A name for a local of which only the kind is sure, and maybe that it is not none."""
        low, high = -HUGE, HUGE
        if isinstance(var.type, m.Flag):
            low, high = 0, 1
        elif isinstance(var.type, m.Ref) and var.type.kind:
            low, high = -int(not there), self._model.kinds[self._model.kinds[var.type.kind].root].size - 1
        elif there:
            low = 0
        return self._arena.name(var.uid, low, high)

    def _result(self, rule: m.ValueRule, inner: dict[int, Meaning]) -> Term:
        """The base of a value, or what its exceptions put in place of it."""
        with self._translate.unaware():
            return self._by_exceptions(rule, inner)

    def _by_exceptions(self, rule: m.ValueRule, inner: dict[int, Meaning]) -> Term:
        first_of_all = []
        for var, working in rule.workings:
            inner[var.uid] = done = self._translate.local(working, var.type, inner)
            if isinstance(done, Term) and not done.total:
                first_of_all.append(self._arena.length(done) if done.sequence else done)
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
                one_case, other_case = f"{first.about.name} (\0)", f"{case.about.name} (\0)"
                words = faults.exceptions_disagree(rule.about.name, one_case, other_case)
                fault = Fault(words, case.about.span, ("", ""), rule.about)
                clash = self._arena.make("fail", (value, other), fault, 0, 0)
                then = self._arena.choose(self._arena.both(also, self._arena.compare("!=", value, other)), clash, then)
            found = self._arena.choose(when, then, found)
        if isinstance(rule.type, m.Int):
            found = self._in_range(rule, rule.type, found)
        for done in reversed(first_of_all):  # a fault in a working comes before anything else
            found = self._arena.choose(self._arena.compare(">=", done, self._arena.num(-HUGE)), found, found)
        return found

    def _in_range(self, rule: m.ValueRule, of: m.Int, found: Term) -> Term:
        """A number that is tested against its declared range, where it is not sure to lie in it. The fault shows the
        number itself."""
        words = faults.value_out_of_range(rule.about.name, "\0", of.low, of.high, of.parts)
        fault = Fault(words, rule.about.span, ("",), rule.about, early=True)
        return self._arena.check(found, of.low, of.high, fault)

    def score(self, seat: Term) -> Term:
        """The points of a seat: all lines of the scoring, added up."""
        var = self._model.score_var
        if "score" not in self.functions:
            name = self._widest(var) if var is not None else self._arena.name(0, 0, self._model.players - 1)
            body = self._arena.num(0)
            env = {var.uid: name} if var is not None else {}
            with self._translate.unaware():
                for line in self._model.score:
                    body = self._arena.math("+", body, self._translate.term(line.value, env))
            self.functions["score"] = Function("score", (name,), body)
            self._arena.called["score"] = _known_of((name,), body)
        body = self.functions["score"].body
        return self._arena.make("call", (seat,), "score", body.low, body.high)


def _known_of(params: tuple[Term, ...], body: Term) -> Called:
    return Called(body.still, body.total, body.low, body.high, body.size, params, body)
