"""Command lines: those that suit what was changed, and odd ones."""

from __future__ import annotations

from random import Random

from tests.fuzz.mutations import NUMBERS, SIGNS

GAME = "G"
QUESTIONS = (
    "last",
    "end",
    "1",
    "Red.purse",
    "red score",
    "Seat1.points",
    "Seat1: roll",
    "pass",
    "what if Seat1.points = 5",
    "what if roll",
    "why",
    "round",
    "sum(p.points for p in Player)",
    "what if " + "(" * 300,
    "¿",
    "",
)
PLAIN: tuple[tuple[str, ...], ...] = (
    ("check", GAME),
    ("check", GAME),
    ("check", GAME),
    ("check", GAME, "--json"),
    ("expand", GAME),
    ("expand", GAME, "--json"),
    ("fmt", "--check", GAME),
    ("fmt", "--diff", GAME),
    ("fmt", GAME),
    ("test", GAME),
    ("test", GAME, "--json"),
    ("coverage", GAME),
    ("graph", GAME),
    ("graph", GAME, "--format", "svg"),
    ("graph", GAME, "--format", "mermaid"),
    ("graph", GAME, "--of", "triggers"),
    ("graph", GAME, "--of", "flow", "--json"),
    ("schema", GAME),
    ("schema", GAME, "--check"),
    ("simulate", GAME, "-n", "2"),
    ("simulate", GAME, "-n", "2", "--player", "greedy", "--json"),
    ("play", GAME, "--seed", "1"),
    ("play", GAME, "--seed", "2", "--json"),
    ("perft", GAME, "-p", "2", "-d", "2"),
    ("diff", GAME, "G+strewn"),
    ("diff", GAME, GAME),
    ("mutate", GAME, "-n", "2", "-j", "1"),
)
OPTIONS = (
    "--players",
    "--seed",
    "--variant",
    "--option",
    "--player",
    "--seat",
    "--json",
    "--games",
    "--depth",
    "--load",
    "--under",
    "--upto",
    "--as",
    "--game",
    "--require",
    "--only",
    "--rule",
    "--sample",
    "--format",
    "--of",
    "--brief",
    "--quiet",
    "--title",
    "-p",
    "-n",
    "-v",
    "-o",
    "-x",
    "--",
    "-",
)
WORDS = (
    GAME,
    "G/rulebook.rules",
    "G/board.yaml",
    "G/clauses.yaml",
    "G/none",
    "medieval_merchant",
    "",
    " ",
    ".",
    "/dev/null",
    "a=b",
    "a=",
    "=",
    "2",
    "3",
    "human",
    "random",
    "greedy",
    "0=greedy",
    "99=random",
    "human,human",
    "E101",
    "E999",
    "base",
    "one+two",
    "dot",
    "svg",
    "flow",
    *NUMBERS,
    *(sign for sign in SIGNS if "\0" not in sign and sign not in ("\ud800", "\udcff")),
)
NAMES = (
    "games",
    "play",
    "simulate",
    "check",
    "fmt",
    "expand",
    "diff",
    "graph",
    "test",
    "coverage",
    "mutate",
    "schema",
    "explain",
    "perft",
    "replay",
    "why",
)


def suiting(rng: Random, files: dict[str, str], changed: str) -> tuple[str, ...]:
    """A command that reads the file that was changed."""
    if "/records/" in changed:
        more = rng.choice(((), (), ("--json",), ("--upto", "3"), ("--under", "base"), ("--quiet",)))
        return rng.choice(
            (
                ("replay", changed, "--game", GAME, *more),
                ("test", GAME),
                ("play", GAME, "--load", changed),
                ("why", GAME, changed, rng.choice(QUESTIONS)),
            )
        )
    command = rng.choice(PLAIN)
    variants = [name for name in files if "/variants/" in name]
    if variants and rng.random() < 0.5 and command[0] in ("expand", "simulate", "play", "perft", "graph"):
        name = rng.choice(variants)
        command += ("--variant", rng.choice((name, name.rpartition("/")[2].removesuffix(".rules"))))
    if rng.random() < 0.15:
        command = odd(rng, command)
    return command


def odd(rng: Random, command: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Return a nonsensical command line."""
    words = list(command or (rng.choice(NAMES), rng.choice(WORDS)))
    for _ in range(rng.randrange(1, 4)):
        words.insert(rng.randrange(1, len(words) + 1), rng.choice(OPTIONS if rng.random() < 0.5 else WORDS))
    joined = " ".join(words)
    if "-j" in words and "mutate" not in words:
        return tuple(command) or ("games",)
    # A typing slip can ask for many games; that takes long and is not a defect.
    if any(name in joined for name in ("simulate", "slips", "perft")):
        words = [word for word in words if not (word.isdigit() and len(word) > 2)]
    return tuple(words)
