"""Search bots, which simulate games from possible positions and pick the move that wins most often.

A position is possible if the bot's seat cannot rule it out. The modules of this package divide the work as follows:

- `search` runs the tree search, and `branches` stores the statistics of the moves at one node of a tree.
- `win_estimates` estimates each seat's share of the win in a position.
- `default_moves` provides the move that the seat would make without search, and `sequential_halving` compares other
  moves with it.
- `player` makes the decision, and `hints` explains the options.

Sources. Search: P. Cowling, E. Powley, D. Whitehouse, *Information set Monte Carlo tree search*, 2012 (the variant with
several observers). Secret choices: S. Hart, A. Mas-Colell, *A simple adaptive procedure leading to correlated
equilibrium*, 2000 (regret matching).
"""

from mercatoria.players.search_bot.hints import Hint
from mercatoria.players.search_bot.levels import LEVELS
from mercatoria.players.search_bot.player import SearchBot
from mercatoria.players.search_bot.win_estimates import Guess, shares_of_win

__all__ = ["LEVELS", "Guess", "Hint", "SearchBot", "shares_of_win"]
