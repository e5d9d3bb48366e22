"""Puts a verdict into sentences for a game designer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import isinf

from mercatoria.study.intervals import FEWEST, Estimate
from mercatoria.study.report import words
from mercatoria.study.report.content import Group, Told
from mercatoria.study.rule_use import ASKED, FORBADE, SKIPPED, USED, WORKED, Part
from mercatoria.study.verdict import CHANGED, OPEN, SAME, WIN, Effect, Strategies, Verdict, decisive

MOST_TOLD = 4
"""Maximum number of actions to mention; the tables contain them all."""

MOST_NAMED = 3
"""Maximum number of open measures to name in the short verdict."""

PLAIN_TIMES = {
    WORKED: "took effect {times} per game",
    SKIPPED: "suspended {rule} {times} per game",
    FORBADE: "made a move illegal in {number} decisions per game",
}
"""Sentences about the work of a part, by way, in the order of the report."""


def told(verdict: Verdict, titles: Mapping[str, str], seats: Sequence[str]) -> Told:
    """Return the verdict on a variant as text."""
    groups = [
        Group("What the rule did", tuple(_work(verdict, titles, seats))),
        Group("What changed", tuple(_changed(verdict, titles))),
        Group("No effect that players would notice", tuple(_same(verdict, titles))),
        Group("What these games cannot tell", tuple(_open(verdict, titles))),
    ]
    return Told(verdict.title, short(verdict, titles), tuple(group for group in groups if group.sentences))


def short(verdict: Verdict, titles: Mapping[str, str]) -> str:
    """Return the verdict in one sentence or two."""
    changed, same, unknown = verdict.of(CHANGED), verdict.of(SAME), verdict.of(OPEN)
    said = []
    if verdict.has_worked is False:
        said.append("The rule never came up in the games examined.")
    if changed:
        sure, slight = ([each for each in changed if each.is_sure is is_sure] for is_sure in (True, False))
        verbs = (("would notice", sure), ("might notice", slight))
        noticed = [f"{verb} {_ways(effects, titles)}" for verb, effects in verbs if effects]
        said.append(f"Players {', and '.join(noticed)}.")
    if not changed and not same:
        said.append("The study needs more games to show what the rule changes.")
    elif unknown:
        said.append(f"The study needs more games to judge {listed(_nouns(unknown, titles))}.")
    if same and not changed:
        what = "other difference" if unknown else "difference in the game or in who wins"
        said.append(f"Players would notice no {what}.")
    said += _acted(verdict, titles)
    return " ".join(said)


def _acted(verdict: Verdict, titles: Mapping[str, str]) -> Iterator[str]:
    """Yield a sentence about the action whose frequency changes most, if players would certainly notice the change."""
    effect = next((each for each in verdict.actions if each.outcome == CHANGED and each.is_sure), None)
    if effect is not None:
        way = "more" if effect.change.mean > 0 else "less"
        yield f"{words.wording(effect.measure, titles).short} happens clearly {way} often."


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


# ---------------------------------------------------------------- the work of the rule


def _work(verdict: Verdict, titles: Mapping[str, str], seats: Sequence[str]) -> Iterator[str]:
    for name, estimate in verdict.times.items():
        often = f"{words.number(estimate.mean, False)} times per game ({words.bounds(estimate, False)})"
        yield f"Players used “{words.titled(name, titles)}” {often}."
        if (wins := verdict.strategies.most.get(name)) is not None:
            yield (
                "If not all players used it equally often, those who used it most often won "
                f"{words.value(wins, True)} of the games each."
            )
    if not verdict.traced:
        yield "No game was examined; `--clauses 10` shows how often the rule takes effect, and what it gives and takes."
        return
    for part in verdict.parts:
        yield from _of_part(part, verdict, titles, seats)
    for verb, flows in (("gave", verdict.use.gained), ("took", verdict.use.lost)):
        for what, amounts in flows.items():
            total = words.number(sum(amounts) / verdict.traced, False)
            yield f"It {verb} {total} {what} per game: {_by_seat(amounts, verdict.traced, seats)}."
    if shown := [part.target for part in verdict.parts if part.changes_visibility]:
        named = listed([f"“{words.spoken(name)}”" for name in shown])
        yield f"It changes who may see {named}. Bots hardly use such knowledge, so also try this rule with people."
    if others := [part for part in verdict.parts if not part.is_rule and not part.changes_visibility]:
        named = listed([f"“{part.title or words.spoken(part.target)}”" for part in others])
        yield f"It changes {named}. Players do not use that as a move, so only the effects below show it."


def _of_part(part: Part, verdict: Verdict, titles: Mapping[str, str], seats: Sequence[str]) -> Iterator[str]:
    title = part.title or titles.get(part.target, "")
    name = f"“{title}”" if title and len(verdict.parts) > 1 else "The rule"
    by_way = {way: verdict.use.times.get(f"{way} {part.key}") for way in (USED, ASKED, *PLAIN_TIMES)}
    used, asked, games = by_way[USED], by_way[ASKED], verdict.traced
    examined = f"in the {games:,} games examined" if games > 1 else "in the game examined"
    if asked and part.verb != "replace":
        total = f"{name} was open to a player {_per(asked, games)} times per game and used {_per(used, games)} times"
        yield f"{total}, {examined}{_whose(used, games, seats)}."
    elif asked:
        yield f"{name} asked for {_per(asked, games)} decisions per game, {examined}."
    elif used and part.target not in verdict.times:
        yield f"{name} was used {_per(used, games)} times per game, {examined}{_whose(used, games, seats)}."
    elif used and not verdict.use.gained and not verdict.use.lost:
        yield f"{examined[0].upper()}{examined[1:]}, the uses by seat were: {_by_seat(used, games, seats)}."
    for way, said in PLAIN_TIMES.items():
        counts = by_way[way]
        if counts and not used:
            rule = f"“{words.titled(part.target, titles)}”"
            times = f"{_per(counts, games)} times"
            doing = said.format(times=times, number=_per(counts, games), rule=rule)
            whose = _whose(counts, games, seats) if way != SKIPPED else ""
            yield f"{name} {doing}, {examined}{whose}."
    if part.is_rule and not any(by_way.values()):
        yield f"{name} did nothing {examined}."


def _per(counts: Sequence[int] | None, games: int) -> str:
    return words.number(sum(counts or ()) / games, False)


def _whose(counts: Sequence[int] | None, games: int, seats: Sequence[str]) -> str:
    """Return the counts by seat, or "" if they do not belong to seats."""
    return f" ({_by_seat(counts, games, seats)})" if counts and any(counts[: len(seats)]) else ""


def _by_seat(counts: Sequence[int], games: int, seats: Sequence[str]) -> str:
    each = counts[: len(seats)]
    if len(set(each)) == 1:
        return f"{words.number(each[0] / games, False)} for each seat"
    return ", ".join(f"{seat} {words.number(number / games, False)}" for seat, number in zip(seats, each, strict=True))


# ---------------------------------------------------------------- the effects


def _changed(verdict: Verdict, titles: Mapping[str, str]) -> Iterator[str]:
    for effect in verdict.of(CHANGED):
        yield _change(effect, titles)
    acted = [effect for effect in verdict.actions if effect.outcome == CHANGED]
    yield from (_change(effect, titles) for effect in acted[:MOST_TOLD])
    if left := len(acted) - MOST_TOLD if len(acted) > MOST_TOLD else 0:
        yield f"{left} more action{'s happen' if left > 1 else ' happens'} more or less often."
    now, before = verdict.strategies, verdict.strategies_before
    for name in now.dominant:
        if name not in before.dominant:
            yield f"“{words.titled(name, titles)}” becomes a dominant strategy."
    for name in before.dominant:
        if name in now.most and name not in now.dominant:
            yield f"“{words.titled(name, titles)}” is no longer known as a dominant strategy."
    for name in now.dead:
        if name in before.most and before.most[name].number >= FEWEST:
            yield f"“{words.titled(name, titles)}” no longer happens."


def _short(effect: Effect, titles: Mapping[str, str]) -> str:
    noun = words.wording(effect.measure, titles).short
    return noun[0].upper() + noun[1:]


def _before(effect: Effect, titles: Mapping[str, str]) -> str:
    """Return the value under the base, or "" for the wins of the seats as a whole."""
    said = words.wording(effect.measure, titles)
    return f", from {words.number(effect.before.mean, said.share)}" if effect.measure != WIN else ""


def _change(effect: Effect, titles: Mapping[str, str]) -> str:
    doubt = "" if effect.is_sure else " This may be too small to notice."
    said = words.verdict(effect.measure, effect.change, titles).removesuffix(".")
    return f"{said}{_before(effect, titles)}.{doubt}"


def _same(verdict: Verdict, titles: Mapping[str, str]) -> Iterator[str]:
    for effect in verdict.of(SAME):
        if effect.most:
            yield f"{_short(effect, titles)}: at most ±{_amount(effect, titles)}{_before(effect, titles)}."
        else:
            yield f"{_short(effect, titles)}: the same in every deal."


def _amount(effect: Effect, titles: Mapping[str, str]) -> str:
    said = words.wording(effect.measure, titles)
    return f"{words.number(effect.most, said.share)} {said.unit}"


def _open(verdict: Verdict, titles: Mapping[str, str]) -> Iterator[str]:
    for effect in verdict.of(OPEN):
        said, noun = words.wording(effect.measure, titles), _short(effect, titles)
        noticed = f"{words.number(effect.noticed, said.share)} {said.unit}"
        deals = effect.deals
        if deals is None or isinf(effect.most):
            yield f"{noun}: too few games to say."
        else:
            yield (
                f"{noun}: a change of up to {_amount(effect, titles)} is possible, and players would notice {noticed}. "
                f"About {deals:,} deals would tell, instead of {verdict.deals:,}."
            )


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
    if found.most and not found.dominant and not found.perhaps_dominant:
        most = words.in_100(next(iter(found.most.values())).mean)
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
