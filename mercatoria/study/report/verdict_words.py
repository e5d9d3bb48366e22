"""Puts a verdict into sentences for a game designer.

The first sentence helps the designer decide. The groups of sentences below it give values without intervals, and the
details give the intervals.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import isinf
from typing import assert_never

from mercatoria.simulation import FEWEST_OBSERVED, Estimate
from mercatoria.study.report import words
from mercatoria.study.report.content import Group, Told
from mercatoria.study.rule_use import ASKED, FORBADE, SKIPPED, USED, WORKED, Part
from mercatoria.study.verdict import CHANGED, OPEN, SAME, WIN, Effect, Judgement, Strategies, Verdict, decisive

MOST_TOLD = 4
"""Maximum number of actions to mention; the tables contain them all."""

MOST_NAMED = 3
"""Maximum number of open measures to name in the short verdict."""

MOST_DEALS = 100_000
"""Number of deals above which a study does not say how many would tell."""

SELDOM = 0.1
"""Number of times per game below which a report does not say that an action no longer happens."""

TRY = "Try it with people."

PLAIN_TIMES = {
    WORKED: "took effect {times} per game",
    SKIPPED: "suspended {rule} {times} per game",
    FORBADE: "made a move illegal in {number} decisions per game",
}
"""Clauses about the work of a part, by way, in the order of the report."""


def told(verdict: Verdict, titles: Mapping[str, str], seats: Sequence[str]) -> Told:
    """Return the verdict on a variant as text."""
    groups = [
        Group("The rule itself", tuple(_work(verdict, titles, seats))),
        Group("Noticeable", tuple(_changes(verdict.changed(is_sure=True), titles))),
        Group("Perhaps noticeable", tuple(_changes(verdict.changed(is_sure=False), titles))),
        Group("New", tuple(_new(verdict, titles))),
    ]
    if verdict.judgement not in (Judgement.UNSEEN, Judgement.UNUSED):  # nothing follows from a rule that was not tested
        groups.append(Group("Unchanged", tuple(_same(verdict, titles))))
        groups.append(Group("Unknown", tuple(_unknown(verdict, titles))))
    shown = tuple(group for group in groups if group.sentences)
    return Told(
        verdict.title, verdict.judgement.value, short(verdict, titles), shown, tuple(_details(verdict, titles))
    )  # fmt: skip


def short(verdict: Verdict, titles: Mapping[str, str]) -> str:
    """Return the verdict in one sentence or two."""
    match verdict.judgement:
        case Judgement.UNSEEN:
            shown = listed([f"“{words.spoken(part.target)}”" for part in verdict.parts])
            return f"Bots cannot judge this rule, because they hardly use what they learn about {shown}. {TRY}"
        case Judgement.UNUSED:
            return f"Not tested: {_unused(verdict, titles)}. {TRY}"
        case Judgement.STRONG:
            return f"Too strong: {listed(list(_excesses(verdict, titles)))}."
        case Judgement.UNCLEAR:
            few = ". Players would notice no other difference" if verdict.of(SAME) else ""
            return f"More games needed: nothing is certain about {listed(_nouns(verdict.of(OPEN), titles))}{few}."
        case Judgement.SAME:
            because = listed([*_uses(verdict, titles)][:2])
            return f"Players would notice no difference{': ' if because else ''}{because}."
        case Judgement.WORKS:
            return " ".join(_working(verdict, titles))
        case never:
            assert_never(never)


def _unused(verdict: Verdict, titles: Mapping[str, str]) -> str:
    """Return a clause that says why the bots did not test the rule."""
    open_to = sum(sum(counts) for key, counts in verdict.use.times.items() if key.startswith(f"{ASKED} "))
    if open_to and verdict.at_stake and not any(name in titles for name in verdict.at_stake):
        often = words.times(open_to / verdict.traced)
        return f"the rule was open to the bots {often} per game, but they never used it"
    if verdict.at_stake:
        named = [f"“{words.titled(name, titles)}”" for name in verdict.at_stake]
        return f"the bots never do {listed(named)}, with or without the rule"
    return f"the rule never came up in the {verdict.traced:,} examined games"


def _excesses(verdict: Verdict, titles: Mapping[str, str]) -> Iterator[str]:
    for effect in verdict.excesses:
        yield words.instead(effect.measure, effect.before.mean, effect.after, titles)
    for name in verdict.new_dominant:
        yield f"“{words.titled(name, titles)}” becomes a dominant strategy"
    if verdict.lets_leader_run_away:
        yield "the leader at half-time runs away"


def _working(verdict: Verdict, titles: Mapping[str, str]) -> Iterator[str]:
    """Yield the sentences about a rule that works and that players would or might notice."""
    sure, slight = ([each for each in verdict.of(CHANGED) if each.is_sure is is_sure] for is_sure in (True, False))
    noticed = f"players would notice {_ways(sure, titles)}" if sure else ""
    if slight:
        noticed += f"{', and perhaps' if sure else 'players might notice'} {_ways(slight, titles)}"
    acted = next((each for each in verdict.actions if each.outcome == CHANGED), None)
    told = [next(_uses(verdict, titles), ""), noticed]
    if acted is not None and not sure:
        told.append(words.instead(acted.measure, acted.before.mean, acted.after, titles))
    first, *others = filter(None, told)
    yield f"Works: {first}."
    yield from map(_sentence, others)
    if unknown := verdict.of(OPEN):
        yield f"Unknown: {listed(_nouns(unknown, titles))}."


def listed(names: Sequence[str]) -> str:
    """Return names as a list such as `a, b and c`."""
    return " and ".join(part for part in (", ".join(names[:-1]), *names[-1:]) if part)


def _ways(effects: Sequence[Effect], titles: Mapping[str, str]) -> str:
    """Return the effects as phrases such as `longer games`."""
    said = ((effect.change.mean > 0, words.wording(effect.measure, titles)) for effect in effects)
    return listed([wording.more if rises else wording.less for rises, wording in said])


def _nouns(effects: Sequence[Effect], titles: Mapping[str, str]) -> list[str]:
    """Return the measures of the first few effects, and the number of the others."""
    named = [words.wording(effect.measure, titles).short for effect in effects]
    left = len(named) - MOST_NAMED
    return [*named[:MOST_NAMED], f"{left} other measures"] if left > 1 else named


def _sentence(clause: str) -> str:
    return f"{clause[:1].upper()}{clause[1:]}."


# ---------------------------------------------------------------- the work of the rule


def _work(verdict: Verdict, titles: Mapping[str, str], seats: Sequence[str]) -> Iterator[str]:
    yield from map(_sentence, _counted(verdict, titles))
    for name in verdict.times:
        if (wins := verdict.strategies.most.get(name)) is not None and wins.number >= FEWEST_OBSERVED:
            losing = ", so it goes with losing" if name in verdict.strategies.losing else ""
            yield f"Players who used it more often than others won {words.in_100(wins.mean)} games in 100{losing}."
    for effect in verdict.actions:
        if (name := effect.measure.removeprefix("done.")) in verdict.at_stake and effect.outcome != CHANGED:
            title = words.titled(name, titles)
            yield f"“{title}” happens {words.times(effect.after)} per game, about as often as before."
    traced = [*_traced(verdict, titles)]
    for verb, flows in (("gave", verdict.use.gained), ("took", verdict.use.lost)):
        for what, amounts in flows.items():
            traced.append(f"it {verb} {_amount_of(what, amounts, verdict.traced)}{_whose(amounts, verdict, seats)}")
    if traced:
        examined = f"In the {verdict.traced:,} examined games" if verdict.traced > 1 else "In the examined game"
        yield f"{examined}, {traced[0]}."
        yield from map(_sentence, traced[1:])
    values = [part for part in verdict.parts if not part.is_rule and not part.changes_visibility]
    if values and len(values) == len(verdict.parts):
        named = listed([f"“{part.title or words.spoken(part.target)}”" for part in values])
        yield f"It changes {named}. A study cannot count how often players use that."
    if verdict.judgement is Judgement.UNUSED and verdict.of(CHANGED):
        yield "The changes below come from the plans of the bots, which took the rule into account."


def _uses(verdict: Verdict, titles: Mapping[str, str]) -> Iterator[str]:
    """Yield the clauses about the work of the rule, the most important first and without the seats."""
    yield from _counted(verdict, titles)
    yield from _traced(verdict, titles)
    for verb, flows in (("gave", verdict.use.gained), ("took", verdict.use.lost)):
        for what, amounts in flows.items():
            yield f"{verb} {_amount_of(what, amounts, verdict.traced)}"


def _amount_of(what: str, amounts: Sequence[int], games: int) -> str:
    return f"{words.plain(sum(amounts) / games)} {what} per game"


def _counted(verdict: Verdict, titles: Mapping[str, str]) -> Iterator[str]:
    """Yield a clause about each move of the rule itself, which all games count."""
    for name, estimate in verdict.times.items():
        used = f"“{words.titled(name, titles)}”" if name in titles else "the rule"
        yield f"players used {used} {words.times(estimate.mean)} per game"


def _traced(verdict: Verdict, titles: Mapping[str, str]) -> Iterator[str]:
    """Yield clauses such as `the rule took effect 1.1 times per game`, from the examined games."""
    for part in verdict.parts if verdict.traced else ():
        yield from _of_part(part, verdict, titles)


def _of_part(part: Part, verdict: Verdict, titles: Mapping[str, str]) -> Iterator[str]:
    title = part.title or titles.get(part.target, "")
    name = f"“{title}”" if title and sum(each.is_rule for each in verdict.parts) > 1 else "the rule"
    by_way = {way: sum(verdict.use.times.get(f"{way} {part.key}", ())) for way in (USED, ASKED, *PLAIN_TIMES)}
    games = verdict.traced
    if by_way[ASKED] and part.verb == "replace":
        yield f"players were asked about it {words.times(by_way[ASKED] / games)} per game"
    elif by_way[ASKED]:
        yield f"{name} was open to a player {words.times(by_way[ASKED] / games)} per game"
    if by_way[USED]:
        if not verdict.times:
            yield f"{name} was used {words.times(by_way[USED] / games)} per game"
        return
    for way, said in PLAIN_TIMES.items():
        if by_way[way]:
            often = by_way[way] / games
            said = said.replace("{times}", words.times(often)).replace("{number}", words.plain(often))
            rule = f"“{words.titled(part.target, titles)}”"
            yield f"{name} {said.replace('{rule}', rule)}"
    if part.is_rule and not any(by_way.values()):
        yield f"{name} did nothing"


def _whose(counts: Sequence[int], verdict: Verdict, seats: Sequence[str]) -> str:
    """Return the amounts by seat, or an empty string if each seat has about the same amount.

    The amounts differ if one seat has nothing or more than twice the mean, or if the rule names a seat.
    """
    each = counts[: len(seats)]
    differ = min(each) == 0 or max(each) > 2 * sum(each) / len(each) or any(p.names_a_seat for p in verdict.parts)
    if len(each) < 2 or not differ:
        return ""
    shares = (f"{seat} {words.plain(n / verdict.traced)}" for seat, n in zip(seats, each, strict=True))
    return f": {', '.join(shares)}"


# ---------------------------------------------------------------- the effects


def _changes(effects: Sequence[Effect], titles: Mapping[str, str]) -> Iterator[str]:
    """Yield a sentence about each change, but only about the first few actions."""
    acted = [effect for effect in effects if effect.measure.startswith("done.")]
    for effect in effects:
        if effect not in acted[MOST_TOLD:]:
            yield _sentence(words.instead(effect.measure, effect.before.mean, effect.after, titles))
    if left := len(acted[MOST_TOLD:]):
        yield f"{left} more action{'s happen' if left > 1 else ' happens'} more or less often."


def _new(verdict: Verdict, titles: Mapping[str, str]) -> Iterator[str]:
    """Yield sentences about actions that begin or cease to dominate, or cease to happen."""
    for name in verdict.new_dominant:
        yield f"“{words.titled(name, titles)}” becomes a dominant strategy."
    for name in verdict.no_longer_dominant:
        yield f"“{words.titled(name, titles)}” is no longer a dominant strategy."
    often = {effect.measure.removeprefix("done."): effect.before.mean for effect in verdict.actions}
    for name in verdict.strategies.dead:
        if often.get(name, 0.0) >= SELDOM:
            times = words.times(often[name])
            yield f"“{words.titled(name, titles)}” no longer happens (before: {times} per game)."


def _same(verdict: Verdict, titles: Mapping[str, str]) -> Iterator[str]:
    same = verdict.of(SAME)
    if same and len(same) == len(verdict.effects):
        yield "Everything that the study measures."
    elif same:
        yield _sentence(listed([words.wording(effect.measure, titles).topic for effect in same]))


def _unknown(verdict: Verdict, titles: Mapping[str, str]) -> Iterator[str]:
    unknown = verdict.of(OPEN)
    if unknown:
        yield _sentence(listed([words.wording(effect.measure, titles).topic for effect in unknown]))
    known = [(effect, effect.deals) for effect in unknown]
    near = [deals for _, deals in known if deals is not None and deals <= MOST_DEALS]
    not_near = (effect for effect, deals in known if deals is None or deals > MOST_DEALS)
    far = [words.wording(effect.measure, titles).topic for effect in not_near]
    if near:
        yield f"About {max(near):,} deals would tell{f', but not for {listed(far)}' if far else ''}."
    elif far:
        yield f"Even {MOST_DEALS:,} deals may not tell."


def _needed(deals: int | None) -> str:
    if deals is None or deals > MOST_DEALS:
        return f"Even {MOST_DEALS:,} deals may not tell."
    return f"About {deals:,} deals would tell."


# ---------------------------------------------------------------- the intervals


def _details(verdict: Verdict, titles: Mapping[str, str]) -> Iterator[str]:
    """Yield a sentence with the interval of each effect."""
    acted = [effect for effect in verdict.actions if effect.outcome == CHANGED]
    for effect in (*verdict.effects, *acted):
        said = words.wording(effect.measure, titles)
        noun = _sentence(said.short).removesuffix(".")
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
            yield f"{noun}: {possible}. {_needed(effect.deals)}"


def _amount(effect: Effect, titles: Mapping[str, str]) -> str:
    said = words.wording(effect.measure, titles)
    return f"{words.number(effect.most * (100 if said.share else 1), False)} {said.unit}"


# ---------------------------------------------------------------- leaders and strategies


def strategy_sentences(found: Strategies, titles: Mapping[str, str]) -> Iterator[str]:
    """Yield sentences about a runaway leader, and about dominant, winning, losing and dead strategies."""
    if found.leader is not None and found.leader.number:
        yield _leader(found.leader, decisive(found.players), found.players)
    for label, names in (
        ("Dominant", found.dominant), ("Perhaps dominant, but too rare to be certain", found.perhaps_dominant)
    ):  # fmt: skip
        if names:
            yield f"{label}: {_with_shares(names, found, titles)}."
    often = [each.mean for each in found.most.values() if each.number >= FEWEST_OBSERVED]
    if often and not found.dominant and not found.perhaps_dominant:
        most = words.in_100(max(often))
        yield f"No dominant strategy: the player who does an action most often wins at most {most} games in 100."
    for label, names in (("Winning", found.promising), ("Losing", found.losing)):
        if names:
            yield f"{label}: {_with_shares(names, found, titles)}."
    if found.dead:
        yield f"Dead, because never done: {listed([f'“{words.titled(name, titles)}”' for name in found.dead])}."


def _leader(leader: Estimate, limit: float, players: int) -> str:
    even = words.in_100(1 / players)
    wins = f"the leader at half-time wins {words.in_100(leader.mean)} games in 100, where an equal share is {even}."
    if leader.low >= limit:
        return f"Runaway leader: {wins}"
    return f"No runaway leader: {wins}" if leader.high < limit else f"A runaway leader is possible: {wins}"


def _with_shares(names: Sequence[str], found: Strategies, titles: Mapping[str, str]) -> str:
    first, *others = (
        (f"“{words.titled(name, titles)}”", words.in_100(found.most[name].mean)) for name in names[:MOST_TOLD]
    )
    more = [f"{title} ({share})" for title, share in others]
    return listed([f"the player who does {first[0]} most often wins {first[1]} games in 100", *more])
