"""Tests that a page consists of static files that name each other, and that its archive of Python is complete."""

from __future__ import annotations

import io
import json
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from page_games import EXERCISES, WORDS, page_game

import mercatoria
from mercatoria.page import NotBuilt, write_page
from mercatoria.page.build import example
from mercatoria.page.python_files import python_files
from mercatoria.players import Position, seeded
from tests.mercatoria.conftest import PIG, ROOT, SHIPPED, Ran, loaded

STATIC = ROOT / "mercatoria" / "page" / "static"
SCRIPTS = sorted(STATIC.glob("*.mjs"))

ALONE = """
import json, os, sys
sys.path[:] = [sys.argv[1], *[each for each in sys.path if "packages" not in each and each not in ("", sys.argv[2])]]
from pathlib import Path
from mercatoria.page_session import Session
session = Session(Path(sys.argv[1]) / "games", Path(sys.argv[1]) / "exercises")
ask = lambda method, **params: json.loads(session.answer(json.dumps({"method": method, "params": params})))
opened = ask("page/open", game="pig", name="my_rule")["result"]
assert not any(opened["diagnostics"].values()), opened
assert not any(name.startswith("interpreter") for name in sys.modules), "a first check needs no engine"
assert ask("page/table", seed=1, players=2, seat=0, played=[])["result"]["moves"]
assert ask("page/compile", players=2, variants=[])["result"]["exports"]
rules = (session.exercises / "3a_small_cart" / "rulebook.rules").read_text()
assert ask("page/grade", name="3a_small_cart", answer=rules)["result"]["verdict"] == "wrong"
print(sorted({getattr(each, "__file__", None) or "" for each in sys.modules.values()} - {""}))
"""

CHOOSE = """
import { readFileSync } from "node:fs";
import { Game } from "GAME";
const about = JSON.parse(readFileSync("FOLDER/game.json"));
const game = await Game.load(readFileSync("FOLDER/game.wasm"), about);
game.start(7);
const rows = [];
for (let n = 0; n < 12; n++) { const row = game.choose(); rows.push(row); game.play(row); }
console.log(JSON.stringify(rows));
"""


def texts(language: str, site: Path) -> dict[str, str]:
    found: dict[str, str] = json.loads((site / "page.json").read_text(encoding="utf-8"))["texts"][language]
    return found


def test_every_file_that_a_page_names_exists(plain_site: Path) -> None:
    html = (plain_site / "index.html").read_text(encoding="utf-8")
    named = re.findall(r'(?:href|src)="([^"#]+)"', html)
    named += [name for file in SCRIPTS for name in re.findall(r'from "\./([\w.]+)"', file.read_text(encoding="utf-8"))]
    assert [name for name in named if not (plain_site / name).is_file()] == []


def test_the_policy_forbids_inline_scripts_and_styles_and_other_servers(plain_site: Path) -> None:
    html = (plain_site / "index.html").read_text(encoding="utf-8")
    (policy,) = re.findall(r'Content-Security-Policy" content="([^"]+)"', html)
    assert policy.startswith("default-src 'none'")
    assert "unsafe-inline" not in policy and "unsafe-eval" not in policy.replace("wasm-unsafe-eval", "")
    assert "http" not in policy
    assert re.findall(r"<script(?![^>]*src=)|<style| style=|\son\w+=", html) == []


def test_every_text_of_the_scripts_is_in_the_page_and_the_other_way_round(plain_site: Path) -> None:
    code = "\n".join(file.read_text(encoding="utf-8") for file in SCRIPTS)
    known = texts("en", plain_site)
    used = set(re.findall(r'said\(\s*"(\w+)"', code)) | set(re.findall(r'"(page_\w+)"', code))
    used |= {f"page_study_{name}" for name in ("length", "points", "first", "mean", "new", "change")}
    assert sorted(used - known.keys()) == []
    assert sorted(key for key in known if key.startswith("page_") and key not in used) == []
    assert texts("de", plain_site).keys() == known.keys()


