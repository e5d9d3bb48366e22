"""The limits of the program: the maximum sizes of rulebooks, boards and games.

A rulebook may come from a stranger, and a mistake (`1 to 1000000000`) can do as much harm as malice. Exceeding a limit
is a fault that names the rule and its line, and no limit can be switched off. The limits are far above the needs of the
largest games. `docs/limits.md` explains them to players and authors. This module depends on no other module.
"""

LONGEST_FILE = 1_000_000
"""Maximum number of characters, and of bytes, in one file."""
MOST_WORDS = 100_000
"""Maximum total number of words and symbols in all rule files of a game, without comments.

The largest game has half as many.
"""
MOST_CHECKING = 600_000
"""Maximum number of words and symbols that `check` examines.

The words of a rulebook count again for each table, that is, for each combination of player count and variant.
"""
LONGEST_LINE = 2_000
"""Maximum number of characters in a line."""
DEEPEST_NESTING = 60
"""Maximum depth of nested blocks and brackets, and maximum number of operators chained in one expression."""
MOST_FAULTS = 100
"""Maximum number of errors shown individually."""

LARGEST_NUMBER = 2_000_000_000
"""Maximum absolute value of a number in rules, so that numbers fit into 32 bits."""
LARGEST_RESULT = 1 << 62
"""Maximum absolute value of intermediate results."""
MOST_SEATS = 20
"""Maximum number of players at one table."""
MOST_THINGS = 4_000
"""Maximum number of things of one kind."""
MOST_DATA = 100_000
"""Maximum number of names and values in a data file; the largest board has two thousand."""
MOST_SLOTS = 500_000
"""Maximum number of slots in a position; each slot stores one number."""

MOST_MEMBERS = 200_000
"""Maximum number of members of a domain that a loop visits: numbers of a range, bags or sets."""
DEEPEST_CALLS = 40
"""Maximum length of a chain of values or rules that call one another."""
DEEPEST_TOGETHER = 160
"""Maximum nesting depth of the parts of a value or rule, including the values and rules that it calls."""
MOST_CALLS = 2_000
"""Maximum number of calls that a value or rule causes, directly and indirectly.

If a callee is called several times, its own calls count each time.
"""

MOST_STEPS = 200_000
"""Maximum number of steps from one decision to the next.

A step is an executed statement or node of the flowchart.
"""
MOST_WORK = 1_000_000
"""Maximum number of units of work for one decision.

A unit is roughly the evaluation of one name, number or operator in an expression. The limit applies separately to
listing the moves, testing a single move, and continuing to the next decision. The largest game needs 66,000 units.
"""
MOST_MOVES = 100_000
"""Maximum number of moves listed for one decision."""
MOST_WAYS_TO_PAY = 50_000
"""Maximum number of ways to distribute pieces among costs that compete for the same pieces.

This number also limits how many coins substitutes may pay.
"""
MOST_FILLED_IN = 1_000_000
"""Maximum number of ways to fill in the open parameters of one move when counting the nodes of a game tree."""
MOST_LOOKED_AHEAD = 5_000
"""Maximum number of positions searched to test one move of a `never stuck` series.

The search decides whether the series can still end after the move.
"""
MOST_LAYOUT = 1_000_000
"""Maximum number of comparisons between places, edges and labels in one attempt to lay out a board.

The limit also applies to the number of grid points from which the drawing of the land is computed. A larger board gets
a simple layout. The largest shipped board needs a fraction of the limit.
"""
MOST_DECISIONS = 50_000
"""Maximum number of decisions and chance events in one game.

A game that exceeds the limit is treated as endless, because of a faulty rulebook. The longest known games have several
thousand decisions. They are games of random players, who do not try to end the game.
"""

__all__ = [
    "DEEPEST_CALLS", "DEEPEST_NESTING", "DEEPEST_TOGETHER", "LARGEST_NUMBER", "LARGEST_RESULT", "LONGEST_FILE",
    "LONGEST_LINE", "MOST_CALLS", "MOST_CHECKING", "MOST_DATA", "MOST_DECISIONS", "MOST_FAULTS", "MOST_FILLED_IN",
    "MOST_LAYOUT", "MOST_LOOKED_AHEAD", "MOST_MEMBERS", "MOST_MOVES", "MOST_SEATS", "MOST_SLOTS", "MOST_STEPS",
    "MOST_THINGS", "MOST_WAYS_TO_PAY", "MOST_WORDS", "MOST_WORK",
]  # fmt: skip
