"""Lists the variants and house rules used at a table."""

from __future__ import annotations

from mercatoria import CompiledGame


def house_rules(table: CompiledGame) -> dict[str, str]:
    """Return the titles of the variants used at a table, by name. The result includes variants that apply
    automatically.
    """
    edition, folder = table.edition, table.edition.folder
    names = (*edition.variants, *folder.automatic(table.flow.model.players, edition.options))
    return {name: folder.variants[name].title or name.replace("_", " ") for name in names if name in folder.variants}
