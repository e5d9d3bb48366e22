"""Prints everything that a player sees before a decision: new log lines, the map, the charts and the players'
fields.
"""

from __future__ import annotations

import contextlib
import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.text import Text

from dsl.locale import Locale
from interpreter.table import spaced
from interpreter.wording import LogLine
from mercatoria import State
from mercatoria.drawing import DOUBT_LEGEND, Drawing
from mercatoria.terminal import game_map, holdings
from mercatoria.terminal.canvas import FAINT
from mercatoria.terminal.charts import all_charts
from mercatoria.terminal.grid_map import grid_lines
from mercatoria.terminal.signs import TOKEN

SIGN = 2
"""Maximum length of the signs that the legend explains. Longer signs are words, which need no explanation."""
SHORT = 36
"""Minimum length, in characters, at which the list of players' letters is put on its own line in the legend."""
NARROWEST = 60
"""Minimum screen width, in columns, for drawing a map."""
MOST_NEWS = 30
"""Maximum number of new log lines printed at once."""


def greeting(state: State, kinds: tuple[str, ...], drawing: Drawing, console: Console) -> None:
    """Print the title of the game, the players, the variants, and whether the board is a reconstruction."""
    console.print()
    console.rule(Text(drawing.title, "bold"), style=FAINT)
    said = state.table.locale
    who = Text(f"{said('at_the_table')} ")
    for hand, kind in zip(drawing.hands, kinds, strict=True):
        who.append(", " if hand.seat else "").append(hand.name, f"bold {hand.colour}").append(f" ({kind})")
    console.print(who)
    if state.edition.variants:
        titles = [state.edition.folder.variants[name].title or name for name in state.edition.variants]
        console.print(Text(said("with_variants", variants=", ".join(titles))))
    if drawing.note:
        console.print(Text(drawing.note, "yellow"))
        if note := state.table.flow.model.board_note:
            console.print(Text(note, FAINT))
    console.print(Text(said("help_at_any_time")))


@contextlib.contextmanager
def thinking(console: Console, said: Locale) -> Iterator[Callable[[str], None]]:
    """Show at the bottom of the terminal which bot is thinking, until the `with` block ends.

    The context manager yields a function that takes the name of the bot.
    """
    if not console.is_terminal:
        yield lambda name: None
        return
    with console.status("") as shown:
        yield lambda name: shown.update(Text(said("is_thinking", player=name), FAINT))


def news(log: list[LogLine], told: list[LogLine], but: int | None, console: Console, said: Locale) -> int:
    """Print the log lines that a player has not seen yet, and return their number.

    `told` contains the log as the player last saw it. Lines about moves of the seat `but` are skipped. A line whose
    text has changed is printed again, for example after a secret choice has been revealed.
    """
    fresh = [line for at, line in enumerate(log) if at >= len(told) or told[at] != line]
    lines = gathered((line for line in fresh if but is None or line.seats != (but,)), said)
    if len(lines) > MOST_NEWS:
        console.print(Text(f"  … {said('more_lines', number=len(lines) - MOST_NEWS)}", FAINT))
    for line in lines[-MOST_NEWS:]:
        console.print(Padding(hanging(line, console.width - 2), (0, 0, 0, 2)), style=FAINT)
    return len(lines)


def gathered(lines: Iterable[LogLine], said: Locale) -> list[str]:
    """Join consecutive log lines that belong together.

    Chance results become `Weather: A, B, 3 hidden from you`, draws `Red drew A and 3 cards`, and passes
    `Red and Blue passed`.
    """
    found: list[str] = []
    for (by_chance, passed, _), alike in groupby(lines, _belongs_to):
        group = list(alike)
        if passed:
            first, *others = dict.fromkeys(line.who for line in group)
            who = said.listed([first, *(name.lower() if name == said("you") else name for name in others)])
            found.append(f"{who} {group[0].deed}".strip())
        elif by_chance and len(group) > 1:
            known = [line.words for line in group if not line.hidden]
            hidden = len(group) - len(known)
            if group[0].drawn is not None:
                found.append(_drawn(group, said))
                continue
            words = [*known, *([said("hidden_from_you", number=hidden)] if hidden else [])]
            found.append(f"{group[0].deed}: {', '.join(words)}")
        else:
            found += map(str, group)
    return found


def _drawn(lines: list[LogLine], said: Locale) -> str:
    """Join the draws of one player, as in `Red drew the Ace and 3 cards`."""
    seen, hidden = ([line.drawn for line in lines if line.drawn is not None and line.hidden == is_hidden]
                    for is_hidden in (False, True))  # fmt: skip
    rest = [f"{len(hidden)} {hidden[0][1]}"] if len(hidden) > 1 else [piece for piece, _ in hidden]
    return said("drew", player=lines[0].who, what=said.listed([*(piece for piece, _ in seen), *rest]))


