"""Tests that no game reveals more than its fields allow, to any player and for any kind of question.

`view` defines what a seat may see. The tests compare two positions that differ only in information hidden from one
asker, such as money behind screens or the order of a deck. All answers and errors must be the same, word for word.
`WAYS` lists every kind of question. Further tests cover secret choices, while some players have yet to choose.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import islice, permutations
from typing import TYPE_CHECKING

import pytest

import mercatoria
from dsl import model as m
from dsl.diagnostics import Sink
from interpreter.explain import Answer
from interpreter.flow.nodes import Decision, Play, SimultaneousDecision
from interpreter.log import (
    MOVE,
    UNTOLD,
    LogEntry,
    entries,
    pending_secret_answers,
    picked_secretly,
    visible_arguments,
)
from interpreter.position import PC, FieldLayout, items_at, owner_seat
from interpreter.position.engine import OPEN
from interpreter.table.views import may_see
from interpreter.wording.sentences import button_text, done_text
from mercatoria import Game, Move, State
from mercatoria.assistance import position_as_seen, refusal_as_seen
from mercatoria.drawing import Sight, draw, full_log, tellings
from mercatoria.editor import Refused
from mercatoria.outline import outline
from mercatoria.page_table import Play as PagePlay
from mercatoria.page_table import shown_table
from mercatoria.page_table.play import Followed
from mercatoria.picture import read_picture
from mercatoria.players import Position, hint_player, seeded
from mercatoria.svg import whole_table
from tests.games.at_random import some_move
from tests.games.supposed_at_random import suppositions

if TYPE_CHECKING:
    from mercatoria.web.tables import Table

GAMES = [
    *((slug, ()) for slug in mercatoria.shipped()),
    ("merchants_of_the_middle_ages", ("cunning_negotiator",)),
    ("merkator", ("advanced",)),
]
"""The shipped games, and variants with free offers and with a card in hand."""

GAMES_OF_EACH, EACH_SORT = 2, 3
NOTHING_NEW, TO_THE_END = 400, 1_000_000
FEW = 12
OFTEN = 0.1
"""Probability that a test runs its slow checks on a position."""
STEPS = 150


MOST_SECRET = GAMES[-2]
"""The game with offers, screens, stacks and secret choices. The default run asks about no other."""


@pytest.fixture(
    scope="module",
    params=[pytest.param(each, marks=() if each == MOST_SECRET else pytest.mark.slow) for each in GAMES],
    ids=lambda game: "+".join([game[0], *game[1]]),
)
def game(request: pytest.FixtureRequest) -> Game:
    slug, variants = request.param
    return mercatoria.load(slug, variants=variants)


def seats_of(state: State) -> list[int]:
    return list(range(state.players))


def positions(
    game: Game, players: int, seed: int, passes: float = 0.2, patience: int = NOTHING_NEW, most: int = EACH_SORT
) -> Iterator[State]:  # fmt: skip
    """Yield positions of random games, a few for each kind of decision. Callers must not change these positions.

    Args:
        passes: Probability that a player passes if they may.
        patience: Number of decisions of known kinds after which a game stops.
        most: Maximum number of positions for each kind of decision.
    """
    rng, met = random.Random(seed), Counter[int]()
    for _ in range(GAMES_OF_EACH):
        state, since = game.start(players, seed=rng.randrange(1000)), 0
        while not state.is_over and since < patience:
            node, since = state.vector[PC], since + 1
            if met[node] < most and rng.random() < 0.4:
                met[node] += 1
                since = 0
                yield state
            state.apply(some_move(state, rng.choice(state.deciders), rng, passes))


# ---------------------------------------------------------------- alternative positions

Entry = tuple[FieldLayout, int]


def unseen(state: State, asker: int | None) -> list[Entry]:
    """Return the field entries that the asker cannot see completely."""
    return [
        (run, entry)
        for run in state.table.flow.layout.runs.values()
        if not run.field.builtin
        for entry, (owner, keys) in enumerate(run.combinations())
        if may_see(run.field, owner, keys, asker) != "all"
    ]


def otherwise(state: State, asker: int | None, rng: random.Random) -> State:
    """Return a different position that looks the same to the asker.

    If a player has a pending offer or a secret answer, the player keeps the pieces and the money named in it. The
    player's other possessions may change.
    """
    other = state.clone()
    said: dict[int | None, Said] = {each.seat: each for each in (*standing_offer(state), *secret_answers(state))}
    changed = unseen(state, asker)
    for run, entry in changed:
        by_owner = said.get(owner_of(run, entry))
        if isinstance(run.field.type, m.Int) and run.field.type.money:
            change_purse(other, run.base[entry], rng, by_owner.money if by_owner is not None else 0)
        elif run.form == "number" and by_owner is None:
            other.vector[run.base[entry]] = rng.randint(run.low, run.high)
    holders = [(run, entry) for run, entry in changed if isinstance(run.field.type, m.Holder)]
    for kind in {run.field.type.kind: run for run, _ in holders}:
        deal_again(other.vector, [entry for entry in holders if entry[0].field.type.kind == kind], rng, said)
    return other


@dataclass(frozen=True, slots=True)
class Said:
    """A pending offer, or a secret answer while other players have yet to choose.

    The fields are the seat, the pieces and things (by root kind and number), and the money.
    """

    seat: int
    named: Counter[tuple[str, int]]
    money: int


def secret_answers(state: State) -> Iterator[Said]:
    """Yield the secret choices of a decision in which other players have yet to choose."""
    flow, v = state.table.flow, state.vector
    node = flow.nodes[v[PC]]
    run = flow.layout.runs[node.field] if isinstance(node, SimultaneousDecision) else None
    for entry, (owner, keys) in enumerate(run.combinations() if run is not None else ()):
        seat = owner_seat(run.field, owner, keys)
        if seat is None or seat in state.deciders:
            continue
        named, base = Counter[tuple[str, int]](), run.base[entry]
        if run.kind is not None and isinstance(run.field.type, m.Bag):
            named.update({(run.kind.root, run.kind.first + at): v[base + at] for at in range(run.kind.size)})
        elif isinstance(run.field.type, m.Ref):
            named[flow.model.kinds[run.field.type.kind].root, v[base]] += 1
        yield Said(seat, named, v[base] if isinstance(run.field.type, m.Int) else 0)


def standing_offer(state: State) -> Iterator[Said]:
    """Yield the pending offer, if any."""
    flow, notation = state.table.flow, state.table.notation
    if (entry := _offered(state)) is None:
        return
    types = [of for _, of in flow.move_kinds[entry.row[0]].params]
    named, money = Counter[tuple[str, int]](), 0
    for of, value in zip(types, notation.rows.values(types, entry.row[1:]) or [], strict=True):
        if isinstance(of, m.Int):
            money += value
        elif isinstance(of, m.Bag):
            named.update({(flow.model.kinds[of.kind].root, sort): number for sort, number in value.items()})
        elif isinstance(of, m.Many) and isinstance(of.of, m.Ref):
            named.update((flow.model.kinds[of.of.kind].root, each) for each in value)
        elif isinstance(of, m.Ref):
            named[flow.model.kinds[of.kind].root, value] += 1
    yield Said(entry.seat, named, money)


def _offered(state: State) -> LogEntry | None:
    """Return the move that made the pending offer."""
    flow = state.table.flow
    node = flow.nodes[state.vector[PC]]
    options = node.options if isinstance(node, Decision) else ()
    if not any(isinstance(option, Play) and option.action.about.name.startswith("accept_") for option in options):
        return None
    moves = [entry for entry in reversed(entries(state.last)) if entry.form == MOVE]
    names = [flow.move_kinds[entry.row[0]].name for entry in moves]
    answers = ("accept_", "decline_", "pass")
    return next(entry for entry, name in zip(moves, names, strict=True) if not name.startswith(answers))


def owner_of(run: FieldLayout, entry: int) -> int | None:
    return owner_seat(run.field, *list(run.combinations())[entry])


def change_purse(state: State, at: int, rng: random.Random, least: int) -> None:
    """Change the money in a purse, but keep at least `least`. Change the bank by the opposite amount."""
    bank = next(run for run in state.table.flow.layout.runs.values() if run.field.name == "bank").base[0]
    room = max(0, state.vector[at] - least)
    change = rng.choice([700, -min(room, 300), -room])
    state.vector[at] += change
    state.vector[bank] -= change


def deal_again(vector: list[int], holders: list[Entry], rng: random.Random, said: dict[int | None, Said]) -> None:
    """Redistribute the pieces or things of some holders at random.

    Each holder keeps its size. A player with an offer or an answer keeps the pieces named in it.
    """
    kept = [kept_for(said.get(owner_of(*entry)), entry, items(vector, entry)) for entry in holders]
    found = [list((Counter(items(vector, entry)) - Counter(keep)).elements())
             for entry, keep in zip(holders, kept, strict=True)]  # fmt: skip
    pool = sorted(item for each in found for item in each)
    rng.choice([rng.shuffle, list.reverse, len])(pool)
    for entry, keep, before in zip(holders, kept, found, strict=True):
        put(vector, entry, keep + [pool.pop() for _ in before])


def kept_for(said: Said | None, entry: Entry, held: list[int]) -> list[int]:
    """Return the items that a holder must keep because an offer or answer of its owner names them."""
    run = entry[0]
    if said is None:
        return []
    assert run.kind is not None
    first = run.kind.first if run.form == "bag" else 0
    named = Counter({item: said.named[run.kind.root, first + item] for item in set(held)})
    return list((Counter(held) & named).elements())


def items(vector: list[int], entry: Entry) -> list[int]:
    """Return the items of a holder that may move to another holder. In a stack, these are the cards in
    unknown order.
    """
    run, base = entry[0], entry[0].base[entry[1]]
    assert run.kind is not None
    if run.form == "bag":
        return [sort for sort in range(run.kind.size) for _ in range(vector[base + sort])]
    start = items_at(run.form, base)
    known = vector[base + 1] if run.form == "stack" else 0
    return vector[start : start + vector[base] - known]


def put(vector: list[int], entry: Entry, held: list[int]) -> None:
    run, base = entry[0], entry[0].base[entry[1]]
    if run.form == "bag":
        for sort in range(run.widths[entry[1]]):
            vector[base + sort] = held.count(sort)
        return
    start = items_at(run.form, base)
    vector[start : start + len(held)] = sorted(held)


# ---------------------------------------------------------------- what an asker can learn


@dataclass(frozen=True, slots=True)
class Asked:
    """The asker (None for a spectator), the moves so far, and the random seed for the questions.

    Both positions get the same seed.
    """

    seat: int | None
    tried: list[Move]
    seed: int

    @property
    def rng(self) -> random.Random:
        return random.Random(self.seed)

    def own(self, state: State) -> list[Move]:
        """Return the moves so far, rewritten as moves of the asker's seat."""
        seat = self.seat
        return [] if seat is None else [state.table.notation.move(seat, move.row) for move in self.tried]

    def decides(self, state: State) -> bool:
        return self.seat is not None and self.seat in state.deciders

    def some_moves(self, state: State) -> list[Move]:
        """Return at most three legal moves of the asker without open parameters."""
        moves = [move for move in state.moves(self.seat) if not move.open] if self.decides(state) else []
        return self.rng.sample(moves, min(3, len(moves)))


