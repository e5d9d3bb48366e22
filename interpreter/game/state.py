"""A game in progress, as programs, notebooks and the product see it.

`interpreter.play` plays the game. A `State` adds what people ask of a game: its record and its log, the view of each
seat, and explanations.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from interpreter.explain import Answer, Explanation, Questions, Trials, explain_refusal, explain_to_other
from interpreter.log import log
from interpreter.notebook_html import position_in_html
from interpreter.play import Playthrough, record_of, saved
from interpreter.position import PC
from interpreter.table import CachedView, Move, view


class IllegalMove(ValueError):
    """Raised for a move that the rules forbid in the current position.

    `explanation` tells the player why.
    """

    def __init__(self, explanation: Explanation) -> None:
        super().__init__(str(explanation))
        self.explanation = explanation


class State(Playthrough):
    """A game in progress. `apply` changes it in place, and `clone` copies it."""

    __slots__ = ()

    def apply(self, move: Move | str) -> State:
        """Play a move in place and return the state.

        Raises `IllegalMove`, `NotAMove`, or `PlayFault` if a rule fails. After an error, the state is unchanged.
        """
        asked = self._parsed(move)
        if not self.try_move(asked):
            raise IllegalMove(explain_refusal(self.table, self.vector, asked))
        return self

    # ------------------------------------------------------------ questions

    def why_not(self, move: Move | str, asker: int | None = None) -> Explanation | None:
        """Explain why a move is illegal, as far as the asker may know.

        If the asker is a spectator, `asker` is None. Return None if the asker can see that the move is legal. If the
        asker is the player who would make the move, the explanation lists the rules that forbid it and suggests a legal
        move. Raises `NotAMove`.
        """
        asked = self._parsed(move)
        if asker != asked.seat:
            return explain_to_other(self.table, self.vector, asked, asker)
        return None if self.is_legal(asked) else explain_refusal(self.table, self.vector, asked)

    def why(self, question: str, asker: int | None = None, plain: bool = False) -> Answer:
        """Answer a question from a player or spectator. If the asker is a spectator, `asker` is None.

        `interpreter.explain.questions` lists the kinds of questions. If `plain` is True, the answer uses everyday
        words, otherwise the rulebook's wording.

        Raises `NoAnswer` for an unclear question, and `NotAMove` for an invalid move.
        """
        return Questions(self.table, self.vector, self.last, asker, plain).answer(question)

    def what_if(self, supposition: Move | str, asker: int | None = None) -> Answer:
        """Describe the effects that a move or a changed fact would have, as far as the asker may know.

        Nothing is played. Examples: `"buy(Flax)"`, `"Red.purse = 20"`, `"Red.purse = 20 then buy(Flax)"`. Raises
        `NoAnswer` or `NotAMove`.
        """
        return Trials(self.table, self.vector, self.last, asker).answer(str(supposition))

    # ------------------------------------------------------------ views

    def view(self, seat: int | None = None, kept: CachedView | None = None) -> dict[str, Any]:
        """Return everything that a seat may see, as JSON data.

        If the viewer is a spectator, `seat` is None. If `kept` is given, the method computes only the changes since the
        seat's previous view. In that case, callers must not modify the data.
        """
        flow, node = self.table.flow, self.table.flow.nodes[self.vector[PC]]
        data = view(flow, self.vector, seat) if kept is None else kept.of(flow, self.vector)
        return {
            "rulebook": self.edition.slug, "title": self.edition.title, "players": list(flow.model.seats),
            "seat": seat, "deciders": list(self.deciders), "over": self.is_over, "ended_by": self.ended_by,
            "phase": node.phase.name, "phase_title": node.phase.title, "cites": list(node.phase.cites), **data,
            "log": self.log(seat),
        }  # fmt: skip

    def log(self, seat: int | None = None) -> list[str]:
        """Return the log lines that a seat may read."""
        return log(self.table, self.vector, self.last, seat, self._told)

    def _repr_html_(self) -> str:
        """Return HTML for a notebook, with public information only.

        The HTML omits points, because they may depend on secrets.
        """
        return position_in_html(self.edition.title, self.view())

    # ------------------------------------------------------------ records

    @property
    def record(self) -> dict[str, Any]:
        """The seed, players, rules, moves and chance outcomes of this game, as JSON data."""
        return record_of(self)

    def repeat(self, entry: Mapping[str, Any]) -> State:
        """Play one entry of a record and return the state.

        The state must be in manual mode, so that the record determines the chance outcomes.
        """
        if "move" in entry:
            return self.apply(self.table.notation.parse(entry["move"]))
        return self.resolve(entry["chance"])

    def to_json(self) -> str:
        """Return the record and the position as JSON text. Loading uses the position to verify the replay."""
        return saved(self)
