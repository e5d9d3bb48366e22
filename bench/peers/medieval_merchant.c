/* Medieval Merchant in C, translated line by line from bench/handwritten_medieval_merchant.py. It has the same lists in
   the same order, so both play the same game from the same seed. `tables.py` writes the board to `tables.h`.

   The program answers two kinds of request:
   "PLAYERS SECONDS SEED"   the number of games and decisions that it played, as in bench/peers/answering.py
   "game PLAYERS SEED"      the number of decisions, the ending, and the points of each seat */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "tables.h"

enum { NN = NC + NT, MOST = 6, PASS = 0, K_HOME = 1 << 6, K_OPEN = 2 << 6, K_INC = 3 << 6, K_ADD = 4 << 6,
       K_ADD2 = 5 << 6, K_DOUBLE = 6 << 6, PRICE = 12, STOCK = 44 };
enum { HOME, OPENCITY, WORK, BRANCH, BRANCH2, OVER };
static const char *const ENDINGS[] = {"", "last_town", "last_marker", "quiet_round"};
static const int CAPITAL[] = {0, 0, 15, 20, 25, 30, 35}, UNIT[] = {0, 0, 1, 2, 3, 4, 5}, BASIC[] = {0, 0, 2, 4, 6, 8, 10};

/* ---------------------------------------------------------------- chance */

static uint64_t words;
static void seed_with(uint64_t seed) { words = seed * 2862933555777941757u + 3037000493u; }
static uint32_t drawn(void) { words = words * 6364136223846793005u + 1442695040888963407u; return words >> 32; }
static int below(int n) { return (int)((drawn() * (uint64_t)n) >> 32); }

/* ---------------------------------------------------------------- lists of moves */

typedef struct { int size, at[160]; } List;
static void append(List *l, int m) { l->at[l->size++] = m; }
static void extend(List *l, const List *more) {
    memcpy(l->at + l->size, more->at, more->size * sizeof(int));
    l->size += more->size;
}
static void copy(List *l, const List *from) { l->size = 0; extend(l, from); }
static void del(List *l, int i, int n) {
    l->size -= n;
    memmove(l->at + i, l->at + i + n, (l->size - i) * sizeof(int));
}
static int found(const List *l, int m) { int i = 0; while (l->at[i] != m) i++; return i; }
static void take_out(List *l, int m) { del(l, found(l, m), 1); }
static int bisect(const List *l, int m) {
    int low = 0, high = l->size;
    while (low < high) { int mid = (low + high) / 2; if (l->at[mid] < m) low = mid + 1; else high = mid; }
    return low;
}
static void insort(List *l, int m) {
    int i = bisect(l, m);
    memmove(l->at + i + 1, l->at + i, (l->size++ - i) * sizeof(int));
    l->at[i] = m;
}

/* ---------------------------------------------------------------- a game */

typedef struct {
    int n, unit, basic, ph, cur, rnd, moved, esc, virgin, left, towns, ended_by, nplaced;
    int cash[MOST], infl[MOST], letters[MOST], supply[MOST], regions[MOST], nhand[MOST], final[MOST];
    int hand[MOST][16], free[NN], marked[NC], cnt[MOST][NN], order[NN][MOST], norder[NN], placed[64];
    List front[MOST], m1[MOST], m2[MOST], u1[MOST], u2[MOST], unopened[9], homes, openers, opts, w1, w2;
} Game;

static void block(Game *s, int v) {
    for (int e = FROM[v]; e < FROM[v + 1]; e++) {
        int w = TO[e];
        for (int i = 0; i < s->norder[w]; i++) {
            int r = s->order[w][i];
            if (!s->cnt[r][v]) { List *front = &s->front[r]; del(front, bisect(front, INTO[e]), 1); }
        }
    }
}

static void fill(Game *s, int c, int f, int g) {
    List *one = s->u1, *two = s->marked[c] ? s->m2 : s->u2;
    for (int i = 0; i < s->norder[c]; i++) {
        int r = s->order[c][i];
        if (f > 1) take_out(&two[r], c | K_ADD2);
        if (!g && !s->marked[c]) take_out(&one[r], c | K_ADD);
    }
    if (!g) block(s, c);
}

