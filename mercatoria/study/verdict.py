"""The verdict on each variant: the work of the rule itself, and its effects on the game.

A player would notice an effect only from some size on (`noticeable`). An effect is *changed*, *same* or *open*. It is
the same if the whole interval is too small to notice. It is changed if the interval excludes no change. Otherwise it
is open, because these deals cannot tell. A rule that names no seat is judged by the game as a whole, and not seat by
seat. The *judgement* sums up a verdict in a few words.

A verdict claims nothing that its games cannot show. If most final scores are the lowest ones, it does not judge who
wins. Games of random bots show only whether a rule can matter. All reports present this model.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from mercatoria.simulation import RANDOM, Estimate
from mercatoria.study.findings import Findings, RuleSetFindings
from mercatoria.study.hits import Hit
from mercatoria.study.leader_moves import LeaderMove
from mercatoria.study.measures import AVERAGE, HALFWAY, HIGHEST, LOWEST
from mercatoria.study.observed import PARTS
from mercatoria.study.precision import deals_needed
from mercatoria.study.rule_parts import Part
from mercatoria.study.rule_use import FORBADE, RuleUse
from mercatoria.study.strategies import Strategies, decisive, strategies

CHANGED, SAME, OPEN = "changed", "same", "open"

NOTICED_SHARE = 0.05
"""Smallest change of a share, such as a win rate, that frequent players would notice."""

NOTICED_LENGTH = 0.05
"""Smallest change of the length that players would notice, as a fraction of the length."""

NOTICED_COUNT, NOTICED_TIMES = 0.1, 0.5
"""Smallest change of points or of a count that players would notice: a fraction, and for counts also a number.

A count must change by at least `NOTICED_TIMES` per game.
"""

LEAST_NOTICED_POINTS = 0.02
"""Smallest change of the points per player that players would notice, as a fraction of the gap.

