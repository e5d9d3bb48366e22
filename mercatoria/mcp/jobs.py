"""Answers requests in processes that can be stopped.

Each request gets a separate process. The process is ended when its time is over, when the assistant takes the request
back, or when the server ends. The operating system limits its memory.
"""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from multiprocessing import forkserver
from multiprocessing.connection import Connection
from multiprocessing.context import BaseContext
from multiprocessing.process import BaseProcess

from mercatoria.assistance import Premises, Reply, answer
from mercatoria.editor import Json
from mercatoria.simulation import end_with_parent

LONGEST = 120.0
"""Maximum number of seconds for one request."""
MOST_MEMORY = 2**30
"""Maximum number of bytes of memory for one request."""
RARELY = 100_000, 50, 100
"""Thresholds of the garbage collector, which would otherwise scan the syntax trees in use again and again."""
FORKS = "forkserver" in multiprocessing.get_all_start_methods()


def context() -> BaseContext:
    """Return the way to start processes: as copies of one that has loaded the program, where this is possible."""
    return multiprocessing.get_context("forkserver" if FORKS else "spawn")


def prepare() -> None:
    """Load the program in the process that is copied for each request. The process does not react to Ctrl-C."""
    if FORKS:
        context().set_forkserver_preload(["mercatoria.assistance"])
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)
        try:
            forkserver.ensure_running()
        finally:
            signal.signal(signal.SIGINT, before)


@dataclass(frozen=True, slots=True)
class Job:
    """A request that a process answers."""

    name: str
    process: BaseProcess
    receiver: Connection
    seconds: float

    @classmethod
    def begin(cls, premises: Premises, name: str, given: Mapping[str, Json], seconds: float = LONGEST) -> Job:
        """Start the process for a request."""
        receiver, sender = context().Pipe(duplex=False)
        process = context().Process(  # type: ignore[attr-defined]  # every context has it, but not their base
            target=_work, args=(sender, premises, name, dict(given)), daemon=True
        )
        process.start()
        sender.close()
        return cls(name, process, receiver, seconds)

    def reply(self) -> Reply:
        """Wait for the answer. If the time is over, or the process has ended, return a refusal that says so."""
        try:
            if not self.receiver.poll(self.seconds):
                return _refusal(
                    f"`{self.name}` was stopped after {self.seconds:g} seconds; ask about a smaller game, fewer "
                    "games or fewer scenarios"
                )
            found = self.receiver.recv()
            assert isinstance(found, Reply)
            return found
        except (EOFError, OSError):
            return _refusal(f"the process for `{self.name}` was ended, perhaps because it needed too much memory; ask "
                            "about a smaller game")  # fmt: skip
        finally:
            self.stop()

    def stop(self) -> None:
        """End the process."""
        self.process.kill()


def _refusal(text: str) -> Reply:
    return Reply(f"Refused: {text}.")


def _work(sender: Connection, premises: Premises, name: str, given: Mapping[str, Json]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.dup2(2, 1)  # whatever is printed must not come between the messages
    end_with_parent()
    _limit_memory()
    gc.set_threshold(*RARELY)
    try:
        found = answer(premises, name, given)
    except Exception as fault:  # noqa: BLE001 - an assistant gets a sentence, and no traceback
        kind = type(fault).__name__
        print(f"mercatoria: `{name}` failed: {kind}", file=sys.stderr)
        found = _refusal(f"`{name}` failed because of a defect in the program ({kind}); report it, with this request")
    sender.send(found)
    sender.close()


def _limit_memory() -> None:
    if sys.platform == "win32":
        return
    import resource  # does not exist on Windows

    _, most = resource.getrlimit(resource.RLIMIT_DATA)
    limit = MOST_MEMORY if most == resource.RLIM_INFINITY else min(MOST_MEMORY, most)
    resource.setrlimit(resource.RLIMIT_DATA, (limit, most))
