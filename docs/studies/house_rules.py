"""Study the house rules in `docs/house-rules.md` and write the results to `docs/house-rules-studied.md`.

    make studies                  play for at most ten minutes for each game and kind of bot
    make studies MINUTES=0        write the page from saved deals
    python -m docs.studies.house_rules --game medieval_merchant     play only this game

The script saves deals in `build/studies`, and the next run continues there. A time limit does not bias the confidence
intervals, because they are valid whenever a study stops. Paths are relative to the root of the project.
"""

from __future__ import annotations

import argparse
import re
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from textwrap import TextWrapper

from dsl.ast import Variant
from mercatoria import load, study
from mercatoria.simulation import NATIVE

ROOT = Path(__file__).resolve().parents[2]
RULES, PAGE = (ROOT / "docs" / name for name in ("house-rules.md", "house-rules-studied.md"))
KEPT = ROOT / "build" / "studies"
HEADING = re.compile(
    r"^## (?P<title>\d+\. .+)$\n(?:(?!^## )[^\n]*\n)*?```rules file (?P<name>\w+)\.rules$", re.MULTILINE
)
DEALS = {"eager": 20_000, "random": 3_000}
"""Kinds of bots, which the native engine plays, and the number of deals. Bots of one kind play at each table."""

FIRST, SECOND = DEALS
"""The kind of bot whose verdict counts, and the kind for rules that the first never uses."""

UNUSED = study.Judgement.UNUSED.value

PLAYERS, SEED, EXAMINED = 4, 1, 10

BEGINNING = """\
# What the ten house rules do

We let four bots play thousands of games with and without each of [the ten house rules](house-rules.md). The page says
nothing about tables of two or three players, and has no house rule for {others}. The overview lists the verdicts and
the next steps, and the sections below it give the reasons. [What does a rule do?](study.md) explains the
judgements and the sizes of change that players notice.

The bots are `eager`: they plan only a few moves ahead and do not play like people. If they never used a rule, the page
also shows games of `random` bots, which make any legal move. Random games show only whether the rule can matter at all.
To play more games, change `--games` in [the commands below](#how-we-measured).
"""

MEASURED = """\
## How we measured

In each game, four bots of the same kind play. One shuffle is played once for each set of rules: the printed rules, and
each house rule. Some numbers come only from the first ten games, which the study examined in detail, and have the note
*examined games*. All other numbers come from all
games: {played}. The command `make studies` plays the games and writes this page, and these commands do the same for one
game and kind of bot. With `--details`, they also print the interval of each effect.
"""


class Finished(study.Inquiry):
    """A study whose games are played, so that it needs only one report."""

    @cached_property
    def told(self) -> study.Report:
        """The report with the pace of the study."""
        return self.report(paced=True)


def fill(text: str, indent: str = "") -> str:
    """Break a paragraph into lines. Lines after the first one begin with `indent`."""
    return TextWrapper(120, subsequent_indent=indent, break_on_hyphens=False).fill(text)


def paragraphs(text: str) -> str:
    """Break each paragraph of a text into lines."""
    return "\n\n".join(map(fill, text.rstrip().split("\n\n")))


def listed(names: Sequence[str]) -> str:
    """Return names as a list such as `a, b and c`."""
    return " and ".join(part for part in (", ".join(names[:-1]), *names[-1:]) if part)


def without_rules(inquiries: Sequence[Sequence[Finished]]) -> list[str]:
    """Return the titles of the games that have no house rule on the page."""
    known = {of_game[0].question.compared.base.title for of_game in inquiries}
    loaded = (load(folder.name).title for folder in sorted((ROOT / "games").iterdir()) if folder.is_dir())
    return [title for title in loaded if title not in known]


def titles() -> dict[str, str]:
    """Return a dictionary from variant names to the headings of house rules, in the order of the page."""
    return {found["name"]: found["title"] for found in HEADING.finditer(RULES.read_text(encoding="utf-8"))}


def games() -> Iterator[study.Compared]:
    """Yield each game that has house rules on the page, compared with these rules."""
    for folder in sorted((ROOT / "games").iterdir()):
        names = tuple(name for name in titles() if (folder / "variants" / f"{name}.rules").is_file())
        if names:
            yield study.compared(study.Comparison(folder.name, with_=names))


def question(compared: study.Compared, kind: str) -> study.Question:
    """Return the study of the house rules of one game with one kind of bot."""
    table = study.LineUp((kind,) * PLAYERS)
    return study.Question(compared, (table,), study.Extent(DEALS[kind]), SEED, EXAMINED, engine=NATIVE)


def studies(compared: study.Compared, minutes: float) -> list[Finished]:
    """Return the studies of one game: with the first kind of bot, and with the second if the first left a rule unused.

    Each study plays for at most `minutes`.
    """
    first = played(question(compared, FIRST), minutes)
    unused = any(each.judgement == UNUSED for each in first.told.verdicts)
    return [first, *([played(question(compared, SECOND), minutes)] if unused else [])]


def played(asked: study.Question, minutes: float) -> Finished:
    """Resume a study from its saved deals and play for at most `minutes` more, which shows the pace."""
    inquiry = Finished(asked)
    KEPT.mkdir(parents=True, exist_ok=True)
    inquiry.keep(KEPT / f"{asked.compared.asked.game}.{kind_of(asked)}.jsonl", go_on=True)
    kept = sum(results.number for results in inquiry.kept.values())
    with study.workers(jobs=1) as workers:
        until = time.monotonic() + 60 * minutes
        for number, _ in enumerate(inquiry.play(workers), 1):
            if number == kept:
                until = time.monotonic() + 60 * minutes
            if number >= kept and time.monotonic() >= until:
                break
    return inquiry


