"""Says why a condition does not hold: states the facts that make it false, with their values.

`Red has no coat` and `you have 3 florins, but 5 are needed` are such facts. A phrase contains a value only if
the asker may know it. Call these functions only if the asker may know that the condition is false.
"""

from __future__ import annotations

from dataclasses import dataclass

from dsl import model as m
from dsl.phrases import ARTICLES, is_plural, plural, with_article
from interpreter.reference import Env
from interpreter.table import NOTHING, counted, spaced
from interpreter.wording.built_in_phrases import built_in_call
from interpreter.wording.display_names import display_names
from interpreter.wording.expressions import COMES, IS, MIRRORED, PlainLanguage, is_internal, is_player, is_word
from interpreter.wording.fields import PLACE, counted_noun, noun_in_sentence
from interpreter.wording.flags import YOU, bare_verb, verb

NEEDED = {">": "more than {} {be} needed", ">=": "{} {be} needed",
          "<": "fewer than {} {be} allowed", "<=": "at most {} {be} allowed"}  # fmt: skip
OWNER = "owner"
"""Name of the fact that says to whom a thing belongs."""
NOT_NOW = "the rules do not allow it now"
NEVER = "the rules never allow it"
ONLY_OTHERS = "only other players may do this"
"""Words for a false condition that reads a field which players never see."""
NEVER_NEGATIVE = ((">", "0"), ("!=", "0"), (">=", "1"))
"""Comparisons that fail for zero only, if the number cannot be negative."""