def seen_in_view(state: State, by: Asked) -> object:
    """Return the asker's view: fields, pile sizes, the active player and the phase. Pictures and bots read this
    view.
    """
    return state.view(by.seat)


def shown_in_a_notebook(state: State, by: Asked) -> object:
    """Return the notebook display, which shows only public information."""
    return state._repr_html_()


def told_by_log(state: State, by: Asked) -> object:
    """Return the log lines about moves, named random outcomes and triggers."""
    return state.log(by.seat), full_log(state, by.seat)


def length_of_log(state: State, by: Asked) -> object:
    """Return the length of the log, which must be the same for every seat."""
    assert len({len(state.log(seat)) for seat in (None, *seats_of(state))}) == 1
    return len(state.log(by.seat))


def who_decides(state: State, by: Asked) -> object:
    return state.deciders, state.is_over, state.is_chance


def legal_moves(state: State, by: Asked) -> object:
    """Return the asker's legal moves, including offers and answers."""
    return state.moves(by.seat) if by.decides(state) else []


def buttons(state: State, by: Asked) -> object:
    """Return the sentences on the buttons of the asker's legal moves."""
    moves = state.moves(by.seat) if by.decides(state) else []
    return [button_text(state.table, move, state.vector[PC]) for move in moves]


def sentences_of_the_log(state: State, by: Asked) -> object:
    """Return the sentences of all moves so far, from the arguments that the asker may see."""
    return [sentence_for(state, entry, by.seat) for entry in entries(state.last) if entry.form == MOVE]


