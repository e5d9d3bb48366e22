"""Tests games at a pseudo-terminal, as a person plays them, and the parts of the terminal interface."""

import io
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import mercatoria
from mercatoria.storage.atomic import write_atomically
from tests.mercatoria.conftest import BIDS, PIG, ROOT, SHIPPED, Ran
from tests.mercatoria.terminal.person import Person


@pytest.fixture
def person() -> Iterator[Callable[..., Person]]:
    there: list[Person] = []

    def sits_down(*args: str, columns: int = 100, command: str = "play") -> Person:
        there.append(Person(*args, columns=columns, command=command))
        return there[-1]

    yield sits_down
    for each in there:
        each.close()
        assert "Traceback" not in each.seen


# ---------------------------------------------------------------- at the terminal


@pytest.mark.slow
def test_a_game_with_bots(person: Callable[..., Person], tmp_path: Path) -> None:
    me = person(SHIPPED, "--seed", "5", "--players", "3", "--player", "human,random,random")
    begin = me.until("Red> ")
    assert "reconstruction" in begin
    assert "Home towns" in begin
    assert "[MDM-027]" in begin
    assert "Gent 7" in begin
    assert re.search(r"Blue .*hidden", begin), "the hands of others are counted, not shown"
    assert "why not MOVE" in me.types("?")
    assert "None of your moves" in me.types("zzz")
    assert "Press Enter to play this move" in me.types("bremen ham")
    after = me.types("")
    assert "1. Open a city for trade" in after
    assert re.search(r"Blue chose .*home town", after)
    refused = me.types("open_city(Wittenberg)")
    assert "You cannot open Wittenberg for trade: Wittenberg is already open for trade." in refused
    assert "never_opened" in me.types("why not open_city(Wittenberg)")
    assert "score(" in me.types("why score")
    assert "influence" in me.types("why more")
    assert "did you mean" in me.types("why inflence")
    assert "did you mean `Gent`" in me.types("open_city(Gnt)")
    assert "last decision was undone." in me.types("undo")
    assert "nothing to undo" in me.types("undo")
    assert "MDM-027" in me.types("rules")
    file = tmp_path / "kept.json"
    assert "Saved in" in me.types(f"save {file}")
    assert "Not saved" in me.types("save /nowhere/at/all.json")
    assert "Not loaded" in me.types("load /nowhere/at/all.json")
    assert "Loaded" in me.types(f"load {file}")
    me.types("quit", "Good-bye.")
    assert me.leaves() == 0
    assert json.loads(file.read_text(encoding="utf-8"))["seats"] == ["human", "random", "random"]


@pytest.mark.slow
def test_play_without_a_game_asks_which(person: Callable[..., Person]) -> None:
    ada = person()
    number = mercatoria.shipped().index(SHIPPED) + 1
    assert f"{number}  Medieval Merchant\n" in ada.until("Which game: ")
    assert "There is no game `9`; type a number from 1 to 5." in ada.types("9", "Which game: ")
    assert "Medieval Merchant" in ada.types(str(number), "At the table")


