"""Writes the header of an exported game: its names, and the functions that play it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dsl import model as m
from interpreter.flow import Flow, MoveKind
from interpreter.native.exported_c.names import comment, field_name, identifier, move_name, unique
from interpreter.native.module import NativeModule
from interpreter.position import BITS, OPEN, Rows

ANOTHER_ENGINE, TOO_MUCH_WORK, BROKEN, NO_SUCH_MOVE = -1, -2, -3, -4
"""Results of the C functions that do not belong to a rule."""

DECLARATIONS = """\
/* A game with its working memory. One thread at a time may use it; different games share nothing. */
struct {game};

/* Results of the functions below. A positive result is the number of a rule that failed: see {game}_fault_text. After
   a rule has failed, the position is only partly updated. Begin again, or clone a game over it. */
enum {{
    {game}_FINE = 0,
    {game}_ANOTHER_ENGINE = {another},   /* this position needs a part of the rules that has no code in C */
    {game}_TOO_MUCH_WORK = {work},    /* the decision exceeded its limit of work */
    {game}_BROKEN = {broken},           /* a defect of this program; please report it */
    {game}_NO_SUCH_MOVE = {no_move}      /* the move is not legal; nothing has changed */
}};

/* Allocates a game, or returns NULL if there is no memory. A game reserves {game}_size() bytes, but uses few of them:
   a system that provides memory on first use provides about a hundred kilobytes. {game}_free frees the game. */
struct {game} *{game}_new(void);
void {game}_free(struct {game} *g);

/* For memory of your own: {game}_size() bytes, aligned as malloc would, and all of them 0 before {game}_prepare. */
size_t {game}_size(void);
void {game}_prepare(struct {game} *g);

/* Begins a game. The same seed gives the same chance on every engine. {game}_game_seed gives the seed of a game of
   `mercatoria simulate --seed`, counted from 0. */
int {game}_begin(struct {game} *g, uint64_t seed);
uint64_t {game}_game_seed(uint64_t seed, uint32_t number);

/* The seat that decides, from 0, or -1 if the game is over or has failed. Of several seats that decide in secret, the
   first that has not decided yet. */
int {game}_who(const struct {game} *g);

/* The number of legal moves of the seat that decides, and one of them, from 0. {game}_move writes the row of the move
   and returns the length of the row, or {game}_NO_SUCH_MOVE. A row has {game}_ROW numbers; those after its length are
   0. */
int {game}_moves(const struct {game} *g);
int {game}_move(const struct {game} *g, int move, int32_t row[{game}_ROW]);

/* Plays a legal move by its number, and then chance until a seat decides or the game is over. Numbers of the row that
   are {game}_OPEN are drawn at random. {game}_play_row plays a row whose open numbers you have filled in. */
int {game}_play(struct {game} *g, int move);
int {game}_play_row(struct {game} *g, const int32_t row[{game}_ROW]);

/* Plays the game to its end with random players, and counts their decisions, unless `decisions` is NULL. */
int {game}_play_on(struct {game} *g, int *decisions);

/* 0 while the game runs, otherwise the number of its ending: an index of {game}_endings. The last ending has no name: a
   rule has stopped the game. */
int {game}_over(const struct {game} *g);

/* Computes a seat's points, in units of 1/{game}_SCORE_PARTS. */
int {game}_score(struct {game} *g, int seat, int64_t *points);

/* Makes `to` the same game as `from`: both then draw the same chance. {game}_reseed changes the chance to come. */
void {game}_clone(struct {game} *to, const struct {game} *from);
void {game}_reseed(struct {game} *g, uint64_t seed);

/* A slot of the position, from 0 to {game}_SLOTS - 1; 0 for any other number. */
int64_t {game}_slot(const struct {game} *g, int slot);

/* The text of a result. In the text of a rule, a value replaces each {{}}: {game}_fault_value gives the first, the
   second and so on, counted from 0. The number of a thing is given as a number. */
