"""Compare the speed of our engines with that of peers, in random games.

    python -m bench.race [--only TEXT] [--rounds 5] [--seconds 0.5] [--json]

All engines of a race play the same game. Each row is measured once per round, in turn. The median over the rounds
counts, and ratios are computed within a round. Seconds are CPU time of a single thread, so that other programs on the
same computer have little effect on the ratios.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial

from bench import handwritten_catan_merchants_of_europe, handwritten_medieval_merchant
from bench.peers.installing import NotThere
from bench.racers import Peer, Racer, Rate, by_hand, ours, side_by_side
from mercatoria.simulation.engines import ENGINES, NATIVE, PYTHON


@dataclass(slots=True)
class Row:
    """An engine in a race with its measurements.

    If an engine cannot be measured, `left_out` says why; otherwise it is empty.
    """

    name: str
    racer: Racer | None = None
    left_out: str = ""
    rates: list[Rate] = field(default_factory=list)

    @property
    def decisions(self) -> float:
        return statistics.median(rate.decisions for rate in self.rates)

    @property
    def games(self) -> float:
        return statistics.median(rate.games for rate in self.rates)

    def times(self, other: Row) -> float:
        """Return the median ratio of this row's decisions per second to another row's."""
        return statistics.median(a.decisions / b.decisions for a, b in zip(self.rates, other.rates, strict=True))


@dataclass(frozen=True, slots=True)
class Race:
    """A game and its engines: ours first, then the others by name."""

    title: str
    ours: dict[str, Callable[[], Racer]]
    others: dict[str, Callable[[Runner], Racer]]


class Runner:
    """Starts each peer once, and closes all peers at the end."""

    def __init__(self, stack: ExitStack) -> None:
        self._stack = stack
        self._peers: dict[str, Peer | NotThere] = {}

    def peer(self, name: str) -> Peer:
        if name not in self._peers:
            try:
                self._peers[name] = peer = Peer(name)
                self._stack.callback(peer.close)
            except NotThere as reason:
                self._peers[name] = reason
        found = self._peers[name]
        if isinstance(found, NotThere):
            raise found
        return found

    def rows(self, race: Race) -> Iterator[Row]:
        makers = {**race.ours, **{name: partial(maker, self) for name, maker in race.others.items()}}
        for name, maker in makers.items():
            try:
                racer = maker()
                racer(0, 1)  # the first call also compiles, and is not measured
                yield Row(name, racer)
            except NotThere as reason:
                yield Row(name, left_out=str(reason))


# ---------------------------------------------------------------- the list of races


def engines(game: str, players: int, which: Sequence[str] = ENGINES) -> dict[str, Callable[[], Racer]]:
    return {f"ours, {engine}": partial(ours, engine, game, players) for engine in which}


def of_peer(peer: str, game: str) -> Callable[[Runner], Racer]:
    return lambda runner: runner.peer(peer).playing(game)


def in_c(game: str, players: int) -> dict[str, Callable[[Runner], Racer]]:
    """Return the row of our game in C."""
    return {EXPORTED_ROW: of_peer(f"exported {game} {players}", game)}


EXPORTED_ROW = "exported C"
MERCHANT, CATAN = "medieval_merchant", "catan_merchants_of_europe"
RACES = (
    Race("Medieval Merchant, four players", engines(MERCHANT, 4), {
        **in_c(MERCHANT, 4),
        "by hand, Python": lambda _: by_hand(handwritten_medieval_merchant, 4),
        "by hand, C": of_peer("c", "4"),
    }),
    Race("Catan: Merchants of Europe, main board, four players", engines(CATAN, 4), {
        **in_c(CATAN, 4),
        "by hand, Python": lambda _: by_hand(handwritten_catan_merchants_of_europe, 4),
        "catanatron (Catan on its smaller board)": of_peer("catanatron", "catan"),
    }),
    Race("Tic-tac-toe", engines("tic_tac_toe", 2), {
        **in_c("tic_tac_toe", 2),
        "OpenSpiel, rollouts of its core": of_peer("openspiel", "tic_tac_toe"),
        "PettingZoo, stepped from Python": of_peer("pettingzoo", "tic_tac_toe"),
    }),
    Race("Connect Four", engines("connect_four", 2), {
        **in_c("connect_four", 2),
        "OpenSpiel, rollouts of its core": of_peer("openspiel", "connect_four"),
        "PettingZoo, stepped from Python": of_peer("pettingzoo", "connect_four"),
    }),
    Race("Kuhn poker", engines("kuhn_poker", 2), {
        **in_c("kuhn_poker", 2),
        "OpenSpiel, rollouts of its core": of_peer("openspiel", "kuhn_poker"),
    }),
    Race("Pig, two players", engines("pig", 2), {
        **in_c("pig", 2),
        "OpenSpiel, rollouts of its core": of_peer("openspiel", "pig"),
    }),
    Race("Stock Dump", engines("stock_dump", 2), {
        **in_c("stock_dump", 2),
        "RLC, compiled": of_peer("rlc", "stock_dump"),
    }),
    Race(
        "Stock Dump, stepped from Python",
        {"ours, native, 256 games a call": partial(side_by_side, "stock_dump", 2)},
        {"RLC, vector of legal moves": of_peer("rlc", "stock_dump_stepped")},
    ),
    *(
        Race(f"No peer: {game}, {players} players", engines(game, players, (PYTHON, NATIVE)), in_c(game, players))
        for game, players in (
            ("merchants_of_the_middle_ages", 4), ("merchants_of_medieval_europe", 6), ("merkator", 4), ("bazaar", 4),
            ("caravans", 4), ("commerce", 6), ("jewellers", 4), ("sealed_bid", 6), ("winter", 4),
        )
    ),
)  # fmt: skip


# ---------------------------------------------------------------- the race


def run(races: list[Race], rounds: int, seconds: float) -> Iterator[tuple[Race, list[Row]]]:
    """Run the rows of each race in turn, round by round, and yield each race with its rows."""
    with ExitStack() as stack:
        runner = Runner(stack)
        for race in races:
            rows = list(runner.rows(race))
            for turn in range(rounds):
                for row in rows:
                    if row.racer is not None:
                        row.rates.append(row.racer(seconds, 1 + 1_000 * turn))
            yield race, rows


def fastest_of_ours(rows: list[Row]) -> Row | None:
    measured = [row for row in rows if row.rates and row.name.startswith("ours")]
    native = [row for row in measured if NATIVE in row.name]
    return next(iter(native or measured[-1:]), None)


def told(race: Race, rows: list[Row]) -> str:
    """Return a race as a Markdown table.

    The last column is the speed of our fastest engine divided by the row's.
    """
    first = fastest_of_ours(rows)
    lines = [
        f"### {race.title}", "", "| | decisions/s | games/s | our fastest, relative to this |",
        "| --- | ---: | ---: | ---: |",
    ]  # fmt: skip
    for row in rows:
        if row.left_out:
            lines.append(f"| {row.name} | left out: {row.left_out} | | |")
        elif row.rates:
            ratio = f"{first.times(row):.2f}" if first is not None else ""
            lines.append(f"| {row.name} | {row.decisions:,.0f} | {row.games:,.0f} | {ratio} |")
    return "\n".join(lines) + "\n"


def as_data(rows: list[Row]) -> dict[str, object]:
    first = fastest_of_ours(rows)
    return {
        row.name: {"left_out": row.left_out} if row.left_out else {
            "decisions_per_second": round(row.decisions),
            "games_per_second": round(row.games),
            "our_fastest_to_it": round(first.times(row), 3) if first is not None else None,
        }
        for row in rows
    }  # fmt: skip


def machine() -> str:
    load = ", ".join(f"{average:.1f}" for average in os.getloadavg())
    return f"{platform.machine()}, {os.cpu_count()} processors, Python {platform.python_version()}, load {load}"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--only", default="", help="races whose title has this text in it")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.5, help="how long each measurement takes")
    asked = parser.parse_args()
    races = [race for race in RACES if asked.only.casefold() in race.title.casefold()]
    before, data = machine(), {}
    print(f"before: {before}\n", file=sys.stderr)
    for race, rows in run(races, asked.rounds, asked.seconds):
        data[race.title] = as_data(rows)
        if not asked.json:
            print(told(race, rows), flush=True)
    if asked.json:
        print(json.dumps({"before": before, "after": machine(), "races": data}, indent=2))
    else:
        print(f"before: {before}\nafter:  {machine()}")


if __name__ == "__main__":
    main()
