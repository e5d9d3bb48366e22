"""Tests that wasmtime's resources are released before Python exits.

During the exit, Python unloads the modules of wasmtime, and releasing resources fails with a message.
"""

from __future__ import annotations

import subprocess
import sys

import pytest

pytest.importorskip("wasmtime", reason="wasmtime is not installed (extra: native)")

PROGRAM = """
import atexit

def tell():  # registered first, so asked last
    try:
        machine._store.ptr()
    except ValueError as reason:
        print(reason)

atexit.register(tell)
import mercatoria
from interpreter.native import Compiled, Machine, native_module
table = mercatoria.load("docs/examples/pig").table(2)
machine = Machine(Compiled(native_module(table.flow, table.engine.program, tuple(table.start()))))
"""


@pytest.mark.slow
def test_a_machine_that_is_still_there_is_closed_at_the_end() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("already closed\n", "")