@dataclass(frozen=True, slots=True)
class UnmetCondition:
    """Explains false conditions to one asker."""

    spoken: PlainLanguage

    def why_false(self, e: m.Expr, env: Env) -> str:
        """Return the facts that make a condition false."""
        spoken = self.spoken
        match e:
            case m.And(left, right):
                return self.why_false(left if spoken.fails(left, env) else right, env)
            case m.Or():
                told = [side for side in _sides(e) if not _is_fixed(side) and not is_internal(side)]
                sides = [self.why_false(side, env) for side in told]
                if not sides and is_internal(e):
                    return NOT_NOW
                return ", and ".join(dict.fromkeys(sides)) or self._not_so(e, env)
            case m.If(when, then, otherwise) if (seen := spoken.perspective.look(when, spoken.v, env)).known:
                return self.why_false(then if seen.value else otherwise, env)
            case _ if is_internal(e):
                return NOT_NOW
            case m.Not(of):
                return self.why_true(of, env)
            case m.In(of, domain):
                return self._outside(of, domain, env)
            case m.Compare(op, left, right) if op in IS:
                return self._compared(op, left, right, env)
            case m.AggregateExpr(how="any"):
                return f"there is no {spoken.member(e, env)}"
            case m.AggregateExpr(how="all", body=body) if body is not None:
                for inner in spoken.inner(e, env):
                    if spoken.fails(body, inner):
                        return self.why_false(body, inner)
        return self._not_so(e, env)

    def why_true(self, e: m.Expr, env: Env) -> str:
        """Return the facts that make a condition true although the rules require it to be false."""
        spoken = self.spoken
        match e:
            case m.In(of, m.Things()):
                return spoken.claim(e, env)
            case m.In(of, domain):
                subject, members = self._subject(of, env), spoken.value(domain, env)
                domain_words = spoken.phrase(domain, env)
                held = f" ({listed_members(members)})" if members not in ("", subject, domain_words) else ""
                is_so = f"{verb(subject, 'is')} {'already ' if isinstance(domain, m.Slot) else ''}{within(domain)}"
                return f"{subject} {is_so} {domain_words}{held}"
            case m.AggregateExpr(how="any", where=where) if where is not None:
                for inner in spoken.inner(e, env):
                    return spoken.claim(where, inner)
            case m.Compare("=", left, right) if not spoken.is_none(right):
                return self._compared("!=", left, right, env)
            case m.Not(of):
                return self.why_false(of, env)
            case m.Slot(owner=m.Expr() as owner) | m.CallValue(args=(owner, *_)) if not isinstance(owner, m.Const):
                verbs = ("has", "is") if isinstance(e, m.Slot) else ("has",)
                return already(spoken.claim(e, env), spoken.phrase(owner, env), verbs)
        return spoken.claim(e, env)

    def _not_so(self, e: m.Expr, env: Env) -> str:
        if flagged := self.spoken.flag(e, env, False):
            return flagged
        return NEVER if isinstance(e, m.Const) else f"it is not true that {self.spoken.claim(e, env)}"

    def _outside(self, of: m.Expr, domain: m.Expr, env: Env) -> str:
        spoken = self.spoken
        subject, members, value = self._subject(of, env), spoken.phrase(domain, env), spoken.value(domain, env)
        if (call := built_in_call(domain)) is not None and call.form.left_out.startswith("it cannot be "):
            words = [arg if isinstance(arg, str) else spoken.phrase(arg, env) for arg in call.args]
            return f"{subject}{call.filled(call.form.left_out, words).removeprefix('it')}"
        if isinstance(domain, (m.FactValue, m.Slot)) and (does := bare_verb(spaced(domain.field.name))):
            owner = domain.of if isinstance(domain, m.FactValue) else domain.owner
            who = spoken.phrase(owner, env) if owner is not None else ""
            only = f", only {value}" if value else ""
            return f"{who} {verb(who, 'does')} not {does} {subject}{only}" if who else f"{subject} is not in {members}"
        if isinstance(domain, m.Things):
            noun = display_names(spoken.table).kind(domain.kind)
            return f"{subject} {verb(subject, 'is not')} {with_article(noun)}"
        if left_out := self._left_out(domain, env):
            only = f" (only {listed_members(value)})" if value not in ("", NOTHING) else ""
            return f"{subject} {verb(subject, left_out)}{only}"
        held = f" (only {listed_members(value)})" if value not in ("", members) else ""
        return f"{subject} {verb(subject, 'is not')} {within(domain)} {members}{held}"

    def _subject(self, e: m.Expr, env: Env) -> str:
        """Return the thing that a field or fact names, or the words for any other expression."""
        is_field = isinstance(e, (m.Slot, m.FactValue)) and isinstance(e.type, m.Ref)
        return (self.spoken.value(e, env) if is_field else "") or self.spoken.phrase(e, env)

    def _left_out(self, domain: m.Expr, env: Env) -> str:
        """Return a verb phrase for things that a set does not contain, or an empty string if the set has none."""
        call = built_in_call(domain)
        if isinstance(domain, m.Ends):
            return f"is not an end of {self.spoken.phrase(domain.of, env)}"
        if call is None or call.form.left_out.startswith("it must "):
            return ""
        words = [arg if isinstance(arg, str) else self.spoken.phrase(arg, env) for arg in call.args]
        return call.filled(call.form.left_out, words).removeprefix("it ")

    # ------------------------------------------------------------ comparisons

    def _compared(self, op: str, left: m.Expr, right: m.Expr, env: Env) -> str:
        """Explain why a comparison is false: give the current value and the required one."""
        spoken = self.spoken
        if spoken.is_plain(left, env) and not spoken.is_plain(right, env):
            op, left, right = MIRRORED[op], right, left
        if isinstance(left.type, m.Int):
            return self._number(op, left, right, env)
        now, words, needed = spoken.value(left, env), spoken.phrase(left, env), spoken.with_value(right, env)
        is_told = now not in ("", words)
        if isinstance(left.type, m.Ref) and op in COMES:
            return f"{words}{f' ({now})' if is_told else ''} must come {COMES[op]} {needed}"
        if spoken.is_none(right):
            return self._about_none(op, left, now, env)
        if op == "=" and _is_empty_set(right):
            return f"{words} must be empty{f' ({now})' if is_told else ''}"
        if op == "!=":
            if isinstance(left, m.Var) and isinstance(right, m.Var) and left.name != right.name:
                return f"{spaced(left.name)} and {spaced(right.name)} are both {now}"
            owner, noun, _ = spoken.possession(left, env)
            if is_told and noun == PLACE and spoken.is_place(left.type):
                return f"{owner} {verb(owner, 'is')} already at {now}"
            if is_told:
                return f"{words} {is_word(left)} already {now}"
            if words == needed == YOU:
                return ONLY_OTHERS
            return f"the {_noun_of(left)} must not be {needed}" if isinstance(left, m.Var) else f"{words} is {needed}"
        if self._is_empty(left, env) and (lacks := spoken.lacking(left, env)):
            return f"{lacks}; it must be {needed}"
        if is_told and isinstance(left, m.FactValue) and left.field.name == OWNER and is_player(left):
            return f"{spoken.phrase(left.of, env)} is {of_player(now)}, not {of_player(needed)}"
        if is_told:
            return f"{words} {is_word(left)} {now}, not {needed}"
        return f"{words} {verb(words, 'is not')} {needed}"

    def _about_none(self, op: str, left: m.Expr, now: str, env: Env) -> str:
        spoken = self.spoken
        if op == "!=":
            return spoken.lacking(left, env) or f"{spoken.phrase(left, env)} is not set"
        has = spoken.having(left, env)
        if has and isinstance(left, m.Slot) and left.owner is not None:
            has = already(has, spoken.phrase(left.owner, env), ("has", "is"))
        noun = has.rpartition(" a ")[2]
        if now.endswith(f" {noun}"):  # `has a coat` becomes `has Red’s coat`
            return f"{has.removesuffix(f'a {noun}')}{now}"
        return f"{has} ({now})" if has and now else has or f"{spoken.phrase(left, env)} is already {now}"

    def _is_empty(self, e: m.Expr, env: Env) -> bool:
        seen = self.spoken.perspective.look(e, self.spoken.v, env)
        return seen.known and isinstance(e.type, m.Ref) and seen.value == m.NONE

    def _number(self, op: str, left: m.Expr, right: m.Expr, env: Env) -> str:
        """Explain why a comparison of numbers is false."""
        spoken = self.spoken
        now, words, needed = spoken.value(left, env), spoken.phrase(left, env), spoken.with_value(right, env)
        if isinstance(left, m.Var) and spoken.is_plain(left, env):
            words = spoken.members.get(left.uid) or with_the_name(left.name)
        zero = now == "0" and (op, spoken.value(right, env)) in NEVER_NEGATIVE
        if zero and (lacks := self.none_of(left, env)):
            return lacks
        if op == "!=":
            return f"{words} {is_word(left)} already {now}" if now else f"{words} must not be {needed}"
        if now in ("", words):
            return f"{words} must be {IS[op]}{needed}"
        held = self._amount(left, now, env)
        if op == "=" and needed == "0" and held:
            return f"{held}, but none may be there" if held.startswith("there ") else f"{held}, but must have none"
        if op == "=":
            return f"{words} {is_word(left)} {now}, not {needed}"
        if held and op in NEEDED:
            bound, of = spoken.value(right, env), spoken.phrase(right, env)
            is_short = not any(isinstance(part, m.If) for part in m.parts(right))
            enough = (f"{bound} ({of})" if is_short else bound) if bound not in ("", of) else of
            return f"{held}, but {NEEDED[op].format(enough, be='is' if enough == '1' else 'are')}"
        return f"{words} {is_word(left)} {now}, but must be {IS[op]}{needed}"

    def _amount(self, e: m.Expr, now: str, env: Env) -> str:
        """Return a number as an amount, as in `East has 2 berths`, or an empty string if no phrase fits."""
        spoken, (owner, noun, end) = self.spoken, self.spoken.possession(e, env)
        match e:
            case m.Size(m.Slot(field=m.StateField(label=m.Label(one)), owner=m.Expr() as holder)) if is_player(holder):
                who = spoken.phrase(holder, env)
                return f"{who} {verb(who, 'has')} {numbered(now, one)}"
            case m.Size(m.Expr(type=m.Holder(kind=kind)) as of):
                thing = spaced(kind).lower()
                return f"there {'is' if now == '1' else 'are'} {numbered(now, thing)} in {spoken.phrase(of, env)}"
            case m.Size(m.CallValue(args=(_, *_)) as of) if isinstance(of.type, m.Many):
                owner, noun, end = spoken.possession(of, env)
                return f"{owner} {verb(owner, 'has')} {'no' if now == '0' else now} {noun}{end}" if owner else ""
            case m.CountOf(of, sort):
                there = f"there {'is' if now in ('0', '1') else 'are'} {'no' if now == '0' else now}"
                what = self._subject(sort, env).removeprefix("the ").removeprefix("a ")
                return f"{there} {what} in {spoken.phrase(of, env)}"
        if not owner:
            return ""
        if isinstance(e.type, m.Int) and e.type.money:
            money = spoken.table.flow.model.money
            return f"{owner} {verb(owner, 'has')} {f'no {money}' if now == '0' else counted(int(now), money)}{end}"
        if labelled := _counted_label(e, now):
            return f"{owner} {verb(owner, 'has')} {labelled}{end}"
        if is_plural(noun):
            return f"{owner} {verb(owner, 'has')} {'no ' + noun if now == '0' else counted(int(now), noun)}{end}"
        return ""

    def none_of(self, e: m.Expr, env: Env) -> str:
        """Say that there is nothing of what a number counts, or return an empty string if no phrase fits."""
        return self._amount(e, "0", env) or self.spoken.lacking(e, env)