static void take(Game *s, int c) {
    s->marked[c] = 0;
    s->left--;
    for (int i = 0; i < s->norder[c]; i++) {
        int r = s->order[c][i];
        del(&s->m1[r], found(&s->m1[r], c | K_INC), 2);
        if (s->free[c]) {
            append(&s->u1[r], c | K_ADD);
            if (s->free[c] > 1) { take_out(&s->m2[r], c | K_ADD2); append(&s->u2[r], c | K_ADD2); }
        }
    }
}

static void open_city(Game *s, int c) {
    take_out(&s->unopened[CAP[c]], c | K_OPEN);
    s->marked[c] = 1;
    s->free[c] = CAP[c];
    for (int e = FROM[c]; e < FROM[c + 1]; e++)
        for (int i = 0; i < s->norder[TO[e]]; i++) insort(&s->front[s->order[TO[e]][i]], INTO[e]);
}

static void build(Game *s, int p, int v) {
    int f = s->free[v]--, *cnt = s->cnt[p];
    List *front = &s->front[p];
    cnt[v] = 1;
    s->supply[p]--;
    s->regions[p] |= 1 << REGION[v];
    for (int e = FROM[v]; e < FROM[v + 1]; e++) {
        if (cnt[TO[e]]) del(front, bisect(front, INTO[e]), 1);
        else if (s->free[TO[e]]) insort(front, OUT_OF[e]);
    }
    s->order[v][s->norder[v]++] = p;
    if (v >= NC) { block(s, v); return; }
    if (s->marked[v]) { append(&s->m1[p], v | K_INC); append(&s->m1[p], v | K_ADD); }
    else append(&s->u1[p], v | K_ADD);
    if (f > 1) append(s->marked[v] ? &s->m2[p] : &s->u2[p], v | K_ADD2);
    if (f < 3) fill(s, v, f, f - 1);
}

static void finish(Game *s, int why) {
    s->ph = OVER;
    s->ended_by = why;
    for (int p = 0; p < s->n; p++)
        s->final[p] = s->infl[p] + 2 * __builtin_popcount(s->regions[p]) + s->cash[p] / 20;
}

static void start_work(Game *s, int p) {
    s->ph = WORK;
    s->virgin = 1;
    copy(&s->w1, &s->u1[p]);
    s->w2.size = s->opts.size = 0;
    append(&s->opts, PASS);
    s->esc = s->rnd > 1 && s->letters[p];
    if (s->esc) append(&s->opts, K_DOUBLE);
    extend(&s->opts, &s->m1[p]);
    if (s->esc) { extend(&s->opts, &s->m2[p]); copy(&s->w2, &s->u2[p]); }
}

static void start_turn(Game *s, int p) {
    s->nplaced = s->openers.size = 0;
    for (int i = 0, last = 0; i < s->nhand[p]; i++)
        if (s->hand[p][i] != last) extend(&s->openers, &s->unopened[last = s->hand[p][i]]);
    if (s->openers.size) s->ph = OPENCITY; else start_work(s, p);
}

static void end_turn(Game *s, int p) {
    for (int i = 0; i < s->nplaced; i++) {
        int c = s->placed[i], best = 0, w = 0;
        if (!s->marked[c]) continue;
        if (2 * s->cnt[p][c] > CAP[c]) { s->infl[p] += CAP[c]; take(s, c); continue; }
        if (s->free[c]) continue;
        for (int j = 0; j < s->norder[c]; j++) {
            int q = s->order[c][j];
            if (s->cnt[q][c] > best) { best = s->cnt[q][c]; w = q; }
        }
        s->infl[w] += CAP[c] >> 1;
        take(s, c);
    }
    if (!s->left) { finish(s, 2); return; }
    if (++p == s->n) {
        p = 0;
        if (!s->moved) { finish(s, 3); return; }
        s->moved = 0;
        s->rnd++;
    }
    s->cur = p;
    start_turn(s, p);
}

/* ---------------------------------------------------------------- the start */

static void shuffle(int *values, int n) {  /* sorts by random keys, as the Python version does */
    uint32_t keys[64];
    for (int i = 0; i < n; i++) {
        uint32_t key = drawn();
        int value = values[i], j = i;
        for (; j && keys[j - 1] > key; j--) { keys[j] = keys[j - 1]; values[j] = values[j - 1]; }
        keys[j] = key;
        values[j] = value;
    }
}

