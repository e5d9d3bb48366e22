"""Tests that every rulebook gets an answer within seconds, or an error that names the rule and the line.

Each input runs in a separate process with little processor time and one gigabyte of memory (`tests.fuzz`). `check`
reports errors that do not depend on the position, and the engine reports the others during play.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random

import pytest
from _pytest.mark.structures import ParameterSet

pytest.importorskip("resource", reason="limits of POSIX")

import mercatoria
from dsl import limits
from interpreter.codegen import engine
from interpreter.position import OverBudget, PlayFault
from mercatoria.simulation import play_randomly
from tests.fuzz.inputs import ROOT, Input
from tests.fuzz.runner import PATIENT, Outcome, Runner

HEAD = """rulebook tiny "Tiny"
    players 2

each Player has
    points: 0 to 1000 = 0
    purse: money = 10

game has
    wind: 0 to 1000000000 = 0
    far: 0 to 1000000000 = 1000000

end done at once when round.number > 3 "It is over"

scoring of p in Player
    points: p.points

"""
ROUND = """
round "A day"
    turn of player in Player
        player may rest

action rest "Rest"
    then
        raise player.points by 1 clamped
"""
ACT = 'action act "Act"\n    then\n'
CHECK, PLAY = ("check", "G"), ("simulate", "G", "--games", "1")


def doubled(form: str, last: str) -> str:
    """Return thirty rules. Each rule refers to the next one twice."""
    return "\n".join(form.format(here=n, next=n + 1) for n in range(30)) + "\n" + last.format(here=30) + "\n"


def acted(lines: str, head: str = "") -> str:
    """Return a game with a single action, whose `then` part has these statements."""
    body = "\n".join(f"        {line}" for line in lines.splitlines())
    return f'{head}\nround "A day"\n    turn of player in Player\n        player must act\n\n{ACT}{body}\n'


def listed(params: str, needs: str = "") -> str:
    """Return a game with a single action, which has these parameters."""
    body = f"    needs far: {needs}\n" if needs else ""
    return (
        'round "A day"\n    turn of player in Player\n        player must act\n\n'
        f'action act({params}) "Act"\n{body}    then\n        raise player.points by 1 clamped\n'
    )


BEFORE_PLAY = {
    "squares": (
        "number a0 = 9\n" + "\n".join(f"number a{n + 1} = a{n} * a{n}" for n in range(30)) + ROUND,
        "E325: this number is too large",
    ),
    "a chain of numbers": (
        "\n".join(f"number a{n} = a{n + 1} + 1" for n in range(2000)) + "\nnumber a2000 = 1\n" + ROUND,
        "4 warnings",
    ),
    "values that call two": (
        doubled("value a{here}: 0 to 9 = (a{next} + a{next}) mod 9", "value a{here}: 0 to 9 = wind mod 9") + ROUND,
        "calls",
    ),
    "rules that call two": (
        doubled('rule a{here} "A"\n    do a{next}, a{next}', 'rule a{here} "A"\n    set wind to 1') + acted("do a0"),
        "calls",
    ),
    "rules that wait and call two": (
        doubled('rule a{here} "A"\n    do a{next}, a{next}', 'rule a{here} "A"\n    random die in 1 to 6')
        + acted("do a0"),
        "calls",
    ),
    "a row of calls": (
        "\n".join(f"value a{n}: 0 to 9 = a{n + 1}" for n in range(300)) + "\nvalue a300: 0 to 9 = wind mod 9\n" + ROUND,
        "a chain of calls that is too long",
    ),
    "calls and brackets": (
        "".join(
            f"value a{n}(x: 0 to 9): 0 to 9 = {'(x + ' * 20}a{n + 1}((x + 1) mod 9){')' * 20} mod 9\n"
            for n in range(30)
        )
        + "value a30(x: 0 to 9): 0 to 9 = (wind + x) mod 9\n"
        + acted("set wind to a0(wind mod 9)"),
        "is nested too deeply\n",
    ),
    "a loop in a loop": (
        acted("for n in 1 to 100000\n    for m in 1 to 100000\n        set wind to m"),
        "10,000,100,000 members",
    ),
    "a sum in a sum": (
        "value much: 0 to 9 = sum(sum(n * m for n in 1 to 100000) for m in 1 to 100000) mod 9\n" + ROUND,
        "E327",
    ),
    "less than never": (acted("repeat 0 - 2 times\n    set wind to 1"), "E328"),
    "fewer than none": ("kind Good with 5 pieces\n" + acted("draw 1 - 3 from supply to box"), "E328"),
    "a least above the most": (acted("set wind to clamp(wind, 9, 2)"), "E328"),
    "a long loop": (acted("for n in 1 to 1000000000\n    set wind to 1"), "E327"),
    "a long throw": (acted("random die in 1 to 1000000000"), "E327"),
    "a long choice": (acted("player chooses n in 1 to 1000000000"), "E327"),
    "a long parameter": (listed("n: 1 to 1000000000"), "open n: 1 to 1000000000"),
    "many parameters": (listed("a: 1 to 1000, b: 1 to 1000, c: 1 to 10"), "10,000,000 moves"),
    "many parameters with a need": (listed("a: 1 to 1000, b: 1 to 1000, c: 1 to 10", "a + b + c < 5"), "to be tested"),
    "a long line": ("# " + "x" * 2_000 + "\n" + ROUND, "E003"),
    "a set of forty": ("kind Card, 40\n" + listed("cards: set of Card"), "E327"),
    "bags of sixty": (
        "kind Good, 8 with 60 pieces each\n" + listed("goods: bag of Good at most 60"),
        "E327",
    ),
    "bags in a sum": (
        "kind Good, 8 with 60 pieces each\nvalue much: 0 to 9 = count(b in bags(Good, 60)) mod 9\n" + ROUND,
        "E327",
    ),
    "keys": ("game has\n    seen(1 to 1000000000): flag = no\n" + ROUND, "E326"),
    "keys in keys": (
        "each Player has\n    seen(1 to 1000, 1 to 1000, 1 to 1000): flag = no\n" + ROUND,
        "E326",
    ),
    "a row without end": (
        "kind Good with 5 pieces\ngame has\n    line: row of Good at most 1000000000\n" + ROUND,
        "E326",
    ),
    "a stack without end": ("kind Card, 5\ngame has\n    deck: stack of Card at most 1000000000\n" + ROUND, "E326"),
    "many things": ("kind Card, 1 to 1000000000\n" + ROUND, "E305"),
    "many pieces": ("kind Good, 5 with 1000000000 pieces each\n" + ROUND, "E305"),
    "things of things": ("kind Hand, 4000 for each Player\nkind Card, 4000 for each Hand\n" + ROUND, "E326"),
}


def every_sixth(cases: Mapping[str, tuple[object, ...]], first: int = 0) -> list[ParameterSet]:
    """Return the test cases with their names. The default run makes every sixth one."""
    return [
        pytest.param(*case, id=name, marks=[pytest.mark.slow] * (number % 6 != first))
        for number, (name, case) in enumerate(cases.items())
    ]


@pytest.fixture(scope="module")
def runner() -> Iterator[Runner]:
    with Runner(PATIENT) as made:
        yield made


def run(runner: Runner, argv: tuple[str, ...], rules: str, **files: str) -> Outcome:
    given = {f"G/{name.replace('__', '.')}": text for name, text in files.items()}
    outcome = runner.run(Input(argv, {"G/rulebook.rules": rules, **given}))
    assert not outcome.defect, f"{outcome.mark} {outcome.seconds} s {outcome.megabytes} MB\n{outcome.output[-3000:]}"
    return outcome


@pytest.mark.parametrize(("rules", "words"), every_sixth(BEFORE_PLAY))
def test_check_tells_what_is_too_much(runner: Runner, rules: str, words: str) -> None:
    outcome = run(runner, CHECK, HEAD + rules)
    assert words in outcome.output


BOARD = """board:
  title: Tiny
  reconstructed: no
