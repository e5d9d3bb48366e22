"""Puts the work of a rule itself into sentences: how often it was used, and its numbers, gains and losses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from mercatoria.simulation import FEWEST_OBSERVED
from mercatoria.study.report import words
from mercatoria.study.rule_use import ASKED, FORBADE, SKIPPED, USED, WORKED, Part
from mercatoria.study.verdict import CHANGED, Effect, Judgement, Verdict

PLAIN_TIMES = {
    WORKED: "{name} came into play {times} per game",
    SKIPPED: "{name} skipped {rule} {times} per game",
    FORBADE: "{times} per game a player could not {moves} because of {name}",
}
"""Clauses about the work of a part, by way, in the order of the report."""


def as_sentence(clause: str) -> str:
    """Return a clause with a capital letter and a full stop."""
    return f"{clause[:1].upper()}{clause[1:]}."


def work(verdict: Verdict, titles: Mapping[str, str], seats: Sequence[str]) -> Iterator[str]:
    """Yield the sentences about the rule itself: its uses, gains, losses and numbers."""
    yield from map(as_sentence, _counted(verdict, titles))
    for name in verdict.times:
        wins = verdict.strategies.most.get(name)
        if wins is not None and wins.number >= FEWEST_OBSERVED and name not in verdict.too_cheap:
            losing = "; players who are losing may use it more" if name in verdict.strategies.losing else ""
            even = words.in_100(1 / verdict.strategies.players)
            won = f"Players who used it more often than others won {words.in_100(wins.mean)} games in 100"
            yield f"{won}, where an equal share is {even}{losing}."
    for effect in action_effects(verdict):
        if effect.measure.partition(".")[2] in verdict.at_stake and effect.outcome != CHANGED:
            said = words.wording(effect.measure, titles).clause.partition(" instead of ")[0]
            yield as_sentence(f"{said.replace('{now}', words.plain(effect.after))}, about as often as before")
    yield from map(as_sentence, _traced(verdict, titles))
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
            + words.listed([f"from {before:,} to {after:,}" for before, after in each])
            for part, each in changes.items()
        )
        yield f"It changes {words.listed(list(named))}."
    hidden = [part for part in verdict.parts if not part.is_rule and not part.changes_visibility]
    if hidden and len(hidden) == len(verdict.parts):
        yield "The study does not see how often players use that."
        if dead := verdict.strategies.dead:
            names = [f"“{words.titled(name, titles)}”" for name in dead]
            yield f"These bots never do {words.listed(names)}, so nothing is known about the rule where it needs them."


def uses(verdict: Verdict, titles: Mapping[str, str]) -> Iterator[str]:
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
            moves = words.listed([f"do “{words.titled(each, titles)}”" for each in verdict.at_stake]) or "make a move"
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


def action_effects(verdict: Verdict) -> list[Effect]:
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