def test_play_without_a_game_and_without_a_keyboard_lists_the_games(
    run: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    ran = run("play")
    assert ran.code == 2
    assert f"name a game: {', '.join(mercatoria.shipped())}, or a folder" in ran.err


@pytest.mark.slow
def test_unchanged_parts_are_not_drawn_again(person: Callable[..., Person]) -> None:
    me = person("merchants_of_the_middle_ages", "--seed", "5", "--players", "3", "--player", "human,random,random")
    begin = me.until("Blue> ")
    assert "Hamburg 200" in begin
    assert "Orange" in begin
    me.types("1")
    after = me.types("buy(Wine, Paris)")
    assert "Paris: 1 Wine" in after
    assert "Hamburg 200" not in after, "the map is as it was"
    assert "selling at" not in after, "so is the price chart"
    assert "Hamburg 200" in me.types("map")
    assert "Large Office, Investment" in me.types("look large")
    me.types("pass")
    assert "Hamburg 200" in me.types("undo") or "Cannot undo" in me.seen


@pytest.mark.slow
def test_a_saved_game_goes_on(person: Callable[..., Person], tmp_path: Path) -> None:
    file = str(tmp_path / "kept.json")
    me = person(SHIPPED, "--seed", "5", "--players", "3", "--player", "human,random,random")
    me.until("Red> ")
    me.types("1")
    me.types(f"save {file}")
    me.types("quit", "Good-bye.")
    again = person(SHIPPED, "--load", file)
    assert "1. Open a city for trade" in again.until("Red> ")


@pytest.mark.slow
def test_waiting_page_names_the_bot(person: Callable[..., Person]) -> None:
    me = person(PIG, "--seed", "5", "--player", "human,30")
    me.until("Seat1> ")
    assert "thinking" not in me.seen
    assert "Seat2 is thinking …" in me.types("hold", "Seat1> ")


@pytest.mark.slow
def test_leaving_without_saving_is_asked_about(person: Callable[..., Person]) -> None:
    me = person(PIG, "--players", "2", "--player", "human,random", "--seed", "1")
    me.until("> ")
    me.types("1")
    assert "without saving" in me.types("quit", "(yes/no) ")
    me.types("no")
    me.types("quit", "(yes/no) ")
    me.types("yes", "Good-bye.")
    assert me.leaves() == 0


@pytest.mark.slow
def test_chance_is_not_taken_back(person: Callable[..., Person]) -> None:
    me = person(PIG, "--players", "2", "--player", "human,random", "--seed", "1")
    me.until("> ")
    me.types("1")
    assert "cards or dice have been drawn" in me.types("undo")


@pytest.mark.slow
def test_people_at_one_terminal_do_not_see_each_other(person: Callable[..., Person]) -> None:
    us = person(BIDS, "--players", "2", "--player", "human", "--seed", "3")
    us.until("ready. ")
    first = us.types("")
    assert "0 hidden" not in first
    assert "score(" in us.types("why score")
    second = us.types("7", "ready. ")
    assert "look away" in second
    shown = us.types("")
    assert "Seat1 bid an amount in secret" in shown
    assert "bid(7)" not in shown
    assert "Seat1 bid 7" not in shown
    assert "Ask a question first" in us.types("why more"), "the answer was another's"
    assert "bid(7)" not in us.types("why last")
    assert "has moved since" in us.types("undo")
    end = us.types("4")
    assert "Seat1 bid 7" in end
    assert "The game is over" in end
    us.types("", "")
    assert us.leaves() == 0


@pytest.mark.slow
def test_ctrl_c_twice_leaves(person: Callable[..., Person]) -> None:
    me = person(PIG, "--players", "2", "--player", "human,random", "--seed", "1")
    me.until("> ")
    me.is_waited_for()  # Before the wait for a key, a signal would have no effect until the next key.
    me.process.send_signal(signal.SIGINT)
    me.until("Ctrl-C again")
    me.until("> ")
    me.is_waited_for()
    me.process.send_signal(signal.SIGINT)
    assert me.leaves() == 130


@pytest.mark.slow
@pytest.mark.parametrize("columns", [50, 80, 140])
def test_nothing_runs_over_the_edge(person: Callable[..., Person], columns: int) -> None:
    me = person(SHIPPED, "--seed", "5", "--players", "6", "--player", "human,random", columns=columns)
    screen = me.until("Red> ")
    widest = max(screen.splitlines(), key=len)
    assert len(widest) <= columns, widest
    assert "Köln" in screen


@pytest.mark.slow
def test_a_whole_game_by_the_first_move(person: Callable[..., Person], countdown: Callable[..., Path]) -> None:
    me = person(str(countdown()), "--players", "2", "--player", "human,greedy", "--seed", "1")
    text = me.until("> ")
    while "The game is over" not in text:
        text = me.types("1")
    text += me.seen[me.read :]
    assert re.search(r"wins|share", text)
    assert "taken" in text
    assert "(you)" in text.rpartition("The game is over")[0].rpartition("score")[2], "one sees what one has to the end"
    assert "taken: " in me.types("look seat1")
    me.types("", "")
    assert me.leaves() == 0


# ---------------------------------------------------------------- without a terminal


def test_without_a_keyboard_bots_play(run: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO())
    said = run("play", SHIPPED, "--players", "3", "--seed", "1")
    assert said.code == 0
    assert "There is no keyboard here" in said.out
    assert "The game is over" in said.out
    data = run("play", SHIPPED, "--players", "3", "--seed", "1", "--json").data
    assert data["over"] is True
    assert len(data["scores"]) == 3


def test_a_named_human_reads_moves_from_standard_input(
    run: Callable[..., Ran], countdown: Callable[..., Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.StringIO("take(2)\n"))
    said = run("play", str(countdown()), "--players", "2", "--player", "random", "--seat", "0=human", "--seed", "1")
    assert said.code == 0
    assert "> take(2)" in said.out, "what was read is shown"
    assert "Standard input ended before the game did. The game is saved in mercatoria-unfinished-" in said.out
    (file,) = tmp_path.glob("mercatoria-unfinished-*.json")
    kept = file.read_text(encoding="utf-8")
    assert json.loads(kept)["seats"] == ["human", "random"]
    assert "take(2)" in kept
    monkeypatch.setattr("sys.stdin", io.StringIO())
    assert "Standard input" not in run("play", str(countdown()), "--load", str(file)).out, "nobody is named here"


def command(*args: str, **more: object) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "mercatoria.cli", *args], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env=os.environ | {"PYTHONPATH": str(ROOT)}, start_new_session=True, **more,  # type: ignore[call-overload]
    )  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_in_simulate_tells_what_was_played(person: Callable[..., Person], jobs: str) -> None:
    me = person(SHIPPED, "-p", "4", "-n", "1000000", "-j", jobs, command="simulate")
    seen = me.until("/1000000")
    while re.search(r"(?<!\d)0/1000000$", seen):
        seen = me.until("/1000000")
    me.process.send_signal(signal.SIGINT)
    assert me.leaves() == 130
    assert re.search(r"[1-9][\d,]* played of 1,000,000 \(stopped\)", me.seen)
    assert "a second" in me.seen