"""
ON_BOARD = (
    HEAD.replace("    players 2\n", '    players 2\n    board "board.yaml"\n')
    + "kind Place from board\n    toll: 0 to 9\n"
    + ROUND
)
FLOODS = {
    "faulty blocks": (HEAD + "number = 1\n" * 25_000, "", "checking stopped after 100 faults"),
    "faulty lines": (
        HEAD + acted("\n".join(f"set nothing{n} to 1" for n in range(15_000))),
        "",
        "checking stopped after",
    ),
    "faulty values": (
        HEAD + "".join(f"value a{n}: 0 to 9 = wint{n}\n" for n in range(8_000)) + ROUND,
        "",
        "checking stopped after",
    ),
    "unknown kinds": (
        HEAD + "".join(f"kind K{n} is L{n}\n" for n in range(10_000)) + ROUND,
        "",
        "E017",
    ),
    "the same key": (ON_BOARD, BOARD + "Place:\n" + "  Lund: {toll: 1}\n" * 10_000, "9,899 more faults are not shown"),
    "a hundred thousand keys": (ON_BOARD, BOARD + "Place:\n" + "  A: 1\n" * 100_000, "more faults are not shown"),
    "a long board": (
        ON_BOARD,
        BOARD + "Place:\n" + "".join(f"  P{n}: {{toll: 1}}\n" for n in range(300_000)),
        "E003: the file is too long",
    ),
    "many rows": (
        ON_BOARD,
        BOARD + "Place:\n" + "".join(f"  P{n}: {{toll: 1}}\n" for n in range(10_000)),
        "at most 4,000",
    ),
    "many faulty rows": (
        ON_BOARD,
        BOARD + "Place:\n" + "".join(f"  P{n}: {{tol: 1}}\n" for n in range(10_000)),
        "E017",
    ),
    "rows that nobody asked for": (
        ON_BOARD,
        BOARD + "Place:\n  A: {toll: 1}\nPlaze:\n" + "".join(f"  P{n}: {{tol: 1}}\n" for n in range(10_000)),
        "E231",
    ),
    "too many words": (
        HEAD + "".join(f"number a{n} = {n} + 1 + 1 + 1\n" for n in range(20_000)) + ROUND,
        "",
        "E003: the rule files together are too long",
    ),
    "players": (
        HEAD.replace("players 2", "players 2 to 1000000000000000000") + ROUND,
        "",
        "the number of players must be from 1 to 20",
    ),
    "players far away": (
        HEAD.replace("players 2", "players 1000000000000000000") + ROUND,
        "",
        "the number of players must be from 1 to 20",
    ),
}


LATER = {
    "faulty values", "unknown kinds", "a hundred thousand keys", "many faulty rows", "rows that nobody asked for",
    "too many words", "players far away", "faulty blocks",
}  # fmt: skip
"""Oversized rulebooks that are tested only by `make slow`, because each of them resembles another one."""


@pytest.mark.parametrize(
    ("rules", "board", "words"),
    [pytest.param(*case, id=name, marks=[pytest.mark.slow] * (name in LATER)) for name, case in FLOODS.items()],
)
def test_floods_are_cut_short(runner: Runner, rules: str, board: str, words: str) -> None:
    outcome = run(runner, CHECK, rules, **({"board__yaml": board} if board else {}))
    assert words in outcome.output
    assert outcome.output.count("error E") <= 101


ENDLESS = {
    "decisions": acted("set wind to wind"),
    "chance": acted("repeat far times\n    random die in 1 to 6\n    set wind to die"),
}


@pytest.mark.parametrize(
    ("rules", "players"),
    [
        pytest.param(ENDLESS["decisions"], "random", id="decisions-random"),
        pytest.param(ENDLESS["decisions"], "greedy", id="decisions-greedy", marks=pytest.mark.slow),
        pytest.param(ENDLESS["chance"], "random", id="chance-random", marks=pytest.mark.slow),
        pytest.param(ENDLESS["chance"], "greedy", id="chance-greedy"),
    ],
)
def test_a_game_without_an_end_is_a_fault(runner: Runner, rules: str, players: str) -> None:
    rules = HEAD.replace("round.number > 3", "far < 0") + rules
    outcome = run(runner, (*PLAY, "--player", players), rules)
    assert "the game has lasted 50,000 decisions and chance events" in " ".join(outcome.output.split())
    assert "rulebook.rules:" in outcome.output


IN_PLAY = {
    "a loop that is as long as the table": (
        acted("for n in 1 to far\n    for m in 1 to far\n        set wind to m"),
        "never ends",
    ),
    "a search in a search": (
        "value much: 0 to 9 = count(n in 1 to far where any(m in 1 to far where n * m = 7 * far + 3)) mod 9\n"
        + acted("set wind to much"),
        "too much work",
    ),
    "a throw of a million": (acted("random die in 1 to far * 100"), "too much work"),
    "many moves": (listed("n: 1 to far"), "`act` has more than 100,000 moves here"),
    "moves that are tested": (listed("n: 1 to far, m: 1 to far", "n + m = 0"), "too much work"),
    "bags": ("kind Good, 8 with 60 pieces each\n" + listed("goods: bag of Good at most far"), "too much"),
    "triggers that wake each other": (
        "".join(f"trigger t{n} as soon as wind mod 3 = {n}\n    raise wind by 1\n\n" for n in (2, 1, 0))
        + acted("raise wind by 1"),
        "never ends",
    ),
}


@pytest.mark.parametrize(("rules", "words"), every_sixth(IN_PLAY))
def test_play_ends_in_a_fault_that_names_rule_and_line(runner: Runner, rules: str, words: str) -> None:
    outcome = run(runner, PLAY, HEAD + rules)
    assert words in outcome.output
    assert "rulebook.rules:" in outcome.output


def stopped(game: Path, plain: bool) -> tuple[PlayFault, bool]:
    """Return the error of the first move of a game, and True if the position is unchanged."""
    state = mercatoria.load(str(game)).start(2, seed=1, plain=plain)
    before = state.vector[:]
    try:
        while not state.is_over:
            before = state.vector[:]
            state.apply(state.moves()[0])
    except PlayFault as fault:
        return fault, state.vector == before
    raise AssertionError("nothing was too much")


@pytest.mark.parametrize(("rules", "words"), every_sixth(IN_PLAY, 1))
def test_both_engines_stop_in_the_same_words(tmp_path: Path, rules: str, words: str) -> None:
    (tmp_path / "rulebook.rules").write_text(HEAD + rules)
    (one, kept), (other, kept_too) = (stopped(tmp_path, plain) for plain in (True, False))
    assert words in one.message
    assert str(one) == str(other)
    assert "rulebook.rules" in one.span.source.path
    assert kept and kept_too


def played(game: Path, plain: bool) -> str:
    """Return the error message of the first move of a game, or "well" if the move succeeds."""
    state = mercatoria.load(str(game)).start(2, seed=1, plain=plain)
    try:
        state.apply(state.moves()[0])
    except PlayFault as fault:
        return fault.message
    return "well"


COUNTED = {
    "passes of a loop": (10_000, acted("for n in 1 to far\n    set wind to n"), "too much work"),
    "repeats": (10_000, acted("repeat far times\n    raise wind by 1"), "too much work"),
    "members of a gathering": (10_000, acted("set wind to sum(n mod 3 for n in 1 to far)"), "too much work"),
    "moves": (8_000, listed("n: 1 to far"), "more than 100,000 moves"),
    "moves that are tested": (8_000, listed("n: 1 to far", "n = 7"), "too much work"),
    "triggers": (
        2_000,
        "".join(f"trigger t{n} as soon as wind < far and wind mod 3 = {n}\n    raise wind by 1\n\n" for n in (2, 1, 0))
        + acted("raise wind by 1"),
        "too much work",
    ),
}


@pytest.mark.parametrize(("number", "rules", "words"), every_sixth(COUNTED))
def test_a_tenth_is_well_and_ten_times_is_too_much(tmp_path: Path, number: int, rules: str, words: str) -> None:
    """The program does not guarantee the exact limits."""
    for far, found in ((number, "well"), (number * 100, words)):
        (tmp_path / "rulebook.rules").write_text(HEAD.replace("= 1000000\n", f"= {far}\n") + rules)
        one, other = played(tmp_path, plain=True), played(tmp_path, plain=False)
        assert found in one
        assert one == other


def test_much_work_that_is_not_too_much_is_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the fast engine gives up in a step, the slower engine completes the step from the same position."""
    rules = HEAD.replace("= 1000000\n", "= 5000\n") + acted("for n in 1 to far\n    raise wind by n")
    (tmp_path / "rulebook.rules").write_text(rules)
    monkeypatch.setattr(engine, "BUDGET", 100)
    table = mercatoria.load(str(tmp_path)).table(2)
    v = table.start()
    with pytest.raises(OverBudget):
        table.engine.apply(v[:], 0, table.engine.moves(v, 0)[0])
    assert played(tmp_path, plain=False) == "well"
    result = play_randomly(table, 1)
    assert result.fault is None and result.finished
    state = mercatoria.load(str(tmp_path)).start(2, seed=1)
    state.apply(state.moves()[0])
    assert state.view(None)["game"]["wind"] == 5000 * 5001 // 2


