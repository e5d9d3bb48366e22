"""Tests that players change the files of a game while the server is running, and that tables keep their own rules.

A changed file counts at the next set-up. A running table keeps its own rules, also after a restart, until its host
lets it migrate.
"""

from __future__ import annotations

import html
import random
import re
import shutil
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")
pytest.importorskip("httpx2", reason="starlette's test client needs httpx2")

from moor import written
from starlette.testclient import TestClient
from visiting import BIDS, PIG, another, offered, play, question, seated, serving, set_up, until

from mercatoria.web.store import Origin, Store
from mercatoria.web.tables import Request, record_with_new_chance
from mercatoria.web.tables.bots import decided

CHANGED, RULES = "Changed rules", "rulebook.rules"
HOLD = 'action hold "Keep what you rolled" [PIG-005]\n'
STRICTER = HOLD, f'{HOLD}    needs enough: pot >= 15 "Keep 15 points or more" [PIG-005]\n'
SHORTER = "1 to 1000 = 100", "1 to 1000 = 90"


class Folder:
    """A copy of an example's folder, which a test changes."""

    def __init__(self, place: Path, example: str) -> None:
        self.path = place / Path(example).name
        shutil.copytree(example, self.path)

    def __str__(self) -> str:
        return str(self.path)

    def write(self, *changes: tuple[str, str], file: str = RULES) -> None:
        """Replace texts in a file."""
        text = (self.path / file).read_text(encoding="utf-8")
        for before, after in changes:
            assert before in text
            text = text.replace(before, after)
        (self.path / file).write_text(text, encoding="utf-8")


@pytest.fixture
def pig(tmp_path: Path) -> Folder:
    return Folder(tmp_path, PIG)


@pytest.fixture
def browser(tmp_path: Path, pig: Folder) -> Iterator[TestClient]:
    with serving(tmp_path / "tables.db", games=(str(pig),)) as browser:
        yield browser


def two(browser: TestClient, game: object, **fields: str) -> tuple[TestClient, list[str], str]:
    """Set up a table for two. Return the browser of a player who holds both seats, the seats, and the table's path."""
    first, second, watch = set_up(browser, str(game), "human", "human", **fields)
    ann, one = seated(browser, first, "Ann")
    other = ann.post(second, data={"name": "Ann"}).url.path
    return ann, [one, other], watch


def keep_few(ann: TestClient, seat: str) -> None:
    """Roll once and keep the points, which is less than 15."""
    play(ann, seat, "roll")
    if "hold" in offered(ann.get(seat).text):
        play(ann, seat, "hold")


def words(page: str) -> str:
    """Return the text of a page on one line."""
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", page)).split())


def changes(browser: TestClient, watch: str) -> tuple[int, str]:
    answer = browser.get(f"{watch}/changes")
    return answer.status_code, words(answer.text)


def migrate(browser: TestClient, watch: str) -> tuple[int, str]:
    """Press the button of the page about the changes, and return the answer."""
    page = browser.get(f"{watch}/changes").text
    found = re.search(r'name="mark" value="(\w+)"', page)
    assert found is not None, words(page)
    answer = browser.post(f"{watch}/migrate", data={"mark": found[1]})
    return answer.status_code, words(answer.text)


# ---------------------------------------------------------------- the next table


def test_a_change_counts_at_the_next_set_up_and_both_tables_go_on(browser: TestClient, pig: Folder) -> None:
    ann, old, watch = two(browser, pig)
    pig.write(SHORTER)
    assert "90 (as usual)" not in ann.get(f"{watch}/rules").text
    assert 'placeholder="90"' in browser.get("/new", params={"game": str(pig)}).text
    ben, new, other = two(browser, pig)
    for person, seats, path, target in ((ann, old, watch, "= 100"), (ben, new, other, "= 90")):
        assert f"1 to 1000 {target}" in words(person.get(f"{path}/rules").text)
        keep_few(person, seats[0])
        play(person, seats[1], "roll")
    assert "1 to 1000 = 100" in words(ann.get(f"{watch}/rules").text)


