"""Studies the house rules of `docs/house-rules.md`, and writes `docs/house-rules-studied.md`.

    make studies                  ten minutes for each game
    make studies MINUTES=0        write the page from what was played before

What was played is kept in `build/studies`, and the next run goes on from there. The intervals stay right whenever one
stops, so it does no harm to stop when time is up. Paths are from the root of the project.
"""

from __future__ import annotations

import argparse
import re
import time
from collections.abc import Iterator
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
PLAYER, PLAYERS, MOST_GAMES, SEED = "greedy", 4, 100_000, 1

BEGINNING = f"""\
# What the ten house rules do

[The ten house rules](house-rules.md), each with a paragraph on what it changes. `make studies` plays and writes this
page. All games are played by four `{PLAYER}` players, which plan only their own turns; what people do may be different.
Behind each figure stands the interval in which the true value lies; [What does a rule do?](study.md) says how to read
it. “No difference can be told” means just that: there may be one that is too small for so few deals, or that needs
better players.
"""


def titles() -> dict[str, str]:
    """What players say, by the name of the variant, in the order of the page."""
    return {found["name"]: found["title"] for found in HEADING.finditer(RULES.read_text(encoding="utf-8"))}


def questions(games: int = MOST_GAMES) -> Iterator[study.Question]:
    """One for each game: the printed rules against each of its house rules."""
    for folder in sorted((ROOT / "games").iterdir()):
        names = tuple(name for name in titles() if (folder / "variants" / f"{name}.rules").is_file())
        if names:
            compared = study.compared(study.Comparison(folder.name, with_=names))
            table = study.LineUp((PLAYER,) * PLAYERS)
            yield study.Question(compared, (table,), study.Extent(games), SEED, looked_into=10, weighed=40)


def played(question: study.Question, minutes: float) -> study.Inquiry:
    """As much of the answer as was kept, and can be found in so many minutes more."""
    inquiry = study.Inquiry(question)
    KEPT.mkdir(parents=True, exist_ok=True)
    inquiry.keep(KEPT / f"{question.compared.asked.game}.jsonl", go_on=True)
    kept = sum(1 for results in inquiry.kept.values() for _ in results.deals())
    until = time.monotonic() + 60 * minutes
    with study.workers(jobs=1) as workers:
        for number, _ in enumerate(inquiry.play(workers), 1):
            if number >= kept and time.monotonic() >= until:
                break
    return inquiry


def part(inquiry: study.Inquiry) -> Iterator[str]:
    """What the house rules of one game do, as Markdown."""
    question, (chapter,) = inquiry.question, inquiry.chapters
    found, said = chapter.found, titles()
    again = replace(question, extent=study.Extent(found.deals))
    yield f"## {question.compared.base.title}"
    yield f"{found.deals} deals, each played with the printed rules and with each house rule:"
    yield f"    {again.command()}"
    for name, each in zip(question.compared.asked.with_, found.rule_sets[1:], strict=True):
        yield f"### {said[name]}"
        yield fill(" ".join(study.told_of_variant(each)), 120)


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--minutes", type=float, default=10, help="how long each game is played")
    minutes = asked.parse_args().minutes
    parts = [BEGINNING.rstrip()]
    for question in questions():
        parts += part(played(question, minutes))
    PAGE.write_text("\n\n".join(parts) + "\n", encoding="utf-8")
    print(f"written: {PAGE.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
