"""Tests that the wheel can be built, installed outside the checkout, and used to start a game, without a network.

The test runs Python with `-I -S`, so it uses neither the working directory, PYTHONPATH nor `.pth` files. The editable
install of the checkout therefore cannot replace a module or data file that is missing from the wheel.
"""

import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("dsl", "interpreter", "mercatoria")
DATA = ("grammars", "games")


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
    """Return a folder that contains only the content of the wheel."""
    folder = tmp_path_factory.mktemp("installed")
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "install", "--quiet", "--no-index")
    run(*pip, "--no-deps", "--target", folder, wheel, cwd=folder)
    return folder


def run_installed(program: str, installed: Path, cwd: Path) -> str:
    """Run a program with access to the installed wheel and the libraries, but not to the checkout."""
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


def files_below(folder: str) -> list[str]:
    return [
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and not path.name.startswith(".")
    ]


def test_wheel_holds_every_file_of_its_folders(wheel: Path) -> None:
    shipped = set(zipfile.ZipFile(wheel).namelist())
    expected = {file for package in PACKAGES for file in files_below(package)}
    expected |= {f"mercatoria/_data/{file}" for folder in DATA for file in files_below(folder)}
    assert expected <= shipped, sorted(expected - shipped)


def test_wheel_tells_type_checkers_that_it_is_typed(wheel: Path) -> None:
    assert {f"{package}/py.typed" for package in PACKAGES} <= set(zipfile.ZipFile(wheel).namelist())


def test_wheel_puts_nothing_else_at_the_top_of_site_packages(wheel: Path) -> None:
    top = {name.partition("/")[0] for name in zipfile.ZipFile(wheel).namelist()}
    (info,) = top - set(PACKAGES)
    assert info.endswith(".dist-info")


@pytest.mark.slow
def test_data_is_found_from_the_wheel(installed: Path, tmp_path: Path) -> None:
    program = """
from dsl.shipped import data_folder
for name in ("games", "grammars"):
    print(sorted(entry.name for entry in data_folder(name).iterdir()))
"""
    here = [str(sorted(entry.name for entry in (ROOT / name).iterdir())) for name in ("games", "grammars")]
    assert run_installed(program, installed, tmp_path).splitlines() == here


@pytest.mark.slow
def test_packages_of_another_distribution_are_named(installed: Path, tmp_path: Path) -> None:
    (tmp_path / "dsl").mkdir()
    (tmp_path / "dsl" / "__init__.py").write_text("", encoding="utf-8")
    program = f"""
sys.path.insert(0, {str(tmp_path)!r})
for name in [name for name in sys.modules if name.partition(".")[0] in {PACKAGES!r}]:
    del sys.modules[name]
try:
    import mercatoria
except ImportError as fault:
    print(fault)
"""
    said = run_installed(program, installed, tmp_path)
    assert f"`dsl` comes from {tmp_path / 'dsl'}, not from this installation of mercatoria" in said
    assert "install mercatoria in a separate virtual environment" in said


@pytest.mark.slow
def test_game_starts_from_the_wheel(installed: Path, tmp_path: Path) -> None:
    program = """
import mercatoria
game = mercatoria.load("medieval_merchant")
state = game.start(players=4, seed=7)
print(len(state.moves()))
"""
    assert int(run_installed(program, installed, tmp_path)) > 0


def test_command_line_starts_from_the_wheel(installed: Path, tmp_path: Path) -> None:
    program = """
import importlib.metadata
(script,) = importlib.metadata.distribution("mercatoria").entry_points.select(group="console_scripts")
assert script.name == "mercatoria" and callable(script.load())
"""
    run_installed(program, installed, tmp_path)


@pytest.mark.slow
def test_sdist_builds_an_equal_wheel(wheel: Path, tmp_path: Path) -> None:
    run(sys.executable, "-m", "build", "--sdist", "--no-isolation", "--outdir", tmp_path, ROOT, cwd=tmp_path)
    (source,) = tmp_path.glob("mercatoria-*.tar.gz")
    with tarfile.open(source) as archive:
        archive.extractall(tmp_path / "source", filter="data")
    (checkout,) = (tmp_path / "source").iterdir()
    run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", tmp_path, checkout, cwd=tmp_path)
    (second,) = tmp_path.glob("mercatoria-*.whl")
    built, rebuilt = zipfile.ZipFile(wheel), zipfile.ZipFile(second)
    assert sorted(rebuilt.namelist()) == sorted(built.namelist())
    assert [name for name in built.namelist() if built.read(name) != rebuilt.read(name)] == []


@pytest.mark.slow
@pytest.mark.parametrize(
    "command",
    [
        ["play", "merkator", "--players", "2", "--player", "random", "--seed", "7"],
        ["check", "medieval_merchant"],
        ["study", "merkator", "--games", "2", "--players", "2", "--seat-players", "random", "-o", "report.md"],
        ["explain", "E304"],
        ["new", "my_game"],
        ["serve", "--help"],
    ],
    ids=lambda command: command[0],
)
def test_command_runs_from_the_wheel(command: list[str], installed: Path, tmp_path: Path) -> None:
    program = f"""
sys.argv = ["mercatoria", *{command!r}]
from mercatoria.cli import main
sys.exit(main())
"""
    run_installed(program, installed, tmp_path)
