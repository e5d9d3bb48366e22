"""Begins tables: with a new game, or with a record that plays up to an earlier position of another table.

In the record of a forked table, everything that a seat did not know at the position is dealt again. The deal is made in
a process of the bots, from the seat's transcript alone. If the forked table has other house rules, the log of the dealt
game is replayed under them, so a refusal also follows from the transcript alone.
"""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from dsl.locale import ENGLISH, Locale, locale_of
from interpreter.log import MOVE, entries, record_from_json
from interpreter.play import Chance
from interpreter.table import WrittenScenario
from mercatoria import CompiledGame, Game, IllegalMove, NotAMove, PlayFault, State
from mercatoria.drawing import full_log
from mercatoria.web.tables.breaks import Break, broken_at, in_words_of
from mercatoria.web.tables.loading import loaded
from mercatoria.worlds import Courses, Transcript, redealt

K = TypeVar("K")
V = TypeVar("V")

MOST_KEPT = 8
"""Maximum number of positions whose deals are cached in a process, and of games."""
MOST_TRIED = 4
"""Maximum number of deals whose logs are replayed under other house rules."""


def begun(game: Game, players: int, seed: int, record: str) -> State:
    """Return the state in which a table begins: a new game, or the end of a record if there is one.

    Raises `TableError`, `PlayFault`, and `RecordError` if the record was made under other rules.
    """
    if not record:
        return game.start(players, seed)
    state = game.replay(record_from_json(record))
    state.draw()
    return state


def record_with_new_chance(state: State, seed: int) -> str:
    """Return the record of a game as JSON text, with a new seed for all chance to come."""
    new = state.clone()
    new.chance = Chance(seed, False, state.table.chance_of(seed))
    return json.dumps(new.record, ensure_ascii=False)


@dataclass(frozen=True, slots=True)
class HouseRules:
    """The variants and options of a table."""

    variants: tuple[str, ...] = ()
    options: Mapping[str, str | int] = field(default_factory=dict)

    def is_same(self, other: HouseRules) -> bool:
        """Return True if the other house rules differ at most in their order."""
        return set(self.variants) == set(other.variants) and dict(self.options) == dict(other.options)


def carried(state: State, game: Game, viewer: int | None) -> State | Break:
    """Replay the log of a game under other rules, with its own outcomes of chance. Amounts may differ, because house
    rules are there to change them.

    Args:
        viewer: The seat that wants to play on, or None for a spectator. Only the break depends on it.
    """
    try:
        other = game.start(state.players, state.seed, "manual")
    except PlayFault as fault:
        return Break(0, fault)
    recorded = [entry for entry in entries(state.last) if not entry.alone]
    for entry, step in zip(recorded, state.record["log"], strict=True):
        move = None
        try:
            if entry.form == MOVE:
                move = other.table.notation.parse(step["move"])
                other.apply(move)
            else:
                other.resolve(step["chance"])
        except (NotAMove, IllegalMove, PlayFault) as fault:
            return broken_at(entry, fault, state, other, move, viewer)
    return other


def break_in_words(state: State, found: Break, viewer: int | None, said: Locale) -> str:
    """Return a sentence that names the line of the log of a game at which other rules part from it, and the reason."""
    reasons = " ".join(found.reasons(viewer, said)[0])
    if not found.number:
        return f"{said('set_up_fails')} {reasons}"
    line = full_log(in_words_of(state, said.language), viewer)[found.number - 1].text
    return f"{said('line_number', number=found.number)} {line} {reasons}"


@dataclass(frozen=True, slots=True)
class Deal:
    """Everything that a process needs to deal the hidden things of a position again.

    `folder` contains the rules of the table. `number` is the number of the position at the table, and `transcript`
    contains what the seat knows there. `seed` chooses the deal, and becomes the seed of the forked table. `rules` are
    other house rules of the forked table, or None, and `language` is that of a refusal. `scenario` is the scenario at
    which the table began, or None.
    """

    table: str
    game: str
    folder: str
    variants: tuple[str, ...]
    options: Mapping[str, str | int]
    players: int
    transcript: Transcript
    number: int
    seed: int
    rules: HouseRules | None = None
    language: str = ENGLISH
    scenario: WrittenScenario | None = None

    @property
    def own(self) -> HouseRules:
        """The house rules of the table from which the deal is made."""
        return HouseRules(self.variants, self.options)


@dataclass(frozen=True, slots=True)
class Dealt:
    """The record with which a forked table begins. If it is empty, `refusal` says which line of the log other house
    rules do not allow, or is empty because no deal was found.
    """

    record: str
    refusal: str = ""


_GAMES: OrderedDict[tuple[object, ...], Game] = OrderedDict()
"""The games for which this process has dealt."""
_COURSES: OrderedDict[tuple[str, int | None, int], tuple[Transcript, Courses]] = OrderedDict()
"""The courses that agree with each transcript, by table, seat and number of the position."""


def dealt(deal: Deal) -> Dealt:
    """Return the record of a game whose hidden things are dealt again.

    Every deal for one seat and position is drawn from the same courses.
    """
    table = _game(deal, deal.own).table(deal.players)
    key, transcript = (deal.table, deal.transcript.seat, deal.number), deal.transcript
    kept = _COURSES.pop(key, None)
    if kept is None or kept[0] != transcript:
        kept = transcript, Courses.of(table, transcript)
    _keep(_COURSES, key, kept)
    if deal.rules is not None:
        return _carried(deal, deal.rules, table, kept[1])
    state = redealt(table, transcript, kept[1], deal.seed)
    return Dealt(json.dumps(state.record, ensure_ascii=False) if state is not None else "")


def _carried(deal: Deal, rules: HouseRules, table: CompiledGame, courses: Courses) -> Dealt:
    """Return a deal whose log replays under other house rules, or the reason why the first deal does not."""
    game, viewer, refusal = _game(deal, rules), deal.transcript.seat, ""
    for seed in range(deal.seed, deal.seed + MOST_TRIED):
        state = redealt(table, deal.transcript, courses, seed)
        found = carried(state, game, viewer) if state is not None else None
        if isinstance(found, State):
            return Dealt(record_with_new_chance(found, deal.seed))
        if state is not None and found is not None:
            refusal = refusal or break_in_words(state, found, viewer, locale_of(deal.language))
    return Dealt("", refusal)


def _game(deal: Deal, rules: HouseRules) -> Game:
    key = (deal.folder, rules.variants, tuple(sorted(rules.options.items())), deal.scenario)
    game = _GAMES.pop(key, None)
    if game is None:
        game = loaded(Path(deal.folder), deal.game, rules.variants, rules.options, deal.scenario)
    _keep(_GAMES, key, game)
    return game


def _keep(cache: OrderedDict[K, V], key: K, value: V) -> None:
    """Put a value at the end of a cache, and drop the value that was used longest ago if the cache is full."""
    cache[key] = value
    if len(cache) > MOST_KEPT:
        cache.popitem(last=False)
