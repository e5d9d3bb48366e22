"""Counts offers that cannot be accepted, trades that undo others, and games without an end.

    python -m bench.offers [GAME:PLAYERS …] [--player greedy] [--games 100] [--seed 1]

Bots of one kind play against each other. An offer is *repeated* if the same seat has made it before in the same round,
perhaps with other goods in hand. It is *not acceptable* if its partner may only decline it, and *undone* if a trade
reverses an earlier one of the round: all pieces and all money go back. A game is *endless* if it reaches the limit of
decisions. The exit code is 1 if an offer was not acceptable, a trade was undone, or a game was endless.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator

import mercatoria
from dsl.limits import MOST_DECISIONS
from dsl.model import Int
from interpreter.flow import Flow
from interpreter.position import HolderForm
from interpreter.rng import game_seed
from mercatoria import State
from mercatoria.players import Position, round_slot, seeded

USUAL = "catan_merchants_of_europe:3", "merchants_of_medieval_europe:3", "merchants_of_the_middle_ages:3"
"""The games with offers, each with a number of players."""
COUNTED = "offers", "accepted", "repeated"
FAULTS = "not acceptable", "undone", "endless"

Change = frozenset[tuple[int, int]]
"""The slots that a move changed, each with the difference."""


def audit(state: State, kind: str, seed: int) -> Counter[str]:
    """Play a game with bots of one kind, and return how often each thing was counted."""
    bots = [seeded(kind, seed, seat) for seat in range(state.players)]
    model, slots, at = state.table.flow.model, owned(state.table.flow), round_slot(state.table)
    proposals = {name for name, action in model.actions.items() if action.is_proposal}
    found, made, traded, now = Counter[str](), set[tuple[int, str]](), set[Change](), -1
    for _ in range(MOST_DECISIONS):
        if state.is_over:
            return found
        if state.vector[at] != now:
            now, made, traded = state.vector[at], set(), set()
        seat = state.deciders[0]
        found["not acceptable"] += must_decline(state, seat)
        move, before = bots[seat].choose(Position(state, seat)), state.vector[:]
        state.apply(move)
        if move.action in proposals:
            found.update(("offers", *(["repeated"] if (seat, move.call) in made else [])))
            made.add((seat, move.call))
        elif move.action in model.actions and model.actions[move.action].accepts_offer:
            change = frozenset((slot, state.vector[slot] - before[slot]) for slot in slots) - {(s, 0) for s in slots}
            found.update(("accepted", *(["undone"] if frozenset((s, -n) for s, n in change) in traded else [])))
            traded |= {change} - {frozenset()}  # an agreement on a price moves nothing yet
    return found + Counter(endless=1)


def must_decline(state: State, seat: int) -> bool:
    """Return True if a seat must answer an offer that it cannot accept."""
    actions = state.table.flow.model.actions
    answers = [actions[move.action] for move in state.moves(seat) if move.action in actions]
    return any(each.declines_offer for each in answers) and not any(each.accepts_offer for each in answers)


def owned(flow: Flow) -> list[int]:
    """Return the slots of all pieces and money that last longer than a round."""
    held = [
        run
        for of, run in flow.layout.runs.items()
        if not of.lifetime and (isinstance(run.storage, HolderForm) or (isinstance(of.type, Int) and of.type.money))
    ]
    entries = [(base, width) for run in held for base, width in zip(run.base, run.widths, strict=True)]
    return [base + each for base, width in entries for each in range(max(1, width))]


def audits(game: str, players: int, kind: str, seed: int, games: int) -> Iterator[Counter[str]]:
    loaded = mercatoria.load(game)
    for number in range(games):
        each = game_seed(seed, number)
        yield audit(loaded.start(players, each), kind, each)


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("tables", nargs="*", metavar="GAME:PLAYERS", default=USUAL)
    asked.add_argument("--player", default="greedy")
    asked.add_argument("--games", type=int, default=100)
    asked.add_argument("--seed", type=int, default=1)
    given = asked.parse_args()
    print(f"| game | players | games | {' | '.join((*COUNTED, *FAULTS))} |")
    print("|---" * (3 + len(COUNTED) + len(FAULTS)) + "|")
    bad = stopped = False
    for table in given.tables:
        game, _, players = table.rpartition(":")
        found, games = Counter[str](), 0
        try:
            for each in audits(game, int(players), given.player, given.seed, given.games):
                found, games = found + each, games + 1
        except KeyboardInterrupt:
            stopped = True
        counted = " | ".join(str(found[name]) for name in (*COUNTED, *FAULTS))
        print(f"| {game} | {players} | {games} | {counted} |", flush=True)
        bad |= any(found[name] for name in FAULTS)
        if stopped:
            print("stopped early", file=sys.stderr)
            break
    sys.exit(130 if stopped else int(bad))


if __name__ == "__main__":
    main()
