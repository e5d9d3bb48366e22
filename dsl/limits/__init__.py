"""The maximum sizes of rulebooks, boards and games.

A rulebook may come from a stranger, and even an honest mistake such as `1 to 1000000000` can exhaust a computer. The
message about an exceeded limit names the rule and its line. No limit can be switched off. The limits are far above the
needs of the largest games. `docs/limits.md` explains the limits to players and authors. This module depends on no other
module.
"""

LONGEST_FILE = 1_000_000
"""Maximum number of characters, and of bytes, in one file."""
MOST_WORDS = 100_000
"""Maximum number of words and symbols in all rule files of a game together, not counting comments.

The largest game has half this number.
"""
MOST_CHECKING = 600_000
"""Maximum number of words and symbols in the rulebooks that one `check` examines.

A rulebook counts once for each table, that is, for each player count and variant.
"""
LONGEST_LINE = 2_000
"""Maximum number of characters in a line."""
DEEPEST_NESTING = 60
"""Maximum depth of nested blocks and brackets, and maximum number of operators in a row."""
MOST_FAULTS = 100
"""Maximum number of errors that are shown one by one."""

LARGEST_NUMBER = 2_000_000_000
"""Maximum absolute value of a number in a rulebook, chosen so that numbers fit into 32 bits."""
LARGEST_RESULT = 1 << 62
"""Maximum absolute value of an intermediate result."""
MOST_SEATS = 20
"""Maximum number of players at one table."""
MOST_THINGS = 4_000
"""Maximum number of things of one kind."""
MOST_COLUMNS = 4_000
"""Maximum number of columns in a table; a column such as `3 to 5` counts as three."""
LONGEST_ROW = 1_000
"""Maximum number of columns in a row of numbers on the board."""
MOST_DATA = 100_000
"""Maximum number of names and values in a data file; the largest board has two thousand."""
MOST_SLOTS = 500_000
"""Maximum number of slots in a position; each slot stores one number."""

MOST_MEMBERS = 200_000
"""Maximum size of a domain over which a loop runs."""
DEEPEST_CALLS = 40
"""Maximum length of a chain of rules or values that call one another."""
DEEPEST_TOGETHER = 160
"""Maximum nesting depth of a rule or value, including the rules and values that it calls."""
MOST_CALLS = 2_000
"""Maximum number of calls that a rule or value causes, directly and indirectly.

The calls of a rule count again each time that the rule is called.
"""

MOST_STEPS = 200_000
"""Maximum number of steps between two decisions.

The engine takes one step per statement or flowchart node that it executes.
"""
MOST_WORK = 1_000_000
"""Maximum work for one decision, in units.

Evaluating one name, number or operator takes about one unit. The limit applies separately to listing all moves, testing
one move, and playing on to the next decision. The largest game needs 66,000 units.
"""
MOST_MOVES = 100_000
"""Maximum number of moves that the engine lists for one decision."""
MOST_WAYS_TO_PAY = 50_000
"""Maximum number of ways to divide pieces among costs that compete for them.

The same number limits how many coins a player may replace with other pieces.
"""
MOST_FILLED_IN = 1_000_000
"""Maximum number of ways to fill in the open parameters of a move while counting game tree nodes."""
MOST_LOOKED_AHEAD = 5_000
"""Maximum number of positions that the engine searches to test one move of a `never stuck` series.

The search determines whether the series can still end after that move.
"""
MOST_PAID_WAYS = 100_000
"""Maximum number of places on a board, doubled for each player, for ways on which each owner is paid only once."""
MOST_LAYOUT = 1_000_000
"""Maximum number of comparisons between places, edges and labels in one attempt to lay out a board.

The number of grid points for drawing the land has the same limit. A larger board gets a simple layout. The shipped
boards stay far below the limit.
"""
MOST_DECISIONS = 50_000
"""Maximum number of decisions and chance events in one game.

The engine treats a longer game as endless, and blames the rulebook. The longest known games, between random players,
have several thousand decisions.
"""

__all__ = [
    "DEEPEST_CALLS", "DEEPEST_NESTING", "DEEPEST_TOGETHER", "LARGEST_NUMBER", "LARGEST_RESULT", "LONGEST_FILE",
    "LONGEST_LINE", "LONGEST_ROW", "MOST_CALLS", "MOST_CHECKING", "MOST_COLUMNS", "MOST_DATA", "MOST_DECISIONS",
    "MOST_FAULTS", "MOST_FILLED_IN", "MOST_LAYOUT", "MOST_LOOKED_AHEAD", "MOST_MEMBERS", "MOST_MOVES", "MOST_PAID_WAYS",
    "MOST_SEATS", "MOST_SLOTS", "MOST_STEPS", "MOST_THINGS", "MOST_WAYS_TO_PAY", "MOST_WORDS", "MOST_WORK",
]  # fmt: skip
