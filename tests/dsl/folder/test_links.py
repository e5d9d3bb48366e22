"""Tests that the loader rejects links that leave a game's folder, and special files such as pipes."""

import os
import shutil
import socket
from pathlib import Path

import pytest

from dsl.folder import escapes_folder, read_folder
from interpreter.testing import read_clauses
from mercatoria.cli import main

pytestmark = pytest.mark.skipif(os.name != "posix", reason="links and pipes of POSIX")

ROOT = Path(__file__).resolve().parents[3]
COMMERCE = ROOT / "docs" / "examples" / "commerce"
FILES = ("rulebook.rules", "board.yaml", "clauses.yaml", "variants/keep_one.rules", "scenarios/end.rules")
PICTURE = "picture.yaml"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(COMMERCE, tmp_path / "commerce"))


def faults(folder: Path) -> list[str]:
    """Return the code E014 for each rejected file in a folder."""
    from dsl.diagnostics import Sink

    found = read_folder(folder, "commerce")
    sink = Sink(list(found.reading.found))
    read_clauses(found, sink)
    return [fault.code for fault in sink.found if fault.code == "E014"]


@pytest.mark.parametrize("name", FILES)
def test_a_link_that_leads_out_is_refused(folder: Path, tmp_path: Path, name: str) -> None:
    secret = tmp_path / "secret"
    (folder / name).rename(secret)
    (folder / name).symlink_to(secret)
    assert faults(folder) == ["E014"]


@pytest.mark.parametrize("name", ["variants", "scenarios"])
def test_a_folder_that_is_a_link_is_refused(folder: Path, tmp_path: Path, name: str) -> None:
    (folder / name).rename(tmp_path / name)
    (folder / name).symlink_to(tmp_path / name)
    assert set(faults(folder)) == {"E014"}


@pytest.mark.parametrize("name", FILES)
def test_a_link_within_the_folder_is_followed(folder: Path, name: str) -> None:
    (folder / name).rename(folder / "kept")
    (folder / name).symlink_to(folder / "kept")
    assert faults(folder) == []


def test_a_folder_may_be_reached_by_a_link(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(folder)
    assert faults(tmp_path / "link") == []


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("what", ["pipe", "socket", "device", "loop"])
def test_pipes_and_folders_are_refused_at_once(
    folder: Path, name: str, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = folder / name
    place.unlink()
    if what == "pipe":
        os.mkfifo(place)
    elif what == "socket":
        monkeypatch.chdir(place.parent)  # The operating system limits the length of a socket's path.
        with socket.socket(socket.AF_UNIX) as made:
            made.bind(place.name)
    elif what == "device":
        place.symlink_to("/dev/zero")
    else:
        place.symlink_to(place)
    assert faults(folder) == ["E014"] or (what == "loop" and name == "clauses.yaml")


@pytest.mark.parametrize("what", ["pipe", "link"])
def test_a_picture_that_leads_elsewhere_is_refused(
    folder: Path, tmp_path: Path, what: str, capsys: pytest.CaptureFixture[str]
) -> None:
    if what == "pipe":
        os.mkfifo(folder / PICTURE)
    else:
        (tmp_path / "secret").write_text("lines: Road\n", encoding="utf-8")
        (folder / PICTURE).symlink_to(tmp_path / "secret")
    assert main(["check", str(folder)]) == 1
    assert "E014" in capsys.readouterr().out


def test_a_golden_record_that_leads_out_is_refused(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "secret.json").write_text("[]", encoding="utf-8")
    (folder / "records").mkdir()
    (folder / "records" / "one.json").symlink_to(tmp_path / "secret.json")
    assert main(["test", str(folder)]) == 1
    assert "leads out of the game's folder" in capsys.readouterr().out


def test_nothing_is_written_through_a_link(folder: Path, tmp_path: Path) -> None:
    secret = tmp_path / "secret.rules"
    secret.write_text("number   toll=3\n", encoding="utf-8")
    (folder / "variants" / "more.rules").symlink_to(secret)
    (folder / "board.schema.json").symlink_to(tmp_path / "schema.json")
    assert main(["fmt", str(folder)]) == 1
    assert main(["schema", str(folder), "--write"]) == 2
    assert secret.read_text(encoding="utf-8") == "number   toll=3\n"
    assert not (tmp_path / "schema.json").exists()


def test_links_that_lead_to_each_other_lead_out(tmp_path: Path) -> None:
    (tmp_path / "one").symlink_to(tmp_path / "two")
    (tmp_path / "two").symlink_to(tmp_path / "one")
    assert escapes_folder(tmp_path / "one", tmp_path)
    assert not escapes_folder(tmp_path / "none", tmp_path)
