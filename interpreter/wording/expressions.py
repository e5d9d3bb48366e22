"""Rewrites expressions in everyday words, such as `Red’s purse` and `the price of Flax`.

An expression without everyday wording keeps the author's text. A phrase contains a value only if the asker may know it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING

from dsl import model as m
from dsl.phrases import is_plural, plural, with_article
from dsl.syntax import AGGREGATES, FUNCTIONS
from interpreter.position import PLAYER, Vector
from interpreter.reference import Env
from interpreter.table import NOTHING, listed, one_line, spaced
from interpreter.trace import Perspective
from interpreter.wording.built_in_phrases import built_in_call
from interpreter.wording.display_names import display_names
from interpreter.wording.fields import PLACE, flag_label, is_inside_keys, noun_in_sentence, noun_of_name, of_whom
from interpreter.wording.flags import YOU, flag_phrase, is_relation, one_or_some, relation_phrase, verb
from interpreter.wording.quotations import quoted
from interpreter.wording.values import value_in_plain_words

if TYPE_CHECKING:
    from interpreter.table import CompiledGame

IS = {"=": "", "!=": "other than ", ">": "more than ", ">=": "at least ", "<": "less than ", "<=": "at most "}
LIMITS = {"=": "{}", "!=": "not {}", ">": "more than {}", ">=": "{} or more", "<": "less than {}", "<=": "{} or less"}
"""Words for the value that a number must reach, such as `8 or more`, for each comparison operator."""
COMES = {">": "after", ">=": "not before", "<": "before", "<=": "not after"}
"""Words for comparing players or things by their declared order."""
MIRRORED = {"=": "=", "!=": "!=", ">": "<", ">=": "<=", "<": ">", "<=": ">="}
SIGNS = {"+": "plus", "-": "minus", "*": "times", "/": "divided by", "/ down": "divided by", "/ up": "divided by"}
ROUNDED = {"/ down": ", rounded down", "/ up": ", rounded up"}
DETERMINERS = ("all", "another", "any", "each", "every", "my", "no", "our", "the", "their")


@dataclass(frozen=True, slots=True)
class PlainLanguage:
    """Rewrites expressions in everyday words for one asker in one position."""

    table: CompiledGame
    perspective: Perspective
    v: Vector
    reader: int | None = None
    """The seat that is addressed with `you`, or None to name every player."""
    members: Mapping[int, str] = field(default_factory=dict)
    """Phrases such as `that berth` for the members of aggregates, keyed by the uid of the loop variable."""

    def phrase(self, e: m.Expr, env: Env) -> str:
        """Return an expression in everyday words."""
        if isinstance(e.type, m.Flag):
            return self.claim(e, env)
        match e:
            case m.Var(name=name, uid=uid):
                is_single = isinstance(e.type, (m.Int, m.Ref))
                return self.members.get(uid) or (self.value(e, env) if is_single else "") or spaced(name)
            case m.Slot(field=of) if of.builtin:
                return self._built_in(e, env)
            case m.Slot(field=of, owner=owner, keys=keys):
                inside, words = listed([self.phrase(key, env) for key in keys]), noun_in_sentence(of)
                words = f"{words} {'in' if is_inside_keys(of) else 'of'} {inside}" if keys else words
                return with_the(words) if owner is None else self._of(words, owner, env)
            case m.FactValue(field=of, of=owner, column=column):
                words = " of ".join([noun_in_sentence(of), *([self.phrase(column, env)] if column is not None else [])])
                return self._of(words, owner, env)
            case m.Size(m.Expr(type=m.Holder(kind=kind)) as of):
                return f"{plural(spaced(kind).lower())} in {self.phrase(of, env)}"
            case m.Size(m.Var(name=name, uid=uid)) if uid not in self.members:
                return f"the number in “{spaced(name)}”"
            case m.Size(of):
                return f"the number of {self.phrase(of, env)}"
            case m.CountOf(of, sort):
                return f"{self.phrase(sort, env)} in {self.phrase(of, env)}"
            case m.Lookup(row=m.SEAT, key=key):
                return f"seat {self.phrase(key, env)}"
            case m.Lookup(row=row, key=key):
                return f"{spaced(row)} of {self.phrase(key, env)}"
            case m.CallValue(name, args):
                return self._call(name, args, env)
            case m.Arith(op, left, right):
                return self._reckoned(op, left, right, env)
            case m.If(when, then, otherwise):
                return f"{self.phrase(then, env)} if {self.phrase(when, env)}, or else {self.phrase(otherwise, env)}"
            case m.AggregateExpr():
                return self._gathered(e, env)
            case m.Const():
                return self.value(e, env) or spaced(one_line(e.span.text))
        return self._set(e, env) or self._built_in_call(e, env) or self._as_written(e, env)

    # ------------------------------------------------------------ conditions

    def claim(self, e: m.Expr, env: Env) -> str:
        """Return a condition as a clause such as `Harbour is worked`.

        If a flag's name does not fit into a clause, return the name.
        """
        match e:
            case m.Compare(op, left, right) if op in COMES and isinstance(left.type, m.Ref):
                return f"{self.phrase(left, env)} comes {COMES[op]} {self.phrase(right, env)}"
            case m.Compare("!=", left, right) if self.is_none(right):
                return self.having(left, env) or f"{self.phrase(left, env)} is set"
            case m.Compare("=", left, right) if self.is_none(right):
                return self.lacking(left, env) or f"{self.phrase(left, env)} is not set"
            case m.Compare(op, left, right) if op in IS:
                return f"{self.phrase(left, env)} {is_word(left)} {IS[op]}{self.phrase(right, env)}"
            case m.In(of, m.Things(kind)):
                return f"{self.phrase(of, env)} is {with_article(display_names(self.table).kind(kind))}"
            case m.Not(m.In(of, m.Things(kind))):
                return f"{self.phrase(of, env)} is not {with_article(display_names(self.table).kind(kind))}"
            case m.In(of, domain):
                return f"{self.phrase(of, env)} is among {self.phrase(domain, env)}"
            case m.Not(m.In(of, domain)):
                return f"{self.phrase(of, env)} is not among {self.phrase(domain, env)}"
            case m.Not(m.AggregateExpr(how="any") as of):
                return f"there is no {self.member(of, env)}"
            case m.Not(of):
                return self.flag(of, env, False) or f"not {self.claim(of, env)}"
            case m.And(left, right):
                return f"{self.claim(left, env)} and {self.claim(right, env)}"
            case m.Or(left, right):
                return f"{self.claim(left, env)} or {self.claim(right, env)}"
            case m.AggregateExpr(how="any"):
                return f"there is a {self.member(e, env)}"
            case m.AggregateExpr(how="all", body=body) if body is not None:
                claim = self._with_member(e, f"that {_kind(e.var)}").claim(body, env)
                return f"for each {self.member(e, env)}, {claim}"
            case m.Var():
                return self.members.get(e.uid) or self.value(e, env) or spaced(e.name)
            case m.Const(sources=sources):
                return spaced(sources[0]) if sources else self.value(e, env)
            case m.CallValue(name, args):
                return self.flag(e, env, True) or self._call(name, args, env)
            case m.Slot(field=of, owner=owner, keys=keys) if not of.builtin:
                return self.flag(e, env, True) or self._owned(noun_in_sentence(of), owner, keys, env)
            case m.FactValue(field=of, of=owner, column=column):
                keys = () if column is None else (column,)
                return self.flag(e, env, True) or self._owned(noun_in_sentence(of), owner, keys, env)
        return self._as_written(e, env)

    def flag(self, e: m.Expr, env: Env, holds: bool) -> str:
        """Return a flag as a sentence, or an empty string if the flag's name cannot be turned into one."""
        label = ""
        match e:
            case m.Slot(field=of, owner=owner, keys=keys) if not of.builtin:
                name, label = of.name, flag_label(of, holds)
            case m.FactValue(field=of, of=owner):
                name, label, keys = of.name, flag_label(of, holds), ()
            case m.CallValue(name, args):
                owner, keys = (args[0] if args else None), args[1:]
            case _:
                return ""
        subject = self.phrase(owner, env) if owner is not None else ""
        if isinstance(e, m.CallValue) and keys and is_relation(name):
            return relation_phrase(spaced(name), subject, listed([self.phrase(key, env) for key in keys]), holds)
        if label:
            return " ".join(filter(None, (subject, verb(subject, label), self.keyed(keys, env))))
        of_player = owner is not None and is_player(owner)
        of_it = partial(of_whom, self.table.locale, whose=subject, is_player=of_player)
        return flag_phrase(spaced(name), subject, of_player, of_it, self.keyed(keys, env), holds)

    # ------------------------------------------------------------ possession

    def having(self, e: m.Expr, env: Env) -> str:
        """Say that a field has a value, as in `East has a holder`, or return an empty string if no phrase fits."""
        return self._has(e, env, one_or_some, "is")

    def lacking(self, e: m.Expr, env: Env) -> str:
        """Say that a field has no value, as in `East has no holder`, or return an empty string if no phrase fits."""
        return self._has(e, env, lambda noun: f"no {noun}", "is not")

    def _has(self, e: m.Expr, env: Env, article: Callable[[str], str], is_so: str) -> str:
        if isinstance(e, m.Slot) and isinstance(e.type, m.Ref) and e.owner is None and not (e.keys or e.field.builtin):
            return f"there is {article(noun_in_sentence(e.field))}"
        owner, noun, end = self.possession(e, env)
        if noun == PLACE:
            return f"{owner} {is_so} on the board"
        return f"{owner} {verb(owner, 'has')} {article(noun)}{end}" if owner else ""

    def possession(self, e: m.Expr, env: Env) -> tuple[str, str, str]:
        """Return an owner, the noun for what the owner has, and words for the keys; empty strings if none fit."""
        match e:
            case m.Slot(field=of, owner=m.Expr() as owner, keys=keys) if not of.builtin:
                noun = noun_in_sentence(of)
            case m.FactValue(field=of, of=owner, column=column):
                noun, keys = noun_in_sentence(of), () if column is None else (column,)
            case m.CallValue(name, (owner, *others)) if isinstance(owner.type, m.Ref):
                noun, keys = noun_of_name(name), tuple(others)
            case _:
                return "", "", ""
        end = f" {self.keyed(keys, env)}" if keys else ""
        return self.phrase(owner, env), noun, end

    # ------------------------------------------------------------ aggregates

    def _gathered(self, e: m.AggregateExpr, env: Env) -> str:
        """Describe an aggregate, for example as `the sum of price of each card in Red’s hand`."""
        kind, where = _kind(e.var), self._where(e, env)
        if e.body is not None:
            body = self._with_member(e, f"each {kind}").phrase(e.body, env)
            domain = "" if isinstance(e.domain, m.Things) else f" in {self.phrase(e.domain, env)}"
            return f"{AGGREGATES[e.how].phrase if e.how in AGGREGATES else 'all'} {body}{domain}{where}"
        among = self._among(e, env)
        if e.how in ("first", "last"):
            by = self._with_member(e, "it")
            keys = [f"{'most' if key.most else 'least'} {by.phrase(key.by, env)}" for key in e.keys]
            return f"the {e.how} {kind}{among}{where}{f' by {listed(keys)}' if keys else ''}"
        return f"{'the number of' if e.how == 'count' else 'the'} {plural(kind)}{among}{where}"

    def member(self, e: m.AggregateExpr, env: Env) -> str:
        """Describe the members that an aggregate selects, including the `where` condition.

        For example, return `berth among Red’s berths where that berth is open`.
        """
        return f"{_kind(e.var)}{self._among(e, env)}{self._where(e, env)}"

    def _among(self, e: m.AggregateExpr, env: Env) -> str:
        return "" if isinstance(e.domain, m.Things) else f" among {self.with_value(e.domain, env)}"

    def _where(self, e: m.AggregateExpr, env: Env) -> str:
        if e.where is None:
            return ""
        return f" where {self._with_member(e, f'that {_kind(e.var)}').claim(e.where, env)}"

    def _with_member(self, e: m.AggregateExpr, words: str) -> PlainLanguage:
        return replace(self, members={**self.members, e.var.uid: words})

    def inner(self, e: m.AggregateExpr, env: Env) -> Iterator[Env]:
        """Yield a copy of `env` for each member that the aggregate selects, with the loop variable bound to the member.

        Stop at the first member that hidden information may exclude.
        """
        domain = self.perspective.see(lambda: self.perspective.evaluator.members(e.domain, self.v, dict(env)))
        for member in domain.value if domain.known else ():
            inner = {**env, e.var.uid: member}
            counts = self.perspective.look(e.where, self.v, inner) if e.where is not None else None
            if counts is not None and not counts.known:
                return
            if counts is None or counts.value:
                yield inner

    # ------------------------------------------------------------ sets and numbers

    def _set(self, e: m.Expr, env: Env) -> str:
        """Describe a set of things, or return an empty string for any other expression."""
        match e:
            case m.Things(kind):
                return plural(spaced(kind).lower())
            case m.Ends(of):
                return f"the ends of {self.phrase(of, env)}"
            case m.EdgeBetween(edges, left, right):
                return f"the {spaced(edges).lower()} between {self.phrase(left, env)} and {self.phrase(right, env)}"
            case m.Joined("+", left, m.Amounts(parts=())):  # a bag of parts as a bag of the whole kind
                return self.phrase(left, env)
            case m.Joined(op, left, right):
                return f"{self.phrase(left, env)} {'and' if op == '+' else 'without'} {self.phrase(right, env)}"
            case m.Listed(items=()) | m.Amounts(parts=()):
                return NOTHING
            case m.Listed(items):
                return listed([self.phrase(item, env) for item in items])
            case m.RangeOf(low, high):
                return f"{self.phrase(low, env)} to {self.phrase(high, env)}"
            case m.Amounts(parts):
                return listed([f"{self.phrase(number, env)} {self.phrase(sort, env)}" for number, sort in parts])
        return ""

    def _built_in_call(self, e: m.Expr, env: Env) -> str:
        """Describe a call of a built-in function, or return an empty string for any other expression."""
        call = built_in_call(e)
        if call is None:
            return ""
        words = [arg if isinstance(arg, str) else self.phrase(arg, env) for arg in call.args]
        return call.filled(call.form.phrase, words)

    def _reckoned(self, op: str, left: m.Expr, right: m.Expr, env: Env) -> str:
        one, other = (self._within(side, op, env) for side in (left, right))
        if other == "0" and op in ("+", "-"):
            return one
        if op in SIGNS:
            return f"{one} {SIGNS[op]} {other}{ROUNDED.get(op, '')}"
        if op in FUNCTIONS:
            return FUNCTIONS[op].form(2).phrase.format(one, other)
        return f"the rest of {one} divided by {other}" if op == "mod" else one

    def _within(self, e: m.Expr, op: str, env: Env) -> str:
        """Describe an operand of an arithmetic expression, in parentheses if necessary."""
        words = self.phrase(e, env)
        return f"({words})" if isinstance(e, m.Arith) and op not in "+-" and not self.is_plain(e, env) else words

    # ------------------------------------------------------------ names

    def _built_in(self, e: m.Slot, env: Env) -> str:
        """Describe a built-in field, such as `the round` or `the supply`."""
        word = e.field.name.partition("_")[0]
        if e.field.name == "round_number":
            return "the round"
        return f"the {word}" if word in ("supply", "box") else self._as_written(e, env)

    def _owned(self, noun: str, owner: m.Expr | None, keys: tuple[m.Expr, ...], env: Env) -> str:
        words = with_the(noun) if owner is None else self._of(noun, owner, env)
        return f"{words} {self.keyed(keys, env)}" if keys else words

    def keyed(self, keys: tuple[m.Expr, ...], env: Env) -> str:
        """Return words for the keys of a field or value, such as `in East` for a place on the board."""
        words = listed([self.phrase(key, env) for key in keys])
        return f"{'in' if self.is_place(keys[0].type) else 'for'} {words}" if keys else ""

    def is_place(self, of: m.Type) -> bool:
        """Return True if the things of a kind are places on the board, which edges join."""
        kinds = self.table.flow.model.kinds
        if not isinstance(of, m.Ref) or not of.kind:
            return False
        return any(kinds[of.kind].root == kinds[kind.between].root for kind in kinds.values() if kind.between)

    def _of(self, words: str, owner: m.Expr, env: Env) -> str:
        """Describe an attribute of a player or thing, such as `Red’s purse` or `price of Flax`."""
        attribute = words if is_player(owner) else with_the(words)
        return of_whom(self.table.locale, attribute, self.phrase(owner, env), is_player(owner))

    def _call(self, name: str, args: tuple[m.Expr, ...], env: Env) -> str:
        """Describe a call of a rulebook value, such as `Red’s income (Harbour)` or `price of Flax`."""
        return self._owned(noun_of_name(name), args[0] if args else None, args[1:], env)

    def _as_written(self, e: m.Expr, env: Env) -> str:
        """Return the author's text, with local names replaced by their values.

        Keep the text unchanged if it contains the loop variable of an aggregate, which has no single value.
        """
        if any(isinstance(part, m.Var) and part.uid in self.members for part in m.parts(e)):
            return one_line(e.span.text)
        return quoted(e, self.perspective, self.table.notation, self.v, env)

    # ------------------------------------------------------------ values

    def fails(self, e: m.Expr, env: Env) -> bool:
        seen = self.perspective.look(e, self.v, env)
        return seen.known and not seen.value

    def value(self, e: m.Expr, env: Env) -> str:
        """Return the value of an expression as text.

        Return an empty string if the asker may not know the value, or if the expression contains the loop variable of
        an aggregate.
        """
        if self.members and any(isinstance(part, m.Var) and part.uid in self.members for part in m.parts(e)):
            return ""
        seen = self.perspective.look(e, self.v, env)
        if not seen.known or (isinstance(e, m.Var) and seen.value == m.NONE):
            return ""
        if is_player(e) and seen.value == self.reader:
            return YOU
        return value_in_plain_words(self.table, seen.value, e.type)

    def with_value(self, e: m.Expr, env: Env) -> str:
        """Describe an expression, and add its value in parentheses, as in `the store (Flax, Ore)`."""
        words, value = self.phrase(e, env), self.value(e, env)
        return f"{words} ({value})" if value not in ("", words) else words

    def is_plain(self, e: m.Expr, env: Env) -> bool:
        return self.phrase(e, env) == self.value(e, env)

    def is_none(self, e: m.Expr) -> bool:
        return isinstance(e, m.Const) and isinstance(e.type, m.Ref) and e.value == m.NONE


