"""The process that runs inputs: it loads the program once and forks for each input, which runs under limits.

In: the seconds that each input may take, and a line of JSON for each input, `{"folder": …, "argv": …, "out": …}`. Out:
a line with what became of it.
"""

from __future__ import annotations

import contextlib
import faulthandler
import gc
import json
import os
import resource
import signal
import sys

MEMORY, LARGEST_OUTPUT = 2**30, 2**26


def limited(seconds: int) -> None:
    """Set the limits of one input, with `seconds` of CPU time, and dump the stack when it exceeds them."""
    faulthandler.register(signal.SIGXCPU, chain=True)
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 2))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_FSIZE, (LARGEST_OUTPUT, LARGEST_OUTPUT))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    signal.alarm(12 * seconds)


def run(task: dict[str, object], seconds: int) -> int:
    """Run one input in this process, which ends afterwards."""
    from mercatoria.cli import main

    os.setsid()
    os.chdir(str(task["folder"]))
    out = os.open(str(task["out"]), os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(out, 1)
    os.dup2(out, 2)
    limited(seconds)
    argv = task["argv"]
    assert isinstance(argv, list)
    code = main([str(word) for word in argv])
    with contextlib.suppress(OSError):
        sys.stdout.flush()
    sys.stderr.flush()
    return code


def loaded() -> None:
    """Everything that commands load when they run, loaded now."""
    import mercatoria.cli
    from mercatoria.cli import check, expand, graph, play, replay, simulate, test, why  # noqa: F401

    with contextlib.redirect_stdout(open(os.devnull, "w")):  # noqa: PTH123 - until the process ends
        for argv in (["check", "docs/examples/pig"], ["games"], ["explain", "E304"]):
            mercatoria.cli.main(argv)
    sys.modules["mercatoria.cli"].main(["--version"])


def serve(seconds: int) -> None:
    os.environ["MERCATORIA_DEBUG"] = "1"
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    loaded()
    gc.freeze()
    for line in sys.stdin:
        task = json.loads(line)
        sys.stdout.flush()
        child = os.fork()
        if child == 0:
            code = 70
            try:
                code = run(task, seconds)
            except BaseException:  # noqa: BLE001 - it is printed
                import traceback

                traceback.print_exc()
                sys.stderr.flush()
            finally:
                os._exit(code & 255)
        _, status, used = os.wait4(child, 0)
        with contextlib.suppress(OSError):
            os.killpg(child, signal.SIGKILL)  # what it left behind
        told = {
            "code": os.waitstatus_to_exitcode(status), "seconds": used.ru_utime + used.ru_stime,
            "megabytes": used.ru_maxrss // 1024,
        }  # fmt: skip
        answers.write(json.dumps(told) + "\n")
        answers.flush()


if __name__ == "__main__":
    serve(int(sys.argv[1]))