def test_scripts_contain_no_sentences() -> None:
    for file in SCRIPTS:
        code = re.sub(r"//.*|new Error\([^)]*\)|`[^`]*`", "", file.read_text(encoding="utf-8"))
        if file.name not in ("worker.mjs", "study_worker.mjs", "game.mjs"):
            assert re.findall(r'"[A-Z][a-z]+ [a-z]+[^"]*"', code) == [], file.name


def test_a_page_without_the_editor_only_plays(plain_site: Path) -> None:
    page = json.loads((plain_site / "page.json").read_text(encoding="utf-8"))
    assert not page["has_desk"] and page["exercises"] == []
    assert not (plain_site / "desk").exists()
    (game,) = page["games"]
    assert (plain_site / "games" / game["slug"] / "game.wasm").read_bytes()[:4] == b"\0asm"


def test_a_folder_that_npm_has_not_built_is_refused(tmp_path: Path) -> None:
    with pytest.raises(NotBuilt, match=r"has no `editor\.mjs`"):
        write_page(tmp_path / "site", [page_game(PIG, 2)], WORDS, tmp_path)


def test_the_command_writes_a_page(run: object, tmp_path: Path) -> None:
    assert callable(run)
    said: Ran = run("page", str(tmp_path / "site"), PIG)
    assert said.code == 0
    assert "files, " in said.out and "no editor" in said.out
    assert run("page", str(tmp_path / "site"), PIG, "--built", str(tmp_path / "none")).code == 2


@pytest.mark.parametrize("game", [PIG, SHIPPED])
def test_the_example_of_a_game_is_a_variant_without_errors(game: str) -> None:
    assert re.fullmatch(r'variant my_rule "My rule" of \w+\n    set \w+ to \d+\n', example(loaded(game)))


@pytest.mark.slow
def test_the_archive_runs_without_any_other_package(tmp_path: Path) -> None:
    archive = tmp_path / "python.zip"
    archive.write_bytes(python_files([("pig", Path(PIG))], EXERCISES))
    with zipfile.ZipFile(archive) as packed:
        packed.extractall(tmp_path / "site")
    done = subprocess.run(
        [sys.executable, "-S", "-c", ALONE, str(tmp_path / "site"), str(ROOT)], capture_output=True, text=True,
        cwd=tmp_path, timeout=300, env={"XDG_CACHE_HOME": str(tmp_path / "cache")}, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "site-packages" not in done.stdout and str(ROOT) not in done.stdout


def test_the_archive_contains_only_packages_that_the_page_uses() -> None:
    with zipfile.ZipFile(io.BytesIO(python_files([], None))) as packed:
        tops = {name.split("/")[0] for name in packed.namelist()}
    ours = {"cache", "dsl", "grammars", "interpreter", "mercatoria", "rpds.py"}
    others = {name for name in tops - ours if not name.endswith(".dist-info")}
    validator = {"attr", "attrs", "jsonschema", "jsonschema_specifications", "referencing", "typing_extensions.py"}
    assert others <= {"lark", "rich", "yaml"} | validator


def test_the_module_chooses_like_the_eager_player(plain_site: Path) -> None:
    if (node := shutil.which("node")) is None:
        pytest.skip("node is not installed")
    script = CHOOSE.replace("GAME", str(STATIC / "game.mjs")).replace("FOLDER", str(plain_site / "games" / "pig"))
    done = subprocess.run([node, "--input-type=module", "-e", script], capture_output=True, text=True, check=True)
    state, players = mercatoria.load(PIG).start(2, 7), [seeded("eager", 7, seat) for seat in range(2)]
    for row in json.loads(done.stdout):
        (seat,) = state.deciders
        move = players[seat].choose(Position(state, seat))
        assert list(move.row) == row
        state.apply(move)
