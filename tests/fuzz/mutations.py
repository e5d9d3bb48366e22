"""Targeted changes: rules by blocks, lines, words and brackets, data by its tree, and records."""

from __future__ import annotations

import json
import re
from random import Random
from typing import Any

NUMBERS = (
    "0",
    "-1",
    "1",
    "2",
    "7",
    "20",
    "99",
    "1000",
    "100000",
    "999999999",
    "10000000000",
    "9" * 19,
    "9" * 400,
    "1e9",
)
SIGNS = (
    "\x1b[2J\x1b[31m",
    "\x07",
    "\x00",
    "\x08",
    "\r",
    "\t",
    "\x7f",
    "\x85",
    "\x9b31m",
    "\u202e",
    "\u2066",
    "\u200b",
    "\u200d",
    "\ufeff",
    "\u2028",
    "\ud800",
    "\udcff",
    "é",
    "ß",
    "İ",
    "𝔘",
    "\U0001f600",
    "’",
    "“",
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    "`",
    '"',
    "'",
    "#",
    "&",
    "*",
    "!",
    "|",
    ">",
    "%",
    "@",
    "\\",
    "..",
    ":",
    ",",
    "<<",
    "</script>",
    "<&>",
)
TOKEN = re.compile(r'"[^"\n]*"|\w+|[^\w\s]|[ ]+|\n')