This applies to games in which the points per player are close to 0.
"""

MOSTLY_LOWEST = 0.5
"""Share of final scores at the lowest possible value from which scores say little, because the bots hardly score."""

ALWAYS = 0.9
"""Share of the allowed uses from which an action is too cheap to be a choice."""

STRONG = 0.5
"""Smallest change of the points or of the gap, as a fraction, that makes a rule too strong."""

WIN = "win"
"""Name of the effect on the seats as a whole, if a rule names no seat."""

JUDGED = ("points", "spread", "length", "lead_changes", HALFWAY, "settled", "choices")
"""Measures of the game as a whole, in the order of the report."""

WITHOUT_SCORES = ("length", "choices")
"""Measures that do not depend on scores. The others are not judged if most final scores are the lowest ones."""

PLACES = tuple(f"{place}.{PARTS}" for place in (HIGHEST, AVERAGE, LOWEST))
"""Measures of the final scores: the highest, the average and the lowest one of each game."""


@dataclass(frozen=True, slots=True)
class Effect:
    """The effect of a variant on one measure.

    `change` is the difference from the base, and `before` the value under the base. A player would notice a change of
    `noticed` or more.
    """

    measure: str
    change: Estimate
    before: Estimate
    noticed: float

    @property
    def outcome(self) -> str:
        if self.most < self.noticed:
            return SAME
        return CHANGED if self.change.tells else OPEN

    @property
    def after(self) -> float:
        """Value under the variant."""
        return self.before.mean + self.change.mean

    @property
    def fraction(self) -> float | None:
        """Change as a fraction of the value under the base, or None if that value is not positive."""
        return self.change.mean / self.before.mean if self.before.mean > 0 else None

    @property
    def is_sure(self) -> bool:
        """True if even the smallest change within the interval is noticeable."""
        return self.change.low >= self.noticed or self.change.high <= -self.noticed

    def is_at_least(self, fraction: float) -> bool:
        """Return True if even the smallest change within the interval is at least this fraction of the base."""
        smallest = max(self.change.low, -self.change.high)
        return 0 < fraction * abs(self.before.mean) <= smallest

    @property
    def most(self) -> float:
        """Largest change within the interval, whatever its direction."""
        return max(abs(self.change.low), abs(self.change.high))

    @property
    def deals(self) -> int | None:
        """About how many deals would tell, or None if there are too few deals for an answer.

        If the estimate is right, the effect is changed as soon as the radius is smaller than the estimate, or the same
        as soon as the whole interval is too small to notice.
        """
        estimated = abs(self.change.mean)
        radius = max(estimated, self.noticed - estimated)
        return deals_needed(self.change, radius) if radius else None


class Judgement(Enum):
    """The verdict on a rule in a few words."""

    CLEAR = "clear change"
    SLIGHT = "slight change"
    """Something certainly changed, but perhaps too little to notice."""
    SAME = "no difference"
    """The rule works, but players would notice no difference."""
    UNKNOWN = "unknown"
    """These games are too few to tell."""
    STRONG = "too strong"
    UNUSED = "never used"
    POSSIBLE = "can matter"
    """Random bots played, and the rule did something. Such games show no more."""
    HARDLY = "can hardly matter"
    """Random bots played, and the rule did something, but certainly changed too little to notice."""
    UNJUDGED = "bots cannot judge"
    """The rule changes only what players may see, or the bots play too badly for its effects to mean anything."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The verdict on one variant."""

    name: str
    title: str
    deals: int
    parts: tuple[Part, ...]
    use: RuleUse
    """The work of the parts, summed over the traced games."""
    traced: int
    times: dict[str, Estimate]
    """Number of times per game that each move of the variant itself occurred, in all games."""
    at_stake: tuple[str, ...]
    """Moves that the rule concerns, by name."""
    done: frozenset[str]
    """Moves at stake that some player made, with or without the rule."""
    effects: tuple[Effect, ...]
    """Effects on the game, in the order of the report."""
    wins: tuple[Effect, ...]
    """Effects on the wins of each seat."""
    actions: tuple[Effect, ...]
    """Effects on how often the actions of the base occur.

    Moves at stake come first, then those with the greatest relative change.
    """
    strategies: Strategies
    strategies_before: Strategies
    """Leaders and strategies under the base."""
    capacity: dict[str, int]
    """Maximum number of uses per game by all players together, for each move that the rules limit per game."""
    acceptances: dict[str, str]
    """Name of the action that accepts an offer, keyed by the name of the offer."""
    negotiating: frozenset[str]
    """Names of all proposals, counter-offers and refusals."""
    at_lowest: float
    """Share of the final scores without the rule that equal the lowest score of the study."""
    lowest: float
    """Lowest final score of the study."""
    untested: tuple[str, ...]
    """Moves that no bot made, and without which the rule cannot take effect in full."""
    hits: tuple[Hit, ...]
    """Effects on the players whom the rule affects, the most telling first."""
    by_leader: tuple[LeaderMove, ...]
    """Effects on how often the leader at half-time makes the moves at stake."""
    places: tuple[Effect, ...]
    """Effects on the final scores (`PLACES`)."""
    is_same: bool
    """True if each game has the same moves and points with and without the rule."""
    only_random: bool
    """True if all bots make random moves."""
    fields: dict[str, str]
    """Noun for each field whose visibility the rule changes, keyed by the target of the part."""

    @property
    def has_scores(self) -> bool:
        """False if most final scores are the lowest ones, so that scores and wins say little."""
        return self.at_lowest <= MOSTLY_LOWEST

    @property
    def judges_wins(self) -> bool:
        """True if the games can show who wins with the rule."""
        return self.has_scores and not self.only_random

    @property
    def changes_visibility(self) -> bool:
        """True if the rule changes only what players may see."""
        return bool(self.parts) and all(part.changes_visibility for part in self.parts)

    @property
    def hit(self) -> Hit | None:
        """The most telling effect on the players whom the rule affects, or None if the games do not show it."""
        return next(iter(self.hits), None) if self.judges_wins else None

    @property
    def leader_forgoes(self) -> list[LeaderMove]:
        """Moves that the leader at half-time certainly and noticeably makes less often because the rule bars moves."""
        bars = any(key.partition(" ")[0] == FORBADE for key in self.use.times)
        return [each for each in self.by_leader
                if bars and self.judges_wins and each.change.high < 0
                and -each.change.mean >= NOTICED_COUNT * each.before]  # fmt: skip

    @property
    def helps_its_users(self) -> bool:
        """True if the affected players certainly win more than the same seats without the rule."""
        return self.hit is not None and self.hit.wins.low > 0 and self.hit.wins.mean >= NOTICED_SHARE

    @property
    def harms_its_users(self) -> bool:
        """True if the affected players certainly win less than the same seats without the rule."""
        return self.hit is not None and self.hit.wins.high < 0 and self.hit.wins.mean <= -NOTICED_SHARE

    @property
    def too_cheap(self) -> list[str]:
        """Moves of the rule that the players make nearly as often as the rules allow."""
        return [name for name, each in self.times.items()
                if (most := self.capacity.get(name)) and each.mean >= ALWAYS * most]  # fmt: skip

    @property
    def numbers(self) -> tuple[int, ...]:
        """Numbers that the text of the rule adds, such as a price."""
        return tuple(dict.fromkeys(number for part in self.parts for number in part.numbers))

    def of(self, outcome: str) -> list[Effect]:
        """Return the effects on the game with this outcome."""
        return [each for each in self.effects if each.outcome == outcome]

    def changed(self, is_sure: bool) -> list[Effect]:
        """Return the changed effects on the game, followed by the changed actions.

        If `is_sure` is True, return those that players would certainly notice, otherwise the others.
        """
        return [each for each in (*self.effects, *self.actions)
                if each.outcome == CHANGED and each.is_sure is is_sure]  # fmt: skip

    @property
    def judgement(self) -> Judgement:
        if self.changes_visibility:
            return Judgement.UNJUDGED
        if self.has_worked is False:
            return Judgement.UNUSED
        if self.only_random:
            outcomes = {each.outcome for each in (*self.effects, *self.actions)}
            if CHANGED in outcomes:
                return Judgement.POSSIBLE
            return Judgement.UNKNOWN if OPEN in outcomes else Judgement.HARDLY
        if self.judges_wins and (self.excesses or self.new_dominant or self.lets_leader_run_away):
            return Judgement.STRONG
        if self.changed(is_sure=True):
            return Judgement.CLEAR
        if self.changed(is_sure=False):
            return Judgement.SLIGHT
        if not self.has_scores:
            return Judgement.UNJUDGED
        return Judgement.UNKNOWN if self.of(OPEN) else Judgement.SAME

    @property
    def has_worked(self) -> bool | None:
        """True if players used the rule or it did anything, and None if the study cannot see that.

        An opportunity that players do not take is not enough, nor is forbidding a move that players never make.
        """
        if any(each.mean for each in self.times.values()):
            return True
        if self.at_stake and not self.done:
            return False
        if self.use.times:
            return True
        if self.is_same:
            return False
        seen = any(part.is_rule for part in self.parts)
        return False if self.traced and seen else None

    @property
    def excesses(self) -> list[Effect]:
        """Effects that make the rule too strong.

        The points or the gap change by at least half, or a seat wins often enough to dominate.
        """
        limit = decisive(len(self.wins)) if len(self.wins) > 1 else 1.0
        return [
            each for each in self.effects
            if (each.measure == "points" and each.is_at_least(STRONG))
            or (each.measure == "spread" and each.change.mean > 0 and each.is_at_least(STRONG))
            or (each.measure.startswith("win.") and each.before.mean < limit <= each.before.mean + each.change.low)
        ]  # fmt: skip

    @property
    def no_longer_dominant(self) -> list[str]:
        """Actions that dominate only without the rule."""
        limit, now = decisive(self.strategies.players), self.strategies.most
        return [name for name in self.strategies_before.dominant if name in now and now[name].high < limit]

    @property
    def new_dominant(self) -> list[str]:
        """Actions that dominate with the rule, but certainly not without it."""
        limit, before = decisive(self.strategies.players), self.strategies_before.most
        return [name for name in self.strategies.dominant if name not in before or before[name].high < limit]

    @property
    def lets_leader_run_away(self) -> bool:
        """True if the leader runs away with the rule, but certainly not without it."""
        before, now = self.strategies_before.leader, self.strategies.leader
        limit = decisive(self.strategies.players)
        return before is not None and now is not None and now.number > 0 and before.high < limit <= now.low


