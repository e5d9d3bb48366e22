"""Puts a verdict into sentences for a game designer.

The first sentence helps the designer decide. The groups of sentences below it give values without intervals, and the
details give the intervals.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import isinf
from typing import assert_never

from mercatoria.simulation import FEWEST_OBSERVED
from mercatoria.study.measures import HALFWAY
from mercatoria.study.report import words
from mercatoria.study.report.content import Group, Progress, Told
from mercatoria.study.report.next_step import MOST_DEALS, more_games, next_steps, perhaps_clear
from mercatoria.study.report.rule_work import affected, as_sentence, ranked, uses, work
from mercatoria.study.rule_use import ASKED
from mercatoria.study.verdict import CHANGED, OPEN, SAME, WIN, Effect, Judgement, Verdict

MOST_TOLD = 4
"""Maximum number of actions to mention; the tables contain them all."""

MOST_NAMED = 3
"""Maximum number of open measures to name in the short verdict."""

MOST_IN_SHORT = 2
"""Maximum number of changes to name in the short verdict."""

SELDOM = 0.1
"""Number of times per game below which a report does not say that an action no longer happens."""

TRY = "Try it with people."

TOO_FEW = "Unknown: too few games."

UNTESTED = (Judgement.UNJUDGED, Judgement.UNUSED)
"""Judgements on rules about whose effects the games say nothing."""


def told(verdict: Verdict, titles: Mapping[str, str], seats: Sequence[str], progress: Progress) -> Told:
    """Return the verdict on a variant as text."""
    groups = [Group("The rule itself", tuple(work(verdict, titles, seats)))]
    if not verdict.only_random:
        groups.append(Group("The players it affects", tuple(affected(verdict))))
    groups += [
        Group("Clear changes", tuple(_changes(verdict, True, titles))),
        Group("Slight changes", tuple(_changes(verdict, False, titles))),
        Group("New", tuple(_new(verdict, titles))),
    ]
    if verdict.judgement not in UNTESTED and not verdict.only_random:  # these games show who wins, or how long it takes
        groups.append(Group("Final scores", tuple(_final_scores(verdict))))
        groups.append(Group("The leader", (*_moves_of_leader(verdict, titles), *_of_leader(verdict))))
        groups.append(Group("The seats", tuple(_of_seats(verdict))))
        groups.append(Group("The same as before", tuple(_same(verdict, titles))))
        groups.append(Group("Unknown", tuple(_unknown(verdict, titles, progress))))
    groups.append(Group("Next", tuple(next_steps(verdict, titles, progress))))
    shown = tuple(group for group in groups if group.sentences)
    return Told(
        verdict.title, verdict.judgement.value, short(verdict, titles), shown, tuple(_details(verdict, titles))
    )  # fmt: skip


def short(verdict: Verdict, titles: Mapping[str, str]) -> str:
    """Return the verdict in a few sentences. What the games cannot show comes first, unless they show a change."""
    doubts, said = [*_doubts(verdict, titles)], [*_said(verdict, titles)]
    is_change = verdict.judgement in (Judgement.CLEAR, Judgement.SLIGHT)
    return " ".join([*said, *doubts] if is_change else [*doubts, *said])


def _doubts(verdict: Verdict, titles: Mapping[str, str]) -> Iterator[str]:
    """Yield the sentences that say what the games cannot show."""
    if verdict.changes_visibility or verdict.judgement is Judgement.UNUSED:
        return
    if verdict.only_random:
        yield "Random bots show only whether the rule can matter."
    elif not verdict.has_scores:
        lowest = f"{words.in_100(verdict.at_lowest)} of 100 players end with the lowest score, {verdict.lowest:,}"
        yield f"These bots cannot show who gains, because {lowest}."
    if verdict.untested:
        named = words.listed([f"“{words.titled(name, titles)}”" for name in verdict.untested])
        yield f"Tested only in part: the bots never do {named}, so the numbers that need it never counted."


def _said(verdict: Verdict, titles: Mapping[str, str]) -> Iterator[str]:
    match verdict.judgement:
        case Judgement.UNJUDGED if verdict.changes_visibility:
            shown = words.listed(list(verdict.fields.values())) or "fields"
            same = "make almost the same moves, whether they see"
            yield f"Bots cannot judge this rule, because they {same} the {shown} of others or not."
            yield TRY
        case Judgement.UNJUDGED:
            if verdict.use.times or verdict.times:
                yield from map(as_sentence, [*uses(verdict, titles)][:1])
            yield "There is no other certain change."
        case Judgement.UNUSED:
            yield f"Not tested: {_unused(verdict, titles)}. {TRY}"
        case Judgement.POSSIBLE | Judgement.HARDLY:
            yield from map(as_sentence, [*uses(verdict, titles)][:1])
            yield from _possible(verdict, titles)
        case Judgement.STRONG:
            yield f"Too strong: {words.listed(list(_excesses(verdict, titles)))}."
        case Judgement.UNKNOWN if verdict.only_random:
            yield from map(as_sentence, [*uses(verdict, titles)][:1])
            yield "These games are too few to tell whether it matters."
        case Judgement.UNKNOWN:
            yield f"Unknown: these games do not tell about {words.listed(_nouns(verdict.of(OPEN), titles))}."
            if verdict.of(SAME):
                yield "Players would notice no other difference."
        case Judgement.SAME:
            because = words.listed([*uses(verdict, titles)][:2])
            yield f"Players would notice no difference{': ' if because else ''}{because}."
        case Judgement.CLEAR | Judgement.SLIGHT:
            yield from _working(verdict, titles)
        case never:
            assert_never(never)


def _possible(verdict: Verdict, titles: Mapping[str, str]) -> Iterator[str]:
    """Yield a sentence that says whether the games of random bots show a change."""
    if changes := ranked(verdict)[:1]:
        yield f"It can matter: {_clause(changes[0], titles)}."
    elif verdict.judgement is Judgement.HARDLY:
        yield "It changed too little to notice, so it can hardly matter."


def _unused(verdict: Verdict, titles: Mapping[str, str]) -> str:
    """Return a clause that says why the bots did not test the rule."""
    open_to = sum(sum(counts) for key, counts in verdict.use.times.items() if key.startswith(f"{ASKED} "))
    if open_to and verdict.at_stake and not any(name in titles for name in verdict.at_stake):
        often = words.times(open_to / verdict.traced)
        return f"the rule was open to the bots {often} per game, but they never used it"
    if verdict.at_stake:
        named = [f"“{words.titled(name, titles)}”" for name in verdict.at_stake]
        return f"the bots never do {words.listed(named)}, with or without the rule"
    if verdict.is_same and not any(part.is_rule for part in verdict.parts):
        return "the moves and points of all games are the same, with and without the rule"
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
    how = "Clear change" if verdict.judgement is Judgement.CLEAR else "Slight change"
    if verdict.judgement is Judgement.SLIGHT and perhaps_clear(verdict):
        how = "A change, perhaps slight"
    changes = [each for each in ranked(verdict) if each.is_sure is (verdict.judgement is Judgement.CLEAR)]
    yield f"{how}: {words.listed([_clause(each, titles) for each in changes[:MOST_IN_SHORT]])}."
    if used := next(uses(verdict, titles), ""):
        yield as_sentence(used)


def _clause(effect: Effect, titles: Mapping[str, str]) -> str:
    return words.instead(effect.measure, effect.before.mean, effect.after, titles)


def _nouns(effects: Sequence[Effect], titles: Mapping[str, str]) -> list[str]:
    """Return the measures of the first few effects, and the number of the others."""
    named = [words.wording(effect.measure, titles).short for effect in effects]
    left = len(named) - MOST_NAMED
    return [*named[:MOST_NAMED], f"{left} other measures"] if left > 1 else named


# ---------------------------------------------------------------- the effects


def _changes(verdict: Verdict, is_sure: bool, titles: Mapping[str, str]) -> Iterator[str]:
    """Yield a sentence about each change, but only about the first few actions."""
    changes = [effect for effect in ranked(verdict) if effect.is_sure is is_sure]
    actions = [effect for effect in changes if effect not in verdict.effects]
    left = actions[MOST_TOLD:]
    for effect in changes:
        if effect not in left:
            yield as_sentence(_clause(effect, titles))
    if left:
        rises = {effect.change.mean > 0 for effect in left}
        how = "more or less often" if len(rises) > 1 else "more often" if True in rises else "less often"
        yield f"{len(left)} more action{'s happen' if len(left) > 1 else ' happens'} {how}."


def _final_scores(verdict: Verdict) -> Iterator[str]:
    """Yield a sentence about the final scores by place, unless they are the same as before."""
    if any(effect.measure in ("points", "spread") and effect.outcome != SAME for effect in verdict.effects):
        named = ("first place has", "the average player", "last place")
        scores = [
            f"{name} {words.plain(each.after, 3)} (was {words.plain(each.before.mean, 3)})"
            for name, each in zip(named, verdict.places, strict=False)
        ]
        if scores:
            yield as_sentence(f"on average, {words.listed(scores)}")


def _moves_of_leader(verdict: Verdict, titles: Mapping[str, str]) -> Iterator[str]:
    """Yield a sentence about each move that the leader makes less often because of the rule."""
    offers = {accepted: offer for offer, accepted in verdict.acceptances.items()}
    for each in verdict.leader_forgoes:
        verb = "offers" if each.name in verdict.acceptances else "accepts" if each.name in offers else "does"
        measure = f"leader_{verb}.{offers.get(each.name, each.name)}"
        yield as_sentence(words.instead(measure, each.before, each.after, titles))


def _of_leader(verdict: Verdict) -> Iterator[str]:
    """Yield a sentence on whether the rule holds back the leader."""
    for effect in verdict.effects:
        if effect.measure != HALFWAY or isinf(effect.change.radius):
            continue
        now, before = words.in_100(effect.after), words.in_100(effect.before.mean)
        wins = f"the leader at half-time wins {now} games in 100, was {before}"
        if effect.outcome == CHANGED:
            yield f"{'Helped' if effect.change.mean > 0 else 'Held back'}: {wins}."
        elif effect.outcome == SAME:
            yield f"Neither held back nor helped: {wins}."
        elif effect.change.number < FEWEST_OBSERVED:
            yield TOO_FEW
        else:
            low, high = (words.in_100(min(1, max(0, effect.before.mean + end)))
                         for end in (effect.change.low, effect.change.high))  # fmt: skip
            yield f"Unknown: the leader at half-time wins {low} to {high} games in 100; without the rule, {before}."


def _of_seats(verdict: Verdict) -> Iterator[str]:
    """Yield a sentence about the wins of the seats, if none of them certainly changed."""
    for effect in verdict.effects:
        if effect.measure == WIN and not isinf(effect.most):
            most = words.plain(100 * effect.most)
            if effect.outcome == SAME:
                yield f"No seat gains or loses more than {most} win{'' if most == '1' else 's'} in 100."
            elif effect.change.number < FEWEST_OBSERVED:
                yield TOO_FEW
            else:
                fair = words.in_100(1 / len(verdict.wins))
                yield f"Unknown: a seat may gain or lose up to {most} wins in 100, where a fair share is {fair}."


def _new(verdict: Verdict, titles: Mapping[str, str]) -> Iterator[str]:
    """Yield sentences about actions that begin or cease to dominate, or cease to happen."""
    for name in verdict.new_dominant if verdict.judges_wins else ():
        yield f"“{words.titled(name, titles)}” becomes a dominant strategy."
    for name in verdict.no_longer_dominant if verdict.judges_wins else ():
        yield f"“{words.titled(name, titles)}” is no longer a dominant strategy."
    often = {effect.measure.removeprefix("done."): effect.before.mean for effect in verdict.actions}
    for name in verdict.strategies.dead if verdict.deals >= FEWEST_OBSERVED else ():
        if often.get(name, 0.0) >= SELDOM and name not in verdict.negotiating:
            times = words.times(often[name])
            yield f"“{words.titled(name, titles)}” no longer happens (before: {times} per game)."


def _same(verdict: Verdict, titles: Mapping[str, str]) -> Iterator[str]:
    """Yield a sentence with the measures that players would find unchanged, and the largest possible change of each."""
    same = [effect for effect in verdict.of(SAME) if effect.measure not in (WIN, HALFWAY)]
    if same:
        yield as_sentence(words.listed([_at_most(effect, titles) for effect in same]))


def _at_most(effect: Effect, titles: Mapping[str, str]) -> str:
    said = words.wording(effect.measure, titles)
    most = words.plain(effect.most * (100 if said.share else 1))
    return f"{said.topic} (±{most} {said.unit})" if effect.most else said.topic


def _unknown(verdict: Verdict, titles: Mapping[str, str], progress: Progress) -> Iterator[str]:
    unknown = verdict.of(OPEN)
    own = [effect for effect in unknown if effect.measure not in (WIN, HALFWAY)]
    if own:
        yield as_sentence(words.listed([words.wording(effect.measure, titles).topic for effect in own]))
    far = [effect for effect in unknown if effect.deals is not None and effect.deals > MOST_DEALS]
    early = [effect for effect in unknown if effect.deals is None]
    more = more_games(verdict, titles, progress)
    if more and verdict.judgement is not Judgement.UNKNOWN:  # otherwise, the next step says so
        yield more
    if far:
        named = words.listed([words.wording(effect.measure, titles).topic for effect in far])
        yield f"Even {MOST_DEALS * progress.games_per_deal:,} games may not tell about {named}."
    if early:
        named = words.listed([words.wording(effect.measure, titles).topic for effect in early])
        yield f"Too few games so far to say how many would tell about {named}."


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
