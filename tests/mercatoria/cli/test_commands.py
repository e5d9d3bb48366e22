"""Tests the output of commands, their exit codes, and the JSON keys that other programs read."""

import json
import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import pytest

import mercatoria
from mercatoria.simulation import Tally, play_randomly
from tests.mercatoria.conftest import BIDS, CHIPS, PIG, ROOT, SHIPPED, Ran, loaded

Run = Callable[..., Ran]
STOCK_DUMP = str(Path(PIG).parent / "stock_dump")


# ---------------------------------------------------------------- help, games, explain


def test_help_lists_all_commands(run: Run) -> None:
    said = run()
    assert said.code == 0
    for command in (
        "games",
        "play",
        "simulate",
        "check",
        "test",
        "why",
        "replay",
        "coverage",
        "schema",
        "explain",
        "perft",
    ):
        assert f"  {command} " in said.out
        assert run(command, "--help").code == 0


def test_version(run: Run) -> None:
    assert run("--version").out.strip() == mercatoria.__version__


def test_games_as_data(run: Run) -> None:
    found = {each["slug"]: each for each in run("games", "--json").data}
    assert set(found) == set(mercatoria.shipped())
    one = found[SHIPPED]
    assert one["players"] == [2, 3, 4, 5, 6]
    assert one["reconstructed"] is True
    assert {"for_two", "introductory"} < set(one["variants"])
    assert one["title"] == "Medieval Merchant"


def test_games_for_people(run: Run) -> None:
    said = run("games")
    assert SHIPPED in said.out
    assert "2 to 6" in said.out


def test_explain(run: Run) -> None:
    said = run("explain", "e301")
    assert said.code == 0
    assert said.out.startswith("error E301")
    assert run("explain", "E301", "--json").data["code"] == "E301"


def test_explain_of_an_unknown_code(run: Run) -> None:
    said = run("explain", "E999")
    assert said.code == 2
    assert "there is no code `E999`" in said.err
    assert "there is no code `402`; did you mean E402 or W402?" in run("explain", "402").err


# ---------------------------------------------------------------- simulate


def test_simulate_as_data(run: Run) -> None:
    said = run("simulate", PIG, "--players", "3", "--games", "7", "--seed", "2", "--json")
    assert said.code == 0
    data = said.data
    assert data["games"] == data["finished"] == 7
    assert data["decisions"] > 7
    assert data["seconds"] > 0
    assert data["decisions_per_second"] > 0
    assert len(data["wins_by_seat"]) == 3
    assert sum(data["wins_by_seat"]) >= 7
    assert sum(data["endings"].values()) == 7


def test_simulate_is_the_same_again(run: Run) -> None:
    args = ("simulate", SHIPPED, "--players", "4", "--games", "5", "--seed", "9", "--json")
    one, other = run(*args).data, run(*args).data
    for key in ("decisions", "wins_by_seat", "scores", "endings"):
        assert one[key] == other[key]


@pytest.mark.slow
def test_simulate_with_jobs_is_the_same(run: Run) -> None:
    args = ("simulate", PIG, "--players", "2", "--games", "12", "--seed", "1", "--json")
    one, many = run(*args).data, run(*args, "--jobs", "2").data
    assert one["decisions"] == many["decisions"]
    assert one["wins_by_seat"] == many["wins_by_seat"]


@pytest.mark.parametrize(
    "engine",
    [pytest.param("reference", marks=pytest.mark.slow), pytest.param("python", marks=pytest.mark.slow), "native"],
)
def test_simulate_is_the_same_on_all_engines(run: Run, engine: str) -> None:
    if engine == "native":
        pytest.importorskip("wasmtime")
    args = ("simulate", BIDS, "--players", "3", "--games", "6", "--seed", "4", "--json", "--engine")
    one, other = run(*args, "python").data, run(*args, engine, "--jobs", "2").data
    assert other["engine"] == engine
    for key in ("decisions", "wins_by_seat", "scores", "endings", "length"):
        assert one[key] == other[key]


