"""Tests the claims of a table: breadth first for small games, at random for large ones."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import Enum

from dsl import model
from interpreter.position import PlayFault
from interpreter.table import CompiledGame
from mercatoria.claims.breadth import Breadth
from mercatoria.claims.budget import Budget
from mercatoria.claims.conditions import MOST_CLAIMS, Conditions, is_suspended, numbers_in, sought_of
from mercatoria.claims.endless_gains import endless_gains
from mercatoria.claims.exploring import Explorer
from mercatoria.claims.steps import GameTree, Step
from mercatoria.claims.walks import Walk, walks_of

BREADTH, GAINS = 0.5, 0.1
"""The shares of a budget for the search by breadth, and for endless gains."""
RULES_WORK = "no rule fails"
"""The name of the claim that every game makes: no rule fails, and no player is ever stuck without a legal move."""


class Verdict(Enum):
    """The result of a search for a claim."""

    HOLDS = "holds"
    """The whole tree was seen, or a position that a `possible` claim asks for."""
    BROKEN = "broken"
    NOT_BROKEN = "not broken"
    NOT_SEEN = "not seen"
    """A `possible` claim, for which no position was found."""
    UNDECIDED = "undecided"
    """A claim `from everywhere`, which only a search of the whole tree can decide."""
    UNTESTABLE = "cannot be tested"
    """The claim's condition fails in some position."""
    SUSPENDED = "suspended"


@dataclass(frozen=True, slots=True)
class Way:
    """Steps from the start of the game.

    `seed` is the seed with which the game began, or None if the steps contain all chance outcomes.
    """

    steps: tuple[Step, ...]
    seed: int | None = None


@dataclass(slots=True)
class Answer:
    """The result of a search for one claim, with its details.

    Attributes:
        name: The claim's name, or `RULES_WORK`.
        claim: The claim, or None for `RULES_WORK`.
        tested: The number of positions that were tested.
        whole: True if these are all the positions of the game.
        engine: The engine that played random games, or "" if there were none.
        way: The way to the position that breaks the claim, or that a `possible` claim asks for.
        fault: Why the condition cannot be tested, or which rule fails.
    """

    name: str
    claim: model.Claim | None
    verdict: Verdict
    tested: int = 0
    whole: bool = False
    engine: str = ""
    way: Way | None = None
    fault: PlayFault | None = None

    @property
    def is_bad(self) -> bool:
        """True if the claim does not hold, or cannot be tested."""
        return self.verdict in (Verdict.BROKEN, Verdict.UNTESTABLE)


@dataclass(slots=True)
class ClaimTest:
    """A test of the claims of one table.

    Args:
        budget: How long the test may take.
        native: False to use the Python engine in any case.
    """

    table: CompiledGame
    budget: Budget
    seed: int = 1
    native: bool = True

    def answers(self) -> list[Answer]:
        """Return an answer for each claim of the table in order, and a last one for `RULES_WORK`."""
        claims = self.table.flow.model.claims
        asked = [claim for claim in claims if not is_suspended(claim)]
        parts = [asked[at : at + MOST_CLAIMS] for at in range(0, len(asked), MOST_CLAIMS)] or [[]]
        known: dict[str, Answer] = {}
        for number, part in enumerate(parts):
            search = _Search(self.table, part, self.seed)
            search.run(self.budget.share(1 / (len(parts) - number)), self.native)
            known |= {answer.name: answer for answer in search.answers() if answer.name not in known or answer.is_bad}
        suspended = {claim.about.name: Answer(claim.about.name, claim, Verdict.SUSPENDED) for claim in claims}
        return list((suspended | known).values())


