"""Puts a verdict into sentences for a game designer.

The first sentence helps the designer decide. The groups of sentences below it give values without intervals, and the
details give the intervals.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import isinf
from typing import assert_never

from mercatoria.study.measures import HALFWAY
from mercatoria.study.report import words
from mercatoria.study.report.content import Group, Progress, Told
from mercatoria.study.report.rule_work import action_effects, as_sentence, uses, work
from mercatoria.study.rule_use import ASKED
from mercatoria.study.verdict import CHANGED, OPEN, SAME, WIN, Effect, Judgement, Verdict

MOST_TOLD = 4
"""Maximum number of actions to mention; the tables contain them all."""

MOST_NAMED = 3
"""Maximum number of open measures to name in the short verdict."""

MOST_DEALS = 100_000
"""Number of deals above which a study does not say how many would tell."""

SELDOM = 0.1
"""Number of times per game below which a report does not say that an action no longer happens."""

TRY = "Try it with people."

FEWER, MORE = (0.75, 0.5), (1.5, 2.0)
"""Factors of the values to test next, for a rule that is too strong and for one that is too weak."""

EITHER_WAY = ("new", "add costs", "add needs", "except")
"""Verbs of amendments in which a greater number may have a greater or a smaller effect."""

def told(verdict: Verdict, titles: Mapping[str, str], seats: Sequence[str], progress: Progress) -> Told:
    """Return the verdict on a variant as text."""
    groups = [
        Group("The rule itself", tuple(work(verdict, titles, seats))),
        Group("Noticeable", tuple(_changes(verdict, True, titles))),
        Group("Perhaps noticeable", tuple(_changes(verdict, False, titles))),
        Group("New", tuple(_new(verdict, titles))),
    ]
    if verdict.judgement not in (Judgement.UNSEEN, Judgement.UNUSED):  # nothing follows from a rule that was not tested
        groups.append(Group("The leader", tuple(_of_leader(verdict))))
        groups.append(Group("The seats", tuple(_of_seats(verdict))))
        groups.append(Group("The same as before", tuple(_same(verdict, titles))))
        groups.append(Group("Not known yet", tuple(_unknown(verdict, titles, progress))))
    groups.append(Group("Next", tuple(_next(verdict, titles, progress))))
    shown = tuple(group for group in groups if group.sentences)
    return Told(
        verdict.title, verdict.judgement.said, short(verdict, titles), shown, tuple(_details(verdict, titles))
    )  # fmt: skip


def short(verdict: Verdict, titles: Mapping[str, str]) -> str:
    """Return the verdict in one sentence or two."""
    match verdict.judgement:
        case Judgement.UNSEEN:
            return f"Bots cannot judge this rule, because they hardly look at the {_fields(verdict)} of others. {TRY}"
        case Judgement.UNUSED:
            return f"Not tested: {_unused(verdict, titles)}. {TRY}"
        case Judgement.STRONG:
            return f"Too strong: {words.listed(list(_excesses(verdict, titles)))}."
        case Judgement.UNCLEAR:
            few = ". Players would notice no other difference" if verdict.of(SAME) else ""
            return f"More games needed: no sure change yet ({words.listed(_nouns(verdict.of(OPEN), titles))}){few}."
        case Judgement.SAME:
            because = words.listed([*uses(verdict, titles)][:2])
            return f"Players would notice no difference{': ' if because else ''}{because}."
        case Judgement.WORKS:
            return " ".join(_working(verdict, titles))
        case never:
            assert_never(never)


def _fields(verdict: Verdict) -> str:
    """Return the fields that a rule about visibility shows or hides."""
    return words.listed([f"“{words.spoken(part.target)}”" for part in verdict.parts])


def _unused(verdict: Verdict, titles: Mapping[str, str]) -> str:
    """Return a clause that says why the bots did not test the rule."""
    open_to = sum(sum(counts) for key, counts in verdict.use.times.items() if key.startswith(f"{ASKED} "))
    if open_to and verdict.at_stake and not any(name in titles for name in verdict.at_stake):
        often = words.times(open_to / verdict.traced)
        return f"the rule was open to the bots {often} per game, but they never used it"
    if verdict.at_stake:
        named = [f"“{words.titled(name, titles)}”" for name in verdict.at_stake]
        return f"the bots never do {words.listed(named)}, with or without the rule"
    return f"the rule never came up in the {verdict.traced:,} examined games"


def _excesses(verdict: Verdict, titles: Mapping[str, str]) -> Iterator[str]:
    for effect in verdict.excesses:
        yield words.instead(effect.measure, effect.before.mean, effect.after, titles)
    for name in verdict.new_dominant:
        yield f"“{words.titled(name, titles)}” becomes a dominant strategy"
    if verdict.lets_leader_run_away:
        yield "the leader at half-time runs away"


def _working(verdict: Verdict, titles: Mapping[str, str]) -> Iterator[str]:
    """Yield the sentences about a rule that changes the game, the greatest change first."""
    sure, slight = ([each for each in verdict.of(CHANGED) if each.is_sure is is_sure] for is_sure in (True, False))
    acted = next((each for each in action_effects(verdict) if each.outcome == CHANGED), None)
    little = "" if sure or (acted is not None and acted.is_sure) else ", perhaps too little to notice"
    first = ""
    if noticed := [*sure, *slight]:
        greatest, *others = noticed
        first = f"{_ways([greatest], titles)} ({_was(greatest)})"
        doubt = "perhaps " if sure else ""  # without a sure effect, the sentence says so at its beginning
        further = [f"{'' if each.is_sure else doubt}{_ways([each], titles)}" for each in others[: MOST_NAMED - 1]]
        first = words.listed([first, *further])
    if acted is not None and not sure:
        done = words.instead(acted.measure, acted.before.mean, acted.after, titles)
        first = f"{first}; {done}" if first else done
    yield f"Changes the game{little}: {first}." if first else "Changes the game."
    if used := next(uses(verdict, titles), ""):
        yield as_sentence(used)


def _was(effect: Effect) -> str:
    """Return the values with and without the rule, such as `119 points, was 133`."""
    said = words.wording(effect.measure)
    scale = 100 if said.share else 1
    return f"{words.plain(scale * effect.after, 3)} {said.unit}, was {words.plain(scale * effect.before.mean, 3)}"


def _ways(effects: Sequence[Effect], titles: Mapping[str, str]) -> str:
    """Return the effects as phrases such as `longer games`."""
    said = ((effect.change.mean > 0, words.wording(effect.measure, titles)) for effect in effects)
    return words.listed([wording.more if rises else wording.less for rises, wording in said])


def _nouns(effects: Sequence[Effect], titles: Mapping[str, str]) -> list[str]:
    """Return the measures of the first few effects, and the number of the others."""
    named = [words.wording(effect.measure, titles).short for effect in effects]
    left = len(named) - MOST_NAMED
    return [*named[:MOST_NAMED], f"{left} other measures"] if left > 1 else named


# ---------------------------------------------------------------- the effects


def _changes(verdict: Verdict, is_sure: bool, titles: Mapping[str, str]) -> Iterator[str]:
    """Yield a sentence about each change, but only about the first few actions."""
    for effect in verdict.of(CHANGED):
        if effect.is_sure is is_sure:
            yield as_sentence(words.instead(effect.measure, effect.before.mean, effect.after, titles))
    acted = [effect for effect in action_effects(verdict) if effect.outcome == CHANGED and effect.is_sure is is_sure]
    for effect in acted[:MOST_TOLD]:
        yield as_sentence(words.instead(effect.measure, effect.before.mean, effect.after, titles))
    if left := acted[MOST_TOLD:]:
        rises = {effect.change.mean > 0 for effect in left}
        how = "more or less often" if len(rises) > 1 else "more often" if True in rises else "less often"
        yield f"{len(left)} more action{'s happen' if len(left) > 1 else ' happens'} {how}."


def _of_leader(verdict: Verdict) -> Iterator[str]:
    """Yield a sentence on whether the rule holds back the leader."""
    for effect in verdict.effects:
        if effect.measure != HALFWAY or isinf(effect.change.radius):
            continue
        now, before = words.in_100(effect.after), words.in_100(effect.before.mean)
        wins = f"the leader at half-time wins {now} games in 100, was {before}"
        if effect.outcome == CHANGED:
            yield f"The rule {'helps' if effect.change.mean > 0 else 'holds back'} the leader: {wins}."
        elif effect.outcome == SAME:
            yield f"The rule neither holds back nor helps the leader: {wins}."
        else:
            radius = words.in_100(effect.change.radius)
            yield f"It is not known yet whether the rule holds back the leader: {wins}, ± {radius}."


def _of_seats(verdict: Verdict) -> Iterator[str]:
    """Yield a sentence about the wins of the seats, if none of them certainly changed."""
    for effect in verdict.effects:
        if effect.measure == WIN and not isinf(effect.most):
            most = f"{words.plain(100 * effect.most)} wins in 100"
            if effect.outcome == SAME:
                yield f"No seat gains or loses more than {most}."
            else:
                yield f"No sign so far that one seat gains. A shift of up to {most} is still possible."


def _new(verdict: Verdict, titles: Mapping[str, str]) -> Iterator[str]:
    """Yield sentences about actions that begin or cease to dominate, or cease to happen."""
    for name in verdict.new_dominant:
        yield f"“{words.titled(name, titles)}” becomes a dominant strategy."
    for name in verdict.no_longer_dominant:
        yield f"“{words.titled(name, titles)}” is no longer a dominant strategy."
    often = {effect.measure.removeprefix("done."): effect.before.mean for effect in verdict.actions}
    for name in verdict.strategies.dead:
        if often.get(name, 0.0) >= SELDOM and name not in verdict.negotiating:
            times = words.times(often[name])
            yield f"“{words.titled(name, titles)}” no longer happens (before: {times} per game)."


def _same(verdict: Verdict, titles: Mapping[str, str]) -> Iterator[str]:
    same = [effect for effect in verdict.of(SAME) if effect.measure not in (WIN, HALFWAY)]
    if same:
        yield as_sentence(words.listed([words.wording(effect.measure, titles).topic for effect in same]))


def _unknown(verdict: Verdict, titles: Mapping[str, str], progress: Progress) -> Iterator[str]:
    unknown = verdict.of(OPEN)
    own = [effect for effect in unknown if effect.measure not in (WIN, HALFWAY)]
    if own:
        yield as_sentence(words.listed([words.wording(effect.measure, titles).topic for effect in own]))
    far = [effect for effect in unknown if effect.deals is not None and effect.deals > MOST_DEALS]
    early = [effect for effect in unknown if effect.deals is None]
    if near := _near(verdict):
        yield _more_games(near, progress)
    if far:
        named = words.listed([words.wording(effect.measure, titles).topic for effect in far])
        yield f"Even {MOST_DEALS * progress.games_per_deal:,} games may not tell about {named}."
    if early:
        named = words.listed([words.wording(effect.measure, titles).topic for effect in early])
        yield f"Too few games so far to say how many would tell about {named}."


def _near(verdict: Verdict) -> int:
    """Return the greatest number of deals within reach that some open effect needs, or 0."""
    known = (effect.deals for effect in verdict.of(OPEN))
    return max((deals for deals in known if deals is not None and deals <= MOST_DEALS), default=0)


def _more_games(deals: int, progress: Progress) -> str:
    """Return a sentence that says how many games are missing, how long they take and how to play them."""
    games = deals * progress.games_per_deal
    rest = ""
    if progress.seconds is not None:
        rest = f"; the rest takes about {words.duration(progress.seconds * (deals - progress.deals))}"
    played = progress.deals * progress.games_per_deal
    return f"{played:,} of about {games:,} games played{rest}. To play them, add `--games {games}`."


# ---------------------------------------------------------------- the next step


def _next(verdict: Verdict, titles: Mapping[str, str], progress: Progress) -> Iterator[str]:
    """Yield the sentences that tell the designer what to do next."""
    weaker, stronger = _tests(verdict, FEWER), _tests(verdict, MORE)
    match verdict.judgement:
        case Judgement.UNSEEN:
            asked = f"ask whether the {_fields(verdict)} of another player changed a decision"
            yield f"Play it twice with people, and {asked}."
        case Judgement.UNUSED:
            moves = [f"“{words.titled(name, titles)}”" for name in verdict.at_stake if name in titles]
            wanted = f"anyone wants to do {words.listed(moves)} when the rule matters"
            wish = wanted if moves else "the rule ever matters"
            yield f"Play it with people, and watch whether {wish}. If not, leave the rule out."
        case Judgement.STRONG:
            yield f"Weaken the rule: {weaker or 'halve its effect, or let it apply less often'}."
        case Judgement.SAME:
            how = stronger or "double its effect, or let it apply more often"
            yield f"Leave the rule out, or make it stronger: {how}."
        case Judgement.UNCLEAR:
            yield _more_games(near, progress) if (near := _near(verdict)) else "Play more games, or ask people."
        case Judgement.WORKS if verdict.too_cheap and verdict.numbers:
            number = verdict.numbers[0]
            yield f"Raise the number {number:,} in the rule until some players decline: {_tests(verdict, MORE)}."
        case Judgement.WORKS:
            wanted = _ways(verdict.of(CHANGED), titles) or "the changes above"
            yield f"Keep the rule if you want {wanted}; otherwise leave it out."
            if weaker and any(part.changes for part in verdict.parts):
                yield f"For a smaller effect, {weaker}."
        case never:
            assert_never(never)


def _tests(verdict: Verdict, factors: tuple[float, float]) -> str:
    """Return a clause that names values to test, or an empty string if the rule has no number.

    A factor of 1 is the present effect. For a changed number, the factors apply to the change. A greater price or
    requirement may have a smaller effect, so such a number is tested in both directions, unless it is too cheap.
    """
    pairs = dict.fromkeys(pair for part in verdict.parts for pair in part.changes)
    both = not verdict.too_cheap and any(part.numbers and part.verb in EITHER_WAY for part in verdict.parts)
    for before, after in [*pairs, *((0, number) for number in verdict.numbers)]:
        ways = (0.5, 2.0) if both and before == 0 else factors
        tried = [round(before + factor * (after - before)) for factor in ways]
        if found := list(dict.fromkeys(f"{each:,}" for each in tried if each not in (before, after))):
            return f"test {words.listed(found)} instead of {after:,}"
    return ""


# ---------------------------------------------------------------- the intervals


def _details(verdict: Verdict, titles: Mapping[str, str]) -> Iterator[str]:
    """Yield a sentence with the interval of each effect."""
    acted = [effect for effect in verdict.actions if effect.outcome == CHANGED]
    for effect in (*verdict.effects, *acted):
        said = words.wording(effect.measure, titles)
        noun = as_sentence(said.short).removesuffix(".")
        before = f", from {words.number(effect.before.mean, said.share)}" if effect.measure != WIN else ""
        if effect.outcome == CHANGED:
            yield f"{words.verdict(effect.measure, effect.change, titles).removesuffix('.')}{before}."
        elif effect.outcome == SAME:
            yield f"{noun}: at most ±{_amount(effect, titles)}{before}." if effect.most else f"{noun}: always the same."
        elif isinf(effect.most):
            yield f"{noun}: too few games to say."
        else:
            noticed = words.plain(effect.noticed * (100 if said.share else 1))
            possible = f"a change of up to {_amount(effect, titles)} is possible, and players would notice {noticed}"
            yield f"{noun}: {possible}."


def _amount(effect: Effect, titles: Mapping[str, str]) -> str:
    said = words.wording(effect.measure, titles)
    return f"{words.number(effect.most * (100 if said.share else 1), False)} {said.unit}"