def sentence_for(state: State, entry: LogEntry, seat: int | None) -> str:
    """Return the sentence of an earlier move for a reader, who sees nothing of a secret choice."""
    table, move = state.table, state.table.notation.move(entry.seat, entry.row)
    told = visible_arguments(move, entry, seat)
    pending = entry in pending_secret_answers(table, state.vector, state.last)
    if entry.seat != seat and (pending or picked_secretly(table, entry.node, entry.row[0])):
        told = dict.fromkeys(told, UNTOLD)
    return done_text(table, move, told, entry.node, seat)


def ranges_of_open_moves(state: State, by: Asked) -> object:
    """Return the ranges of open parameters, such as bids, prices, bags and the terms of an offer."""
    assert by.seat is not None or not by.decides(state)
    rows = state.rows(by.seat) if by.seat is not None and by.decides(state) else []
    asked = [(state.vector, by.seat or 0, row) for row in rows if OPEN in row]
    return [(state.table.engine.ranges(*each), state.table.engine.sizes(*each)) for each in asked]


def drawn_for_him(state: State, by: Asked) -> object:
    return state.sample(by.rng, by.seat) if by.decides(state) else None


def which_are_legal(state: State, by: Asked) -> object:
    return [state.is_legal(move) for move in by.own(state)]


