"""The budget of work: the most that a rulebook, a board or a game may ask of the computer.

A rulebook may come from a stranger, and a slip (`1 to 1000000000`) costs as much as malice. Each number here ends in a
fault that names the rule and its line; none can be switched off. They lie far above what the largest games need. What
they are for players and authors is said in `docs/limits.md`. Knows nothing of rules.
"""

LONGEST_FILE = 1_000_000
"""Characters, and bytes, in one file."""
MOST_WORDS = 100_000
"""Words and signs in all files of rules of a game together, comments aside; the largest game has half of that."""
MOST_CHECKING = 600_000
"""Words and signs of the rulebook, counted once for each table that `check` looks at: each number of players, each
variant."""
LONGEST_LINE = 2_000
"""Characters in a line."""
DEEPEST_NESTING = 60
"""Maximum depth of nested blocks and brackets, and maximum number of consecutive sums in one line."""
MOST_FAULTS = 100
"""Maximum number of errors shown individually."""

LARGEST_NUMBER = 2_000_000_000
"""Numbers of rules lie between this and its negative, so that they fit 32 bits."""
LARGEST_RESULT = 1 << 62
"""Maximum absolute value of intermediate results."""
MOST_SEATS = 20
"""Players at one table."""
MOST_THINGS = 4_000
"""Things of one kind."""
MOST_DATA = 100_000
"""Names and values in a file of data; the largest board has two thousand."""
MOST_SLOTS = 500_000
"""Numbers that a position keeps."""

MOST_MEMBERS = 200_000
"""Members of a domain that is gone through: numbers of a range, bags, sets."""
DEEPEST_CALLS = 40
"""Values, or rules, that call one another in a row."""
DEEPEST_TOGETHER = 160
"""Maximum nesting of the parts of values and rules, including the values and rules that they call."""
MOST_CALLS = 2_000
"""Calls that a value or rule leads to, those of what it calls counted again for each call."""

MOST_STEPS = 200_000
"""Steps (statements and nodes of the course of play) from one decision to the next."""
MOST_WORK = 1_000_000
"""Units of work for one decision: to list its moves, to test one, or to play on to the next. A unit is about one
evaluation of one name, number or sign of an expression. The largest game needs 66,000."""
MOST_MOVES = 100_000
"""Moves that are listed for one decision."""
MOST_WAYS_TO_PAY = 50_000
"""Ways to deal out pieces between costs that may take the same ones; and coins that are settled by what is accepted."""
MOST_FILLED_IN = 1_000_000
"""Ways to fill in one open move that are tried when the nodes of a game tree are counted."""
MOST_LOOKED_AHEAD = 5_000
"""Maximum number of positions searched to decide whether a move of a `never stuck` series leaves a way to its end."""
MOST_LAYOUT = 1_000_000
"""Pairs of places, lines and labels that the layout of a board compares in one try, and points of the net of its land;
a larger board gets a simple layout. The largest shipped board needs a fraction."""
MOST_DECISIONS = 50_000
"""Decisions and chance events in one game. A game with more has a faulty rulebook and never ends. The longest known
games, of random players in a game that they cannot end on purpose, have some thousands."""

__all__ = [
    "DEEPEST_CALLS", "DEEPEST_NESTING", "DEEPEST_TOGETHER", "LARGEST_NUMBER", "LARGEST_RESULT", "LONGEST_FILE",
    "LONGEST_LINE", "MOST_CALLS", "MOST_CHECKING", "MOST_DATA", "MOST_DECISIONS", "MOST_FAULTS", "MOST_FILLED_IN",
    "MOST_LAYOUT", "MOST_LOOKED_AHEAD", "MOST_MEMBERS", "MOST_MOVES", "MOST_SEATS", "MOST_SLOTS", "MOST_STEPS",
    "MOST_THINGS", "MOST_WAYS_TO_PAY", "MOST_WORDS", "MOST_WORK",
]  # fmt: skip
