"""Tests how a file is saved.

Saving removes temporary files of a killed process, but not those that other processes are still writing. An error names
the file that the caller gave.
"""

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest

from mercatoria.storage import write_atomically

KILLED = """
import os, signal, sys
from mercatoria.storage import write_atomically
os.fsync = lambda handle: os.kill(os.getpid(), signal.SIGKILL)
write_atomically(__import__("pathlib").Path(sys.argv[1]), "half")
"""


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_a_killed_save_is_cleaned_up_at_the_next_one(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    root = str(Path(__file__).resolve().parents[3])
    env = os.environ | {"PYTHONPATH": root}
    subprocess.run([sys.executable, "-c", KILLED, str(file)], env=env, check=False, timeout=300)
    assert [left.name.startswith(".game.json.") for left in tmp_path.iterdir()] == [True]
    busy = tmp_path / f".game.json.{os.getpid()}.abc.tmp"
    other = tmp_path / ".game.json.notes.tmp"
    busy.touch()
    other.touch()
    write_atomically(file, "whole")
    assert file.read_text(encoding="utf-8") == "whole"
    assert set(tmp_path.iterdir()) == {file, busy, other}


@pytest.mark.parametrize(("step", "fault"), [
    ("fsync", OSError(errno.ENOSPC, "No space left on device")),
    ("replace", PermissionError(errno.EACCES, "Permission denied", ".game.json.1.abc.tmp")),
])  # fmt: skip
def test_an_error_names_the_file_that_the_caller_gave(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str, fault: OSError
) -> None:
    def fails(*_: object) -> None:
        raise fault

    monkeypatch.setattr(os, step, fails)
    file = tmp_path / "folder" / ".." / "game.json"
    (tmp_path / "folder").mkdir()
    with pytest.raises(type(fault)) as raised:
        write_atomically(file, "whole")
    assert (raised.value.errno, raised.value.filename) == (fault.errno, str(file))
    assert [each.name for each in tmp_path.iterdir()] == ["folder"]
