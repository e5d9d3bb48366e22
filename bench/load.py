"""Measure the server under load, with many tables, event streams and moves.

    python -m bench.load [GAME] [--tables 200] [--seats 4] [--every 10] [--seconds 60] [--thinking 0] [--json]

The server runs in a separate process, and this process runs all browsers. Players take their seats by their links,
listen for events, and reload the page as `table.js` does. Another client requests an empty page again and again, which
shows how busy the computer is. At the end the server is killed, and every acknowledged move must be in its file.

With `--thinking N`, the measurement is repeated with search bots at N additional tables.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import signal
import socket
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from bench.browsing import HOST, Browser, attribute, links, moves, turn

GAME, TABLES, SEATS, EVERY, SECONDS = "medieval_merchant", 200, 4, 10.0, 60.0
THINKER = "medium"
EMPTY, EMPTY_EVERY = "/nothing", 0.2
AT_ONCE = 3
"""Number of tables to set up at the same time."""
PATIENCE = 60.0
"""Maximum time for the server to start, in seconds."""
MEBI = 1024 * 1024

Times = dict[str, list[float]]
"""Seconds that each answer took, by type of request."""


@dataclass(slots=True)
class Person:
    """A player at a seat, and the page that the player currently sees."""

    browser: Browser
    seat: str
    page: str
    sending: bool = False

    async def look(self) -> float:
        """Load the page, and return the seconds that this took."""
        answer = await self.browser.get(self.seat)
        assert answer.status == 200, answer.text
        self.page = answer.text
        return answer.seconds

    async def listen(self, times: Times) -> None:
        """Reload the page at every event that the page does not show yet."""
        known, newest = attribute(self.page, "data-known"), attribute(self.page, "data-newest")
        stream = f"{attribute(self.page, 'data-events')}?known={known}&course={newest}"
        async for event in self.browser.events(stream):
            if not self.sending and event != attribute(self.page, "data-known"):
                times["page after an event"].append(await self.look())


@dataclass(slots=True)
class Company:
    """The players of one table, and their acknowledged moves with the seats."""

    table: str
    people: list[Person]
    acknowledged: list[tuple[int, str]] = field(default_factory=list)
    refused: int = 0

    async def play(self, every: float, until: float, times: Times, rng: random.Random) -> None:
        """Make a random move for a player who may decide, every `every` seconds.

        The moves end at time `until`.
        """
        await asyncio.sleep(rng.random() * every)
        while time.perf_counter() < until:
            asked = [(seat, person) for seat, person in enumerate(self.people) if moves(person.page)]
            if asked:
                await self._move(*asked[0], times, rng)
            await asyncio.sleep(every)

    async def _move(self, seat: int, person: Person, times: Times, rng: random.Random) -> None:
        chosen, person.sending = rng.choice(moves(person.page)), True
        fields = {"turn": turn(person.page), "move": chosen}
        answer = await person.browser.post(f"{person.seat}/move", fields)
        if answer.status == 303:
            self.acknowledged.append((seat, chosen))
            times["a move"].append(answer.seconds)
            times["page after a move"].append(await person.look())
        else:
            self.refused += 1
            await person.look()
        person.sending = False


# ---------------------------------------------------------------- the server


@dataclass(slots=True)
class Served:
    """The server as a process."""

    process: subprocess.Popen[bytes]
    port: int
    file: Path

    @property
    def memory(self) -> float:
        """Memory that the server uses, in bytes."""
        status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="utf-8")
        return 1024 * float(status.partition("VmRSS:")[2].split()[0])

    @property
    def processor(self) -> float:
        """Processor time that the server has used, in seconds."""
        after = Path(f"/proc/{self.process.pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        return (int(after[11]) + int(after[12])) / os.sysconf("SC_CLK_TCK")

    def kept(self) -> dict[str, list[tuple[int, str]]]:
        """Return the moves in the server's file, by table."""
        found: dict[str, list[tuple[int, str]]] = defaultdict(list)
        with contextlib.closing(sqlite3.connect(self.file)) as file:
            for table, seat, move in file.execute("SELECT table_id, seat, move FROM log ORDER BY number"):
                found[table].append((seat, move))
        return found