def is_player(e: m.Expr) -> bool:
    return isinstance(e.type, m.Ref) and e.type.kind == PLAYER


def _kind(var: m.Var) -> str:
    """Return a noun for a member of a set, such as `berth`."""
    if isinstance(var.type, m.Ref):
        return spaced(var.type.kind).lower()
    return "number" if isinstance(var.type, m.Int) else spaced(var.name)


def with_the(words: str) -> str:
    """Return a noun with `the`, unless another word already says which one is meant."""
    return words if words.partition(" ")[0] in DETERMINERS else f"the {words}"


def is_internal(e: m.Expr) -> bool:
    """Return True if an expression reads a field that players never see."""
    return any(isinstance(part, m.Slot) and part.field.internal for part in m.parts(e))


def is_word(e: m.Expr) -> str:
    if isinstance(e, m.Size) and isinstance(e.of.type, m.Holder):
        return "are"
    label = e.field.label if isinstance(e, (m.Slot, m.FactValue)) and isinstance(e.field.type, m.Int) else None
    if label is not None:
        return "is" if label.one == label.other else "are"
    name = e.field.name if isinstance(e, (m.Slot, m.FactValue)) else e.name if isinstance(e, m.CallValue) else ""
    first, *others = spaced(name).split() or [""]
    counts = bool(others) and others[-1] in ("used", "left", "allowed") and is_plural(first)
    return "are" if is_plural(name) or counts else "is"
