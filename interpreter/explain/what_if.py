"""Answers what-if questions by trying a move or a changed fact in a copy of the position.

A trial continues up to the next decision. At a chance node, the trial stops without predicting the outcome.
`trial_play` plays the move and tracks what the asker may know.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from typing import TYPE_CHECKING

from interpreter.explain.answers import HIDDEN, UNSEEN, Answer, Finding, NoAnswer
from interpreter.explain.derivations import Derivations
from interpreter.explain.history import History
from interpreter.explain.moves import of_move, of_supposed_move
from interpreter.explain.questions import Questions
from interpreter.explain.refusals import Refusal
from interpreter.explain.suppositions import Supposition
from interpreter.explain.trial_play import TrialPlay
from interpreter.flow import internal
from interpreter.flow import nodes as f
from interpreter.log import LogEntry
from interpreter.position import OPEN, OVER, PC, FieldEntry, FieldLayout, PlayFault, Vector
from interpreter.reference import Env
from interpreter.table import Move, NotAMove, points_of
from interpreter.trace import Perspective, StateChange, perspective_at, slots_of
from interpreter.wording import field_in_notation, step_title

if TYPE_CHECKING:
    from interpreter.table import CompiledGame

MOST_NAMED = 8
"""Maximum number of moves to list by name; the answer only counts the others."""


@dataclass(slots=True)
class Trials:
    """Answers what-if questions from one asker.

    If the asker is a spectator, `asker` is None.
    """

    table: CompiledGame
    v: Vector
    last: LogEntry | None
    asker: int | None
    supposed: bool = False
    """True if the position itself results from a supposition.

    The asker may not see the legal moves of a supposed position.
    """

    def answer(self, text: str) -> Answer:
        """Answer a question by describing the effects of a supposed move or fact.

        Args:
            text: A move, or facts such as `Red.purse = 20 and Flax.level = 3`, optionally followed by `then` and a
                move.

        Raises:
            NoAnswer: Raised if the supposition is unclear or impossible.
            NotAMove: Raised if the move is invalid.
        """
        bare = re.sub(r"^what\s+if\b", "", text.strip().rstrip("?"), flags=re.IGNORECASE)
        supposed, _, move = bare.partition(" then ")
        supposed, move = supposed.strip(), move.strip()
        if not supposed:
            raise NoAnswer("write a move or a fact after `what if`: `what if pass`, `what if score = 3 then pass`")
        if not re.search(r"[^<>!]=", supposed):
            return Answer(supposed, self.of_move(self._move(supposed)))
        other = Supposition(self.table, self.v, self.asker).position(supposed)
        if move:
            after = Trials(self.table, other, self.last, self.asker, supposed=True)
            return Answer(f"{supposed} then {move}", after.of_move(self._move(move)))
        return Answer(supposed, Finding(f"if {supposed}", behind=cache(partial(self._compared, other))))

    def _move(self, text: str) -> Move:
        return Questions(self.table, self.v, self.last, self.asker)._move(text)

    # ------------------------------------------------------------ moves

    def of_move(self, move: Move) -> Finding:
        """Describe a move's effects up to the next decision or chance node, or explain why the move is illegal."""
        derivations = Derivations(self.table, self.v, self.asker)
        refused = of_supposed_move(derivations, move) if self.supposed else of_move(derivations, move)
        if not refused.text.startswith("allowed"):
            return refused
        if OPEN in move.row:
            raise NotAMove(f"`{move}` has an open parameter; write the move in full")
        node = self.table.flow.nodes[self.v[PC]]
        if isinstance(node, f.SimultaneousDecision):
            return Finding(f"if {move}", behind=lambda: [Finding("the move is secret until everyone has chosen")])
        trial = TrialPlay(self.table, self.asker, self.v, move)
        return Finding(f"if {move}", behind=cache(partial(self._outcome, trial)))

    def _outcome(self, trial: TrialPlay) -> tuple[Finding, ...]:
        findings = [*self._changed(trial), *self._points(trial.perspective, trial.after)]
        if trial.cut:
            findings.append(Finding("what follows depends on hidden information", verdict=HIDDEN))
        else:
            findings.append(Finding(self._next(trial)))
        return tuple(findings)

    def _changed(self, trial: TrialPlay) -> Iterator[Finding]:
        past = History.of_nothing(self.table, self.asker)
        for run in self.table.flow.layout.runs.values():
            for entry in range(len(run.base)) if not run.field.builtin else ():
                if words := self._words(run, entry, trial, past):
                    slots = slots_of(FieldEntry(run, entry))
                    if not trial.once_unknown.isdisjoint(slots):
                        yield Finding(words)  # the operation would reveal the field's previous contents
                        continue
                    changes = [change for change in trial.changes if change.touches(slots)]
                    if changes and all(isinstance(change.operation, internal.Reset) for change in changes):
                        continue  # resets happen every turn and are not worth reporting
                    yield Finding(words, behind=cache(partial(_made_by, past, changes, slots)))

    def _words(self, run: FieldLayout, entry: int, trial: TrialPlay, past: History) -> str:
        place, perspective = FieldEntry(run, entry), trial.perspective
        if not perspective.unknown.isdisjoint(slots_of(place)):
            is_open = perspective.visibility.of(place) == "all"
            return f"{field_in_notation(self.table, place)}: {UNSEEN}" if is_open else ""
        return past.difference(run, entry, self.v, trial.after)

    def _points(self, then: Perspective, after: Vector) -> Iterator[Finding]:
        """Yield a finding for each visible score that the trial changed."""
        model, now = self.table.flow.model, perspective_at(self.table, self.asker)
        for seat in range(model.players) if model.score_var is not None else ():
            env: Env = {model.score_var.uid: seat} if model.score_var is not None else {}
            lines = [(now.look(line.value, self.v, env), then.look(line.value, after, env)) for line in model.score]
            if all(one.known and two.known for one, two in lines):
                old, new = points_of(model, (sum(pair[at].value for pair in lines) for at in (0, 1)))
                if old != new:
                    yield Finding(f"score({model.seats[seat]}) {old} → {new}")

    def _next(self, trial: TrialPlay) -> str:
        after, perspective = trial.after, trial.perspective
        node, seats = self.table.flow.nodes[after[PC]], self.table.flow.model.seats
        if after[OVER]:
            return "the game would then be over"
        if isinstance(node, f.ChanceNode):
            return f"then chance decides: {node.label}"
        if isinstance(node, f.Decision) and perspective.hides(node.who, after, {}):
            return "the next decision depends on hidden information"
        whose = " and ".join(seats[seat] for seat in perspective.legality.deciders(after))
        return f"then {whose} must decide in “{step_title(self.table, after)}”"

    # ------------------------------------------------------------ supposed facts

    def _compared(self, other: Vector) -> tuple[Finding, ...]:
        """Describe which of the asker's moves would become legal or illegal, and how the score would change."""
        findings = list(self._points(perspective_at(self.table, self.asker), other))
        if self.asker is not None and self.asker in self.table.engine.deciders(self.v):
            now, then = (self._legal(v) for v in (self.v, other))
            gained = [move for move in then - now if self._seen_legal(other, move) is True]
            lost = [move for move in now - then if self._seen_legal(other, move) is False]
            for words, moves in (("you could also", gained), ("you could no longer", lost)):
                if moves:
                    named = ", ".join(move.call for move in sorted(moves)[:MOST_NAMED])
                    more = f" and {len(moves) - MOST_NAMED} more" if len(moves) > MOST_NAMED else ""
                    findings.append(Finding(f"{words}: {named}{more}"))
        return tuple(findings) or (Finding("no visible change"),)

    def _legal(self, v: Vector) -> set[Move]:
        assert self.asker is not None
        try:
            return {self.table.notation.move(self.asker, row) for row in self.table.engine.moves(v, self.asker)}
        except PlayFault:
            return set()

    def _seen_legal(self, v: Vector, move: Move) -> bool | None:
        """Return True or False if the asker can see whether a move is legal, otherwise None."""
        return None if OPEN in move.row else Refusal(self.table, v, move, self.asker, True).seen_legal()


def _made_by(past: History, changes: Iterable[StateChange], slots: range) -> Iterable[Finding]:
    return [past.change(change, slots) for change in changes]