def test_every_kind_of_file_is_noticed(browser: TestClient, pig: Folder) -> None:
    def form() -> str:
        return browser.get("/new", params={"game": str(pig)}).text

    assert "Two pots" not in form()
    (pig.path / "variants").mkdir()
    (pig.path / "variants" / "pots.rules").write_text(
        'variant pots "Two pots" of pig\n    set target to 50\n', encoding="utf-8")  # fmt: skip
    assert "Two pots" in form()
    (pig.path / "variants" / "pots.rules").unlink()
    assert "Two pots" not in form()
    (pig.path / "picture.yaml").write_text("about: {say: Roll until you are caught.}\n", encoding="utf-8")
    assert "Roll until you are caught." in browser.get("/").text
    assert browser.get("/board", params={"game": str(pig)}).status_code == 200
    (pig.path / "words").mkdir()
    (pig.path / "words" / "de.yaml").write_text("title: Schweinchen\n", encoding="utf-8")
    german = browser.get("/new", params={"game": str(pig)}, headers={"cookie": "language=de"}).text
    assert "Schweinchen" in german


def test_the_picture_on_the_start_page_follows_the_files(browser: TestClient, pig: Folder) -> None:
    address = re.compile(r'src="(/board\?game=[^"]*pig[^"]*)"')
    before = address.findall(browser.get("/").text)
    first = browser.get(html.unescape(before[0]))
    pig.write(("points: 0 to 1100 = 0 ", "points: 0 to 1100 = 7 "))
    after = address.findall(browser.get("/").text)
    assert before != after
    assert browser.get(html.unescape(after[0])).headers["etag"] != first.headers["etag"]


def test_faults_are_shown_with_file_and_line_and_running_tables_go_on(browser: TestClient, pig: Folder) -> None:
    ann, seats, watch = two(browser, pig)
    pig.write(("raise pot by die clamped", "raise pott by die clamped"))
    page = browser.get("/new", params={"game": str(pig)})
    line = next(n for n, text in enumerate((pig.path / RULES).read_text().splitlines(), 1) if "pott" in text)
    assert page.status_code == 409
    assert f"pig/{RULES}, line {line}:" in words(page.text)
    assert "pott" in page.text
    assert browser.post("/new", data={"game": str(pig), "players": "2"}).status_code == 409
    assert "1 fault in the rules" in words(browser.get("/").text), "the start page leads to the faults"
    play(ann, seats[0], "roll")
    pig.write(("rulebook pig", "rulebok pig"))
    assert "fault in the rules" in words(browser.get("/").text)
    assert "line 3:" in words(browser.get("/new", params={"game": str(pig)}).text)
    (pig.path / RULES).write_bytes(b"\xff\xfe\x00")
    assert RULES in browser.get("/new", params={"game": str(pig)}).text
    assert browser.post("/now", data={"game": str(pig)}).status_code == 409
    (pig.path / RULES).unlink()
    assert "does not exist" in browser.get("/new", params={"game": str(pig)}).text
    assert changes(browser, watch)[0] == 409
    assert ann.get(seats[0]).status_code == 200
    shutil.copy(f"{PIG}/{RULES}", pig.path / RULES)
    assert browser.get("/new", params={"game": str(pig)}).status_code == 200


def test_a_link_out_of_the_folder_is_a_fault(browser: TestClient, pig: Folder, tmp_path: Path) -> None:
    (tmp_path / "secret.rules").write_text('variant secret "Not yours"\n', encoding="utf-8")
    (pig.path / "variants").mkdir()
    (pig.path / "variants" / "own.rules").symlink_to(tmp_path / "secret.rules")
    page = browser.get("/new", params={"game": str(pig)}).text
    assert "leads out of the game" in page
    assert "Not yours" not in page


# ---------------------------------------------------------------- after a restart


def test_a_table_continues_under_its_own_rules(tmp_path: Path, pig: Folder) -> None:
    file = tmp_path / "tables.db"
    with serving(file, games=(str(pig),)) as browser:
        ann, seats, watch = two(browser, pig)
        keep_few(ann, seats[0])
        before = words(ann.get(f"{watch}/log").text)
        cookies = [ann.cookies, browser.cookies]
    for change in (partial(pig.write, STRICTER), partial(shutil.rmtree, pig.path)):
        change()
        with serving(file, games=(str(pig),)) as browser:
            ann, browser.cookies = another(browser), cookies[1]
            ann.cookies = cookies[0]
            assert words(ann.get(f"{watch}/log").text) == before
            asked = next(seat for seat in seats if "roll" in offered(ann.get(seat).text))
            assert "roll" in play(ann, asked, "roll")
            before = words(ann.get(f"{watch}/log").text)


