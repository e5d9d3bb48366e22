"""This package's games in OpenSpiel, with explicit chance nodes.

Call `load("pig", players=2)`. After importing this module, you can also call
`pyspiel.load_game("mercatoria(game=pig,players=2,variants=,options=target:20)")`.

The seats of a secret simultaneous decision act one after another, without seeing each other's choices. A win is worth
1, divided equally between joint winners, so the returns sum to 1. The module needs
`pip install 'mercatoria[adapters]'`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import numpy as np
import pyspiel

import mercatoria
from dsl.limits import MOST_DECISIONS
from dsl.model import Int, Ref, Type
from dsl.source import whole_number
from interpreter.flow import ChanceNode
from interpreter.game import State
from interpreter.position import share_of_win
from interpreter.table import CompiledGame, Move, TableError
from mercatoria.adapters.actions import Actions
from mercatoria.adapters.observations import Observations

NAME = "mercatoria"
MOST_PLAYERS = 10
BETWEEN = ";"
"""Separator between variants, and between options, in the parameters of a game.

Commas are unavailable, because OpenSpiel uses them to separate the parameters.
"""

TYPE = pyspiel.GameType(
    short_name=NAME,
    long_name="A game written as rules",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.CONSTANT_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=MOST_PLAYERS,
    min_num_players=1,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    provides_factored_observation_string=False,
    parameter_specification={"game": "", "players": 2, "variants": "", "options": ""},
)


def load(
    game: str, players: int, variants: Iterable[str] = (), options: Mapping[str, object] | None = None
) -> pyspiel.Game:
    """Return the game with this slug, or the game in this folder, for a number of players.

    Raises the same exceptions as `mercatoria.load`.
    """
    chosen = BETWEEN.join(f"{name}:{value}" for name, value in (options or {}).items())
    return RuleGame({"game": game, "players": players, "variants": BETWEEN.join(variants), "options": chosen})


class RuleGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel is compiled and has no types
    """OpenSpiel wrapper for a game with a fixed number of players."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        asked = dict(params or {})
        variants = [name for name in str(asked.get("variants", "")).split(BETWEEN) if name]
        options = dict(each.split(":", 1) for each in str(asked.get("options", "")).split(BETWEEN) if each)
        self.rules = mercatoria.load(str(asked["game"]), variants, options)
        self.players = _players(asked.get("players", 2))
        table = self.rules.table(self.players)
        self.actions = Actions(table)
        self.observations = [Observations(table, seat) for seat in range(self.players)]
        info = pyspiel.GameInfo(
            num_distinct_actions=self.actions.size,
            max_chance_outcomes=max((size for _, size in _outcomes(table)), default=0),
            num_players=self.players,
            min_utility=0.0,
            max_utility=1.0,
            utility_sum=1.0,
            max_game_length=MOST_DECISIONS,
        )
        super().__init__(TYPE, info, asked)

    def new_initial_state(self) -> RuleState:
        return RuleState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        if params:
            raise ValueError(f"observations take no parameters, but {params} was given")
        return Observer(self)


def _players(asked: object) -> int:
    """Return the parameter `players` as a whole number; raise `TableError` for any other value."""
    number = whole_number(str(asked))
    if number is None:
        raise TableError(f"`players` is `{asked}`, which is not a whole number; write the number of players, such as 2")
    return number


class _Listed:
    """Cache of the legal moves in the current position.

    A copy of a state starts with an empty cache.
    """

    def __init__(self, actions: Actions) -> None:
        self._actions = actions
        self._moves: dict[int, Move] = {}

    def of(self, play: State) -> dict[int, Move]:
        if not self._moves:
            self._moves = self._actions.legal(play, play.deciders[0])
        return self._moves

    def forget(self) -> None:
        self._moves = {}

    def __deepcopy__(self, memo: dict[int, Any]) -> _Listed:
        return _Listed(self._actions)


class RuleState(pyspiel.State):  # type: ignore[misc]  # as above
    """OpenSpiel wrapper for a game in progress."""

    def __init__(self, game: RuleGame) -> None:
        super().__init__(game)
        self.play = game.rules.start(game.players, chance="manual")
        self._listed = _Listed(game.actions)

    def current_player(self) -> int:
        if self.play.is_over:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self.play.is_chance else self.play.deciders[0]

    def _legal_actions(self, player: int) -> list[int]:
        return list(self._listed.of(self.play)) if player in self.play.deciders[:1] else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        weighed = self.play.table.engine.chance(self.play.vector)
        total, least = sum(weight for _, weight in weighed), self._least()
        return [(outcome - least, weight / total) for outcome, weight in weighed]

    def _least(self) -> int:
        node = self.play.table.flow.nodes[self.play.vector[0]]
        assert isinstance(node, ChanceNode)
        return _least_and_size(self.play.table, node.outcome_type)[0]

    def _apply_action(self, action: int) -> None:
        if self.play.is_chance:
            self.play.resolve(self._fallen(action))
        else:
            self.play.apply(self._listed.of(self.play)[action])
        self._listed.forget()

    def _fallen(self, action: int) -> Any:
        """Return the chance outcome for an OpenSpiel action."""
        weighed = self.play.table.engine.chance(self.play.vector)
        at = [outcome for outcome, _ in weighed].index(action + self._least())
        return self.play.chance_outcomes()[at][0]

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"chance: {self._fallen(action)}"
        return str(self._listed.of(self.play)[action])

    def is_terminal(self) -> bool:
        return self.play.is_over

    def returns(self) -> list[float]:
        if not self.play.is_over:
            return [0.0] * self.play.players
        winners = self.play.ranking[0]
        return [share_of_win(winners, seat) for seat in range(self.play.players)]

    def __str__(self) -> str:
        return "\n".join(self.play.log())


class Observer:
    """Observer for one seat, which returns observations as numbers and as text."""

    def __init__(self, game: RuleGame) -> None:
        self._observations = game.observations
        self.tensor = np.zeros(max(each.size for each in game.observations), np.float32)
        self.dict = {"seen": self.tensor}

    def set_from(self, state: RuleState, player: int) -> None:
        found = self._observations[player].of(state.play)
        self.tensor[: len(found)] = found

    def string_from(self, state: RuleState, player: int) -> str:
        """Return the game log visible to the seat, followed by the seat's observation."""
        seen = " ".join(map(str, self._observations[player].of(state.play)))
        return "\n".join([*state.play.log(player), seen])


def _outcomes(table: CompiledGame) -> Iterator[tuple[int, int]]:
    """Yield the lowest outcome and the number of possible outcomes of each chance node."""
    for node in table.flow.nodes:
        if isinstance(node, ChanceNode):
            yield _least_and_size(table, node.outcome_type)


def _least_and_size(table: CompiledGame, of: Type) -> tuple[int, int]:
    match of:
        case Int(low, high):
            return low, high - low + 1
        case Ref(name):
            kind = table.flow.model.kinds[name]
            return kind.first, kind.size
    return 0, 2


pyspiel.register_game(TYPE, RuleGame)
