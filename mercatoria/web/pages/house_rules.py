"""The variants and house rules in force at a table."""

from __future__ import annotations

from mercatoria import State


def house_rules(state: State) -> dict[str, str]:
    """Return the title of each variant in force, by the variant's id. A variant is in force if it was chosen or applies
    automatically.
    """
    edition, folder = state.edition, state.edition.folder
    names = (*edition.variants, *folder.automatic(state.players, edition.options))
    return {name: folder.variants[name].title or name.replace("_", " ") for name in names if name in folder.variants}
