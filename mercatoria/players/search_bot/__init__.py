"""Search bots: they simulate games from positions that their seat cannot rule out, and pick the move that wins most.

`win_estimates` estimates each seat's share of the win, `branches` holds the statistics of the moves at one node, and
`search` runs the tree search. `rollouts` continue a game without search, by the policy that `base_policy` calibrates,
with the random numbers of `chance_sampler`. `default_moves` gives the move that the seat would make without search,
`sequential_halving` compares other moves with it, `player` chooses, and `hints` explains.

Sources. Search: P. Cowling, E. Powley, D. Whitehouse, *Information set Monte Carlo tree search*, 2012 (several
observers). Secret choices: S. Hart, A. Mas-Colell, *A simple adaptive procedure leading to correlated equilibrium*,
2000 (regret matching).
"""

from mercatoria.players.search_bot.chance_sampler import ChanceSampler
from mercatoria.players.search_bot.hints import Hint
from mercatoria.players.search_bot.levels import LEVELS
from mercatoria.players.search_bot.player import SearchBot
from mercatoria.players.search_bot.rollouts import Rollouts
from mercatoria.players.search_bot.win_estimates import Guess

__all__ = ["LEVELS", "ChanceSampler", "Guess", "Hint", "Rollouts", "SearchBot"]
