"""Puts a verdict into sentences for a game designer.

The first sentence helps the designer decide. The groups of sentences below it give values without intervals, and the
details give the intervals.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from math import isinf
from typing import assert_never

from mercatoria.simulation import FEWEST_OBSERVED, Estimate
from mercatoria.study.measures import HALFWAY
from mercatoria.study.report import words
from mercatoria.study.report.content import Group, Progress, Told
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

FEWER, MORE = (0.75, 0.5), (1.5, 2.0)
"""Factors of the values to test next, for a rule that is too strong and for one that is too weak."""

EITHER_WAY = ("new", "add costs", "add needs", "except")
"""Verbs of amendments in which a greater number may have a greater or a smaller effect."""

PLAIN_TIMES = {
    WORKED: "{name} came into play {times} per game",
    SKIPPED: "{name} skipped {rule} {times} per game",
    FORBADE: "{times} per game a player could not {moves} because of {name}",
}
"""Clauses about the work of a part, by way, in the order of the report."""


def told(verdict: Verdict, titles: Mapping[str, str], seats: Sequence[str], progress: Progress) -> Told:
    """Return the verdict on a variant as text."""
    groups = [
        Group("The rule itself", tuple(_work(verdict, titles, seats))),
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
            return f"Too strong: {listed(list(_excesses(verdict, titles)))}."
        case Judgement.UNCLEAR:
            few = ". Players would notice no other difference" if verdict.of(SAME) else ""
            return f"More games needed: no sure change yet ({listed(_nouns(verdict.of(OPEN), titles))}){few}."
        case Judgement.SAME:
            because = listed([*_uses(verdict, titles)][:2])
            return f"Players would notice no difference{': ' if because else ''}{because}."
        case Judgement.WORKS:
            return " ".join(_working(verdict, titles))
        case never:
            assert_never(never)


def _fields(verdict: Verdict) -> str:
    """Return the fields that a rule about visibility shows or hides."""
    return listed([f"“{words.spoken(part.target)}”" for part in verdict.parts])


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
    """Yield the sentences about a rule that changes the game, the greatest change first."""
    sure, slight = ([each for each in verdict.of(CHANGED) if each.is_sure is is_sure] for is_sure in (True, False))
    acted = next((each for each in _acted(verdict) if each.outcome == CHANGED), None)
    little = "" if sure or (acted is not None and acted.is_sure) else ", perhaps too little to notice"
    first = ""
    if noticed := [*sure, *slight]:
        greatest, *others = noticed
        first = f"{_ways([greatest], titles)} ({_was(greatest)})"
        doubt = "perhaps " if sure else ""  # without a sure effect, the sentence says so at its beginning
        further = [f"{'' if each.is_sure else doubt}{_ways([each], titles)}" for each in others[: MOST_NAMED - 1]]
        first = listed([first, *further])
    if acted is not None and not sure:
        done = words.instead(acted.measure, acted.before.mean, acted.after, titles)
        first = f"{first}; {done}" if first else done
    yield f"Changes the game{little}: {first}." if first else "Changes the game."
    if used := next(_uses(verdict, titles), ""):
        yield _sentence(used)


def _was(effect: Effect) -> str:
    """Return the values with and without the rule, such as `119 points, was 133`."""
    said = words.wording(effect.measure)
    scale = 100 if said.share else 1
    return f"{words.plain(scale * effect.after, 3)} {said.unit}, was {words.plain(scale * effect.before.mean, 3)}"


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
        wins = verdict.strategies.most.get(name)
        if wins is not None and wins.number >= FEWEST_OBSERVED and name not in verdict.too_cheap:
            losing = "; players who are losing may use it more" if name in verdict.strategies.losing else ""
            even = words.in_100(1 / verdict.strategies.players)
            won = f"Players who used it more often than others won {words.in_100(wins.mean)} games in 100"
            yield f"{won}, where an equal share is {even}{losing}."
    for effect in _acted(verdict):
        if effect.measure.partition(".")[2] in verdict.at_stake and effect.outcome != CHANGED:
            said = words.wording(effect.measure, titles).clause.partition(" instead of ")[0]
            yield _sentence(f"{said.replace('{now}', words.plain(effect.after))}, about as often as before")
    yield from map(_sentence, _traced(verdict, titles))
    for verb, flows in (("gave", verdict.use.gained), ("took", verdict.use.lost)):
        for what, amounts in flows.items():
            amount = _amount_of(what, amounts, verdict)
            yield f"It {verb} {amount}{_usual(verb, verdict)}{_whose(amounts, verdict, seats)}."
    yield from _values(verdict, titles)
    if not verdict.has_scores:
        lowest = words.in_100(verdict.at_lowest)
        yield f"Scores are not judged: {lowest} of 100 final scores are the lowest ones, so these bots hardly score."
    if verdict.judgement is Judgement.UNUSED and verdict.of(CHANGED):
        yield "The changes below come from the plans of the bots, which took the rule into account."


def _values(verdict: Verdict, titles: Mapping[str, str]) -> Iterator[str]:
    """Yield sentences about the numbers that the rule changes, and what the games could not test."""
    changes = {part: part.changes for part in verdict.parts if part.changes}
    pairs = list(dict.fromkeys(pair for each in changes.values() for pair in each))
    if len(pairs) == 1:
        yield f"It changes {pairs[0][0]:,} to {pairs[0][1]:,}."
    elif pairs:
        named = (
            f"“{part.title or words.spoken(part.target)}” "
            + listed([f"from {before:,} to {after:,}" for before, after in each])
            for part, each in changes.items()
        )
        yield f"It changes {listed(list(named))}."
    hidden = [part for part in verdict.parts if not part.is_rule and not part.changes_visibility]
    if hidden and len(hidden) == len(verdict.parts):
        yield "The study does not see how often players use that."
        if dead := verdict.strategies.dead:
            names = [f"“{words.titled(name, titles)}”" for name in dead]
            yield f"These bots never do {listed(names)}, so nothing is known about the rule where it needs them."


def _uses(verdict: Verdict, titles: Mapping[str, str]) -> Iterator[str]:
    """Yield the clauses about the work of the rule, the most important first and without the seats."""
    yield from _counted(verdict, titles)
    yield from _traced(verdict, titles)
    for verb, flows in (("gave", verdict.use.gained), ("took", verdict.use.lost)):
        for what, amounts in flows.items():
            yield f"it {verb} {_amount_of(what, amounts, verdict)}{_usual(verb, verdict)}"


def _usual(verb: str, verdict: Verdict) -> str:
    """Return a clause that says that an amount contains the usual price, if the rule changes a price."""
    return ", including the usual price" if verb == "took" and any(p.verb == "except" for p in verdict.parts) else ""


def _seen(verdict: Verdict) -> str:
    """Return the note on numbers that come only from the examined games."""
    return f"(seen in {verdict.traced:,} games)" if verdict.traced > 1 else "(seen in one game)"


def _amount_of(what: str, amounts: Sequence[int], verdict: Verdict) -> str:
    return f"{words.plain(sum(amounts) / verdict.traced)} {what} per game {_seen(verdict)}"


def _counted(verdict: Verdict, titles: Mapping[str, str]) -> Iterator[str]:
    """Yield a clause about each move of the rule itself, which all games count."""
    for name, estimate in verdict.times.items():
        used = f"“{words.titled(name, titles)}”" if name in titles else "the rule"
        if name in verdict.too_cheap:
            yield f"every player used {used} in nearly every game, so it is too cheap to be a choice"
        else:
            yield f"players used {used} {words.times(estimate.mean)} per game"


def _traced(verdict: Verdict, titles: Mapping[str, str]) -> Iterator[str]:
    """Yield clauses such as `the rule took effect 1.1 times per game (seen in 10 games)`."""
    for part in verdict.parts if verdict.traced else ():
        for clause in _of_part(part, verdict, titles):
            yield f"{clause} {_seen(verdict)}"


def _of_part(part: Part, verdict: Verdict, titles: Mapping[str, str]) -> Iterator[str]:
    title = part.title or titles.get(part.target, "")
    name = f"“{title}”" if title and sum(each.is_rule for each in verdict.parts) > 1 else "the rule"
    by_way = {way: sum(verdict.use.times.get(f"{way} {part.key}", ())) for way in (USED, ASKED, *PLAIN_TIMES)}
    games = verdict.traced
    if by_way[ASKED] and part.verb == "replace":
        yield f"players were asked about it {words.times(by_way[ASKED] / games)} per game"
    elif by_way[ASKED]:
        yield f"a player could use {name} {words.times(by_way[ASKED] / games)} per game"
    if by_way[USED]:
        if not verdict.times:
            yield f"{name} was used {words.times(by_way[USED] / games)} per game"
        return
    for way, said in PLAIN_TIMES.items():
        if by_way[way]:
            moves = listed([f"do “{words.titled(each, titles)}”" for each in verdict.at_stake]) or "make a move"
            said = said.replace("{times}", words.times(by_way[way] / games)).replace("{moves}", moves)
            said = said.replace("{rule}", f"“{words.titled(part.target, titles)}”")
            yield said.replace("{name}", name)
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


def _acted(verdict: Verdict) -> list[Effect]:
    """Return the effects on the actions; for an offer, how often it is agreed instead of the talk about it."""
    offers = {accepted: offer for offer, accepted in verdict.acceptances.items()}
    found = []
    for effect in verdict.actions:
        name = effect.measure.removeprefix("done.")
        if name in offers:
            found.append(replace(effect, measure=f"agreed.{offers[name]}"))
        elif name not in verdict.negotiating:
            found.append(effect)
    return sorted(found, key=lambda effect: effect.measure.partition(".")[2] not in verdict.at_stake)


def _changes(verdict: Verdict, is_sure: bool, titles: Mapping[str, str]) -> Iterator[str]:
    """Yield a sentence about each change, but only about the first few actions."""
    for effect in verdict.of(CHANGED):
        if effect.is_sure is is_sure:
            yield _sentence(words.instead(effect.measure, effect.before.mean, effect.after, titles))
    acted = [effect for effect in _acted(verdict) if effect.outcome == CHANGED and effect.is_sure is is_sure]
    for effect in acted[:MOST_TOLD]:
        yield _sentence(words.instead(effect.measure, effect.before.mean, effect.after, titles))
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
        yield _sentence(listed([words.wording(effect.measure, titles).topic for effect in same]))


def _unknown(verdict: Verdict, titles: Mapping[str, str], progress: Progress) -> Iterator[str]:
    unknown = verdict.of(OPEN)
    own = [effect for effect in unknown if effect.measure not in (WIN, HALFWAY)]
    if own:
        yield _sentence(listed([words.wording(effect.measure, titles).topic for effect in own]))
    far = [effect for effect in unknown if effect.deals is not None and effect.deals > MOST_DEALS]
    early = [effect for effect in unknown if effect.deals is None]
    if near := _near(verdict):
        yield _more_games(near, progress)
    if far:
        named = listed([words.wording(effect.measure, titles).topic for effect in far])
        yield f"Even {MOST_DEALS * progress.games_per_deal:,} games may not tell about {named}."
    if early:
        named = listed([words.wording(effect.measure, titles).topic for effect in early])
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
            wish = f"anyone wants to do {listed(moves)} when the rule matters" if moves else "the rule ever matters"
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
            return f"test {listed(found)} instead of {after:,}"
    return ""


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
            yield f"{noun}: {possible}."


def _amount(effect: Effect, titles: Mapping[str, str]) -> str:
    said = words.wording(effect.measure, titles)
    return f"{words.number(effect.most * (100 if said.share else 1), False)} {said.unit}"


# ---------------------------------------------------------------- leaders and strategies


def strategy_sentences(found: Strategies, titles: Mapping[str, str]) -> Iterator[str]:
    """Yield sentences about a runaway leader, and about dominant, winning, losing and dead strategies."""
    if found.leader is not None and found.leader.number:
        yield _leader(found.leader, decisive(found.players), found.players)
    for label, names in (
        ("Dominant", found.dominant), ("Possibly too strong, but seldom seen", found.perhaps_dominant)
    ):  # fmt: skip
        if names:
            yield f"{label}: {_with_shares(names, found, titles)}."
    often = [each.mean for each in found.most.values() if each.number >= FEWEST_OBSERVED]
    if often and not found.dominant and not found.perhaps_dominant:
        most = words.in_100(max(often))
        yield f"No dominant strategy: the player who does an action most often wins at most {most} games in 100."
    for label, names in (("Winning", found.promising), ("Losing", found.losing)):
        if names:
            why = " Players may do it because they are losing." if label == "Losing" else ""
            yield f"{label}: {_with_shares(names, found, titles)}.{why}"
    if found.dead:
        yield f"These bots never do {listed([f'“{words.titled(name, titles)}”' for name in found.dead])}."


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
