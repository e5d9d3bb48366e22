"""Tests that the server sends a seat the same bytes in all games that the seat cannot tell apart.

Each game is complete with its log, and agrees with everything that the seat has learnt. The tests make every kind of
request, for pages, answers, refusals and events. `tests/games/test_secrets.py` compares pages of artificial positions,
at many more points of a game.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Future
from dataclasses import replace

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")
pytest.importorskip("httpx2", reason="starlette's test client needs httpx2")

from starlette.routing import Match
from starlette.testclient import TestClient
from visiting import SITE, Clock

from dsl.folder import languages_of
from dsl.source import NOWHERE
from interpreter.explain import possible_steps
from interpreter.log import MOVE, entries
from interpreter.position import OPEN
from mercatoria import Game, IllegalMove, NotAMove, PlayFault, State
from mercatoria.players import HintTold, Position, hint_lines, hint_player
from mercatoria.web import application, forking
from mercatoria.web.events import Channels
from mercatoria.web.pages import digest, plan_data, table_page
from mercatoria.web.routes import (
    CHANGING_RULES,
    FORKING,
    FRONT,
    HOSTING,
    JOINING,
    LOOKING_BACK,
    NOTES,
    PLANNING,
    PLAYING,
    SETTING_UP,
)
from mercatoria.web.security import hashed, seat_key
from mercatoria.web.server import Server
from mercatoria.web.store import Head, Seat
from mercatoria.web.tables import (
    Deal,
    Dealt,
    GameSession,
    HouseRules,
    Outcome,
    PlanStep,
    Request,
    Table,
    TextNews,
    due_move,
    followed,
    forks,
    to_play_at_once,
)
from mercatoria.web.tables.breaks import Refusal, broken_at
from mercatoria.web.timeline import earlier, planning, present
from mercatoria.worlds import ParticleFilter, transcript_of
from tests.mercatoria.worlds.test_particle_filter import BIDS, COMMERCE, played, twins

NAME, OWNER = "a-table", "the key of whoever set it up"
GAMES = [
    (BIDS, 3, 4),
    *(pytest.param(*each, marks=pytest.mark.slow) for each in (
        (BIDS, 3, 1), (COMMERCE, 3, 30), ("medieval_merchant", 4, 60), ("merchants_of_the_middle_ages", 3, 120),
        ("merchants_of_medieval_europe", 4, 50), ("catan_merchants_of_europe", 3, 60), ("merkator", 2, 45),
    )),
]  # fmt: skip
"""Games with their player counts, and the numbers of log entries after which to compare the bytes."""
FEW_RUNS = "8"
"""Number of search runs for a hint."""
LATEST, MOST_TRIED = 6, 6
"""Maximum number of log lines to request, and maximum number of moves to try."""
NOT_ASKED = {
    "/new": "choices, before there is a game", "/board": "a game before it begins", "/now": "a new table",
    "/rules": "a game before it begins",
    "/t/{table}/events": "see the digest",
    "/t/{table}/seat/{seat:seat}/events": "see the digest", "/t/{table}/seat/{seat:seat}/leave": "who sits where",
    "/t/{table}/seat/{seat:seat}/return": "who sits where",
}  # fmt: skip
"""Addresses that reveal nothing about a position, or that another test compares."""

RULES = [
    (BIDS, 3, 4, HouseRules()),
    (COMMERCE, 3, 12, HouseRules(("keep_one",))),
    (COMMERCE, 3, 14, HouseRules((), {"times_round": "1"})),
]
"""Games with other house rules for a fork: some that the game keeps, and some that it has broken."""

Question = tuple[str, str, dict[str, str]]
"""A method, an address and the fields of a form."""


def questions(state: State, seat: int | None, tried: list[str]) -> Iterator[Question]:
    """Yield every request that a person in a seat can make.

    The requests cover the pages, every action, the newest log lines, illegal moves, and the views of other seats.
    """
    base = f"/t/{NAME}" if seat is None else f"/t/{NAME}/seat/{seat}"
    yield "GET", base, {}
    yield "GET", "/", {}
    yield "GET", "/class", {}
    yield "GET", f"{base}?language=de", {}
    yield "GET", f"{base}/rules", {}
    yield "GET", f"{base}/log", {}
    for action in state.table.flow.model.actions:
        yield "GET", f"{base}/why?not={action}&depth=6", {}
    for line in range(max(1, len(state.log(seat)) - LATEST), len(state.log(seat)) + 2):
        yield "GET", f"{base}/why?line={line}&depth=6", {}
    length = len(state.log(seat))
    actions = list(state.table.flow.model.actions)
    for number in range(length + 2):
        yield "GET", f"{base}/at/{number}", {}
        if actions:
            yield "GET", f"{base}/at/{number}/why?not={actions[number % len(actions)]}&depth=6", {}
    for action in state.table.flow.model.actions:
        yield "GET", f"{base}/at/{length // 2}/why?not={action}&depth=6", {}
    yield "GET", f"{base}/at/{length // 2}/why?line={length // 2}&depth=6", {}
    yield "GET", f"{base}/at/{length // 2}/scenario", {}
    yield "GET", f"{base}/course", {}
    yield "GET", f"{base}/course?from={length // 2}&to={length}", {}
    yield "POST", f"{base}/fork", {"at": str(length // 2), "against": "nobody"}
    yield "POST", f"{base}/fork", {"at": str(length // 2), "against": "friends"}
    yield "POST", f"{base}/fork", {"at": str(length // 2), "against": "random", "hidden": "as_it_was"}
    if seat is not None:
        yield "GET", f"{base}/hint", {}
        for number in {length // 2, length - 1}:
            yield "GET", f"{base}/at/{number}/hint", {}
        yield "POST", f"{base}/coach", {"show": "yes"}
        yield "POST", f"{base}/rematch", {}
        yield "GET", f"{base}/notes", {}
        yield "POST", f"{base}/notes", {"text": "what I guess"}
        yield "GET", f"{base}/plan", {}
        for step in ("nonsense", *tried):
            yield "POST", f"{base}/plan", {"step": step}
            yield "POST", f"{base}/plan", {"move": step}
        yield "POST", f"{base}/plan", {"at_once": "0"}
        yield "POST", f"{base}/plan", {"by_hand": "0"}
    yield "GET", f"/t/{NAME}/links", {}
    yield "GET", f"/t/{NAME}/changes", {}
    yield "POST", f"/t/{NAME}/migrate", {"mark": ""}
    yield "POST", f"/t/{NAME}/seats", {"seat": "0", "who": "bot"}
    for other in range(state.players):
        theirs = f"/t/{NAME}/seat/{other}"
        yield "GET", theirs, {}
        yield "GET", f"{theirs}/why?line=1", {}
        yield "GET", f"{theirs}/rules", {}
        yield "GET", f"{theirs}/log", {}
        yield "GET", f"{theirs}/hint", {}
        yield "POST", f"{theirs}/rematch", {}
        yield "GET", f"{theirs}/notes", {}
        yield "POST", f"{theirs}/notes", {"text": "what I guess"}
        yield "GET", f"{theirs}/plan", {}
        yield "POST", f"{theirs}/plan", {"step": "nonsense"}
        yield "POST", f"{theirs}/plan", {"at_once": "0"}
        yield "GET", f"{theirs}/at/1", {}
        yield "GET", f"{theirs}/at/1/hint", {}
        yield "GET", f"{theirs}/at/1/scenario", {}
        yield "GET", f"{theirs}/course", {}
        yield "GET", f"{theirs}/at/1/why?line=1", {}
        yield "POST", f"{theirs}/fork", {"at": "1", "against": "nobody"}
        yield "GET", f"/t/{NAME}/take/{other}/{seat_key(OWNER, NAME, seat or 0)}", {}
        yield "POST", f"/t/{NAME}/take/{other}/{seat_key('forged', NAME, other)}", {"name": "Eve"}
        for turn in ("0", "1"):
            yield "POST", f"{theirs}/undo", {"turn": turn}
            for move in ("nonsense", *tried):
                yield "POST", f"{theirs}/move", {"turn": turn, "move": move}


def refused(state: State, earlier: State) -> list[str]:
    """Return moves of an earlier position that no seat can play now."""
    rows = [row for seat in earlier.deciders for row in earlier.rows(seat) if OPEN not in row]
    moves = [[state.table.notation.move(seat, row) for seat in range(state.players)] for row in rows]
    return [each[0].call for each in moves if not any(state.is_legal(move) for move in each)][:MOST_TRIED]


def at_table(state: State) -> Table:
    """Return a table with a game in this state."""
    head = Head(NAME, state.edition.slug, (), {}, state.players, state.seed, "", hashed(OWNER))
    keys = [hashed(seat_key(OWNER, NAME, seat)) for seat in range(state.players)]
    seats = [Seat("human", key, f"Person {seat}", True) for seat, key in enumerate(keys)]
    return Table(head, seats, Game(state.edition), GameSession.begun(state), 0.0)


def answer(browser: TestClient, state: State, seat: int | None, asked: Question, language: str) -> object:
    """Return the whole response of a table that has not received any other request."""
    server = browser.app.state.server
    server.hall._tables = {NAME: at_table(state)}
    server.channels = Channels(word=lambda: "word")
    server._pages.clear()
    browser.app.state.looking_back._parts.clear()
    browser.app.state.looking_back._courses.clear()
    server._hints.clear()
    method, path, fields = asked
    own = seat_key(OWNER, NAME, seat) if seat is not None else ""
    key = f"; seat{seat}={own}; places={NAME}:{seat}:{own}" if own else ""
    said = browser.request(method, path, data=fields or None, headers={"cookie": f"language={language}{key}"})
    return said.status_code, sorted(said.headers.items()), said.content


class AtOnce:
    """Bots that give hints in this process.

    The bots replay the table's log, because the random outcomes in it do not follow from the table's seed.
    """

    def __init__(self, server: Server) -> None:
        self._server = server

    def ask_for_hints(self, request: Request) -> Future[list[HintTold]]:
        state, found = self._server.hall.table(request.table).course.state, Future[list[HintTold]]()
        if request.number is not None:
            state = forks.begun(Game(state.edition), request.players, request.seed, request.record)
        hints = hint_player(FEW_RUNS, request.seat).hints(Position(state, request.seat))
        found.set_result(hint_lines(state.in_language(request.language), hints))
        return found

    def ask_for_deal(self, deal: Deal) -> Future[Dealt]:
        forks._COURSES.clear()
        state, found = self._server.hall.table(deal.table).course.state, Future[Dealt]()
        found.set_result(forks.dealt(replace(deal, game=str(state.edition.folder.path))))
        return found

    def ask(self, request: Request) -> Future[str]:
        raise NotImplementedError

    def close(self) -> None:
        pass


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    app = application(tmp_path_factory.mktemp("web") / "tables.db", clock=Clock(), rates=False, pause=0)
    app.state.server.bots = AtOnce(app.state.server)
    with TestClient(app, SITE, follow_redirects=False) as browser:
        yield browser


@pytest.mark.parametrize(("slug", "players", "length"), GAMES)
def test_games_that_a_seat_cannot_tell_apart_are_answered_alike(
    browser: TestClient, slug: str, players: int, length: int
) -> None:
    true, tried_at, compared = played(slug, players, length), played(slug, players, length // 2), 0
    for seat in (true.deciders[0], (true.deciders[0] + 1) % players):
        pool = ParticleFilter(true.table, seat, 3, size=8)
        pool.hear(transcript_of(true, seat))
        for twin in [twin for twin in twins(true, seat, pool) if twin != true][:1]:
            assert digest(at_table(twin), seat) == digest(at_table(true), seat), "a stream of events would tell"
            for asked in questions(true, seat, refused(true, tried_at)):
                for language in languages_of(true.edition.folder):
                    answers = [answer(browser, state, seat, asked, language) for state in (twin, true)]
                    assert answers[0] == answers[1], (language, asked)
                    compared += 1
    assert compared > 10


@pytest.mark.parametrize(("slug", "players", "length"), GAMES)
def test_games_that_a_seat_cannot_tell_apart_are_forked_alike(
    browser: TestClient, slug: str, players: int, length: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With one seed, the forked tables begin with the same record and show the same pages to everyone."""
    monkeypatch.setattr(forking.secrets, "randbelow", lambda most: 7)
    true, compared, hall = played(slug, players, length), 0, browser.app.state.server.hall
    for seat in (true.deciders[0], (true.deciders[0] + 1) % players, None):
        pool = ParticleFilter(true.table, seat, 3, size=8)
        pool.hear(transcript_of(true, seat))
        worlds = [twin for twin in twins(true, seat, pool) if twin != true][:1]
        for number in (0, length // 2, length) if worlds else ():
            answers = []
            for state in (*worlds, true):
                asked = "POST", f"/t/{NAME}/seat/{seat}/fork", {"at": str(number), "against": "greedy"}
                if seat is None:
                    asked = "POST", f"/t/{NAME}/fork", {"at": str(number), "against": "greedy"}
                status, headers, _ = answer(browser, state, seat, asked, "en")
                assert status == 303, (seat, number)
                base = dict(headers)["location"]
                forked = hall.table(base.split("/")[2])
                pages = [table_page(present(forked, viewer)) for viewer in (*range(players), None)]
                shown = [page.replace(forked.head.table, "the fork") for page in pages]
                answers.append((forked.head.origin, forked.head.seed, shown))
            assert answers[0] == answers[1], (seat, number)
            compared += 1
    assert compared > 1


@pytest.mark.parametrize(("slug", "players", "length", "rules"), RULES)
def test_games_that_a_seat_cannot_tell_apart_are_forked_alike_under_other_house_rules(
    slug: str, players: int, length: int, rules: HouseRules
) -> None:
    """With one seed, the record under these rules is the same, and so is the refusal."""
    true, compared = played(slug, players, length), 0
    folder = str(true.edition.folder.path)
    for seat in (true.deciders[0], (true.deciders[0] + 1) % players, None):
        pool = ParticleFilter(true.table, seat, 3, size=8)
        pool.hear(transcript_of(true, seat))
        for twin in [twin for twin in twins(true, seat, pool) if twin != true][:1]:
            answers = []
            for state in (twin, true):
                forks._COURSES.clear()
                known = transcript_of(state, seat)
                deal = Deal(NAME, folder, folder, (), {}, players, known, length, 7, rules)
                answers.append(forks.dealt(deal))
            assert answers[0] == answers[1], seat
            assert answers[0].record or answers[0].refusal
            compared += 1
    assert compared > 0


@pytest.mark.parametrize(("slug", "players", "length"), GAMES)
def test_games_that_a_seat_cannot_tell_apart_judge_plans_alike(slug: str, players: int, length: int) -> None:
    """A plan holds moves of the whole game, so some steps are possible, some have fallen, and some may be possible."""
    true, earlier, compared = played(slug, players, length), played(slug, players, length // 2), 0
    for seat in range(players):
        pool = ParticleFilter(true.table, seat, 3, size=8)
        pool.hear(transcript_of(true, seat))
        offered = possible_steps(true.table, true.vector, seat, 4) + possible_steps(true.table, earlier.vector, seat, 4)
        plan = tuple(PlanStep(move.call, length // 2) for _, move in offered)
        for twin in [twin for twin in twins(true, seat, pool) if twin != true][:2]:
            answers = []
            for state in (true, twin):
                table = at_table(state)
                steps = followed(table, seat, plan)
                for number in range(len(steps)):
                    steps = to_play_at_once(table, seat, steps, number, True)
                table.plans[seat] = steps
                shown = table_page(present(table, seat)), table_page(planning(table, seat)), plan_data(table, seat)
                answers.append((digest(table, seat), shown, steps, due_move(table, seat)))
                assert table_page(present(table, None)) == table_page(present(at_table(state), None))
            assert answers[0] == answers[1], (seat, plan)
            compared += 1
    assert compared > 1


@pytest.mark.parametrize(("slug", "players", "length"), GAMES)
def test_games_that_a_seat_cannot_tell_apart_have_equal_news_of_saved_texts(
    slug: str, players: int, length: int
) -> None:  # fmt: skip
    """Each entry of the log breaks once, with every kind of refusal, and once the log replays."""
    true, compared = played(slug, players, length), 0
    for seat in (*range(players), None):
        pool = ParticleFilter(true.table, seat, 3, size=8)
        pool.hear(transcript_of(true, seat))
        for twin in [twin for twin in twins(true, seat, pool) if twin != true][:1]:
            told = [list(all_news(state, seat)) for state in (true, twin)]
            assert len(told[0]) == len(told[1]) > 1
            assert told[0] == told[1], seat
            compared += len(told[0])
    assert compared > 5


def all_news(state: State, seat: int | None) -> Iterator[tuple[bytes, str]]:
    """Yield the digest and the page of a seat for all outcomes of a saved text."""
    middle = earlier(at_table(state), None, 0, {}).state
    news = [TextNews(Outcome.FOLLOWED, "mark", 0, 0, before) for before in (state, middle)]
    for entry in entries(state.last):
        if entry.form == MOVE:
            move = state.table.notation.move(entry.seat, entry.row)
            why = state.why_not(move, entry.seat)
            refusals: list[Refusal] = [NotAMove(move.call), PlayFault("a rule fails", NOWHERE)]
            refusals += [IllegalMove(why)] if why is not None else []
            broken = [broken_at(entry, refusal, state, state, move, None) for refusal in refusals]
            news += [TextNews(Outcome.FALLEN, "mark", 0, 0, broken=each) for each in broken]
    for each in news:
        table = at_table(state)
        table.news = each
        yield digest(table, seat), table_page(present(table, seat))


def test_every_way_to_ask_is_gone() -> None:
    """The tests must request every address, or list it in `NOT_ASKED`."""
    asked, state = set(), played(BIDS, 3, 1)
    routes = [*FRONT, *HOSTING, *SETTING_UP, *JOINING, *PLAYING, *LOOKING_BACK, *NOTES, *PLANNING, *CHANGING_RULES,
              *FORKING]  # fmt: skip
    for seat in (None, 0):
        for method, path, _ in questions(state, seat, []):
            scope = {"type": "http", "method": method, "path": path.partition("?")[0]}
            asked |= {(route.path, method) for route in routes if route.matches(scope)[0] is Match.FULL}
    left = {(route.path, method) for route in routes for method in route.methods or () if method != "HEAD"} - asked
    assert {path for path, _ in left} == NOT_ASKED.keys()