def verdicts(found: Findings) -> list[Verdict]:
    """Return the verdict on each variant of a study."""
    return [_verdict(found, each) for each in found.rule_sets[1:]] if found.base.games else []


def _verdict(found: Findings, each: RuleSetFindings) -> Verdict:
    base = found.base
    known = {*base.done_in, *base.never_done}
    done = [name for name in each.differences if name.startswith("done.")]
    own = [name for each_done in done if (name := each_done.removeprefix("done.")) not in known]
    wins = tuple(_effect(base, each, name) for name in each.differences if name.startswith("win."))
    actions = [_effect(base, each, name) for name in done if name.removeprefix("done.") in known]
    actions.sort(key=lambda effect: (
        effect.measure.removeprefix("done.") not in each.at_stake,
        -abs(effect.change.mean) / (abs(effect.before.mean) + 1),
    ))  # fmt: skip
    times = {name: e for name in own if name in each.at_stake and (e := each.estimates[f"done.{name}"]).mean}
    has_scores = base.at_lowest <= MOSTLY_LOWEST
    judged = [name for name in JUDGED if name in each.differences and (has_scores or name in WITHOUT_SCORES)]
    seats = list(_of_seats(each, wins)) if has_scores else []
    done_now = frozenset(each.at_stake) & {*base.done_in, *each.done_in}
    return Verdict(
        each.name, each.title, found.deals, each.parts, each.use, each.looked_into, times, each.at_stake, done_now,
        (*seats, *(_effect(base, each, name) for name in judged)), wins if has_scores else (),
        tuple(actions), strategies(each, len(wins)), strategies(base, len(wins)),
        each.capacity, each.acceptances, each.negotiating, base.at_lowest, found.lowest,
        tuple(name for name in each.untested if name not in base.done_in), each.hits, each.by_leader,
        tuple(_effect(base, each, name) for name in PLACES if has_scores and name in each.differences),
        each.is_same, set(found.kinds) == {RANDOM}, each.fields,
    )  # fmt: skip


