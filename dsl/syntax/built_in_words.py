"""Lists the functions, aggregates and values that exist in every game, with one row each.

The parser, the checker, explanations, the highlighting and the reference page read these rows. The page
`docs/language.md` shows the forms of every word. A test evaluates the examples in the game `coast` of that page.
`dsl.checking.expressions.built_ins` has the type rule of each function.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from dsl.diagnostics import Suggestion, did_you_mean


@dataclass(frozen=True, slots=True)
class Form:
    """A form of a word, and its meaning.

    `example` is a condition that is true when a game of `coast` with three players begins. The example of `other` needs
    two players.
    """

    written: str
    meaning: str
    example: str = ""
    phrase: str = ""
    """Wording in explanations. `{0}` means the first argument, and `{edge}` or `{edges}` a kind of edges."""
    left_out: str = ""
    """Reason why a set does not contain a thing, with the same placeholders as `phrase`."""

    @property
    def arguments(self) -> int:
        """Number of arguments in brackets."""
        return self.written.count(",") + 1


@dataclass(frozen=True, slots=True)
class Function:
    """A word that takes arguments in brackets."""

    forms: tuple[Form, ...]
    may_be_name: bool = False
    """True if a rulebook may declare the same name, which then hides the function."""

    @property
    def counts(self) -> tuple[int, ...]:
        """Allowed numbers of arguments, in ascending order."""
        return tuple(sorted({form.arguments for form in self.forms}))

    def form(self, arguments: int) -> Form:
        """Return the first form with this number of arguments."""
        return next(form for form in self.forms if form.arguments == arguments)


@dataclass(frozen=True, slots=True)
class Aggregate:
    """A word that goes through the members of a set.

    `over` says if the word takes members, as in `count(x in S)`, or a value for each member, as in `sum(v for x in S)`.
    """

    over: Literal["members", "values", "either"]
    forms: tuple[Form, ...]
    phrase: str = ""
    """Wording in explanations, before the value for each member."""


FUNCTIONS: Mapping[str, Function] = {
    "min": Function((
        Form("min(a, b)", "the smaller of two numbers", "min(3, 5) = 3", phrase="the least of {0} and {1}"),
    )),
    "max": Function((
        Form("max(a, b)", "the larger of two numbers", "max(3, 5) = 5", phrase="the greatest of {0} and {1}"),
    )),
    "clamp": Function((
        Form("clamp(n, low, high)", "n, but at least low and at most high", "clamp(12, 0, 9) = 9"),
    )),
    "seat": Function((
        Form("seat(n)", "the seat with the number n, counted from 1", "seat(2) = Seat2"),
    )),
    "clockwise": Function((
        Form(
            "clockwise(p)", "all seats in order, beginning with p", "last(p in clockwise(Seat2)) = Seat1",
            phrase="the players clockwise from {0}",
        ),
    )),
    "others": Function((
        Form(
            "others(p)", "all seats in order after p, without p", "first(p in others(Seat2)) = Seat3",
            phrase="the others clockwise from {0}", left_out="it must be a player other than {0}",
        ),
    )),
    "anticlockwise": Function((
        Form(
            "anticlockwise(p)", "all seats the other way round the table, beginning with p",
            "last(p in anticlockwise(Seat2)) = Seat3", phrase="the players anticlockwise from {0}",
        ),
    ), may_be_name=True),
    "other": Function((
        Form("other(p)", "the other player in a game for two", "other(Seat1) = Seat2"),
    ), may_be_name=True),
    "neighbours": Function((
        Form(
            "neighbours(place, EDGES)", "the places that are one edge away, in the order of the board",
            "neighbours(Reef, Ferry) = {Lund, Visby}", phrase="the neighbours of {0} by {edge}",
            left_out="it is not next to {0}",
        ),
    )),
    "edges": Function((
        Form(
            "edges(place, EDGES)", "the edges that end at the place", "edges(Lund, Ferry) = {LundReef, LundVisby}",
            phrase="the {edges} at {0}", left_out="it does not begin or end at {0}",
        ),
    )),
    "reach": Function((
        Form(
            "reach(place, EDGES)", "the places that can be reached from the place, including the place itself",
            "reach(Reef, Ferry) = Place", phrase="what can be reached from {0} over {1}",
            left_out="it cannot be reached from {0} over {1}",
        ),
        Form(
            "reach(place, EDGES, n)",
            "the places that can be reached in n steps; the start may be a set of places, and EDGES may be a set of "
            "edges",
            "reach(Reef, Ferry, 1) = {Reef, Lund, Visby}", phrase="what can be reached from {0} over {1} in {2}",
            left_out="it cannot be reached from {0} over {1} in {2}",
        ),
        Form(
            "reach(edge, EDGES)",
            "the edges that are connected with an edge through shared ends; you can also limit the number of steps",
            "LundVisby in reach(LundReef, Ferry)",
        ),
    )),
    "distance": Function((
        Form(
            "distance(a, b, EDGES)",
            "the least number of steps from a to b, which may be a set of places; if b cannot be reached, the number "
            "of all places, which is more than any route has",
            "distance(Lund, Visby, Ferry) = 1", phrase="the distance from {0} to {1} over {2}",
        ),
    ), may_be_name=True),
    "nearest": Function((
        Form(
            "nearest(a, PLACES, EDGES)", "the set of places among PLACES that are the fewest steps away from a",
            "nearest(Reef, Harbour, Ferry) = {Lund, Visby}", phrase="the nearest of {1} to {0} over {2}",
        ),
    ), may_be_name=True),
    "towards": Function((
        Form(
            "towards(a, PLACES, EDGES)",
            "the places one step away from a, on a shortest way to the nearest of PLACES; none of them if a is one of "
            "PLACES",
            "towards(Reef, Harbour, Ferry) = {Lund, Visby}", phrase="the next places from {0} towards {1} over {2}",
            left_out="it is not on a shortest way from {0} to {1} over {2}",
        ),
    ), may_be_name=True),
    "longest_trail": Function((
        Form(
            "longest_trail(EDGES)", "the number of edges in the longest trail that uses each edge at most once",
            "longest_trail(Ferry) = 4", phrase="the length of the longest trail over {0}",
        ),
        Form(
            "longest_trail(EDGES, PLACES)",
            "the number of edges in the longest trail that does not pass through PLACES, but may begin or end there",
            "longest_trail(Ferry, {Visby}) = 3",
            phrase="the length of the longest trail over {0} that does not pass through {1}",
        ),
    ), may_be_name=True),
    "nth": Function((
        Form(
            "nth(n, ROW)",
            "member number n of a row (the oldest first), of a stack (the topmost first) or of a set; *none* if there "
            "are fewer members",
            "nth(2, Harbour) = Visby",
        ),
    ), may_be_name=True),
    "bags": Function((
        Form("bags(KIND, n)", "a domain of all bags with n pieces", "2 of Crew(Seat1) in bags(Crew, 2)"),
        Form(
            "bags(HOLDER, least, most)", "a domain of all bags with at least `least` and at most `most` pieces",
            "not 1 of Pepper in bags(Seat1.hold, 0, 2)",
        ),
    )),
    "can": Function((
        Form(
            "can(p, ACTION)", "*yes* if the player has at least one legal way to take the action now",
            "can(Seat1, sail)",
        ),
        Form(
            "can(p, ACTION(x))", "the same, with values for the first parameters of the action",
            "can(Seat1, load(Pepper))",
        ),
    ), may_be_name=True),
    "score": Function((
        Form("score(p)", "the points of a seat at this moment", "score(Seat1) = 9"),
    )),
}  # fmt: skip
"""Functions, which take arguments in brackets."""

AGGREGATES: Mapping[str, Aggregate] = {
    "count": Aggregate("members", (
        Form("count(x in SET where …)", "the number of such members", "count(f in Ferry where f.fare = 1) = 2"),
    )),
    "any": Aggregate("either", (
        Form("any(x in SET where …)", "*yes* if there is at least one such member", "any(f in Ferry where f.fare = 0)"),
        Form("any(… for x in SET)", "*yes* if the condition holds for any member", "any(f.fare = 0 for f in Ferry)"),
    )),
    "first": Aggregate("members", (
        Form(
            "first(x in SET where … by most …)", "the first such member in order, or *none*",
            "first(h in Harbour by most h.depth) = Visby",
        ),
    )),
    "last": Aggregate("members", (
        Form(
            "last(x in SET where … by most …)", "the last such member in order, or *none*",
            "last(h in Harbour by most h.depth) = Lund",
        ),
    )),
    "sum": Aggregate("values", (
        Form(
            "sum(… for x in SET where …)", "the sum, or 0 if there are no members", "sum(f.fare for f in Ferry) = 6"
        ),
    ), phrase="the sum of"),
    "min": Aggregate("values", (
        Form(
            "min(… for x in SET)", "the smallest result; a runtime error if there are no members",
            "min(h.depth for h in Harbour) = 3",
        ),
    ), phrase="the least of"),
    "max": Aggregate("values", (
        Form(
            "max(… for x in SET)", "the largest result; a runtime error if there are no members",
            "max(h.depth for h in Harbour) = 9",
        ),
    ), phrase="the greatest of"),
    "all": Aggregate("values", (
        Form(
            "all(… for x in SET)", "*yes* if the condition holds for each member, or if there are no members",
            "all(h.depth > 2 for h in Harbour)",
        ),
    )),
    "union": Aggregate("values", (
        Form(
            "union(… for x in SET)", "all members of all these sets",
            "Pepper in union(h.sells for h in Harbour)",
        ),
    ), phrase="all"),
}  # fmt: skip
"""Aggregates, which go through the members of a set."""

HOLDINGS: Mapping[str, Form] = {
    "supply": Form("supply(x)", "the number of pieces of a sort in the supply", "supply(Pepper) = 5"),
    "box": Form("box(x)", "the number of pieces of a sort in the box", "box(Pepper) = 0"),
}
"""Holders that exist in every game."""

VALUES: Mapping[str, Form] = {
    "you": Form("you", "the player who acts or decides"),
    "player": Form("player", "the player whose turn it is; *none* outside turns", "player in Player"),
    "bank": Form("bank", "the bank, which pays and receives coins"),
    "yes": Form("yes", "the value of a flag that holds", "(1 < 2) = yes"),
    "no": Form("no", "the value of a flag that does not hold", "(2 < 1) = no"),
    "none": Form("none", "the absence of a thing", "nth(9, Harbour) = none"),
}
"""Values that exist in every game."""

MEMBERS: tuple[Form, ...] = (
    Form("p.number", "the number of a seat, counted from 1", "Seat2.number = 2"),
    Form("Cell(3)", "the thing of the kind whose `number` is 3"),
    Form("round.number", "the number of the round; 0 in set-up", "round.number = 1"),
)
"""Facts and things that are found by number, for the reference page."""

OF_OTHER_LANGUAGES: Mapping[str, str] = {
    **dict.fromkeys(("total", "add", "plus"), "sum"),
    **dict.fromkeys(("len", "length", "size", "number_of", "how_many"), "count"),
    **dict.fromkeys(("every", "forall"), "all"),
    **dict.fromkeys(("some", "exists"), "any"),
    **dict.fromkeys(("maximum", "largest", "greatest", "highest", "most"), "max"),
    **dict.fromkeys(("minimum", "smallest", "lowest", "least"), "min"),
}
"""Names of functions in spreadsheets, programs and speech, with the word to write instead."""


def meant_function(word: str, aggregates_only: bool = False) -> str:
    """Return a hint that names the function or aggregate which an unknown word means, or an empty string.

    Args:
        aggregates_only: True if the brackets go through a set, as in `word(… for x in SET)`.
    """
    if (meant := OF_OTHER_LANGUAGES.get(word.casefold())) is not None:
        return Suggestion(meant, f"write `{AGGREGATES[meant].forms[-1].written}`")
    return did_you_mean(word, AGGREGATES if aggregates_only else [*FUNCTIONS, *AGGREGATES])
