"""A player that thinks: it plays on from positions that its seat cannot rule out, many times, and keeps what went well.

`win_estimates` says how well each seat stands, `branches` what was found out about the moves at one point, `search`
plays on through them, `rollouts` farther without thinking, as `base_policy` found it best, with the `chance_sampler` of
one run. `default_moves` says what the seat would do without a thought, `sequential_halving` compares other moves with
that, `player` chooses, `hints` tells why.

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