@contextlib.contextmanager
def server(folder: Path, games: Sequence[str]) -> Iterator[Served]:
    """Start a server and yield it once it answers; kill the server on exit."""
    with socket.socket() as free:
        free.bind((HOST, 0))
        port = free.getsockname()[1]
    file = folder / "tables.db"
    command = [sys.executable, "-m", "mercatoria", "serve", *games, "--port", str(port), "--data", str(file)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
        try:
            _wait_for(port)
            yield Served(process, port, file)
        finally:
            process.send_signal(signal.SIGKILL)


def _wait_for(port: int) -> None:
    end = time.monotonic() + PATIENCE
    while True:
        with contextlib.suppress(OSError), socket.create_connection((HOST, port), 1):
            return
        if time.monotonic() > end:
            raise SystemExit("The server did not begin.")
        time.sleep(0.1)


# ---------------------------------------------------------------- setting up tables


async def set_up(port: int, game: str, kinds: Sequence[str], number: int) -> Company:
    """Create a table and seat its players, each in a separate browser with a separate address."""
    host = Browser(port, f"127.{100 + number // 250}.{number % 250}.250")
    made = await host.post("/new", {"game": game, "players": str(len(kinds))} |
                           {f"seat{seat}": kind for seat, kind in enumerate(kinds)})  # fmt: skip
    assert made.status == 303, made.text
    *seats, watch = links((await host.get(made.headers["location"])).text)
    await host.close()
    people = []
    for seat, link in enumerate(seats):
        if kinds[seat] == "human":
            browser = Browser(port, f"127.{100 + number // 250}.{number % 250}.{1 + seat}")
            taken = await browser.post(link, {"name": f"Person {number}-{seat}"})
            assert taken.status == 303, taken.text
            people.append(Person(browser, taken.headers["location"], ""))
    for person in people:
        await person.look()
    return Company(watch.rpartition("/")[2], people)


async def all_set_up(port: int, game: str, kinds: Sequence[str], numbers: Sequence[int]) -> list[Company]:
    """Set up the tables, a few at a time, and return their players."""
    few = asyncio.Semaphore(AT_ONCE)

    async def one(number: int) -> Company:
        async with few:
            return await set_up(port, game, kinds, number)

    return await asyncio.gather(*(one(number) for number in numbers))


# ---------------------------------------------------------------- measuring


@dataclass(frozen=True, slots=True)
class Measured:
    """The results of one measurement.

    `server` and `driver` are shares of one processor, `each` is the CPU time per move in seconds, including the pages
    that follow it, and `memory` is in bytes.
    """

    title: str
    times: Times
    server: float
    driver: float
    each: float
    memory: float


async def measured(title: str, served: Served, companies: Sequence[Company], args: argparse.Namespace) -> Measured:
    """Let the players play for `args.seconds`, and return the measurements."""
    times: Times = defaultdict(list)
    people = [person for company in companies for person in company.people]
    listening = [asyncio.create_task(person.listen(times)) for person in people]
    await asyncio.sleep(min(2.0, args.every))
    rng, began, had, own = random.Random(1), time.perf_counter(), served.processor, time.process_time()
    until = began + args.seconds
    empty = asyncio.create_task(_ask_for_nothing(served.port, times))
    await asyncio.gather(*(company.play(args.every, until, times, rng) for company in companies))
    passed, worked = time.perf_counter() - began, served.processor - had
    shares = worked / passed, (time.process_time() - own) / passed, worked / max(1, len(times["a move"]))
    for task in (empty, *listening):
        if task.done():
            task.result()  # raises the error of a task that failed, because the figures would be wrong
        task.cancel()
    await asyncio.gather(empty, *listening, return_exceptions=True)
    return Measured(title, times, *shares, served.memory)


async def _ask_for_nothing(port: int, times: Times) -> None:
    """Request an empty page again and again."""
    browser = Browser(port, HOST)
    try:
        while True:
            times["an empty page"].append((await browser.get(EMPTY)).seconds)
            await asyncio.sleep(EMPTY_EVERY)
    finally:
        await browser.close()


def lost(companies: Sequence[Company], kept: Mapping[str, Sequence[tuple[int, str]]]) -> int:
    """Return the number of acknowledged moves that are missing from the file or out of order."""
    missing = 0
    for company in companies:
        there = iter(kept.get(company.table, ()))
        missing += sum(move not in there for move in company.acknowledged)
    return missing


async def run(args: argparse.Namespace, served: Served) -> tuple[list[Measured], dict[str, float]]:
    """Run all measurements, and return them with some further numbers."""
    human = ["human"] * args.seats
    companies = await all_set_up(served.port, args.game, human, range(1))
    alone = served.memory
    companies += await all_set_up(served.port, args.game, human, range(1, args.tables))
    people = f"{args.tables} tables with {args.seats} people each"
    results = [await measured(people, served, companies, args)]
    if args.thinking:
        kinds = ["human"] + [THINKER] * (args.seats - 1)
        numbers = range(args.tables, args.tables + args.thinking)
        companies += await all_set_up(served.port, args.game, kinds, numbers)
        thinking = f"the same, and {args.thinking} tables with {args.seats - 1} thinking players each"
        results.append(await measured(thinking, served, companies, args))
    numbers_beside = {
        "moves": sum(len(company.acknowledged) for company in companies),
        "refused": sum(company.refused for company in companies),
        "memory with one table": alone,
        "memory per table": (results[0].memory - alone) / max(1, args.tables - 1),
    }
    for person in (person for company in companies for person in company.people):
        await person.browser.close()
    served.process.send_signal(signal.SIGKILL)
    served.process.wait()
    numbers_beside["lost"] = lost(companies, served.kept())
    return results, numbers_beside


# ---------------------------------------------------------------- report


def told(results: Sequence[Measured], beside: Mapping[str, float]) -> Iterator[str]:
    """Yield the lines of the report."""
    for result in results:
        yield result.title
        yield f"  {'milliseconds':<22}{'asked':>8}{'median':>9}{'99 %':>9}{'most':>9}"
        for name, seconds in sorted(result.times.items()):
            row = (1000 * each for each in (statistics.median(seconds), percent(seconds, 99), max(seconds)))
            yield f"  {name:<22}{len(seconds):>8}" + "".join(f"{each:>9.1f}" for each in row)
        yield (f"  processor: the server {result.server:.0%} of one, the browsers {result.driver:.0%}; "
               f"{1000 * result.each:.1f} ms of the server for each move")  # fmt: skip
    yield f"moves acknowledged: {beside['moves']:.0f}, refused: {beside['refused']:.0f}, lost: {beside['lost']:.0f}"
    yield (f"memory: {beside['memory with one table'] / MEBI:.0f} MB with one table, "
           f"{beside['memory per table'] / MEBI:.2f} MB for each further one")  # fmt: skip


def percent(seconds: Sequence[float], percent: int) -> float:
    """Return a percentile of some durations, in seconds."""
    return sorted(seconds)[max(0, -(-len(seconds) * percent // 100) - 1)]


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.load", description=__doc__.partition("\n")[0])
    parser.add_argument("game", nargs="?", default=GAME)
    parser.add_argument("--tables", type=int, default=TABLES)
    parser.add_argument("--seats", type=int, default=SEATS)
    parser.add_argument("--every", type=float, default=EVERY, help="seconds between two moves at a table")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="how long to measure")
    parser.add_argument("--thinking", type=int, default=0, help="tables with thinking players, measured once more")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args(argv)
    if not sys.platform.startswith("linux"):
        print("This benchmark needs Linux: it uses a separate local address for each browser and reads /proc.")
        return 2
    games = [args.game] if Path(args.game).is_dir() else []
    with tempfile.TemporaryDirectory() as folder, server(Path(folder), games) as served:
        results, beside = asyncio.run(run(args, served))
    if args.json:
        print(json.dumps({"runs": [{"title": each.title, "times": each.times} for each in results], **beside}))
    else:
        print("\n".join(told(results, beside)))
    return 1 if beside["lost"] else 0


if __name__ == "__main__":
    sys.exit(main())