def test_tables_with_the_same_rules_share_their_files(tmp_path: Path, pig: Folder) -> None:
    with serving(tmp_path / "tables.db", games=(str(pig),)) as browser:
        for _ in range(3):
            set_up(browser, str(pig), "human", "human")
        pig.write(SHORTER)
        set_up(browser, str(pig), "human", "human")
    db = Store(tmp_path / "tables.db")._db
    assert db.execute("SELECT count(*) FROM played_under").fetchone() == (4,)
    assert db.execute("SELECT count(*) FROM rule_files").fetchone() == (2,)


# ---------------------------------------------------------------- migration


def test_the_host_lets_a_table_migrate_and_everyone_sees_it(browser: TestClient, pig: Folder) -> None:
    ann, seats, watch = two(browser, pig)
    keep_few(ann, seats[0])
    before, log = ann.get(seats[1]).text, words(ann.get(f"{watch}/log").text)
    pig.write(SHORTER)
    assert "data-news" not in browser.get(watch).text
    browser.get("/")
    assert "data-news" in browser.get(watch).text, "the host is asked"
    assert "data-news" not in ann.get(watch).text, "and nobody else"
    assert CHANGED in browser.get(f"{watch}/links").text
    status, told = changes(browser, watch)
    assert status == 200
    assert RULES in told and "all moves are legal" in told and "stays the same" in told
    assert migrate(browser, watch)[0] == 200
    assert "1 to 1000 = 90" in words(ann.get(f"{watch}/rules").text)
    assert words(ann.get(f"{watch}/log").text) == log
    assert ann.get(seats[1]).text != before, "streams announce the new page"
    play(ann, seats[1], "roll")
    assert "data-news" not in browser.get(watch).text
    assert "are those of the game" in changes(browser, watch)[1]
    assert ann.get(f"{watch}/at/1").status_code == 200


def test_what_has_migrated_stays_migrated(tmp_path: Path, pig: Folder) -> None:
    file = tmp_path / "tables.db"
    with serving(file, games=(str(pig),)) as browser:
        ann, seats, watch = two(browser, pig)
        play(ann, seats[0], "roll")
        pig.write(SHORTER)
        migrate(browser, watch)
    shutil.rmtree(pig.path)
    with serving(file, games=(str(pig),)) as browser:
        assert "1 to 1000 = 90" in words(browser.get(f"{watch}/rules").text)


def test_amounts_may_change(browser: TestClient, pig: Folder) -> None:
    ann, seats, watch = two(browser, pig)
    keep_few(ann, seats[0])
    pig.write(("    points: 0 to 1100 = 0 ", "    points: 0 to 1100 = 7 "))
    assert "such as amounts" in changes(browser, watch)[1]
    migrate(browser, watch)
    assert re.search(r"\b7\b", words(ann.get(seats[1]).text))


def test_a_move_that_breaks_is_named_with_its_reason_and_clause(browser: TestClient, pig: Folder) -> None:
    for _ in range(20):  # until the first die is not a 1
        ann, seats, watch = two(browser, pig)
        play(ann, seats[0], "roll")
        if "hold" in offered(ann.get(seats[0]).text):
            break
    play(ann, seats[0], "hold")
    number = ann.get(f"{watch}/log").text.count("/at/")
    pig.write(STRICTER)
    status, told = changes(browser, watch)
    assert status == 200
    assert f"Line {number} of the log:" in told and "kept the pot" in told
    assert "Keep 15 points or more" in told
    assert "PIG-005" in told
    assert "under the old rules" in told
    assert 'name="mark"' not in browser.get(f"{watch}/changes").text
    hall = browser.app.state.server.hall
    mark = hall.catalogue.current(str(pig)).mark
    answer = browser.post(f"{watch}/migrate", data={"mark": mark})
    assert answer.status_code == 409
    assert "Keep 15 points or more" in words(answer.text)
    assert "Keep 15 points" not in ann.get(f"{watch}/rules").text
    play(ann, seats[1], "roll")