def _counted_label(e: m.Expr, now: str) -> str:
    """Return a number with the label of its field, such as `no oxen` or `1 ox`, or an empty string without a label."""
    words = counted_noun(e.field, int(now)) if isinstance(e, m.Slot) and e.field.label is not None else ""
    return f"no {words.removeprefix('0 ')}" if now == "0" and words else words


def already(claim: str, subject: str, verbs: tuple[str, ...]) -> str:
    """Put `already` into a sentence with one of the verbs: `Red has already passed`, but `Red already has a coat`."""
    first, _, rest = claim.removeprefix(f"{subject} ").partition(" ")
    if not claim.startswith(f"{subject} ") or first not in [verb(subject, each) for each in verbs]:
        return claim
    word = rest.partition(" ")[0]
    has_thing = first == verb(subject, "has") and word in ARTICLES
    if first == verb(subject, "has") and is_plural(word):
        return claim  # `Red has already points left` is no English
    return f"{subject} already {first} {rest}" if has_thing else f"{subject} {first} already {rest}"


def of_player(who: str) -> str:
    """Return a player as the owner of a thing, as in `the cart is yours` or `the cart is Red’s`."""
    return "yours" if who == YOU else f"{who}’s"


def with_the_name(name: str) -> str:
    """Return a parameter's name as the subject of a sentence."""
    return f"“{spaced(name)}”"


