"""Tests the claims of a game for the command `test --claims`, keeps the scenarios found, and shows the answers."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from rich.console import Console

from dsl import ast
from dsl.diagnostics import RulebookError
from dsl.folder import GameFolder
from interpreter.position import LayoutError, PlayFault
from interpreter.table import GameConfig
from mercatoria import Game, TableError
from mercatoria.claims import RULES_WORK, Answer, Budget, ClaimTest, Verdict, scenario_of
from mercatoria.console import errors, output
from mercatoria.storage import keep_as

AMOUNT = re.compile(r"(\d{1,9})(s|m|)")
SECONDS = {"s": 1, "m": 60}


def budget_of(text: str) -> Budget:
    """Return the budget for a text such as `10s`, `2m`, or `50000` for a number of positions."""
    amount = AMOUNT.fullmatch(text.strip())
    if amount is None or int(amount[1]) == 0:
        raise errors.misuse(f"`{text}` is not a budget for `--claims`; write a time such as 10s or 2m, or a number of "
                            "positions such as 50000")  # fmt: skip
    number, unit = int(amount[1]), amount[2]
    return Budget.of_seconds(number * SECONDS[unit], time.perf_counter) if unit else Budget(number)


@dataclass(slots=True)
class TableReport:
    """The answers for one number of players and one set of variants, with the files of the scenarios found."""

    players: int
    variants: tuple[str, ...]
    answers: list[Answer]
    files: dict[str, str] = field(default_factory=dict)
    """The file of the scenario for each broken claim that has one, by the claim's name."""

    def as_data(self) -> dict[str, Any]:
        return {
            "players": self.players, "variants": list(self.variants),
            "claims": [
                {
                    "name": each.name, "verdict": each.verdict.value, "positions": each.tested, "whole": each.whole,
                    "engine": each.engine, "scenario": self.files.get(each.name, ""),
                }
                for each in self.answers
            ],
        }  # fmt: skip

    @property
    def broken(self) -> int:
        return sum(answer.is_bad for answer in self.answers)


def tables_of(folder: GameFolder) -> list[tuple[int, tuple[str, ...]]]:
    """Return the tables at which claims are tested: with the fewest and the most players, and with each variant that
    changes claims.
    """
    book = folder.rulebook
    if book is None:
        return []
    tables: list[tuple[int, tuple[str, ...]]] = [(players, ()) for players in dict.fromkeys((book.least, book.most))]
    claims = {decl.name.text for decl in folder.declarations if isinstance(decl, ast.Claim)}
    for name, variant in folder.variants.items():
        names = tuple(folder.with_required(name))
        counts = [players for players in range(book.least, book.most + 1) if not folder.not_for(players, names)]
        if counts and any(_is_about_claims(part, claims) for part in variant.amendments):
            tables.append((counts[-1], names))
    return tables


def _is_about_claims(part: ast.Amendment, claims: set[str]) -> bool:
    of_target = part.target is not None and part.target.path[0].text in claims
    return of_target or isinstance(part.declaration, ast.Claim)


def reports(folder: GameFolder, budget: Budget) -> Iterator[TableReport]:
    """Test the claims of a game at each table, and write one scenario for each broken claim."""
    tables, files = tables_of(folder), dict[str, str]()
    for number, (players, variants) in enumerate(tables):
        try:
            table = Game(GameConfig(folder, variants)).table(players)
            answers = ClaimTest(table, budget.share(1 / (len(tables) - number))).answers()
        except (RulebookError, TableError, LayoutError, PlayFault):  # the scenarios of this table report the rules
            continue
        for answer in answers:
            name = "a_rule_fails" if answer.name == RULES_WORK else f"broken_{answer.name}"
            if answer.name not in files and (found := scenario_of(table, answer, name)) is not None:
                files[answer.name] = keep_as.found(folder, name, found.text)
        yield TableReport(players, variants, answers, files)


def show(report: TableReport, console: Console) -> None:
    """Print one line for each claim of a table."""
    variants = f", {', '.join(report.variants)}" if report.variants else ""
    tested = report.answers[-1] if report.answers else None
    engine = f", {tested.engine} engine" if tested is not None and tested.engine else ""
    console.print(f"   claims with {report.players} players{variants}{engine}:", markup=False, soft_wrap=True)
    for answer in report.answers:
        style = "red" if answer.is_bad else None
        console.print(f"      {answer.name}: {_told(answer, report)}", style=style, markup=False, soft_wrap=True)


def _told(answer: Answer, report: TableReport) -> str:
    positions = output.counted(answer.tested, "position")
    match answer.verdict:
        case Verdict.HOLDS:
            if answer.way is not None:
                return f"holds, {_far(answer)}"
            return f"holds in all {positions}" if answer.whole else "holds"
        case Verdict.NOT_BROKEN | Verdict.NOT_SEEN:
            return f"{answer.verdict.value} in {positions}"
        case Verdict.UNDECIDED:
            return f"undecided; {positions} are not the whole game"
        case Verdict.UNTESTABLE:
            return f"cannot be tested: {answer.fault.message}" if answer.fault is not None else "cannot be tested"
        case Verdict.SUSPENDED:
            return "suspended by a variant"
        case Verdict.BROKEN:
            why = f": {answer.fault.message}" if answer.fault is not None else ""
            file = report.files.get(answer.name)
            where = f"; see {file}" if file is not None else ""
            far = f", {_far(answer)}" if answer.way is not None else f", in all {positions}"
            return f"broken{why}{far}{where}"


def _far(answer: Answer) -> str:
    assert answer.way is not None
    return f"after {output.counted(len(answer.way.steps), 'step')}" if answer.way.steps else "at the start"