def why_not(state: State, by: Asked) -> object:
    """Return the explanations for illegal moves of the asker and of other players, with the nearest legal move."""
    return [str(state.why_not(move, by.seat)) for move in (*by.own(state), *by.tried)]


def told_to_an_assistant(state: State, by: Asked) -> object:
    """Return the answers of the tools for assistants about the position, and about moves of the asker and of others."""
    moves = [str(move) for move in (*by.own(state)[:2], *by.tried[:3])]
    return position_as_seen(state, by.seat), [refusal_as_seen(state, move, by.seat) for move in moves]


def hints_at_the_terminal(state: State, by: Asked) -> object:
    """Return the effect of each move, and whether the move would end the game.

    Bots get no other information about the effects.
    """
    hints = Position(state, by.seat) if by.seat is not None else None
    moves = by.some_moves(state) if hints is not None else []
    assert hints is not None or not moves
    return [(hints.after(move), hints.promise(move), hints.end_ahead(move)) for move in moves if hints is not None]


def drawn_table(state: State, by: Asked) -> object:
    """Return the picture of the table and its text description."""
    drawing = draw(state, by.seat)
    return drawing, whole_table(drawing), outline(drawing)


def looked_at(state: State, by: Asked) -> object:
    """Return the output of `look` for a random thing."""
    kinds = [kind for kind in state.table.flow.model.kinds.values() if kind.things]
    thing = by.rng.choice(by.rng.choice(kinds).things)
    picture = read_picture(state.edition.folder, state.table.checked, Sink())
    return list(tellings(state, picture, by.seat, [thing]))


def why(state: State, by: Asked) -> object:
    """Return explanations of a field, a value, an action, the points and the end of the game.

    Only one of the two positions has a history, so there are no questions about earlier moves.
    """
    model = state.table.flow.model
    fields = [of.name for of in model.fields if not of.builtin]
    names = [*(by.rng.choice(list(names)) for names in (fields, model.values, model.actions)), "score", "end"]
    return [answered(partial(without_past(state).why, name, by.seat)) for name in by.rng.sample(names, 2)]


def why_not_in_plain_words(state: State, by: Asked) -> object:
    """Return the reasons against some actions, in the wording of the browser."""
    actions = by.rng.sample(list(state.table.flow.model.actions), 2)
    return [answered(partial(without_past(state).why, f"not {name}", by.seat, plain=True)) for name in actions]