def kind_of(asked: study.Question) -> str:
    """Return the kind of bot that plays a study."""
    return asked.line_ups[0].seats[0]


@dataclass(frozen=True, slots=True)
class Verdicts:
    """The verdicts on one house rule, by kind of bot, with the title of its game."""

    heading: str
    """Number of the rule, and the sentence that players say."""
    game: str
    text: str
    """The rule in one or two sentences, or an empty string."""
    told: dict[str, study.Told]

    @property
    def number(self) -> int:
        return int(self.heading.partition(".")[0])

    @property
    def shown(self) -> dict[str, study.Told]:
        """The verdict that counts, and the other one if only it comes from games in which players used the rule."""
        first, second = self.told[FIRST], self.told.get(SECOND)
        if second is None or first.judgement != UNUSED or second.judgement == UNUSED:
            return {FIRST: first}
        return {FIRST: first, SECOND: second}


def verdicts(inquiries: Sequence[Finished]) -> Iterator[Verdicts]:
    """Yield the verdicts on the house rules of one game."""
    compared, said = inquiries[0].question.compared, titles()
    told = {kind_of(each.question): each.told.verdicts for each in inquiries}
    for at, name in enumerate(compared.asked.with_):
        variant = compared.sets[at + 1].game.folder.variants[name]
        of_rule = {kind: verdicts_of_kind[at] for kind, verdicts_of_kind in told.items()}
        yield Verdicts(said[name], compared.base.title, described(variant), of_rule)


PREFIX = re.compile(
    r"^(Clear change: |Slight change: |Too strong: |Not tested: |Unknown: |Players would notice no difference: )"
)
"""Beginning of a sentence that repeats the judgement."""


def table(rules: Sequence[Verdicts]) -> str:
    """Return the table of all house rules, as Markdown."""
    rows = ["| house rule | game | verdict | in short | next step |", "| --- | --- | --- | --- | --- |"]
    for each in rules:
        first = each.told[FIRST]
        sentences = (PREFIX.sub("", said) for said in re.split(r"(?<=\.) ", first.short))
        first_said, *others = sentences
        brief = f"{first_said[0].upper()}{first_said[1:]}"
        brief += " Tested only in part." if any(said.startswith("Tested only in part") for said in others) else ""
        step = next(group.sentences[0] for group in first.groups if group.label == "Next")
        rows.append(f"| {each.number}. {first.title} | {each.game} | **{first.judgement}** | {brief} | {step} |")
    return "\n".join(rows)


def described(variant: Variant) -> str:
    """Return the comment above a variant in its file as one paragraph, or an empty string."""
    lines = variant.span.source.text[: variant.span.start].splitlines()
    return " ".join(line.lstrip("# ") for line in lines if line.startswith("#"))


def section(rule: Verdicts) -> Iterator[str]:
    """Yield the paragraphs about one house rule, as Markdown."""
    yield f"## {rule.heading}"
    yield fill(f"*{rule.game}.* {f'The rule in full: {rule.text}' if rule.text else ''}")
    for kind, told in rule.shown.items():
        only = f"With `{kind}` bots: {told.short}"
        yield fill(f"**{told.short}**" if kind == FIRST else only)
        groups = [group for group in told.groups if kind == FIRST or group.label != "Next"]
        if groups:
            yield "\n".join(fill(f"- {group.label}: {' '.join(group.sentences)}", "  ") for group in groups)


def without_house_rules(inquiries: Sequence[Finished]) -> Iterator[str]:
    """Yield the paragraphs about one game with its printed rules, as Markdown."""
    first = next(each for each in inquiries if kind_of(each.question) == FIRST)
    base = first.question.compared.base
    seats = base.table(PLAYERS).flow.model.seats
    yield f"### {base.title}"
    yield fill(f"The seats are, in order of play: {', '.join(seats)}.")
    yield "\n".join(fill(f"- {sentence}", "  ") for sentence in first.told.summary)


def page(inquiries: Sequence[Sequence[Finished]]) -> str:
    """Return the page, as Markdown."""
    rules = sorted((each for of_game in inquiries for each in verdicts(of_game)), key=lambda each: each.number)
    parts = [paragraphs(BEGINNING.format(others=listed(without_rules(inquiries)))), table(rules)]
    for rule in rules:
        parts += section(rule)
    parts += ["## The games without a house rule", "This is how `eager` bots play with the printed rules."]
    for of_game in inquiries:
        parts += without_house_rules(of_game)
    played = (
        f"{each.played:,} of {each.question.compared.base.title} with `{kind_of(each.question)}` bots"
        for of_game in inquiries for each in of_game
    )  # fmt: skip
    parts.append(paragraphs(MEASURED.format(played=listed(list(played)))))
    for inquiry in (each for of_game in inquiries for each in of_game):
        parts.append(f"    {replace(inquiry.question, extent=study.Extent(inquiry.played)).command()}")
    return "\n\n".join(parts) + "\n"


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--minutes", type=float, default=10, help="maximum minutes for each game and kind of bot")
    slugs = sorted(folder.name for folder in (ROOT / "games").iterdir())
    asked.add_argument("--game", choices=slugs, help="play only this game; the others come from saved deals")
    minutes, only = asked.parse_args().minutes, asked.parse_args().game
    inquiries = [studies(each, minutes if only in (None, each.asked.game) else 0) for each in games()]
    PAGE.write_text(page(inquiries), encoding="utf-8")
    print(f"written: {PAGE.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
