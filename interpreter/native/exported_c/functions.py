"""The functions of the header in C. Numbers and names of the game replace `@NAME@`."""

from __future__ import annotations

FUNCTIONS = """\
static int32_t word(const struct @game@ *g, size_t at)
{
    int32_t x;
    memcpy(&x, g->memory + at, sizeof x);
    return x;
}

static void set_word(struct @game@ *g, size_t at, int32_t x)
{
    memcpy(g->memory + at, &x, sizeof x);
}

/* Prepares the game for calls of the functions above, whose name begins with f_. */
static void enter(struct @game@ *g)
{
    g->trapped = 0;
    g->nested = 0;
    set_word(g, @fault@, 0);
}

/* Returns the result of the calls since `enter`. */
static int result(const struct @game@ *g)
{
    int fault = word(g, @fault@);
    if (!g->trapped) return @game@_FINE;
    if (fault == 0) return @game@_BROKEN;
    if (fault == @budget@) return @game@_TOO_MUCH_WORK;
    return fault > 0 ? fault : @game@_ANOTHER_ENGINE;
}

/* Draws chance until a seat decides or the game is over, and lists the seat's moves. */
static int settled(struct @game@ *g)
{
    uint32_t seat, end;
    g->deciding = -1;
    g->listed = 0;
    if (!g->trapped) f_draw_chance(g);
    if (!g->trapped && !word(g, @over@)) {
        seat = f_who(g);
        end = g->trapped ? 0 : f_rows(g, seat);
        if (!g->trapped && end <= @rows@u) {
            set_word(g, @fault@, @game@_ANOTHER_ENGINE);
            g->trapped = 1;
        }
        if (!g->trapped) {
            g->deciding = (int32_t)seat;
            g->listed = (end - @rows@u) / @stride@u;
        }
    }
    g->failed = result(g);
    return g->failed;
}

size_t @game@_size(void)
{
    return sizeof(struct @game@);
}

void @game@_prepare(struct @game@ *g)
{
@start@
    g->deciding = -1;
}

struct @game@ *@game@_new(void)
{
    struct @game@ *g = calloc(1, sizeof *g);
    if (g) @game@_prepare(g);
    return g;
}

void @game@_free(struct @game@ *g)
{
    free(g);
}

int @game@_begin(struct @game@ *g, uint64_t seed)
{
    enter(g);
    f_begin(g, seed);
    return settled(g);
}

uint64_t @game@_game_seed(uint64_t seed, uint32_t number)
{
    return f_game_seed(NULL, seed, number);
}

int @game@_who(const struct @game@ *g)
{
    return g->deciding;
}

int @game@_moves(const struct @game@ *g)
{
    return (int)g->listed;
}

static int is_listed(const struct @game@ *g, int move)
{
    return move >= 0 && (uint32_t)move < g->listed;
}

int @game@_move(const struct @game@ *g, int move, int32_t row[@game@_ROW])
{
    size_t at = @rows@u + (size_t)move * @stride@u;
    int length, place;
    if (!is_listed(g, move)) return @game@_NO_SUCH_MOVE;
    length = lengths[word(g, at)];
    for (place = 0; place < @game@_ROW; place++) row[place] = place < length ? word(g, at + 4u * (size_t)place) : 0;
    return length;
}

int @game@_play(struct @game@ *g, int move)
{
    uint32_t row = @rows@u + (uint32_t)move * @stride@u;
    if (g->failed) return g->failed;
    if (!is_listed(g, move)) return @game@_NO_SUCH_MOVE;
    enter(g);
    f_refill(g);
    if (f_is_open(g, row)) row = f_filled(g, (uint32_t)g->deciding, row, @rows@u + g->listed * @stride@u);
    if (!g->trapped) f_play(g, (uint32_t)g->deciding, row);
    return settled(g);
}

/* Returns 1 if the numbers of a row are in the ranges of the open numbers of a listed row. */
static int is_in_ranges(const struct @game@ *g, const int32_t *listed, const int32_t *row, int length)
{
    size_t range = @ranges@, size = @sizes@;
    int32_t number = 0, left = 0, is_set = 0;
    int place;
    for (place = 1; place < length; place++) {
        int64_t first = word(g, range), count = word(g, range + 4), step = word(g, range + 8), x = row[place];
        if (listed[place] != @game@_OPEN) continue;
        if (left == 0) is_set = 0;
        if (left == 0 && word(g, size + @size_at@) == number) {
            left = word(g, size + @size_width@);
            is_set = word(g, size + @size_is_set@);
            size += @size@;
        }
        if (is_set ? x < 0 || (x & ~(count - 1)) : x < first || (x - first) % step || (x - first) / step >= count)
            return 0;
        if (left > 0) left--;
        number++;
        range += @range@;
    }
    return 1;
}

int @game@_play_row(struct @game@ *g, const int32_t row[@game@_ROW])
{
    int32_t listed[@game@_ROW];
    int move, place, length, opened;
    if (g->failed) return g->failed;
    for (move = 0; is_listed(g, move); move++) {
        length = @game@_move(g, move, listed);
        opened = 0;
        for (place = 0; place < length; place++) {
            if (listed[place] == @game@_OPEN && row[place] != @game@_OPEN) opened = 1;
            else if (listed[place] != row[place]) break;
        }
        if (place < length) continue;
        if (!opened) return @game@_play(g, move);
        enter(g);
        f_ranges_of(g, (uint32_t)g->deciding, @rows@u + (uint32_t)move * @stride@u);
        if (!g->trapped && !is_in_ranges(g, listed, row, length)) continue;
        for (place = 0; place < @game@_ROW; place++)
            set_word(g, @given_row@u + 4u * (size_t)place, place < length ? row[place] : 0);
        if (!g->trapped && !f_legal_of(g, (uint32_t)g->deciding, @given_row@u) && !g->trapped) continue;
        if (!g->trapped) f_play(g, (uint32_t)g->deciding, @given_row@u);
        return settled(g);
    }
    return @game@_NO_SUCH_MOVE;
}

int @game@_play_on(struct @game@ *g, int *decisions)
{
    if (g->failed) return g->failed;
    enter(g);
    set_word(g, @results@ + @decisions@, 0);
    f_play_on(g, @results@u);
    if (decisions) *decisions = word(g, @results@ + @decisions@);
    return settled(g);
}

int @game@_over(const struct @game@ *g)
{
    return g->failed ? 0 : word(g, @over@);
}

int @game@_score(struct @game@ *g, int seat, int64_t *points)
{
    if (g->failed) return g->failed;
    if (seat < 0 || seat >= @game@_SEATS) return @game@_NO_SUCH_MOVE;
    enter(g);
    *points = (int64_t)f_score(g, (uint32_t)seat);
    return result(g);
}

void @game@_clone(struct @game@ *to, const struct @game@ *from)
{
    if (to == from) return;
    memcpy(to->memory + @position@, from->memory + @position@, @position_size@);
    memcpy(to->memory + @streams@, from->memory + @streams@, @streams_size@);
    memcpy(to->memory + @rows@, from->memory + @rows@, (size_t)from->listed * @stride@u);
    memcpy(to->memory + @fault@, from->memory + @fault@, 4);
    memcpy(to->memory + @shown@, from->memory + @shown@, 8 * @most_shown@);
    to->deciding = from->deciding;
    to->listed = from->listed;
    to->failed = from->failed;
}

void @game@_reseed(struct @game@ *g, uint64_t seed)
{
    enter(g);
    f_begin_at(g, @position@u, seed);
}

int64_t @game@_slot(const struct @game@ *g, int slot)
{
@upper@    return slot >= 0 && slot < @game@_SLOTS ? word(g, @position@u + 4u * (size_t)slot) : 0;
}

const char *@game@_fault_text(int fault)
{
    switch (fault) {
    case @game@_ANOTHER_ENGINE: return "this position needs a part of the rules that has no code in C";
    case @game@_TOO_MUCH_WORK: return "the decision exceeded its limit of work";
    case @game@_NO_SUCH_MOVE: return "this is not a legal move";
    }
    return fault >= 0 && fault <= @rules@ ? rules[fault] : "a defect of this program; please report it";
}

int64_t @game@_fault_value(const struct @game@ *g, int number)
{
    int64_t x = 0;
    if (number >= 0 && number < @most_shown@) memcpy(&x, g->memory + @shown@ + 8 * number, sizeof x);
    return x;
}
"""