def what_if_move(state: State, by: Asked) -> object:
    """Return all changes that one of the asker's moves would make."""
    moves = by.some_moves(state)[:1]
    return [answered(partial(without_past(state).what_if, str(move), by.seat)) for move in moves]


def foreseen_by_a_bot(state: State, by: Asked) -> object:
    """Return the values that a bot in the asker's seat gives to its moves, and its choice.

    The bot must not know more than the player.
    """
    if by.seat is None or not by.decides(state):
        return None
    position = Position(state, by.seat)
    rows = [move.row for move in position.moves if not move.open]
    prospects = position.foresight.prospects(by.rng.sample(rows, min(4, len(rows))))
    made = [(each.row, each.worth, each.steps) for each in prospects]
    return made, position.foresight.planned(), seeded("greedy", by.seed, by.seat).choose(position)


def chosen_eagerly(state: State, by: Asked) -> object:
    """Return the choice of an eager bot in the asker's seat, or None if there are too many moves.

    Only the Python bot runs, because the native bot makes the same choice.
    """
    if by.seat is None or not by.decides(state) or len(state.rows(by.seat)) > FEW:
        return None
    return seeded("eager", by.seed, by.seat).choose(Position(state, by.seat))


def hinted(state: State, by: Asked) -> object:
    """Return the asker's hints in a position without a history.

    `tests/mercatoria/players/test_search_bot.py` tests conclusions from earlier moves, with games that a seat cannot
    tell apart.
    """
    if by.seat is None or not by.decides(state):
        return None
    return hint_player("5", by.seat).hints(Position(without_past(state), by.seat))


WAYS: list[Callable[[State, Asked], object]] = [
    seen_in_view, shown_in_a_notebook, told_by_log, length_of_log, who_decides, legal_moves, ranges_of_open_moves,
    drawn_for_him, which_are_legal, why_not, hints_at_the_terminal, foreseen_by_a_bot, buttons, sentences_of_the_log,
]  # fmt: skip
"""A function for every kind of question about a position.

Suppositions and secret choices have separate tests below. The search bots need a transcript, which an artificial
position does not have. `tests/mercatoria/players/test_search_bot.py` therefore compares their moves and hints in whole
games that a seat cannot tell apart (`twins`).
"""


def sent_to_a_browser(state: State, by: Asked) -> object:
    """Return the page of a seat, and the digest whose change makes the server update the seat's browser."""
    pages = pytest.importorskip("mercatoria.web.pages", reason="the extra `web` is not installed")
    from mercatoria.web.timeline import present

    table = at_a_table(state)
    return pages.table_page(present(table, by.seat)).encode(), pages.digest(table, by.seat)


def at_a_table(state: State) -> Table:
    """Return a web table with a game in this position."""
    from mercatoria.web.store import Head, Seat
    from mercatoria.web.tables import GameSession, Table

    head = Head("table", state.edition.slug, (), {}, state.players, 0, "", b"")
    return Table(head, [Seat("human", b"")] * state.players, Game(state.edition), GameSession.begun(state), 0.0)


def told_by_a_page(state: State, by: Asked) -> object:
    """Return what a page without a server shows a seat, and its answers to moves of the seat and of others."""
    if by.seat is None:
        return None  # a page is played from a seat
    play = PagePlay(state.edition.folder.path, _followed=Followed(state, by.seat))
    moves = [str(move) for move in (*by.own(state)[:2], *by.tried[:3])]
    return shown_table(state, by.seat, Sight()), [refused_by_a_page(play, move) for move in moves]


def refused_by_a_page(play: PagePlay, move: str) -> object:
    try:
        return play.answer("page/why_not", {"move": move})
    except Refused as fault:
        return str(fault)


SLOW_WAYS: list[Callable[[State, Asked], object]] = [
    why, why_not_in_plain_words, what_if_move, drawn_table, looked_at, chosen_eagerly, hinted, sent_to_a_browser,
    told_to_an_assistant, told_by_a_page,
]  # fmt: skip
"""Questions for which the program computes another position. The tests ask them only for a random sample
of positions.
"""


def without_past(state: State) -> State:
    other = state.clone()
    other.last = None
    return other


