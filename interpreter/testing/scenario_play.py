"""Plays the moves and chance outcomes of a scenario."""

from __future__ import annotations

from dataclasses import dataclass

from dsl import ast
from interpreter.explain import Reason, Refusal
from interpreter.flow import ChanceNode
from interpreter.position import PC
from interpreter.table import Move, NotAMove, plain_of
from interpreter.testing.scenario_start import Progress, ScenarioRun, move_called, renamed


@dataclass(frozen=True, slots=True)
class ScenarioPlay:
    """Plays the lines of one scenario.

    If a line cannot be played, the error is reported and `ScenarioAborted` is raised.
    """

    setting: ScenarioRun
    progress: Progress

    def play(self, played: ast.Played) -> None:
        """Play a move or apply a chance outcome. Raises `PlayFault` if a rule fails."""
        self.progress.here = played.span
        if played.chance is not None and played.outcome is not None:
            self._resolve(played.chance, played.outcome)
            return
        self.setting.draw()
        move = self.move(played)
        if not self.setting.state.try_move(move):
            why = "; ".join(str(reason).replace("\n", "; ") for reason in self.reasons(move))
            raise self.progress.give_up("E504", "this move is not allowed", played.span, why)

    def reasons(self, move: Move) -> list[Reason]:
        """Return the reasons why a move is illegal, without searching for a legal move."""
        return list(Refusal(self.setting.table, self.setting.vector, move, move.seat).reasons())

    def move(self, played: ast.Played) -> Move:
        """Return the move that a line of the scenario describes."""
        return move_called(played, self.setting.table.notation, self.setting.scope, self.progress)

    # ------------------------------------------------------------ chance

    def _resolve(self, what: ast.Expr, outcome: ast.Expr) -> None:
        self._stands_at(what)
        try:
            wanted = plain_of(renamed(outcome, self.setting.table.notation, self.setting.scope))
        except NotAMove as fault:
            raise self.progress.give_up("E506", str(fault), outcome.span) from None
        possible = [fallen for fallen, _ in self.setting.state.chance_outcomes()]
        if (type(wanted), wanted) not in [(type(fallen), fallen) for fallen in possible]:
            raise self.progress.give_up(
                "E506", f"`{outcome.span.text}` is not a possible random outcome here", outcome.span
            )
        self.setting.state.resolve(wanted)

    def _stands_at(self, what: ast.Expr) -> None:
        """Check that play is at the named chance event."""
        node = self.setting.table.flow.nodes[self.setting.vector[PC]]
        name = what.name.text if isinstance(what, ast.Attribute) else what.span.text
        if isinstance(node, ChanceNode) and node.label == name:
            return
        stands = "no chance event is pending here"
        hint = "a stack is in order until it is shuffled, so draws from it involve no chance"
        if isinstance(node, ChanceNode):
            stands, hint = f"play is at `{node.label}`", ""
        title = f"play has not reached the chance event `{name}`"
        raise self.progress.give_up("E506", title, what.span, stands, hint)
