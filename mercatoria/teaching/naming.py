"""Finds the smallest edit that makes an answer right, and names the kind of slip that it puts right.

First the parts in which the answer and the reading differ are left out one by one, while the rest of the edits still
makes the answer right. If more than one small edit is left, the misconceptions of learners are tried on the answer: a
pupil may say the same in other words, and then the parts that differ in wording hide the slip.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from dsl import ast
from dsl.diagnostics import RulebookError
from dsl.folder import GameFolder
from dsl.mutations import misconceptions, mutants
from dsl.printing import declaration_lines, field_line, plain, statement_lines
from dsl.source import Span
from interpreter.position import LayoutError, PlayFault
from mercatoria.teaching.alignment import Alignment, Declarations, Edit, in_words_of, rules_of, with_field
from mercatoria.teaching.beginnings import Beginning, RuleSet
from mercatoria.teaching.classification import kind_of
from mercatoria.teaching.kinds import Kind
from mercatoria.teaching.pair_search import Difference, compared, search, waited
from mercatoria.teaching.position_graph import Seen

MOST_EDITS, MOST_TRIED, ENOUGH_PAIRS = 24, 150, 1_500
SURE = (Kind.CHANCE, Kind.SEEN, Kind.PRECEDENCE)
"""Kinds of slips that no smaller edit puts right."""

LONG = 60
"""Length of an edit's text, in characters, beyond which a smaller edit is searched."""

FORMS: dict[str, Kind] = {
    "number": Kind.NUMBER, "condition": Kind.TOO_MUCH, "need": Kind.TOO_MUCH, "cost": Kind.TOO_MUCH,
    "effect": Kind.TOO_MUCH, "exception": Kind.TOO_MUCH, "skip": Kind.TOO_MUCH, "scoring": Kind.TOO_MUCH,
    "order": Kind.TOO_MUCH, "offer": Kind.TOO_MUCH, "limit": Kind.TIME,
}  # fmt: skip
"""The kind of slip that a mutant of the answer puts right, by the mutant's form. Mutants mostly leave parts out."""


@dataclass(frozen=True, slots=True)
class Slip:
    """A slip: its kind, its place in the answer, and the edit that puts it right.

    `before` is "" if something is missing, and `after` is "" if something is too much. `further` counts the other
    places that also need an edit.
    """

    kind: Kind
    place: Span
    rule: str
    before: str
    after: str
    further: int = 0

    @property
    def line(self) -> int:
        return self.place.line


@dataclass(frozen=True, slots=True)
class Naming:
    """The search for the slip of one answer."""

    answer: GameFolder
    reading: RuleSet
    difference: Difference
    beginnings: Sequence[Beginning]
    exact_scores: bool

    def slip(self) -> Slip | None:
        """Return the slip of the answer, or None if it cannot be named."""
        mine = rules_of(self.answer)
        alignment = Alignment.of(mine, in_words_of(mine, rules_of(self.reading.folder)))
        edits = self._needed(alignment)
        if len(edits) == 1:
            edits = _with_partner(edits[0], alignment.edits)
        if edits and (kind_of(edits) in SURE or _fine(edits, alignment)):
            return _slip(edits)
        found = self._misconception(mine, alignment.edits)
        return found or (_slip(edits) if edits else None)

    # ------------------------------------------------------------ edits that are needed

    def _needed(self, alignment: Alignment) -> list[Edit]:
        """Return the edits that are all needed. The list is empty if all edits together do not help."""
        chosen = [each.number for each in alignment.edits]
        if not chosen or len(chosen) > MOST_EDITS or not self._right(alignment.edited(chosen)):
            return []
        for number in chosen if len(chosen) > 1 else ():
            if self._right(alignment.edited([number])):
                return [alignment.edits[number]]
        for number in list(chosen) if len(chosen) > 2 else ():
            fewer = [each for each in chosen if each != number]
            if self._right(alignment.edited(fewer)):
                chosen = fewer
        return [alignment.edits[number] for number in chosen]

    def _misconception(self, mine: Declarations, edits: Sequence[Edit]) -> Slip | None:
        """Return the slip that one misconception, put right, takes out of the answer.

        Only rules that differ from the reading are changed.
        """
        unlike = [each.owners[0].span if each.owners else each.place for each in edits]
        read = [part.value for decl in rules_of(self.reading.folder) for part in ast.walk(decl)
                if isinstance(part, ast.Integer)]  # fmt: skip
        candidates = [each for each in _candidates(mine, sorted(set(read))) if any(_within(each[1], around)
                      for around in unlike)]  # fmt: skip
        for kind, span, before, after, new in candidates[:MOST_TRIED]:
            if self._right(new):
                return Slip(kind, span, _rule_at(mine, span), before, after)
        return None

    def _right(self, declarations: Declarations) -> bool:
        """Return True if a short search finds no difference between declarations and the reading."""
        rules = tuple(each for each in declarations if not isinstance(each, ast.Variant))
        variants = {each.name.text: each for each in declarations if isinstance(each, ast.Variant)}
        folder = replace(self.answer, declarations=rules, variants=variants, tables={}, boards={})
        tried = RuleSet(folder, self.reading.names)
        try:
            return (
                self._passes_witness(tried)
                and search(self.reading, tried, self.beginnings, self.exact_scores, ENOUGH_PAIRS).difference is None
            )
        except (RulebookError, LayoutError, PlayFault):
            return False

    def _passes_witness(self, tried: RuleSet) -> bool:
        """Return True if the game that told the answer from the reading shows no difference any more."""
        one, wanted = self.reading.begin(self.difference.beginning)
        two, found = tried.begin(self.difference.beginning)
        for words in self.difference.steps:
            if isinstance(wanted, Seen) or isinstance(found, Seen):
                return False
            passes, found = waited(one, wanted, two, found)
            if passes[:1] == [words]:  # only the reading asks this player
                wanted = one.after(wanted, words)
                continue
            if isinstance(found, Seen) or words not in two.steps(found):
                return False
            wanted, found = one.after(wanted, words), two.after(found, words)
        _, found = waited(one, wanted, two, found)
        if isinstance(wanted, Seen) or isinstance(found, Seen):
            return isinstance(wanted, Seen) and isinstance(found, Seen)
        return not compared(one, two, self.exact_scores).form_of(one.seen(wanted), two.seen(found))


