"""Derivations explain how the current value of an expression was computed.

Each `Derivations` evaluates expressions in one position from the asker's perspective. Findings that are computed later
still describe the same position. For a rulebook value, the findings list its default expression and every exception,
including exceptions that do not apply. If an operand is hidden, the findings show only the operands that are evaluated
regardless of its value.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from typing import TYPE_CHECKING, Any

from dsl import model as m
from interpreter.explain.answers import FAILS, HIDDEN, HOLDS, IDLE, REST_UNSEEN, UNSEEN, Finding
from interpreter.explain.operands import operands
from interpreter.position import Vector
from interpreter.reference import Env
from interpreter.table import one_line, times
from interpreter.trace import NOTHING_WATCHED, Perspective, SeenValue, WatchedLocals, perspective_at
from interpreter.wording import (
    YOU,
    PlainLanguage,
    UnmetCondition,
    display_names,
    quoted,
    value_in_notation,
    value_in_plain_words,
)

if TYPE_CHECKING:
    from interpreter.table import CompiledGame


@dataclass(frozen=True, slots=True)
class Derivations:
    """Explains the values of expressions in one position to one asker.

    `watched` records which local variables of the running rule the asker may know.
    """

    table: CompiledGame
    v: Vector
    asker: int | None
    watched: WatchedLocals = NOTHING_WATCHED
    plain: bool = False
    """If True, use everyday words, otherwise the rulebook's own words."""

    @property
    def perspective(self) -> Perspective:
        return perspective_at(self.table, self.asker, self.watched)

    def look(self, e: m.Expr, env: Env) -> SeenValue:
        """Evaluate an expression from the asker's perspective."""
        return self.perspective.look(e, self.v, env)

    @property
    def spoken(self) -> PlainLanguage:
        return PlainLanguage(self.table, self.perspective, self.v, reader=self.asker)

    def words(self, part: m.Expr | m.Statement, env: Env) -> str:
        if self.plain and isinstance(part, m.Expr):
            return self.spoken.phrase(part, env)
        return quoted(part, self.perspective, self.table.notation, self.v, env)

    def shown(self, value: Any, of: m.Type) -> str:
        plain = self.plain and value_in_plain_words(self.table, value, of)
        return plain or value_in_notation(self.table.notation, value, of)

    def describe_false(self, condition: m.Expr, env: Env) -> tuple[str, tuple[str, ...]]:
        """Explain why a condition is false. Return a sentence for players, and the rulings on which it depends."""
        return UnmetCondition(self.spoken).why_false(condition, env), tuple(self.rulings(condition))

    def uses(self, action: m.Action, seat: int, env: Env) -> Finding:
        """Return how often a seat has taken a limited action, and the maximum."""
        limit = action.limit
        assert limit is not None
        most = self.look(limit.number, env)
        if not most.known:
            return Finding.by(limit.about, UNSEEN, HIDDEN)
        used = self.v[self.table.walker.legality.use_of(action, seat).base]
        verdict = HOLDS if used < most.value else FAILS
        when = f"this {limit.scope}" if limit.scope in ("turn", "round") else f"in this {limit.scope}"
        if verdict == FAILS:
            often = times(used) if used > 1 or not limit.group else ""
            done = f"you have already {f'used “{limit.group}”' if limit.group else 'done this'} {often}".rstrip()
            not_now = f"this is not possible {when}"
            return Finding.by(limit.about, f"{done} {when}" if used else not_now, verdict)
        return Finding.by(limit.about, self.use_count(action, seat, env), verdict)

    def use_count(self, action: m.Action, seat: int, env: Env) -> str:
        """Say how often a seat has taken a limited action, and the maximum. Return an empty string if it is hidden."""
        limit = action.limit
        assert limit is not None
        most = self.look(limit.number, env)
        if not most.known:
            return ""
        used = self.v[self.table.walker.legality.use_of(action, seat).base]
        what = f"“{limit.group}” " if limit.group else ""
        when = f"this {limit.scope}" if limit.scope in ("turn", "round") else f"in this {limit.scope}"
        return f"{what}used {used} of {most.value} times {when}"

    def rulings(self, e: m.Expr) -> Iterator[str]:
        """Yield a sentence for each `ruling` declaration that an expression uses.

        The sentence states the ruling's question and the answer chosen for this game, because other games may choose
        another answer.
        """
        named = {source for part in m.parts(e) if isinstance(part, m.Const) for source in part.sources}
        for ruling in self.table.flow.model.rulings:
            if ruling.about.name in named:
                answer = f"{ruling.question} {ruling.value}"
                yield f"ruling: {answer}" if self.plain else f"ruling {ruling.about.name}: {answer}"

    # ------------------------------------------------------------ single expressions

    def of(self, e: m.Expr, env: Env) -> Finding:
        """Return a finding that states the expression and its current value."""
        env = dict(env)
        text, seen = self.words(e, env), self.look(e, env)
        _, cites, place = self._declared(e)
        behind = cache(partial(self._all_parts, e, env))
        if seen.hidden:
            return Finding(f"{text}: {self._in_part(e, env)}", "", "", cites, place, "", HIDDEN, behind)
        if seen.fault:
            return Finding(f"{text} has no value here: {seen.fault}", "", "", cites, place)
        verdict = (HOLDS if seen.value else FAILS) if isinstance(e.type, m.Flag) else ""
        if verdict and self.plain:
            said = text if verdict == HOLDS else self.describe_false(e, env)[0]
            return Finding(said, "", "", cites, place, "", verdict, behind)
        if isinstance(e, (m.Compare, m.In, m.Not, m.And, m.Or)):
            return Finding(f"{text} {verdict}", "", "", cites, place, "", verdict, behind)
        worth = self.shown(seen.value, e.type)
        said = text if text == worth else f"{text} is {worth}"
        return Finding(said, "", "", cites, place, "", verdict, behind)

    def _in_part(self, e: m.Expr, env: Env) -> str:
        """Describe the visible part of a hidden expression. For a holder, describe its size and the known pieces on
        top.
        """
        held = isinstance(e, m.Slot) and isinstance(e.type, m.Holder)
        if not isinstance(e, m.Slot) or not held or self.perspective.hides_place(e, self.v, env):
            return UNSEEN
        place = self.perspective.evaluator.place(e, self.v, dict(env))
        if self.perspective.is_unknown(place):
            return UNSEEN
        match place.run.storage.seen(self.v, place, self.perspective.visibility.of(place)):
            case {"count": int(count), "top": list(top)} if top:
                return f"{count} in it, with {display_names(self.table).value(top[::-1])} on top; {REST_UNSEEN}"
            case {"count": int(count)}:
                return f"{count} in it; {REST_UNSEEN}"
        return UNSEEN

    def condition(self, e: m.Expr, env: Env) -> Finding:
        """Return a one-line finding that states whether a condition holds and which values decide the outcome."""
        found = self.of(e, env)
        if found.verdict not in (HOLDS, FAILS):
            return found
        if self.plain:
            text = found.text if found.verdict == FAILS else self._with_values(found.text, e, env)
        else:
            values = [part.text for part in self.because(e, env) if part.text != found.text]
            text = f"{found.text}: {', '.join(values)}" if values else found.text
        return Finding(text, "", "", found.cites, found.place, "", found.verdict, found.behind)

    def _with_values(self, text: str, e: m.Expr, env: Env) -> str:
        """Add the values that decide to the words for a condition, as in `your purse (5) is at least 3`."""
        match e:
            case m.And() | m.Or():
                sides = self._deciding(e, env)
            case m.Not(of):
                sides = [of]
            case m.Compare(_, left, right) | m.In(left, right):
                sides, is_told = [], isinstance(e, m.Compare) and e.op == "="
                for side in () if is_told else (left, right):
                    words, valued = self.spoken.phrase(side, env), self.spoken.with_value(side, env)
                    if valued not in text:
                        text = text.replace(words, valued, 1)
            case _:
                sides = []
        for side in sides:
            text = self._with_values(text, side, env)
        return text

    def _all_parts(self, e: m.Expr, env: Env) -> tuple[Finding, ...]:
        return tuple(self.parts(e, env))

    def worth_telling(self, e: m.Expr, env: Env) -> Iterator[Finding]:
        """Yield the finding for an expression, unless the expression's text already shows its value."""
        if isinstance(e, (m.Things, m.RangeOf, m.Listed, m.Bags, m.Subsets)):
            return
        if not self.is_plain(e, env):
            yield self.of(e, env)

    def is_plain(self, e: m.Expr, env: Env) -> bool:
        """Return True if the text of an expression already shows its value."""
        seen = self.look(e, env)
        words = self.words(e, env)
        return seen.known and words in (self.shown(seen.value, e.type), YOU if self.plain else "")

    def because(self, e: m.Expr, env: Env) -> Iterator[Finding]:
        """Yield findings for the values that decide whether a condition holds."""
        match e:
            case m.And() | m.Or():
                for side in self._deciding(e, env):
                    yield from self.because(side, env)
            case m.Not(of):
                yield from self.because(of, env)
            case m.Compare(_, left, right) | m.In(left, right):
                named = isinstance(e, m.Compare) and self.words(left, env) == self.words(right, env)
                for side in (left, right):
                    yield from self._by_its_name(side, env) if named else self.worth_telling(side, env)
            case _:
                yield from self.worth_telling(e, env)

    def _by_its_name(self, e: m.Expr, env: Env) -> Iterator[Finding]:
        """Yield an operand's name and value. The name is needed where the values alone would read `Flax = Flax`."""
        seen, name = self.look(e, env), one_line(e.span.text)
        if seen.known and name != self.shown(seen.value, e.type):
            yield Finding(f"{name} is {self.shown(seen.value, e.type)}")

    def _deciding(self, e: m.And | m.Or, env: Env) -> list[m.Expr]:
        """Return the operands that determine the result of an `and` or `or`.

        An operand is decisive if it makes an `and` false or an `or` true. The first decisive operand is returned. If
        neither operand is decisive, both are returned.
        """
        decides = int(isinstance(e, m.Or))
        left = self.look(e.left, env)
        if left.known and bool(left.value) == bool(decides):
            return [e.left]
        right = self.look(e.right, env)
        return [e.right] if right.known and bool(right.value) == bool(decides) else [e.left, e.right]

    def _declared(self, e: m.Expr) -> tuple[str, tuple[str, ...], str]:
        """Return the name, clauses and source position of the declaration to which an expression refers."""
        match e:
            case m.CallValue(name):
                rule = self.table.flow.model.values.get(name)
                return (name, rule.about.cites, str(rule.about.span)) if rule else (name, (), "")
            case m.Slot(field=of) if not of.builtin:
                keys = [f"field {of.kind or 'game'}.{of.name}"]
            case m.Lookup(row=row):
                keys = [f"row {row}"]
            case m.Const(sources=sources):
                keys = [f"{form} {source}" for source in sources[:1] for form in ("row", "number", "option", "ruling")]
            case _:
                return "", (), ""
        part = next((self.table.declared[key] for key in keys if key in self.table.declared), None)
        return (part.key, part.cites, str(part.span)) if part else ("", (), "")

    # ------------------------------------------------------------ parts of expressions

    def parts(self, e: m.Expr, env: Env) -> Iterator[Finding]:
        """Yield findings for the operands of an expression."""
        match e:
            case m.CallValue(name, args):
                yield from self._of_call(name, args, env)
            case m.AggregateExpr():
                yield from self._of_members(e, env)
            case m.If(when, then, otherwise):
                condition = self.condition(when, env)
                yield condition
                if condition.verdict != HIDDEN:
                    yield from self.worth_telling(then if condition.verdict == HOLDS else otherwise, env)
            case m.And() | m.Or():
                sides = self._deciding(e, env)
                for side in sides if self.look(e.left, env).known else [e.left]:
                    yield self.condition(side, env)
            case _:
                for each in operands(e):
                    yield from self.worth_telling(each, env)

    def _of_call(self, name: str, args: tuple[m.Expr, ...], env: Env) -> Iterator[Finding]:
        rule = self.table.flow.model.values.get(name)
        if rule is None:
            yield from self.of_score(args[0], env)
            return
        for arg in args:
            if not isinstance(arg, m.Const):
                yield from self.worth_telling(arg, env)
        if (inner := self.with_args(rule, args, env)) is not None:
            yield from self.of_value(rule, inner)

    def with_args(self, rule: m.ValueRule, args: tuple[m.Expr, ...], env: Env) -> Env | None:
        """Return the values of a rule's parameters, or None if any is hidden from the asker."""
        if any(not self.look(arg, env).known for arg in args):
            return None
        evaluator = self.perspective.evaluator
        return {
            var.uid: evaluator.local(arg, var.type, self.v, dict(env))
            for var, arg in zip(rule.params, args, strict=True)
        }

    def inside(self, rule: m.ValueRule, args: tuple[m.Expr, ...], env: Env) -> Env | None:
        """Return the values of a rule's parameters and `let` lines, or None if any is hidden from the asker."""
        inner = self.with_args(rule, args, env)
        for var, working in rule.workings if inner is not None else ():
            if inner is None or not self.look(working, inner).known:
                return None
            inner[var.uid] = self.perspective.evaluator.local(working, var.type, self.v, dict(inner))
        return inner

    def of_value(self, rule: m.ValueRule, env: Env) -> Iterator[Finding]:
        """Yield findings for a rulebook value: its `let` lines, its default and all its exceptions."""
        env = dict(env)
        for var, working in rule.workings:
            seen = self.look(working, env)
            if not seen.known:
                yield Finding(f"{var.name}: {UNSEEN}" if seen.hidden else f"{var.name}: {seen.fault}", verdict=HIDDEN)
                return
            env[var.uid] = self.perspective.evaluator.local(working, var.type, self.v, dict(env))
            behind = cache(partial(self._all_parts, working, dict(env)))
            yield Finding(f"{var.name} is {self._worth(working, seen, env)}", behind=behind)
        cases = [(case, self.condition(case.when, env)) for case in rule.exceptions]
        applies = any(found.verdict == HOLDS for _, found in cases)
        unsure = any(found.verdict == HIDDEN for _, found in cases)
        if not rule.exceptions:
            yield from self._base(rule, env)
            return
        note = ", but an exception applies" if applies else ", unless an exception applies" if unsure else ""
        base = self.of(rule.base, env)
        yield Finding(f"else: {base.text}{note}", "", "", (), base.place, "", IDLE if applies else "", base.behind)
        for case, found in cases:
            yield self._exception(case, found, env)

    def _base(self, rule: m.ValueRule, env: Env) -> Iterator[Finding]:
        """Yield a finding for the default of a rulebook value without exceptions."""
        text = self.words(rule.base, env)
        if isinstance(rule.base, (m.Const, m.Var)):
            yield Finding(f"it is always {text}" if isinstance(rule.base, m.Const) else f"it is {text}")
        else:
            yield self.of(rule.base, env)

    def _exception(self, case: m.ExceptionCase, found: Finding, env: Env) -> Finding:
        if found.verdict == HIDDEN:
            return Finding.by(case.about, f"it is unknown whether this exception applies; {found.text}", HIDDEN)
        if found.verdict != HOLDS:
            return Finding.by(case.about, f"{IDLE}: {found.text}", IDLE, found.behind)
        value, seen = self.of(case.value, env), self.look(case.value, env)
        result = f"so it is {self._worth(case.value, seen, env)}" if seen.known else f"but {value.text}"
        text = f"applies, as {found.text}; {result}"
        return Finding.by(case.about, text, HOLDS, cache(lambda: tuple(dict.fromkeys((*found.parts, *value.parts)))))

    def _worth(self, e: m.Expr, seen: SeenValue, env: Env) -> str:
        """Return a known value as text, followed by the author's expression if that differs, as in `5, from 2 *
        fee`.
        """
        worth, words = self.shown(seen.value, e.type), self.words(e, env)
        return worth if words == worth else f"{worth}, from {words}"

    def of_score(self, seat: m.Expr, env: Env) -> Iterator[Finding]:
        """Yield a finding for each scoring line of a seat."""
        model = self.table.flow.model
        seen = self.look(seat, env)
        if not seen.known or model.score_var is None:
            return
        inner: Env = {model.score_var.uid: seen.value}
        for line in model.score:
            found = self.of(line.value, inner)
            yield Finding.by(line.about, found.text, found.verdict, found.behind)

    def _of_members(self, e: m.AggregateExpr, env: Env) -> Iterator[Finding]:
        """Yield a finding for each member that an aggregate counts.

        The last finding gives the number of members that `where` excludes.
        """
        domain = self.look(e.domain, env)
        if not domain.known:
            yield self.of(e.domain, env)
            return
        member_type = e.var.type
        passed = 0
        for member in self.perspective.evaluator.members(e.domain, self.v, dict(env)):
            inner = {**env, e.var.uid: member}
            counted = self.look(e.where, inner) if e.where is not None else SeenValue(1)
            name = self.shown(member, member_type)
            if counted.hidden:
                yield Finding(f"{name}: {UNSEEN}", verdict=HIDDEN)
            elif counted.value:
                yield self._member(e, name, inner)
            else:
                passed += 1
        if passed:
            words = self.words(e.where, env) if e.where is not None else ""
            yield Finding(f"not counted, because {words} does not hold: {passed}", verdict=IDLE)

    def _member(self, e: m.AggregateExpr, name: str, env: Env) -> Finding:
        keys: Iterable[m.Expr] = [key.by for key in e.keys]
        bodies = [e.body] if e.body is not None else keys
        told = [found for each in bodies for found in self.worth_telling(each, env)]
        if not told:
            if e.where is None or e.body is not None:
                return Finding(name)
            found = self.condition(e.where, env)
            return Finding(f"{name}: {found.text}", "", "", (), "", "", found.verdict, found.behind)
        text = f"{name}: {', '.join(each.text for each in told)}"
        return Finding(text, verdict=told[0].verdict, behind=cache(lambda: tuple(p for t in told for p in t.parts)))