def test_shipped_games_need_a_small_part() -> None:
    """The reference engine plays the opening of each game with a tenth of the step budget."""
    for name in mercatoria.shipped():
        state = mercatoria.load(name).start(4, seed=1, plain=True)
        state.table.walker.evaluator.work.most //= 10
        for _ in range(8):
            state.apply(state.moves()[-1] if not state.moves()[-1].open else state.sample(Random(1)))


def test_the_page_has_the_numbers() -> None:
    page = (ROOT / "docs" / "limits.md").read_text(encoding="utf-8")
    for number in (
        limits.LONGEST_LINE, limits.MOST_WORDS, limits.MOST_DATA, limits.LARGEST_NUMBER, limits.MOST_THINGS,
        limits.MOST_SLOTS, limits.MOST_MEMBERS, limits.MOST_MOVES, limits.DEEPEST_CALLS, limits.MOST_CALLS,
        limits.MOST_SEATS, limits.MOST_WAYS_TO_PAY, limits.MOST_DECISIONS, limits.MOST_LOOKED_AHEAD,
        limits.MOST_LAYOUT, limits.DEEPEST_TOGETHER, limits.LONGEST_ROW,
    ):  # fmt: skip
        assert re.search(rf"(?<![\d,]){number:,}(?!,?\d)", page), number
