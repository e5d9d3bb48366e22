"""Puts the work of a rule itself into sentences: how often it was used, and its numbers, gains and losses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from math import inf, isinf

from mercatoria.simulation import FEWEST_OBSERVED, Estimate
from mercatoria.study.hits import BARRED, GAINERS, PAYERS, USERS, Hit
from mercatoria.study.number_use import ALLOWED, NEEDED
from mercatoria.study.report import words
from mercatoria.study.rule_parts import Part
from mercatoria.study.rule_use import ASKED, FORBADE, SKIPPED, USED, WORKED
from mercatoria.study.verdict import ALWAYS, CHANGED, SAME, Effect, Judgement, Verdict

MOST_NEEDED = 2
"""Maximum number of moves to name that only the new numbers permit."""

CASES = {
    WORKED: "{name} mattered {often} per game, of {chances} cases in which it could",
    SKIPPED: "{name} skipped {rule} {often} per game, and left it {rest}",
    FORBADE: "{name} forbade {moves}, or some ways to do it, in {times} of {chances} decisions per game",
}
"""Clauses about the work of a part with its chances, by way, in the order of the report."""

PLAIN_TIMES = {
    WORKED: "{name} came into play {times} per game",
    SKIPPED: "{name} skipped {rule} {times} per game",
    FORBADE: "{name} forbade {moves}, or some ways to do it, {times} per game",
}
"""Clauses about the work of a part that took effect at each chance, or whose chances are unknown."""

AFFECTED = {
    USERS: "used the rule", GAINERS: "got something from the rule", PAYERS: "paid for the rule",
    BARRED: "could not do a move because of the rule",
}  # fmt: skip
"""Clauses about players whom a rule affects."""


def as_sentence(clause: str) -> str:
    """Return a clause with a capital letter and a full stop."""
    return f"{clause[:1].upper()}{clause[1:]}."


def work(verdict: Verdict, titles: Mapping[str, str], seats: Sequence[str]) -> Iterator[str]:
    """Yield the sentences about the rule itself: its uses, gains, losses and numbers."""
    yield from map(as_sentence, _counted(verdict, titles))
    for effect in action_effects(verdict):
        if effect.measure.partition(".")[2] in verdict.at_stake and effect.outcome != CHANGED:
            said = words.wording(effect.measure, titles).clause.partition(" instead of ")[0]
            before = f"{words.plain(effect.before.mean)} without the rule"
            same = "as often as before" if effect.outcome == SAME else before
            yield as_sentence(f"{said.replace('{now}', words.plain(effect.after))}, {same}")
    yield from map(as_sentence, _traced(verdict, titles))
    yield from (as_sentence(f"{each}{_whose(amounts, verdict, seats)}") for each, amounts in _flows(verdict))
    yield from _values(verdict, titles)
    if verdict.judgement is Judgement.UNUSED and verdict.of(CHANGED):
        yield "The changes below come from the plans of the bots, which took the rule into account."


def affected(verdict: Verdict) -> Iterator[str]:
    """Yield the sentences about the players whom the rule affects, compared with the same seats without the rule."""
    hit = verdict.hit
    if hit is None:
        return
    players = verdict.strategies.players
    if hit.seats >= ALWAYS * players:
        yield f"All players {AFFECTED[hit.way]} in nearly every game."
        yield from _worth(hit)
        return
    yield f"{words.plain(hit.seats)} of {players} players per game {AFFECTED[hit.way]}."
    if hit.wins.number < FEWEST_OBSERVED:
        yield _too_few(hit.wins.number)
        return
    now, before = words.in_100(hit.wins_after), words.in_100(hit.wins_before)
    yield f"They win {now} games in 100; the same seats of the same deals win {before} without the rule{_doubt(hit)}."
    if not isinf(hit.scores.radius):
        after, scored = (words.plain(each, 3) for each in (hit.scores_after, hit.scores_before))
        yield f"They end with {after} points instead of {scored}."
    yield from _worth(hit)


def _worth(hit: Hit) -> Iterator[str]:
    """Yield a sentence about the points that a use brings, with its interval."""
    worth = hit.worth
    if worth is None or isinf(worth.radius):
        return
    if worth.tells:
        how = "gains" if worth.mean > 0 else "loses"
        yield f"On average, a use {how} {points_of(worth)}, after its costs."
    else:
        low, high = (words.plain(each) for each in (worth.low, worth.high))
        yield f"It is unknown whether a use gains points, after its costs ({low} to +{high})."


def points_of(worth: Estimate) -> str:
    """Return the points that a use gains or loses, such as `0.69 points (0.2 to 1.2)`; the interval excludes 0."""
    low, high = sorted((abs(worth.low), abs(worth.high)))
    return f"{words.plain(abs(worth.mean))} points ({words.plain(low)} to {words.plain(high)})"


def _too_few(games: int) -> str:
    """Return the sentence about a number of games that is too small to compare the affected players."""
    if not games:
        return "No game shows whether these players win more or less."
    shown = "one examined game shows" if games == 1 else f"{games:,} examined games show"
    return f"Only {shown} whether these players win more or less, which is too few."


def _doubt(hit: Hit) -> str:
    """Return the interval of the change of wins, if the change may be nothing."""
    if hit.wins.tells:
        return ""
    low, high = (words.plain(100 * each) for each in (hit.wins.low, hit.wins.high))
    return f", so it is unknown whether they gain ({low} to +{high})"


def _values(verdict: Verdict, titles: Mapping[str, str]) -> Iterator[str]:
    """Yield sentences about the numbers that the rule changes, and what the games could not test."""
    named = [
        f"“{of}” ({', '.join(f'{after:,} instead of {before:,}' for before, after in pairs)})"
        for of, pairs in changed_numbers(verdict, titles)
    ]  # fmt: skip
    if named:
        yield f"It changes {words.listed(named)}."
    hidden = [part for part in verdict.parts if not part.is_rule and not part.changes_visibility]
    if hidden and len(hidden) == len(verdict.parts) and not any(_of_numbers(verdict, {})):
        yield "The study does not see how often players use that."


def changed_numbers(verdict: Verdict, titles: Mapping[str, str]) -> Iterator[tuple[str, list[tuple[int, int]]]]:
    """Yield the title of each part that changes numbers, with these numbers before and after.

    A field often repeats the number of a rule, so a number of a field counts only if no rule has it.
    """
    of_rules = {pair for part in verdict.parts if part.is_rule for pair in part.changes}
    for part in verdict.parts:
        if pairs := [pair for pair in part.changes if part.is_rule or pair not in of_rules]:
            yield titles.get(part.target) or part.title or words.spoken(part.target), pairs


def uses(verdict: Verdict, titles: Mapping[str, str]) -> Iterator[str]:
    """Yield the clauses about the work of the rule, the most important first and without the seats."""
    yield from _counted(verdict, titles)
    yield from _traced(verdict, titles)
    for clause, _ in _flows(verdict):
        yield clause


def _flows(verdict: Verdict) -> Iterator[tuple[str, Sequence[int]]]:
    """Yield clauses about the gains and losses through the rule, with the amounts by seat.

    If the rule raises a price, only the difference from the usual price counts.
    """
    use = verdict.use
    times = sum(sum(counts) for key, counts in use.times.items() if key.partition(" ")[0] == WORKED)
    seen = _seen(verdict)
    for what, amounts in use.gained.items():
        yield f"it gave {_amount_of(what, amounts, verdict)}{_each_time(amounts, times, verdict)} {seen}", amounts
    for what, amounts in use.lost.items():
        extra = use.extra.get(what)
        if extra is not None:
            more = "more" if sum(extra) >= 0 else "less"
            amount = _amount_of(what, [abs(each) for each in extra], verdict)
            yield f"it cost {amount} {more} than usual{_each_time(extra, times, verdict)} {seen}", extra
        else:
            usual = ", including the usual price" if any(p.verb == "except" for p in verdict.parts) else ""
            amount = _amount_of(what, amounts, verdict)
            yield f"it took {amount}{_each_time(amounts, times, verdict)}{usual} {seen}", amounts


def _each_time(amounts: Sequence[int], times: int, verdict: Verdict) -> str:
    """Return the mean amount of each use, or an empty string if that is the amount per game."""
    total = abs(sum(amounts))
    is_other = times not in (0, verdict.traced) and total > times
    return f", {words.plain(total / times)} each time" if is_other else ""


def _seen(verdict: Verdict) -> str:
    """Return the note on numbers that come only from the examined games."""
    return f"({verdict.traced:,} examined games)" if verdict.traced > 1 else "(one examined game)"


def _amount_of(what: str, amounts: Sequence[int], verdict: Verdict) -> str:
    return f"{words.plain(sum(amounts) / verdict.traced)} {what} per game"


def _counted(verdict: Verdict, titles: Mapping[str, str]) -> Iterator[str]:
    """Yield a clause about each move of the rule itself, which all games count.

    If the examined games show the chances of the move, `_traced` counts the moves instead.
    """
    is_asked = any(key.startswith(f"{ASKED} ") for key in verdict.use.times)
    for name, estimate in verdict.times.items():
        used = f"“{words.titled(name, titles)}”" if name in titles else "the rule"
        most = verdict.capacity.get(name)
        if name in verdict.too_cheap:
            yield f"every player used {used} in nearly every game, so it is too cheap to be a choice"
        elif most is not None:
            yield f"players used {used} {words.plain(estimate.mean)} of {most} possible times per game"
        elif name in titles or not is_asked:
            yield f"players used {used} {words.times(estimate.mean)} per game"


def _traced(verdict: Verdict, titles: Mapping[str, str]) -> Iterator[str]:
    """Yield clauses such as `the rule came into play 1.1 times per game (10 examined games)`."""
    for part in verdict.parts if verdict.traced else ():
        for clause in _of_part(part, verdict, titles):
            yield f"{clause} {_seen(verdict)}"
    for clause in _of_numbers(verdict, titles) if verdict.traced else ():
        yield f"{clause} {_seen(verdict)}"


def _of_part(part: Part, verdict: Verdict, titles: Mapping[str, str]) -> Iterator[str]:
    title = part.title or titles.get(part.target, "")
    name = f"“{title}”" if title and sum(each.is_rule for each in verdict.parts) > 1 else "the rule"
    by_way = {way: sum(verdict.use.times.get(f"{way} {part.key}", ())) for way in (USED, ASKED, *PLAIN_TIMES)}
    games = verdict.traced
    if by_way[ASKED] and part.verb != "replace":
        used, asked = (words.plain(by_way[way] / games) for way in (USED, ASKED))
        yield f"players used {used} of {asked} chances per game"
        return
    if by_way[USED]:
        if not verdict.times:
            yield f"{name} was used {words.times(by_way[USED] / games)} per game"
        return
    for way, said in PLAIN_TIMES.items():
        if by_way[way]:
            chances = verdict.use.chances.get(f"{way} {part.key}", 0) if part.verb != "add rule" else 0
            moves = words.listed([f"“{words.titled(each, titles)}”" for each in verdict.at_stake]) or "a move"
            told = CASES[way] if chances > by_way[way] else said
            often = words.plain(by_way[way] / games) if chances > by_way[way] else words.times(by_way[way] / games)
            told = told.replace("{times}", often).replace("{chances}", words.plain(chances / games))
            told = told.replace("{rest}", words.times((chances - by_way[way]) / games))
            told = told.replace("{often}", words.times(by_way[way] / games))
            told = told.replace("{rule}", f"“{words.titled(part.target, titles)}”").replace("{moves}", moves)
            yield told.replace("{name}", name)
    if part.is_rule and not any(by_way.values()):
        yield f"{name} did nothing"


def _of_numbers(verdict: Verdict, titles: Mapping[str, str]) -> Iterator[str]:
    """Yield clauses about the moves that only a changed number permits.

    A number that never mattered has no clause, because it need not be a limit. Moves with the same title count as one.
    """
    games = verdict.traced
    sums: dict[tuple[str, str], list[int]] = {}
    for key, chances in verdict.use.chances.items():
        way, _, move = key.partition(" ")
        found = sums.setdefault((way, words.titled(move, titles)), [0, 0])
        found[0] += sum(verdict.use.times.get(key, ()))
        found[1] += chances
    ranked = sorted(sums.items(), key=lambda item: -item[1][0])
    for (way, name), (times, chances) in ranked:
        if way == ALLOWED:
            often, most = words.plain(times / games), words.plain(chances / games)
            yield f"players did “{name}” {often} times per game beyond the old number, of {most} chances"
    needed = [
        f"“{name}” {words.plain(times / games)} of {words.plain(chances / games)} times"
        for (way, name), (times, chances) in ranked if way == NEEDED and times
    ]  # fmt: skip
    if left := needed[MOST_NEEDED:]:
        needed[MOST_NEEDED:] = [f"more rarely {len(left)} other moves" if len(left) > 1 else left[0]]
    if needed:
        yield f"only the new numbers permitted, per game, {words.listed(needed)}"


def _whose(counts: Sequence[int], verdict: Verdict, seats: Sequence[str]) -> str:
    """Return the amounts by seat, or an empty string if each seat has about the same amount.

    The amounts differ if the rule names a seat, or if one seat has nothing or more than twice the mean in enough games.
    """
    each = counts[: len(seats)]
    uneven = min(each) == 0 or max(each) > 2 * sum(each) / len(each)
    differ = any(part.names_a_seat for part in verdict.parts) or (uneven and verdict.traced >= FEWEST_OBSERVED)
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


def ranked(verdict: Verdict) -> list[Effect]:
    """Return the changed effects on the game and on actions.

    Those that players would certainly notice come first, then the moves that the rule concerns, then the largest.
    """
    changed = [each for each in (*verdict.effects, *action_effects(verdict)) if each.outcome == CHANGED]
    return sorted(changed, key=lambda effect: (not effect.is_sure, not _is_near(effect, verdict), -_size(effect)))


def _is_near(effect: Effect, verdict: Verdict) -> bool:
    return effect.measure.partition(".")[2] in verdict.at_stake


def _size(effect: Effect) -> float:
    """Return the change in relation to the smallest change that players would notice."""
    return abs(effect.change.mean) / effect.noticed if effect.noticed else inf
