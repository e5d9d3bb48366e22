"""The limits of the program: the maximum sizes of rulebooks, boards and games.

A rulebook may come from a stranger, and a slip (`1 to 1000000000`) costs as much as malice. Exceeding a limit is a
fault that names the rule and its line, and no limit can be switched off. The limits are far above the needs of the
largest games. `docs/limits.md` explains them to players and authors. This module knows nothing of rules.
"""

LONGEST_FILE = 1_000_000
"""Maximum number of characters in one file; also the maximum number of bytes."""
MOST_WORDS = 100_000
"""Maximum number of words and signs in all rule files of a game together, without comments.

The largest game has half of that.
"""
MOST_CHECKING = 600_000
"""Maximum number of words and signs of the rulebook that `check` examines.

They count once for each table that is checked: each player count with each variant.
"""
LONGEST_LINE = 2_000
"""Maximum number of characters in a line."""
DEEPEST_NESTING = 60
"""Maximum depth of nested blocks and brackets, and maximum number of consecutive sums in one line."""
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
listing the moves, testing a single move, and playing on to the next decision. The largest game needs 66,000 units.
"""
MOST_MOVES = 100_000
"""Maximum number of moves listed for one decision."""
MOST_WAYS_TO_PAY = 50_000
"""Maximum number of ways to distribute pieces among costs that may take the same pieces.

It also limits the number of coins that substitutes may pay.
"""
MOST_FILLED_IN = 1_000_000
"""Maximum number of values tried for one open move when the nodes of a game tree are counted."""
MOST_LOOKED_AHEAD = 5_000
"""Maximum number of positions searched for each move of a `never stuck` series.

The search decides whether the series can still end after the move.
"""
MOST_LAYOUT = 1_000_000
"""Maximum number of comparisons between places, lines and labels in one attempt to lay out a board.

The limit also applies to the number of grid points for the land. A larger board gets a simple layout. The largest
shipped board needs a fraction of the limit.
"""
MOST_DECISIONS = 50_000
"""Maximum number of decisions and chance events in one game.

A game with more has a faulty rulebook and never ends. The longest known games have some thousands: random players play
them, and cannot end them on purpose.
"""

__all__ = [
    "DEEPEST_CALLS", "DEEPEST_NESTING", "DEEPEST_TOGETHER", "LARGEST_NUMBER", "LARGEST_RESULT", "LONGEST_FILE",
    "LONGEST_LINE", "MOST_CALLS", "MOST_CHECKING", "MOST_DATA", "MOST_DECISIONS", "MOST_FAULTS", "MOST_FILLED_IN",
    "MOST_LAYOUT", "MOST_LOOKED_AHEAD", "MOST_MEMBERS", "MOST_MOVES", "MOST_SEATS", "MOST_SLOTS", "MOST_STEPS",
    "MOST_THINGS", "MOST_WAYS_TO_PAY", "MOST_WORDS", "MOST_WORK",
]  # fmt: skip
