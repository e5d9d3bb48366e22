"""A player that thinks: it plays on from positions that its seat cannot rule out, many times, and keeps what went well.

`worths` says how well each seat stands, `branches` what was found out about the moves at one point, `search` plays on
through them, `rollouts` farther without thinking, as `base_policy` found it best, with the `luck` of one run. `habits`
says what the seat would do without a thought, `contest` compares other moves with that, `player` chooses, `hints` tells
why.

Sources. Search: P. Cowling, E. Powley, D. Whitehouse, *Information set Monte Carlo tree search*, 2012 (several
observers). Secret choices: S. Hart, A. Mas-Colell, *A simple adaptive procedure leading to correlated equilibrium*,
2000 (regret matching).
"""

from mercatoria.players.thinking.hints import Hint
from mercatoria.players.thinking.levels import LEVELS
from mercatoria.players.thinking.luck import Luck
from mercatoria.players.thinking.player import ThinkingPlayer
from mercatoria.players.thinking.rollouts import Rollouts
from mercatoria.players.thinking.worths import Guess

__all__ = ["LEVELS", "Guess", "Hint", "Luck", "Rollouts", "ThinkingPlayer"]
