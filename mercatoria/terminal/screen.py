"""Screen before a decision: the news, the map, the holdings, and the decision to make."""

from __future__ import annotations

import contextlib
import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.text import Text

from interpreter.table import spaced
from mercatoria import State
from mercatoria.drawing import AT_LEAST, UNSURE, Drawing
from mercatoria.picture import Picture
from mercatoria.terminal import game_map, holdings
from mercatoria.terminal.canvas import FAINT
from mercatoria.terminal.charts import all_charts
from mercatoria.terminal.grid_map import grid_lines
from mercatoria.terminal.signs import TOKEN

CHANCE, PASS = "chance: ", ": pass"
LEGEND = {
    AT_LEAST: "+ at least: hidden items may add points",
    UNSURE: "? uncertain: hidden items may add or remove points",
}
SIGN = 2
"""Maximum length of a sign that the legend explains; longer ones are words."""
SHORT = 36
"""Longest line, in characters, that leaves room for more on its right."""
NARROWEST = 60
"""Minimum width, in columns, for a map."""
MOST_NEWS = 30
"""Maximum number of log lines of other players shown at once."""


def greeting(state: State, kinds: tuple[str, ...], picture: Picture, console: Console) -> None:
    """Print the title, the players, and the note about the board."""
    model = state.table.flow.model
    console.print()
    console.rule(Text(state.edition.title, "bold"), style=FAINT)
    who = Text("At the table: ")
    for seat, name in enumerate(model.seats):
        who.append(", " if seat else "").append(name, f"bold {picture.colour(seat)}").append(f" ({kinds[seat]})")
    console.print(who)
    if state.edition.variants:
        titles = [state.edition.folder.variants[name].title or name for name in state.edition.variants]
        console.print(Text(f"With {', '.join(titles)}."))
    if model.reconstructed:
        console.print(Text("The board is a reconstruction, not the printed one.", "yellow"))
        if model.board_note:
            console.print(Text(model.board_note, FAINT))
    console.print(Text("Type ? for help at any time; `look NAME` describes a thing."))


@contextlib.contextmanager
def thinking(console: Console) -> Iterator[Callable[[str], None]]:
    """Within the `with` block, show which bot is thinking at the foot of a terminal.

    Yields a function to call with each name.
    """
    if not console.is_terminal:
        yield lambda name: None
        return
    with console.status("") as shown:
        yield lambda name: shown.update(Text(f"{name} is thinking …", FAINT))


def news(log: list[str], told: list[str], but: str | None, console: Console) -> int:
    """Print the new lines of a log and return their number.

    `told` holds the lines already shown; lines of the seat `but` are skipped. An old line can be new again, because a
    secret choice appears in it once it is revealed.
    """
    fresh = [line for at, line in enumerate(log) if at >= len(told) or told[at] != line]
    fresh = gathered(line for line in fresh if but is None or not line.startswith(f"{but}: "))
    if len(fresh) > MOST_NEWS:
        console.print(Text(f"  … {len(fresh) - MOST_NEWS} more; `log` shows all", FAINT))
    for line in fresh[-MOST_NEWS:]:
        console.print(Padding(hanging(line, console.width - 2), (0, 0, 0, 2)), style=FAINT)
    return len(fresh)


def gathered(lines: Iterable[str]) -> list[str]:
    """Return log lines with related entries joined: consecutive chance results (`chance: hand = A, B, 3 hidden from
    you`), and passes (`Red, Blue: pass`)."""
    found: list[str] = []
    for label, group in groupby(lines, key=_label):
        if label == PASS:
            found.append(", ".join(dict.fromkeys(line.removesuffix(PASS) for line in group)) + PASS)
            continue
        if not label.startswith(CHANCE):
            found += group
            continue
        brought = [line.partition(" = ")[2] for line in group]
        known = [each for each in brought if each]
        hidden = len(brought) - len(known)
        words = [*known, *([f"{hidden} hidden from you"] if hidden else [])]
        found.append(f"{label} = {', '.join(words)}" if known or hidden > 1 else label)
    return found


def _label(line: str) -> str:
    """Return the common part of neighbouring log lines that are shown as one."""
    if line.startswith(CHANCE):
        return line.partition(" = ")[0]
    return PASS if line.endswith(PASS) else line


def hanging(line: str, width: int) -> str:
    """Wrap a line at a width, with an indented continuation."""
    return textwrap.fill(line, max(width, 20), subsequent_indent="    ", break_on_hyphens=False)