def unplayed(answer: GameFolder, reading: GameFolder) -> Slip | None:
    """Return the slip of an answer that cannot be played, from all edits that lead to a reading."""
    mine = rules_of(answer)
    edits = Alignment.of(mine, in_words_of(mine, rules_of(reading))).edits
    return _slip(edits) if edits else None


def _fine(edits: Sequence[Edit], alignment: Alignment) -> bool:
    """Return True if edits are so small that no misconception could be a smaller edit.

    An answer in other words has edits that do no harm. Then an edit that only adds a part may hide the slip.
    """
    kind, before = kind_of(edits), edits[0].before
    if len(edits) == 2 and kind is Kind.PLACE:
        return True
    if len(edits) > 1 or kind is Kind.OTHER:
        return False
    if len(alignment.edits) > 1 and (before is None or len(_text(before)) > LONG):
        return False
    return (
        kind is not Kind.WHICH
        or before is None
        or isinstance(before, (ast.Name, ast.Word, ast.Attribute, ast.Call, ast.Cell))
    )


def _with_partner(edit: Edit, edits: Sequence[Edit]) -> list[Edit]:
    """Return an edit that inserts a part, with the edit that takes the same part out of a wrong place, if there is one.

    The pupil's part may do no harm where it is. But the pupil meant this part, so the slip is its place.
    """
    others = [each for each in edits if each is not edit and edit.before is None]
    return next(([other, edit] for other in others if kind_of([other, edit]) is Kind.PLACE), [edit])


Candidate = tuple[Kind, Span, str, str, Declarations]


def _candidates(mine: Declarations, numbers: Sequence[int]) -> Iterator[Candidate]:
    for each in misconceptions(mine, numbers):
        yield Kind(each.form), each.span, each.before, each.after, each.declarations
    for made in mutants(mine):
        new = (*mine[: made.index], made.declaration, *mine[made.index + 1 :])
        kind = FORMS.get(made.form, Kind.OTHER)
        yield (kind if not made.after else Kind.TURNED), made.span, made.before, made.after, new


# ---------------------------------------------------------------- words


def _slip(edits: Sequence[Edit]) -> Slip:
    first = next((each for each in edits if each.before is not None), edits[0])
    kind = kind_of(edits)
    if kind in (Kind.LEFT_OUT, Kind.PRECEDENCE):
        first = next((each for each in edits if each.before is None and each.owners), edits[0])
    rule = _named(first.declaration)
    before, after = _around(first)
    if kind is Kind.PLACE and (moved := next((each for each in edits if each.before is None), None)) is not None:
        after = f"{_text(moved.after)} in `{moved.declaration.name.text}`" if moved.declaration else _text(moved.after)
        return Slip(kind, first.place, rule, before, after)
    return Slip(kind, first.place, rule, before, after, len(edits) - 1)


def _named(decl: ast.Declaration | None) -> str:
    """Return the name of a rule. A scoring or ranking has only a local name, so the word itself is returned."""
    if isinstance(decl, (ast.Scoring, ast.Ranking)):
        return "scoring" if isinstance(decl, ast.Scoring) else "ranking"
    return decl.name.text if decl is not None else ""


def _around(edit: Edit) -> tuple[str, str]:
    """Return the text before and after an edit, of the smallest part that can be read on its own."""
    if isinstance(edit.before, ast.Node) or isinstance(edit.after, ast.Node) or not edit.owners:
        return _text(edit.before), _text(edit.after)
    owner = edit.owners[-1]
    changed = with_field(owner, edit.name, edit.after)
    if isinstance(owner, ast.Expr) and isinstance(changed, ast.Expr):
        return plain(owner), plain(changed)
    if isinstance(owner, ast.Statement) and isinstance(changed, ast.Statement):
        return _text(owner), _text(changed)
    if isinstance(owner, ast.Field) and isinstance(changed, ast.Field):
        return field_line(owner).head, field_line(changed).head
    if isinstance(owner, ast.End) and isinstance(changed, ast.End):
        return declaration_lines(owner)[0].head, declaration_lines(changed)[0].head
    return f"{edit.name} {edit.before or 'none'}", f"{edit.name} {edit.after or 'none'}"


def _text(part: object) -> str:
    if part is None:
        return ""
    if isinstance(part, ast.Expr):
        return plain(part)
    if isinstance(part, ast.Statement):
        return " ".join(" ".join(line.text.split()) for line in statement_lines(part))
    if isinstance(part, ast.Node):
        return " ".join(part.span.text.split())
    return str(part)


def _within(span: Span, around: Span) -> bool:
    return span.source == around.source and around.start <= span.start <= around.end


def _rule_at(declarations: Declarations, span: Span) -> str:
    """Return the name of the rule in which a place is."""
    around = [decl for decl in declarations if decl.span.source == span.source
              and decl.span.start <= span.start < max(decl.span.end, decl.span.start + 1)]  # fmt: skip
    return _named(around[-1]) if around else ""
