"""Puts estimates and their bounds into words, with a note if there are too few games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import floor, isinf, log10

from mercatoria.simulation import Estimate


@dataclass(frozen=True, slots=True)
class Wording:
    """Wording of a measure: tables use `label`, and sentences use `noun`.

    If `noun` has no article, it is plural. If `share` is True, the measure is shown as a percentage. Lists in sentences
    use `short`, and `unit` is the unit of a change, which for shares counts hundredths.
    """

    label: str
    noun: str
    short: str = ""
    unit: str = ""
    share: bool = False
    more: str = ""
    less: str = ""
    """Phrases for a rise and a fall, such as `longer games` and `shorter games`."""
    topic: str = ""
    """Shortest name, for lists of what did not change."""
    clause: str = ""
    """Clause about the value `{now}` under a variant, which replaces the value `{before}`."""


COURSE = {
    "length": Wording(
        "decisions per game", "decisions per game", "the length", "decisions", False, "longer games",
        "shorter games", "length", "a game has {now} decisions instead of {before}",
    ),
    "points": Wording(
        "average score", "the average score", "the average score", "points", False, "more points for everyone",
        "fewer points for everyone", "average score", "each player scores {now} points instead of {before}",
    ),
    "spread": Wording(
        "gap in points between first and last place", "the gap in points between first and last place",
        "the gap between first and last place", "points", False, "a larger gap between first and last place",
        "a smaller gap between first and last place", "gap",
        "the gap between first and last place is {now} points instead of {before}",
    ),
    "lead_changes": Wording(
        "changes of the lead", "changes of the lead", "the changes of the lead", "changes", False,
        "more changes of the lead", "fewer changes of the lead", "lead changes",
        "the lead changes {now} times per game instead of {before}",
    ),
    "settled": Wording(
        "part of the game that is over when the winner takes the final lead",
        "the part of the game after which the winner takes the final lead",
        "when the winner takes the final lead", "% of the game", True,
        "a later decision of the game", "an earlier decision of the game", "final lead",
        "the winner takes the final lead after {now} % of the game instead of {before} %",
    ),
    "choices": Wording(
        "decisions with more than one legal move", "the share of decisions with more than one legal move",
        "how often a player has more than one legal move", "decisions in 100",
        True, "more decisions with a choice", "fewer decisions with a choice", "how often players have a choice",
        "a player has more than one legal move in {now} decisions of 100 instead of {before}",
    ),
    "won_from_behind": Wording(
        "games won by a player who was behind at half-time",
        "the share of games won by a player who was behind at half-time", share=True,
    ),
    "shared": Wording(
        "games with more than one winner", "the share of games with more than one winner", share=True
    ),
}  # fmt: skip
"""Wording of the measures of how a game runs, in report order."""

WEIGHED = {
    "worth": Wording("gain from the best move, as a share of a win", "the value of a decision", share=True),
    "sure": Wording(
        "decisions with a significant effect", "the share of decisions with a significant effect", share=True
    ),
}  # fmt: skip
"""Wording of the measures of evaluated decisions."""


NO_TITLES: Mapping[str, str] = {}

IN_100 = "games in 100"
"""Unit of a change of a win rate."""


def wording(name: str, titles: Mapping[str, str] = NO_TITLES) -> Wording:
    """Return the wording of a measure. `titles` contains the titles of rules, keyed by name."""
    group, _, about = name.partition(".")
    if name == "win":
        nouns = ("games won by one of the seats", "wins of one of the seats", "who wins", IN_100)
        return Wording(*nouns, True, "more wins of one of the seats", "fewer wins of one of the seats", "who wins")
    if group in ("win", "win_by"):
        nouns = (f"games won by {about}", f"wins of {about}", f"the wins of {about}", IN_100)
        clause = f"{about} wins {{now}} games in 100 instead of {{before}}"
        return Wording(*nouns, True, f"more wins of {about}", f"fewer wins of {about}", f"wins of {about}", clause)
    if group == "score":
        return Wording(f"points of {about}", f"points of {about}")
    if group == "leader_wins":
        part = f"{about}0 % of the game"
        label = f"games won by the leader after {part}"
        leader = "leader at half-time" if about == "5" else f"leader after {part}"
        noun = f"wins of the {leader}"
        ways = (f"more {noun}", f"fewer {noun}")
        clause = f"the {leader} wins {{now}} games in 100 instead of {{before}}"
        return Wording(label, noun, f"how often the {leader} wins", IN_100, True, *ways, leader, clause)
    if group in POINTS_AT:
        return Wording(f"{POINTS_AT[group]} after {about}0 % of the game".replace(" 00 %", " 0 %"), "")
    if group == "worth_in":
        phase = titled(about, titles)
        return Wording(f"gain from the best move in “{phase}”", f"the value of a decision in “{phase}”", share=True)
    if group == "done":
        done = titled(about, titles)
        clause = f"“{done}” happens {{now}} times per game instead of {{before}}"
        noun = f"the number of times that “{done}” occurs in a game"
        return Wording(done, noun, f"“{done}”", "times", clause=clause)
    if group == "agreed":
        done = titled(about, titles)
        clause = f"“{done}” is agreed {{now}} times per game instead of {{before}}"
        noun = f"the number of times that “{done}” is agreed in a game"
        return Wording(done, noun, f"“{done}”", "times", clause=clause)
    if group in LEADER_DOES:
        done = titled(about, titles)
        clause = f"the leader at half-time {LEADER_DOES[group]} “{done}” {{now}} times per game instead of {{before}}"
        return Wording(done, f"the number of times that the leader {LEADER_DOES[group]} “{done}”", clause=clause)
    if group == "most":
        done = titled(about, titles)
        return Wording(done, f"wins of the player who does “{done}” most often", share=True)
    return COURSE[name] if name in COURSE else WEIGHED[name]


POINTS_AT = {"highest": "points of the leading seat", "average": "average points", "lowest": "points of the last seat"}
"""Wording of the points of the seats during the game, keyed by the group of the measure."""


LEADER_DOES = {"leader_does": "does", "leader_offers": "offers", "leader_accepts": "accepts"}
"""Verbs for the moves of the leader at half-time, keyed by the group of the measure."""


def titled(name: str, titles: Mapping[str, str]) -> str:
    """Return the title of a rule, or its name as plain text with a capital."""
    return titles.get(name) or spoken(name).capitalize()


def spoken(name: str) -> str:
    """Return the name of a rule as plain text, with spaces."""
    return name.replace("_", " ")


def number(value: float, share: bool) -> str:
    """Return a number as text, such as `34.4 %` or `121.3`."""
    if isinf(value):
        return "?"
    if share:
        told = f"{100 * value:.1f} %"
    else:
        told = f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.1f}" if abs(value) >= 10 else f"{value:.2f}"
    return told.replace("-", "−")


def in_100(share: float) -> str:
    """Return a share as a number of games in 100, such as `34`."""
    return f"{100 * share:.0f}"


def plain(value: float, digits: int = 2) -> str:
    """Return a number with about this many significant digits, such as `34`, `8.7` or `6,410`."""
    if isinf(value):
        return "?"
    whole = floor(log10(abs(value))) if value else 0
    told = f"{value:,.{min(2, max(0, digits - 1 - whole))}f}"
    told = told.rstrip("0").rstrip(".") if "." in told else told
    return told.replace("-", "−") if told != "-0" else "0"


def times(number: float) -> str:
    """Return how often something happens, such as `once` or `8.7 times`."""
    told = plain(number)
    return {"1": "once", "2": "twice"}.get(told, f"{told} times")


def duration(seconds: float) -> str:
    """Return a time as text, such as `40 seconds`, `7 minutes` or `1.5 hours`."""
    for unit, size in (("hour", 3600), ("minute", 60)):
        if seconds >= size:
            amount = plain(seconds / size)
            return f"{amount} {unit}{'' if amount == '1' else 's'}"
    amount = f"{max(1, round(seconds))}"
    return f"{amount} second{'' if amount == '1' else 's'}"


def instead(name: str, before: float, after: float, titles: Mapping[str, str] = NO_TITLES) -> str:
    """Return a clause about a changed value, such as `Red wins 34 games in 100 instead of 24 (+10)`.

    The brackets contain the change, as a percentage unless the measure is a share or was not positive.
    """
    told = wording(name, titles)
    scale = 100 if told.share else 1
    digits = next((each for each in (2, 3, 4) if plain(scale * before, each) != plain(scale * after, each)), 4)
    change = after - before
    if told.share:
        sign = _signed(change, plain(abs(scale * change)))
    elif before > 0:
        sign = f"{_signed(change, plain(abs(100 * change / before)))} %"
    else:
        sign = _signed(change, plain(abs(change)))
    shown = told.clause.replace("{now}", plain(scale * after, digits))
    shown = shown.replace("{before}", plain(scale * before, digits))
    return f"{shown} ({sign})" if before else shown


def bounds(estimate: Estimate, share: bool) -> str:
    """Return an interval's bounds as text, such as `29.0 % to 40.1 %`.

    Returns a note instead if there are too few games, or if all deals so far had the same result.
    """
    if isinf(estimate.low) or isinf(estimate.high):
        return "too few games to say"
    if estimate.low == estimate.high:
        return f"in each of {estimate.number:,} deals"
    return f"{number(estimate.low, share)} to {number(estimate.high, share)}"


def value(estimate: Estimate, share: bool) -> str:
    """Return an estimate as text, such as `34.4 % (29.0 % to 40.1 %)`."""
    return f"{number(estimate.mean, share)} ({bounds(estimate, share)})"


def change(estimate: Estimate, share: bool) -> str:
    """Return a difference with its sign, such as `+2.1 % (+0.4 % to +3.8 %)`."""
    if isinf(estimate.low) or isinf(estimate.high) or estimate.low == estimate.high:
        return f"{_difference(estimate.mean, share)} ({bounds(estimate, share)})"
    within = f"{_difference(estimate.low, share)} to {_difference(estimate.high, share)}"
    return f"{_difference(estimate.mean, share)} ({within})"


def verdict(name: str, estimate: Estimate, titles: Mapping[str, str] = NO_TITLES) -> str:
    """Return a sentence about a significant difference.

    Returns "" if the difference is not significant.
    """
    if not estimate.tells:
        return ""
    group, _, about = name.partition(".")
    if group == "done":
        return _more_often(titled(about, titles), estimate)
    told = wording(name, titles)
    way = "rise" if estimate.mean > 0 else "fall"
    if told.noun.startswith("the "):
        way += "s"
    low, high = sorted((abs(estimate.low), abs(estimate.high)))
    scale = 100 if told.share else 1
    noun = told.noun[0].upper() + told.noun[1:]
    unit = f" {told.unit or 'percentage points'}" if told.share else ""
    within = f"{number(scale * low, False)} to {number(scale * high, False)}"
    if low == high:
        within = bounds(estimate, told.share)
    return f"{noun} {way} by {number(scale * abs(estimate.mean), False)}{unit} ({within})."


def _more_often(done: str, estimate: Estimate) -> str:
    """Return a sentence such as `“pass” occurs 3.81 fewer times per game (2.43 to 5.19).`"""
    low, high = sorted((abs(estimate.low), abs(estimate.high)))
    within = bounds(estimate, False) if low == high else f"{number(low, False)} to {number(high, False)}"
    way = "more" if estimate.mean > 0 else "fewer"
    return f"“{done}” occurs {number(abs(estimate.mean), False)} {way} times per game ({within})."


def _difference(value: float, share: bool) -> str:
    return _signed(value, number(abs(value), share))


def _signed(value: float, amount: str) -> str:
    """Return an amount with the sign of a value."""
    return f"{'+' if value > 0 else '−' if value < 0 else '±'}{amount}"


def listed(names: Sequence[str], last: str = "and") -> str:
    """Return names as a list such as `a, b and c`. The word `last` comes before the last name."""
    return f" {last} ".join(part for part in (", ".join(names[:-1]), *names[-1:]) if part)
