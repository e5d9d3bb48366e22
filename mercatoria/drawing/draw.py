"""Draws the whole table as one seat sees it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from interpreter.position import once
from interpreter.table import CachedView, spaced
from interpreter.wording import step_title
from mercatoria import CompiledGame, State
from mercatoria.drawing.drawing_model import Drawing, PlayerPanel
from mercatoria.drawing.field_contents import FieldContents
from mercatoria.drawing.holdings import Entry, Holding, Table
from mercatoria.drawing.map_builder import Kept, Last, MapBuilder
from mercatoria.drawing.moves import subjects
from mercatoria.drawing.offers import NO_OFFERS, MovesAt, Offers, offers_ahead, offers_to
from mercatoria.drawing.points import AT_LEAST, UNSURE
from mercatoria.drawing.stage import stage_of
from mercatoria.drawing.table_view import TableView, table_view
from mercatoria.drawing.tracks import occupants_of, steps_of
from mercatoria.picture import MOST_ROWS, PLAYER, SUPPLY, Chart, Column, Picture, picture_of
from mercatoria.static_scene import Terrain, setting_of

DOUBTS = {"": "", AT_LEAST: "+", UNSURE: "?"}
"""Sign printed after a score to show that hidden things may change the score."""
DOUBT_LEGEND = {
    AT_LEAST: "at_least_legend",
    UNSURE: "unsure_legend",
}
"""Keys of the explanations of the signs `+` and `?` after a score, for the terminal and the browser."""
DOUBTED = {"": "score", AT_LEAST: "score_or_more", UNSURE: "score_about"}
"""Keys of the wording of a score that hidden things may change."""


@dataclass(slots=True)
class Sight:
    """A cache of the view and drawing that one seat last saw of one table. The next drawing reuses the parts that have
    not changed.
    """

    view: CachedView | None = None
    board: Last = field(default_factory=dict)
    hands: dict[int, tuple[tuple[object, ...], PlayerPanel]] = field(default_factory=dict)


def draw(
    state: State, seat: int | None = None, picture: Picture | None = None, sight: Sight | None = None,
    offered: bool = True, ahead: Sequence[MovesAt] | None = None,
) -> Drawing:  # fmt: skip
    """Draw the table as one seat sees it, or as a spectator (None) sees it.

    Args:
        picture: Drawing instructions; by default, those in the game's `picture.yaml`.
        sight: Cache with the previous drawing of this table for this seat.
        offered: False to leave out the seat's legal moves, which take the longest to find.
        ahead: Moves that the seat could plan, to be drawn in the place of its legal moves.
    """
    known, last = picture_of(state.table) if picture is None else picture, sight or Sight()
    scene = scene_of(state.table, known)
    terrain = scene.terrain
    view = table_view(state, terrain.picture, seat, last.view)
    offers = offers_ahead(view, ahead) if ahead is not None else offers_to(view, state) if offered else NO_OFFERS
    lying = FieldContents(view, offers)
    board = MapBuilder(view, lying, terrain, scene.kept.setdefault(seat, {}), last.board)
    places = board.places()
    model = view.model
    tables = tuple(_charts(view, lying) if known.map or known.charts else _others(view, lying))
    return Drawing(
        slug=state.edition.slug,
        title=state.edition.title,
        note=state.table.locale("reconstruction") if model.reconstructed else "",
        seat=seat,
        round_title=_round(view, state),
        phase=_phase(view, state),
        cites=tuple(view.data["cites"]),
        hands=tuple(_hand_as_before(view, lying, each, last) for each in range(len(view.seats))),
        places=places,
        lines=board.lines(),
        areas=board.areas(places),
        middle=tuple(_middle(view, lying)),
        tables=tables,
        moves=offers.all,
        step=terrain.step,
        marks=terrain.marks,
        travellers=view.picture.travellers,
        icons=tuple(view.picture.icons.items()),
        ground=view.picture.ground,
        stage=tuple(stage_of(view, lying, tables)),
        words=view.words,
        supposed=offers.supposed,
    )


@dataclass(frozen=True, slots=True)
class Scene:
    """The map of a table, with a cache for each seat of the places and lines drawn so far.

    Seats do not share a cache, because with a shared cache, drawing times could reveal what another seat has seen.
    """

    terrain: Terrain
    kept: dict[int | None, Kept]


@dataclass(slots=True)
class LastScene:
    """The scene of a table that was drawn last, or None before the first drawing."""

    scene: Scene | None = None


def last_scene(table: CompiledGame) -> LastScene:
    """Return an object that stores the scene of a table."""
    return LastScene()


def scene_of(table: CompiledGame, picture: Picture) -> Scene:
    """Return the map and caches of a table, and create them again if the picture has changed."""
    last = once(table, last_scene)
    scene = last.scene
    if scene is None or scene.terrain.given is not picture:
        scene = last.scene = Scene(Terrain(setting_of(table), picture), {})
    return scene


def _round(view: TableView, state: State) -> str:
    number = view.data["game"].get("round_number")
    return state.table.locale("round", number=number) if number and not state.is_over else ""


def _phase(view: TableView, state: State) -> str:
    """Return the phase that runs now and the subjects of the current decision, or say that the game is over."""
    if state.is_over:
        return state.table.locale("game_is_over")
    asked = [view.seats[seat] for seat in view.data["deciders"]]
    about = [_subject(view, about, thing) for about, thing in subjects(state) if thing not in asked]
    return " · ".join(part for part in (step_title(state.table, state.vector), *about) if part)


def _subject(view: TableView, about: str, thing: str) -> str:
    """Return the subject of a decision after its parameter, unless its name begins with the same word."""
    title = view.words.title(thing)
    return title if title.casefold().startswith(about.casefold()) else f"{about}: {title}"


def _hand_as_before(view: TableView, lying: FieldContents, seat: int, last: Sight) -> PlayerPanel:
    """Draw a player's panel, or reuse the previous one if the seat can see no change.

    A panel with descriptions of things is always drawn again, because a description may depend on any part of the
    state.
    """
    if view.picture.texts or view.picture.cards:
        return _hand(view, lying, seat)
    by = view.held(PLAYER, view.seats[seat]), view.points, view.data["deciders"], lying.offers.all
    known = last.hands.get(seat)
    if known is None or known[0] != by:
        known = last.hands[seat] = by, _hand(view, lying, seat)
    return known[1]


def _hand(view: TableView, lying: FieldContents, seat: int) -> PlayerPanel:
    name = view.seats[seat]
    theirs = replace(lying, sorts_move=seat == view.data["seat"])
    columns = _columns(view)
    holdings = tuple(
        theirs.possession(column, view.words.heading(column), view.field(PLAYER, name, column.field), seat)
        for column in columns
    )
    points, you, decides = view.points, seat == view.data["seat"], seat in view.data["deciders"]
    counted = points.by_seat[seat] if points.by_seat else None
    score = str(counted) if counted is not None else ""
    doubt = points.doubts[seat] if points.by_seat else ""
    locale, title = view.words.things.locale, view.words.thing(name)
    state = ", ".join(locale(words) for words, so in (("yourself", you), ("to_move", decides)) if so)
    called = title + (f" ({state})" if state else "")
    said = [called]
    said += [locale(DOUBTED[doubt], points=score)] if score else []
    said += [holding.said for holding in holdings]
    return PlayerPanel(
        seat, title, view.letter(seat), view.colour(seat), you, decides, score + DOUBTS[doubt], doubt, counted,
        holdings, lying.offers.of(name), called, "; ".join(said),
    )  # fmt: skip


def _columns(view: TableView) -> tuple[Column, ...]:
    """Return the columns of the player table. By default, every field of a player that is not internal has a column."""
    if view.picture.players:
        return view.picture.players
    first = view.data["things"].get(PLAYER, {}).get(view.seats[0], {})
    return tuple(Column(name, "") for name in first if not view.words.is_internal(PLAYER, name))


def _middle(view: TableView, lying: FieldContents) -> Iterator[Holding]:
    """Yield the contents of each field shown in the middle of the table."""
    for name in view.middle:
        game = view.data["game"]
        yield lying.holding(name, view.words.noun("", name), game[name] if name in game else view.value("", "", name))


# ---------------------------------------------------------------- charts


def _charts(view: TableView, lying: FieldContents) -> Iterator[Table]:
    """Yield the charts listed in the picture file."""
    for chart in view.picture.charts:
        yield _track(view, lying, chart) if chart.track else _rows(view, lying, chart)


def _others(view: TableView, lying: FieldContents) -> Iterator[Table]:
    """Yield a default chart for each kind of thing with fields that the map does not show."""
    kinds, shown = view.model.kinds, set[tuple[str, str]]()
    for mark in view.picture.map:
        shown |= {(kinds[mark.kind].root, name) for name in (*mark.pieces, *mark.below)}
    shown |= {(kinds[of.kind].root, name) for of in view.picture.travellers if of.kind for name in (of.field, of.load)}
    for kind, things in view.data["things"].items():
        of = kinds[kind]
        fields = tuple(name for name in next(iter(things.values()), {})
                       if (of.root, name) not in shown and not view.words.is_internal(kind, name))  # fmt: skip
        if kind == PLAYER or not fields or of.size > MOST_ROWS:
            continue
        table = _rows(view, lying, Chart(kind, (*fields, SUPPLY) if of.fungible else fields))
        if held := tuple(entry for entry in table.entries if not all(cell.is_empty for cell in entry.cells)):
            yield replace(table, entries=held)


def _rows(view: TableView, lying: FieldContents, chart: Chart) -> Table:
    entries = []
    for thing in view.model.kinds[chart.kind].things:
        cells = tuple(lying.holding(name, view.words.noun(chart.kind, name), view.lookup(chart.kind, thing, name))
                      for name in chart.rows)  # fmt: skip
        entries.append(_entry(lying.offers, thing, view.words.title(thing), cells))
    headings = tuple(view.words.noun(chart.kind, name) for name in chart.rows)
    return Table(view.words.kind(chart.kind), "", headings, tuple(entries))


def _track(view: TableView, lying: FieldContents, chart: Chart) -> Table:
    here, entries, steps = occupants_of(view, chart), [], view.words.noun(chart.kind, chart.track)
    titles = (*(spaced(name).removesuffix(" at") for name in chart.tables), view.words.kind(chart.kind))
    for step in steps_of(view, chart):
        says = [row.get(step) for row in chart.tables.values()]
        cells = tuple(lying.holding(title, title, value)
                      for title, value in zip(titles, [*says, here.get(step, [])], strict=True))  # fmt: skip
        entry = _entry(lying.offers, str(step), str(step), cells)
        entries.append(replace(entry, said=f"{steps} {entry.said}"))
    return Table(f"{view.words.kind(chart.kind)}: {steps}", steps, titles, tuple(entries))


def _entry(offers: Offers, name: str, title: str, cells: tuple[Holding, ...]) -> Entry:
    return Entry(name, title, cells, offers.of(name), "; ".join([title, *(cell.said for cell in cells)]))