def test_other_outcomes_of_chance_break_a_migration(browser: TestClient, pig: Folder) -> None:
    ann, seats, watch = two(browser, pig)
    for _ in range(3):
        asked = next(seat for seat in seats if "roll" in offered(ann.get(seat).text))
        play(ann, asked, "roll")
    pig.write(("2 to 100 = 6", "2 to 100 = 90"), ("in 1 to die_sides", "in 7 to die_sides"))
    assert "chance has another outcome" in changes(browser, watch)[1]


def test_a_failing_set_up_and_a_missing_variant_break_a_migration(browser: TestClient, pig: Folder) -> None:
    (pig.path / "variants").mkdir()
    pots = pig.path / "variants" / "pots.rules"
    pots.write_text('variant pots "Two pots" of pig\n    set target to 50\n', encoding="utf-8")
    ann, seats, watch = two(browser, pig, **{"variant.pots": "1"})
    gift = 'setup "A gift"\n    for p in Player\n        random p.points in 5 to p.points\n\n'
    pig.write(('round "Turns"', f'{gift}round "Turns"'))
    status, told = changes(browser, watch)
    assert status == 200
    assert "The set-up fails." in told and f"{RULES}, line" in told
    pots.unlink()
    status, told = changes(browser, watch)
    assert status == 409
    assert "pots" in told
    play(ann, seats[0], "roll")


def test_the_changes_are_told_in_the_language_of_the_host(browser: TestClient, pig: Folder) -> None:
    (pig.path / "words").mkdir()
    (pig.path / "words" / "de.yaml").write_text("title: Schweinchen\n", encoding="utf-8")
    ann, seats, watch = two(browser, pig)
    keep_few(ann, seats[0])
    pig.write(("2 to 100 = 6", "2 to 100 = 90"), ("in 1 to die_sides", "in 7 to die_sides"))
    browser.cookies.set("language", "de")
    told = changes(browser, watch)[1]
    assert "Schweinchen: Geänderte Regeln" in told and "geht der Zufall hier anders aus" in told


def bid(ann: TestClient, seat: str, amount: int) -> None:
    page = ann.get(seat).text
    [move] = [move for move in offered(page) if re.search(rf"\b{amount}\b", move)] or offered(page)
    fields = {"turn": question(page), "move": move, "of.bid": str(amount)}
    assert ann.post(f"{seat}/move", data=fields).status_code == 200


def test_a_secret_decision_is_not_betrayed(tmp_path: Path) -> None:
    bids, told = Folder(tmp_path, BIDS), list[str]()
    with serving(tmp_path / "tables.db", games=(str(bids),)) as browser:
        tables = []
        for amount in (7, 8):
            ann, seats, watch = two(browser, bids)
            bid(ann, seats[0], amount)
            tables.append(watch)
        bids.write(("highest_bid: 1 to 100 = 10", "highest_bid: 1 to 100 = 3"))
        told = [changes(browser, watch)[1] for watch in tables]
    assert told[0] == told[1]
    assert "only its player may know" in told[0]


def test_decisions_that_were_taken_back_migrate_too(tmp_path: Path) -> None:
    moor = written(tmp_path / "moor")
    with serving(tmp_path / "tables.db", games=(moor,)) as browser:
        ann, seats, watch = two(browser, moor)
        play(ann, seats[0], "walk(Cart_Red, Ash)")
        page = ann.get(seats[0]).text
        assert ann.post(f"{seats[0]}/undo", data={"turn": question(page)}).status_code == 200
        play(ann, seats[0], "mend(OakAsh)")
        rules = tmp_path / "moor" / RULES
        rules.write_text(rules.read_text(encoding="utf-8").replace("round.number = 9", "round.number = 8"))
        assert migrate(browser, watch)[0] == 200
        page = ann.get(seats[0]).text
        assert ann.post(f"{seats[0]}/undo", data={"turn": question(page)}).status_code == 200
        assert "mend(OakAsh)" in offered(ann.get(seats[0]).text)