def _of_seats(each: RuleSetFindings, wins: Sequence[Effect]) -> Iterator[Effect]:
    """Yield the effects on wins: one for each seat if the rule names a seat, otherwise those that changed.

    If the wins of no seat changed, the greatest possible effect represents all seats.
    """
    if len(wins) < 2 or any(part.names_a_seat for part in each.parts):
        yield from wins
    elif changed := [effect for effect in wins if effect.outcome == CHANGED]:
        yield from changed
    else:
        greatest = min(wins, key=lambda effect: (effect.outcome == SAME, -effect.most))
        yield Effect(WIN, greatest.change, greatest.before, greatest.noticed)


def _effect(base: RuleSetFindings, each: RuleSetFindings, name: str) -> Effect:
    return Effect(name, each.differences[name], base.estimates[name], noticeable(name, base))


def noticeable(name: str, base: RuleSetFindings) -> float:
    """Return the smallest change of a measure that a player would notice."""
    before = abs(base.estimates[name].mean)
    if name == "points":
        gap = base.estimates.get("spread")
        least = LEAST_NOTICED_POINTS * gap.mean if gap is not None else 0.0
        return max(NOTICED_COUNT * before, least) or NOTICED_TIMES
    if name == "spread":
        return NOTICED_COUNT * before or NOTICED_TIMES
    if name in PLACES:
        return noticeable("points", base)
    if name == "length":
        return NOTICED_LENGTH * before
    if name == "lead_changes" or name.startswith("done."):
        return max(NOTICED_COUNT * before, NOTICED_TIMES)
    return NOTICED_SHARE