def _noun_of(var: m.Var) -> str:
    """Return a noun for a parameter: its name, or its kind if the name is a single letter."""
    return spaced(var.type.kind).lower() if isinstance(var.type, m.Ref) and len(var.name) == 1 else spaced(var.name)


def numbered(now: str, noun: str) -> str:
    """Return a number with a noun, such as `no wares` or `1 ware`."""
    return f"no {plural(noun)}" if now == "0" else f"{now} {noun if now == '1' else plural(noun)}"


def within(domain: m.Expr) -> str:
    """Return the preposition for a member of a set: a thing is in a market, but among the cards of a player."""
    if isinstance(domain, (m.Slot, m.FactValue)):
        return "among" if is_plural(noun_in_sentence(domain.field)) else "in"
    return "in" if isinstance(domain, m.CallValue) else "among"


def listed_members(members: str) -> str:
    """Put `and` before the last of several members that commas separate."""
    return " and ".join(members.rsplit(", ", 1)) if " and " not in members else members


def _is_empty_set(e: m.Expr) -> bool:
    return isinstance(e, (m.Listed, m.Amounts)) and not (e.items if isinstance(e, m.Listed) else e.parts)


def _sides(e: m.Expr) -> list[m.Expr]:
    return [*_sides(e.left), *_sides(e.right)] if isinstance(e, m.Or) else [e]


def _is_fixed(e: m.Expr) -> bool:
    """Return True for a condition that the rules or options decide before the game, such as a ruling."""
    return isinstance(e, m.Const) or (isinstance(e, m.Not) and _is_fixed(e.of))
