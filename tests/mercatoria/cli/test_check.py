"""Tests the findings and the output of `check`, and the option `--watch`."""

from collections.abc import Callable
from functools import partial
from importlib import import_module
from pathlib import Path

import pytest

import mercatoria
from mercatoria.console import watch
from tests.mercatoria.conftest import PIG, ROOT, SHIPPED, Ran

Run = Callable[..., Ran]


def test_clauses_and_rules_that_do_not_know_each_other(run: Run, countdown: Callable[..., Path]) -> None:
    folder = countdown("set share to 0    [CNT-020]")
    clauses = "clauses:\n- {id: CNT-002, rule: Take., status: formalised}\n"
    (folder / "clauses.yaml").write_text(clauses, encoding="utf-8")
    said = run("check", str(folder), "--json")
    assert said.code == 0
    assert [(fault["code"], fault["hint"]) for fault in said.data] == [("W511", "did you mean `CNT-002`?")]
    cured = countdown("set share to 0    [CNT-002]")
    assert run("check", str(cured), "--json").data == []


def test_conditions_constant_at_some_tables_are_not_reported(run: Run, countdown: Callable[..., Path]) -> None:
    folder = countdown()
    book = folder / "rulebook.rules"
    text = book.read_text(encoding="utf-8")
    by_players = text.replace("left: 0 to 5 = 5", "left: 0 to Player.size = 2").replace("left = 0 ", "left < 3 ")
    book.write_text(by_players, encoding="utf-8")
    assert run("check", str(folder), "--json").data == []
    book.write_text(text.replace("left = 0 ", "left >= 0 "), encoding="utf-8")
    assert [fault["code"] for fault in run("check", str(folder), "--json").data] == ["W411"]


def between_looks(monkeypatch: pytest.MonkeyPatch, *steps: Callable[[], object]) -> None:
    """Run one step in each pause of `--watch`, then press Ctrl-C."""
    left = iter(steps)

    def pause(_: float) -> None:
        step = next(left, None)
        if step is None:
            raise KeyboardInterrupt
        step()

    monkeypatch.setattr(import_module("mercatoria.cli.check"), "watch", partial(watch, sleep=pause))


