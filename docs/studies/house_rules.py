"""Study the house rules in `docs/house-rules.md` and write the results to `docs/house-rules-studied.md`.

    make studies                  play for ten minutes for each game and kind of bot
    make studies MINUTES=0        write the page from saved deals
    python -m docs.studies.house_rules --game medieval_merchant     update only that part of the page

The script saves deals in `build/studies`, and the next run continues there. A time limit does not bias the confidence
intervals, because they are valid whenever a study stops. Paths are relative to the root of the project.
"""

from __future__ import annotations

import argparse
import re
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from textwrap import TextWrapper

from mercatoria import study
from mercatoria.simulation import NATIVE

ROOT = Path(__file__).resolve().parents[2]
RULES, PAGE = (ROOT / "docs" / name for name in ("house-rules.md", "house-rules-studied.md"))
KEPT = ROOT / "build" / "studies"
HEADING = re.compile(
    r"^## (?P<title>\d+\. .+)$\n(?:(?!^## )[^\n]*\n)*?```rules file (?P<name>\w+)\.rules$", re.MULTILINE
)
KINDS = ("eager", "random")
"""Kinds of bots, which the native engine plays. Four bots of the same kind play at each table."""

UNTRACED = ("merchants_of_medieval_europe", "eager")
"""Game and kind of bots without traced games, because each traced game would take a minute."""

PLAYERS, MOST_GAMES, SEED = 4, 1_000_000, 1

BEGINNING = """\
# What the ten house rules do

This page lists the verdicts on [the ten house rules](house-rules.md). The command `make studies` plays the games and
writes this page. In each game, four bots of the same kind play against each other. The `eager` bots take the move that
looks best at once, and the `random` bots make any legal move. Neither plays like a person; games of `random` bots in
particular do not show how a rule affects a well-played game. [What does a rule do?](study.md) explains the verdicts and
their numbers. With 95 % probability, all intervals of the verdicts on one game and one kind of bot are correct.
"""


def fill(text: str, indent: str = "") -> str:
    """Break a paragraph into lines. Lines after the first one begin with `indent`."""
    return TextWrapper(120, subsequent_indent=indent, break_on_hyphens=False).fill(text)


def titles() -> dict[str, str]:
    """Return a dictionary from variant names to the headings of house rules, in the order of the page."""
    return {found["name"]: found["title"] for found in HEADING.finditer(RULES.read_text(encoding="utf-8"))}


def questions(only: str = "*") -> Iterator[list[study.Question]]:
    """Yield the studies of each game, one per kind of bot, which compare house rules with the printed rules.

    Args:
        only: Slug of one game, or a pattern for several.
    """
    for folder in sorted((ROOT / "games").glob(only)):
        names = tuple(name for name in titles() if (folder / "variants" / f"{name}.rules").is_file())
        if names:
            compared, extent = study.compared(study.Comparison(folder.name, with_=names)), study.Extent(MOST_GAMES)
            yield [
                study.Question(
                    compared, (study.LineUp((kind,) * PLAYERS),), extent, SEED,
                    looked_into=0 if (folder.name, kind) == UNTRACED else 10, engine=NATIVE,
                )
                for kind in KINDS
            ]  # fmt: skip


def played(question: study.Question, minutes: float) -> study.Inquiry:
    """Resume a study from its saved deals and play for at most `minutes` more."""
    inquiry = study.Inquiry(question)
    KEPT.mkdir(parents=True, exist_ok=True)
    inquiry.keep(KEPT / f"{question.compared.asked.game}.{question.line_ups[0].seats[0]}.jsonl", go_on=True)
    kept = sum(1 for results in inquiry.kept.values() for _ in results.deals())
    until = time.monotonic() + 60 * minutes
    with study.workers(jobs=1) as workers:
        for number, _ in enumerate(inquiry.play(workers), 1):
            if number >= kept and time.monotonic() >= until:
                break
    return inquiry


def part(inquiries: Sequence[study.Inquiry]) -> Iterator[str]:
    """Yield the paragraphs about the house rules of one game, as Markdown."""
    compared, said = inquiries[0].question.compared, titles()
    told = {inquiry.question.line_ups[0].seats[0]: inquiry.report() for inquiry in inquiries}
    yield f"## {compared.base.title}"
    for inquiry in inquiries:
        again = replace(inquiry.question, extent=study.Extent(inquiry.played))
        yield f"This command plays {inquiry.played:,} deals with the printed rules and with each house rule:"
        yield f"    {again.command()}"
    for kind, report in told.items():
        yield f"With the printed rules and `{kind}` players:"
        yield "\n".join(fill(f"- {sentence}", "  ") for sentence in report.summary)
    for at, name in enumerate(compared.asked.with_):
        yield f"### {said[name]}"
        for kind, report in told.items():
            verdict = report.verdicts[at]
            yield fill(f"With `{kind}` players: **{verdict.short}**")
            groups = (f"- {group.label}: {' '.join(group.sentences)}" for group in verdict.groups)
            yield "\n".join(fill(group, "  ") for group in groups)


def parts_of(page: str) -> dict[str, str]:
    """Return a dictionary from the title of each game to its part of the current page."""
    _, *parts = re.split(r"^## ", page, flags=re.MULTILINE)
    return {each.partition("\n")[0]: f"## {each.rstrip()}" for each in parts}


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--minutes", type=float, default=10, help="minutes for each game and kind of player")
    games = sorted(folder.name for folder in (ROOT / "games").iterdir())
    asked.add_argument("--game", choices=games, help="study only this game")
    minutes, only = asked.parse_args().minutes, asked.parse_args().game
    parts, before = [BEGINNING.rstrip()], parts_of(PAGE.read_text(encoding="utf-8"))
    for asked_of_game in questions():
        base = asked_of_game[0].compared
        if only in (None, base.asked.game):
            parts += part([played(question, minutes) for question in asked_of_game])
        else:
            parts.append(before[base.base.title])
    PAGE.write_text("\n\n".join(parts) + "\n", encoding="utf-8")
    print(f"written: {PAGE.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
