"""Lists the variants and house rules used at a table, and reads them from a form."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from mercatoria import CompiledGame
from mercatoria.web.tables import HouseRules, Setting, Variant


def house_rules(table: CompiledGame) -> dict[str, str]:
    """Return the titles of the variants used at a table, by name. The result includes variants that apply
    automatically.
    """
    edition, folder = table.edition, table.edition.folder
    names = (*edition.variants, *folder.automatic(table.flow.model.players, edition.options))
    return {name: folder.variants[name].title or name.replace("_", " ") for name in names if name in folder.variants}


def chosen_rules(variants: Iterable[Variant], settings: Iterable[Setting], fields: Mapping[str, str]) -> HouseRules:
    """Read house rules from a form. Options that are left open keep their usual values."""
    options = {of.name: value for of in settings if (value := fields.get(f"option.{of.name}", "").strip())}
    return HouseRules(tuple(of.name for of in variants if f"variant.{of.name}" in fields), options)
