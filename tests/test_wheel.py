"""Builds the wheel, installs it apart from the checkout, and starts a game from what was installed.

The child interpreter runs with `-I -S`: no working directory, no PYTHONPATH, and no `.pth` files, so the
editable install of the checkout cannot lend a module or a data file that the wheel lacks. Needs no network.
"""

import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("dsl", "interpreter", "mercatoria", "grammars", "games")


def run(*command: str | Path, cwd: Path) -> str:
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, encoding="utf-8", check=False)
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder, ROOT, cwd=folder)
    (built,) = folder.glob("mercatoria-*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that holds the wheel's content, and nothing else."""
    folder = tmp_path_factory.mktemp("installed")
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "install", "--quiet", "--no-index")
    run(*pip, "--no-deps", "--target", folder, wheel, cwd=folder)
    return folder


def run_installed(program: str, installed: Path, cwd: Path) -> str:
    """Run a program that sees the installed wheel and the libraries, but not the checkout."""
    libraries = [sysconfig.get_path("purelib"), sysconfig.get_path("platlib")]
    prologue = f"""
import importlib, sys
from pathlib import Path
sys.path[:0] = {[str(installed), *libraries]!r}
for name in {PACKAGES!r}:
    home = Path(importlib.import_module(name).__file__).resolve()
    assert home.is_relative_to({str(installed.resolve())!r}), f"{{home}} is not from the wheel"
"""
    return run(sys.executable, "-I", "-S", "-X", "utf8", "-c", prologue + program, cwd=cwd)


def test_wheel_holds_every_file_of_its_folders(wheel: Path) -> None:
    shipped = set(zipfile.ZipFile(wheel).namelist())
    expected = {
        path.relative_to(ROOT).as_posix()
        for package in PACKAGES
        for path in (ROOT / package).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and not path.name.startswith(".")
    }
    assert expected <= shipped, sorted(expected - shipped)
    strangers = {name.partition("/")[0] for name in shipped} - set(PACKAGES)
    assert all(name.endswith(".dist-info") for name in strangers), strangers


def test_data_is_found_from_the_wheel(installed: Path, tmp_path: Path) -> None:
    program = """
from importlib.resources import files
for name in ("games", "grammars"):
    print(sorted(entry.name for entry in files(name).iterdir() if entry.name != "__pycache__"))
"""
    here = [
        str(sorted(entry.name for entry in (ROOT / name).iterdir() if entry.name != "__pycache__"))
        for name in ("games", "grammars")
    ]
    assert run_installed(program, installed, tmp_path).splitlines() == here


# NEEDS THE PUBLIC API: mercatoria.load, Game.start, State.moves. Fails until they exist.
def test_game_starts_from_the_wheel(installed: Path, tmp_path: Path) -> None:
    program = """
import mercatoria
game = mercatoria.load("medieval_merchant")
state = game.start(players=4, seed=7)
print(len(state.moves()))
"""
    assert int(run_installed(program, installed, tmp_path)) > 0


# NEEDS THE COMMAND LINE: mercatoria.cli.main. Fails until it exists.
def test_command_line_starts_from_the_wheel(installed: Path, tmp_path: Path) -> None:
    program = """
import importlib.metadata
(script,) = importlib.metadata.distribution("mercatoria").entry_points.select(group="console_scripts")
assert script.name == "mercatoria" and callable(script.load())
"""
    run_installed(program, installed, tmp_path)