class Mutator:
    """Makes changes with one source of randomness; `lines` and `words` are what is strewn in."""

    def __init__(self, rng: Random, lines: list[str], words: list[str]) -> None:
        self.rng, self.lines, self.words = rng, lines, words

    def changed(self, name: str, text: str) -> str:
        """One file, changed in a way that suits it."""
        rng = self.rng
        for _ in range(rng.choice((1, 1, 1, 2, 3, 6))):
            if name.endswith(".json") and rng.random() < 0.8:
                text = self.tree(text)
            elif rng.random() < 0.1:
                text = self.raw(text)
            elif name.endswith(".yaml"):
                text = rng.choice((self.yaml, self.line, self.token))(text)
            else:
                text = rng.choice((self.line, self.block, self.token, self.token, self.nested, self.sign))(text)
        return text

    # ------------------------------------------------------------ rules

    def line(self, text: str) -> str:
        rng, lines = self.rng, text.split("\n")
        at, other = rng.randrange(len(lines)), rng.randrange(len(lines))
        match rng.randrange(8):
            case 0:
                del lines[at]
            case 1:
                lines.insert(at, lines[other])
            case 2:
                lines[at], lines[other] = lines[other], lines[at]
            case 3:
                lines.insert(at, rng.choice(self.lines))
            case 4:
                lines[at] = " " * rng.choice((0, 1, 2, 4, 8, 12, 40)) + lines[at].strip()
            case 5:
                lines[at : at + 1] = [lines[at]] * rng.choice((2, 3, 30, 400))
            case 6:
                lines[at] += " " + lines[other].strip()
            case _:
                indent = " " * (len(lines[at]) - len(lines[at].lstrip()))
                lines.insert(at, indent + rng.choice(self.lines).strip())
        return "\n".join(lines)

    def block(self, text: str) -> str:
        rng = self.rng
        blocks = re.split(r"^(?=[^\s#])", text, flags=re.MULTILINE)
        at = rng.randrange(len(blocks))
        match rng.randrange(4):
            case 0:
                del blocks[at]
            case 1:
                blocks.insert(rng.randrange(len(blocks)), blocks[at])
            case 2:
                blocks[at] = re.sub(r"(?<=\w )\w+", rng.choice(self.words), blocks[at], count=1)
            case _:
                rng.shuffle(blocks)
        return "".join(blocks)

    def token(self, text: str) -> str:
        rng, tokens = self.rng, TOKEN.findall(text)
        places = [at for at, token in enumerate(tokens) if not token.isspace()]
        if not places:
            return text
        at, other = rng.choice(places), rng.choice(places)
        if tokens[at].isdigit() and rng.random() < 0.7:
            tokens[at] = rng.choice(NUMBERS)
        elif tokens[at].startswith('"') and rng.random() < 0.6:
            tokens[at] = f'"{tokens[at][1:-1]}{rng.choice(SIGNS)}"'
        else:
            match rng.randrange(6):
                case 0:
                    del tokens[at]
                case 1:
                    tokens[at] = tokens[other]
                case 2:
                    tokens[at] = rng.choice(self.words)
                case 3:
                    tokens.insert(at, tokens[other] + " ")
                case 4:
                    tokens[at] = rng.choice(NUMBERS)
                case _:
                    alike = [each for each in places if tokens[each][:1].isalpha() == tokens[at][:1].isalpha()]
                    tokens[at] = tokens[rng.choice(alike or places)]
        return "".join(tokens)

    def nested(self, text: str) -> str:
        """Something stands deep in itself, or very often."""
        rng = self.rng
        many = rng.choice((5, 30, 70, 500, 10_000))
        found = list(re.finditer(r"(?<== )[^\n#\[]+|\w+(?= *[<>=] )", text))
        if not found:
            return text
        place = rng.choice(found)
        inner = place[0].strip()
        match rng.randrange(5):
            case 0:
                made = "(" * many + inner + ")" * many
            case 1:
                made = f"{inner} + " * min(many, 400) + inner
            case 2:
                made = "not " * min(many, 400) + inner
            case 3:
                made = f"max({inner}, " * min(many, 200) + "1" + ")" * min(many, 200)
            case _:
                made = inner
                indent = re.search(r"^ *", text[text.rfind("\n", 0, place.start()) + 1 :])[0]  # type: ignore[index]
                lets = "".join(f"{indent}let n{each} = {inner}\n" for each in range(min(many, 500)))
                at = text.rfind("\n", 0, place.start()) + 1
                return text[:at] + lets + text[at:]
        return text[: place.start()] + made + text[place.end() :]

    def sign(self, text: str) -> str:
        at = self.rng.randrange(len(text) + 1)
        return text[:at] + self.rng.choice(SIGNS) + text[at:]

    def raw(self, text: str) -> str:
        rng = self.rng
        start = rng.randrange(len(text) + 1)
        end = min(len(text), start + rng.choice((1, 3, 20, 200)))
        match rng.randrange(4):
            case 0:
                return text[:start]
            case 1:
                return text[:start] + text[end:]
            case 2:
                return text[:end] + text[start:end] * rng.choice((1, 3, 50)) + text[end:]
            case _:
                return text[:start] + "".join(rng.choice(SIGNS) for _ in range(rng.randrange(1, 9))) + text[start:]

    # ------------------------------------------------------------ data

    def yaml(self, text: str) -> str:
        rng, lines = self.rng, text.split("\n")
        at = rng.randrange(len(lines))
        name, colon, value = lines[at].partition(":")
        many = rng.choice((3, 9, 30, 3000, 100_000))
        match rng.randrange(7):
            case 0:
                value = " " + rng.choice(
                    ("", "{}", "[]", "null", "yes", "1.5", "0x10", "2026-01-01", "!!python/x {}", "~")
                )
            case 1:
                value = " " + rng.choice(NUMBERS)
            case 2:
                value = " " + "[" * many + "]" * rng.choice((0, many))
            case 3:
                value = " " + "{a: " * many
            case 4:
                value = " &a [x, x]\n" + "\n".join(f"b{n}: &b{n} [*a, *a]" for n in range(9))
            case 5:
                name = name[: len(name) - len(name.lstrip())] + rng.choice(
                    ("", "? ", "- ", "<<", '"', "[a, b]", "name")
                )
            case _:
                value = " " + rng.choice(SIGNS) + value.strip()
        lines[at] = name + (colon or ":") + value
        return "\n".join(lines)

    def tree(self, text: str) -> str:
        """JSON with one of its parts changed."""
        try:
            data = json.loads(text)
        except (ValueError, RecursionError):
            return self.raw(text)
        places: list[tuple[Any, Any]] = []
        waiting = [data]
        while waiting:
            here = waiting.pop()
            inner = list(here.items() if isinstance(here, dict) else enumerate(here if isinstance(here, list) else ()))
            places += [(here, key) for key, _ in inner]
            waiting += [value for _, value in inner]
        if not places:
            return json.dumps(self.odd())
        holder, key = self.rng.choice(places[-40:] if self.rng.random() < 0.5 else places)
        if self.rng.random() < 0.2:
            del holder[key]
        elif isinstance(holder, list) and self.rng.random() < 0.3:
            holder.append(self.odd())
        else:
            holder[key] = self.odd(holder[key])
        return json.dumps(data, ensure_ascii=self.rng.random() < 0.5)

    def odd(self, was: Any = None) -> Any:
        """Return an unexpected value."""
        rng = self.rng
        if isinstance(was, str) and rng.random() < 0.4:
            return self.token(was)
        if isinstance(was, int) and rng.random() < 0.4:
            return int(rng.choice([number for number in NUMBERS if number != "1e9"]))
        return rng.choice(
            (
                None,
                True,
                0,
                -1,
                5,
                2**64,
                10**400,
                1.5,
                float("nan"),
                "",
                "x",
                [],
                {},
                [[]],
                [was],
                {"a": was},
                str(was)[:500],
                rng.choice(SIGNS),
                "../../x.rules",
                "/etc/passwd.rules",
            )
        )
