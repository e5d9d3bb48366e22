"""The differential fuzzer: a short run finds nothing, and it finds and shrinks a defect that is planted."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

pytest.importorskip("wasmtime", reason="wasmtime is not installed (extra: native)")

from interpreter.codegen import GeneratedEngine
from interpreter.log import UNTOLD
from interpreter.position import Vector
from interpreter.wording.filling import BlankValue, Filling
from tests.fuzz.engines.__main__ import case_at, tables_at
from tests.fuzz.engines.campaign import Campaign
from tests.fuzz.engines.case import RULES, Case, Rejected
from tests.fuzz.engines.case_clock import CaseClock
from tests.fuzz.engines.choosing import Choices
from tests.fuzz.engines.coverage import NEVER_ACCEPTED, PRODUCTION, Coverage, everything
from tests.fuzz.engines.leaks import OPEN_SIZE, check_leaks, hidden_picks
from tests.fuzz.engines.lock_step import Difference, Effort, Watch, compare
from tests.fuzz.engines.plays import check_printing
from tests.fuzz.engines.rulebook import generated
from tests.fuzz.engines.shrinking import smallest

CORPUS = Path(__file__).parent / "engines" / "corpus"
SEED, CASES = 14, 5
"""A run that is always the same."""
SECRETS = 6
"""Number of rulebooks whose picks stay hidden."""
GENERATED = 80
"""Number of generated rulebooks that together have every form of a sentence."""


class Untimed(CaseClock):
    """Limits nothing, so that the run is the same on a busy machine."""

    @contextmanager
    def running(self, seconds: float) -> Iterator[None]:
        yield


@pytest.fixture(scope="module")
def short_run() -> Campaign:
    campaign = Campaign(SEED)
    campaign.watch = Watch(clock=Untimed())
    campaign.run(1e9, CASES)
    return campaign


@pytest.mark.slow
def test_a_short_run_finds_no_difference(short_run: Campaign) -> None:
    assert not short_run.found
    assert short_run.watch.positions > 10 * CASES
    assert sum(short_run.rejected.values()) < CASES / 2


def test_the_same_seed_gives_the_same_cases() -> None:
    one, two = Campaign(3, mutations=0.5), Campaign(3, mutations=0.5)
    assert [one.next() for _ in range(3)] == [two.next() for _ in range(3)]


@pytest.mark.slow
def test_a_planted_difference_is_found_and_made_small(monkeypatch: pytest.MonkeyPatch) -> None:
    scores = GeneratedEngine.scores

    def forgetful(engine: GeneratedEngine, v: Vector) -> tuple[int, ...]:
        points: Any = scores(engine, v)
        return (points[0] + 1, *points[1:]) if "Wool" in engine.flow.model.kinds["Good"].things else points

    monkeypatch.setattr(GeneratedEngine, "scores", forgetful)
    effort = Effort(games=1, steps=1, whole=0)

    def shows(case: Case) -> bool:
        try:
            compare(case, Watch(), effort)
        except Rejected:
            return False
        except Difference as found:
            return found.mark == "scores python"
        return False

    case = case_at(CORPUS / "guests")
    assert shows(case)
    small = smallest(case, shows, 1e9)
    assert len(small.rules) < 400 < len(case.rules)
    assert "Wool" in small.rules


def test_a_planted_leak_of_a_sentence_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A log line must not depend on the argument that its reader may not see."""

    def leaking(filling: Any, value: BlankValue, forms: tuple[str, ...]) -> str:
        return f"one of {filling.move}" if value.plain == UNTOLD else Filling._item(filling, value, forms)

    case, effort = tables_at(CORPUS / "sentences")[0], Effort(games=1, steps=3, whole=0)
    compare(case, Watch(), effort)
    monkeypatch.setattr("interpreter.wording.sentences._Filling._item", leaking)
    with pytest.raises(Difference) as found:
        compare(case, Watch(), effort)
    assert found.value.mark == "sentence reveals"


def test_rulebooks_of_hidden_picks_keep_their_secrets() -> None:
    random, counts = Random(4), Campaign(1).counts
    cases = [hidden_picks(random, Choices(random, counts)) for _ in range(SECRETS)]
    assert all(case.secret for case in cases)
    assert sum(check_leaks(case, CaseClock()) for case in cases) > 5 * SECRETS


