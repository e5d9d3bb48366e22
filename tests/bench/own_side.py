"""Our own engine in the place of the other side, through the same protocol. Its bots play at random."""

from __future__ import annotations

import random
from collections import Counter

from bench.outside.wire import DISCARD, Choice, Standing
from bench.outside.words import spelt, standing_of, word_of
from interpreter.game import Game, State
from interpreter.table import Move


class OwnSide:
    """An other side that is never wrong, unless a test makes it wrong through `spoilt`."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self.spoilt: Standing | None = None
        """A standing that the next answers contain instead of the true one."""
        self.settled = 0

    def start(self, players: int, bot: str, seed: int) -> Standing:
        self._state: State = self._game.start(players=players, seed=seed, chance="manual")
        self._rng, self._has_rolled, self._players, self._turns = random.Random(f"{bot} {seed}"), False, players, 0
        return self._standing()

    def decide(self, allowed: list[str]) -> Choice:
        if allowed != [DISCARD]:
            return {"word": self._rng.choice(allowed), "lost": [], "seconds": 0.0}
        move = self._rng.choice(self._state.moves(self._standing()["seat"]))
        return {"word": DISCARD, "lost": spelt(move.args["lost"]), "seconds": 0.0}

    def play(self, word: str, result: list[str] | list[int] | None) -> Standing:
        state = self._state
        if word == "roll":
            if not state.is_chance:
                state.apply(self._move("roll"))
            for die in result or []:
                state.resolve(die)
            self._has_rolled = True
        elif word == DISCARD:
            seat = min(state.deciders)
            bag = Counter(str(each) for each in result or [])
            state.apply(next(m for m in state.moves(seat) if Counter(spelt(m.args["lost"])) == bag))
        elif word.startswith("robber:"):
            place, victim = word.split(">")
            state.apply(self._move(place))
            if state.deciders and state.moves(state.deciders[0])[0].action == "victim":
                state.apply(self._move(victim))
            self._resolve(result)
        else:
            state.apply(self._move(word))
            self._resolve(result)
            if word == "end":
                self._has_rolled, self._turns = False, self._turns + 1
        return self._standing()

    def settle_roads(self, lengths: list[int], holder: int | None) -> Standing:
        self.settled += 1
        self.spoilt = None
        standing = self._standing()
        assert (standing["roads"], standing["road_holder"]) == (lengths, holder)
        return standing

    def _move(self, word: str) -> Move:
        return next(m for m in self._state.moves(self._state.deciders[0]) if word_of(m, self._has_rolled) == word)

    def _resolve(self, result: list[str] | list[int] | None) -> None:
        if result and self._state.is_chance:
            self._state.resolve(next(o for o, _ in self._state.chance_outcomes() if str(result[0]) in str(o)))

    def _standing(self) -> Standing:
        state = self._state
        standing = standing_of(state, self._has_rolled)
        standing["turns"] = self._turns
        if state.is_over:
            standing["winner"] = state.ranking[0][0] if len(state.ranking[0]) == 1 else None
        elif state.is_chance:
            standing["seat"], standing["legal"] = 0, ["roll"]
        elif state.deciders:
            standing["seat"] = min(state.deciders)
            standing["legal"] = sorted({each for word in standing["legal"] for each in self._whole(word)})
        return self.spoilt or standing

    def _whole(self, word: str) -> list[str]:
        """Return the words of a robber's hex together with each victim."""
        if not word.startswith("robber:"):
            return [word]
        after = self._state.clone()
        after.apply(self._move(word))
        if after.deciders and (moves := after.moves(after.deciders[0]))[0].action == "victim":
            return [f"{word}>{word_of(move, True)}" for move in moves]
        robbed = self._only_victim(word.removeprefix("robber:"))
        return [f"{word}>{'-' if robbed is None else robbed}"]

    def _only_victim(self, name: str) -> int | None:
        """Return the one seat that the thief may rob at this hex."""
        after, before = self._state.clone(), standing_of(self._state, True)
        thief = self._state.deciders[0]
        after.apply(self._move(f"robber:{name}"))
        if after.is_chance:
            after.resolve(after.chance_outcomes()[0][0])
        hands = standing_of(after, True)["hands"]
        return next((k for k in range(self._players) if k != thief and sum(hands[k]) < sum(before["hands"][k])), None)