static void deal(Game *s) {
    int n = s->n, dealt[64], low[64], h = 0, l = 0, k;
    for (int i = 0; i < POOL_SIZE[n]; i++)
        if (POOL[n][i] > 4) dealt[h++] = POOL[n][i]; else low[l++] = POOL[n][i];
    shuffle(dealt, h);
    k = h / n * n;
    for (int i = k; i < h; i++) low[l++] = dealt[i];
    shuffle(low, l);
    memcpy(dealt + k, low, l * sizeof(int));
    for (int i = 0; i < k + l; i++) {
        int *hand = s->hand[i % n], j = s->nhand[i % n]++;
        for (; j && hand[j - 1] > dealt[i]; j--) hand[j] = hand[j - 1];
        hand[j] = dealt[i];
    }
}

static void begin(Game *s, int n) {
    memset(s, 0, offsetof(Game, front));
    s->homes.size = 0;
    for (int v = 0; v < 9; v++) s->unopened[v].size = 0;
    s->n = n;
    s->unit = UNIT[n];
    s->basic = BASIC[n];
    s->left = NC;
    s->towns = NT;
    for (int p = 0; p < n; p++) {
        s->cash[p] = CAPITAL[n];
        s->infl[p] = 1;
        s->letters[p] = 2;
        s->supply[p] = STOCK;
        s->front[p].size = s->m1[p].size = s->m2[p].size = s->u1[p].size = s->u2[p].size = 0;
        append(&s->front[p], PASS);
    }
    for (int c = 0; c < NC; c++)
        if (n == 2 && CLOSED2[c]) s->left--; else append(&s->unopened[CAP[c]], c | K_OPEN);
    for (int t = NC; t < NN; t++)
        if (n == 2 && CLOSED2[t]) s->towns--; else { s->free[t] = 1; append(&s->homes, t | K_HOME); }
    if (n != 2 && n != 5) open_city(s, WITTENBERG);
    deal(s);
}

/* ---------------------------------------------------------------- moves */

static int legal(const Game *s, int *out) {
    int p = s->cur, n = 0;
    const List *l = NULL;
    switch (s->ph) {
    case HOME: l = &s->homes; break;
    case OPENCITY: l = &s->openers; break;
    case WORK: {
        int rich = s->cash[p] >= s->unit, without = s->supply[p] < 2;
        memcpy(out, s->opts.at, s->opts.size * sizeof(int));
        n = s->opts.size;
        if (rich) { memcpy(out + n, s->w1.at, s->w1.size * sizeof(int)); n += s->w1.size; }
        if (without) {
            int kept = 0;
            for (int i = 0; i < n; i++) {
                int kind = out[i] & ~63;
                if (kind != K_ADD2 && (s->supply[p] || kind != K_ADD)) out[kept++] = out[i];
            }
            return kept;
        }
        if (s->cash[p] >= 2 * s->unit) { memcpy(out + n, s->w2.at, s->w2.size * sizeof(int)); n += s->w2.size; }
        return n; }
    case OVER: return 0;
    default:
        n = s->supply[p] ? bisect(&s->front[p], (s->cash[p] + 1) << PRICE) : 1;
        l = &s->front[p];
        memcpy(out, l->at, n * sizeof(int));
        return n;
    }
    memcpy(out, l->at, l->size * sizeof(int));
    return l->size;
}

static void income_is_passed_up(Game *s) {
    if (s->esc && s->virgin) take_out(&s->opts, K_DOUBLE);
    s->virgin = 0;
}

static void double_income(Game *s, int p) {
    int sum = 0;
    for (int i = 0; i < s->m1[p].size; i++)
        if (s->m1[p].at[i] < K_ADD) sum += s->free[s->m1[p].at[i] & 63];
    sum = (sum * s->unit + s->basic) * 2;
    s->cash[p] += sum > 48 ? sum : 48;
    s->letters[p]--;
    s->esc = 0;
    s->virgin = 2;
    s->opts.size = s->w2.size = 0;
    append(&s->opts, PASS);
}