@pytest.mark.slow
def test_a_closed_pipe_is_no_complaint() -> None:
    with command("schema", SHIPPED) as process:
        assert process.stdout is not None
        process.stdout.close()
        process.stdout = None
        try:
            _, complaint = process.communicate(timeout=300)
        finally:
            process.kill()
        assert (complaint, process.returncode) == ("", 0)


@pytest.mark.slow
def test_hash_seeds_change_nothing() -> None:
    found = set()
    for seed in ("1", "77"):
        done = subprocess.run(
            [sys.executable, "-m", "mercatoria.cli", "simulate", SHIPPED, "-p", "3", "-n", "3", "--json"],
            capture_output=True, text=True, check=True, timeout=300,
            env=os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)},
        )  # fmt: skip
        data = json.loads(done.stdout)
        found.add(json.dumps([data["decisions"], data["scores"], data["wins_by_seat"], data["endings"]]))
    assert len(found) == 1


# ---------------------------------------------------------------- parts


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "kept.json"
    write_atomically(file, "first")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="No space left"):
        write_atomically(file, "second")
    assert file.read_text(encoding="utf-8") == "first"
    assert list(tmp_path.iterdir()) == [file], "nothing is left lying about"


def test_faults_of_ours_are_told_briefly(run: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> list[str]:
        raise ZeroDivisionError("nothing by nothing")

    monkeypatch.setattr(mercatoria, "shipped", broken)
    said = run("games")
    assert said.code == 70
    assert "internal error" in said.err
    assert "MERCATORIA_DEBUG=1" in said.err


def test_a_pipe_is_written_into_and_a_link_stays(tmp_path: Path) -> None:
    pipe, real, link = tmp_path / "pipe", tmp_path / "real", tmp_path / "link"
    os.mkfifo(pipe)
    with ThreadPoolExecutor() as pool:
        heard = pool.submit(pipe.read_text, encoding="utf-8")
        write_atomically(pipe, "told")
        assert heard.result(timeout=300) == "told"
    assert pipe.is_fifo()
    link.symlink_to(real)
    write_atomically(link, "kept")
    assert link.is_symlink()
    assert real.read_text(encoding="utf-8") == "kept"


def test_a_full_disk_is_told(run: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device", str(tmp_path))

    monkeypatch.setattr("mercatoria.cli.schema.write_atomically", full)
    said = run("schema", SHIPPED, "--write")
    assert said.code == 1
    assert "no space left on device" in said.err