def answered(ask: Callable[[], Answer]) -> str:
    """Return an answer with all details, or the error."""
    try:
        return ask().told(4)
    except (mercatoria.NoAnswer, mercatoria.NotAMove, mercatoria.PlayFault) as fault:
        return f"{type(fault).__name__}: {fault}"


def same_for(asker: int | None, one: State, other: State, tried: list[Move], slow: bool = False) -> None:
    """Check that an asker gets the same answers to all questions in both positions."""
    by = Asked(asker, tried, len(one.log()))
    for way in (*WAYS, *(SLOW_WAYS if slow else [])):
        assert way(one, by) == way(other, by), way.__name__


@pytest.mark.parametrize(
    ("seed", "most"), [(1, 1), *(pytest.param(seed, EACH_SORT, marks=pytest.mark.slow) for seed in range(1, 7))]
)
def test_hidden_values_stay_hidden(game: Game, seed: int, most: int) -> None:
    rng, tried, different = random.Random(seed), list[Move](), 0
    players = rng.choice(game.players)
    for state in positions(game, players, seed, most=most):
        tried += [some_move(state, seat, rng, 0.2) for seat in state.deciders]
        for asker in (None, *seats_of(state)):
            other = otherwise(state, asker, rng)
            different += other.vector != state.vector
            same_for(asker, state, other, rng.sample(tried, min(len(tried), 6)), slow=rng.random() < OFTEN)
    assert different > 20


def test_the_log_only_grows(game: Game) -> None:
    """Log entries never change, and the log has the same length for every seat.

    The log shows the answers to a secret choice only after all players have answered.
    """
    rng, players = random.Random(6), game.players[-1]
    state = game.start(players, seed=rng.randrange(1000))
    told = {seat: state.log(seat) for seat in (None, *seats_of(state))}
    for _ in range(STEPS):
        if state.is_over:
            return
        state.apply(some_move(state, rng.choice(state.deciders), rng, 0.2))
        for seat, before in told.items():
            now = state.log(seat)
            assert len(now) > len(before)
            assert [line for line, old in zip(now, before, strict=False) if "has chosen" not in old] == [
                old for old in before if "has chosen" not in old
            ]
            told[seat] = now
        assert len({len(lines) for lines in told.values()}) == 1


def told(state: State, supposition: str, asker: int | None) -> str:
    """Return the answer to a supposition with all details, or the reason why no answer exists."""
    try:
        return state.what_if(supposition, asker).told(4)
    except (mercatoria.NoAnswer, mercatoria.NotAMove) as fault:
        return f"no answer: {fault}"


@pytest.mark.parametrize(
    ("seed", "most"), [(1, 1), *(pytest.param(seed, EACH_SORT, marks=pytest.mark.slow) for seed in range(1, 5))]
)
def test_a_supposition_tells_nothing_hidden(game: Game, seed: int, most: int) -> None:
    rng, answered, different = random.Random(seed), 0, 0
    for state in positions(game, rng.choice(game.players), seed, most=most):
        asker = rng.choice([None, *seats_of(state), *state.deciders])
        moves = [move for move in state.moves(asker) if not move.open] if asker in state.deciders else []
        other = otherwise(state, asker, rng)
        different += other.vector != state.vector
        for supposition in suppositions(state, asker, moves, rng, 5):
            before = state.vector[:]
            answer = told(state, supposition, asker)
            assert state.vector == before
            assert told(other, supposition, asker) == answer, supposition
            answered += not answer.startswith("no answer")
    assert answered > 8
    assert different > 10


def test_undo_reveals_no_secret(game: Game) -> None:
    """If a seat cannot tell two positions apart, it can undo in both positions or in neither."""
    tables = pytest.importorskip("mercatoria.web.tables", reason="the extra `web` is not installed")
    rng, alike = random.Random(7), 0
    for state in islice(positions(game, game.players[-1], 7), 12):
        for seat in state.deciders:
            move, other = some_move(state, seat, rng, 0.2), otherwise(state, seat, rng)
            try:
                one, two = (tables.GameSession.begun(each).after_move(move) for each in (state, other))
            except mercatoria.PlayFault:
                continue
            if one.state.view(seat) == two.state.view(seat):
                alike += 1
                assert one.stays(seat) == two.stays(seat), str(move)
    assert alike > 3


