"""One game that both engines play in lock step.

Our engine draws all chance. After each decision, the positions and the legal words of both engines must agree. Two
faults of catanatron 3.3.0 are known: its longest roads are sometimes wrong, and it lets a road continue through
the settlement of another player. The first is corrected and counted, the second is not offered to its bots.
"""

from __future__ import annotations

import random
import time
from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NoReturn

from bench.outside.wire import COMPARED, DISCARD, Choice, OtherSide
from bench.outside.words import RESOURCES, spelt, standing_of, word_of
from interpreter.game import Game, State
from interpreter.table import Move
from mercatoria.players import Player, Position

LONGEST = 900
"""Number of turns after which a game has no winner."""
OURS, THEIRS = "ours", "theirs"


class Differs(Exception):
    """The engines do not agree."""


@dataclass(slots=True)
class Course:
    """Statistics of one game."""

    winner: int | None = None
    plies: int = 0
    turns: int = 0
    mended_roads: int = 0
    seconds: dict[str, float] = field(default_factory=lambda: defaultdict(float))
    """CPU time for decisions of each side."""
    decisions: Counter[str] = field(default_factory=Counter)
    """Number of decisions of each side with more than one legal word."""


class LockStep:
    """A game between our players, at some seats, and one bot of the other side at all other seats."""

    def __init__(
        self, game: Game, other: OtherSide, bot: str, ours: Mapping[int, Player], players: int, seed: int
    ) -> None:
        self.state: State = game.start(players=players, seed=seed, chance="manual")
        self.course = Course()
        self._other, self._ours = other, ours
        # Dice have a separate stream, so that all games of a deal have the same rolls.
        self._dice, self._luck = random.Random(f"dice {seed}"), random.Random(f"luck {seed}")
        self._has_rolled = False
        self._theirs = other.start(players, bot, seed)
        self._mine = standing_of(self.state, False)

    def play(self) -> Course:
        """Play the game to its end. Raises `Differs`, or `OutsideFault` if the other side fails."""
        self._compare()
        while not self.state.is_over and not self._theirs["over"] and self._theirs["turns"] < LONGEST:
            self._step()
        while not self.state.is_over and self._theirs["over"]:
            self._finish()
        if self.state.is_over and not self._theirs["over"] and self.state.ended_by != "tired":
            self._differ("the end", self._mine["points"], self._theirs["points"])
        self.course.winner, self.course.turns = self._theirs["winner"], self._theirs["turns"]
        return self.course

    # ------------------------------------------------------------ decisions

    def _step(self) -> None:
        """Play the next decision, or the next discards."""
        if self.state.is_chance:  # The turn begins with the dice, because there is no card to play.
            self._roll()
            return
        seat = self.state.deciders[0]
        moves = self.state.moves(seat)
        if moves[0].action == "lost":
            self._discard()
            return
        if seat != self._theirs["seat"]:
            self._differ("who decides", seat, self._theirs["seat"])
        if moves[0].action == "hex":
            self._move_robber(seat, moves)
            return
        legal = {word_of(move, self._has_rolled): move for move in moves}
        self._check_legal(set(legal))
        move = self._ask_ours(seat) if seat in self._ours else legal[self._ask_theirs(sorted(legal))["word"]]
        word, result = word_of(move, self._has_rolled), None
        self.state.apply(move)
        if word == "roll":
            self._roll()
            return
        if word == "buy":
            result = [self._drawn_card(seat)]
        elif word == "end":
            self._has_rolled = False
        self._tell(word, result)

    def _check_legal(self, mine: set[str]) -> None:
        theirs = set(self._theirs["legal"])
        if mine - theirs or any(not word.startswith("road:") for word in theirs - mine):
            self._differ("the legal words", sorted(mine - theirs), sorted(theirs - mine))

    def _ask_ours(self, seat: int) -> Move:
        has_choice, start = len(self.state.moves(seat)) > 1, time.process_time()
        move = self._ours[seat].choose(Position(self.state, seat))
        self._note_time(OURS, time.process_time() - start, has_choice)
        return move

    def _ask_theirs(self, allowed: list[str]) -> Choice:
        choice = self._other.decide(allowed)
        self._note_time(THEIRS, choice["seconds"], len(allowed) > 1 or allowed == [DISCARD])
        return choice

    def _note_time(self, side: str, seconds: float, has_choice: bool) -> None:
        self.course.seconds[side] += seconds
        self.course.decisions[side] += has_choice

    def _discard(self) -> None:
        """Play the discards of all rich players: at once with us, one player after the other with them."""
        for seat in sorted(self.state.deciders):
            if (self._theirs["seat"], self._theirs["legal"]) != (seat, [DISCARD]):
                self._differ("who discards", seat, self._theirs["seat"])
            if seat in self._ours:
                move = self._ask_ours(seat)
            else:
                wanted = Counter(self._ask_theirs([DISCARD])["lost"])
                legal = [m for m in self.state.moves(seat) if Counter(spelt(m.args["lost"])) == wanted]
                if not legal:
                    self._differ("the discards", "other resources", sorted(wanted.elements()))
                move = legal[0]
            self.state.apply(move)
            self._theirs = self._other.play(DISCARD, spelt(move.args["lost"]))
            self.course.plies += 1
        self._compare()

    def _move_robber(self, seat: int, moves: list[Move]) -> None:
        """Move the robber and steal: two decisions with us, if there are several victims, and one with them."""
        legal, theirs = {word_of(move, True): move for move in moves}, self._theirs["legal"]
        if set(legal) != {word.split(">")[0] for word in theirs}:
            self._differ("the hexes of the robber", sorted(legal), theirs)
        asked = None if seat in self._ours else self._ask_theirs(theirs)["word"]
        move = self._ask_ours(seat) if asked is None else legal[asked.split(">")[0]]
        word = word_of(move, True)
        before = self._mine["hands"]
        self.state.apply(move)
        told = {other.split(">")[1] for other in theirs if other.split(">")[0] == word}
        victim = next(iter(told))
        if self.state.deciders and (choices := self.state.moves(seat)) and choices[0].action == "victim":
            victims = {word_of(choice, True): choice for choice in choices}
            if set(victims) != told:
                self._differ("the victims", sorted(victims), sorted(told))
            move = self._ask_ours(seat) if asked is None else victims[asked.split(">")[1]]
            victim = word_of(move, True)
            self.state.apply(move)
        elif len(told) > 1:
            self._differ("the victims", "at most one", sorted(told))
        if self.state.is_chance and victim != "-":
            self._fall(self._luck)
        stolen = None
        if victim != "-":
            after = standing_of(self.state, self._has_rolled)["hands"][int(victim)]
            lost = [r for r, old, new in zip(RESOURCES, before[int(victim)], after, strict=True) if new < old]
            if len(lost) != 1:
                self._differ("the theft", lost, word)
            stolen = lost
        self._tell(f"{word}>{victim}", stolen)

    # ------------------------------------------------------------ chance

    def _roll(self) -> None:
        self._has_rolled = True
        self._tell("roll", [int(self._fall(self._dice)), int(self._fall(self._dice))])

    def _drawn_card(self, seat: int) -> str:
        if self.state.is_chance:
            self._fall(self._luck)
        before, after = self._mine["cards"][seat], standing_of(self.state, True)["cards"][seat]
        return next(card for card, number in after.items() if number > before.get(card, 0))

    def _fall(self, stream: random.Random) -> str | int:
        outcomes, odds = zip(*self.state.chance_outcomes(), strict=True)
        outcome: str | int = stream.choices(outcomes, [float(each) for each in odds])[0]
        self.state.resolve(outcome)
        return outcome

    def _finish(self) -> None:
        """Play a step after a victory by a knight or a free road: our engine first ends the card."""
        if self.state.is_chance:
            self._fall(self._luck)
            return
        move = self.state.moves(self.state.deciders[0])[0]
        if move.action not in ("hex", "victim", "free_road"):
            self._differ("the end", self._mine["points"], self._theirs["points"])
        self.state.apply(move)

    # ------------------------------------------------------------ comparison

    def _tell(self, word: str, result: list[str] | list[int] | None) -> None:
        self._theirs = self._other.play(word, result)
        self.course.plies += 1
        self._compare()

    def _compare(self) -> None:
        self._mine = mine = standing_of(self.state, self._has_rolled)
        if (mine["roads"], mine["road_holder"]) != (self._theirs["roads"], self._theirs["road_holder"]):
            self._theirs = self._other.settle_roads(mine["roads"], mine["road_holder"])
            self.course.mended_roads += 1
        for key in COMPARED:
            if mine[key] != self._theirs[key]:
                self._differ(key.replace("_", " "), mine[key], self._theirs[key])

    def _differ(self, about: str, ours: object, theirs: object) -> NoReturn:
        raise Differs(f"after {self.course.plies} plies the engines differ in {about}: ours {ours}, theirs {theirs}")
