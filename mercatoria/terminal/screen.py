"""What a person sees before a decision: what happened, the map, what everybody has, and what is to be decided."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby

from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.text import Text

from mercatoria import State
from mercatoria.drawing import AT_LEAST, UNSURE, Picture, TableView, grid_of, subjects, table_view
from mercatoria.terminal import game_map, holdings, look
from mercatoria.terminal.charts import all_charts
from mercatoria.terminal.grid_map import grid_lines

CHANCE, PASS = "chance: ", ": pass"
LEGEND = {
    AT_LEAST: "+ at least: there may be points that you may not see",
    UNSURE: "? unsure: what you may not see may add points or take them away",
}
SIGN = 2
"""Letters of a sign that the legend explains; longer ones are words."""
SHORT = 36
"""Letters of a line that leave room for more beside them."""
MOST_NEWS = 30
"""Lines of what others did that are told at once."""


def greeting(state: State, kinds: tuple[str, ...], picture: Picture, console: Console) -> None:
    """The title, who plays, and what one must know about the board."""
    model = state.table.flow.model
    console.print()
    console.rule(Text(state.edition.title, "bold"), style="bright_black")
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
            console.print(Text(model.board_note, "bright_black"))
    console.print(Text("Type ? for help at any time; `look NAME` tells what a thing is for."))


def news(log: list[str], told: list[str], but: str | None, console: Console) -> int:
    """Prints the lines of a log that are not among those `told`, but for those of the seat `but`; how many there were.

    An old line can be new: what was chosen in secret is told once it is revealed."""
    fresh = [line for at, line in enumerate(log) if at >= len(told) or told[at] != line]
    fresh = gathered(line for line in fresh if but is None or not line.startswith(f"{but}: "))
    if len(fresh) > MOST_NEWS:
        console.print(Text(f"  … {len(fresh) - MOST_NEWS} more; `log` shows all", "bright_black"))
    for line in fresh[-MOST_NEWS:]:
        console.print(Padding(hanging(line, console.width - 2), (0, 0, 0, 2)), style="bright_black")
    return len(fresh)


def gathered(lines: Iterable[str]) -> list[str]:
    """Lines of the log with what belongs together in one: what chance brought one after the other
    (`chance: hand = A, B, 3 hidden from you`), and who passed (`Red, Blue: pass`)."""
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
    """What neighbours in the log have in common that are told in one line."""
    if line.startswith(CHANCE):
        return line.partition(" = ")[0]
    return PASS if line.endswith(PASS) else line


def hanging(line: str, width: int) -> str:
    """A line broken at a width, the rest of it further in."""
    return textwrap.fill(line, max(width, 20), subsequent_indent="    ", break_on_hyphens=False)


Blocks = Mapping[str, Sequence[RenderableType]]
"""Parts of the picture by name."""


def show_table(
    state: State,
    picture: Picture,
    seat: int | None,
    console: Console,
    known: dict[str, str] | None = None,
    about: str = "",
) -> None:
    """The map and all holdings; of what is `known` from the last time, only what has changed. Of a map that does not
    fit, the region around the thing `about`."""
    view = table_view(state, picture, seat)
    known = {} if known is None else known
    _show({"map": _map(view, console, about), "charts": _charts(view, console)}, known, console)
    console.print()
    players(view, console, known)
    offered = _offered(state, seat)
    _show({card.plain: [Padding(card, (0, 0, 0, 2))] for card in look.cards(view, offered)}, known, console)


def _offered(state: State, seat: int | None) -> set[str]:
    """The things that a seat can choose now; the menu tells of them."""
    moves = state.moves(seat) if seat is not None and seat in state.deciders else []
    return {value for move in moves for value in move.args.values() if isinstance(value, str)}


def _show(blocks: Blocks, known: dict[str, str], console: Console) -> None:
    """Prints the blocks that do not look as they did."""
    for name, parts in blocks.items():
        with console.capture() as captured:
            for part in parts:
                console.print(part)
        if known.get(name) != (text := captured.get()):
            known[name] = text
            for part in parts:
                console.print(part)


def map_lines(view: TableView, width: int, about: str = "") -> list[Text] | None:
    """The map at a width: that of a grid, where the board has one, else things at their places. None where there is
    none or it would not be legible."""
    grid = grid_of(view) if width >= game_map.NARROWEST else None
    return game_map.map_lines(view, width) if grid is None else grid_lines(view, grid, width, about)


def _map(view: TableView, console: Console, about: str) -> list[RenderableType]:
    lines = map_lines(view, console.width, about)
    if lines is None:
        return ["", *holdings.places(view), *holdings.others(view)]
    return ["", *lines, *(Text(words, "bright_black") for words in _legend(view)), *holdings.others(view)]


def _charts(view: TableView, console: Console) -> list[RenderableType]:
    return ["", all_charts(view, console)] if view.picture.charts else []


def _legend(view: TableView) -> list[str]:
    """What the signs on the map mean, from the words of the picture."""
    parts = []
    for mark in view.picture.map:
        if mark.token and not mark.signs:
            parts.append(f"{game_map.TOKEN} {mark.token.replace('_', ' ')}")
        parts += [f"{sign} {thing}" for thing, sign in mark.signs.items() if len(sign) <= SIGN]
        if mark.dim:
            parts.append(f"grey: {mark.dim.replace('_', ' ')}")
        if not mark.name and not view.has_grid:
            parts.append(f"{game_map.EMPTY} {mark.kind}")
        if mark.below:
            parts.append(f"below {mark.kind}: {', '.join(mark.below).replace('_', ' ')}")
    for of in view.picture.travellers:
        if of.sign:
            parts.append(f"{of.sign} {(of.kind or of.field).replace('_', ' ')}")
    if not any(mark.pieces for mark in view.picture.map) and not any(not of.sign for of in view.picture.travellers):
        return [", ".join(parts)] if parts else []
    letters = " ".join(f"{view.letter(seat)}={name}" for seat, name in enumerate(view.seats))
    return [f"{letters}   {', '.join(parts)}"] if len(letters) < SHORT else [letters, ", ".join(parts)]


def players(view: TableView, console: Console, known: dict[str, str] | None = None) -> None:
    """The table of players, and the middle of the table. Where players have a line each, one's own and those that are
    not `known`."""
    known = {} if known is None else known
    for always in ("", *([] if view.data["seat"] is None else [view.seats[view.data["seat"]]])):
        known.pop(always, None)
    _show(holdings.players(view, console), known, console)
    if view.points.by_seat and (doubts := set(view.points.doubts) - {""}):
        console.print(Text("\n".join(LEGEND[doubt] for doubt in sorted(doubts)), "bright_black"))
    if middle := holdings.middle(view):
        console.print(Text("   ".join(middle), "bright_black"))


def heading(state: State, picture: Picture, seat: int, console: Console) -> None:
    """Whose decision it is, in which round and phase, and by which clauses."""
    view = state.view(seat)
    name = view["players"][seat]
    number = view["game"].get("round_number")
    text = Text.assemble((name, f"bold {picture.colour(seat)}"))
    if number:
        text.append(f" · round {number}", "bold")
    title = view["phase_title"] or view["phase"].replace("_", " ")
    text.append(f" · {title}", "bold")
    for about, thing in subjects(state):
        if thing != name:
            text.append(f" · {about}: {thing}", "bold")
    cites = f"  [{', '.join(view['cites'])}]" if view["cites"] else ""
    if text.cell_len + len(cites) <= console.width:
        text.append(cites, "bright_black")
    console.print()
    console.print(text)
