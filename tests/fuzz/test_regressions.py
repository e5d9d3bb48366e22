"""Tests that earlier findings of the fuzzer stay fixed, and that the fuzzer finds planted defects."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

pytest.importorskip("resource", reason="limits of POSIX")

from tests.fuzz import minimise
from tests.fuzz.__main__ import Source
from tests.fuzz.inputs import REGRESSIONS, Input, from_file
from tests.fuzz.runner import PATIENT, Runner, judged

QUICK = 12
"""Inputs of a short run."""


@pytest.fixture(scope="module")
def runner() -> Iterator[Runner]:
    with Runner(PATIENT) as made:
        yield made


LATER = {"open_offers_of_sets", "all_ways_to_fill_in_sets"}
"""Inputs that take more than five seconds. Only `make slow` tests them."""


@pytest.mark.parametrize(
    "file",
    [
        pytest.param(file, id=file.stem, marks=[pytest.mark.slow] * (file.stem in LATER))
        for file in sorted(REGRESSIONS.glob("*.json"))
    ],
)
def test_regressions_stay_fixed(runner: Runner, file: Path) -> None:
    outcome = runner.run(from_file(file))
    assert not outcome.defect, f"{outcome.mark}\n{outcome.output}"


def test_a_short_run_finds_nothing_and_is_the_same_for_the_same_seed(runner: Runner) -> None:
    one, two = Source(3), Source(3)
    for _ in range(QUICK):
        given = one.next()
        assert given == two.next()
        outcome = runner.run(given)
        assert not outcome.defect, f"{given}\n{outcome.output}"


@pytest.mark.parametrize(
    ("told", "output", "defect"),
    [
        ({"code": 0}, "fine\n", ""),
        ({"code": 1}, "error E005: this cannot be read\n", ""),
        ({"code": 70}, "ZeroDivisionError: division by zero\n", "traceback"),
        ({"code": 1}, "Traceback (most recent call last):\n", "traceback"),
        ({"code": -11}, "", "killed by signal 11"),
        ({"code": -24, "seconds": 10.0}, "", "hang"),
        ({"code": 0, "megabytes": 2000}, "", "memory"),
        ({"code": 1}, "there is no `\x1b[2J`", "control signs reach a person"),
        ({"code": 1}, "there is no `\u202e`", "control signs reach a person"),
    ],
)
def test_defects_are_known(told: dict[str, float], output: str, defect: str) -> None:
    assert judged({"seconds": 0.1, "megabytes": 60} | told, output, False, False)[0] == defect


def test_inputs_are_made_small() -> None:
    rng = Random(1)
    text = "".join(f"number n{rng.randrange(99)} = {number}\n" for number in range(40)) + "number bad = 7\n"
    given = Input(("check", "G", "--json"), {"G/rulebook.rules": text, "G/board.yaml": "a: 1\n"})
    small = minimise.smallest(given, lambda each: "bad" in "".join(each.files.values()), 20)
    assert list(small.files) == ["G/rulebook.rules"]
    assert small.files["G/rulebook.rules"].strip() == "bad"
    assert small.argv == ("check",)
