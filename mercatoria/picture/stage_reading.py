"""Reads the entries `stage` and `cards` of a picture file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from dsl.board import Datum
from dsl.model import Bag, Holder, Many, Ref
from mercatoria.picture.file_checks import FileChecks, entries_of, pairs_of, parts_of, text_of
from mercatoria.picture.file_keys import CARD, STAGE, STAGE_FORMS
from mercatoria.picture.picture import PLAYER, keyed_by
from mercatoria.picture.stage import CardFace, CardsPart, ChartPart, GridPart, MapPart, StagePart, titles_of

BIG, SMALL = "big", "small"


def stage_in(datum: Datum | None, checks: FileChecks, charts: Iterable[str]) -> Iterator[StagePart]:
    """Yield the areas of the board. `charts` are the kinds for which the file lists a chart."""
    for part in parts_of(datum):
        forms = [str(key) for key in part.parts if key in STAGE_FORMS]
        if isinstance(part.value, dict) and len(forms) != 1:
            names = ", ".join(f"`{name}`" for name in STAGE_FORMS)
            checks.sink.add("E232", f"exactly one of {names} is needed here", part.place)
            continue
        form = forms[0] if forms else "map"
        inside = checks.group(part, STAGE[form], (form,))
        if form not in inside:
            continue
        datum_of = inside[form]
        match form:
            case "map":
                checks.known(datum_of, (BIG, SMALL), "size")
                yield MapPart(text_of(datum_of) == SMALL)
            case "grid":
                yield from _grid(inside, checks)
            case "chart":
                checks.known(datum_of, charts, "chart")
                yield ChartPart(text_of(datum_of), text_of(inside.get("title")))
            case _:
                mine = form == "mine"
                known = checks.fields(PLAYER if mine else "")
                fields = checks.listed(datum_of, known, "field of " + (PLAYER if mine else "the game"))
                yield CardsPart(tuple(fields), mine, text_of(inside.get("title")))


def titles_in(datum: Datum | None) -> dict[str, str]:
    """Return the titles and notes of areas, by the keys of their translations. Names need not exist in the game."""
    found: list[StagePart] = []
    for part in parts_of(datum):
        inside = part.parts
        title = text_of(inside.get("title"))
        if "grid" in inside:
            notes = pairs_of(inside.get("notes"))
            found.append(GridPart(text_of(inside["grid"]), text_of(inside.get("of")), title=title, notes=notes))
        elif "chart" in inside:
            found.append(ChartPart(text_of(inside["chart"]), title))
        elif listed := inside.get("mine") or inside.get("market"):
            found.append(CardsPart(tuple(text_of(name) for name in parts_of(listed)), "mine" in inside, title))
    return titles_of(found)


def _grid(inside: dict[str, Datum], checks: FileChecks) -> Iterator[GridPart]:
    kind = checks.kind({"kind": inside["grid"]})
    if not kind:
        return
    held = [of.name for of in checks.model.fields if of.kind == PLAYER and isinstance(of.type, Holder)
            and checks.related(of.type.kind, kind)]  # fmt: skip
    checks.known(inside.get("of"), held, f"field of {PLAYER} that contains {kind}")
    for key in ("columns", "rows", "colour"):
        checks.known(inside.get(key), checks.facts(kind), f"fact of {kind}")
    columns = text_of(inside.get("columns"))
    by = next((of.type for of in checks.model.statics if of.name == columns and checks.related(of.kind, kind)), None)
    things = checks.model.kinds[by.kind].things if isinstance(by, Ref) else None
    for name, note in entries_of(inside.get("notes")):
        if things is not None:
            checks.known(note, things, "column", name)
    yield GridPart(
        kind, text_of(inside.get("of")), columns, text_of(inside.get("rows")), text_of(inside.get("colour")),
        text_of(inside.get("title")), pairs_of(inside.get("notes")),
    )  # fmt: skip


def cards_in(datum: Datum | None, checks: FileChecks) -> dict[str, CardFace]:
    """Return the faces of cards, by kind."""
    found = {}
    for kind, part in entries_of(datum):
        if kind in checks.absent:
            continue
        checks.known(part, checks.model.kinds, "kind", kind)
        inside = checks.group(part, CARD, ())
        if kind not in checks.model.kinds:
            continue
        known = [*checks.named(kind), *keyed_by(checks.model, kind)]
        pieces = [of.name for of in checks.model.statics
                  if checks.related(of.kind, kind) and isinstance(of.type, Bag | Many | Ref)]  # fmt: skip
        pieces += [*checks.fields(kind), *checks.values_for(kind, Bag, Many, Ref)]
        checks.known(inside.get("value"), known, f"fact or field of {kind}")
        for key in ("for", "needs", "gives"):
            checks.known(inside.get(key), pieces, f"fact or field of {kind} that names things")
        found[kind] = CardFace(*(text_of(inside.get(key)) for key in ("value", "for", "needs", "gives")))
    return found
