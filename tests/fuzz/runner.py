"""Runs inputs in the child process and judges what became of them."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from tests.fuzz.inputs import ROOT, Input

ALLOWED = {0, 1, 2}
FRAME = re.compile(r'File "([^"]*/(?:dsl|interpreter|mercatoria)/[^"]*)", line \d+,? in (\w+)')
NO_SIGN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b\u202a-\u202e\u2066-\u2069\ufeff]")
"""Characters that must never reach a person raw: controls, bidirectional marks and zero-width characters."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """Result of an input. `defect` is empty if all is well; `mark` is the same for the same defect elsewhere."""

    defect: str
    mark: str
    seconds: float
    megabytes: int
    output: str


PATIENT = 60
"""CPU seconds in a test run: a slow, busy machine takes several times as long, and a hang is still found."""


class Runner:
    """Runs inputs one by one in temporary folders. An input that exceeds its limit of CPU seconds counts as a hang."""

    def __init__(self, seconds: int = 10) -> None:
        self.seconds = seconds
        self.home = Path(tempfile.mkdtemp(prefix="mercatoria-fuzz-"))
        path = {"PYTHONPATH": str(ROOT), "PYTHONHASHSEED": "0", "COLUMNS": "100"}
        self.child = subprocess.Popen(
            [sys.executable, "-m", "tests.fuzz.child", str(seconds)], cwd=ROOT, env=os.environ | path,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8",
        )  # fmt: skip
        self.ran = 0

    def __enter__(self) -> Runner:
        return self

    def __exit__(self, *_: object) -> None:
        assert self.child.stdin is not None and self.child.stdout is not None
        self.child.stdin.close()
        self.child.wait()
        self.child.stdout.close()
        shutil.rmtree(self.home, ignore_errors=True)

    def run(self, given: Input) -> Outcome:
        """Run one input and judge it."""
        self.ran += 1
        folder, out = self.home / f"{self.ran}", self.home / "out"
        folder.mkdir()
        given.write(folder)
        task = {"folder": str(folder), "out": str(out), "argv": list(given.argv)}
        assert self.child.stdin is not None and self.child.stdout is not None
        self.child.stdin.write(json.dumps(task) + "\n")
        self.child.stdin.flush()
        told = json.loads(self.child.stdout.readline())
        output = out.read_bytes()[:1_000_000].decode("utf-8", errors="replace")
        left = list(folder.rglob(".*.tmp"))
        shutil.rmtree(folder, ignore_errors=True)
        defect, mark = judged(told, output, "--json" in given.argv, bool(left), self.seconds)
        return Outcome(defect, mark, told["seconds"], told["megabytes"], output)


def judged(
    told: dict[str, float], output: str, is_json: bool, left: bool, seconds: int = 10
) -> tuple[str, str]:  # fmt: skip
    """Return the defect that an ended process shows, or an empty string, and its mark."""
    code = told["code"]
    frames = FRAME.findall(output)
    where = " < ".join(f"{Path(file).name}:{name}" for file, name in frames[-2:][::-1])
    if code == -24 or (code < 0 and told["seconds"] >= seconds - 0.5):
        inner = {f"{Path(file).parent.name}/{Path(file).name}:{name}" for file, name in frames[:4]}
        return "hang", f"hang: {' '.join(sorted(inner))}"
    if code < 0:
        return f"killed by signal {-code}", f"signal {-code}: {where}"
    if code not in ALLOWED or "Traceback (most recent call last)" in output:
        kind = re.findall(r"^(\w+(?:\.\w+)*(?:Error|Exception|Interrupt|Iteration|Exit))\b", output, re.MULTILINE)
        return "traceback", f"{(kind or ['?'])[-1]}: {where}"
    if "no memory left" in output or told["megabytes"] > 1024:
        return "memory", "memory"
    if left:
        return "a temporary file is left", "temporary file"
    strange = NO_SIGN.search(output)
    if strange and not (is_json and strange[0] == "\x7f"):
        line = output[: strange.start()].rpartition("\n")[2]
        said = re.sub(r"[\W\d]+", " ", line)[:20] if "error" in line[:6] or "warning" in line[:8] else ""
        return "control signs reach a person", f"sign U+{ord(strange[0]):04X} {said}"
    return "", ""
