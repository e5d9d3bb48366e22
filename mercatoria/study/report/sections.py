"""Builds the sections of a report, for each table and for several tables together."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence

from mercatoria.simulation import FEWEST_OBSERVED
from mercatoria.study.findings import RISK, Findings, RuleSetFindings
from mercatoria.study.measures import AVERAGE, COURSE, HALFWAY, HIGHEST, LEADERS, LOWEST, TRACKS
from mercatoria.study.report import words
from mercatoria.study.report.content import (
    Band,
    Bar,
    Chapter,
    Curves,
    Figure,
    Lengths,
    Part,
    Report,
    Section,
    Studied,
    Table,
    Tracks,
)
from mercatoria.study.report.strategy_words import strategy_sentences
from mercatoria.study.report.summary import rung, seats_of, summary, tail, verdicts_told
from mercatoria.study.strategies import strategies
from mercatoria.study.verdict import NOTICED_COUNT, NOTICED_LENGTH, NOTICED_SHARE

RARE = 0.1
"""Fraction of the traced games below which a rule or clause counts as rarely applied."""


def report(chapters: Sequence[Chapter], studied: Studied) -> Report:
    """Return the report on one or more line-ups."""
    tables = [chapter for chapter in chapters if not chapter.line_up.rung]
    rungs = [chapter for chapter in chapters if chapter.line_up.rung and chapter.found.base.games]
    several = len(tables) > 1
    parts = [Part("", (_side_by_side(tables),))] if several else []
    for chapter in tables:
        title = f"With {chapter.line_up.name}" if several else ""
        parts.append(Part(title, tuple(_of_table(chapter.found, studied))))
    last = [_ladder(rungs, several)] if rungs else []
    parts.append(Part("", (*last, _how_to_read(chapters, studied))))
    return Report(studied, tuple(verdicts_told(chapters)), tuple(summary(chapters)), tuple(parts))


def _of_table(found: Findings, studied: Studied) -> Iterator[Section]:
    if not found.base.games:
        yield Section("No game was played to its end")
        return
    if len(_named(found, "win")) > 1:
        yield _who_wins(found)
    yield _course(found)
    if _named(found, "leader_wins"):
        yield _how_early(found)
    if _named(found, "worth"):
        yield _what_matters(found)
    yield _points(found)
    if _named(found, "most"):
        yield _strategies(found)
    yield _what_is_done(found)
    if any(each.looked_into for each in found.rule_sets):
        yield _rules(found, studied)


# ---------------------------------------------------------------- tables and figures


def _named(found: Findings, *groups: str) -> list[str]:
    return [measure.name for measure in found.measures if measure.name.partition(".")[0] in groups]


def _table(found: Findings, names: Sequence[str], first: str) -> Table:
    """Return a table with a row per measure: the values for the base and the variant, and the difference.

    With several variants, the table shows only base values and differences, so that it fits on a page.
    """
    variants = found.rule_sets[1:]
    shown = (found.base, *variants) if len(variants) == 1 else (found.base,)
    rows = []
    for name in names:
        told = words.wording(name, found.titles)
        values = (words.value(each.estimates[name], told.share) for each in shown)
        rows.append((told.label, *values, *(_marked_change(each, name) for each in variants)))
    differences = ("difference",) if len(variants) == 1 else tuple(f"{each.title}: difference" for each in variants)
    return Table((first, *(each.title for each in shown), *differences), tuple(rows))


def _marked_change(each: RuleSetFindings, name: str) -> str:
    difference = each.differences[name]
    return words.change(difference, words.wording(name).share) + (" ✓" if difference.tells else "")


def _figure(found: Findings, title: str, names: Sequence[str], share: bool, even: float | None = None) -> Figure:
    bars = (Bar(name.partition(".")[2], tuple(e.estimates[name] for e in found.rule_sets)) for name in names)
    return Figure(title, _series(found), tuple(bars), share, even)


def _series(found: Findings) -> tuple[str, ...]:
    return tuple(each.title for each in found.rule_sets)


# ---------------------------------------------------------------- of one table


def _who_wins(found: Findings) -> Section:
    names = _named(found, "win", "win_by")
    even = 1 / len(_named(found, "win"))
    sentences = [
        f"{found.deals:,} deals, {found.base.games:,} games under each set of rules. Joint winners share a win equally."
    ]
    sentences += [
        f"Because the deals are the same, the effect of “{each.title}” on wins is known as precisely as after "
        f"{each.pairing:.1f} times as many games with separate deals."
        for each in found.rule_sets[1:]
        if each.pairing is not None and each.pairing > 1
    ]
    figure = _figure(found, "Share of wins; the dotted line marks an equal share", names, share=True, even=even)
    return Section("Who wins", tuple(sentences), (figure,), (_table(found, names, "share"),))


def _course(found: Findings) -> Section:
    names = _series(found)
    tail_row = ("decisions that one game in twenty exceeded", *(f"{tail(each):,}" for each in found.rule_sets))
    endings = dict.fromkeys(ending for each in found.rule_sets for ending in each.endings)
    shares = (
        (
            f"games that end with “{words.titled(ending, found.titles)}”",
            *(_ended(each, ending) for each in found.rule_sets),
        )
        for ending in endings
    )
    lengths = Lengths("Length of the games", names, tuple(each.lengths for each in found.rule_sets))
    measured = _table(found, [measure.name for measure in COURSE if measure.name in found.base.estimates], "")
    counted = Table(("observed in the games played", *names), (tail_row, *shares))
    return Section("The course of the game", (), (lengths,), (measured, counted))


def _ended(each: RuleSetFindings, ending: str) -> str:
    return words.number(each.endings.get(ending, 0) / each.games, share=True)


def _how_early(found: Findings) -> Section:
    names = [measure.name for measure in LEADERS]
    points = tuple(tuple(each.estimates[name] for name in names) for each in found.rule_sets)
    even = 1 / len(_named(found, "win"))
    curves = Curves("Share of games won by the leader at that time", _series(found), points, even)
    sentence = (
        "A game is decided early if the curve is high early. If the curve stays at the dotted line, the leader has no "
        "better chance than the other players: points come late, or the lead does not last."
    )
    return Section("How early the game is decided", (sentence,), (curves,), (_table(found, names[1::2], ""),))


def _what_matters(found: Findings) -> Section:
    sentence = (
        "For some decisions, the study tried up to six moves and played each of them to the end at random, with the "
        "same dice and draws. The value of a decision is the advantage of the best move over a random move, for a "
        "player who sees all hidden information. Half of these games are used to find the best move and the "
        "other half to measure its advantage, so luck does not bias the result."
    )
    names = [*_named(found, "worth"), *_named(found, "worth_in"), *_named(found, "sure")]
    return Section("Decisions that matter", (sentence,), (), (_table(found, names, ""),))


def _points(found: Findings) -> Section:
    names = _named(found, "score")
    figures = (_tracks(found), _figure(found, "Points at the end", names, share=False))
    return Section("Points", (), figures, (_table(found, names, "points"),))


def _tracks(found: Findings) -> Tracks:
    bands = []
    for each in found.rule_sets:
        lines = {place: tuple(each.estimates[m.name].mean for m in TRACKS[place] if m.name in each.estimates)
                 for place in (HIGHEST, AVERAGE, LOWEST)}  # fmt: skip
        average = lines[AVERAGE]
        bands.append(Band(each.title, lines[HIGHEST] or average, average, lines[LOWEST] or average))
    return Tracks("Points over the game: highest, average and lowest seat", tuple(bands))


def _strategies(found: Findings) -> Section:
    players = len(seats_of(found))
    reading = (
        "For each action, the bars show how often the seat wins that takes the action most often in a game. This does "
        "not show what causes what: a player who is ahead can afford more."
    )
    sentences = [reading]
    before = strategies(found.base, players)
    for each in found.rule_sets:
        now = strategies(each, players)
        unlike = (now.dominant, now.losing, now.dead) != (before.dominant, before.losing, before.dead)
        if each is found.base or unlike:
            said = " ".join(strategy_sentences(now, found.titles))
            sentences.append(f"{each.title}: {said}" if len(found.rule_sets) > 1 else said)
    names = [name for name in _named(found, "most") if found.base.estimates[name].number]
    names.sort(key=lambda name: -found.base.estimates[name].mean)
    bars = tuple(
        Bar(words.wording(name, found.titles).label, tuple(each.estimates[name] for each in found.rule_sets))
        for name in names
    )
    title = "Wins of the seat that takes an action most often; the dotted line marks an equal share"
    figure = Figure(title, _series(found), bars, share=True, even=1 / players)
    return Section("Leaders and strategies", tuple(sentences), (figure,), (_table(found, names, "wins"),))


def _what_is_done(found: Findings) -> Section:
    sentences = []
    for each in found.rule_sets:
        if each.never_done:
            never = _listed(each.never_done, found.titles)
            sentences.append(f"Never done under “{each.title}”, in {each.games:,} games: {never}.")
        seldom = {name: games for name, games in each.done_in.items() if games < FEWEST_OBSERVED}
        if seldom:
            told = (f"{words.titled(name, found.titles)} (in {games})" for name, games in seldom.items())
            sentences.append(
                f"Too rare under “{each.title}” to estimate how often: {', '.join(told)} of {each.games:,} games."
            )
    names = _named(found, "done")
    return Section("What is done", tuple(sentences), (), (_table(found, names, "times per game"),))


def _rules(found: Findings, studied: Studied) -> Section:
    looked = [each for each in found.rule_sets if each.looked_into]
    number = looked[0].looked_into
    looked_into = (
        f"In {number:,} games under each set of rules, the study recorded which rules applied. A rule that applied in "
        f"none of these games may still apply in up to {words.number(_at_most(number), True)} of all games."
    )
    sentences = [looked_into]
    dead = {each.title: _listed(each.dead, found.titles) for each in looked if each.dead}
    sentences += [f"Dead rules under “{title}”: {names}." for title, names in dead.items()]
    clauses = sorted({name for each in looked for name in each.clauses} | studied.citations.keys() - studied.standing)
    never = [name for name in clauses if not any(name in each.clauses for each in looked)]
    if not never and not any(each.dead for each in looked):
        sentences.append("Every rule applied in at least one of these games.")
    rows = [*_rare(looked, lambda each: each.rules, {}, found.titles)]
    rows += _rare(looked, lambda each: each.clauses, studied.citations, found.titles)
    tables = [Table(("rarely applied", *(each.title for each in looked)), tuple(rows))] if rows else []
    if never:
        unused = tuple((f"{name} {studied.citations[name]}",) for name in never)
        tables.append(Table(("printed clauses that applied in none of these games",), unused))
    return Section("Rules that hardly matter", tuple(sentences), (), tuple(tables))


def _at_most(games: int) -> float:
    """Return the highest rate at which an event could go unseen in this many games with probability `RISK`."""
    return 1 - math.pow(RISK, 1 / games)


def _rare(
    looked: Sequence[RuleSetFindings], of: Callable[[RuleSetFindings], dict[str, int]], sayings: Mapping[str, str],
    titles: Mapping[str, str],
) -> Iterator[tuple[str, ...]]:
    """Yield the rules or clauses that rarely applied under at least one rule set, with their counts."""
    for name in sorted({name for each in looked for name in of(each)}):
        asked = [each for each in looked if name in of(each) or name in each.dead or name in sayings]
        if min(of(each).get(name, 0) / each.looked_into for each in asked) < RARE:
            told = (f"{of(each).get(name, 0)} of {each.looked_into} games" if each in asked else "–" for each in looked)
            title = words.titled(name, titles)
            yield (f"{name} {sayings[name]}" if name in sayings else title, *told)


def _listed(names: Sequence[str], titles: Mapping[str, str]) -> str:
    return ", ".join(words.titled(name, titles) for name in names)


# ---------------------------------------------------------------- of several line-ups


def _side_by_side(tables: Sequence[Chapter]) -> Section:
    """Return the section that compares the tables with different player counts.

    For each variant, the section shows the differences from the base.
    """
    heading = tuple(chapter.line_up.name for chapter in tables)
    known = [{measure.name for measure in chapter.found.measures} for chapter in tables]
    first = tables[0].found
    course = [measure.name for measure in COURSE]
    names = [
        name
        for name in (*_named(first, "win"), *course, HALFWAY, "worth", "sure")
        if all(name in each for each in known)
    ]
    shown = []
    for at, each in enumerate(first.rule_sets):
        rows = []
        for name in names:
            told = words.wording(name)
            sets = [chapter.found.rule_sets[at] for chapter in tables]
            cells = (
                _marked_change(one, name) if at else words.value(one.estimates[name], told.share) for one in sets
            )
            rows.append((told.label, *cells))
        shown.append(Table((f"{each.title}: difference" if at else each.title, *heading), tuple(rows)))
    return Section("By the number of players", (), (), tuple(shown))


def _ladder(rungs: Sequence[Chapter], several: bool) -> Section:
    """Return the section on skill, which shows how often the better player wins."""
    sentences = [
        rung(chapter, each, several) + (f" Under “{each.title}”." if at else "")
        for chapter in rungs
        for at, each in enumerate(chapter.found.rule_sets)
    ]
    series = _series(rungs[0].found)
    bars = tuple(
        Bar(
            chapter.line_up.name + (f", {chapter.line_up.players} players" if several else ""),
            tuple(each.estimates[f"win_by.{chapter.line_up.seats[0]}"] for each in chapter.found.rule_sets),
        )
        for chapter in rungs
    )
    counts = {chapter.line_up.players for chapter in rungs}
    even = 1 / counts.pop() if len(counts) == 1 else None
    title = "Wins of the supposedly better player" + ("; the dotted line marks an equal share" if even else "")
    return Section("Does the better player win?", tuple(sentences), (Figure(title, series, bars, True, even),))


def _how_to_read(chapters: Sequence[Chapter], studied: Studied) -> Section:
    intervals = (
        f"The brackets show an interval for the true mean. With probability {1 - RISK:.0%}, all intervals of the "
        "verdicts contain their true means, whenever the study stops. The same holds for each other group of intervals "
        "(points, leaders, decisions …). ✓ marks a significant difference."
    )
    sentences = [intervals]
    if len(chapters[0].found.rule_sets) > 1:
        sentences.append(
            "All sets of rules were played with the same deals: the same dice, draws and seats, wherever the rules "
            "use them in the same way. Each difference compares the same deal under two sets of rules. Differences "
            "between shares are in percentage points."
        )
        sentences.append(
            f"A verdict assumes that players notice {100 * NOTICED_SHARE:.0f} more or fewer wins in 100 games, the "
            f"same change of another share, a change of {NOTICED_LENGTH:.0%} in the length, and a change of "
            f"{NOTICED_COUNT:.0%} in anything else, such as points, or how often something happens."
        )
    sentences.append("These games were played by computer players. People may play differently.")
    sentences.append(f"The command that repeats this study: `{studied.command}`. Its seed is {studied.seed}.")
    rows = [
        (name, str(players), mark) for players, marks in studied.fingerprints.items() for name, mark in marks.items()
    ]
    marks = Table(("rules", "players", "fingerprint"), tuple(rows))
    return Section("How to read and repeat this study", tuple(sentences), (), (marks,))
