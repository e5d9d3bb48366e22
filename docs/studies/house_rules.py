"""Studies the house rules of `docs/house-rules.md`, and writes `docs/house-rules-studied.md`.

    make studies                  ten minutes for each game and kind of player
    make studies MINUTES=0        write the page from what was played before
    python -m docs.studies.house_rules --game medieval_merchant     that part of the page, the others stay

What was played is kept in `build/studies`, and the next run goes on from there. The intervals stay right whenever one
stops, so it does no harm to stop when time is up. Paths are from the root of the project.
"""

from __future__ import annotations

import argparse
import re
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from textwrap import fill

from mercatoria import study

ROOT = Path(__file__).resolve().parents[2]
RULES, PAGE = (ROOT / "docs" / name for name in ("house-rules.md", "house-rules-studied.md"))
KEPT = ROOT / "build" / "studies"
HEADING = re.compile(
    r"^## (?P<title>\d+\. .+)$\n(?:(?!^## )[^\n]*\n)*?```rules file (?P<name>\w+)\.rules$", re.MULTILINE
)
KINDS = ("greedy", "eager", "random")
"""Who plays: four of each."""

PLAYERS, MOST_GAMES, SEED = 4, 1_000_000, 1

BEGINNING = """\
# What the ten house rules do

[The ten house rules](house-rules.md), each with a paragraph on what it changes. `make studies` plays and writes this
page: a table of four players that plan their own turn for points (`greedy`), one of four that take what looks best in
their own turn (`eager`), which plays many more games, and one of four that do whatever the rules allow (`random`). None
plays like people: what `random` players show is what the rule can do, not what it does to a good game. Behind each
figure stands the interval in which the true value lies; [What does a rule do?](study.md) says how to read it. Where no
difference can be told, there may be one that is too small for so few deals, or that needs better players. A trigger
comes up whenever it wakes, even where it then does nothing because it works once per game.
"""


def titles() -> dict[str, str]:
    """What players say, by the name of the variant, in the order of the page."""
    return {found["name"]: found["title"] for found in HEADING.finditer(RULES.read_text(encoding="utf-8"))}


def questions() -> Iterator[list[study.Question]]:
    """For each game the printed rules against each of its house rules, once for each kind of player."""
    for folder in sorted((ROOT / "games").iterdir()):
        names = tuple(name for name in titles() if (folder / "variants" / f"{name}.rules").is_file())
        if names:
            compared, extent = study.compared(study.Comparison(folder.name, with_=names)), study.Extent(MOST_GAMES)
            tables = [study.LineUp((kind,) * PLAYERS) for kind in KINDS]
            yield [study.Question(compared, (table,), extent, SEED, looked_into=10, weighed=40) for table in tables]


def played(question: study.Question, minutes: float) -> study.Inquiry:
    """As much of the answer as was kept, and can be found in so many minutes more."""
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
    """What the house rules of one game do, as Markdown."""
    compared, said = inquiries[0].question.compared, titles()
    found = {inquiry.question.line_ups[0].seats[0]: inquiry.chapters[0].found for inquiry in inquiries}
    yield f"## {compared.base.title}"
    for inquiry, told in zip(inquiries, found.values(), strict=True):
        again = replace(inquiry.question, extent=study.Extent(told.deals))
        yield f"{told.deals:,} deals, each played with the printed rules and with each house rule:"
        yield f"    {again.command()}"
    for at, name in enumerate(compared.asked.with_, 1):
        yield f"### {said[name]}"
        for kind, told in found.items():
            yield fill(f"With `{kind}` players: {' '.join(study.variant_summary(told.rule_sets[at]))}", 120)


def parts_of(page: str) -> dict[str, str]:
    """The parts of the page as it stands, by the title of the game."""
    _, *parts = re.split(r"^## ", page, flags=re.MULTILINE)
    return {each.partition("\n")[0]: f"## {each.rstrip()}" for each in parts}


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--minutes", type=float, default=10, help="how long each game is played by each kind of player")
    games = sorted(folder.name for folder in (ROOT / "games").iterdir())
    asked.add_argument("--game", choices=games, help="the only game that is studied")
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
