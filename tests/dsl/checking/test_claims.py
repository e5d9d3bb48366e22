"""Tests of claims as declarations: their forms, files, amendments, warnings and fingerprints."""

from __future__ import annotations

from pathlib import Path
from shutil import copytree

import pytest

import mercatoria
from dsl.diagnostics import Diagnostic, Sink
from dsl.folder import CLAIMS, read_folder
from dsl.printing import formatted
from dsl.source import Source
from interpreter.testing import coverage, mutants_of
from mercatoria.inspection import folder_faults

EXAMPLES = Path(__file__).resolve().parents[3] / "docs" / "examples"
FORMS = """\
claim ahead always: count(c in Cell where c.mark = Nought) <= count(c in Cell where c.mark = Cross) "Ahead" [TTT-001]
claim crowded never: count(c in Cell where c.mark != none) > 9
claim nought_wins possible: winner = Nought
claim hope from everywhere possible: winner != none
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    copied = Path(copytree(EXAMPLES / "tic_tac_toe", tmp_path / "tic_tac_toe"))
    (copied / CLAIMS).unlink()
    return copied


def write(folder: Path, claims: str) -> list[Diagnostic]:
    (folder / CLAIMS).write_text(claims, encoding="utf-8")
    return folder_faults(read_folder(folder, "tic_tac_toe")).in_order()


def claims_of(folder: Path, *variants: str) -> dict[str, tuple[str, str]]:
    made = mercatoria.load(str(folder), list(variants)).table(2).flow.model
    return {claim.about.name: (claim.form, claim.condition.span.text) for claim in made.claims}


def test_the_four_forms(folder: Path) -> None:
    assert write(folder, FORMS) == []
    forms = {name: form for name, (form, _) in claims_of(folder).items()}
    assert forms == {"ahead": "always", "crowded": "never", "nought_wins": "possible", "hope": "everywhere"}


def test_the_formatter_keeps_claims() -> None:
    text = formatted(Source("claims.rules", FORMS), Sink())
    assert text.count("claim ") == 4
    assert "claim hope from everywhere possible: winner != none" in text
    assert formatted(Source("claims.rules", text), Sink()) == text


def test_claims_leave_the_fingerprint_alone(folder: Path) -> None:
    before = mercatoria.load(str(folder)).table(2).fingerprint
    more = "\nnumber limit = 9\nclaim all_marked always: count(c in Cell where c.mark != none) <= limit\n"
    assert write(folder, FORMS + more) == []
    assert mercatoria.load(str(folder)).table(2).fingerprint == before
    with (folder / "rulebook.rules").open("a", encoding="utf-8") as rules:
        rules.write("\nclaim inside possible: winner = Cross\n")
    assert mercatoria.load(str(folder)).table(2).fingerprint == before


def test_claims_count_neither_as_rules_nor_as_slips(folder: Path) -> None:
    before = coverage(read_folder(folder)).shares(), len(mutants_of(read_folder(folder)))
    assert (
        write(
            folder, "value taken: 0 to 9 = count(c in Cell where c.mark != none)\nclaim all_marked always: taken <= 9\n"
        )
        == []
    )
    assert (coverage(read_folder(folder)).shares(), len(mutants_of(read_folder(folder)))) == before


def test_rules_of_play_do_not_belong_into_the_file_of_claims(folder: Path) -> None:
    assert [fault.code for fault in write(folder, "game has\n    winds: 0 to 3 = 0\n")] == ["E020"]
    with (folder / "rulebook.rules").open("a", encoding="utf-8") as rules:
        rules.write("\nvalue twice: 0 to 18 = 2 * marks\n")
    (fault,) = [
        each
        for each in write(folder, "value marks: 0 to 9 = 1\nclaim one possible: marks = 1\n")
        if each.code == "E020"
    ]
    assert fault.title == "a rule uses `marks`, which only claims can use"


@pytest.mark.parametrize(
    ("condition", "codes"),
    [
        ("Cell.size = 9", ["W432"]), ("Cell.size", ["E306"]), ("winner = nobody", ["E301"]), ("winner = none", []),
        ("score(Cross) = 1", []), ("any(can(p, mark_cell) for p in Player)", []),
    ],
)  # fmt: skip
def test_a_condition_is_a_flag_about_play(folder: Path, condition: str, codes: list[str]) -> None:
    assert [fault.code for fault in write(folder, f"claim odd always: {condition}\n")] == codes


def test_variants_add_replace_and_suspend_claims(folder: Path) -> None:
    write(folder, FORMS)
    (folder / "variants").mkdir(exist_ok=True)
    (folder / "variants" / "more.rules").write_text(
        """\
variant more "More" of tic_tac_toe
    new claim cross_wins possible: winner = Cross
    replace claim nought_wins never: winner = Nought
    replace crowded: count(c in Cell where c.mark != none) > 8
    suspend hope
    suspend ahead when winner != none
""",
        encoding="utf-8",
    )
    assert folder_faults(read_folder(folder, "tic_tac_toe")).in_order() == []
    claims = claims_of(folder, "more")
    assert claims["cross_wins"][0] == "possible"
    assert claims["nought_wins"] == ("never", "winner = Nought")
    assert claims["crowded"] == ("never", "count(c in Cell where c.mark != none) > 8")
    assert claims_of(folder)["nought_wins"][0] == "possible"