def _belongs_to(line: LogLine) -> tuple[bool, bool, object]:
    """Return whether a log line is joined with its neighbours as a chance result or as a pass, and with which ones."""
    by_chance, passed = not line.seats and not line.fired, line.passed and not line.fired
    if line.drawn is not None and by_chance:
        return True, False, (line.who, line.drawn[1])
    return by_chance, passed, line.deed if by_chance or passed else line


def hanging(line: str, width: int) -> str:
    """Wrap a line at `width` characters and indent the continuation lines."""
    return textwrap.fill(line, max(width, 20), subsequent_indent="    ", break_on_hyphens=False)


Blocks = Mapping[str, Sequence[RenderableType]]
"""Parts of the screen, such as the map, by name."""


def show_table(drawing: Drawing, console: Console, known: dict[str, str] | None = None, about: str = "") -> None:
    """Print the map, the charts and the players' fields, skipping every part that has not changed.

    `known` contains the text of each part as it was last printed, and is updated. If the map does not fit, only the
    region around the place `about` is printed.
    """
    known = {} if known is None else known
    _show({"map": _map(drawing, console, about), "charts": _charts(drawing, console)}, known, console)
    console.print()
    players(drawing, console, known)
    offered = {thing for move in drawing.moves for thing in move.refs}
    _show({card.plain: [Padding(card, (0, 0, 0, 2))] for card in holdings.cards(drawing, offered)}, known, console)


def _show(blocks: Blocks, known: dict[str, str], console: Console) -> None:
    """Print the parts whose text has changed since they were last printed."""
    for name, parts in blocks.items():
        with console.capture() as captured:
            for part in parts:
                console.print(part)
        if known.get(name) != (text := captured.get()):
            known[name] = text
            for part in parts:
                console.print(part)


def map_lines(drawing: Drawing, width: int, about: str = "") -> list[Text] | None:
    """Return the map for a screen that is `width` columns wide. Return None if there is no map, or if the screen is too
    narrow.

    If a grid does not fit, only the region around the place `about` is drawn.
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
    """Return the legend, which explains the letters and signs on the map."""
    parts = []
    words, said = drawing.words, drawing.words.things.locale
    is_grid = any(place.outline for place in drawing.places)
    for mark in drawing.marks:
        if mark.token and not mark.signs:
            parts.append(f"{TOKEN} {words.noun(mark.kind, mark.token)}")
        parts += [f"{sign} {words.noun(mark.kind, thing)}" for thing, sign in mark.signs.items() if len(sign) <= SIGN]
        if mark.dim:
            parts.append(said("grey_for", words=spaced(mark.dim)))
        if not mark.name and not is_grid:
            parts.append(f"{game_map.EMPTY} {words.kind(mark.kind)}")
        if mark.below:
            below = ", ".join(words.noun(mark.kind, name) for name in mark.below)
            parts.append(said("below", kind=words.kind(mark.kind), words=below))
    parts += [f"{of.sign} {words.kind(of.kind or of.field)}" for of in drawing.travellers if of.sign]
    guests = (guest for each in drawing.on_map for guest in each.guests)
    if not any(mark.pieces for mark in drawing.marks) and all(guest.owner is None for guest in guests):
        return [", ".join(parts)] if parts else []
    letters = " ".join(f"{hand.letter}={hand.name}" for hand in drawing.hands)
    return [f"{letters}   {', '.join(parts)}"] if len(letters) < SHORT else [letters, ", ".join(parts)]


def players(drawing: Drawing, console: Console, known: dict[str, str]) -> None:
    """Print the players' fields and the fields in the middle of the table.

    If the players' fields do not fit in one table, print only the reader's own block and blocks that have changed.
    """
    for always in ("", *(hand.name for hand in drawing.hands if hand.you)):
        known.pop(always, None)
    _show(holdings.players(drawing, console), known, console)
    if doubts := {hand.doubt for hand in drawing.hands if hand.score} - {""}:
        said = drawing.words.things.locale
        console.print(Text("\n".join(said(DOUBT_LEGEND[doubt]) for doubt in sorted(doubts)), FAINT))
    if middle := holdings.middle(drawing):
        console.print(Text("   ".join(middle), FAINT))


def heading(drawing: Drawing, seat: int, console: Console) -> None:
    """Print the player who must decide, the round and the phase. If there is room, also print the clauses of the
    printed rules for this decision.
    """
    hand = drawing.hands[seat]
    text = Text.assemble((hand.name, f"bold {hand.colour}"), (f" · {drawing.heading}", "bold"))
    cites = f"  [{', '.join(drawing.cites)}]" if drawing.cites else ""
    if text.cell_len + len(cites) <= console.width:
        text.append(cites, FAINT)
    console.print()
    console.print(text)