def test_only_the_host_may_ask_and_migrate(browser: TestClient, pig: Folder) -> None:
    ann, _, watch = two(browser, pig)
    pig.write(SHORTER)
    mark = browser.app.state.server.hall.catalogue.current(str(pig)).mark
    for person in (ann, another(browser)):
        assert person.get(f"{watch}/changes").status_code == 403
        assert person.post(f"{watch}/migrate", data={"mark": mark}).status_code == 403
    assert "1 to 1000 = 100" in words(ann.get(f"{watch}/rules").text)


def test_rules_that_changed_again_are_shown_first(browser: TestClient, pig: Folder) -> None:
    ann, _, watch = two(browser, pig)
    pig.write(SHORTER)
    mark = browser.app.state.server.hall.catalogue.current(str(pig)).mark
    pig.write(("1 to 1000 = 90", "1 to 1000 = 80"))
    assert browser.post(f"{watch}/migrate", data={"mark": mark}).status_code == 409
    assert "1 to 1000 = 100" in words(ann.get(f"{watch}/rules").text)


def test_a_table_that_plays_on_from_another_keeps_its_rules(browser: TestClient, pig: Folder) -> None:
    ann, seats, watch = two(browser, pig)
    play(ann, seats[0], "roll")
    hall = browser.app.state.server.hall
    table = hall.table(watch.split("/")[2])
    record = record_with_new_chance(table.course.state, 5)
    owner = browser.cookies["host"]
    forked, _ = hall.fork(table, Origin(record, table.head.table, None, 1, False), "human", owner)
    pig.write(SHORTER)
    code, said = changes(browser, f"/t/{forked.head.table}")
    assert code == 409
    assert "A table that plays on from another one keeps its rules." in said


def test_a_finished_table_keeps_its_rules(browser: TestClient, pig: Folder) -> None:
    """Everyone may look at every seat after the end, so the game must not continue under other rules."""
    ann, seats, watch = two(browser, pig, **{"option.longest_game": "4"})
    table = browser.app.state.server.hall.table(watch.split("/")[2])
    while not table.course.state.is_over:
        seat = seats[min(table.course.state.deciders)]
        play(ann, seat, "hold")
    pig.write(('= 100 "How', '= 200 "How'))
    code, said = changes(browser, watch)
    assert code == 409
    assert "A finished table keeps its rules." in said


def test_without_a_full_write_nothing_migrates(browser: TestClient, pig: Folder) -> None:
    ann, seats, watch = two(browser, pig)
    play(ann, seats[0], "roll")
    store = browser.app.state.server.hall._store
    (pages,) = store._db.execute("PRAGMA page_count").fetchone()
    pig.write(SHORTER)
    filler = "".join(random.Random(1).choices("abcdefghijklmnopqrstuvwxyz", k=60_000))
    (pig.path / "notes.yaml").write_text(f"# {filler}\n", encoding="utf-8")
    store._db.execute(f"PRAGMA max_page_count = {pages}")
    head = store.head(watch.split("/")[2])
    assert migrate(browser, watch)[0] == 503
    assert store.head(watch.split("/")[2]) == head
    assert "1 to 1000 = 100" in words(ann.get(f"{watch}/rules").text)
    store._db.execute("PRAGMA max_page_count = 100000")
    assert migrate(browser, watch)[0] == 200


def test_bots_play_under_the_rules_of_their_table(tmp_path: Path, pig: Folder) -> None:
    with serving(tmp_path / "tables.db", games=(str(pig),)) as browser:
        *_, watch = set_up(browser, str(pig), "greedy", "greedy", **{"option.longest_game": "6"})
        pig.write(("must roll or hold", "must hold"))
        browser.get(watch)
        table = watch.split("/")[2]
        hall = browser.app.state.server.hall
        until(lambda: hall.table(table).course.state.is_over)
        assert any(move.move == "roll" for move in hall._store.entries(table))


def test_a_bot_process_drops_a_game_whose_table_has_migrated(pig: Folder) -> None:
    old = Folder(pig.path.parent / "old", PIG)
    old.write(("must roll or hold", "must roll"))
    pig.write(("must roll or hold", "must hold"))
    asked = Request("migrating", "pig", str(old), (), {}, 2, 1, (), 0, "greedy", 0)
    assert decided(asked) == "roll"
    assert decided(replace(asked, folder=str(pig))) == "hold"