def test_check_again_whenever_a_file_changes(
    run: Run, countdown: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the first pause nothing changes. The author then saves an error, corrects it, and presses Ctrl-C."""
    folder = countdown()
    book = folder / "rulebook.rules"
    right = book.read_text(encoding="utf-8")
    between_looks(
        monkeypatch, lambda: None, lambda: book.write_text(right.replace("left", "lift", 1), encoding="utf-8"),
        lambda: book.write_text(right + "\n", encoding="utf-8"),
    )  # fmt: skip
    said = run("check", str(folder), "--watch")
    looks = said.out.split("waiting for changes")
    assert ["error" in look for look in looks] == [False, True, False, False], said.out
    assert [look.count("1 game examined") for look in looks] == [1, 1, 1, 0]
    assert said.code == 0, "as at the last look"


def test_watching_goes_on_when_the_folder_is_gone_for_a_while(
    run: Run, countdown: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = countdown()
    away = folder.with_name("away")
    between_looks(monkeypatch, lambda: folder.rename(away), lambda: away.rename(folder))
    said = run("check", str(folder), "--watch")
    assert "there is no game `" in said.err
    assert said.out.count("1 game examined") == 2
    assert said.code == 0


@pytest.mark.slow
def test_check_of_what_is_right(run: Run) -> None:
    assert run("check", SHIPPED).code == 0
    assert "12 games examined" in run("check", str(ROOT / "docs" / "examples")).out
    for file in ("rulebook.rules", "variants", "board.yaml"):
        place = ROOT / "docs" / "examples" / "commerce" / file
        assert run("check", str(next(place.iterdir()) if place.is_dir() else place)).code == 0


BROKEN = 'rulebook x "X"\n    players 2 to 4\n\nnumber a = bb\nnumber b = a / 0 rounded down\n'


def test_check_of_faults_as_data(run: Run, game: Callable[[str], Path]) -> None:
    said = run("check", str(game(BROKEN)), "--json")
    assert said.code == 1
    for fault in said.data:
        assert {"code", "severity", "file", "line", "column", "title", "hint"} <= fault.keys()
    assert any(fault["line"] == 4 and fault["code"] == "E301" for fault in said.data)
    places = [(fault["code"], fault["line"], fault["column"], fault["title"]) for fault in said.data]
    assert len(places) == len(set(places)), "a fault found at several tables is told once"


def test_check_for_people_and_for_editors(run: Run, game: Callable[[str], Path]) -> None:
    folder = str(game(BROKEN))
    said = run("check", folder)
    assert "number a = bb" in said.out
    assert "^^" in said.out
    assert "mercatoria explain" in said.out
    lines = run("check", folder, "--format", "line").out.splitlines()
    assert any("rulebook.rules:4:" in line and "error E301" in line for line in lines)


def test_check_of_a_variant_elsewhere(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "mine.rules"
    file.write_text(f'variant mine "Mine" of {SHIPPED}\n    set basic_incom to 3 5 7 9 11\n', encoding="utf-8")
    said = run("check", str(file))
    assert said.code == 1
    assert "mine.rules:2" in said.out
    file.write_text('variant mine "Mine" of nobody_knows\n    set basic_income to 3 5 7 9 11\n', encoding="utf-8")
    assert run("check", str(file)).code == 1


def test_check_of_strange_files(run: Run, tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    assert run("check", str(empty)).code == 2
    binary = tmp_path / "binary"
    binary.mkdir()
    (binary / "rulebook.rules").write_bytes(b"\xff\xfe\x00rulebook")
    assert run("check", str(binary)).code == 1
    (binary / "rulebook.rules").write_text("", encoding="utf-8")
    assert run("check", str(binary)).code == 1


def test_check_finds_a_schema_of_older_rules(run: Run, tmp_path: Path) -> None:
    import shutil

    folder = tmp_path / SHIPPED
    shutil.copytree(mercatoria.folder_of(SHIPPED), folder, ignore=shutil.ignore_patterns("scenarios"))
    (folder / "board.schema.json").write_text("{}", encoding="utf-8")
    said = run("check", str(folder), "--json")
    assert [fault["code"] for fault in said.data] == ["W203"]
    assert said.code == 0


def test_check_finds_faults_of_a_picture(run: Run, countdown: Callable[..., Path]) -> None:
    folder = countdown()
    text = "colours: [rde]\nplayers:\n  - {field: takn}\nmaps: []\n"
    (folder / "picture.yaml").write_text(text, encoding="utf-8")
    said = run("check", str(folder), "--json")
    assert said.code == 1
    assert [fault["line"] for fault in said.data] == [1, 3, 4]
    assert all(fault["hint"] for fault in said.data)


@pytest.fixture
def elsewhere(tmp_path: Path) -> Path:
    """Return a variant of a game that is not in its folder."""
    file = tmp_path / "two_hand.rules"
    file.write_text('variant two_hand "A short game" of pig\n    set longest_game to 99\n', encoding="utf-8")
    return file


def test_the_game_of_a_variant_elsewhere_can_be_named(run: Run, elsewhere: Path) -> None:
    refused = run("check", str(elsewhere))
    assert refused.code == 1
    assert f"`mercatoria check FOLDER+{elsewhere}`" in " ".join(refused.out.split())
    assert run("check", f"{PIG}+{elsewhere}").code == 0
    elsewhere.write_text(elsewhere.read_text(encoding="utf-8").replace("longest_game", "longest_gam"), encoding="utf-8")
    faulty = run("check", f"{PIG}+{elsewhere}")
    assert faulty.code == 1 and "E402: there is no rule `longest_gam` to amend" in faulty.out


@pytest.mark.parametrize(("path", "words"), [
    (f"{PIG}+none.rules", "there is no variant file `none.rules`"),
    (f"{PIG}+none", "Pig has no variant `none`"),
    ("no_game+none.rules", "there is no game `no_game`"),
])  # fmt: skip
def test_unknown_variants_of_a_named_game_are_refused(run: Run, path: str, words: str) -> None:
    ran = run("check", path)
    assert ran.code == 2
    assert words in ran.err


@pytest.mark.parametrize("command", ["simulate", "study", "expand", "test"])
def test_a_variant_is_not_taken_for_a_game(run: Run, elsewhere: Path, command: str) -> None:
    ran = run(command, str(elsewhere))
    assert ran.code == 1
    said = " ".join(ran.err.split())
    assert "E402: this file is a variant of `pig`, not a game" in said
    assert "two_hand.rules`" in said.partition("name the game, then the variant: `mercatoria play pig --variant ")[2]
