"""Runs of the differential fuzzer: cases from a seed, one after the other, with findings kept and a summary."""

from __future__ import annotations

import hashlib
import re
import time
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random

from interpreter.position import EngineFallback
from tests.fuzz.engines import shrinking
from tests.fuzz.engines.case import RULES, Case, Rejected
from tests.fuzz.engines.case_clock import SLOWEST, Endless, TooMuch
from tests.fuzz.engines.choosing import Choices
from tests.fuzz.engines.coverage import Coverage
from tests.fuzz.engines.leaks import check_leaks, hidden_picks
from tests.fuzz.engines.lock_step import Difference, Effort, Watch, compare
from tests.fuzz.engines.mutated import Mutated
from tests.fuzz.engines.plays import check_printing, check_state
from tests.fuzz.engines.rulebook import generated

LONGEST = 20
"""Seconds of processor time after which a case is given up."""
SHRINKING = 30
"""Seconds that a finding is made smaller for."""
MOST_OF_ONE = 1
"""Findings of one mark that are kept."""

ASKED = 0.3
"""Share of cases that are also printed, explained and played as scenarios."""


LARGE = 12_000
"""Characters of rules from which on a game is large: it is played for a few steps only, and may take longer."""


def effort_for(case: Case) -> tuple[Effort, float]:
    """Return the effort of playing a case, and its limit of processor time in seconds."""
    if len(case.rules) < LARGE:
        return Effort(), LONGEST
    return Effort(games=1, steps=12, whole=0), 6 * LONGEST


@contextmanager
def no_fallback() -> Iterator[None]:
    """Run a block in which no engine may fall back to another. Raises `EngineFallback`."""
    with warnings.catch_warnings():
        warnings.simplefilter("error", EngineFallback)
        yield


@dataclass
class Campaign:
    """A run. `mutations` is the share of changed rulebooks, and `leaks` that of rulebooks whose picks stay hidden. The
    others are generated.
    """

    seed: int
    keep: Path | None = None
    mutations: float = 0.4
    leaks: float = 0.1
    mostly_small: bool = True
    coverage: Coverage = field(default_factory=Coverage)
    watch: Watch = field(default_factory=Watch)
    found: dict[str, int] = field(default_factory=dict)
    cases: Counter[str] = field(default_factory=Counter)
    rejected: Counter[str] = field(default_factory=Counter)
    tell: Callable[[str], None] = print

    def __post_init__(self) -> None:
        self.random = Random(self.seed)
        self.counts: Counter[str] = Counter()
        self.mutated = Mutated(self.random)

    def run(self, seconds: float, most: int = 0) -> None:
        """Run cases for `seconds`, or at most `most` of them."""
        end, told, number = time.monotonic() + seconds, time.monotonic(), 0
        while time.monotonic() < end and (not most or number < most):
            number += 1
            self.one(number)
            if time.monotonic() > told + 60:
                told = time.monotonic()
                self.tell(f"{self.told()}, {len(self.found)} defects")

    def next(self) -> tuple[str, Case]:
        """The next case, and where it comes from."""
        share = self.random.random()
        if share < self.mutations:
            return "mutated", self.mutated.next()
        if share > 1 - self.leaks:
            return "leaks", hidden_picks(self.random, Choices(self.random, self.counts))
        case = generated(self.random, self.counts)
        return "generated", case

    def one(self, number: int) -> None:
        """Run one case."""
        origin, case = self.next()
        self.cases[origin] += 1
        if self.keep is not None:
            self.keep.mkdir(parents=True, exist_ok=True)
            (self.keep / f"running_{self.seed}.json").write_text(case.as_text(), encoding="utf-8")
        try:
            self.play(case)
        except Rejected:
            self.rejected[origin] += 1
        except TooMuch:
            self.watch.too_much += 1
        except Difference as found:
            self.note(case, found, f"seed {self.seed}, case {number}, {origin}")
        if origin == "generated":
            self.mutated.add(case)

    def play(self, case: Case) -> None:
        """Compare the engines on a case, and count what it comes to."""
        effort, seconds = effort_for(case)
        try:
            with no_fallback(), self.watch.clock.running(seconds):
                table = compare(case, self.watch, effort)
                if case.secret:
                    self.watch.kept += check_leaks(case, self.watch.clock)
                if self.random.random() < ASKED and len(case.rules) < LARGE:
                    check_printing(case)
                    check_state(case, case.game(), Random(case.seed), self.watch.clock)
        except Endless as fault:
            raise Difference("hang", f"one question took more than {SLOWEST} seconds of processor time") from fault
        except EngineFallback as fault:
            raise Difference("fallback", str(fault)) from fault
        except MemoryError as fault:
            raise Difference("memory", "no memory left") from fault
        self.coverage.add(case, table)

    def note(self, case: Case, found: Difference, where: str) -> None:
        """Count a finding; a new one is made small and kept."""
        self.found[found.mark] = self.found.get(found.mark, 0) + 1
        if self.found[found.mark] > MOST_OF_ONE or self.keep is None:
            return
        self.tell(f"{found.mark}: {where}; making it smaller")
        small = case  # a smaller rulebook could make a pick public
        if not case.secret:
            small = shrinking.smallest(case, lambda each: self.mark_of(each) == found.mark, SHRINKING)
        told = self.finding(small) or found
        digest = hashlib.sha256(small.rules.encode()).hexdigest()
        name = f"{re.sub(r'[^a-z0-9]+', '_', found.mark.lower())[:60]}_{digest[:6]}"
        text = replace(small, note=f"{where}\n{told.mark}\n{told.told}")
        (self.keep / f"{name}.json").write_text(text.as_text(), encoding="utf-8")
        small.write(self.keep / name)
        (self.keep / name / "about.txt").write_text(f"{where}\n{told.mark}\n{told.told}\n", encoding="utf-8")
        self.tell(f"{told.mark}: {len(small.files[RULES])} characters, kept in {self.keep / name}")

    def finding(self, case: Case) -> Difference | None:
        """Return the difference that a case shows, or None."""
        effort, seconds = effort_for(case)
        try:
            with no_fallback(), (watch := Watch()).clock.running(seconds):
                compare(case, watch, effort)
                if case.secret:
                    check_leaks(case, watch.clock)
                if len(case.rules) < LARGE:
                    check_printing(case)
                    check_state(case, case.game(), Random(case.seed), watch.clock)
        except (Rejected, TooMuch):
            return None
        except Endless:
            return Difference("hang", f"one question took more than {SLOWEST} seconds of processor time")
        except EngineFallback as fault:
            return Difference("fallback", str(fault))
        except MemoryError:
            return Difference("memory", "no memory left")
        except Difference as found:
            return found
        return None

    def mark_of(self, case: Case) -> str:
        """The mark of what a case shows; "" if it shows nothing."""
        found = self.finding(case)
        return found.mark if found is not None else ""

    def told(self) -> str:
        """Return a one-line summary of the run."""
        w, number = self.watch, sum(self.cases.values())
        accepted = 100 - 100 * sum(self.rejected.values()) // max(1, number)
        return (
            f"{number:,} rulebooks, {accepted} % accepted, {w.positions:,} positions, {w.steps:,} steps, "
            f"{w.whole:,} whole games, {w.kept:,} pairs of secrets, {w.faults:,} faults of play, "
            f"{w.left:,} calls left to another engine, "
            f"{w.too_much} given up, {time.process_time() / 60:.1f} CPU minutes"
        )