# ---------------------------------------------------------------- choices made at the same time


FEW_CHOICES = pytest.mark.parametrize("number", [2, pytest.param(6, marks=pytest.mark.slow)])


def secret_choices(game: Game, players: int, seed: int, number: int = 4) -> Iterator[State]:
    """Return positions in which several players have yet to choose."""
    found = list[State]()
    if any(isinstance(node, SimultaneousDecision) for node in game.table(players).flow.nodes):
        for passes in (0.9, 0.2):
            found = found or list(islice(_several(game, players, random.Random(seed), passes), number))
        assert found
    yield from found


def _several(game: Game, players: int, rng: random.Random, passes: float) -> Iterator[State]:
    """Yield positions of random games in which several players have yet to choose."""
    for _ in range(GAMES_OF_EACH):
        state = game.start(players, seed=rng.randrange(1000))
        while not state.is_over:
            if len(state.deciders) > 1 and rng.random() < 0.4:
                yield state.clone()
            state.apply(some_move(state, rng.choice(state.deciders), rng, passes))


def test_the_order_of_the_answers_does_not_matter(game: Game) -> None:
    rng = random.Random(3)
    for state in secret_choices(game, game.players[-1], 3):
        answers = {seat: state.sample(rng, seat) for seat in state.deciders}
        ways = list(permutations(answers.values()))
        first, *others = [play(state, way) for way in rng.sample(ways, min(6, len(ways)))]
        for other in others:
            assert other == first
            assert other.deciders == first.deciders
            assert [other.view(seat)["things"] for seat in (None, *answers)] == [
                first.view(seat)["things"] for seat in (None, *answers)
            ]


def play(state: State, moves: Iterable[Move]) -> State:
    state = state.clone()
    for move in moves:
        state.apply(move)
    return state


def test_a_sentence_tells_nothing_of_a_hidden_argument(game: Game) -> None:
    """The sentence of a move depends only on the arguments that its reader sees."""
    rng, compared = random.Random(8), 0
    for state in positions(game, game.players[-1], 8):
        node, moves = state.vector[PC], [move for seat in state.deciders for move in state.moves(seat)]
        for move in rng.sample(moves, min(len(moves), 4)):
            for name in move.args:
                told = {**move.args, name: UNTOLD}
                others = [each for each in moves if (each.seat, each.row[0]) == (move.seat, move.row[0])
                          and {**each.args, name: UNTOLD} == told]  # fmt: skip
                lines = {done_text(state.table, each, told, node) for each in others}
                assert len(lines) == 1
                compared += len(others) - 1
    assert compared > 20


@FEW_CHOICES
def test_an_answer_is_not_told_before_all_are_in(game: Game, number: int) -> None:
    rng = random.Random(4)
    for state in secret_choices(game, game.players[-1], 4, number):
        for seat in state.deciders:
            moves = state.moves(seat)
            if len(moves) == 1:  # With only one possible choice, there is no secret.
                continue
            one, other = state.clone().apply(moves[0]), state.clone().apply(moves[-1])
            assert one.vector != other.vector
            assert one.log(seat)[-1] == str(moves[0])
            tried = [state.sample(rng, rival) for rival in state.deciders for _ in range(3)]
            for asker in {None, *seats_of(state)} - {seat}:
                same_for(asker, one, other, tried)


@FEW_CHOICES
def test_a_game_is_resumed_amid_a_secret_choice(game: Game, number: int) -> None:
    rng = random.Random(5)
    for state in secret_choices(game, game.players[-1], 5, number):
        moves = [state.sample(rng, seat) for seat in rng.sample(state.deciders, len(state.deciders))]
        half = play(state, moves[: rng.randrange(1, len(moves))])
        for resumed in (game.state_from_json(half.to_json()), game.replay(json.loads(json.dumps(half.record)))):
            assert resumed == half
            assert resumed.deciders == half.deciders
            assert [resumed.view(seat) for seat in seats_of(half)] == [half.view(seat) for seat in seats_of(half)]
            rest = [move for move in moves if move.seat in half.deciders]
            one, other = play(half, rest), play(resumed, rest)
            assert one == other
            assert one.record == other.record
