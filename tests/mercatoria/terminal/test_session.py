"""Tests the answers of a game session to typed lines, without a real terminal."""

from __future__ import annotations

import contextlib
import io
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from rich.console import Console

import mercatoria
from mercatoria.drawing.final_scores import final_scores
from mercatoria.players import Position
from mercatoria.players.random_player import RandomPlayer
from mercatoria.terminal import LeftTable, Session, commands, picture_of, run
from mercatoria.terminal.final_scores import show_final_scores, tie_in_words
from tests.mercatoria.conftest import BIDS, COUNTDOWN, PIG, SHIPPED, Ran, loaded

Countdown = Callable[..., Path]
Line = str | type[BaseException]


@dataclass
class Table:
    """A session whose input consists of these lines.

    `answers` contains the output before the first line, then the output after each line.
    """

    session: Session
    lines: list[Line]
    screen: io.StringIO
    answers: list[str] = field(default_factory=list)
    seen: int = 0

    def typed(self, _: str) -> str:
        self.notes()
        if len(self.answers) > len(self.lines):
            raise EOFError
        line = self.lines[len(self.answers) - 1]
        if not isinstance(line, str):
            raise line
        return line

    def notes(self) -> None:
        text = self.screen.getvalue()
        self.answers.append(text[self.seen :])
        self.seen = len(text)

    def to(self, line: str) -> str:
        """Return the answer to a line that the player typed exactly once."""
        assert self.lines.count(line) == 1
        return self.answers[self.lines.index(line) + 1]


Sits = Callable[..., Table]


@pytest.fixture
def sits(monkeypatch: pytest.MonkeyPatch) -> Sits:
    """Play a game until there are no more lines to type."""

    def down(state: mercatoria.State, kinds: tuple[str, ...], *lines: Line, width: int = 100) -> Table:
        screen = io.StringIO()
        console = Console(width=width, file=screen, highlight=False)
        table = Table(
            Session(console, state, kinds, picture_of(state), str(state.edition.folder.path)), list(lines), screen
        )
        monkeypatch.setattr("builtins.input", table.typed)
        with contextlib.suppress(LeftTable):
            run(table.session)
        table.notes()
        return table

    return down


@pytest.fixture
def alone(sits: Sits, countdown: Countdown) -> Callable[..., Table]:
    """Let one person play the countdown against a bot."""

    def game(*lines: Line, start: int = 9, **more: str) -> Table:
        rules = COUNTDOWN.replace("0 to 5", "0 to 9").format(start=start, after=more.get("after", "set share to 0"))
        folder = countdown()
        (folder / "rulebook.rules").write_text(rules, encoding="utf-8")
        return sits(mercatoria.load(str(folder)).start(2, 1), ("human", "greedy"), *lines)

    return game


# ---------------------------------------------------------------- moves


def test_invalid_moves_get_an_answer(alone: Callable[..., Table]) -> None:
    table = alone("", "7", "zzz", "Seat2: take(1)", "take(9)", "take(", "fly(1)", "0")
    assert "or ? for help" in table.to("")
    assert "You cannot take 7: the number must be 1 or 2" in table.to("7")
    assert "None of your moves contains `zzz`" in table.to("zzz")
    assert "You decide for Seat1 only." in table.to("Seat2: take(1)")
    assert "You cannot take 9: the number must be 1 or 2" in table.to("take(9)")
    assert table.to("take(").strip().endswith(".")
    assert "no action `fly`" in table.to("fly(1)")
    assert table.session.state.view(None)["game"]["left"] == 9, "nothing was played"


def test_a_piece_of_a_name_offers_a_move_that_enter_plays(sits: Sits) -> None:
    state = loaded(SHIPPED).start(3, 5)
    table = sits(state, ("human", "random", "random"), "bremen ham", "", "zzz")
    assert "Press Enter to play this move" in table.to("bremen ham")
    assert "1. Open a city for trade" in table.to("")
    table = sits(loaded(SHIPPED).start(3, 5), ("human", "random", "random"), "bremen ham", "zzz", "")
    assert "Type the number of a move" in table.to(""), "something else was typed in between"


