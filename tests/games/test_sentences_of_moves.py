"""Tests the sentences of moves of all games: no raw names in them, and no two legal moves with the same sentence."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest

import mercatoria
from interpreter.log import LogEntry, entries, visible_arguments
from interpreter.position import PC
from interpreter.table import Move
from interpreter.wording.sentences import button_text, done_text

FAULT = re.compile(r"how many \d|, origin |^\w+ Pass$|^Pass$|^\w+ passed$|“|: .* : |  |\{|\}|\bnone\b")
"""Marks of a sentence that was pieced together from names: parameters, brackets, and titles in quotation marks."""

STEPS = 400
PAUSE = 7
"""Every seventh position has all of its legal moves compared."""

PLAYED = [
    ("catan_merchants_of_europe", 3),
    ("medieval_merchant", 4),
    ("merchants_of_medieval_europe", 4),
    ("merchants_of_the_middle_ages", 4),
    ("merkator", 3),
]


@pytest.mark.parametrize(("game", "players"), PLAYED)
def test_moves_read_as_english_sentences(game: str, players: int) -> None:
    state, rng = mercatoria.load(game).start(players, 5), random.Random(5)
    faults: list[str] = []
    made: list[Move] = []
    while not state.is_over and len(made) < STEPS:
        if len(made) % PAUSE == 0:
            faults += same_sentences(state)
        made.append(state.sample(rng, rng.choice(state.deciders)))
        state.apply(made[-1])
    logged = [entry for entry in entries(state.last) if entry.form == "move"]
    for move, entry in zip(made, logged, strict=True):
        faults += (text for text in told(state, move, entry) if FAULT.search(text))
    assert faults == []


def same_sentences(state: mercatoria.State) -> Iterator[str]:
    """Yield the sentences that two legal moves of one player share."""
    for seat in state.deciders:
        texts = [button_text(state.table, move, state.vector[PC]) for move in state.moves(seat)]
        yield from sorted({text for text in texts if texts.count(text) > 1})


def told(state: mercatoria.State, move: Move, entry: LogEntry) -> Iterator[str]:
    """Yield the button of a move, and its log lines for each player."""
    yield button_text(state.table, move, entry.node)
    for reader in range(state.players):
        yield done_text(state.table, move, visible_arguments(move, entry, reader), entry.node, reader)
