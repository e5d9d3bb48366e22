"""What if: a move is tried, or a fact is supposed to be another, in a copy; the game stays as it is.

A trial goes on to the next decision, and stops where chance would speak: what it would bring is not told. It is played
with the eyes of the asker. What a statement makes of something he may not see is unknown to him from then on; where
the course of play itself would turn on such a thing the trial ends, and says so.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from typing import TYPE_CHECKING

from dsl import model as m
from interpreter.explain.answers import HIDDEN, UNSEEN, Answer, Finding, NoAnswer
from interpreter.explain.derivations import Workings
from interpreter.explain.history import History
from interpreter.explain.moves import of_move
from interpreter.explain.question_parser import Words
from interpreter.explain.questions import Questions
from interpreter.explain.refusals import Refusal
from interpreter.explain.step_trace import LEAVES, Chronicler, Deed
from interpreter.explain.visibility import slots_of
from interpreter.explain.wording import field_name
from interpreter.flow import OPEN, OVER, PC, Place, PlayFault, Refused, Run, Vector
from interpreter.flow import nodes as f
from interpreter.log import Entry
from interpreter.reference import Env, Payment
from interpreter.table import Move, NotAMove

if TYPE_CHECKING:
    from interpreter.table import Table

MOST_NAMED = 8
"""Moves that are told by name; of more how many they are."""


class Unknowable(Exception):
    """From here on the course of play turns on something that the asker may not see."""


class Tryer(Chronicler):
    """Plays on in a copy, as far as the asker can know what comes."""

    def lose(self, v: Vector) -> None:
        raise Unknowable

    def _falls_by_itself(self, node: f.AnyNode, v: Vector) -> bool:
        return False

    def _do_block(self, s: m.Statement, closed: bool, v: Vector, env: Env) -> None:
        if closed:
            raise Unknowable
        super()._do_block(s, closed, v, env)

    def do(self, statement: m.Statement, v: Vector, env: Env) -> None:
        if isinstance(statement, LEAVES):
            self._spread(statement, v, env)
        super().do(statement, v, env)

    def _spread(self, s: m.Statement, v: Vector, env: Env) -> None:
        """What is made of something unknown becomes unknown."""
        match s:
            case m.Assign(target=m.Slot() as target, value=value):
                self._mark([target], self.hides(value, v, env), v, env)
            case m.Adjust(target=m.Slot() as target, by=by):
                self._mark([target], self.hides(by, v, env) or self.hides(target, v, env), v, env)
            case m.Pay(source=source, target=target, amount=amount):
                self._mark([source, target], self.hides(amount, v, env), v, env, False)
            case m.MovePieces(source=source, target=target):
                parts = [part for part in (s.number, s.sort, s.bag, s.thing) if part is not None] or [source]
                self._mark([source, target], any(self.hides(part, v, env) for part in parts), v, env, False)

    def _mark(self, slots: list[m.Slot], closed: bool, v: Vector, env: Env, anew: bool = True) -> None:
        """Notes whether fields are unknown from now on; one that is set `anew` to something open is known again."""
        for slot in slots:
            if self.hides_place(slot, v, env):
                raise Unknowable
            place = self.place(slot, v, env)
            if closed:
                self.unknown |= set(slots_of(place))
            elif anew:
                self.unknown -= set(slots_of(place))

    def _pay_cost(self, payment: Payment, v: Vector, env: Env) -> None:
        cost = payment.cost
        parts = [part for part in (cost.amount, cost.sort, cost.bag, cost.thing, cost.when) if part is not None]
        closed = any(self.hides(part, v, env) for part in parts)
        self._mark([cost.source, cost.target], closed, v, env, False)
        super()._pay_cost(payment, v, env)


@dataclass(slots=True)
class Trials:
    """Tries what one asker (None: a spectator) supposes, in a copy of a position."""

    table: Table
    v: Vector
    last: Entry | None
    asker: int | None

    def answer(self, text: str) -> Answer:
        """What a supposition would change. Raises `NoAnswer` or `NotAMove`.

        It is a move; or facts, `Red.purse = 20 and Wool.level = 3`, and perhaps `then` a move."""
        bare = re.sub(r"^what\s+if\b", "", text.strip().rstrip("?"), flags=re.IGNORECASE)
        supposed, _, move = bare.partition(" then ")
        supposed, move = supposed.strip(), move.strip()
        if not supposed:
            raise NoAnswer("suppose a move, or a fact: `what if pass`, `what if score = 3 then pass`")
        if not re.search(r"[^<>!]=", supposed):
            return Answer(supposed, self.of_move(self._move(supposed)))
        other = self.supposing(supposed)
        after = Trials(self.table, other, self.last, self.asker)
        if move:
            return Answer(f"{supposed} then {move}", after.of_move(after._move(move)))
        return Answer(supposed, Finding(f"if {supposed}", behind=cache(partial(self._compared, other))))

    def _move(self, text: str) -> Move:
        return Questions(self.table, self.v, self.last, self.asker)._move(text)

    # ------------------------------------------------------------ a move

    def of_move(self, move: Move) -> Finding:
        """What a move would bring about, up to the next decision or the next word of chance."""
        refused = of_move(Workings(self.table, self.v, self.asker), move)
        if not refused.text.startswith("allowed"):
            return refused
        if OPEN in move.row:
            raise NotAMove(f"`{move}` leaves something open; write it in full")
        node = self.table.flow.nodes[self.v[PC]]
        if isinstance(node, f.SecretChoice):
            return Finding(f"if {move}", behind=lambda: [Finding("it stays secret until all have answered")])
        tryer = Tryer(self.table.flow, self.asker)
        after = self.v[:]
        entry = Entry(None, "move", move.seat, move.row, self.v[PC], 1)
        tryer._note_answers(entry, after)
        cut = False
        try:
            tryer.apply(after, move.seat, move.row)
        except (Unknowable, PlayFault):
            cut = True
        return Finding(f"if {move}", behind=cache(partial(self._outcome, tryer, after, cut)))

    def _outcome(self, tryer: Tryer, after: Vector, cut: bool) -> tuple[Finding, ...]:
        found = [*self._changed(tryer, after), *self._points(tryer, after)]
        if cut:
            found.append(Finding("what follows turns on something you may not see", verdict=HIDDEN))
        else:
            found.append(Finding(self._next(tryer, after)))
        return tuple(found)

    def _changed(self, tryer: Tryer, after: Vector) -> Iterator[Finding]:
        past = History.of_nothing(self.table, self.asker)
        for run in self.table.flow.layout.runs.values():
            for entry in range(len(run.base)) if not run.field.builtin else ():
                if words := self._words(run, entry, tryer, after, past):
                    slots = slots_of(Place(run, entry))
                    deeds = [deed for deed in tryer.deeds if deed.changed(slots)]
                    if deeds and all(isinstance(deed.doing, f.Reset) for deed in deeds):
                        continue  # what begins anew every turn is no news
                    yield Finding(words, behind=cache(partial(_told, past, deeds, slots)))

    def _words(self, run: Run, entry: int, tryer: Tryer, after: Vector, past: History) -> str:
        place = Place(run, entry)
        if not tryer.unknown.isdisjoint(slots_of(place)):
            return f"{field_name(self.table, place)}: {UNSEEN}" if tryer.sees(place) == "all" else ""
        return past.change(run, entry, self.v, after)

    def _points(self, tryer: Tryer, after: Vector) -> Iterator[Finding]:
        model = self.table.flow.model
        before = Workings(self.table, self.v, self.asker)
        for seat in range(model.players) if model.score_var is not None else ():
            env: Env = {model.score_var.uid: seat} if model.score_var is not None else {}
            lines = [(before.look(line.value, env), tryer.look(line.value, after, env)) for line in model.score]
            if all(one.known and two.known for one, two in lines):
                was, now = (sum(pair[at].value for pair in lines) for at in (0, 1))
                if was != now:
                    yield Finding(f"score({model.seats[seat]}) {was} → {now}")

    def _next(self, tryer: Tryer, after: Vector) -> str:
        node, seats = self.table.flow.nodes[after[PC]], self.table.flow.model.seats
        if after[OVER]:
            return "the game is over then"
        if isinstance(node, f.ChanceNode):
            return f"then chance decides: {node.label}"
        if isinstance(node, f.Choice) and tryer.hides(node.who, after, {}):
            return "who is to decide then turns on something you may not see"
        whose = " and ".join(seats[seat] for seat in tryer.deciders(after))
        return f"then it is for {whose} to decide in “{node.phase.title or node.phase.name}”"

    # ------------------------------------------------------------ another fact

    def supposing(self, text: str) -> Vector:
        """A copy of the position in which some facts are others. Raises `NoAnswer`."""
        after = self.v[:]
        for fact in re.split(r"\s+and\s+", text):
            left, _, right = fact.partition("=")
            self._suppose(self._field(left.strip()), right.strip(), fact.strip(), after)
        return after

    def _field(self, text: str) -> m.Slot:
        words = Words(self.table, self.asker)
        try:
            found = words.checked(text)
        except NoAnswer:
            found = None
        if found is None:
            found = words.checked(words.expression_text(words.meaning(text)))
        if not isinstance(found, m.Slot) or found.field.builtin:
            raise NoAnswer(f"`{text}` follows from other things; suppose a field, like those of `why`, to be another")
        if Workings(self.table, self.v, self.asker).look(found, {}).hidden:
            raise NoAnswer(f"`{text}` is not for you to see")
        return found

    def _suppose(self, field: m.Slot, value: str, fact: str, after: Vector) -> None:
        words = Words(self.table, self.asker)
        name = words.things.get(value) or next((name for name in words.things.values() if name == value), value)
        found = words.checked(name)
        if found is None or Workings(self.table, self.v, self.asker).look(found, {}).hidden:
            raise NoAnswer(f"`{value}` is no value that a field can have")
        if not _same_sort(field.type, found.type):
            raise NoAnswer(f"`{fact}` cannot be: `{value}` is nothing of that sort")
        try:
            self.table.walker.do(m.Assign(field, found, span=field.span), after, {})
        except (Refused, PlayFault) as refusal:
            raise NoAnswer(f"`{fact}` cannot be: {getattr(refusal, 'message', refusal)}") from None

    def _compared(self, other: Vector) -> tuple[Finding, ...]:
        """What the asker could do then and cannot now, and the other way round; and the points."""
        tryer = Tryer(self.table.flow, self.asker)
        found = list(self._points(tryer, other))
        if self.asker is not None and self.asker in self.table.engine.deciders(self.v):
            now, then = (self._legal(v) for v in (self.v, other))
            gained = [move for move in then - now if self._seen_legal(other, move) is True]
            lost = [move for move in now - then if self._seen_legal(other, move) is False]
            for words, moves in (("you could also", gained), ("you could no longer", lost)):
                if moves:
                    named = ", ".join(move.call for move in sorted(moves)[:MOST_NAMED])
                    more = f" and {len(moves) - MOST_NAMED} more" if len(moves) > MOST_NAMED else ""
                    found.append(Finding(f"{words}: {named}{more}"))
        return tuple(found) or (Finding("nothing that you can see would be other now"),)

    def _legal(self, v: Vector) -> set[Move]:
        assert self.asker is not None
        try:
            return {self.table.notation.move(self.asker, row) for row in self.table.engine.moves(v, self.asker)}
        except PlayFault:
            return set()

    def _seen_legal(self, v: Vector, move: Move) -> bool | None:
        """Whether a move is legal by what the asker can see; None if that is not enough to know."""
        if OPEN in move.row:
            return None
        reasons = list(Refusal(self.table, v, move, self.asker, True).reasons())
        return True if not reasons else None if all(reason.hidden for reason in reasons) else False


def _told(past: History, deeds: Iterable[Deed], slots: range) -> Iterable[Finding]:
    return [past.deed(deed, [slots]) for deed in deeds]


def _same_sort(one: m.Type, other: m.Type) -> bool:
    """Whether a value of one sort can stand in a field of another."""
    numbers = (m.Int, m.Flag)
    if isinstance(one, numbers) or isinstance(other, numbers):
        return type(one) is type(other)
    return not isinstance(one, m.Ref) or (isinstance(other, m.Ref) and (not other.kind or one.kind == other.kind))
