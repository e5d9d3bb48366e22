"""Rewrites declarations with the words of another language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any, TypeVar

from dsl import ast
from dsl.board import Datum
from dsl.diagnostics import Sink
from dsl.phrases import plural
from dsl.syntax import parse_phrase
from dsl.translations.words import Words, span_of, text_of

N = TypeVar("N", bound=ast.Node)
D = TypeVar("D", bound=ast.Declaration)

WHERE = "in the words of this language"
HOLDERS = ("pile", "stack", "bag", "space")
"""Forms of fields that the log may name although players do not see them otherwise, when something is drawn to them."""
SAYS, LOG, TITLE, CALLED = "says", "log", "title", "called"
ONE, OTHER, YES, NO = "one", "other", "yes", "no"


@dataclass(frozen=True, slots=True)
class Slot:
    """A place for the words of another language.

    Attributes:
        parts: The parts that the words must have, each with the text of the rulebook. The first one may stand alone.
    """

    variant: str
    section: str
    key: str
    parts: Mapping[str, str]
    is_needed: bool = True
    """False if the words may give the thing a name, but need not."""


@dataclass(slots=True)
class Translation:
    """The declarations of a game with the words of another language, and the places that the file has words for."""

    declarations: tuple[ast.Declaration, ...]
    variants: dict[str, ast.Variant]
    slots: list[Slot]


def translated(
    declarations: Sequence[ast.Declaration], variants: Mapping[str, ast.Variant], words: Words, sink: Sink
) -> Translation:
    """Return a rulebook and its variants in another language. Report faulty sentences to the sink."""
    parts = (part for decl in declarations for part in ast.walk(decl))
    base = _Translator(words, sink, uses_money=any(isinstance(p, ast.Domain) and p.form == "money" for p in parts))
    found = tuple(map(base.declaration, declarations))
    slots, others = base.slots, {}
    shared = frozenset(slot.key for slot in slots if slot.section == "fields")
    for name, variant in variants.items():
        of = _Translator(words, sink, name, shared)
        others[name] = of.variant_declaration(variant)
        slots += of.slots
    return Translation(found, others, slots)


@dataclass(slots=True)
class _Translator:
    """Rewrites the declarations of the rulebook, or those of one variant."""

    words: Words
    sink: Sink
    variant: str = ""
    shared: frozenset[str] = frozenset()
    """The fields of the rulebook, if this is a variant."""
    uses_money: bool = False
    slots: list[Slot] = field(default_factory=list)

    # ------------------------------------------------------------ looking up

    def given(self, section: str, key: str, parts: Mapping[str, str]) -> Mapping[str, Datum]:
        """Return the words for a slot, part by part. Empty texts are left out.

        A variant that declares a field of the rulebook again shares its words.
        """
        shared = section == "fields" and key in self.shared
        key = key if shared else self._own_key(section, key, parts)
        datum = self.words.section(section, "" if shared else self.variant).get(key)
        if datum is None:
            return {}
        if isinstance(datum.value, str):
            return {next(iter(parts)): datum} if datum.value.strip() else {}
        return {str(name): part for name, part in datum.parts.items() if text_of(part)}

    def _own_key(self, section: str, key: str, parts: Mapping[str, str]) -> str:
        """Register a slot and return its key.

        If a rule asks twice for the same name in other words, the second key ends in `.2`.
        """
        known = {slot.key: slot.parts for slot in self.slots if slot.section == section}
        number, own = 1, key
        while own in known and known[own] != parts:
            number += 1
            own = f"{key}.{number}"
        if own not in known:
            self.slots.append(Slot(self.variant, section, own, parts))
        return own

    def text(self, section: str, key: str, english: str) -> str:
        """Return the words for a title or another plain text, or the text of the rulebook."""
        return text_of(self.given(section, key, {"": english}).get("")) or english

    def optional_title(self, name: str) -> str:
        """Return the words for a value without title, which only a picture file shows."""
        self.slots.append(Slot(self.variant, "rules", name, {"": name}, is_needed=False))
        return text_of(self.words.section("rules", self.variant).get(name))

    def heading(self, name: str, english: str) -> str:
        """Return the words for a text before the sections, such as the title, or the text of the rulebook."""
        self.slots.append(Slot(self.variant, "", name, {"": english}))
        part = self.words.part(self.variant)
        return text_of(part.parts.get(name) if part is not None else None) or english

    def phrase(self, datum: Datum) -> ast.Phrase:
        return parse_phrase(span_of(datum), self.sink, WHERE)

    # ------------------------------------------------------------ words

    def saying(self, given: Mapping[str, Datum], says: ast.Saying | None) -> ast.Saying | None:
        """Return the sentence of a move."""
        if SAYS not in given:
            return says
        imperative = self.phrase(given[SAYS])
        log = self.phrase(given[LOG]) if LOG in given else _plain_log(imperative)
        return ast.Saying(given[SAYS].span, imperative, log)

    def choice(self, section: str, key: str, says: ast.Saying | None, name: str) -> ast.Saying | None:
        return self.saying(self.given(section, key, {SAYS: _spoken(says) or name}), says)

    def label(self, of: ast.Field, owner: str) -> ast.Label | None:
        """Return the label of a field."""
        if of.internal and of.domain.form not in HOLDERS:
            return of.label
        key = f"{owner}.{of.name.text}" if owner else of.name.text
        label, name = of.label, of.name.text
        if of.domain.form == "flag":
            parts = {YES: label.words if label is not None else name, NO: (label and label.negation) or f"not {name}"}
            given = self.given("fields", key, parts)
            if YES not in given or NO not in given:
                return label
            return ast.Label(given[YES].span, text_of(given[YES]), text_of(given[NO]))
        one, slash, other = (label.words if label is not None else name).partition("/")
        counts = label is not None and (of.domain.form == "money" or isinstance(of.domain.of, ast.Range))
        parts = {ONE: one.strip()} | ({OTHER: other.strip() if slash else plural(one)} if counts else {})
        given = self.given("fields", key, parts)
        if ONE not in given:
            return label
        return ast.Label(given[ONE].span, f"{text_of(given[ONE])}/{text_of(given.get(OTHER, given[ONE]))}", None)

    # ------------------------------------------------------------ nodes

    def variant_declaration(self, variant: ast.Variant) -> ast.Variant:
        title = self.heading(TITLE, variant.title or variant.name.text)
        return replace(variant, title=title, amendments=tuple(map(self.amendment, variant.amendments)))

    def amendment(self, of: ast.Amendment) -> ast.Amendment:
        owner = of.target.path[0].text if of.target is not None else ""
        name = of.name.text if of.name is not None else ""
        declaration = self.declaration(of.declaration, owner) if of.declaration is not None else None
        title = of.title
        match of.verb:
            case "add rule":
                owner, title = name, self.text("rules", name, title or name)
            case "add needs":
                title = self.text("needs", f"{owner}.{name}", title or _words_of(of.value))
            case "except" if title and of.block is not None:
                title = self.text("rules", f"{owner}.{name}", title)
            case "replace" if title and of.block is not None:
                title = self.text("rules", owner, title)
        return replace(self.inside(of, owner), declaration=declaration, title=title)

    def declaration(self, of: ast.Declaration, owner: str = "") -> ast.Declaration:
        """Return a declaration with its words, and those of everything in it."""
        name = of.name.text
        match of:
            case ast.Rulebook():
                of = replace(of, title=self.heading(TITLE, of.title))
                if self.uses_money:  # the currency is part of the fingerprint, so the model gets its words
                    self.heading("money", of.money)
                return of
            case ast.Action():
                parts = {SAYS: _spoken(of.says) or of.title or name} | ({TITLE: of.title} if of.title else {})
                given = self.given("moves", name, parts)
                title = text_of(given.get(TITLE)) or of.title
                inner = replace(self.inside(of, name), title=title, says=self.saying(given, of.says))
                known = {slot.key for slot in self.slots if slot.section == "needs"}
                refused = {f"{name}.{param.name.text}" for param in of.params}  # no rulebook says why
                self.slots += [Slot(self.variant, "needs", key, {"": ""}, False) for key in sorted(refused - known)]
                return inner
            case ast.Need() | ast.Cost():
                condition = of.condition if isinstance(of, ast.Need) else of.amount
                return replace(of, title=self.text("needs", f"{owner}.{name}", of.title or _words_of(condition)))
            case ast.Kind():
                named = {CALLED: of.called.text} if of.called is not None else {}
                given = self.given("kinds", name, {ONE: name, OTHER: name} | named)
                called = self.phrase(given[CALLED]) if CALLED in given else of.called
                return replace(of, called=called, fields=tuple(self.state_field(each, name) for each in of.fields))
            case ast.State():
                kind = of.kind.text if of.kind is not None else ""
                return replace(of, fields=tuple(self.state_field(each, kind) for each in of.fields))
            case ast.ScoreLine():
                return replace(of, title=self.text("rules", f"scoring.{name}", of.title or name))
            case ast.Rule() | ast.Phase() | ast.Trigger() | ast.Setup() | ast.Round() | ast.End():
                for found in _found_from_answers(of):
                    self.text("chances", found, found)
                return replace(self.inside(of, name), title=self.text("rules", name, of.title or name))
            case ast.Value() | ast.Group() if of.title:
                return replace(of, title=self.text("rules", name, of.title))
            case ast.Value():
                return replace(of, title=self.optional_title(name))
        return self.inside(of, name)

    def state_field(self, of: ast.Field, owner: str) -> ast.Field:
        return replace(of, label=self.label(of, owner))

    def statement(self, of: ast.Statement, owner: str) -> ast.Statement:
        """Return a statement with the sentences of its choices. The statements in it have their words already."""
        match of:
            case ast.Act(offers=(first, *_), passing=ast.Saying() as passing):
                return replace(of, passing=self.choice("passes", f"{owner}.{first.name.text}", passing, ""))
            case ast.Window(offers=(first, *_), passing=ast.Saying() as passing):
                return replace(of, passing=self.choice("passes", f"{owner}.{first.name.text}", passing, ""))
            case ast.Chooses(binder=binder, says=says):
                key = f"{owner}.{binder.name.text}"
                return replace(of, says=self.choice("choices", key, says, binder.name.text))
            case ast.MayChoose(binder=binder, says=says, passing=passing):
                key = f"{owner}.{binder.name.text}"
                said = self.choice("choices", key, says, binder.name.text)
                return replace(of, says=said, passing=self.optional_pass(key, passing))
            case ast.Secretly(name=name, says=says):
                return replace(of, says=self.choice("choices", f"{owner}.{name.text}", says, name.text))
            case ast.Walks(name=name, says=says, passing=passing) | ast.Auction(name=name, says=says, passing=passing):
                key = f"{owner}.{name.text}"
                said = self.choice("choices", key, says, name.text)
                return replace(of, says=said, passing=self.optional_pass(key, passing))
            case ast.Random(target=ast.Name(text=name)):
                self.text("chances", name, name)
        return of

    def optional_pass(self, key: str, passing: ast.Saying | None) -> ast.Saying | None:
        return self.choice("passes", key, passing, "") if passing is not None else None

    def inside(self, node: N, owner: str) -> N:
        """Return a node with the words of everything in it."""
        changed: dict[str, Any] = {}
        for spec in fields(node):
            old = getattr(node, spec.name)
            if (new := self._part(old, owner)) is not old:
                changed[spec.name] = new
        return replace(node, **changed) if changed else node

    def _part(self, part: Any, owner: str) -> Any:
        if isinstance(part, tuple):
            found = tuple(self._part(each, owner) for each in part)
            return found if any(new is not old for new, old in zip(found, part, strict=True)) else part
        if isinstance(part, ast.Declaration):
            return self.declaration(part, owner)
        if isinstance(part, (ast.Statement, ast.Block)):
            inner = self.inside(part, owner)
            return self.statement(inner, owner) if isinstance(inner, ast.Statement) else inner
        return part


def _spoken(says: ast.Saying | None) -> str:
    return says.imperative.text if says is not None else ""


def _words_of(node: ast.Node | None) -> str:
    return " ".join(node.span.text.split()) if node is not None else ""


def _plain_log(imperative: ast.Phrase) -> ast.Phrase:
    """Return the log line of a translated sentence without one: the player, a colon and the sentence."""
    span = imperative.span
    you = ast.PhraseBlank(span, (ast.PhraseItem(span, ast.Name(span, "you"), ()),))
    return ast.Phrase(span, imperative.text, (you, ast.PhraseText(span, ": "), *imperative.parts))


def _found_from_answers(rule: ast.Declaration) -> Iterator[str]:
    """Yield the names that a rule defines with the answers to its secret decisions, such as `winner`."""
    answers = {part.name.text for part in ast.walk(rule) if isinstance(part, ast.Secretly)}
    for part in ast.walk(rule):
        if isinstance(part, ast.Let):
            names = {each.text for each in ast.walk(part.value) if isinstance(each, ast.Name)}
            if names & answers:
                yield part.name.text
