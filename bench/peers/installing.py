"""Installs peers before their race, each into a separate folder.

The folders are in `build/bench`, so that `.venv` stays unchanged. A peer that cannot be installed is skipped with a
message (`NotThere`).
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HERE = ROOT / "bench" / "peers"
BUILD = ROOT / "build" / "bench"

REQUIREMENTS = {
    "catanatron": ("catanatron==3.2.1",),
    "openspiel": ("open_spiel==2.0.2",),
    "pettingzoo": ("pettingzoo==1.27.0", "pygame"),
    "rlc": ("rl_language_core==0.4.18", "numpy<2"),
}
"""The packages that each peer in Python requires.

`NAME_games.py` runs the games of a peer.
"""


EXPORTED = "exported "
"""The peer `exported GAME PLAYERS` is our own game in C."""


class NotThere(Exception):
    """Raised if a peer cannot take part here; the message says why."""


def command(name: str) -> list[str]:
    """Return the command that starts a peer; the peer is installed first if necessary.

    Raises:
        NotThere: The peer cannot be installed.
    """
    if name == "c":
        return [str(c_program())]
    if name.startswith(EXPORTED):
        return [str(exported_program(*name.removeprefix(EXPORTED).split()))]
    return [str(python_with(name, REQUIREMENTS[name])), str(HERE / f"{name}_games.py")]


def python_with(name: str, requirements: tuple[str, ...]) -> Path:
    """Return the Python of a virtual environment with these requirements."""
    folder = BUILD / name
    python, stamp = folder / "bin" / "python", folder / "installed.txt"
    wanted = "\n".join(requirements)
    if stamp.is_file() and stamp.read_text(encoding="utf-8") == wanted:
        return python
    print(f"Installing {', '.join(requirements)} into {folder.relative_to(ROOT)} ...", file=sys.stderr)
    run([sys.executable, "-m", "venv", "--clear", str(folder)], "Python could not make a virtual environment")
    run([str(python), "-m", "pip", "install", "--quiet", *requirements], "pip could not install it (no network?)")
    stamp.write_text(wanted, encoding="utf-8")
    return python


def c_program() -> Path:
    """Compile the game in C with the board of the game in Python, and return the program."""
    from bench.peers import tables

    compiler = shutil.which("cc")
    if compiler is None:
        raise NotThere("there is no C compiler")
    BUILD.mkdir(parents=True, exist_ok=True)
    (BUILD / "tables.h").write_text(tables.header(), encoding="utf-8")
    program = BUILD / "medieval_merchant"
    source = HERE / "medieval_merchant.c"
    run([compiler, "-O3", f"-I{BUILD}", str(source), "-o", str(program)], "the C compiler could not compile it")
    return program


def exported_program(game: str, players: str) -> Path:
    """Export one of our games in C, and return the compiled program."""
    from bench.peers import exported_c

    compiler = shutil.which("cc")
    if compiler is None:
        raise NotThere("there is no C compiler")
    example = ROOT / "docs" / "examples" / game
    folder = BUILD / f"{game}_{players}"
    folder.mkdir(parents=True, exist_ok=True)
    sources = exported_c.write(folder, str(example) if example.is_dir() else game, int(players))
    program = folder / "program"
    run([compiler, "-std=c11", "-O3", *sources, "-o", str(program)], "the C compiler could not compile it")
    return program


def run(arguments: list[str], otherwise: str) -> None:
    """Run a command to its end.

    Raises:
        NotThere: The command failed; the message ends with the last line that the command wrote.
    """
    done = subprocess.run(arguments, capture_output=True, text=True, check=False)
    if done.returncode:
        last = (done.stderr.strip() or done.stdout.strip()).rpartition("\n")[2]
        raise NotThere(f"{otherwise}: {last}" if last else otherwise)
