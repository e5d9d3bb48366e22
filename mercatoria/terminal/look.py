"""The `look` command, which describes things."""

from __future__ import annotations

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from dsl.locale import Locale
from mercatoria import State
from mercatoria.drawing import Tooltip, actions_called, tellings, things_called, words_of
from mercatoria.picture import Picture
from mercatoria.terminal.canvas import FAINT
from mercatoria.terminal.cells import cell

MOST_TOLD = 12
"""Maximum number of things that are described at once. If more things match, only their names are printed."""


def look(state: State, picture: Picture, seat: int | None, words: str, console: Console) -> None:
    """Describe the things or the actions whose names match the text, using only information that the seat may see.

    If the text is empty, list all things by kind.
    """
    if not words:
        _kinds(state, console)
        return
    named = words_of(state.table)
    things = things_called(named, words) or actions_called(named, picture, words)
    if not things:
        console.print(Text(f"There is nothing called `{words}`; `look` alone lists all things."))
    elif len(things) > MOST_TOLD:
        console.print(Text(", ".join(map(words_of(state.table).thing, things))))
        console.print(Text("Type the name of one of these things.", FAINT))
    else:
        for telling in tellings(state, picture, seat, things):
            _tell(telling, console, state.table.locale)


def _kinds(state: State, console: Console) -> None:
    kinds = state.table.flow.model.kinds.values()
    roots = [kind for kind in kinds if kind.things not in ((), (kind.name,)) and kind.ends is None]
    for kind in roots:
        named = list(map(words_of(state.table).thing, kind.things))
        if len(named) <= MOST_TOLD:
            names = ", ".join(named)
        else:
            names = f"{', '.join(named[:3])} and {kind.size - 3} more: `look {kind.name}`"
        console.print(Text.assemble((f"  {words_of(state.table).kind(kind.name)}: ", "bold"), names))
    console.print(Text("`look NAME` describes a thing; part of the name is enough.", FAINT))


def _tell(telling: Tooltip, console: Console, said: Locale) -> None:
    head = Text(telling.title, "bold")
    if telling.kind:
        head.append(f", {telling.kind}", f"{FAINT} not bold")
    console.print(head)
    lines = [Text(telling.note)] if telling.note else []
    lines += [Text.assemble((f"{holding.title}: ", FAINT), cell(holding, said)) for holding in telling.known]
    for line in lines:
        console.print(Padding(line, (0, 0, 0, 2)))
