"""Makes reading drills: questions such as “You are Red. Can you open the gate?” about a position of a game.

Random moves lead to the positions. Each question is about a move of the seat that must decide, and both answers are
about equally frequent. A refused move comes from another game: it was legal there, and here a need, a cost or a range
forbids it. So question, answer and reason tell the seat nothing that it may not know.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from dsl.desugaring import PROPOSER
from interpreter.explain import HOLDS, NoAnswer, can_you, refusal_in_words, you_can
from interpreter.game import Game, State
from interpreter.position import PASS, PlayFault
from interpreter.table import Move, TableError, sentence
from mercatoria.drawing import draw
from mercatoria.outline import outline
from mercatoria.teaching.deciding_part import deciding_part

MOST_STEPS, LONGEST_WAY = 400, 6
"""Maximum number of moves of one game, and between two questions."""

MOST_GAMES = 50
"""Maximum number of games that are searched for questions."""

MOST_TRIED = 60
"""Maximum number of moves that are tried at one decision to find a refused one."""

ELSEWHERE = ("not_offered", "not_your_turn", "game_over")
"""Reasons that concern the moment and not the move. A question with such an answer would be too easy."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question about a move, with its answer.

    `why` explains the answer to the seat in one sentence or more, and `cites` are the clauses of the printed rules.
    """

    state: State
    seat: int
    move: Move
    text: str
    legal: bool
    why: str
    cites: tuple[str, ...]

    def facts(self) -> list[str]:
        """Return sentences about the part of the position on which the answer depends."""
        return deciding_part(self.state, self.move)

    def position(self, board: bool = False) -> str:
        """Return the position as its seat sees it, without the legal moves: what decides, or the whole board."""
        drawing = draw(self.state, self.seat, offered=False)
        return outline(drawing) if board else "\n".join((drawing.heading, *(f"- {fact}" for fact in self.facts())))

    def to_data(self, board: bool = False) -> dict[str, object]:
        return {
            "question": self.text, "seat": self.move.seat_name, "move": self.move.call,
            "answer": "yes" if self.legal else "no", "why": self.why, "clauses": list(self.cites),
            "position": self.position(board),
        }  # fmt: skip


def drill(game: Game, players: int, seed: int) -> Iterator[Question]:
    """Yield questions about a game. The same seed yields the same questions."""
    rng = random.Random(f"drill {seed}")
    moves = _moves_of_a_game(game, players, rng)
    for _ in range(MOST_GAMES):
        state = game.start(players, rng.randrange(2**32))
        wait, wanted = rng.randint(1, LONGEST_WAY), rng.random() < 0.5
        for _ in range(MOST_STEPS):
            if state.is_over or not state.deciders:
                break
            seat = rng.choice(state.deciders)
            wait -= 1
            if wait <= 0 and (found := _question(state, seat, wanted, moves.get(seat, []), rng)) is not None:
                yield found
                wait, wanted = rng.randint(1, LONGEST_WAY), rng.random() < 0.5
            if not _play(state, seat, rng):
                break


def _play(state: State, seat: int, rng: random.Random) -> bool:
    """Play a random move, and return False if a rule fails."""
    try:
        state.apply(state.sample(rng, seat))
    except (PlayFault, TableError):
        return False
    return True


def _moves_of_a_game(game: Game, players: int, rng: random.Random) -> dict[int, list[Move]]:
    """Return moves that were legal for each seat in a random game, each once, in the order of the game."""
    state = game.start(players, rng.randrange(2**32))
    found: dict[int, dict[Move, None]] = {}
    for _ in range(MOST_STEPS):
        if state.is_over or not state.deciders:
            break
        seat = rng.choice(state.deciders)
        known = found.setdefault(seat, {})
        known |= dict.fromkeys(move for move in state.moves(seat) if not move.open and move.row != PASS)
        if not _play(state, seat, rng):
            break
    return {seat: list(moves) for seat, moves in found.items()}


def _question(state: State, seat: int, legal: bool, moves: list[Move], rng: random.Random) -> Question | None:
    """Return a question with the wanted answer, or None if this decision has no such move."""
    move = _legal(state, seat, rng) if legal else _refused(state, seat, moves, rng)
    if move is None:
        return None
    table, v = state.table, state.vector
    text = can_you(table, v, move)
    if not legal:
        explanation = state.why_not(move, seat)
        cites = [cite for reason in explanation.reasons for cite in reason.cites] if explanation is not None else []
        return Question(
            state.clone(), seat, move, text, False, refusal_in_words(table, v, move), tuple(dict.fromkeys(cites))
        )
    try:
        found = state.why(str(move), seat, plain=True).finding
    except NoAnswer:
        return None
    met = [part for part in found.parts if part.verdict == HOLDS]
    cites = [cite for part in met for cite in part.cites] or [cite for part in found.parts for cite in part.cites]
    why = "\n".join(sentence(words) for words in (you_can(table, v, move), *(part.text for part in met)))
    return Question(state.clone(), seat, move, text, True, why, tuple(dict.fromkeys(cites)))


def _legal(state: State, seat: int, rng: random.Random) -> Move | None:
    """Return a legal move other than a pass, from a decision that leaves a choice."""
    listed = [move for move in state.moves(seat) if move.row != PASS]
    if not listed or len(state.moves(seat)) == 1:
        return None
    move = rng.choice(listed)
    if not move.open:
        return move
    sampled = state.sample(rng, seat)
    return sampled if sampled.row != PASS else None


def _refused(state: State, seat: int, moves: list[Move], rng: random.Random) -> Move | None:
    """Return a move that a rule forbids now, although its kind is offered."""
    offered = {move.row[0] for move in state.moves(seat)}
    near = [move for move in moves if move.row[0] in offered] or moves
    near = [move for move in near if PROPOSER not in move.args]  # the position does not show which offer is open
    for move in rng.sample(near, min(len(near), MOST_TRIED)):
        explanation = state.why_not(move, seat)
        if explanation is not None and not explanation.unsure and explanation.reasons[0].name not in ELSEWHERE:
            return move
    return None
