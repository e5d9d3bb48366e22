"""Summarises the main findings of a study in a few sentences, and the verdict on each variant."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from mercatoria.study.findings import Findings, RuleSetFindings
from mercatoria.study.measures import HALFWAY
from mercatoria.study.report import words
from mercatoria.study.report.content import Chapter, Told
from mercatoria.study.report.strategy_words import strategy_sentences
from mercatoria.study.report.verdict_words import told
from mercatoria.study.strategies import strategies
from mercatoria.study.verdict import MOSTLY_LOWEST, verdicts


def verdicts_told(chapters: Sequence[Chapter]) -> Iterator[Told]:
    """Yield the verdict on each variant at each table.

    If there are several tables, each title says which table the verdict is about.
    """
    tables = [chapter for chapter in chapters if not chapter.line_up.rung]
    for chapter in tables:
        found = chapter.found
        for each in verdicts(found):
            said = told(each, found.titles, seats_of(found), chapter.progress)
            yield replace(said, title=f"{said.title}, with {chapter.line_up.name}") if len(tables) > 1 else said


def seats_of(found: Findings) -> list[str]:
    """Return the names of the seats."""
    return [measure.name.partition(".")[2] for measure in found.measures if measure.name.startswith("score.")]


def summary(chapters: Sequence[Chapter]) -> Iterator[str]:
    """Yield the sentences about each table, except the verdicts, and then those about the skill ladder.

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
                f"During play, a rule failed under “{each.title}”: {each.failed[0]}. The deals in which a rule failed "
                "are left out."
            )
    if not found.base.games:
        yield "No game finished, so there is nothing to report."
    elif len(found.rule_sets) == 1:
        yield from _of_base(found)
    if found.base.games and len(seats_of(found)) > 1:
        has_scores = found.base.at_lowest <= MOSTLY_LOWEST
        if not has_scores:
            yield "Most players end with the lowest score, so these games do not show what makes players win."
        yield from strategy_sentences(strategies(found.base, len(seats_of(found))), found.titles, has_scores)


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
            f"eventual winner takes the final lead after {words.value(base.estimates['settled'], True)} of the game."
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
