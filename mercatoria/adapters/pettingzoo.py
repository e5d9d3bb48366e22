"""This package's games as turn-based environments for PettingZoo's AEC interface: `env("my_game", players=3)`.

In a secret simultaneous decision, the seats choose one after another, and no seat observes the choices until all are
revealed. The reward comes at the end: 1 for a win, divided equally between joint winners. The module needs
`pip install 'mercatoria[adapters]'`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import gymnasium
import numpy as np
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

import mercatoria
from interpreter.game import State
from interpreter.position import share_of_win
from interpreter.table import Move
from mercatoria.adapters.actions import Actions
from mercatoria.adapters.observations import Observations

NUMBERS = np.int64
Action = int | np.int64 | None
"""An action number, or None from an agent whose game is over."""


def env(
    game: str, players: int, variants: Iterable[str] = (), options: Mapping[str, object] | None = None
) -> wrappers.OrderEnforcingWrapper[str, Any, Action]:
    """Return a game as a PettingZoo environment that raises an error if methods are called in the wrong order.

    Raises the same exceptions as `mercatoria.load`.
    """
    return wrappers.OrderEnforcingWrapper(raw_env(game, players, variants, options))


class raw_env(AECEnv[str, Any, Action]):
    """The unwrapped environment.

    An observation has the form `{"observation": numbers, "action_mask": zeros and ones}`.
    """

    def __init__(
        self, game: str, players: int, variants: Iterable[str] = (), options: Mapping[str, object] | None = None
    ) -> None:
        super().__init__()  # type: ignore[no-untyped-call]  # PettingZoo does not annotate it
        self._game = mercatoria.load(game, variants, options)
        table = self._game.table(players)
        self.metadata = {"name": self._game.slug, "render_modes": ["ansi"], "is_parallelizable": False}
        self.render_mode = "ansi"
        self.possible_agents = list(table.flow.model.seats)
        self._seats = {name: seat for seat, name in enumerate(self.possible_agents)}
        self._actions = Actions(table)
        self._observations = [Observations(table, seat) for seat in range(players)]
        self._action_space = gymnasium.spaces.Discrete(self._actions.size)
        self.observation_spaces = {name: self._space(seat) for name, seat in self._seats.items()}
        self.action_spaces = dict.fromkeys(self.possible_agents, self._action_space)
        self._state: State | None = None
        self._legal: dict[int, Move] = {}

    def _space(self, seat: int) -> gymnasium.spaces.Dict:
        bounds = np.iinfo(NUMBERS)
        size = self._observations[seat].size
        return gymnasium.spaces.Dict({
            "observation": gymnasium.spaces.Box(bounds.min, bounds.max, (size,), NUMBERS),
            "action_mask": gymnasium.spaces.Box(0, 1, (self._actions.size,), np.int8),
        })  # fmt: skip

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a new game.

        The same seed gives the same game. Without a seed, the environment draws one at random.
        """
        drawn = int(np.random.default_rng().integers(2**53)) if seed is None else seed
        self._state = self._game.start(len(self.possible_agents), drawn)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {name: {} for name in self.agents}
        self.agent_selection = self.agents[0]
        self._go_on(self._state)

    def observe(self, agent: str) -> dict[str, Any]:
        state, seat = self._begun(), self._seats[agent]
        mask = np.zeros(self._actions.size, np.int8)
        if agent == self.agent_selection and not state.is_over:
            mask[list(self._legal)] = 1
        return {"observation": np.array(self._observations[seat].of(state), NUMBERS), "action_mask": mask}

    def step(self, action: Action) -> None:
        """Play the move with this action number. Raises `ValueError` if the move is illegal."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        move = self._legal.get(-1 if action is None else int(action))
        if move is None:
            raise ValueError(f"action {action} is not legal now; the action mask says which are")
        state = self._begun()
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        state.apply(move)
        self._go_on(state)
        self._accumulate_rewards()

    def _go_on(self, state: State) -> None:
        """Select the next agent or, at the end of the game, set the rewards."""
        if state.is_over:
            winners = state.ranking[0]
            for name, seat in self._seats.items():
                self.rewards[name] = share_of_win(winners, seat)
                self.terminations[name] = True
            self._legal = {}
            return
        seat = state.deciders[0]
        self.agent_selection = self.possible_agents[seat]
        self._legal = self._actions.legal(state, seat)

    def _begun(self) -> State:
        if self._state is None:
            raise RuntimeError("call reset() first")
        return self._state

    def render(self) -> str:
        """Return the public log."""
        return "\n".join(self._begun().log())

    def close(self) -> None:
        """Do nothing, because the environment has no resources to release."""