@dataclass(slots=True)
class _Search:
    """One search for as many claims as it can seek together."""

    table: CompiledGame
    claims: Sequence[model.Claim]
    seed: int
    conditions: Conditions = field(init=False)
    found: dict[int, Way] = field(default_factory=dict)
    """The way to a position in which the sought condition of a claim holds, by the claim's number."""
    cut_off: dict[int, Way] = field(default_factory=dict)
    """The way to a position from which a claim `from everywhere` cannot come true, by the claim's number."""
    failure: tuple[Way, PlayFault] | None = None
    """The way to the failure of a rule, with the failing step."""
    tested: int = 0
    whole: bool = False
    engine: str = ""

    def __post_init__(self) -> None:
        self.conditions = Conditions(self.table, [sought_of(claim) for claim in self.claims])

    def run(self, budget: Budget, native: bool) -> None:
        self._by_breadth(budget.share(BREADTH))
        if not self.whole and (self._sought() or self.failure is None):
            self._at_random(budget, native)
        self.tested = budget.spent

    def _sought(self) -> int:
        """Return the bits of the claims that the search still seeks."""
        forms = enumerate(self.claims)
        wanted = (number for number, claim in forms if claim.form != "everywhere")
        return _bits(number for number in wanted if number not in self.found and number not in self.conditions.faults)

    # ------------------------------------------------------------ the two searches

    def _by_breadth(self, budget: Budget) -> None:
        tree = GameTree(self.table, self.table.start())
        wanted: dict[int, list[int]] = {
            number: [] for number, claim in enumerate(self.claims) if claim.form == "everywhere"
        }
        search, last = Breadth(tree, budget, backwards=bool(wanted)), 0
        for at, position in search.positions():
            self._note_failure(tree, search, last)
            for number in numbers_in(self.conditions.hits(position, self._sought() | _bits(wanted))):
                if number in wanted:
                    wanted[number].append(at)
                else:
                    self.found[number] = Way(tuple(search.path(at)))
            last = at
        self._note_failure(tree, search, last)
        self.whole = search.is_whole and not tree.has_more
        for number, holding in wanted.items() if self.whole else ():
            if lost := search.cut_off(holding):
                self.cut_off[number] = Way(tuple(search.path(lost[0])))

    def _note_failure(self, tree: GameTree, search: Breadth[list[int], Step], at: int) -> None:
        """Note the first failure of a rule, which the steps from the position with number `at` met."""
        if self.failure is None and (failure := tree.failure) is not None:
            failing = (failure.step,) if failure.step is not None else ()
            self.failure = Way((*search.path(at), *failing)), failure.fault

    def _at_random(self, budget: Budget, native: bool) -> None:
        table, walks = self.table, walks_of(self.table, self.conditions, native)
        self.engine = walks.engine
        explorer = Explorer(table, self.conditions, walks, self.seed)
        for hit in explorer.hits(self._sought(), budget.share(1 - GAINS)):
            if hit.fault is not None and self.failure is None:
                self.failure = Way(tuple(hit.walk.replayed(table, failing=True)), hit.walk.first_seed), hit.fault
            for number in numbers_in(hit.bits):
                self.found[number] = Way(tuple(hit.walk.replayed(table)), hit.walk.first_seed)
        for cell in explorer.known.values():
            if budget.is_spent or not self._sought():
                break
            for bits, steps in endless_gains(table, cell.position, self.conditions, self._sought(), budget):
                for number in numbers_in(bits):
                    self.found[number] = self._after(cell.walk, steps)

    def _after(self, walk: Walk | None, steps: list[Step]) -> Way:
        """Return the way that goes on after a walk, or from the start."""
        if walk is None:
            return Way(tuple(steps))
        return Way((*walk.replayed(self.table), *steps), walk.first_seed)

    # ------------------------------------------------------------ answers

    def answers(self) -> list[Answer]:
        """Return the answers for the claims, and for `RULES_WORK`."""
        return [*(self._answer(number, claim) for number, claim in enumerate(self.claims)), self._of_rules()]

    def _answer(self, number: int, claim: model.Claim) -> Answer:
        fault = self.conditions.faults.get(number)
        way = self.found.get(number, self.cut_off.get(number)) if fault is None else None
        verdict = Verdict.UNTESTABLE if fault is not None else self._verdict(number, claim)
        return Answer(claim.about.name, claim, verdict, self.tested, self.whole, self.engine, way, fault)

    def _verdict(self, number: int, claim: model.Claim) -> Verdict:
        whole = self.whole and self.failure is None
        if claim.form == "everywhere":
            broken = Verdict.BROKEN if number in self.cut_off else Verdict.HOLDS
            return broken if whole else Verdict.UNDECIDED
        if number in self.found:
            return Verdict.HOLDS if claim.form == "possible" else Verdict.BROKEN
        if claim.form == "possible":
            return Verdict.BROKEN if whole else Verdict.NOT_SEEN
        return Verdict.HOLDS if whole else Verdict.NOT_BROKEN

    def _of_rules(self) -> Answer:
        verdict = Verdict.HOLDS if self.whole else Verdict.NOT_BROKEN
        way = fault = None
        if self.failure is not None:
            verdict, (way, fault) = Verdict.BROKEN, self.failure
        return Answer(RULES_WORK, None, verdict, self.tested, self.whole, self.engine, way, fault)


def _bits(numbers: Iterable[int]) -> int:
    return sum(1 << number for number in numbers)
