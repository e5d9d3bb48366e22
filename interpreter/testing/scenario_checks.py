"""Runs the checks in a scenario: conditions, legal and illegal moves, and the visibility of fields."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from dsl import ast, model
from dsl.checking import Names, expression_checker
from dsl.diagnostics import ErrorReported
from interpreter.flow import ChanceNode, Decision
from interpreter.position import OVER, PC
from interpreter.table import Move, may_see, one_line
from interpreter.testing.scenario_play import ScenarioPlay
from interpreter.testing.scenario_start import Progress, ScenarioRun


@dataclass(frozen=True, slots=True)
class ScenarioChecks:
    """Runs the checks of one scenario. A check that fails is reported to the sink of `progress`."""

    setting: ScenarioRun
    progress: Progress
    play: ScenarioPlay

    @property
    def _names(self) -> Names:
        """Names declared in the rulebook. If a scenario misuses a name, the error is reported for the scenario."""
        names = self.setting.table.checked.names
        names.sink = self.progress.sink
        return names

    def expect(self, condition: ast.Expr) -> None:
        """Check that a condition holds. Raises `PlayFault` if the condition cannot be evaluated."""
        setting = self.setting
        try:
            checked = expression_checker(self._names).flag(with_outcomes(condition, self._outcome), setting.scope)
        except ErrorReported:
            return
        if not setting.evaluator.value(checked, setting.vector, {}):
            because, hint = self._because(checked), self._chance_is_due()
            self.progress.sink.add("E507", "this does not hold", condition.span, because, hint=hint)

    def _chance_is_due(self) -> str:
        """Return a hint if a chance event is pending, otherwise an empty string."""
        node = self.setting.table.flow.nodes[self.setting.vector[PC]]
        if not isinstance(node, ChanceNode) or self.setting.vector[OVER]:
            return ""
        return f"a chance event is pending here: write `chance {node.label} = …` to choose the outcome"

    def _because(self, checked: model.Expr) -> str:
        """Describe which part of a condition is false, with the values that it compares."""
        setting, failed = self.setting, self._failed(checked)
        if failed is not checked:
            values = self._because(failed)
            return f"`{one_line(failed.span.text)}` does not" + (f": {values}" if values else "")
        if not isinstance(checked, model.Compare):
            return ""
        sides = []
        for side in (checked.left, checked.right):
            if isinstance(side.type, (model.Bag, model.Many, model.Holder)):
                continue
            written, value = one_line(side.span.text), setting.evaluator.value(side, setting.vector, {})
            known = setting.table.notation.plain(value, side.type)
            if str(known) == written or (isinstance(side, model.Const) and not isinstance(side.type, model.Int)):
                continue  # the author wrote the value itself
            sides.append(f"{written} is {'none' if known is None else known}")
        return ", ".join(sides)

    def _failed(self, checked: model.Expr) -> model.Expr:
        """Return the first false operand of nested `and` expressions, or the condition itself."""
        while isinstance(checked, model.And):
            holds = self.setting.evaluator.value(checked.left, self.setting.vector, {})
            checked = checked.right if holds else checked.left
        return checked

    def _outcome(self, expr: ast.Expr) -> ast.Expr | None:
        """Return the current value of an expression that only scenarios may contain, such as `over`, or None for any
        other expression.
        """
        state = self.setting.state
        match expr:
            case ast.Name(span, "over"):
                return ast.BooleanLiteral(span, bool(self.setting.vector[OVER]))
            case ast.Call(span, ast.Name(_, "ended"), (ast.Name(_, ending),)):
                return ast.BooleanLiteral(span, state.ended_by == ending)
            case ast.Call(span, ast.Name(_, "placed"), (ast.Name(at, seat),)):
                return ast.Integer(span, self._place_of(self.setting.seat(ast.Word(at, seat), self.progress)))
            case ast.Call(span, ast.Name(_, "decides"), (ast.Name(at, seat),)):
                return ast.BooleanLiteral(span, self.setting.seat(ast.Word(at, seat), self.progress) in state.deciders)
        return None

    def _place_of(self, seat: int) -> int:
        """Return a seat's final place, and record that the ranking was exercised."""
        self.setting.trace.cites |= self.setting.standing_cites
        return next(place for place, seats in enumerate(self.setting.state.ranking, 1) if seat in seats)

    # ------------------------------------------------------------ moves

    def allowed(self, part: ast.ScenarioPart) -> None:
        """Check that a move is legal."""
        move = self._tested_move(part)
        if self.setting.state.is_legal(move):
            self._note_tested(move, None)
        else:
            why = "; ".join(map(str, self.play.reasons(move)))
            self.progress.sink.add("E504", "this move is not allowed", part.span, why)

    def refused(self, part: ast.ScenarioPart) -> None:
        """Check that the named rule forbids a move."""
        sink, wanted = self.progress.sink, ".".join(word.text for word in part.words)
        move = self._tested_move(part)
        if self.setting.state.is_legal(move):
            title = "this move is allowed, but should be refused"
            sink.add("E508", title, part.played[0].span, f"`{wanted}` should refuse it")
            return
        reasons = self.play.reasons(move)
        if all(wanted not in (reason.rule, reason.name) for reason in reasons):
            known = ", ".join(f"`{reason.name}`" for reason in reasons)
            title = f"this move is refused, but not because of `{wanted}`"
            sink.add("E509", title, part.words[0].span, f"the reason is {known}")
            return
        # no requirement is tested on another player's turn, so only the expected reason counts as exercised
        if reasons[0].rule == "not_your_turn":
            reasons = [reason for reason in reasons if wanted in (reason.rule, reason.name)]
        self._note_tested(move, {reason.rule for reason in reasons})
        for reason in reasons:
            self.setting.trace.rules.add(reason.rule)
            self.setting.trace.cites.update(reason.cites)

    def _tested_move(self, part: ast.ScenarioPart) -> Move:
        self.setting.draw()
        return self.play.move(part.played[0])

    def _note_tested(self, move: Move, refused: set[str] | None) -> None:
        """Record the phase, the action and the requirements that a tested move exercises."""
        flow, trace = self.setting.table.flow, self.setting.trace
        node, action = flow.nodes[self.setting.vector[PC]], flow.move_kinds[move.row[0]].action
        trace.note(node.phase)
        if action is None or not isinstance(node, Decision):
            return
        if refused is None:
            trace.note_taken(action)
        else:
            trace.note_refused(action, refused)

    # ------------------------------------------------------------ visibility

    def visibility(self, part: ast.ScenarioPart) -> None:
        """Check that a seat sees a field, or does not see it, whichever the scenario expects."""
        assert part.value is not None
        sink, evaluator, v = self.progress.sink, self.setting.evaluator, self.setting.vector
        try:
            slot = expression_checker(self._names).check(part.value, self.setting.scope)
        except ErrorReported:
            return
        if not isinstance(slot, model.Slot):
            sink.add("E507", "only a field can be hidden or shown", part.value.span)
            return
        owner = evaluator.value(slot.owner, v, {}) if slot.owner is not None else -1
        keys = tuple(evaluator.value(key, v, {}) for key in slot.keys)
        sees = may_see(slot.field, owner, keys, self.setting.seat(part.words[0], self.progress))
        if (sees == "all") != (part.form == "shown"):
            words = {"all": "sees it", "count": "sees only its size", "nothing": "does not see it"}
            sink.add("E507", "this does not hold", part.value.span, f"{part.words[0].text} {words[sees]}")


def with_outcomes(expr: ast.Expr, outcome: Callable[[ast.Expr], ast.Expr | None]) -> ast.Expr:
    """Replace the expressions that only scenarios may contain.

    Args:
        outcome: Function that returns the replacement of `over`, `ended(name)`, `placed(seat)` or `decides(seat)`, and
            None for any other expression.
    """

    def put(part: ast.Expr) -> ast.Expr:
        return with_outcomes(part, outcome)

    if (known := outcome(expr)) is not None:
        return known
    match expr:
        case ast.Not(span, of):
            return ast.Not(span, put(of))
        case ast.And(span, left, right):
            return ast.And(span, put(left), put(right))
        case ast.Or(span, left, right):
            return ast.Or(span, put(left), put(right))
        case ast.Compare(span, op, left, right):
            return ast.Compare(span, op, put(left), put(right))
    return expr