Blocks = Mapping[str, Sequence[RenderableType]]
"""Parts of the screen by name."""


def show_table(drawing: Drawing, console: Console, known: dict[str, str] | None = None, about: str = "") -> None:
    """Print the map and all holdings, without unchanged parts that are `known` from last time.

    If the map does not fit, only the region around the thing `about` is printed.
    """
    known = {} if known is None else known
    _show({"map": _map(drawing, console, about), "charts": _charts(drawing, console)}, known, console)
    console.print()
    players(drawing, console, known)
    offered = {thing for move in drawing.moves for thing in move.refs}
    _show({card.plain: [Padding(card, (0, 0, 0, 2))] for card in holdings.cards(drawing, offered)}, known, console)


def _show(blocks: Blocks, known: dict[str, str], console: Console) -> None:
    """Print the blocks that have changed."""
    for name, parts in blocks.items():
        with console.capture() as captured:
            for part in parts:
                console.print(part)
        if known.get(name) != (text := captured.get()):
            known[name] = text
            for part in parts:
                console.print(part)


def map_lines(drawing: Drawing, width: int, about: str = "") -> list[Text] | None:
    """Return the map at a width, or None if there is none or it would be illegible.

    If a grid does not fit, only the region around the thing `about` is drawn.
    """
    if not drawing.places or width < NARROWEST:
        return None
    is_grid = any(place.outline for place in drawing.places)
    return grid_lines(drawing, width, about) if is_grid else game_map.map_lines(drawing, width)


def _map(drawing: Drawing, console: Console, about: str) -> list[RenderableType]:
    lines = map_lines(drawing, console.width, about)
    if lines is None:
        return ["", *holdings.places(drawing)]
    return ["", *lines, *(Text(words, FAINT) for words in _legend(drawing))]


def _charts(drawing: Drawing, console: Console) -> list[RenderableType]:
    return ["", all_charts(drawing, console)] if drawing.tables else []


def _legend(drawing: Drawing) -> list[str]:
    """Return the meaning of the signs on the map, in the words of the picture."""
    parts = []
    is_grid = any(place.outline for place in drawing.places)
    for mark in drawing.marks:
        if mark.token and not mark.signs:
            parts.append(f"{TOKEN} {mark.token.replace('_', ' ')}")
        parts += [f"{sign} {spaced(thing)}" for thing, sign in mark.signs.items() if len(sign) <= SIGN]
        if mark.dim:
            parts.append(f"grey: {mark.dim.replace('_', ' ')}")
        if not mark.name and not is_grid:
            parts.append(f"{game_map.EMPTY} {spaced(mark.kind)}")
        if mark.below:
            parts.append(f"below {spaced(mark.kind)}: {', '.join(mark.below).replace('_', ' ')}")
    parts += [f"{of.sign} {spaced(of.kind or of.field)}" for of in drawing.travellers if of.sign]
    guests = (guest for each in drawing.on_map for guest in each.guests)
    if not any(mark.pieces for mark in drawing.marks) and all(guest.owner is None for guest in guests):
        return [", ".join(parts)] if parts else []
    letters = " ".join(f"{hand.letter}={hand.name}" for hand in drawing.hands)
    return [f"{letters}   {', '.join(parts)}"] if len(letters) < SHORT else [letters, ", ".join(parts)]


def players(drawing: Drawing, console: Console, known: dict[str, str]) -> None:
    """Print the table of players and the middle of the table.

    If each player has a line, only the reader's line and lines that differ from `known` are printed.
    """
    for always in ("", *(hand.name for hand in drawing.hands if hand.you)):
        known.pop(always, None)
    _show(holdings.players(drawing, console), known, console)
    if doubts := {hand.doubt for hand in drawing.hands if hand.score} - {""}:
        console.print(Text("\n".join(LEGEND[doubt] for doubt in sorted(doubts)), FAINT))
    if middle := holdings.middle(drawing):
        console.print(Text("   ".join(middle), FAINT))


def heading(drawing: Drawing, seat: int, console: Console) -> None:
    """Print whose decision it is, in which round and phase, and by which clauses."""
    hand = drawing.hands[seat]
    text = Text.assemble((hand.name, f"bold {hand.colour}"), (f" · {drawing.heading}", "bold"))
    cites = f"  [{', '.join(drawing.cites)}]" if drawing.cites else ""
    if text.cell_len + len(cites) <= console.width:
        text.append(cites, FAINT)
    console.print()
    console.print(text)
