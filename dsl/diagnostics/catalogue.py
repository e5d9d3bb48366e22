"""The catalogue of diagnostics, which explains each code with an example and a remedy.

The texts are in the `grammars/` folder, so that authors can improve them without editing code. A test checks that every
code has an entry and that every entry is used.
"""

from __future__ import annotations

from dataclasses import dataclass

import yaml

from dsl.shipped import data_folder

FILE = "diagnostics.yaml"


@dataclass(frozen=True, slots=True)
class Entry:
    """The catalogue's entry for a single code.

    `bad` is a minimal rulebook with the fault, and `fix` describes the remedy.
    """

    code: str
    title: str
    explanation: str
    bad: str
    fix: str

    @property
    def severity(self) -> str:
        return "warning" if self.code.startswith("W") else "error"


def _read() -> dict[str, Entry]:
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    data = yaml.load((data_folder("grammars") / FILE).read_text(encoding="utf-8"), Loader=loader)
    return {code: Entry(code, **texts) for code, texts in data.items()}


CATALOGUE: dict[str, Entry] = _read()


def explain(code: str) -> str:
    """Return the explanation of a code as plain text, or a list of all codes if the code is unknown."""
    entry = CATALOGUE.get(code.strip().upper())
    if entry is None:
        return f"there is no code `{code.strip()[:20]}`; the codes are {', '.join(CATALOGUE)}"
    example = "\n".join(f"    {line}".rstrip() for line in entry.bad.expandtabs(8).splitlines())
    return (
        f"{entry.severity} {entry.code}: {entry.title}\n\n{entry.explanation}\n\n"
        f"For example:\n\n{example}\n\nWhat to do: {entry.fix}\n"
    )