def test_a_number_up_to_an_open_size_is_not_meant_to_stay_hidden() -> None:
    """All players hear a number whose limits they know, so the generator hides the size of the hand."""
    random, counts = Random(4), Campaign(1).counts
    texts = [hidden_picks(random, Choices(random, counts)).files[RULES] for _ in range(400)]
    by_size = [text for text in texts if OPEN_SIZE in text]
    assert by_size and all("hand: secret pile" in text for text in by_size)


def test_a_planted_leak_of_a_pick_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The log must not name what a player picks from a hidden hand."""
    random, counts = Random(4), Campaign(1).counts
    cases = [hidden_picks(random, Choices(random, counts)) for _ in range(SECRETS)]
    monkeypatch.setattr("interpreter.play.steps.still_hidden", lambda *_: ())
    with pytest.raises(Difference, match="leak"):
        sum(check_leaks(case, CaseClock()) for case in cases)


COUNTED = """\
rulebook counted "Counted"
    players 2
    seats One, Two

kind Chip: Bone, Horn with 9 pieces each

each Player has
    chips: secret bag of Chip = 1 of Bone + 2 of Horn
    stash: counted bag of Chip

phase play "Play"
    Two secretly chooses first in bag of Two.chips where first.size > 0, says "keep {first}"
    move first from Two.chips to Two.stash
    Two must keep

action keep(open chosen: bag of Two.chips exactly min(2, Two.chips.size)) "Keep"
    then
        move chosen from Two.chips to Two.stash

round "Turns"
    do play

end over of round when round.number = 2
"""


def test_a_number_of_pieces_that_was_seen_in_between_is_no_secret() -> None:
    """After two choices, the stash has three pieces in any case, but the first choice already showed its number."""
    assert sum(check_leaks(Case({RULES: COUNTED}, 2, seed=seed), CaseClock()) for seed in range(6)) > 6


def test_a_file_that_the_game_does_not_read_may_have_errors() -> None:
    check_printing(Case({RULES: COUNTED, "accepted/first.rules": 'rulebook counted "Counted"\n'}, 2))


@pytest.mark.slow
def test_generated_rulebooks_have_words_for_players_and_closing_lines() -> None:
    random, counts, coverage = Random(6), Campaign(1).counts, Coverage()
    for _ in range(GENERATED):
        coverage.add_text(generated(random, counts).rules)
    word = "(?:says|said|passing|called|label|internal)"
    forms = re.compile(rf".*/ {word}|{word} / .*|end / __.*")
    wanted = [key for key in everything() if key[0] == PRODUCTION and forms.fullmatch(key[1])]
    assert len(wanted) > 20
    assert [key for key in wanted if not coverage.counts[key]] == []


def test_a_kept_case_can_be_read_again(tmp_path: Path) -> None:
    case = replace(generated(Random(9), Campaign(1).counts), note="a note")
    (tmp_path / "one.json").write_text(case.as_text(), encoding="utf-8")
    assert case_at(tmp_path / "one.json") == case
    case.write(tmp_path / "one")
    assert case_at(tmp_path / "one").rules == case.files[RULES]


# ---------------------------------------------------------------- the corpus


@pytest.mark.slow
def test_the_engines_agree_on_a_corpus_that_covers_the_language() -> None:
    """Every production with its parts, node, term operation and word occurs in a rulebook that passes `check` and
    that all engines play the same way."""
    coverage, effort = Coverage(), Effort(games=1, steps=8, whole=0)
    for path in sorted(CORPUS.iterdir()):
        for case in tables_at(path):
            coverage.add(case, compare(case, Watch(), effort))
    assert coverage.missing() == []
    never = ((group, name) for group, names in NEVER_ACCEPTED.items() for name in names)
    assert [each for each in never if coverage.counts[each]] == []


def test_a_block_that_cannot_be_parsed_is_not_counted() -> None:
    counted = Coverage()
    counted.add_text('phase idle "Idle"\n\nnumber days = 3\n')
    assert any(name.startswith("number") for _, name in counted.counts)
    assert not any(name.startswith("phase") for _, name in counted.counts)
