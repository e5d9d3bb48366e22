"""Tests the plans of players: what they say, what they survive, and that only their seat sees them."""

from __future__ import annotations

import asyncio
import random
import threading
from dataclasses import replace
from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")
pytest.importorskip("httpx2", reason="starlette's test client needs httpx2")

from visiting import FOUR, seated, serving, set_up, until

from interpreter.explain import FALLEN, POSSIBLE, check_plan, possible_steps
from interpreter.position import OPEN
from interpreter.trace import taint
from mercatoria import Move, State
from mercatoria.players import Position
from mercatoria.web.events import Channels, events
from mercatoria.web.store import Store
from mercatoria.web.tables import FIELD, MOST_STEPS, due_move, plans, steps_ahead
from tests.mercatoria.worlds.test_particle_filter import COMMERCE, played

JSON = {"accept": "application/json"}


def test_a_killed_plan_names_the_move_of_the_opponent_and_the_clause(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db", games=("medieval_merchant",)) as browser:
        links = set_up(browser, "medieval_merchant", "human", "human", "human")
        people = [seated(browser, link) for link in links[:3]]
        name = people[0][1].split("/")[2]
        hall = browser.app.state.server.hall
        table, rng = hall.table(name), random.Random(2)
        for _ in range(400):
            state = table.course.state
            mover, watcher = state.deciders[0], (state.deciders[0] + 1) % 3
            moves = [move for move in state.moves(mover) if not move.open]
            choice = rng.choice([move for move in moves if move.args] or moves)
            after = state.clone().apply(choice)
            for _, step in possible_steps(state.table, state.vector, watcher, 60):
                [found] = check_plan(state.table, after.vector, watcher, [step])
                if found.verdict == FALLEN and found.cites:
                    break
            else:
                hall.play(table, table.course.turn(mover), choice)
                continue
            break
        ann, hers = people[watcher]
        assert ann.post(f"{hers}/plan", data={"step": step.call}, headers=JSON).json()[0]["verdict"] == POSSIBLE
        others = [browser_.get(base).text for browser_, base in people if base != hers]
        bob, his = people[mover]
        bob.post(f"{his}/move", data={"turn": table.course.turn(mover), "move": choice.call})
        [told] = ann.get(f"{hers}/plan", headers=JSON).json()
        assert told["verdict"] == FALLEN
        [fell] = [each.fell for each in table.plans[watcher]]
        assert f"Fell at move {fell}: {table.names[mover]}" in told["why"], told
        reasons = check_plan(state.table, after.vector, watcher, [step])[0]
        assert set(told["cites"]) == set(reasons.cites) and reasons.cites
        assert "fallen" in ann.get(hers).text
        assert all("Fell at move" not in page for page in others)
    with serving(tmp_path / "tables.db", games=("medieval_merchant",)) as browser:
        again = browser.app.state.server.hall.table(name)
        assert again.plans[watcher][0].fell == fell, "a plan survives a restart"


@pytest.mark.parametrize(("slug", "players", "length"), [
    (FOUR, 2, 6), (COMMERCE, 3, 20), ("medieval_merchant", 4, 60), ("merchants_of_medieval_europe", 4, 50),
])  # fmt: skip
@pytest.mark.parametrize("seed", [1, 2])
def test_a_legal_move_does_not_fall(slug: str, players: int, length: int, seed: int) -> None:
    state, rng, compared = played(slug, players, length, seed), random.Random(seed), 0
    for _ in range(6):
        if state.is_over:
            break
        seat = rng.choice(state.deciders)
        legal = {move for move in state.moves(seat) if OPEN not in move.row}
        for move in sorted(legal)[:12]:
            [found] = check_plan(state.table, state.vector, seat, [move])
            assert found.verdict != FALLEN, (move, found)
            compared += 1
        state.apply(state.sample(rng, seat))
    assert compared


def test_a_plan_that_lives_plays_to_the_same_state_as_by_hand(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db") as browser:
        links = set_up(browser, FOUR, "human", "human")
        (anna, hers), (ben, his) = (seated(browser, link) for link in links[:2])
        table = browser.app.state.server.hall.table(hers.split("/")[2])
        state = table.course.state
        [(_, first), *_] = possible_steps(state.table, state.vector, 1, 50)
        ben.post(f"{his}/plan", data={"step": first.call})
        opening = next(move for move in state.moves(0) if move.args != first.args)
        by_hand = state.clone().apply(opening).apply(first)
        anna.post(f"{hers}/move", data={"turn": "0", "move": opening.call})
        page = ben.get(his).text
        assert "Do as planned" in page and f'value="{first.call}"' in page
        assert table.course.state.last.length == 1, "nothing is played silently"
        ben.post(f"{his}/move", data={"turn": "0", "move": first.call})
        assert table.course.state.vector == by_hand.vector
        assert ben.get(f"{his}/plan", headers=JSON).json() == [], "a played step leaves the plan"
        assert 1 not in table.plans


def test_plans_have_limits_and_only_their_seat_sees_them(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db") as browser:
        first, second, watch = set_up(browser, FOUR, "human", "human")
        (anna, hers), (ben, his) = seated(browser, first), seated(browser, second)
        state = browser.app.state.server.hall.table(hers.split("/")[2]).course.state
        call = possible_steps(state.table, state.vector, 1, 1)[0][1].call
        before = [anna.get(hers).text, browser.get(watch).text]
        channels = browser.app.state.server.channels
        ids = {key: channel.id for key, channel in channels._all.items() if key[1] != 1}
        for _ in range(MOST_STEPS):
            assert ben.post(f"{his}/plan", data={"step": call}, headers=JSON).status_code == 200
        full = ben.post(f"{his}/plan", data={"step": call})
        assert full.status_code == 409 and str(MOST_STEPS) in full.text
        for ask in (anna.get, anna.post):
            assert ask(f"{his}/plan").status_code == 403
        assert [anna.get(hers).text, browser.get(watch).text] == before
        assert {key: channels._all[key].id for key in ids} == ids, "no event tells others of a plan"
        assert len(ben.post(f"{his}/plan", data={"drop": "0"}, headers=JSON).json()) == MOST_STEPS - 1
        assert ben.post(f"{his}/plan", data={"clear": "yes"}, headers=JSON).json() == []
        assert "Plan ahead" in ben.get(his).text
        assert ben.post(f"{his}/plan", data={"step": "nonsense"}).status_code == 400


def test_a_move_of_others_does_not_check_a_plan(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The time would tell the mover that another seat plans. A plan is checked when the page of its seat is made."""
    checks, check = list[int](), plans.check_plan
    monkeypatch.setattr(plans, "check_plan", lambda *args: (checks.append(args[2]), check(*args))[1])
    with serving(tmp_path / "tables.db") as browser:
        links = set_up(browser, FOUR, "human", "human")
        (anna, hers), (ben, his) = (seated(browser, link) for link in links[:2])
        state = browser.app.state.server.hall.table(hers.split("/")[2]).course.state
        ben.post(f"{his}/plan", data={"step": possible_steps(state.table, state.vector, 1, 1)[0][1].call})
        checks.clear()
        opening = state.moves(0)[0].call
        anna.post(f"{hers}/move", data={"turn": "0", "move": opening}, follow_redirects=False)
        assert anna.get(hers).status_code == 200 and checks == []
        anna.post(f"{hers}/undo", data={"turn": "1"}, follow_redirects=False)
        assert checks == []
        assert ben.get(his).status_code == 200 and set(checks) == {1}


def test_a_plan_that_cannot_be_read_is_dropped(tmp_path: Path) -> None:
    """A damaged plan costs the plan, not the table."""
    with serving(tmp_path / "tables.db") as browser:
        first, _, watch = set_up(browser, FOUR, "human", "human")
        name = watch.split("/")[2]
        store = Store(tmp_path / "tables.db")
        store.keep_plan(name, 0, '[{"call": 3, "unknown": "key"}]')
        store.keep_plan(name, 1, "no JSON")
        store.close()
    with serving(tmp_path / "tables.db") as browser:
        assert browser.app.state.server.hall.table(name).plans == {}
        anna, hers = seated(browser, first)
        assert anna.get(hers).status_code == 200


def test_after_a_decision_is_taken_back_the_plan_is_checked_again(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db") as browser:
        links = set_up(browser, FOUR, "human", "human")
        (anna, hers), (ben, his) = (seated(browser, link) for link in links[:2])
        hall = browser.app.state.server.hall
        table = hall.table(hers.split("/")[2])
        place = table.course.state.moves(0)[0]
        for turn in range(3):  # both fill one column but for its last place
            anna.post(f"{hers}/move", data={"turn": str(turn), "move": place.call})
            other = place.call if turn < 2 else table.course.state.moves(1)[1].call
            ben.post(f"{his}/move", data={"turn": str(turn), "move": other})
        column = table.course.state.moves(0)[0]
        mine = table.course.state.table.notation.parse(column.call, 1).call
        ben.post(f"{his}/plan", data={"step": mine})
        length = table.course.length
        anna.post(f"{hers}/move", data={"turn": str(table.course.turn(0)), "move": column.call})
        assert ben.get(f"{his}/plan", headers=JSON).json()[0]["verdict"] == FALLEN
        anna.post(f"{hers}/undo", data={"turn": str(table.course.turn(0))})
        assert table.course.length == length + 2
        assert ben.get(f"{his}/plan", headers=JSON).json()[0]["verdict"] == POSSIBLE


def test_a_step_to_be_played_at_once_is_played_on_the_turn_of_its_seat(tmp_path: Path) -> None:
    """The next such step follows on the next turn. Others see no event until a move is made."""
    with serving(tmp_path / "tables.db") as browser:
        links = set_up(browser, FOUR, "human", "human")
        (anna, hers), (ben, his) = (seated(browser, link) for link in links[:2])
        table, server = browser.app.state.server.hall.table(hers.split("/")[2]), browser.app.state.server
        state = table.course.state
        first, second = (move for _, move in possible_steps(state.table, state.vector, 1, 2))
        opening = next(move for move in state.moves(0) if move.args not in (first.args, second.args))
        by_hand = state.clone().apply(opening).apply(first)
        for step in (first, second):
            ben.post(f"{his}/plan", data={"step": step.call})
        before = anna.get(hers).text
        ids = {key: channel.id for key, channel in server.channels._all.items() if key[1] != 1}
        for number in "01":
            ben.post(f"{his}/plan", data={"at_once": number})
        assert [each["at_once"] for each in ben.get(f"{his}/plan", headers=JSON).json()] == [True, True]
        assert anna.get(hers).text == before and {key: server.channels._all[key].id for key in ids} == ids
        anna.post(f"{hers}/move", data={"turn": "0", "move": opening.call}, follow_redirects=False)
        until(lambda: table.course.length == 2)
        assert table.course.state.vector == by_hand.vector and table.course.state.log() == by_hand.log()
        until(lambda: [step.call for step in table.plans[1]] == [second.call])
        anna.post(f"{hers}/move", data={"turn": "1", "move": opening.call}, follow_redirects=False)
        until(lambda: table.course.length == 4 and 1 not in table.plans)


def test_a_step_is_not_played_at_once_against_the_wish_of_its_player(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db") as browser:
        links = set_up(browser, FOUR, "human", "human")
        (anna, hers), (ben, his) = (seated(browser, link) for link in links[:2])
        hall = browser.app.state.server.hall
        table = hall.table(hers.split("/")[2])
        state = table.course.state
        step = possible_steps(state.table, state.vector, 1, 1)[0][1]
        ben.post(f"{his}/plan", data={"step": step.call})
        assert due_move(table, 1) is None, "it is not the turn of the seat"
        anna.post(f"{hers}/move", data={"turn": "0", "move": state.moves(0)[1].call})
        assert due_move(table, 1) is None, "the player did not ask for it"
        [plain] = table.plans[1]
        asked = plans.to_play_at_once(table, 1, (plain,), 0, True)
        assert not plans.to_play_at_once(table, 1, asked, 0, False)[0].at_once
        assert plans.to_play_at_once(table, 1, asked, 3, True) == asked
        table.plans[1] = asked
        assert due_move(table, 1) == (0, step)
        hall.leave(table, 1)
        assert due_move(table, 1) is None, "a bot decides"
        hall.come_back(table, 1)
        table.plans[1] = (replace(asked[0], price="coins-9"),)
        assert due_move(table, 1) is None, "its price has changed"
        assert "it now changes your numbers in another way" in ben.get(f"{his}/plan").text
        table.plans[1] = (replace(asked[0], call="unknown"),)
        assert due_move(table, 1) is None, "the rules no longer know it"


def test_a_step_that_has_fallen_holds_up_those_to_be_played_after_it(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db") as browser:
        links = set_up(browser, FOUR, "human", "human")
        (_, hers), _ = (seated(browser, link) for link in links[:2])
        table = browser.app.state.server.hall.table(hers.split("/")[2])
        state = table.course.state
        column, other = state.moves(0)[:2]
        while column in state.moves(0):
            state.apply(column)
            if state.deciders == (1,):
                state.apply(state.table.notation.parse(column.call, 1))
        fallen, live = (plans.PlanStep(move.call, 0, at_once=True) for move in (column, other))
        table.course = replace(table.course, state=state, deciders=state.deciders)
        for steps, plays in (((fallen, live), False), ((live, fallen), True)):
            table.plans[0] = steps
            assert (due_move(table, 0) is not None) == plays


def test_a_changed_plan_is_an_event_of_its_seat_alone(tmp_path: Path) -> None:
    async def heard(plan: str) -> list[bytes]:
        channels = Channels(word=lambda: "word")
        channel = channels.shown(("table", 0), b"one")

        async def news() -> str:
            return plan

        stream = events(channels, channel, asyncio.Event(), "word-9", plan=news)
        return [await anext(stream) for _ in range(3 if plan else 2)]

    assert asyncio.run(heard('[{"step":1}]'))[2] == b'event: plan\ndata: [{"step":1}]\n\n'
    assert asyncio.run(heard(""))[1].startswith(b"id: word-0\nevent: changed")
    with serving(tmp_path / "tables.db") as browser:
        links = set_up(browser, FOUR, "human", "human")
        (anna, hers), (ben, his) = (seated(browser, link) for link in links[:2])
        hall = browser.app.state.server.hall
        table = hall.table(hers.split("/")[2])

        async def now() -> object:
            return table

        changed = browser.app.state.planned_moves.news(now, 1, "en")
        assert browser.portal is not None
        assert browser.portal.call(changed) == "", "there is no plan yet"
        state = table.course.state
        ben.post(f"{his}/plan", data={"step": possible_steps(state.table, state.vector, 1, 1)[0][1].call})
        assert '"verdict": "possible"' in browser.portal.call(changed)
        anna.post(f"{hers}/move", data={"turn": "0", "move": state.moves(0)[1].call})
        assert browser.portal.call(changed) == "", "the move has not changed the plan"
        ben.post(f"{his}/plan", data={"clear": "yes"})
        assert browser.portal.call(changed) == "[]"


def test_what_rules_hide_is_analysed_before_anybody_asks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The analysis of a large game would hold up all tables, and its time would tell whether others have asked."""
    threads, analyse = list[str](), taint.taint_of
    monkeypatch.setattr(taint, "taint_of",
                        lambda flow: (threads.append(threading.current_thread().name), analyse(flow))[1])  # fmt: skip
    with serving(tmp_path / "tables.db") as browser:
        anna, hers = seated(browser, set_up(browser, FOUR, "human", "human")[0])
        assert anna.get(hers).status_code == 200
        assert len(threads) == 1 and threads[0].startswith("boards")
        anna.get(f"{hers}/plan")
        anna.get(f"{hers}/why?not=drop")
        assert len(threads) == 1


def judged(state: State, seat: int, step: Move) -> str:
    return check_plan(state.table, state.vector, seat, [step])[0].verdict


def test_a_move_with_amounts_is_planned_as_it_is_filled_in(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db", games=("catan_merchants_of_europe",)) as browser:
        links = set_up(browser, "catan_merchants_of_europe", "human", "human", "human")
        people = [seated(browser, link) for link in links[:3]]
        hall = browser.app.state.server.hall
        table, rng = hall.table(people[0][1].split("/")[2]), random.Random(4)
        for _ in range(200):
            state = table.course.state
            mover = state.deciders[0]
            seat = (mover + 1) % 3
            tried = ((Position(at.state, seat).filled(move, rng), move)
                     for at in steps_ahead(state, seat) for move in at.moves if move.open)  # fmt: skip
            step, move = next(((step, move) for step, move in tried if step and judged(state, seat, step) != FALLEN),
                              (None, None))  # fmt: skip
            if step is not None:
                break
            hall.play(table, table.course.turn(mover), state.sample(rng, mover))
        assert step is not None and move is not None
        fields = {"move": move.call}
        for name in move.open:
            value = step.args[name]
            if isinstance(value, dict):
                fields |= {f"{FIELD}{name}.{thing}": str(number) for thing, number in value.items()}
            elif isinstance(value, list):
                fields |= {f"{FIELD}{name}.{thing}": "1" for thing in value}
            else:
                fields[f"{FIELD}{name}"] = str(value)
        hers, base = people[seat]
        assert f'value="{move.call}"' in hers.get(f"{base}/plan").text
        [told] = hers.post(f"{base}/plan", data=fields, headers=JSON).json()
        assert told["step"] == step.call and told["verdict"] != FALLEN, told
        assert hers.post(f"{base}/plan", data={"move": "nonsense"}).status_code == 400
