"""Parses typed questions: turns free wording into an expression of the rules language.

`why blue renown` becomes `Blue.renown`, `why is my purse 13?` becomes `Red.purse`, and `why price of Tea` becomes
`price_of(Tea)`. Players may write names in lower case, without accents, and with spaces instead of underscores. If two
names differ only in case, the name with the capitals of the question comes first. A question may mention names in any
order. The parser ignores common English words. For any other unknown word, the error message suggests the most similar
name.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from dsl import ast
from dsl import model as m
from dsl.checking import Scope, expression_checker
from dsl.diagnostics import ErrorReported, Sink, nearest
from dsl.source import Source, whole_number
from dsl.syntax import parse_expression
from interpreter.explain.answers import NoAnswer
from interpreter.position import PLAYER

if TYPE_CHECKING:
    from interpreter.table import CompiledGame

COMMON = frozenset(
    re.findall(
        r"\w+",
        "a an and are at can cost did do does earn earned for from gain gained get gets give given go got had has have "
        "how i in is it lose lost made make many me mine much my now of on only our paid pay s so that the then there "
        "this to was were what which with worth you your",
    )
)
"""Common words that the parser ignores in questions."""

OWN = frozenset({"i", "me", "mine", "my", "our", "you", "your"})
CHANGES = frozenset({"earn", "earned", "gain", "gained", "get", "gets", "got", "lose", "lost", "paid", "pay"})
"""Words that ask for the size of a change instead of the current value."""

RULES = ("action", "routine", "ending")
"""Subjects that are rules and therefore have no value."""
SCORE = ("score", "points", "point")
MOST_WORDS = 5
"""Maximum number of words in a name."""


def folded(text: str) -> str:
    """Return text in lower case without accents, with `CamelCase` and `snake_case` split into words."""
    parted = re.sub(r"(?<=[^\W\d_A-Z])(?=[A-Z])|(?<=[^\W\d_])(?=\d)", " ", text)
    bare = unicodedata.normalize("NFKD", parted.casefold())
    letters = "".join(char for char in bare if not unicodedata.combining(char))
    return " ".join(re.findall(r"[^\W_]+", letters))


@dataclass(slots=True)
class Meaning:
    """The meaning of a question: its subject, and the names and numbers that it mentions.

    `form` says what kind of declaration the subject is, and `name` is its name. `form` is "value", "field", "row",
    "constant", "fact", "score", "action", "routine" or "ending".
    """

    form: str
    name: str
    things: list[str] = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)
    change: bool = False
    """True if a number in the question says by how much a value changed."""


@dataclass(slots=True)
class QuestionParser:
    """Parses a question that uses the names of one game.

    Attributes:
        question: The question as the asker wrote it. Its capitals decide between names that differ only in case.
    """

    table: CompiledGame
    asker: int | None
    question: str
    subjects: dict[str, tuple[str, str]] = field(default_factory=dict)
    things: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        model, names = self.table.flow.model, self.table.checked.names
        for name in (*names.table.things, *(kind.name for kind in model.kinds.values() if kind.things == (kind.name,))):
            if self._is_meant(name, self.things.setdefault(folded(name), name)):
                self.things[folded(name)] = name
        for word in SCORE:
            self._add("score", "score", word)
        for rule in model.values.values():
            self._add("value", rule.about.name)
        for of in model.fields:
            if not of.builtin:
                self._add("field", of.name)
        for form, known in (("row", names.rows), ("constant", names.constants)):
            for name in known:
                self._add(form, name)
        for fact in model.statics:
            self._add("fact", fact.name)
        for about, form in self._rules():
            self._add(form, about.name)
        for about, form in self._rules():
            self._add(form, about.name, re.sub(r"^[\dA-Za-z]{1,4}\.\s", "", about.title))
        purses = [of for of in model.fields if of.kind == PLAYER and isinstance(of.type, m.Int) and of.type.money]
        if len(purses) == 1:
            for word in (model.money, "money", "coins", "cash"):
                self._add("field", purses[0].name, word)

    def _rules(self) -> list[tuple[m.Clauses, str]]:
        model = self.table.flow.model
        found = [(ending.about, "ending") for ending in model.endings]
        found += [(action.about, "action") for action in model.actions.values()]
        found += [(routine.about, "routine") for routine in model.routines.values()]
        return found + [(wake.about, "routine") for wake in model.wakes]

    def _add(self, form: str, name: str, written: str = "") -> None:
        if phrase := folded(written or name):
            _, known = self.subjects.setdefault(phrase, (form, name))
            if self._is_meant(name, known):
                self.subjects[phrase] = form, name

    def _is_meant(self, name: str, known: str) -> bool:
        """Return True if the question writes a name, but not another name that differs from it only in case."""
        words = re.findall(r"\w+", self.question)
        return folded(name) == folded(known) and name in words and known not in words

    def form_of(self, name: str) -> str:
        """Return the form of the declaration with this name, or an empty string if there is none.

        The spelling must match the rulebook exactly.
        """
        form, known = self.subjects.get(folded(name), ("", ""))
        return form if known == name else ""

    # ------------------------------------------------------------ parsing

    def meaning(self) -> Meaning:
        """Return the meaning of the loosely worded question.

        Raises `NoAnswer` if the question has no clear subject.
        """
        words = folded(re.sub(r"['’]s\b", " ", self.question)).split()
        subjects, things, numbers, strange = list[str](), list[str](), list[int](), list[str]()
        at = 0
        while at < len(words):
            phrase, many = self._longest(words, at)
            at += many
            if phrase in self.subjects or phrase in self.things:
                subjects.append(phrase)
            elif (number := whole_number(phrase)) is not None:
                numbers.append(number)
            elif phrase in OWN and self.asker is not None:
                things.append(self.table.flow.model.seats[self.asker])
            elif phrase not in COMMON:
                strange.append(phrase)
        chosen = self._subject(subjects)
        if chosen is not None and (len(subjects) > 1 or things or numbers):
            chosen = self._number_of(chosen)
        things = [*(self.things[each] for each in subjects if each != chosen and each in self.things), *things]
        if strange and not (chosen and self._is_filler(strange)):
            raise NoAnswer(self._unknown(strange))
        if chosen is None:
            raise NoAnswer(self._no_subject(things))
        return Meaning(*self.subjects[chosen], things, numbers, not CHANGES.isdisjoint(words))

    def _subject(self, phrases: list[str]) -> str | None:
        """Return the phrase that names the subject of the question, or None.

        Prefer names of values to names of rules. If a rule and a thing share a name, the name means the rule only if
        the question has no other subject.
        """
        known = [phrase for phrase in phrases if phrase in self.subjects]
        numbers = [phrase for phrase in known if self.subjects[phrase][0] not in RULES]
        rules = [phrase for phrase in known if phrase not in self.things] or known
        return next(iter([*numbers, *rules]), None)

    def _number_of(self, chosen: str) -> str:
        """Replace a rule with a value whose name begins with the rule's name, if there is one.

        For example, "my upkeep" means `upkeep_of(…)` even if a phase is called upkeep.
        """
        if self.subjects[chosen][0] not in RULES:
            return chosen
        longer = (phrase for phrase, (form, _) in self.subjects.items()
                  if phrase.startswith(f"{chosen} ") and form not in RULES)  # fmt: skip
        return next(longer, chosen)

    def _longest(self, words: list[str], at: int) -> tuple[str, int]:
        for many in range(min(MOST_WORDS, len(words) - at), 0, -1):
            phrase = " ".join(words[at : at + many])
            if phrase in self.subjects or phrase in self.things:
                return phrase, many
        return words[at], 1

    def _is_filler(self, strange: list[str]) -> bool:
        return all(word in (folded(self.table.flow.model.money), "coins", "points") for word in strange)

    def _unknown(self, strange: list[str]) -> str:
        word = " ".join(strange)
        known = {name: name for _, name in self.subjects.values()} | {name: name for name in self.things.values()}
        near = nearest(word.replace(" ", "_"), known) or nearest(strange[0], known)
        hint = f"did you mean `{near}`?" if near else "type `why` alone for examples"
        return f"nothing is called `{word}`; {hint}"

    def _no_subject(self, things: list[str]) -> str:
        if not things:
            return "ask for a value, a field, a rule or a move; type `why` alone for examples"
        kind = self.table.checked.names.table.things.get(things[0], things)[0]
        members = list(dict.fromkeys(self.table.checked.names.members_of(kind)))[:4]
        like = ", ".join(f"`{things[0]}.{name}`" for name in members)
        return f"what about {things[0]}?" + (f" Ask for one of these, for example: {like}" if like else "")

    # ------------------------------------------------------------ expressions

    def expression_text(self, meaning: Meaning) -> str:
        """Return source text for the expression that a question asks about.

        Raises `NoAnswer` if the question does not mention a required argument.
        """
        model, name = self.table.flow.model, meaning.name
        match meaning.form:
            case "score":
                return f"score({self._seat(meaning)})"
            case "value" if action := model.values[name].of_action:
                return self._asked_by_can(action, name, meaning)
            case "value":
                return self._called(name, name, [var.type for var in model.values[name].params], meaning)
            case "row":
                return self._called(name, name, [m.Int(0, 0)], meaning)
            case "field":
                return self._field(meaning)
            case "fact":
                fact = next(fact for fact in model.statics if fact.name == name)
                read = f"{self._thing(name, fact.kind, meaning)}.{name}"
                return self._called(read, name, [m.Int(0, 0)] if fact.columns is not None else [], meaning)
        return name

    def _asked_by_can(self, action: str, name: str, meaning: Meaning) -> str:
        """Return the `can` that calls a value of the checker."""
        seat, *rest = self._arguments(action, [var.type for var in self.table.flow.model.values[name].params], meaning)
        asked = f"{action}({', '.join(rest)})" if rest else action
        return f"can({seat}, {asked})"

    def _field(self, meaning: Meaning) -> str:
        name = meaning.name
        fields = [of for of in self.table.flow.model.fields if of.name == name and not of.builtin]
        of = next((of for of in fields if any(self._is_a(thing, of.kind) for thing in meaning.things)), fields[0])
        owner = f"{self._thing(name, of.kind, meaning)}." if of.kind else ""
        types: list[m.Type] = [m.Ref(kind) if kind else m.Int(0, 0) for kind in of.key_kinds]
        return self._called(f"{owner}{name}", name, types, meaning)

    def _called(self, text: str, name: str, types: list[m.Type], meaning: Meaning) -> str:
        args = self._arguments(name, types, meaning)
        return f"{text}({', '.join(args)})" if args else text

    def _arguments(self, name: str, types: list[m.Type], meaning: Meaning) -> list[str]:
        args = []
        for of in types:
            if isinstance(of, m.Ref):
                args.append(self._thing(name, of.kind, meaning))
            elif isinstance(of, m.Int) and meaning.numbers:
                args.append(str(meaning.numbers.pop(0)))
            else:
                raise NoAnswer(f"add a number to the question: `why {name} 3`")
        return args

    def _seat(self, meaning: Meaning) -> str:
        return self._thing(meaning.name, PLAYER, meaning)

    def _thing(self, name: str, kind: str, meaning: Meaning) -> str:
        """Return the next member of a kind that the question mentions.

        If the question mentions no player, return the asker.
        """
        for thing in meaning.things:
            if self._is_a(thing, kind):
                meaning.things.remove(thing)
                return thing
        if kind == PLAYER and self.asker is not None:
            return self.table.flow.model.seats[self.asker]
        known = self.table.flow.model.kinds[kind].things
        if not known:
            raise NoAnswer(f"this game has no {kind}, so there is no `{name}`")
        if len(known) == 1:
            return known[0]
        raise NoAnswer(f"say for which {kind}: `why {name} {known[0]}`, for example")

    def _is_a(self, thing: str, kind: str) -> bool:
        return bool(kind) and thing in self.table.flow.model.kinds[kind].things

    def checked(self, text: str) -> m.Expr | None:
        """Parse and check an expression. Return None if the text is not an expression.

        Raises:
            NoAnswer: Raised if the text is an expression with an error.
        """
        sink = Sink()
        found = parse_expression(Source("question", text), sink)
        return self.made(found) if found is not None else None

    def made(self, expr: ast.Expr) -> m.Expr:
        """Check a parsed expression and return it with types.

        Raises `NoAnswer` with the checker's message if there is an error.
        """
        names, scope = self.table.checked.names, Scope()
        if self.asker is not None:
            seat = m.Ref(PLAYER)
            scope.names["you"] = m.Const(self.asker, type=seat, span=expr.span)
        names.sink = Sink()
        try:
            return expression_checker(names).check(expr, scope)
        except ErrorReported:
            fault = names.sink.found[0]
            raise NoAnswer(f"{fault.title}" + (f"; {fault.hint}" if fault.hint else "")) from None