const char *{game}_fault_text(int fault);
int64_t {game}_fault_value(const struct {game} *g, int number);
"""


def header(flow: Flow, native: NativeModule, game: str, heading: str) -> str:
    """Return the header.

    Args:
        game: Name of the game's structure, with which all names begin.
        heading: First line of the file's comment.
    """
    guard = f"{game.upper()}_H"
    numbers = {
        "another": ANOTHER_ENGINE, "work": TOO_MUCH_WORK, "broken": BROKEN, "no_move": NO_SUCH_MOVE,
    }  # fmt: skip
    lines = [
        f"/* {heading} See docs/engines.md. */",
        f"#ifndef {guard}", f"#define {guard}", "",
        "#include <stddef.h>", "#include <stdint.h>", "",
        "#if defined(__cplusplus)", 'extern "C" {', "#endif", "",
        *_sizes(flow, native, game), "", *_moves(flow, game), "", *_slots(flow, game), "", *_texts(flow, game), "",
        DECLARATIONS.format(game=game, **numbers),
        "#if defined(__cplusplus)", "}", "#endif", "#endif",
    ]  # fmt: skip
    return "\n".join(lines) + "\n"


def _sizes(flow: Flow, native: NativeModule, game: str) -> Iterator[str]:
    yield "enum {"
    yield f"    {game}_SEATS = {flow.model.players},"
    yield f"    {game}_SLOTS = {native.memory.slots},"
    yield f"    {game}_ROW = {native.memory.row},"
    yield f"    {game}_SCORE_PARTS = {flow.model.score_parts}"
    yield "};"
    yield f"#define {game}_OPEN ((int32_t)({OPEN + 1} - 1))"


def _moves(flow: Flow, game: str) -> Iterator[str]:
    yield "/* Kinds of moves: the first number of a row. The comments describe the numbers that follow. */"
    yield "enum {"
    names = unique(kind.name for kind in flow.move_kinds)
    for number, (name, kind) in enumerate(zip(names, flow.move_kinds, strict=True)):
        told = f"  /* {'; '.join(_params(flow, kind))} */" if kind.params else ""
        yield f"    {game}_MOVE_{name} = {number},{told}"
    yield f"    {game}_MOVES = {len(flow.move_kinds)}"
    yield "};"


def _params(flow: Flow, kind: MoveKind) -> Iterator[str]:
    """Yield a description of each parameter's numbers in a row."""
    rows, at = Rows(flow.model), 1
    for name, of in kind.params:
        width = rows.width(of)
        where = str(at) if width == 1 else f"{at} to {at + width - 1}"
        yield f"{where}: {comment(name)}, {_type(flow, of)}"
        at += width


def _type(flow: Flow, of: m.Type) -> str:
    match of:
        case m.Flag():
            return "1 for yes"
        case m.Ref(name):
            return f"a number of {identifier(flow.model.kinds[name].root)}, -1 for none"
        case m.Bag(name):
            kind = flow.model.kinds[name]
            return f"how many of each {identifier(kind.root)} from number {kind.first} on"
        case m.Many(m.Ref(name)):
            kind = flow.model.kinds[name]
            return f"a set of {identifier(kind.root)} from number {kind.first} on, {BITS} bits in a number"
    return "a number"


def _slots(flow: Flow, game: str) -> Iterator[str]:
    yield "/* First slots of the fields. Entries are sorted by owner, then by keys. */"
    yield "enum {"
    runs = list(flow.layout.runs.values())
    for name, run in zip(unique(map(field_name, runs)), runs, strict=True):
        keys = " by ".join(map(identifier, run.field.key_kinds))
        told = f"{len(run.base)} entries" if len(run.base) > 1 else "1 entry"
        told += f" by {keys}" if keys else ""
        widths = set(run.widths)
        told += f", {widths.pop()} slots each" if len(widths) == 1 and run.widths[0] > 1 else ""
        yield f"    {game}_SLOT_{name} = {run.base[0]},  /* {told}: {identifier(run.form)} */"
    yield f"    {game}_SLOT_node = 0"
    yield "};"


def _texts(flow: Flow, game: str) -> Iterator[str]:
    yield "/* Names, by number. */"
    for name, count in texts(flow):
        yield f"extern const char *const {game}_{name}[{count}];"


def texts(flow: Flow) -> list[tuple[str, int]]:
    """Return the name and the length of each array of names."""
    return [(name, len(names)) for name, names in named(flow)]


def named(flow: Flow) -> list[tuple[str, Sequence[str]]]:
    """Return the arrays of names: kinds of moves, seats, endings, and the things of each kind."""
    roots = [kind for kind in flow.model.kinds.values() if kind.root == kind.name and kind.things]
    things = zip(unique(kind.name for kind in roots), roots, strict=True)
    return [
        ("moves_in_words", [move_name(flow, kind) for kind in flow.move_kinds]),
        ("seats", list(flow.model.seats)),
        ("endings", ["", *(ending.about.name for ending in flow.endings), ""]),
        *((f"names_of_{name}", [str(thing) for thing in kind.things]) for name, kind in things),
    ]
