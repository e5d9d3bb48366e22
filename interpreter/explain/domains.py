"""Explains why a player cannot choose a value for a parameter.

The explanation names the part of the domain or of its `where` clause that excludes the value. The search descends
through the author's domain expression to the part that excludes the value, and evaluates every part from the asker's
perspective. The search stops at a hidden part.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from dsl import model as m
from dsl.phrases import is_plural, with_article
from interpreter.explain.answers import FAILS, HIDDEN, HOLDS, UNSEEN
from interpreter.explain.derivations import Derivations
from interpreter.position import OPEN
from interpreter.reference import Env
from interpreter.table import listed, spaced
from interpreter.trace import SeenValue
from interpreter.wording import UnmetCondition, built_in_call, display_names, listed_members, verb, within


@dataclass(frozen=True, slots=True)
class DomainViolation:
    """The reason why a domain excludes a value, with the values and clauses that support the reason."""

    text: str
    values: tuple[str, ...] = ()
    cites: tuple[str, ...] = ()
    hidden: bool = False
    """True if the asker may not see the reason."""


CLOSED = DomainViolation(UNSEEN, hidden=True)


def describe_false(d: Derivations, condition: m.Expr, env: Env) -> DomainViolation:
    """Explain why a condition is false, with the values that make it false."""
    found = d.of(condition, env)
    if found.verdict == HIDDEN:
        return CLOSED
    if not found.verdict:
        return DomainViolation(found.text)
    text, values = d.describe_false(condition, env)
    return DomainViolation(text, values, found.cites)


@dataclass(frozen=True, slots=True)
class Domain:
    """The domain of one choice: the members of the expression `of` for which `where` holds.

    `env` contains the values that were chosen earlier. The explanations are in everyday words if those of `d` are.
    """

    d: Derivations
    of: m.Expr
    env: Env
    var: m.Var | None = None
    where: m.Expr | None = None

    def why_not(self, value: Any) -> DomainViolation:
        """Explain why a player cannot choose a value."""
        if value == OPEN and isinstance(self.of, (m.Bags, m.Subsets, m.RangeOf)):
            return DomainViolation("a choice is still open; fill in every “…”")
        inside = self._has(self.of, value)
        if inside.hidden:
            return CLOSED
        if not inside.value or self.where is None or self.var is None:
            return self._outside(value)
        return describe_false(self.d, self.where, {**self.env, self.var.uid: value})

    def why_nothing(self) -> DomainViolation:
        """Explain why a player cannot choose any value."""
        members = self.d.look(self.of, self.env)
        if members.hidden:
            return CLOSED
        there = sorted(members.value) if isinstance(members.value, dict) else members.value or []
        if not there or self.var is None or self.where is None:
            if isinstance(self.of, m.RangeOf):
                return self._of_empty_range(self.of)
            return DomainViolation(self._nothing_there())
        told, name = self.why_not(there[0]), self.d.shown(there[0], self.var.type)
        like = () if told.hidden else (f"{name}: {', '.join(told.values) or told.text}",)
        if isinstance(self.of, m.Things):
            return DomainViolation(f"no {spaced(self.of.kind).lower()} meets the condition", like)
        return DomainViolation(f"none of {self._words(self.of)} meets the condition", like)

    # ------------------------------------------------------------ forms of domains

    def _outside(self, value: Any) -> DomainViolation:
        """Explain why a value is not in the domain, ignoring `where`."""
        match self.of:
            case m.RangeOf():
                return self._of_range(self.of)
            case m.AggregateExpr(how="set", body=None, var=var, domain=domain, where=where):
                return replace(self, of=domain, var=var, where=where).why_not(value)
            case m.CallValue(name, args):
                return self._of_call(name, args, value)
            case m.If(when, then, otherwise):
                return self._of_branch(when, then, otherwise, value)
            case m.Joined("-", left, right):
                return self._left_out(left, right, value)
            case m.Bags():
                return self._of_bags(self.of, value)
            case m.Subsets():
                return self._of_subsets(self.of, value)
            case m.Things(kind):
                return DomainViolation(f"{with_article(spaced(kind).lower())} is needed")
            # lowering created this variable, so it has no source text; it holds the members that are still to be paid
            case m.Var(uid=uid) if uid < 0:
                now = self.d.look(self.of, self.env)
                return (
                    DomainViolation(f"now only {listed_members(self.d.shown(now.value, self.of.type))} can be chosen")
                    if now.known
                    else CLOSED
                )
        return self._not_among(self._how_it_is_left_out(value))

    def _how_it_is_left_out(self, value: Any) -> str:
        """Explain why the domain excludes a value, or return an empty string if no phrase fits."""
        if isinstance(self.of, m.Slot) and isinstance(self.of.type, m.Holder):
            return f"it is not {within(self.of)} {self._words(self.of)}"
        call = built_in_call(self.of)
        if call is None:
            return ""
        if isinstance(self.of, m.Clockwise) and self.of.others and self.d.plain and value == self.d.asker:
            return f"you are {display_names(self.d.table).thing(self.d.table.flow.model.seats[value])} yourself"
        words = [arg if isinstance(arg, str) else self._words(arg) for arg in call.args]
        return call.filled(call.form.left_out, words)

    def _not_among(self, how: str) -> DomainViolation:
        """Explain that the value is not in the domain, in the words of `how` or, if `how` is empty, by listing the
        members.
        """
        members = self.d.look(self.of, self.env)
        if members.hidden:
            return CLOSED
        if members.fault:
            return DomainViolation(f"{self._words(self.of)} has no value here: {members.fault}")
        return DomainViolation(self._spoken_members(how, members.value), tuple(self.d.rulings(self.of)))

    def _spoken_members(self, how: str, members: Any) -> str:
        """Explain that the value is not in the domain: name the members, or say that there are none."""
        held = isinstance(self.of, m.Slot) and isinstance(self.of.type, m.Holder)
        shown = self.d.shown(members, self.of.type) if members else ""
        if held:
            return f"{how} (only {listed_members(shown)})" if members else self._nothing_there()
        if not members:
            return how or "there is nothing to choose from"
        shown = listed_members(shown)
        return f"{how}; only {shown} can be chosen" if how else f"only {shown} can be chosen"

    def _nothing_there(self) -> str:
        """Say that a set is empty, as in `you have no contracts` or `there is nothing in your purse`."""
        owner, noun, end = self.d.spoken.possession(self.of, self.env) if self.d.plain else ("", "", "")
        if owner and is_plural(noun):
            return f"{owner} {verb(owner, 'has')} no {noun}{end}"
        return f"there is nothing in {self._words(self.of)}"

    def _of_range(self, of: m.RangeOf) -> DomainViolation:
        low, high = (self.d.look(bound, self.env) for bound in (of.low, of.high))
        if low.hidden or high.hidden:
            return CLOSED
        if low.fault or high.fault:
            return DomainViolation(f"{self._words(of)} has no value here: {low.fault or high.fault}")
        a, b = low.value, high.value
        if a > b:
            return self._of_empty_range(of)
        if b == 0 and self.d.plain and (lacks := UnmetCondition(self.d.spoken).none_of(of.high, self.env)):
            return DomainViolation(lacks)
        now = f"{a} or {b}" if a + 1 == b else f"{a} to {b}" if a < b else f"{a}"
        step = f" in steps of {of.step}" if of.step > 1 and a < b else ""
        return DomainViolation(f"it must be {now}{step}")

    def _of_empty_range(self, of: m.RangeOf) -> DomainViolation:
        """Explain that there is no number to choose, with what the highest number counts if it is zero."""
        text = ""
        if self.d.plain and self.d.look(of.high, self.env).value == 0:
            enough = m.Compare(">=", of.high, of.low, type=m.Flag(), span=of.span)
            text = describe_false(self.d, enough, self.env).text
        low, high = (self.d.look(bound, self.env) for bound in (of.low, of.high))
        least = f"it must be at least {low.value}, but can be at most {high.value}" if low.known and high.known else ""
        return DomainViolation(text or least or "there is nothing to choose")

    def _of_call(self, name: str, args: tuple[m.Expr, ...], value: Any) -> DomainViolation:
        """Explain why a value is not in a domain that the rulebook defines as a named value.

        The explanation cites the clauses of the named value and of the exceptions that apply to it.
        """
        rule = self.d.table.flow.model.values.get(name)
        inner = self.d.inside(rule, args, self.env) if rule is not None else None
        if rule is None or inner is None:
            return self._not_among("")
        base, cites = rule.base, rule.about.cites
        for case in rule.exceptions:
            counts = self.d.look(case.when, inner)
            if not counts.known:
                return CLOSED if counts.hidden else self._not_among("")
            if counts.value:
                base, cites = case.value, (*cites, *case.about.cites)
        told = replace(self, of=base, env=inner, var=None, where=None).why_not(value)
        return replace(told, cites=tuple(dict.fromkeys((*cites, *told.cites))))

    def _of_branch(self, when: m.Expr, then: m.Expr, otherwise: m.Expr, value: Any) -> DomainViolation:
        condition = self.d.condition(when, self.env)
        if condition.verdict not in (HOLDS, FAILS):
            return CLOSED if condition.verdict == HIDDEN else self._not_among("")
        holds = condition.verdict == HOLDS
        told = replace(self, of=then if holds else otherwise, var=None, where=None).why_not(value)
        fact = self.d.spoken.claim(when, self.env) if holds else self.d.describe_false(when, self.env)[0]
        return told if told.hidden else replace(told, values=(*told.values, fact))

    def _left_out(self, left: m.Expr, right: m.Expr, value: Any) -> DomainViolation:
        taken = self._has(right, value)
        if taken.hidden:
            return CLOSED
        if not taken.value:
            return replace(self, of=left, var=None, where=None).why_not(value)
        one = right.items[0] if isinstance(right, m.Listed) and len(right.items) == 1 else None
        if one is not None and self.d.shown(value, one.type) == self._words(one):
            return DomainViolation("it cannot be chosen here", tuple(self.d.rulings(right)))
        within = "" if one is not None else "in " if isinstance(right.type, m.Holder) else "among "
        return DomainViolation(f"it is {within}{self._words(one or right)}", tuple(self.d.rulings(right)))

    def _of_bags(self, of: m.Bags, value: dict[int, int]) -> DomainViolation:
        """Explain why a bag is not in its domain: too few pieces of a type, or too small or too large a total."""
        perspective = self.d.perspective
        bounds = perspective.see(lambda: perspective.evaluator.domains.bag_bounds(of, self.d.v, dict(self.env)))
        if not bounds.known:
            return CLOSED if bounds.hidden else DomainViolation(bounds.fault)
        held, least, most = dict(bounds.value[0]), bounds.value[1], bounds.value[2]
        short = [sort for sort, number in sorted(value.items()) if number > held.get(sort, 0)]
        lacks = []
        total = sum(value.values())
        if short and total <= most:
            where = f" in {self._words(of.within)}" if of.within is not None else ""
            there = listed([self._only(held.get(sort, 0), of.kind, sort) for sort in short])
            lacks.append(f"there {'are' if held.get(short[0], 0) > 1 else 'is'} {there}{where}")
        if total > most:
            lacks.append(f"at most {most} may be chosen in all, not {total}" if most else "none may be chosen")
        elif total < least:
            lacks.append(f"at least {least} must be chosen in all, not {total}")
        bound = of.most if total > most else of.least if total < least else None
        return DomainViolation("; ".join(lacks), self._told(*(() if bound is None else (bound,))))

    def _of_subsets(self, of: m.Subsets, value: list[int]) -> DomainViolation:
        """Explain why a set is not in its domain: a member is not allowed, or there are too few or too many members."""
        members = of.of
        for member in value:
            inside = self._has(members, member)
            if inside.hidden:
                return CLOSED
            if not inside.value:
                told = replace(self, of=members, var=None, where=None).why_not(member)
                name = self.d.shown([member], m.Many(members.type.of)) if isinstance(members.type, m.Many) else ""
                return told if told.hidden or not name else replace(told, text=f"{name} is among them, but {told.text}")
        perspective = self.d.perspective
        bounds = perspective.see(lambda: perspective.evaluator.domains.set_bounds(of, self.d.v, dict(self.env)))
        if not bounds.known:
            return CLOSED if bounds.hidden else DomainViolation(bounds.fault)
        least, _ = bounds.value
        few = len(value) < least
        bound = of.least if few else of.most
        text = f"at least {least} must be chosen" if few else f"at most {bounds.value[1]} may be chosen"
        return DomainViolation(f"{text}, not {len(value)}", self._told(*(() if bound is None else (bound,))))

    # ------------------------------------------------------------ text and values

    def _has(self, domain: m.Expr, value: Any) -> SeenValue:
        evaluator = self.d.perspective.evaluator
        return self.d.perspective.see(lambda: evaluator.domains.contains(domain, value, self.d.v, dict(self.env)))

    def _words(self, e: m.Expr) -> str:
        return self.d.words(e, self.env)

    def _told(self, *of: m.Expr) -> tuple[str, ...]:
        """Return findings as text for expressions and for the rulings that they use. Expressions that already show
        their value are omitted.
        """
        told = list[str]()
        for e in of:
            parts = e.items if isinstance(e, m.Listed) else (e,)
            told += [found.text for part in parts for found in self.d.worth_telling(part, self.env)]
            told += self.d.rulings(e)
        return tuple(dict.fromkeys(told))

    def _only(self, number: int, kind: str, sort: int) -> str:
        name = self.d.table.flow.model.thing_name(kind, sort)
        many = f"only {number}" if number else "no"
        return f"{many} {display_names(self.d.table).counted_noun(name, number)}"
