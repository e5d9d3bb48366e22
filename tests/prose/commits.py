"""The form of commit messages: Conventional Commits, imperative, at most 72 characters.

    python -m tests.prose.commits          check the commits since the style guide
    python -m tests.prose.commits FILE     check a message in a file, as git's hook `commit-msg` does
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from blocks import commits

TYPES = ("feat", "fix", "perf", "refactor", "style", "docs", "test", "build", "ci", "chore", "revert")
LONGEST = 72

FORM = re.compile(rf"(?:{'|'.join(TYPES)})(?:\([a-z0-9_]+(?:[,/ -]+[a-z0-9_]+)*\))?!?: (?P<text>\S.*)")
LIKE_OTHER_FORMS = "need|feed|seed|speed|embed|exceed|proceed|bring|string|alias|focus"
NOT_IMPERATIVE = re.compile(rf"(?!(?:{LIKE_OTHER_FORMS})\b)\w+(?:ed|ing|[^su]s)\b")


def subject_faults(subject: str) -> list[str]:
    """Return what is wrong with the first line of a commit message, each with its cure."""
    faults = []
    if len(subject) > LONGEST:
        faults.append(f"{len(subject)} characters; write at most {LONGEST}, and the rest into the body")
    match = FORM.fullmatch(subject)
    if match is None:
        return [*faults, f"not `type(scope): text`; the types are {', '.join(TYPES)}"]
    text = match["text"]
    if text[0].isupper():
        faults.append(f"begins with a capital; write `{text[0].lower()}{text[1:]}`")
    if NOT_IMPERATIVE.match(text):
        faults.append(f"`{text.split()[0]}` is not an imperative; write `add`, not `added`, `adds` or `adding`")
    if text.endswith("."):
        faults.append("ends with a full stop; leave it out")
    return faults


def message_faults(message: str) -> list[str]:
    """Return what is wrong with a commit message. Lines that begin with `#` are git's own."""
    lines = [line for line in message.splitlines() if not line.startswith("#")]
    if not lines or lines[0].startswith(("Merge ", "fixup! ", "squash! ", "amend! ")):
        return []
    faults = subject_faults(lines[0].rstrip())
    if len(lines) > 1 and lines[1].strip():
        faults.append("the second line is not blank; put a blank line below the subject")
    return faults


def main(names: list[str]) -> int:
    if names:
        found = message_faults(Path(names[0]).read_text(encoding="utf-8"))
    else:
        found = [f"{each.file} {each.text}\n    {fault}" for each in commits() for fault in subject_faults(each.text)]
    if found:
        print("\n".join([*found, "The form of a commit message: docs/style.md"]), file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
