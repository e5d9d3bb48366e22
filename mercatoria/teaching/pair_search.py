"""Searches the shortest game in which two sets of rules differ, breadth first over pairs of positions.

`mercatoria.claims` also searches breadth first. This search does not use it, because it compares a pair when it reaches
it, and does not visit the pairs of an earlier search again. Both keys are objects, which need not become bytes.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import product

from dsl import model
from mercatoria.teaching.beginnings import START, Beginning, RuleSet
from mercatoria.teaching.position_graph import FieldName, Key, PositionGraph, Reached, Seen, fields_of

MOST_PAIRS, PART = 60_000, 10_000
"""Maximum numbers of pairs of positions that a search visits, of a whole game and of a part of it."""

MOST_IDLE = 6
"""Maximum number of passes, one after the other, by players who can do nothing else."""

BEGIN, MOVES, CHANCE, END, SCORES, PLACES, FIELDS, FAULT, VISIBILITY = (
    "begin", "moves", "chance", "end", "scores", "places", "fields", "fault", "visibility",
)  # fmt: skip
"""Forms of a difference between two sets of rules."""


@dataclass(frozen=True, slots=True)
class Side:
    """One set of rules in a difference: its graph, the last position it reached, and what players notice."""

    graph: PositionGraph
    at: Key | None
    """The position, or None if a rule failed before it was reached."""
    seen: Seen


@dataclass(frozen=True, slots=True)
class Difference:
    """The first difference of two sets of rules, after the shortest game that shows one.

    `steps` are the words of its moves and chance outcomes. `form` says what differs.
    """

    beginning: Beginning
    steps: tuple[str, ...]
    form: str
    start: Key
    """The first position of the game under the rules of the reading."""
    wanted: Side
    found: Side
    fields: tuple[FieldName, ...] = ()
    """The fields that differ."""

    @property
    def book_keeping(self) -> bool:
        """True if only fields differ, and they hold neither pieces nor money."""
        kept = fields_of(self.wanted.graph.table.flow.model)
        return self.form == FIELDS and not any(
            isinstance(held := kept[name].type, model.Holder) or (isinstance(held, model.Int) and held.money)
            or kept[name].builtin for name in self.fields
        )  # fmt: skip


@dataclass(slots=True)
class Search:
    """The result of a search. If `whole` is False, the search ended before it had visited every pair."""

    difference: Difference | None = None
    pairs: int = 0
    whole: bool = True
    visited: set[tuple[int, int, Key, Key]] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class Comparison:
    """The terms of a comparison: the indices of the fields, and whether points must be equal."""

    fields: tuple[int, ...]
    exact_scores: bool = True

    def form_of(self, wanted: Seen, found: Seen) -> str:
        """Return what differs between two positions, or "" if players notice no difference."""
        if "fault" in (wanted.form, found.form):
            return FAULT if wanted.form != found.form else ""
        if wanted.form != found.form:
            return END if "over" in (wanted.form, found.form) else MOVES
        if wanted.told != found.told:
            return CHANCE if wanted.form == "chance" else MOVES
        if wanted.places != found.places:
            return PLACES
        if self.unlike(wanted, found):
            return FIELDS
        return SCORES if self.exact_scores and wanted.scores != found.scores else ""

    def unlike(self, wanted: Seen, found: Seen) -> list[int]:
        """Return the indices of the fields that differ."""
        if not wanted.fields or not found.fields:
            return []
        return [at for at in self.fields if wanted.fields[at] != found.fields[at]]


def search(
    wanted: RuleSet, found: RuleSet, beginnings: Iterable[Beginning], exact_scores: bool = True,
    most: int = MOST_PAIRS, before: Search | None = None, ignored: Collection[FieldName] = (),
) -> Search:  # fmt: skip
    """Search the shortest game in which `found` differs from `wanted`.

    Args:
        before: An earlier search, whose pairs are not visited again.
        ignored: Fields that may differ.
    """
    result = Search(visited=before.visited if before is not None else set())
    waiting: deque[_Pair] = deque()
    for beginning in beginnings:
        one, reached = wanted.begin(beginning)
        two, other = found.begin(beginning)
        if isinstance(reached, Seen):  # the readings do not know this beginning, so it says nothing
            continue
        comparison = compared(one, two, exact_scores, ignored)
        if beginning.form == START and (hidden := _seen_by_others(one, two)):
            sides = (Side(one, reached, one.seen(reached)), _side(two, other))
            result.difference = Difference(beginning, (), VISIBILITY, reached, *sides, hidden)
            return result
        pair = _Pair(beginning, one, two, comparison, reached, other)
        if isinstance(other, Seen):
            result.difference = pair.difference(BEGIN)
            return result
        waiting.append(pair)
    while waiting:
        pair = waiting.popleft().in_step()
        if isinstance(pair.wanted, Seen) or isinstance(pair.found, Seen):
            if isinstance(pair.wanted, Seen) != isinstance(pair.found, Seen):
                result.difference = pair.difference(FAULT)
                return result
            continue
        key = (id(pair.one), id(pair.two), pair.wanted, pair.found)
        if key in result.visited:
            continue
        if result.pairs >= most:
            result.whole = False
            return result
        result.visited.add(key)
        result.pairs += 1
        if form := pair.comparison.form_of(pair.one.seen(pair.wanted), pair.two.seen(pair.found)):
            result.difference = pair.difference(form)
            return result
        waiting.extend(pair.next())
        result.whole &= pair.one.whole and pair.two.whole
    return result


def compared(
    one: PositionGraph, two: PositionGraph, exact_scores: bool, ignored: Collection[FieldName] = ()
) -> Comparison:  # fmt: skip
    """Return what to compare between two graphs. The `ignored` fields may differ.

    A field with a lifetime such as `per turn` is book-keeping: two right answers may reset it at different times.
    """
    fields = [fields_of(graph.table.flow.model) for graph in (one, two)]
    common = [
        at for at, name in enumerate(one.names)
        if name not in ignored and all(name in each and not each[name].lifetime for each in fields)
    ]  # fmt: skip
    return Comparison(tuple(common), exact_scores)


def waited(one: PositionGraph, wanted: Reached, two: PositionGraph, found: Reached) -> tuple[list[str], Reached]:
    """Let a player pass who can do nothing else, if this leads both sides to the same decision.

    One right answer may ask a player who can only pass, and another may not ask. Return the words of the passes under
    the first rules, and the position under the second rules. Without a common decision, no player passes.
    """
    mine, theirs = _after_passes(one, wanted), _after_passes(two, found)
    for number, other in sorted(product(range(len(mine)), range(len(theirs))), key=sum):
        here, there = mine[number][1], theirs[other][1]
        if isinstance(here, Seen) or isinstance(there, Seen):
            continue
        if one.seen(here).decision == two.seen(there).decision:
            return [words for words, _ in mine[1 : number + 1]], there
    return [], found


def _after_passes(graph: PositionGraph, at: Reached) -> list[tuple[str, Reached]]:
    """Return a position and those that follow it while the only move is a pass, each with the words that lead to it."""
    found = [("", at)]
    while len(found) <= MOST_IDLE and not isinstance(at, Seen) and (words := graph.idle(at)):
        at = graph.after(at, words)
        found.append((words, at))
    return found


def _seen_by_others(one: PositionGraph, two: PositionGraph) -> tuple[FieldName, ...]:
    """Return the fields that other players see under one set of rules than under the other."""
    mine, theirs = (fields_of(graph.table.flow.model) for graph in (one, two))
    common = [name for name in one.names if name in mine and name in theirs]
    seen = [{name: (each[name].visibility, each[name].counted) for name in common} for each in (mine, theirs)]
    return tuple(name for name in common if seen[0][name] != seen[1][name])


def _side(graph: PositionGraph, reached: Reached) -> Side:
    return Side(graph, None, reached) if isinstance(reached, Seen) else Side(graph, reached, graph.seen(reached))


@dataclass(frozen=True, slots=True)
class _Pair:
    """A position under each set of rules, after the same steps."""

    beginning: Beginning
    one: PositionGraph
    two: PositionGraph
    comparison: Comparison
    wanted: Reached
    found: Reached
    before: _Pair | None = None
    words: str = ""

    def in_step(self) -> _Pair:
        """Return the pair after the passes of players who can do nothing else, if only these passes differ."""
        passes, found = waited(self.one, self.wanted, self.two, self.found)
        here = replace(self, found=found)
        for words in passes:
            assert not isinstance(here.wanted, Seen)
            here = replace(here, wanted=here.one.after(here.wanted, words), before=here, words=words)
        return here

    def next(self) -> Iterator[_Pair]:
        assert not isinstance(self.wanted, Seen) and not isinstance(self.found, Seen)
        if self.one.seen(self.wanted).form in ("over", "fault"):
            return
        for words in self.one.steps(self.wanted):
            after = (self.one.after(self.wanted, words), self.two.after(self.found, words))
            yield _Pair(self.beginning, self.one, self.two, self.comparison, *after, self, words)

    def difference(self, form: str) -> Difference:
        wanted, found = _side(self.one, self.wanted), _side(self.two, self.found)
        names = tuple(self.one.names[at] for at in self.comparison.unlike(wanted.seen, found.seen))
        here, steps = self, list[str]()
        while here.before is not None:
            steps.append(here.words)
            here = here.before
        assert not isinstance(here.wanted, Seen)
        return Difference(self.beginning, tuple(steps[::-1]), form, here.wanted, wanted, found, names)