def test_an_engine_that_cannot_be_had(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    assert (
        "there is no engine `fast`; choose reference, python, native"
        in run("perft", PIG, "-p", "2", "--engine", "fast").err
    )
    greedy = run("simulate", PIG, "-p", "2", "-n", "1", "--player", "greedy", "--engine", "native")
    assert (greedy.code, "only random and eager players" in greedy.err) == (2, True)
    monkeypatch.setattr("mercatoria.simulation.engines.is_installed", lambda: False)
    for command in (("simulate", PIG, "-n", "1"), ("perft", PIG, "-p", "2", "-d", "1")):
        said = run(*command, "--engine", "native")
        assert (said.code, "pip install 'mercatoria[native]'" in said.err) == (2, True)
        assert run(*command, "--json").data["engine"] == "python"


def test_the_seconds_of_a_run_are_those_of_the_clock() -> None:
    table = loaded(PIG).table(2)
    tally, clock = Tally(table.flow.model.seats), iter((10.0, 12.5)).__next__
    results = (play_randomly(table, seed) for seed in range(2))
    assert not import_module("mercatoria.cli.simulate")._count(results, tally, 2, True, clock)
    assert (tally.games, tally.seconds, tally.rate) == (2, 2.5, tally.decisions / 2.5)


def test_events_are_counted(run: Run) -> None:
    assert run("simulate", PIG, "-n", "1", "--rules", "--engine", "python").code == 2
    pytest.importorskip("wasmtime")
    args = ("simulate", PIG, "-p", "2", "-n", "9", "-j", "2", "--rules")
    data = run(*args, "--json").data
    counts = data["rules"]
    assert counts["moves"]["roll"] + counts["moves"]["hold"] == counts["decisions"]["roll_or_hold"] == data["decisions"]
    assert counts["chance"]["die"] == counts["moves"]["roll"]
    assert " ".join(f"moves roll {counts['moves']['roll']:,}".split()) in " ".join(run(*args).out.split())


def test_native_games_that_fail_are_told_by_the_python_engine(
    run: Run, countdown: Callable[..., Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("wasmtime")
    monkeypatch.chdir(tmp_path)
    folder = str(countdown("raise share by 40"))
    said = run("simulate", folder, "-p", "2", "-n", "20", "--json", "--engine", "native")
    other = run("simulate", folder, "-p", "2", "-n", "20", "--json", "--engine", "python")
    assert (said.code, said.data["engine"]) == (1, "native")
    for key in ("decisions", "endings", "wins_by_seat"):
        assert said.data[key] == other.data[key]
    assert [fault["message"] for fault in said.data["faults"]] == [fault["message"] for fault in other.data["faults"]]


def test_simulate_for_people(run: Run) -> None:
    said = run("simulate", PIG, "-p", "2", "-n", "3", "--player", "greedy,random")
    assert said.code == 0
    for word in ("wins", "greedy", "random", "endings", "a second"):
        assert word in said.out


def test_simulate_of_a_faulty_rulebook(run: Run, game: Callable[[str], Path]) -> None:
    said = run("simulate", str(game('rulebook x "X"\n    players 2\n    colours blue\n')))
    assert said.code == 1
    assert "rulebook.rules:3" in said.err


def test_a_rule_that_fails_in_play_is_told_and_kept(
    run: Run, countdown: Callable[..., Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    folder = countdown("raise share by 40")
    said = run("simulate", str(folder), "-p", "2", "-n", "20", "--json")
    assert said.code == 1
    faults = said.data["faults"]
    assert faults
    assert faults[0]["rule"] == "take"
    assert faults[0]["line"] > 1
    assert "rulebook.rules" in said.err
    record = Path(faults[0]["record"])
    assert record.parent == tmp_path
    again = run("replay", str(record), "--game", str(folder), "--json")
    assert again.code == 0
    assert again.data["over"] is False


def test_a_variant_for_other_tables_is_refused(run: Run) -> None:
    for command in ("play", "simulate", "expand", "perft"):
        said = run(command, "medieval_merchant", "--players", "3", "--variant", "for_two")
        assert said.code == 2, command
        assert "variant `for_two` applies only when the number of players = 2, not with 3 players" in said.err
    said = run("expand", "medieval_merchant+for_two")
    assert said.code == 0
    assert "for 2" in said.out.partition("\n")[0], "the table that it is for"
    with pytest.raises(mercatoria.TableError, match="not with 4 players"):
        mercatoria.load("medieval_merchant", variants=["for_two"]).start(4)


def test_a_table_that_there_is_not(run: Run) -> None:
    for args, words in {
        ("--players", "9"): "for 2 to 6 players, not 9",
        ("--variant", "for_tow"): "did you mean `for_two`",
        ("--option", "starting_seat=9"): "must be from 1 to 6",
        ("--option", "nonsense"): "name=value",
        ("--player", "gredy"): "did you mean `greedy`",
        ("--player", "human"): "mercatoria play",
        ("--seat", "7=random"): "there is no seat 7",
        ("--seat", "x"): "0=human",
        ("--games", "0"): "--games and --jobs must be at least 1",
    }.items():
        said = run("simulate", SHIPPED, *args)
        assert said.code == 2, args
        assert words in said.err, said.err


@pytest.mark.parametrize(("args", "words"), [
    (("expand", STOCK_DUMP, "--players", "3"), "Stock Dump is for 2 players, not 3"),
    (("simulate", STOCK_DUMP, "--players", "3"), "Stock Dump is for 2 players, not 3"),
    (("simulate", STOCK_DUMP, "--players", "0"), "Stock Dump is for 2 players, not 0"),
    (("study", STOCK_DUMP, "--players", "0"), "--players must be at least 1, not 0"),
    (("balance", STOCK_DUMP, "--players", "0", "--target", "wins=even"), "--players must be at least 1, not 0"),
])  # fmt: skip
def test_a_number_of_players_that_there_is_not(run: Run, args: tuple[str, ...], words: str) -> None:
    ran = run(*args)
    assert ran.code == 2
    assert words in ran.err


def test_a_misspelt_folder_of_a_game_gets_a_suggestion(run: Run) -> None:
    for command in ("simulate", "check", "balance"):
        ran = run(command, STOCK_DUMP.replace("stock_dump", "stok_dump"))
        assert ran.code == 2
        assert f"did you mean `{STOCK_DUMP}`?" in ran.err


def test_a_game_that_there_is_not(run: Run) -> None:
    for command in ("simulate", "play", "test", "coverage", "schema", "check"):
        said = run(command, "merchant")
        assert said.code == 2, command
        assert "merchant" in said.err
        assert SHIPPED in said.err


def test_misuse(run: Run) -> None:
    few = ["simulate", PIG, "-n", "few"]
    for args in (["simulat"], ["simulate"], ["games", "--nonsense"], ["perft", PIG, "-d", "1"], few):
        said = run(*args)
        assert said.code == 2, args
        assert said.err


# ---------------------------------------------------------------- perft, replay, why


def test_perft(run: Run, countdown: Callable[..., Path]) -> None:
    said = run("perft", str(countdown(start=3)), "--players", "2", "--json")
    assert said.code == 0
    # Players take one or two of three pieces at a time, so the histories are 1+1+1, 1+2 and 2+1.
    assert said.data["terminal"] == 3
    assert said.data["decision"] == 4
    assert said.data["chance"] == 0
    on_reference = run("perft", str(countdown(start=3)), "--players", "2", "--json", "--engine", "reference").data
    assert on_reference == said.data | {"engine": "reference"}
    shallow = run("perft", str(countdown(start=3)), "--players", "2", "--depth", "1", "--json").data
    assert (shallow["decision"], shallow["terminal"]) == (3, 0)


def test_perft_needs_no_players_where_only_one_number_is_possible(run: Run) -> None:
    game = str(ROOT / "docs" / "examples" / "tic_tac_toe")
    assert run("perft", game, "--depth", "1", "--json").data == run("perft", game, "-p", "2", "-d", "1", "--json").data
    assert "2 to 10 players" in run("perft", PIG, "--depth", "1").err


def test_perft_counts_chance(run: Run) -> None:
    data = run("perft", PIG, "--players", "2", "--depth", "2", "--json").data
    assert data["by_depth"][:2] == [
        {"chance": 0, "decision": 1, "terminal": 0}, {"chance": 1, "decision": 1, "terminal": 0}
    ]  # fmt: skip
    assert data["chance"] > 0
    for kind in ("chance", "decision", "terminal"):
        assert sum(depth[kind] for depth in data["by_depth"]) == data[kind]


@pytest.fixture
def record(tmp_path: Path) -> Path:
    state = mercatoria.load(SHIPPED).start(players=3, seed=4)
    while not state.is_over:
        state.apply(state.moves()[0])
    file = tmp_path / "record.json"
    file.write_text(state.to_json(), encoding="utf-8")
    return file


def test_replay(run: Run, record: Path) -> None:
    said = run("replay", str(record))
    assert said.code == 0
    assert "the game is over" in said.out
    data = run("replay", str(record), "--json").data
    assert data["over"] is True
    assert len(data["scores"]) == 3
    assert sorted(seat for place in data["ranking"] for seat in place) == [0, 1, 2]
    assert run("replay", str(record), "--upto", "25", "--json").data["entries"] == 25


def test_replay_of_what_is_no_record(run: Run, tmp_path: Path, record: Path) -> None:
    data = json.loads(record.read_text(encoding="utf-8"))
    cases = {
        "not JSON": "{",
        "not a record": "[]",
        "no log": "{}",
        "other rules": json.dumps(data | {"rules": "0" * 16}),
        "other game": json.dumps(data | {"game": "nobody_knows"}),
        "wrong players": json.dumps(data | {"players": 17}),
        "players as text": json.dumps(data | {"players": "3"}),
        "unknown variant": json.dumps(data | {"variants": ["nonsense"]}),
        "variants as a number": json.dumps(data | {"variants": 3}),
        "a foreign move": json.dumps(data | {"log": [{"move": "Red: fly(Moon)"}]}),
        "an entry of nothing": json.dumps(data | {"log": [{}]}),
        "an entry as text": json.dumps(data | {"log": ["x"]}),
        "a wrong version": json.dumps(data | {"version": 99}),
        "a changed position": json.dumps(data | {"position": [0]}),
    }
    for name, text in cases.items():
        file = tmp_path / "bad.json"
        file.write_text(text, encoding="utf-8")
        said = run("replay", str(file))
        assert said.code == 1, (name, said)
        assert "internal error" not in said.err, (name, said.err)


def test_files_that_cannot_be_read(run: Run, tmp_path: Path) -> None:
    assert run("replay", str(tmp_path / "nowhere.json")).code == 2
    assert run("replay", str(tmp_path)).code == 2
    picture = tmp_path / "picture.json"
    picture.write_bytes(b"\x89PNG\xff\xfe\x00")
    assert run("replay", str(picture)).code == 1


def test_why(run: Run, record: Path) -> None:
    refused = run("why", SHIPPED, str(record), "Blue: open_city(Gent)", "--upto", "21")
    assert refused.code == 0
    assert "Blue cannot open Gent for trade:" in refused.out
    data = run("why", SHIPPED, str(record), "Blue: open_city(Gent)", "--upto", "21", "--json").data
    assert data["allowed"] is False
    assert data["reasons"]
    known = json.loads(record.read_text(encoding="utf-8"))["log"]
    at = next(number for number, entry in enumerate(known) if "move" in entry)
    allowed = run("why", SHIPPED, str(record), known[at]["move"], "--upto", str(at), "--json")
    assert allowed.data["allowed"] is True


def test_why_of_numbers_and_events(run: Run, record: Path) -> None:
    score = run("why", SHIPPED, str(record), "why", "red", "score", "--as", "red")
    assert score.code == 0
    assert score.out.startswith("score(Red) is ")
    assert "influence [MDM-087]" in score.out
    assert "MDM-087, “" in score.out, "the printed rule with its heading"
    hidden = run("why", SHIPPED, str(record), "red purse", "--as", "Blue")
    assert hidden.out.startswith("Red.purse: this depends on hidden information")
    event = run("why", SHIPPED, str(record), "5", "--json", "--depth", "2").data
    assert event["text"].startswith("5. ")
    assert event["parts"]
    assert {"id", "section", "rule"} == set(event["clauses"][0])
    nobody = run("why", SHIPPED, str(record), "last", "--as", "Pink")
    assert nobody.code == 2 and "there is no player `Pink`" in nobody.err
    assert run("why", SHIPPED, str(record), "red", "inflence").code == 2


def test_what_if_on_the_command_line(run: Run, record: Path) -> None:
    data = json.loads(record.read_text(encoding="utf-8"))
    at = next(number for number, entry in enumerate(data["log"]) if "open_city(" in entry.get("move", ""))
    seat, _, move = data["log"][at]["move"].partition(": ")
    said = run("why", SHIPPED, str(record), "what if", move, "--as", seat, "--upto", str(at))
    assert said.code == 0
    assert f"if {seat}: {move}" in said.out
    assert "opened no → yes" in said.out
    assert run("why", SHIPPED, str(record), "what", "if", "--as", seat).code == 2


def test_why_of_what_is_no_move(run: Run, record: Path) -> None:
    for text in ("Red: open_city(Gnt)", "Red: fly(Gent)", "Pink: pass", "Red: open_city", "((("):
        said = run("why", SHIPPED, str(record), text)
        assert said.code == 2, text
        assert said.err.strip()


# ---------------------------------------------------------------- test, coverage, schema


@pytest.mark.slow
def test_scenarios_of_a_game(run: Run) -> None:
    said = run("test", SHIPPED, "--json")
    assert said.code == 0
    (report,) = said.data
    assert report["failed"] == 0
    assert report["passed"] == len(report["scenarios"]) + len(report["records"])


def test_a_scenario_that_fails(run: Run, countdown: Callable[..., Path]) -> None:
    folder = countdown()
    (folder / "scenarios").mkdir()
    text = 'scenario too_much "Three are left after two"\n    expect\n        left = 3\n'
    (folder / "scenarios" / "1.rules").write_text(text, encoding="utf-8")
    said = run("test", str(folder))
    assert said.code == 1
    assert "too_much" in said.out
    assert "1.rules:3" in said.out
    assert run("test", str(folder), "--only", "nothing").code == 0


def test_golden_records(run: Run, countdown: Callable[..., Path]) -> None:
    folder = countdown()
    state = mercatoria.load(str(folder)).start(2)
    while not state.is_over:
        state.apply(state.moves()[0])
    (folder / "records").mkdir()
    file = folder / "records" / "one.json"
    file.write_text(json.dumps(json.loads(state.to_json()) | {"scores": list(state.scores)}), encoding="utf-8")
    assert run("test", str(folder)).code == 0
    file.write_text(json.dumps(json.loads(state.to_json()) | {"scores": [99, 0]}), encoding="utf-8")
    said = run("test", str(folder))
    assert said.code == 1
    assert "one.json" in said.out


@pytest.mark.slow
def test_coverage(run: Run, countdown: Callable[..., Path]) -> None:
    data = run("coverage", SHIPPED, "--json").data
    for key in ("clauses", "formalised", "exercised", "not_applicable", "rules_without_clause"):
        assert isinstance(data[key], int)
    assert data["formalised"] + data["not_applicable"] == data["clauses"]
    assert "no clauses.yaml" in run("coverage", str(countdown())).out


def test_a_share_that_is_required(run: Run, countdown: Callable[..., Path]) -> None:
    folder = countdown()
    (folder / "scenarios").mkdir()
    text = 'scenario one "One"\n    play\n        Seat1: take(1)\n    expect\n        left = 4\n'
    (folder / "scenarios" / "1.rules").write_text(text, encoding="utf-8")
    assert run("test", str(folder), "--require", "0").code == 0
    assert run("test", str(folder), "--require", "rules=100").code == 0
    said = run("test", str(folder), "--require", "90")
    assert said.code == 1
    assert "branches: 50 % are covered, 90 % are required" in said.out
    assert "take.enough never refuses: number <= left" in said.out
    (report,) = run("test", str(folder), "--require", "branches=90", "--json").data
    assert report["coverage"]["shares"]["branches"] == {"covered": 2, "of": 4}
    assert report["below"]
    assert run("coverage", str(folder), "--require", "branches=51").code == 1
    assert run("coverage", str(folder), "--require", "branches=50").code == 0


@pytest.mark.parametrize("share", ["x", "101", "cards=90", "branches=", "-1"])
def test_a_share_that_is_none(run: Run, countdown: Callable[..., Path], share: str) -> None:
    assert run("test", str(countdown()), f"--require={share}").code == 2


def test_faults_of_the_rules_are_told_once(run: Run, countdown: Callable[..., Path]) -> None:
    folder = countdown("set shore to 0")
    (folder / "scenarios").mkdir()
    text = 'scenario {0} "One"\n    play\n        Seat1: take(1)\n'
    (folder / "scenarios" / "1.rules").write_text(text.format("a") + text.format("b"), encoding="utf-8")
    said = run("test", str(folder))
    assert said.code == 1
    assert said.out.count("E301") == 1
    assert "cannot be played: a, b" in said.out
    assert run("test", str(folder), "--json").data[0]["failed"] == 2


def test_a_faulty_end_is_no_missing_end(run: Run, countdown: Callable[..., Path]) -> None:
    folder = countdown()
    book = folder / "rulebook.rules"
    book.write_text(book.read_text(encoding="utf-8").replace("when left = 0", "when lift = 0"), encoding="utf-8")
    assert [fault["code"] for fault in run("check", str(folder), "--json").data] == ["E301"]


@pytest.mark.slow
def test_mutate(run: Run) -> None:
    some = ("mutate", PIG, "--sample", "6")
    one = run(*some, "--json", "--jobs", "1")
    two = run(*some, "--json", "--jobs", "2")
    assert one.code == 0
    assert one.data == two.data
    assert one.data["tried"] == one.data["noticed"] + len(one.data["slips"])
    assert run(*some, "--jobs", "1", "--require", "100").code == int(one.data["share"] < 100)
    said = run("mutate", PIG, "--jobs", "1", "--rule", "target_reached")
    assert "noticed by a scenario (100 %)" in said.out


@pytest.mark.parametrize("engine", ["python", "native"])
def test_slips_are_noticed_on_every_engine(run: Run, engine: str) -> None:
    if engine == "native":
        pytest.importorskip("wasmtime")
    some = ("mutate", PIG, "--sample", "5", "--seed", "3", "--jobs", "1", "--json")
    assert run(*some, "--engine", engine).data == run(*some).data | {"engine": engine}
    assert "there is no engine `fast`" in run(*some, "--engine", "fast").err


@pytest.mark.slow
def test_slips_is_a_hidden_alias_of_mutate(run: Run) -> None:
    some = (PIG, "--sample", "2", "--jobs", "1", "--json")
    assert run("slips", *some).data == run("mutate", *some).data
    helped = run("--help").out.splitlines()
    listed = [line.split()[0] for line in helped if line.startswith("  ") and line[2:3].strip()]
    assert "mutate" in listed
    assert "slips" not in listed


@pytest.mark.slow
def test_a_sample_of_slips(run: Run) -> None:
    some = [run("mutate", PIG, "--json", "--jobs", "1", "--sample", "2", "--seed", seed).data for seed in "778"]
    assert some[0] == some[1]
    assert some[0]["asked"] == 2


@pytest.mark.slow
def test_slips_that_no_scenario_notices(run: Run, countdown: Callable[..., Path]) -> None:
    folder = countdown()
    assert run("mutate", str(folder)).code == 2
    (folder / "scenarios").mkdir()
    file = folder / "scenarios" / "1.rules"
    file.write_text('scenario one "One"\n    play\n        Seat1: take(1)\n', encoding="utf-8")
    said = run("mutate", str(folder), "--jobs", "1", "--require", "90")
    assert said.code == 1
    assert "⟦raise player.taken by number⟧ left out" in said.out
    assert "action take(number: 1 to ⟦2 → 3⟧)" in said.out
    file.write_text('scenario one "One"\n    expect\n        left = 0\n', encoding="utf-8")
    assert run("mutate", str(folder)).code == 2
    assert run("mutate", PIG, "--rule", "hald").code == 2


def test_schema(run: Run, countdown: Callable[..., Path], game: Callable[..., Path]) -> None:
    assert run("schema", SHIPPED).data["title"] == "Medieval Merchant"
    folder = countdown()
    assert run("schema", str(folder), "--check").code == 1
    assert run("schema", str(folder), "--write").code == 0
    assert run("schema", str(folder), "--check").code == 0


def test_the_schema_of_a_picture(run: Run) -> None:
    said = run("schema", SHIPPED, "--picture")
    assert said.code == 0
    assert "City" in said.data["properties"]["map"]["items"]["properties"]["kind"]["enum"]
    assert run("schema", SHIPPED, "--picture", "--write").code == 2


def test_shipped_schemas_are_current(run: Run) -> None:
    for slug in mercatoria.shipped():
        if (mercatoria.folder_of(slug) / "board.yaml").is_file():
            assert run("schema", slug, "--check").code == 0, f"`mercatoria schema {slug} --write` writes it again"


def test_a_draw_from_a_stack_in_order_is_no_chance(run: Run, game: Callable[[str], Path]) -> None:
    folder = game(CHIPS.format(chips="p.chips.size"))
    (folder / "scenarios").mkdir()
    for lines, code in ("", 1), ("    given\n        shuffle pack\n", 0):
        text = f'scenario drawn "A card is drawn"\n{lines}    play\n        chance box = Card5\n        Seat1: take\n'
        (folder / "scenarios" / "1.rules").write_text(text, encoding="utf-8")
        said = run("test", str(folder))
        assert said.code == code, said.out
        assert ("until it is shuffled" in said.out) == bool(code)


def test_a_number_that_cannot_be_chosen_is_told_those_that_can(countdown: Callable[..., Path]) -> None:
    state = mercatoria.load(str(countdown())).start(2, seed=1)
    assert "Seat1 cannot take 7:\n  number: the number must be 1 or 2" in str(state.why_not("Seat1: take(7)"))


@pytest.mark.slow
def test_the_package_runs_the_commands() -> None:
    for module in "mercatoria", "mercatoria.cli":
        said = subprocess.run(
            [sys.executable, "-m", module, "--version"], check=False, cwd=ROOT, capture_output=True, timeout=300
        )
        assert (said.returncode, said.stderr) == (0, b"")


def test_a_number_that_is_none_is_told_plainly(run: Run) -> None:
    said = run("simulate", PIG, "--games", "few")
    assert "needs a whole number" in said.err
    assert "parse" not in said.err
