"""Tests that a page consists of static files that name each other, and that its archive of Python is complete."""

from __future__ import annotations

import importlib.util
import io
import json
import lzma
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest
from page_games import EXERCISES, WORDS, page_game

import mercatoria
from mercatoria.cli.page import by_length
from mercatoria.page import NotBuilt, write_page
from mercatoria.page.build import example
from mercatoria.page.bytecode import compiled, packed, unpacked, zipped
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

KERNELS = """
import json, linecache, sys
import mercatoria
from mercatoria.page_table import game_data
linecache.clearcache()
game_data(mercatoria.load(sys.argv[1]), 2)
print(json.dumps([name for name in linecache.cache if "/interpreter/" in name]))
"""
"""Prints the files whose text the kernels of a game are compiled from."""

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


def test_the_command_opens_the_game_with_the_shortest_rules() -> None:
    ordered = by_length(mercatoria.shipped())
    sizes = [len((mercatoria.folder_of(name) / "rulebook.rules").read_bytes()) for name in ordered]
    assert sizes == sorted(sizes) and sorted(ordered) == mercatoria.shipped()


def test_each_phase_of_a_game_has_a_title(plain_site: Path) -> None:
    about = json.loads((plain_site / "games" / "pig" / "game.json").read_text(encoding="utf-8"))
    assert {node["phase"] for node in about["nodes"]} <= about["page"]["phases"].keys()
    assert all(about["page"]["phases"].values())


@pytest.mark.parametrize("game", [PIG, SHIPPED])
def test_the_example_of_a_game_is_a_variant_without_errors(game: str) -> None:
    assert re.fullmatch(r'variant my_rule "My rule" of \w+\n    set \w+ to \d+\n', example(loaded(game)))


def laid_out(files: Mapping[str, bytes], folder: Path) -> Path:
    """Write files to a folder, and return the folder with their packages."""
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    return folder / "site-packages"


def library(sources: Mapping[str, str]) -> bytes:
    """Return an archive of a standard library that has only these modules."""
    return zipped({f"{name}.py": text.encode() for name, text in sources.items()})


@pytest.mark.slow
@pytest.mark.parametrize("form", ["sources", "bytecode"])
def test_the_files_run_without_any_other_package(form: str, tmp_path: Path) -> None:
    files = python_files([("pig", Path(PIG))], EXERCISES)
    if form == "bytecode":
        files, _ = compiled(files, library({}), (), str(tmp_path))
    site = laid_out(files, tmp_path)
    done = subprocess.run(
        [sys.executable, "-S", "-c", ALONE, str(site), str(ROOT)], capture_output=True, text=True,
        cwd=tmp_path, timeout=300, env={"XDG_CACHE_HOME": str(tmp_path / "cache")}, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    ran = done.stdout.replace(str(site), "")
    assert "site-packages" not in ran and str(ROOT) not in ran
    assert ("/mercatoria/page_session/session.py'" in ran) == (form == "sources")


@pytest.fixture(scope="module")
def sources() -> dict[str, bytes]:
    """Return the Python files of a page without games."""
    return python_files([], None)


@pytest.mark.slow  # it reads all modules that a page imports, and takes ten seconds
def test_a_page_contains_only_packages_that_it_uses(sources: dict[str, bytes]) -> None:
    tops = {name.split("/")[1] for name in sources}
    ours = {"cache", "dsl", "grammars", "interpreter", "mercatoria", "rpds.py"}
    others = {name for name in tops - ours if not name.endswith(".dist-info")}
    validator = {"attr", "attrs", "jsonschema", "jsonschema_specifications", "referencing", "typing_extensions.py"}
    assert others <= {"lark", "rich", "yaml"} | validator


@pytest.mark.slow  # it imports all modules again
def test_modules_of_kernels_keep_their_text_next_to_the_bytecode(sources: dict[str, bytes], tmp_path: Path) -> None:
    read = subprocess.run([sys.executable, "-c", KERNELS, PIG], capture_output=True, text=True, cwd=ROOT, check=True)
    of_kernels = {f"site-packages/{Path(name).relative_to(ROOT).as_posix()}" for name in json.loads(read.stdout)}
    files, _ = compiled(sources, library({}), (), str(tmp_path))
    texts = {name for name in files if name.endswith(".py")}
    assert of_kernels and of_kernels <= texts
    assert len(texts) < sum(name.endswith(".pyc") for name in files) / 10
    for name in of_kernels:
        assert importlib.util.cache_from_source(name) in files


def test_the_library_keeps_what_can_be_imported_and_named() -> None:
    standard = library({
        "begun": "import near", "near": "def act():\n    from far import part", "far": "", "unused": "import near",
        "named": "text = 'KOI8-R'", "encodings/__init__": "", "encodings/koi8_r": "", "encodings/cp037": "",
    })  # fmt: skip
    mine = {"site-packages/mine.py": b"import named", "site-packages/mine.yaml": b"data"}
    files, kept = compiled(mine, standard, ["begun"], "/lib/python3")
    names = ["encodings/__init__", "encodings/koi8_r", "far", "mine", "named", "near"]
    assert sorted(files) == [*(f"site-packages/{name}.pyc" for name in names[:4]), "site-packages/mine.yaml",
                             *(f"site-packages/{name}.pyc" for name in names[4:])]  # fmt: skip
    with zipfile.ZipFile(io.BytesIO(kept)) as archive:
        assert archive.namelist() == ["begun.pyc"]


def test_a_pack_is_an_index_with_contents() -> None:
    files = {"one/two.txt": b"2\0", "empty": b"", "last": bytes(300)}
    assert unpacked(packed(files)) == files


@pytest.mark.slow  # it writes the page of all games
def test_without_node_a_page_contains_sources_and_says_so(
    run: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    built = tmp_path / "built"
    (built / "pyodide").mkdir(parents=True)
    (built / "editor.mjs").write_text("")
    (built / "built.json").write_text('{"pyodide": "0", "snapshots": true}')
    (built / "pyodide" / "python_stdlib.zip").write_bytes(library({"begun": ""}))
    monkeypatch.setattr("mercatoria.page.build.NODE", "there-is-no-such-program")
    assert callable(run)
    said: Ran = run("page", str(tmp_path / "site"), PIG, "--built", str(built))
    assert said.code == 0 and "node is not here" in said.out
    files = unpacked(lzma.decompress((tmp_path / "site" / "desk" / "python.pack").read_bytes()))
    assert b"class Session" in files["site-packages/mercatoria/page_session/session.py"]


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