def test_of_many_moves_the_kinds_are_told(alone: Callable[..., Table], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(commands, "MOST_SHOWN", 1)
    table = alone("take")
    assert "Take …: 2 ways" in table.answers[0]
    assert "Enter" not in table.to("take")
    assert "1" in table.to("take") and "2" in table.to("take")


def test_the_only_move_is_played_by_itself(alone: Callable[..., Table]) -> None:
    table = alone("take(2)", start=5)
    assert "You took 1 (the only legal move)" in table.to("take(2)")
    assert "Seat1 wins." in table.to("take(2)")


# ---------------------------------------------------------------- commands


def test_every_command_of_the_help_answers(alone: Callable[..., Table]) -> None:
    table = alone("?", "moves", "map", "log", "look", "look Seat1", "rules", "rules all", "what", "load", "save")
    offered = [line.split("  ")[1].strip() for line in commands.HELP.splitlines() if line.startswith("  ")]
    assert len(offered) == 19
    assert all(name.split()[0] in table.to("?") for name in offered)
    for line, words in {
        "moves": "Take", "map": "taken", "look": "Player", "look Seat1": "taken: 0", "rules": "no list of printed",
        "rules all": "Take some", "what": "`what if MOVE`", "load": "Which file?", "save": "Into which file?",
    }.items():  # fmt: skip
        assert words in table.to(line), line
    assert table.to("log") == ""


def test_a_hint_tells_the_best_moves_and_why(alone: Callable[..., Table]) -> None:
    table = alone("hint 40", "hint greedy", "hint 0", "take(1)", start=6)
    hint = table.to("hint 40")
    assert 1 <= hint.count("Chance of winning: about") <= 3
    assert "Allowed by “Take”" in hint
    assert "not a guarantee" in hint
    assert "`greedy` does not search" in table.to("hint greedy")
    assert "`0` does not search" in table.to("hint 0")
    assert table.session.state.log(0)[0] == "Seat1: take(1)", "a hint plays nothing"


def test_a_hint_cites_the_printed_clause(sits: Sits) -> None:
    table = sits(mercatoria.load(PIG, options={"target": 20}).start(2, 3), ("human", "random"), "hint 30")
    assert "Allowed by “Roll the die” [PIG-003]." in table.to("hint 30")
    assert "PIG-003, “A turn”" in table.to("hint 30")
    assert table.to("hint 30").count("(you have 0 now)") == 2, "how many points both moves lead to"


def test_ctrl_c_ends_the_thinking_and_not_the_game(
    alone: Callable[..., Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> float:
        raise KeyboardInterrupt

    monkeypatch.setattr("mercatoria.players.search_bot.search.Search.run", interrupted)
    table = alone("hint", "take(1)")
    assert "Stopped." in table.to("hint")
    assert table.session.state.log(0)[0] == "Seat1: take(1)"


def test_ctrl_c_while_a_bot_thinks_stops_the_bot_and_not_the_game(
    sits: Sits, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    thought = list[int]()

    def choose(bot: RandomPlayer, position: Position) -> mercatoria.Move:
        thought.append(position.seat)
        raise KeyboardInterrupt

    monkeypatch.setattr(RandomPlayer, "choose", choose)
    file = tmp_path / "kept.json"
    lines = ["hold", f"save {file}", "roll", "", "quit"]
    table = sits(mercatoria.load(PIG, options={"target": 20}).start(2, 3), ("human", "random"), *lines)
    assert "Seat2 was interrupted. Press Enter to continue" in table.to("hold")
    assert "Seat1: hold" in file.read_text()
    assert "It is not your turn" in table.to("roll")
    assert "Seat2 was interrupted" in table.to(""), "it was asked again"
    assert thought == [1, 1]
    assert len(table.answers) == len(lines) + 1, "the table was left"


def test_questions_are_answered_step_by_step(alone: Callable[..., Table]) -> None:
    table = alone("why more", "take(1)", "why last", "why further", "what if take(2)", "what if taken = 9", "why qqq")
    assert "Ask a question first" in table.to("why more")
    assert "Seat2: take(2)" in table.to("why last")
    assert "Ask a question first" not in table.to("why further")
    assert "taken 1 → 3" in table.to("what if take(2)")
    assert table.to("what if taken = 9").strip()
    assert table.to("why qqq").strip()[-1] in ".?"


def test_the_rules_of_a_decision_with_their_clauses(sits: Sits) -> None:
    state = loaded("merchants_of_medieval_europe").start(3, 1)
    table = sits(state, ("human", "random", "random"), "rules", "rules all", width=60)
    assert "MME-016" in table.to("rules")
    assert "Ruling: " not in table.to("rules")
    assert table.to("rules all").count("Ruling: ") == len(state.table.flow.model.rulings) > 3
    clauses = [line for line in table.to("rules").splitlines() if "MME-" not in line and line.startswith(" ")]
    assert clauses, "long clauses go on in a second line"
    assert all(line.startswith("  ") and len(line) <= 60 for line in clauses)


def test_games_are_kept_and_loaded(alone: Callable[..., Table], tmp_path: Path) -> None:
    file = tmp_path / "kept.json"
    lines = ["take(1)", f"save {file}", "take(2)", f"load {file}", "load nowhere.json", f"load {tmp_path}", "q"]
    table = alone(*lines)
    command = f"`mercatoria play {tmp_path / 'made_up'} --load {file}`"
    assert command in table.to(f"save {file}"), "on one line, so that it can be copied"
    assert json.loads(file.read_text(encoding="utf-8"))["seats"] == ["human", "greedy"]
    assert "left: 6" in table.to(f"load {file}"), "as it was when it was saved"
    assert "Not loaded: no such file" in table.to("load nowhere.json")
    assert "Not loaded: " in table.to(f"load {tmp_path}")
    assert len(table.answers) == 8, "what is saved can be left at once"


def test_a_saved_game_of_faulty_rules_is_not_loaded(sits: Sits, countdown: Countdown, tmp_path: Path) -> None:
    folder, file = countdown(), tmp_path / "kept.json"
    state = mercatoria.load(str(folder)).start(2, 1)
    file.write_text(state.to_json(), encoding="utf-8")
    (folder / "rulebook.rules").write_text("rulebook", encoding="utf-8")
    table = sits(state, ("human", "greedy"), f"load {file}")
    assert "Not loaded: the rules of that game have errors" in table.to(f"load {file}")


def test_a_game_becomes_a_scenario_and_a_golden_record(alone: Callable[..., Table], tmp_path: Path) -> None:
    table = alone("scenario", "take(1)", "scenario one Two are left", "golden one", "golden one ", "scenario 1x")
    folder = tmp_path / "made_up"
    assert "Under which name?" in table.to("scenario")
    assert "it passes" in table.to("scenario one Two are left")
    assert '"Two are left"' in (folder / "scenarios" / "one.rules").read_text(encoding="utf-8")
    assert "replays it" in table.to("golden one")
    assert "already exists" in table.to("golden one ")
    assert "Not written: " in table.to("scenario 1x")


# ---------------------------------------------------------------- undoing, leaving


def test_decisions_are_taken_back_one_by_one(alone: Callable[..., Table]) -> None:
    table = alone("undo", "take(1)", "take(2)", "undo ", "undo  ")
    assert "nothing to undo" in table.to("undo")
    assert "left: 6" in table.to("undo ")
    assert "left: 9" in table.to("undo  ")


@pytest.mark.parametrize(
    ("game", "kinds", "lines", "words"),
    [
        (PIG, ("human", "random"), ["1", "undo"], "cards or dice have been drawn since"),
        (BIDS, ("human", "human"), ["", "3", "", "undo"], "has moved since"),
        (BIDS, ("human", "greedy"), ["3", "undo"], ""),
    ],
)
def test_revealed_information_blocks_undo(
    sits: Sits, game: str, kinds: tuple[str, ...], lines: list[str], words: str
) -> None:
    table = sits(loaded(game).start(2, 1), kinds, *lines)
    assert words in table.to("undo")


def test_people_look_away_only_where_there_are_secrets(sits: Sits, countdown: Countdown) -> None:
    open_table = sits(mercatoria.load(str(countdown())).start(2, 1), ("human", "human"), "1")
    assert "look away" not in "".join(open_table.answers)
    closed = sits(loaded(BIDS).start(2, 1), ("human", "human"), "", "1")
    assert "Seat1 decides. All others, please look away." in closed.answers[0]
    assert "Seat2 decides. All others, please look away." in closed.to("1")


def test_leaving_a_game_that_is_not_saved(alone: Callable[..., Table]) -> None:
    table = alone("take(1)", "quit", "no", "exit", "yes")
    assert len(table.answers) == 6, "`no` goes on, `yes` leaves"
    assert len(alone("quit").answers) == 2, "nothing was played, so nothing is asked"


def test_ctrl_c_is_asked_about_once(alone: Callable[..., Table]) -> None:
    table = alone(KeyboardInterrupt, "take(1)")
    assert "Press Ctrl-C again to leave the game" in table.answers[1]
    assert table.session.history, "after one Ctrl-C the game goes on"
    with pytest.raises(KeyboardInterrupt):
        alone(KeyboardInterrupt, KeyboardInterrupt)


# ---------------------------------------------------------------- the end


def test_a_game_that_is_over_can_be_looked_at(alone: Callable[..., Table], tmp_path: Path) -> None:
    file = tmp_path / "end.json"
    ends = ["take(1)", "log", "map", "look seat1", "why score", "why more", "take(2)", f"save {file}", "golden end", ""]
    table = alone(*ends, start=2)
    assert "Nothing is left" in table.to("take(1)")
    assert "You took 1" in table.to("log")
    assert "taken" in table.to("map")
    assert "taken: 1" in table.to("look seat1")
    assert "score(" in table.to("why score")
    assert table.to("why more").strip()
    assert "The game is over: save FILE" in table.to("take(2)")
    assert file.is_file()
    assert (tmp_path / "made_up" / "records" / "end.json").is_file()
    assert len(table.answers) == len(ends) + 1, "Enter leaves"


ENDS = """\
rulebook end "Ends"
    players 3

each Player has
    coins: 0 to 9 = 5
    cards: 0 to 9 = 0
    houses: 0 to 9 = 3

setup
    set Seat2.cards to 4
    set Seat3.houses to 1

round "A day"
    turn of player in Player
        player may wait

action wait "Wait"

end soon of round when round.number = 1 "One day is over"

scoring of p in Player
    coins: p.coins

value holds_cards(p: Player): flag = p.cards > 0

ranking of p in Player by most score(p), then {keys}
"""


@pytest.mark.parametrize(
    ("keys", "order", "told"),
    [
        ("most p.cards, then least p.houses", [[1], [2], [0]], [
            "Seat2 ranks before Seat3: cards, 4 to 0 (the most wins).",
            "Seat3 ranks before Seat1: houses, 1 to 3 (the least wins).",
        ]),
        ("least p.houses", [[2], [0, 1]], ["Seat3 ranks before Seat1: houses, 1 to 3 (the least wins)."]),
        ("most p.coins", [[0, 1, 2]], []),
        ("most holds_cards(p)", [[1], [0, 2]], ["Seat2 ranks before Seat1: holds cards, yes to no (the most wins)."]),
    ],
)  # fmt: skip
def test_ties_are_told_apart(game: Countdown, keys: str, order: list[list[int]], told: list[str]) -> None:
    state = mercatoria.load(str(game(ENDS.format(keys=keys)))).start(3, 1)
    while not state.is_over:
        state.apply(state.moves(state.deciders[0])[0])
    end = final_scores(state)
    assert [list(seats) for seats in end.ranking] == order
    assert end.lines == (("Coins", (5, 5, 5)),)
    assert [tie_in_words(tie, state.table.flow.model.seats, state.table.locale) for tie in end.ties] == told
    places = dict.fromkeys(range(3), 0) | {seat: place for place, seat in end.places()}
    assert [places[seat] for seats in order for seat in seats] == sorted(places.values())
    screen = io.StringIO()
    show_final_scores(state, picture_of(state), Console(width=80, file=screen))
    text = screen.getvalue()
    assert "The game is over: One day is over" in text
    names = [f"Seat{seat + 1}" for seat in order[0]]
    assert (f"{names[0]} wins." in text) == (len(names) == 1)
    assert (f"{', '.join(names[:-1])} and {names[-1]} share the win." in text) == (len(names) > 1)


# ---------------------------------------------------------------- from the command line


@pytest.fixture
def keyboard(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Simulate a terminal at which a person types these lines."""
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)

    def types(*lines: str) -> None:
        left = iter(lines)

        def line(_: str) -> str:
            try:
                return next(left)
            except StopIteration:
                raise EOFError from None

        monkeypatch.setattr("builtins.input", line)

    return types


def test_a_game_from_the_command_line(
    run: Callable[..., Ran], keyboard: Callable[..., None], countdown: Countdown, tmp_path: Path
) -> None:
    folder, file = str(countdown()), str(tmp_path / "kept.json")
    keyboard("1", f"save {file}", "quit")
    said = run("play", folder, "--players", "2")
    assert said.code == 0
    assert "Seat1 (human), Seat2 (greedy)" in said.out
    assert said.out.endswith("Good-bye.\n")
    keyboard("log", "q", "y")
    again = run("play", folder, "--load", file)
    assert "1  You took 1" in again.out
    keyboard()
    other = run("play", folder, "--load", file, "--player", "random,human")
    assert "Seat1 (random), Seat2 (human)" in other.out


def test_a_rule_that_fails_at_the_table_is_told_and_kept(
    run: Callable[..., Ran], keyboard: Callable[..., None], countdown: Countdown,
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    folder = countdown("raise share by 60")
    keyboard("1", "1", "1", "1")
    said = run("play", str(folder), "--players", "2", "--player", "human", "--seed", "1")
    assert said.code == 1
    assert "A rule failed." in said.out
    assert "rulebook.rules" in said.err
    (kept,) = tmp_path.glob("mercatoria-fault-*.json")
    assert len(json.loads(kept.read_text(encoding="utf-8"))["log"]) == 1, "up to the move that failed"