static void add_branches(Game *s, int p, int m) {
    int c = m & 63, f = s->free[c], k = m < K_ADD2 ? 1 : 2;
    if (k == 1 && s->marked[c]) {
        take_out(&s->opts, m);
        take_out(&s->opts, c | K_INC);
        if (s->esc && f > 1) take_out(&s->opts, c | K_ADD2);
        income_is_passed_up(s);
    } else if (k == 1) {
        take_out(&s->w1, m);
        if (f > 1 && s->esc) take_out(&s->w2, c | K_ADD2);
    } else {
        int kept = 0;
        for (int i = 0; i < s->opts.size; i++) {
            int o = s->opts.at[i];
            if ((o < K_ADD2 && !(s->marked[c] && (o & 63) == c)) || o == PASS) s->opts.at[kept++] = o;
        }
        s->opts.size = kept;
        s->letters[p]--;
        s->esc = s->w2.size = 0;
        if (s->marked[c]) s->virgin = 0; else take_out(&s->w1, c | K_ADD);
    }
    if (s->marked[c]) s->placed[s->nplaced++] = c; else s->cash[p] -= k * s->unit;
    s->moved = 1;
    s->cnt[p][c] += k;
    s->supply[p] -= k;
    s->free[c] = f - k;
    if (f - k < 2) fill(s, c, f, f - k);
}

static void work(Game *s, int p, int m) {
    if (m == PASS) {
        if (s->rnd > 1 && s->virgin != 2) s->cash[p] += s->basic;
        s->ph = BRANCH;
    } else if (m == K_DOUBLE) {
        double_income(s, p);
    } else if (m < K_ADD) {
        int c = m & 63;
        s->cash[p] += s->free[c] * s->unit;
        take_out(&s->opts, m);
        take_out(&s->opts, c | K_ADD);
        if (s->esc && s->free[c] > 1) take_out(&s->opts, c | K_ADD2);
        income_is_passed_up(s);
    } else {
        add_branches(s, p, m);
    }
}

static void new_branch(Game *s, int p, int m) {
    int v = m >> 6 & 63, second = s->ph == BRANCH2;
    if (m == PASS) { end_turn(s, p); return; }
    s->cash[p] -= m >> PRICE;
    build(s, p, v);
    s->moved = 1;
    if (v < NC) s->placed[s->nplaced++] = v;
    else { s->infl[p]++; if (!--s->towns) { finish(s, 1); return; } }
    if (second) s->letters[p]--;
    else if (s->esc) { s->ph = BRANCH2; return; }
    end_turn(s, p);
}

static void apply(Game *s, int m) {
    int p = s->cur, i = 0;
    switch (s->ph) {
    case WORK: work(s, p, m); break;
    case OPENCITY:
        while (s->hand[p][i] != CAP[m & 63]) i++;
        for (s->nhand[p]--; i < s->nhand[p]; i++) s->hand[p][i] = s->hand[p][i + 1];
        open_city(s, m & 63);
        start_work(s, p);
        break;
    case HOME:
        build(s, p, m & 63);
        take_out(&s->homes, m);
        s->towns--;
        s->cur = (p + 1) % s->n;
        if (!s->cur) { s->rnd = 1; start_turn(s, 0); }
        break;
    default: new_branch(s, p, m);
    }
}

/* ---------------------------------------------------------------- random play */

static int playout(Game *s, int n) {
    int out[480], k, decisions = 0;
    begin(s, n);
    while ((k = legal(s, out))) { apply(s, out[k > 1 ? below(k) : 0]); decisions++; }
    return decisions;
}

int main(void) {
    static Game s;
    char asked[8];
    int players;
    while (scanf("%7s", asked) == 1) {
        unsigned long long seed;
        if (!strcmp(asked, "game")) {
            if (scanf("%d %llu", &players, &seed) != 2) return 1;
            seed_with(seed);
            printf("%d ", playout(&s, players));
            printf("%s", ENDINGS[s.ended_by]);
            for (int p = 0; p < players; p++) printf(" %d", s.final[p]);
        } else {
            double seconds, spent;
            long games = 0, decisions = 0;
            clock_t begun = clock();
            if (scanf("%lf %llu", &seconds, &seed) != 2) return 1;
            players = atoi(asked);
            seed_with(seed);
            do {
                for (int i = 0; i < 64; i++) decisions += playout(&s, players);
                games += 64;
                spent = (double)(clock() - begun) / CLOCKS_PER_SEC;
            } while (spent < seconds);
            printf("{\"games\": %ld, \"decisions\": %ld, \"seconds\": %.6f}", games, decisions, spent);
        }
        printf("\n");
        fflush(stdout);
    }
    return 0;
}
