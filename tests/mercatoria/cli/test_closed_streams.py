"""Tests closed and full streams, readers that disconnect, and terminal control characters: no command prints a
traceback.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from dsl.source import INVISIBLE
from mercatoria.cli import main
from tests.thinning import thinned

ROOT = Path(__file__).resolve().parents[3]
PIG = str(ROOT / "docs" / "examples" / "pig")
MERCATORIA = f"{sys.executable} -m mercatoria"

posix = pytest.mark.skipif(os.name != "posix", reason="shells of POSIX")


def shell(line: str) -> subprocess.CompletedProcess[str]:
    env = {name: value for name, value in os.environ.items() if name not in ("MERCATORIA_DEBUG", "PYTHONIOENCODING")}
    return subprocess.run(
        ["sh", "-c", line.replace("mercatoria", MERCATORIA, 1)],
        cwd=ROOT,
        env=env | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


@posix
@pytest.mark.parametrize(
    ("line", "code"),
    thinned(
        [
            ("mercatoria games >&-", 0),
            ("mercatoria games 2>&-", 0),
            (f"mercatoria play {PIG} <&-", 0),
            (f"mercatoria play {PIG} <&- >&- 2>&-", 0),
            ("mercatoria games | head -1", 0),
            (f"mercatoria simulate {PIG} -n 1 --json | head -1", 0),
            ("mercatoria explain none >&- 2>&-", 2),
            ("PYTHONIOENCODING=ascii; export PYTHONIOENCODING; mercatoria games", 0),
        ],
        lambda case: case[0] == "mercatoria games | head -1",
    ),
)
def test_streams_that_are_closed(line: str, code: int) -> None:
    said = shell(line)
    assert said.returncode == code
    assert "Traceback" not in said.stdout + said.stderr
    assert "internal error" not in said.stderr
    assert "Exception ignored" not in said.stderr


@pytest.mark.slow
@posix
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no full device here")
def test_a_full_disk_is_told() -> None:
    said = shell("mercatoria games >/dev/full")
    assert said.returncode == 1
    assert "Traceback" not in said.stderr
    assert "no space" in said.stderr


SIGNS = ("\x1b[31m", "\x9b2J", "\u202e", "\u200b", "\x07", "\udcff")


@pytest.mark.parametrize("sign", SIGNS)
@pytest.mark.parametrize(
    "argv",
    [
        ("check", "{}"),
        ("explain", "{}"),
        ("play", "{}"),
        ("simulate", PIG, "--variant", "{}"),
        ("fmt", "{}"),
        ("expand", PIG, "--option", "{}=1"),
        ("{}",),
        ("play", PIG, "--seat", "{}"),
        ("check", "--{}"),
        ("replay", "{}"),
    ],
)
def test_orders_on_the_command_line_are_shown_as_marks(
    sign: str, argv: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([word.format(sign) for word in argv]) in (1, 2)
    said = capsys.readouterr()
    assert not INVISIBLE.search(said.out + said.err)


@posix
def test_orders_in_the_names_of_files_are_shown_as_marks(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "odd\x1b[2J"
    (folder / "variants").mkdir(parents=True)
    (folder / "rulebook.rules").write_text('rulebook odd "Odd"\n    players 2\n', encoding="utf-8")
    (folder / "variants" / "a\u202eb.rules").write_text("variant\n", encoding="utf-8")
    for argv in (
        ["check", str(folder)],
        ["check", "--json", str(folder)],
        ["expand", str(folder)],
        ["fmt", str(folder)],
        ["test", str(folder)],
        ["graph", str(folder)],
    ):
        main(argv)
        said = capsys.readouterr()
        assert said.out + said.err
        assert not INVISIBLE.search(said.out + said.err)
