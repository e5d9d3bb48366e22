"""Tests that `build --c` writes a game in C, and that the game tells which rule fails."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import mercatoria
from tests.interpreter.native.compiled_c import InC, compile_c
from tests.mercatoria.conftest import PIG, Ran

Run = Callable[..., Ran]


def test_a_c_file_and_its_header(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "little_pig.c"
    said = run("build", PIG, "--c", "-o", str(file), "-p", "3", "--option", "target=20")
    assert said.code == 0
    header = file.with_suffix(".h")
    assert f"written: {file} ({file.stat().st_size:,} bytes)" in said.out
    assert f"written: {header} ({header.stat().st_size:,} bytes)" in said.out
    assert file.read_text().startswith("/* pig for 3 players with target=20, written by mercatoria ")
    assert "int little_pig_play(struct little_pig *g, int move);" in header.read_text()
    assert {each.name for each in tmp_path.iterdir()} == {"little_pig.c", "little_pig.h"}
    compile_c(("-c", file, "-o", tmp_path / "little_pig.o"))


def test_the_c_file_as_data(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "pig.c"
    data = run("build", PIG, "--c", "-o", str(file), "-p", "2", "--json").data
    assert data["not_carried"] == []
    assert data["written"] == {str(each): each.stat().st_size for each in (file, file.with_suffix(".h"))}


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("--c", "-o", "pig.wasm"), "`pig.wasm` is not a valid name of a C file; write pig.c"),
        (("-o", "pig.c"), "`pig.c` is not a valid module name; add --c to write a C file"),
        (("--c", "-o", "my-pig.c"), "names in C cannot begin with `my-pig`; choose a file name of letters"),
        (("--c", "-o", "int.c"), "names in C cannot begin with `int`"),
        (("--c", "--text", "-o", "pig.c"), "--text writes a module as text; leave it out with --c"),
        (("--c", "-o", "no/such/folder/pig.c"), "no/such/folder"),
    ],
)
def test_a_c_file_that_cannot_be(
    run: Run, args: tuple[str, ...], words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    said = run("build", PIG, *args)
    assert said.code == 2
    assert words in said.err
    assert list(tmp_path.iterdir()) == []


def test_a_rule_that_fails_is_told(countdown: Callable[..., Path], tmp_path: Path) -> None:
    table = mercatoria.load(str(countdown("raise share by 40"))).table(2)
    game = InC(table, tmp_path)
    game.begin(1)
    fault, _ = game.play_on()
    assert fault > 0
    assert game.fault_text(fault).endswith("share would become {}, outside 0 to 99")
    assert game.fault_value(0) == 120
    assert (game.who, game.over, game.play(0), game.play_on()[0]) == (-1, 0, fault, fault)
    assert game.begin(1) == 0
    assert game.who >= 0
