"""Puts the last lines of a verdict into sentences: what to do with the rule, and how many more games would tell."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import comb, isinf
from typing import assert_never

from mercatoria.study.hits import GAINERS, USERS
from mercatoria.study.measures import HALFWAY
from mercatoria.study.precision import deals_needed
from mercatoria.study.report import words
from mercatoria.study.report.content import Progress
from mercatoria.study.report.rule_work import AFFECTED, changed_numbers, points_of, ranked
from mercatoria.study.verdict import ALWAYS, CHANGED, OPEN, SAME, Effect, Judgement, Verdict

MOST_DEALS = 100_000
"""Number of deals above which a study does not say how many would tell."""

HALF, TWICE = 0.5, 2.0
"""Factors of the effect to test next, for a rule that is too strong and for one that is too weak."""

DEARER = (1.5, 2.0)
"""Factors of a price to test next, if every player pays it."""

TRIALS = 3
"""Number of games after which people know whether they like a rule."""

KEEP_IF_PREFERRED = "Otherwise, keep it if they prefer it to the printed rules."

MOST_SHARE = 0.4
"""Share of the players from which it says little that one of them wins. People may use a rule even more often."""

PEOPLE, DOUBT = 10, 0.05
"""Number of games that people should play, and the probability from which a number of wins is no longer chance."""

PERHAPS_CLEAR = 2.0
"""Factor by which an uncertain change must exceed the smallest noticeable change to be perhaps clear."""

EITHER_WAY = ("new", "add costs", "add needs", "except")
"""Verbs of amendments in which a greater number may have a greater or a smaller effect."""

CLOSER = {"spread": -1, HALFWAY: -1, "lead_changes": 1, "settled": 1}
"""Direction in which a measure changes if the game becomes closer."""


def next_steps(verdict: Verdict, titles: Mapping[str, str], progress: Progress) -> Iterator[str]:
    """Yield the sentences that recommend to keep, drop or change the rule, or to play it with people."""
    match verdict.judgement:
        case Judgement.UNJUDGED if verdict.changes_visibility:
            shown = words.listed(list(verdict.fields.values())) or "fields"
            yield (
                f"Play {TRIALS} games with people, and drop the rule if no player says that the {shown} of another "
                "player changed a decision."
            )
            yield KEEP_IF_PREFERRED
        case Judgement.UNJUDGED:
            yield from _with_people(verdict, titles) or ("Play it with people.",)
        case Judgement.UNUSED:
            moves = [f"“{words.titled(name, titles)}”" for name in verdict.at_stake if name in titles]
            wanted = f"no player wants to do {words.listed(moves, 'or')} where it applies"
            yield f"Play {TRIALS} games with people, and drop the rule if {wanted if moves else 'it never applies'}."
            yield KEEP_IF_PREFERRED
        case Judgement.POSSIBLE:
            yield "Play it with people, or with bots that play better (`--seat-players eager`)."
        case Judgement.HARDLY:
            yield "Drop the rule, unless people want it."
        case Judgement.STRONG:
            tests = _tests(verdict, titles, HALF) or "halve what it gives or takes"
            yield f"Change the rule: {tests}. Otherwise drop it."
        case Judgement.SAME:
            yield "Drop the rule: it is not worth its words."
            if stronger := _tests(verdict, titles, TWICE):
                yield f"For an effect, {stronger}."
        case Judgement.UNKNOWN:
            yield more_games(verdict, titles, progress) or "Play more games, or ask people."
        case Judgement.SLIGHT if large := perhaps_clear(verdict):
            topics = [words.wording(each.measure, titles).topic for each in large]
            yield _more(max(_deals_for_clear(each) for each in large), topics, progress)
        case Judgement.CLEAR | Judgement.SLIGHT:
            yield from _recommended(verdict, titles)
        case never:
            assert_never(never)


def perhaps_clear(verdict: Verdict) -> list[Effect]:
    """Return the changed effects whose estimate is clear but uncertain, and about which more games would tell."""
    large = (each for each in verdict.effects if each.outcome == CHANGED and not each.is_sure)
    found = [each for each in large if abs(each.change.mean) >= PERHAPS_CLEAR * each.noticed]
    return [each for each in found if 0 < _deals_for_clear(each) <= MOST_DEALS]


def _deals_for_clear(effect: Effect) -> int:
    """Return about how many deals would show that players would notice an effect, or 0 if there are too few to say."""
    return deals_needed(effect.change, abs(effect.change.mean) - effect.noticed) or 0


def _recommended(verdict: Verdict, titles: Mapping[str, str]) -> Iterator[str]:
    """Yield the recommendation on a rule that changes the game."""
    tests = _tests(verdict, titles, HALF)
    length = next((each.fraction or 0.0 for each in verdict.effects if each.measure == "length"), 0.0)
    closer = [each for each in verdict.of(CHANGED) if _closeness(each, length) > 0]
    wider = [each for each in verdict.of(CHANGED) if _closeness(each, length) < 0]
    if verdict.too_cheap and verdict.numbers:
        yield from _dearer(verdict, titles)
    elif favoured := [each for each in verdict.of(CHANGED) if each.measure.startswith("win.") and each.change.mean > 0]:
        seats = words.listed([each.measure.partition(".")[2] for each in favoured])
        yield f"Change the rule, because it favours {seats}: {tests or 'halve what it gives or takes'}."
    elif verdict.helps_its_users:
        how = tests or "halve what it gives, or let it cost more"
        yield f"Change the rule, because the players whom it affects win too often: {how}."
    elif verdict.harms_its_users:
        yield "Drop the rule, or let it cost less: the players whom it affects win less often."
    elif not verdict.has_scores:
        watched = next((effect for effect in ranked(verdict)), None)
        moves = f", and watch {words.wording(watched.measure, titles).short}" if watched is not None else ""
        yield from _with_people(verdict, titles) or (f"Play it with people{moves}.",)
    elif verdict.leader_forgoes and (wins := _leader_wins(verdict)):
        yield f"Drop the rule if it was meant to hold back the leader, who makes fewer of these moves but {wins}."
    elif closer and not wider:
        yield f"Keep the rule if you want a closer game, because it has {_ways(closer, titles)}."
    elif wider and not closer:
        yield f"Drop the rule if you want a close game, because it has {_ways(wider, titles)}."
        if tests:
            yield f"If you want to keep it with a smaller effect, {tests}, and study it again."
    elif verdict.judgement is Judgement.SLIGHT:
        yield "Drop the rule if you wanted a clear change: its only certain effects are slight."
        if stronger := _tests(verdict, titles, TWICE):
            yield f"For a clear effect, {stronger}."
    else:
        yield "Play it with people, and ask whether they like the clear changes. Nothing speaks against the rule."


def _with_people(verdict: Verdict, titles: Mapping[str, str]) -> list[str]:
    """Return sentences that say what to note in games of people, because the bots do not show who gains.

    The list is empty if the examined games show no player who gains from the rule.
    """
    gains = next((each for each in verdict.hits if each.way in (USERS, GAINERS)), None)
    players = verdict.strategies.players
    if gains is None or players < 2:
        return []
    how = AFFECTED[gains.way]
    share = gains.seats / players
    if share > MOST_SHARE:
        prefer = f"Play {TRIALS} games with the rule and {TRIALS} without it, and keep it if people prefer it."
        all_do = f"All players {how} in nearly every game, so it favours none of them."
        return [prefer, all_do] if share >= ALWAYS else [prefer]
    most = _too_many_wins(share)
    change = _tests(verdict, titles, HALF) or "halve what it gives"
    return [
        f"Play {PEOPLE} games with people; if players who {how} win {most} or more, {change}.",
        f"By chance, they win about {words.plain(PEOPLE * share)}.",
        f"If they win fewer than {most}, keep the rule if people like it.",
    ]


def _too_many_wins(share: float) -> int:
    """Return the smallest number of `PEOPLE` games that chance rarely gives.

    `share` is the probability of a single game. Chance gives this number or more with probability `DOUBT` at most.
    """
    wins, rest = PEOPLE + 1, 0.0
    while (rest := rest + comb(PEOPLE, wins - 1) * share ** (wins - 1) * (1 - share) ** (PEOPLE + 1 - wins)) <= DOUBT:
        wins -= 1
    return wins


def _dearer(verdict: Verdict, titles: Mapping[str, str]) -> Iterator[str]:
    """Yield how far to raise a price that every player pays, derived from what a use gains where the games show it."""
    number, tests = verdict.numbers[0], _tests(verdict, titles, *DEARER)
    worth = verdict.hit.worth if verdict.hit is not None else None
    paid = [*verdict.use.lost]
    yield f"Change a number: {tests or f'raise {number:,}'}, and take the first price at which some players decline."
    if worth is not None and worth.low > 0 and len(paid) == 1:
        yield f"A use gains {points_of(worth)} even after its price, so {number:,} {paid[0]} are too few."
    elif worth is not None and worth.high < 0:
        yield f"But players lose {points_of(worth)} with each use, so these bots overrate it."
    elif worth is not None and not isinf(worth.radius):
        yield "The games do not show what a use is worth, so they suggest no exact number."


def _closeness(effect: Effect, length: float) -> float:
    """Return a positive number if an effect makes the game closer, and a negative one if it makes it less close.

    A longer game has more changes of the lead, and a shorter game fewer. So they count only if they change by more than
    the length, which changes by this fraction.
    """
    if effect.measure == "lead_changes" and (fraction := effect.fraction) is not None:
        return 0.0 if length * fraction > 0 and abs(length) >= abs(fraction) else fraction
    return CLOSER.get(effect.measure, 0) * effect.change.mean


def _leader_wins(verdict: Verdict) -> str:
    """Return a clause that says that the leader at half-time seems to win no less often, or an empty string."""
    for effect in verdict.effects:
        if effect.measure == HALFWAY and effect.outcome == SAME:
            return "wins as often"
        if effect.measure == HALFWAY and effect.change.mean >= 0:
            return "shows no sign of winning less often"
    return ""


def _tests(verdict: Verdict, titles: Mapping[str, str], *factors: float) -> str:
    """Return a clause that names values to test, or an empty string if the rule has no number.

    A factor of 1 is the present effect. For a changed number, the factors apply to the change. A greater price or
    requirement may have a smaller effect, so such a number is tested in both directions, unless it is too cheap.
    """
    if named := [*changed_numbers(verdict, titles)]:
        tried = [tried for title, pairs in named if (tried := _tried(title, pairs, factors[0]))]
        return f"test {words.listed(tried)}" if tried else ""
    both = not verdict.too_cheap and any(part.numbers and part.verb in EITHER_WAY for part in verdict.parts)
    for number in verdict.numbers[:1]:
        tests = dict.fromkeys(round(factor * number) for factor in ((HALF, TWICE) if both else factors))
        if found := [f"{each:,}" for each in tests if each not in (0, number)]:
            return f"test {words.listed(found)} instead of {number:,}"
    return ""


def _tried(title: str, pairs: Sequence[tuple[int, int]], factor: float) -> str:
    """Return a phrase such as `18 instead of 20 in “Hand limit”`, in which the factor applies to each change.

    The phrase is empty if rounding gives the number before or after.
    """
    tried = {(after, round(before + factor * (after - before)), before) for before, after in pairs}
    named = [f"{value:,} instead of {after:,}" for after, value, before in sorted(tried)
             if value not in (before, after)]  # fmt: skip
    return f"{' and '.join(named)} in “{title}”" if named else ""


def _ways(effects: Sequence[Effect], titles: Mapping[str, str]) -> str:
    """Return the effects as phrases such as `longer games`."""
    said = ((effect.change.mean > 0, words.wording(effect.measure, titles)) for effect in effects)
    return words.listed([wording.more if rises else wording.less for rises, wording in said])


def more_games(verdict: Verdict, titles: Mapping[str, str], progress: Progress) -> str:
    """Return a sentence that says how many games would tell about the open effects within reach, or ""."""
    near = [each for each in verdict.of(OPEN) if each.deals is not None and each.deals <= MOST_DEALS]
    deals = max((each.deals or 0 for each in near), default=0)
    return _more(deals, [words.wording(each.measure, titles).topic for each in near], progress) if deals else ""


def _more(deals: int, topics: Sequence[str], progress: Progress) -> str:
    """Return a sentence that says how many games were played, and how to play enough for certainty."""
    games = deals * progress.games_per_deal
    rest = ""
    if progress.seconds is not None:
        rest = f" (the rest takes about {words.duration(progress.seconds * (deals - progress.deals))})"
    played = progress.deals * progress.games_per_deal
    begin = "One game" if played == 1 else f"{played:,} games"
    topic = words.listed(topics)
    return f"{begin} played; for certainty about {topic}, play about {games:,}{rest}: use `--games {games}`."
