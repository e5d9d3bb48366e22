"""Summarises the main findings of a study in a few sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mercatoria.study.findings import Findings, RuleSetFindings
from mercatoria.study.intervals import FEWEST, Estimate
from mercatoria.study.measures import HALFWAY
from mercatoria.study.report import words
from mercatoria.study.report.content import Chapter

MOST_TOLD = 6
"""Maximum number of differences to mention per variant; the tables contain them all."""

FAR = 0.4
"""Change in a win rate that is obvious without a study."""

NEAR = 0.05
"""Change in a win rate that frequent players might notice."""


def summary(chapters: Sequence[Chapter]) -> Iterator[str]:
    """Yield the sentences about each table, then those about the skill ladder.

    If there are several tables, each sentence says which table it is about.
    """
    several = sum(not chapter.line_up.rung for chapter in chapters) > 1
    for chapter in chapters:
        if not chapter.line_up.rung:
            for sentence in _of_table(chapter.found):
                yield f"With {chapter.line_up.name}: {sentence}" if several else sentence
    for chapter in chapters:
        if chapter.line_up.rung and chapter.found.base.games:
            yield rung(chapter, chapter.found.base, several)


def rung(chapter: Chapter, each: RuleSetFindings, several: bool) -> str:
    """Return a sentence about the win rate of the supposedly better player."""
    better, worse = chapter.line_up.seats[:2]
    estimate, even = each.estimates[f"win_by.{better}"], 1 / chapter.line_up.players
    if estimate.low > even:
        said = f"`{better}` is the better player"
    elif estimate.high < even:
        said = f"`{better}` is the worse player"
    else:
        said = f"Nothing tells `{better}` from `{worse}`"
    table = f" of {chapter.line_up.players} players" if several else ""
    return (
        f"{said}: {chapter.line_up.name}{table}, it wins {words.value(estimate, True)} of the games; an equal share is "
        f"{words.number(even, True)}."
    )


def _of_table(found: Findings) -> Iterator[str]:
    for each in found.rule_sets:
        if each.failed:
            yield (
                f"During play, a rule failed under {each.name}: {each.failed[0]}. The deals in which a rule failed are "
                "left out."
            )
    if not found.base.games:
        yield "No game finished, so there is nothing to report."
    elif len(found.rule_sets) == 1:
        yield from _of_base(found)
    else:
        for each in found.rule_sets[1:]:
            yield from variant_summary(each)


# ---------------------------------------------------------------- a variant


def variant_summary(each: RuleSetFindings) -> Iterator[str]:
    """Yield sentences about a variant's significant differences from the base.

    If no win rate differs significantly, one sentence says how small a change these deals could have detected.
    """
    told = [(name, estimate) for name, estimate in each.differences.items() if _is_told(name, estimate)]
    said = [words.verdict(name, estimate) for name, estimate in sorted(told, key=_plainness)]
    if said:
        left = len(said) - MOST_TOLD
        more = f" {left} more difference{'s are' if left > 1 else ' is'} significant." if left > 0 else ""
        yield f"Under {each.name}: {' '.join(said[:MOST_TOLD])}{more}"
    else:
        yield f"Under {each.name}, no measured difference is significant."
    wins = {name: estimate for name, estimate in each.differences.items() if name.startswith("win")}
    if wins and not any(estimate.tells for estimate in wins.values()):
        seats = [estimate for name, estimate in wins.items() if name.startswith("win.")]
        least, needed = max(estimate.radius for estimate in seats), _needed(seats)
        if least > FAR:
            yield f"There are too few deals to say whether {each.name} changes who wins{needed}."
        else:
            points = words.number(least, True).removesuffix(" %")
            yield (
                f"Under {each.name}, no seat's share of wins changes by more than {points} percentage points; these "
                f"deals cannot show a smaller change{needed}."
            )


def _needed(wins: Sequence[Estimate]) -> str:
    """Return a phrase that says how many deals would detect a noticeable change.

    Returns "" if there are already enough deals, or too few for an estimate.
    """
    least, number = max(estimate.radius for estimate in wins), wins[0].number
    if least <= NEAR or number < FEWEST:
        return ""
    deals = float(f"{number * (least / NEAR) ** 2:.1e}")  # halving the radius requires four times as many deals
    return f". To detect a change of {100 * NEAR:.0f} percentage points takes about {deals:,.0f} deals"


def _plainness(told: tuple[str, Estimate]) -> tuple[bool, float]:
    """Return a sort key that puts action measures last, with the most precise first."""
    name, estimate = told
    done = name.startswith("done.")
    return done, estimate.radius / abs(estimate.mean) if done else 0.0


def _is_told(name: str, estimate: Estimate) -> bool:
    """Return True if the summary mentions this difference.

    The summary mentions only significant differences. Of the correlated measures of the leader's win rate, the summary
    mentions only the one at half-time.
    """
    group = name.partition(".")[0]
    return estimate.tells and (group != "leader_wins" or name == HALFWAY)


# ---------------------------------------------------------------- a game alone


def _of_base(found: Findings) -> Iterator[str]:
    base = found.base
    yield from _seats(base)
    kinds = {name.partition(".")[2]: e for name, e in base.estimates.items() if name.startswith("win_by.")}
    for better, worse in ((a, b) for a in kinds for b in kinds if kinds[a].low > kinds[b].high):
        yield (
            f"The player `{better}` wins more than `{worse}`, seat for seat: {words.value(kinds[better], True)} of the "
            f"games, and {words.value(kinds[worse], True)}."
        )
    length = base.estimates["length"]
    yield (
        f"A game has {words.value(length, False)} decisions; one in twenty of the games played had more than "
        f"{tail(base):,}."
    )
    if HALFWAY in base.estimates:
        yield (
            f"The leader at half-time wins {words.value(base.estimates[HALFWAY], True)} of the games; the "
            f"eventual winner takes the lead for good after {words.value(base.estimates['settled'], True)} of the game."
        )
    if "worth" in base.estimates:
        yield (
            f"On average, the best move in a decision gains {words.value(base.estimates['worth'], True)} of a win over "
            f"a random move; {words.value(base.estimates['sure'], True)} of the decisions have a significant effect."
        )


def _seats(base: RuleSetFindings) -> Iterator[str]:
    wins = {name.partition(".")[2]: e for name, e in base.estimates.items() if name.startswith("win.")}
    if len(wins) < 2:
        return
    even = 1 / len(wins)
    uneven = [name for name, e in wins.items() if e.low > even or e.high < even]
    if uneven:
        told = "; ".join(f"{name} wins {words.value(wins[name], True)}" for name in uneven)
        yield f"The seats are not equal: {told}. An equal share is {words.number(even, True)}."
    else:
        told = "; ".join(f"{name} {words.value(e, True)}" for name, e in wins.items())
        yield f"No seat is known to have an advantage. Shares of wins: {told}."


def tail(each: RuleSetFindings) -> int:
    """Return the 95th percentile of the game lengths."""
    return each.lengths[int(0.95 * (len(each.lengths) - 1))] if each.lengths else 0
