"""Answers questions about the log, a move, a value, a rule or the score.

A question takes one of these forms, after `why`:

- `last` or `12` asks for the effects of a step in the log, and for the rules that caused them.
- `buy(Flax)` or `Red: pass` asks why a move is legal or illegal.
- `buy` asks how many legal moves an action has, or which rules forbid every move.
- `Red.purse` or `price flax` asks about a field, a value, a table row, a fact or any other expression.
- `red score` asks for each scoring line, and `red 7 points` for the last step that changed the score by 7.
- `basic_income` asks for the latest effects of a rule or phase. The name of an ending asks for its condition.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from typing import TYPE_CHECKING

from dsl import model as m
from dsl.source import whole_number
from interpreter.explain.answers import HIDDEN, HOLDS, Answer, Finding, NoAnswer
from interpreter.explain.derivations import Derivations
from interpreter.explain.history import History
from interpreter.explain.moves import of_action, of_move
from interpreter.explain.question_parser import Meaning, QuestionParser, folded
from interpreter.flow import EffectAnalysis
from interpreter.log import LogEntry
from interpreter.position import OVER, FieldEntry, Vector
from interpreter.reference import Env
from interpreter.table import Move, NotAMove, Score, points_of
from interpreter.trace import perspective_at, slots_of
from interpreter.wording import offered_kinds

if TYPE_CHECKING:
    from interpreter.table import CompiledGame

ENDINGS = ("end", "ending", "over", "game over", "the end", "is the game over", "did the game end")


@dataclass(slots=True)
class Questions:
    """Answers one asker's questions about a position and its history.

    If the asker is a spectator, `asker` is None.
    """

    table: CompiledGame
    v: Vector
    last: LogEntry | None
    asker: int | None
    plain: bool = False
    """If True, explain refusals in everyday words, otherwise in the rulebook's words."""

    @property
    def derivations(self) -> Derivations:
        return Derivations(self.table, self.v[:], self.asker, plain=self.plain)

    @property
    def history(self) -> History:
        """The history of the game.

        Raises `NoAnswer` if the log does not lead to the current position, as in a scenario.
        """
        found = History(self.table, self.last, self.v[:], self.asker)
        if not found.known:
            raise NoAnswer("the moves that led to this position were not recorded")
        return found

    def answer(self, question: str) -> Answer:
        """Return the answer to a question.

        Raises:
            NoAnswer: Raised if the question cannot be understood.
            NotAMove: Raised if the question names an invalid move.
        """
        text = self.asked(question)
        if not text or text.casefold() == "not":
            raise NoAnswer(self.help())
        if re.fullmatch(r"last(\s+(move|event|step|line))?|[0-9]+", text, re.IGNORECASE):
            return self._of_line(text)
        bare = self.bare(text)
        if bare != text and (found := self._refused(bare)) is not None:
            return found
        if self.is_move(bare):
            return Answer(bare, of_move(self.derivations, self._move(bare)))
        if bare != text and (found := self._of_choosing(bare)) is not None:
            return found
        if bare.casefold() in ENDINGS:
            return Answer(bare, self._of_endings())
        return self._of_expression(bare) or self._of_meaning(QuestionParser(self.table, self.asker, bare))

    @staticmethod
    def asked(question: str) -> str:
        """Remove the leading `why` and the question mark from a question."""
        return re.sub(r"^why\b", "", question.strip().rstrip("?").strip(), flags=re.IGNORECASE).strip()

    @classmethod
    def bare(cls, question: str) -> str:
        """Remove introductions such as `why not` or `why can't I` from a question."""
        text = cls.asked(question)
        return re.sub(r"^(not|can't|cannot|can(\s+i)?\s+not)\s+(i\s+)?", "", text, flags=re.IGNORECASE)

    def help(self) -> str:
        model = self.table.flow.model
        action = next(iter(model.actions), "pass")
        value = next(iter(model.values), "score")
        return (
            f"ask about a move (`why not {action}`), a value or field (`why {value}`), points (`why score`), "
            "the log (`why last`, `why 3`), a rule by its name, or `why end`"
        )

    # ------------------------------------------------------------ moves and steps

    def _of_line(self, text: str) -> Answer:
        history = self.history
        number = whole_number(text)
        number = len(history.steps) if number is None else number
        if not history.steps:
            raise NoAnswer("nothing has happened yet")
        if not 1 <= number <= len(history.steps):
            raise NoAnswer(f"the log has lines 1 to {len(history.steps)}")
        return Answer(text, history.step(number))

    def is_move(self, text: str) -> bool:
        """Return True if the text is written like a move, even an invalid one."""
        call = text.partition(":")[2].strip() if ":" in text else text
        kinds, name = self.table.notation.kinds, call.partition("(")[0].strip()
        if ":" in text or name not in kinds:
            return ":" in text or text.startswith("(")
        return "(" in call or not self.table.flow.move_kinds[kinds[name]].params

    def _refused(self, text: str) -> Answer | None:
        """Answer `not buy` or `not buy Flax`, or return None if the first word names no action or choice.

        If a field or value has the same name as an action, the question is about the action. Choices that a rule asks a
        player to make are treated like actions.
        """
        name, _, rest = text.partition(" ")
        actions = self.table.flow.model.actions
        words = QuestionParser(self.table, self.asker, text)
        if name not in self.table.notation.kinds or words.form_of(name) == "action":
            return None
        if not rest and name not in actions:
            return None
        if not rest:
            return Answer(name, of_action(self.derivations, name, self.asker))
        try:
            return Answer(text, of_move(self.derivations, self._move(f"{name}({', '.join(rest.split())})")))
        except NotAMove:
            return None

    def _of_choosing(self, text: str) -> Answer | None:
        """Answer `not Flax` with the move that chooses this thing now, or return None if there is no such move."""
        model, kinds = self.table.flow.model, self.table.flow.move_kinds
        for kind in offered_kinds(self.table, self.v):
            match kinds[kind].params:
                case ((_, m.Ref(of)),):
                    for thing in model.kinds[of].things:
                        if folded(thing) == folded(text):
                            return Answer(text, of_move(self.derivations, self._move(f"{kinds[kind].name}({thing})")))
        return None

    def _move(self, text: str) -> Move:
        deciders = self.table.engine.deciders(self.v)
        seat = self.asker if self.asker is not None else deciders[0] if len(deciders) == 1 else None
        return self.table.notation.parse(text, seat)

    # ------------------------------------------------------------ expressions

    def _of_expression(self, text: str) -> Answer | None:
        """Answer a question that is an expression of the rules language. Return None for other questions."""
        words = QuestionParser(self.table, self.asker, text)
        if not re.search(r"\W", text.strip()) and words.form_of(text) not in ("value", "field", "row", "constant"):
            return None
        if " " in text and not re.search(r"[.()=<>+*{]", text):
            return None
        try:
            found = words.checked(text)
        except NoAnswer:
            if re.search(r"[=<>+*{]", text):
                raise
            return None
        return Answer(text, self._of(found)) if found is not None else None

    def _of(self, e: m.Expr) -> Finding:
        """Return a finding for the value of an expression.

        For a field, the child findings include the field's changes.
        """
        derivations = self.derivations
        found = derivations.condition(e, {}) if isinstance(e.type, m.Flag) else derivations.of(e, {})
        if isinstance(e, m.Slot) and found.verdict != HIDDEN:
            place = derivations.perspective.evaluator.place(e, self.v, {})
            return _with(found, partial(self._changes, place))
        return found

    def _changes(self, place: FieldEntry) -> Iterable[Finding]:
        try:
            found = list(self.history.of_field(place))
        except NoAnswer as unknown:
            return [Finding(str(unknown))]
        return found or [Finding("unchanged since the start of the game")]

    # ------------------------------------------------------------ loosely worded questions

    def _of_meaning(self, words: QuestionParser) -> Answer:
        meaning = words.meaning()
        if meaning.form == "action":
            seat = self._seat_of(meaning)
            return Answer(meaning.name, of_action(self.derivations, meaning.name, seat))
        if meaning.form == "routine":
            seats = [name for name in meaning.things if name in self.table.flow.model.seats]
            return Answer(meaning.name, self._of_rule(meaning.name, f"{seats[0]}." if seats else ""))
        if meaning.form == "ending":
            ending = next(each for each in self.table.flow.endings if each.about.name == meaning.name)
            return Answer(meaning.name, self._ending(ending))
        text = words.expression_text(meaning)
        e = words.checked(text)
        assert e is not None
        if meaning.numbers and (step := self._change_by(e, meaning)) is not None:
            return Answer(f"{text}, {meaning.numbers[0]}", step)
        found = self._of(e)
        if meaning.numbers and not found.text.endswith(f" {meaning.numbers[0]}"):
            note = f"; no step that you can see changed it by {meaning.numbers[0]}"
            found = Finding(found.text + note, "", "", found.cites, found.place, "", found.verdict, found.behind)
        return Answer(text, found)

    def _seat_of(self, meaning: Meaning) -> int | None:
        seats = [name for name in meaning.things if name in self.table.flow.model.seats]
        return self.table.flow.model.seats.index(seats[0]) if seats else self.asker

    def _of_rule(self, name: str, of: str) -> Finding:
        model = self.table.flow.model
        routine = model.routines.get(name)
        about = routine.about if routine else next(wake.about for wake in model.wakes if wake.about.name == name)
        found = self.history.of_rule(name, of)
        if found is None:
            return Finding.by(about, "has not changed anything visible recently")
        return Finding.by(about, f"its latest effects were in {found.text}", "", found.behind)

    def _ending(self, ending: m.Ending) -> Finding:
        found = self.derivations.condition(ending.condition, {})
        return Finding.by(ending.about, found.text, found.verdict, found.behind)

    def _of_endings(self) -> Finding:
        over = self.v[OVER]
        endings = [self._ending(ending) for ending in self.table.flow.endings]
        if 0 < over <= len(endings):
            found, about = endings[over - 1], self.table.flow.endings[over - 1].about
            return Finding.by(about, f"ended the game, because {found.text}", HOLDS, found.behind)
        text = "a rule ended the game" if over else "the game is not over; it ends when one of these conditions holds"
        return Finding(text, behind=lambda: endings)

    # ------------------------------------------------------------ questions about a change by an amount

    def _change_by(self, e: m.Expr, meaning: Meaning) -> Finding | None:
        """Return the last step in which a value changed by the amount in the question.

        Returns:
            A finding for the step, or None if there is no such step or the number is the current value.
        """
        now, number = self.derivations.look(e, {}), meaning.numbers[0]
        if now.known and now.value == number and not meaning.change:
            return None
        if isinstance(e, m.CallValue) and e.name not in self.table.flow.model.values:
            return self._points_changed(e, number)
        if not isinstance(e, m.Slot) or now.hidden:
            return None
        place = self.derivations.perspective.evaluator.place(e, self.v, {})
        history, slots = self.history, slots_of(place)
        for at, change in history.changes(slots):
            if abs(change.after[place.base] - change.before[place.base]) == number:
                return Finding(history.line(at), behind=cache(partial(lambda of: [history.change(of, slots)], change)))
        return None

    def _points_changed(self, e: m.CallValue, number: int) -> Finding | None:
        """Return the last step in which the asker saw the score change by `number`, or None."""
        model, history = self.table.flow.model, self.history
        assert model.score_var is not None
        env: Env = {model.score_var.uid: self.derivations.look(e.args[0], {}).value}
        for at in range(len(history.steps), 0, -1):
            changed = list(self._lines_changed(history, at, env))
            if number in {abs(sum(by for _, by, _ in changed)), *(abs(by) for _, by, _ in changed)}:
                return Finding(history.line(at), behind=cache(partial(self._points_step, history, at, changed)))
        return None

    def _lines_changed(self, history: History, at: int, env: Env) -> Iterator[tuple[m.ScoreLine, Score, str]]:
        """Yield each scoring line that a step changed, with the difference and the text `old → new`."""
        for line in self.table.flow.model.score:
            perspective = perspective_at(self.table, self.asker)
            one, two = (perspective.look(line.value, history.before[n], env) for n in (at - 1, at))
            if one.known and two.known and one.value != two.value:
                old, new, by = points_of(self.table.flow.model, (one.value, two.value, two.value - one.value))
                yield line, by, f"{old} → {new}"

    def _points_step(
        self, history: History, at: int, changed: list[tuple[m.ScoreLine, Score, str]]
    ) -> tuple[Finding, ...]:
        """Return a finding for each scoring line that a step changed, with the field changes that caused it."""
        facts, layout = EffectAnalysis(self.table.flow.model), self.table.flow.layout
        findings = []
        for line, by, words in changed:
            slots = [range(run.first, run.first + run.width) for of, run in layout.runs.items()
                     if of in facts.reads(line.value) and not of.builtin]  # fmt: skip
            changes = [change for change in history.changes_in(at)
                       if any(map(change.touches, slots)) and history.visible(change)]  # fmt: skip
            behind = cache(partial(lambda changes: [history.change(change) for change in changes], changes))
            findings.append(Finding.by(line.about, f"{words} ({'+' if by > 0 else ''}{by})", "", behind))
        return tuple(findings)


def _with(found: Finding, more: Callable[[], Iterable[Finding]]) -> Finding:
    """Return a copy of a finding with additional child findings."""
    return Finding(found.text, found.rule, found.title, found.cites, found.place, found.origin, found.verdict,
                   cache(lambda: (*found.behind(), *more())))  # fmt: skip
