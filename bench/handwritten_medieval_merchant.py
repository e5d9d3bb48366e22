"""Medieval Merchant, written and tuned by hand in plain Python: the best speed that CPython allows.

A general interpreter plays the rulebook in `games/medieval_merchant`. This file is the same game on the same
board without an interpreter. It serves two purposes: its speed is the yardstick for the speed of the interpreter, and
tests play it in lock step with the rulebook, decision by decision, so that each reveals the other's mistakes.

    game = Merchant(4, random.Random(1))    # or with given hands, another starting seat, introductory
    while moves := game.legal():            # a list of ints, empty only when the game is over
        game.apply(moves[0])
    game.ended_by, game.final, game.ranking()

Moves are integers, and an integer means the same move in every game; `describe` translates it:

    ("choose_home", town)              before the first round
    ("open_city", city)                step 1, skipped if no city can be opened
    ("add_branches", city, 1 or 2)     step 2, asked until ("pass",): two take an escort letter
    ("take_income", city)
    ("double_income",)                 takes an escort letter
    ("open_city_branch", city, origin) step 4, asked once, and again after building if a letter is ready
    ("open_town_branch", town, origin)
    ("pass",)                          ends step 2 or step 4

The plain attributes cash, infl (influence), letters, hand, markers (won), supply and final are lists with one item per
seat. Further attributes are cur (the seat whose turn it is), rnd (the round) and ended_by. Games cannot be undone or
copied, and keep no log. Places are numbered in the order of the board file, cities first.

Optimisations: derived data is stored and not recomputed. Whenever a building or a marker moves, every list that
depends on it is updated in place, so `legal` only copies. Two kinds of list do most of the work:

* `front[p]`: the new branches that player p could open with unlimited money, sorted by price (the price is in the
  highest bits of the move). The affordable branches are a slice of this list, found by bisection.
* `m1`, `m2`, `u1`, `u2`: the player's moves in cities with a marker (m) and without (u), for one branch and for two.

Run this file to measure the speed for each number of players. With the argument `check`, it compares every list with
the position at every decision of random games.
"""

import random
import statistics
import sys
import time
from bisect import bisect_left, insort
from pathlib import Path

import yaml

GAME = Path(__file__).resolve().parent.parent / "games" / "medieval_merchant"


def _load(name):
    return yaml.safe_load((GAME / name).read_text(encoding="utf-8"))


_board = _load("board.yaml")
CITIES = list(_board["City"])
PLACES = CITIES + list(_board["Town"])
INDEX = {name: i for i, name in enumerate(PLACES)}
NC, NN = len(CITIES), len(PLACES)
NT = NN - NC
_rows = [*_board["City"].values(), *_board["Town"].values()]
CAP = [row["number"] for row in _rows]
REGION = [list(_board["Region"]).index(row["region"]) for row in _rows]
ROUTES = sorted((INDEX[r["ends"][0]], INDEX[r["ends"][1]], r["cost"]) for r in _board["Route"].values())
POOL = [m["number"] for m in _board["Marker"].values() for _ in range(m["pieces"])]
INTRO = {
    (row["players"], row["seat"] - 1): (INDEX[row["town"]], INDEX[row["city"]])
    for row in _load("introductory.yaml")["IntroStart"].values()
}

# A move is PASS, or a kind and a place, or (from 1 << 12 on) the price, target and origin of a new branch.
# The two kinds of move that take a letter in step 2 have the highest numbers.
PASS = 0
K_HOME, K_OPEN, K_INC, K_ADD, K_ADD2, K_DOUBLE = (kind << 6 for kind in range(1, 7))
DOUBLE = K_DOUBLE
PRICE = 12

# NEAR[v]: for every route from v, its other end w, the move from w to v, and the move from v to w.
NEAR = [[] for _ in range(NN)]
for _a, _b, _c in ROUTES:
    NEAR[_a].append((_b, _c << PRICE | _a << 6 | _b, _c << PRICE | _b << 6 | _a))
    NEAR[_b].append((_a, _c << PRICE | _b << 6 | _a, _c << PRICE | _a << 6 | _b))
NEAR = [tuple(near) for near in NEAR]

WITTENBERG = INDEX["Wittenberg"]
CLOSED2 = [INDEX[c] for c in ["Erfurt", "Leipzig", "Wittenberg", "Regensburg", "München", "Linz", "Wien"]]
CLOSED2_T = [INDEX["ErfurtRegensburgTown"], INDEX["RegensburgMünchenNürnbergTown"]]
HOMES = [t | K_HOME for t in range(NC, NN)]
HOMES2 = [m for m in HOMES if m & 63 not in CLOSED2_T]
UNOPENED = [[c | K_OPEN for c in range(NC) if CAP[c] == v] for v in range(9)]  # by the number on the city
UNOPENED2 = [[m for m in moves if m & 63 not in CLOSED2] for moves in UNOPENED]
POOL_FOR = {n: list(POOL) for n in range(2, 7)}  # the markers to deal, by number of players
for _n, _aside in [(2, CLOSED2), (3, [WITTENBERG]), (4, [WITTENBERG]), (6, [WITTENBERG])]:
    for _a in _aside:
        POOL_FOR[_n].remove(CAP[_a])
STOCK = 44  # of 45 buildings, one marks the score
CAPITAL = (0, 0, 15, 20, 25, 30, 35)
UNIT = (0, 0, 1, 2, 3, 4, 5)  # price of a branch in a city without a marker, and income per free space
BASIC = (0, 0, 2, 4, 6, 8, 10)
BIT = [1 << r for r in REGION]
HOME, OPENCITY, WORK, BRANCH, BRANCH2, OVER = range(6)


class Merchant:
    """One game in progress. Players are seats 0, 1, … in clockwise order."""

    __slots__ = (
        "basic", "cash", "cnt", "cur", "ended_by", "esc", "final", "free", "front", "hand", "homes", "infl",
        "left", "letters", "m1", "m2", "marked", "markers", "moved", "n", "openers", "opts", "order", "ph",
        "placed", "regions", "rnd", "start", "supply", "towns", "u1", "u2", "unit", "unopened", "virgin",
        "w1", "w2",
    )  # fmt: skip

    def __init__(self, n, rng=None, hands=None, start=0, introductory=False):
        """Set up a new game of n players, in which seat `start` begins.

        `rng` deals the markers, unless `hands` gives a list of numbers for each seat. The introductory game deals no
        markers and asks for no home town.
        """
        self.n = n
        self.start = self.cur = start
        self.unit = UNIT[n]
        self.basic = BASIC[n]
        self.cash = [CAPITAL[n]] * n
        self.infl = [1] * n
        self.letters = [2] * n
        self.supply = [STOCK] * n
        self.free = [0] * NC + [1] * NT  # number of spaces to build on now; 0 in a city that is not open yet
        self.marked = [0] * NC
        self.cnt = [[0] * NN for _ in range(n)]
        self.order = [[] for _ in range(NN)]  # players in the order of their first branch in the place
        self.front = [[PASS] for _ in range(n)]
        self.m1 = [[] for _ in range(n)]  # cities with a marker and a branch of the player: income, one branch
        self.m2 = [[] for _ in range(n)]  # the same cities if they have two free spaces: two branches
        self.u1 = [[] for _ in range(n)]  # cities without a marker where the player may add a branch
        self.u2 = [[] for _ in range(n)]  # the same cities if they have two free spaces: two branches
        self.regions = [0] * n
        self.markers = [[] for _ in range(n)]  # numbers on the markers won
        self.unopened = [u[:] for u in UNOPENED2] if n == 2 else [u[:] for u in UNOPENED]
        self.left = NC  # number of cities in play whose marker has not been won
        self.towns = NT  # number of towns in play without a branch
        self.rnd = 0
        self.moved = False  # True if a player has built in this round
        self.ended_by = None
        self.final = None
        if n == 2:
            for t in CLOSED2_T:
                self.free[t] = 0
            self.left -= len(CLOSED2)
            self.towns -= len(CLOSED2_T)
            self.homes = HOMES2[:]
        else:
            self.homes = HOMES[:]
        if introductory:
            self.hand = [[] for _ in range(n)]
            for c in range(NC):
                if n > 2 or c not in CLOSED2:
                    self._open(c)
            for p in range(n):
                town, city = INTRO[n, p]
                self._build(p, town)
                self._build(p, city)
            self.towns -= n
            self._first_round()
            return
        if n not in (2, 5):
            self._open(WITTENBERG)
        self.hand = [sorted(h) for h in hands] if hands is not None else _deal(n, rng)
        self.ph = HOME

    # ------------------------------------------------------------ queries

    def legal(self):
        """Return the legal moves of `cur` as a new list, which is empty only at the end."""
        ph = self.ph
        p = self.cur
        if ph == WORK:
            cash = self.cash[p]
            unit = self.unit
            if self.supply[p] < 2:
                return self._work_without_stock(p)
            if cash >= unit:
                if cash >= unit + unit:
                    return self.opts + self.w1 + self.w2
                return self.opts + self.w1
            return self.opts[:]
        if ph >= BRANCH:
            if ph == OVER:
                return []
            if not self.supply[p]:
                return [PASS]
            front = self.front[p]
            return front[: bisect_left(front, self.cash[p] + 1 << PRICE)]
        if ph == OPENCITY:
            return self.openers
        return self.homes[:]

    def _work_without_stock(self, p):
        out = self.opts[:]
        if self.cash[p] >= self.unit:
            out += self.w1
        none = not self.supply[p]
        return [m for m in out if m & ~63 != K_ADD2 and not (none and m & ~63 == K_ADD)]

    def describe(self, m):
        """Return the name and the arguments of a move."""
        if m >> PRICE:
            target, origin = m >> 6 & 63, m & 63
            name = "open_city_branch" if target < NC else "open_town_branch"
            return name, PLACES[target], PLACES[origin]
        if m == PASS:
            return ("pass",)
        if m == DOUBLE:
            return ("double_income",)
        kind, place = m & ~63, PLACES[m & 63]
        if kind in (K_ADD, K_ADD2):
            return "add_branches", place, 1 if kind == K_ADD else 2
        return {K_HOME: "choose_home", K_OPEN: "open_city", K_INC: "take_income"}[kind], place

    def ranking(self):
        """Return the seats by rank, the best first. Tied seats share a list."""
        places = {}
        for p in range(self.n):
            key = self.final[p], len(self.markers[p]), sum(self.markers[p])
            places.setdefault(key, []).append(p)
        return [places[key] for key in sorted(places, reverse=True)]

    # ------------------------------------------------------------ one move

    def apply(self, m):
        """Play a move returned by `legal`."""
        ph = self.ph
        p = self.cur
        if ph == WORK:
            if m == PASS:
                if self.rnd > 1 and self.virgin != 2:
                    self.cash[p] += self.basic
                self.ph = BRANCH
                return
            c = m & 63
            free = self.free
            if m < K_ADD:
                self.cash[p] += free[c] * self.unit
                opts = self.opts
                opts.remove(m)
                opts.remove(c | K_ADD)
                if self.esc:
                    if free[c] > 1:
                        opts.remove(c | K_ADD2)
                    if self.virgin:
                        opts.remove(DOUBLE)
                self.virgin = 0
                return
            if m == DOUBLE:
                s = 0
                for i in self.m1[p]:
                    if i < K_ADD:
                        s += free[i & 63]
                s = (s * self.unit + self.basic) * 2
                self.cash[p] += s if s > 48 else 48
                self.letters[p] -= 1
                self.esc = 0
                self.virgin = 2
                self.opts = [PASS]
                self.w2 = []
                return
            # one or two branches in a city where the player already has one
            f = free[c]
            if m < K_ADD2:
                k = 1
                if self.marked[c]:
                    opts = self.opts
                    opts.remove(m)
                    opts.remove(c | K_INC)
                    if self.esc:
                        if f > 1:
                            opts.remove(c | K_ADD2)
                        if self.virgin:
                            opts.remove(DOUBLE)
                    self.virgin = 0
                    self.placed.append(c)
                else:
                    self.cash[p] -= self.unit
                    self.w1.remove(m)
                    if f > 1 and self.esc:
                        self.w2.remove(c | K_ADD2)
            else:
                k = 2
                self.letters[p] -= 1
                self.esc = 0
                self.w2 = []
                if self.marked[c]:
                    self.opts = [o for o in self.opts if (o < K_ADD2 and o & 63 != c) or o == PASS]
                    self.virgin = 0
                    self.placed.append(c)
                else:
                    self.cash[p] -= self.unit * 2
                    self.opts = [o for o in self.opts if o < K_ADD2]
                    self.w1.remove(c | K_ADD)
            self.moved = True
            self.cnt[p][c] += k
            self.supply[p] -= k
            free[c] = f - k
            if f - k < 2:
                self._fill(c, f, f - k)
            return
        if ph >= BRANCH:
            if m == PASS:
                self._end_turn(p)
                return
            v = m >> 6 & 63
            self.cash[p] -= m >> PRICE
            self._build(p, v)
            self.moved = True
            if v >= NC:
                self.infl[p] += 1
                self.towns -= 1
                if not self.towns:
                    self._finish("last_town")
                    return
            else:
                self.placed.append(v)
            if ph == BRANCH2:
                self.letters[p] -= 1
            elif self.esc:
                self.ph = BRANCH2
                return
            self._end_turn(p)
            return
        if ph == OPENCITY:
            c = m & 63
            self.hand[p].remove(CAP[c])
            self._open(c)
            self._start_work(p)
            return
        self._build(p, m & 63)
        self.homes.remove(m)
        self.towns -= 1
        p = (p + 1) % self.n
        self.cur = p
        if p == self.start:
            self._first_round()

    # ------------------------------------------------------------ the turn

    def _first_round(self):
        self.rnd = 1
        self._start_turn(self.start)

    def _start_turn(self, p):
        self.placed = []
        if self.hand[p]:
            out = []
            last = 0
            for v in self.hand[p]:
                if v != last:
                    last = v
                    out += self.unopened[v]
            if out:
                self.openers = out
                self.ph = OPENCITY
                return
        self._start_work(p)

    def _start_work(self, p):
        self.ph = WORK
        self.virgin = 1  # 0: the chance to double the income has passed, 2: the income has been doubled
        self.w1 = self.u1[p][:]
        if self.rnd > 1 and self.letters[p]:
            self.esc = 1
            self.opts = [PASS, DOUBLE, *self.m1[p], *self.m2[p]]
            self.w2 = self.u2[p][:]
        else:
            self.esc = 0
            self.opts = [PASS, *self.m1[p]]
            self.w2 = []

    def _end_turn(self, p):
        for c in self.placed:
            if self.marked[c]:
                cap = CAP[c]
                mine = self.cnt[p][c]
                if mine + mine > cap:
                    self.infl[p] += cap
                    self._take(c, p)
                elif not self.free[c]:
                    best = w = 0
                    for q in self.order[c]:  # in a tie, the first of these players wins
                        if self.cnt[q][c] > best:
                            best = self.cnt[q][c]
                            w = q
                    self.infl[w] += cap >> 1
                    self._take(c, w)
        if not self.left:
            self._finish("last_marker")
            return
        p += 1
        if p == self.n:
            p = 0
        if p == self.start:
            if not self.moved:
                self._finish("quiet_round")
                return
            self.moved = False
            self.rnd += 1
        self.cur = p
        self._start_turn(p)

    def _finish(self, why):
        self.ph = OVER
        self.ended_by = why
        self.final = [self.infl[p] + 2 * self.regions[p].bit_count() + self.cash[p] // 20 for p in range(self.n)]

    # ------------------------------------------------------------ pieces, and the lists that depend on them

    def _open(self, c):
        self.unopened[CAP[c]].remove(c | K_OPEN)
        self.marked[c] = 1
        self.free[c] = CAP[c]
        for w, into, _ in NEAR[c]:
            for r in self.order[w]:
                insort(self.front[r], into)

    def _build(self, p, v):
        """Place the first branch of player p in v, without paying for it."""
        free = self.free
        f = free[v]
        cnt = self.cnt[p]
        front = self.front[p]
        cnt[v] = 1
        free[v] = f - 1
        self.supply[p] -= 1
        self.regions[p] |= BIT[v]
        for w, into, out in NEAR[v]:
            if cnt[w]:
                del front[bisect_left(front, into)]
            elif free[w]:
                insort(front, out)
        self.order[v].append(p)
        if v < NC:
            if self.marked[v]:
                self.m1[p] += (v | K_INC, v | K_ADD)
                if f > 1:
                    self.m2[p].append(v | K_ADD2)
            else:
                self.u1[p].append(v | K_ADD)
                if f > 1:
                    self.u2[p].append(v | K_ADD2)
            if f < 3:
                self._fill(v, f, f - 1)
        else:
            self._block(v)

    def _fill(self, c, f, g):
        """Update the lists of moves when a city's free spaces fall from f to 1 or 0.

        This concerns all players with a branch in the city.
        """
        if self.marked[c]:
            if f > 1:
                two = c | K_ADD2
                for r in self.order[c]:
                    self.m2[r].remove(two)
        else:
            if f > 1:
                two = c | K_ADD2
                for r in self.order[c]:
                    self.u2[r].remove(two)
            if not g:
                one = c | K_ADD
                for r in self.order[c]:
                    self.u1[r].remove(one)
        if not g:
            self._block(c)

    def _block(self, v):
        """Update the lists after place v has become full."""
        there = self.order[v]
        for w, into, _ in NEAR[v]:
            for r in self.order[w]:
                if r not in there:
                    front = self.front[r]
                    del front[bisect_left(front, into)]

    def _take(self, c, w):
        """Give the marker of city c to player w."""
        self.marked[c] = 0
        self.markers[w].append(CAP[c])
        self.left -= 1
        f = self.free[c]
        income, one, two = c | K_INC, c | K_ADD, c | K_ADD2
        for r in self.order[c]:
            m1 = self.m1[r]
            i = m1.index(income)  # income and branch are next to each other in the list
            del m1[i : i + 2]
            if f:
                self.u1[r].append(one)
                if f > 1:
                    self.m2[r].remove(two)
                    self.u2[r].append(two)


def _deal(n, rng):
    """Return the dealt hands.

    Each player gets the same number of the markers 5 to 8. The remaining markers are shuffled and dealt in turn.
    """
    rnd = rng.random
    pool = POOL_FOR[n]
    high = sorted((v for v in pool if v > 4), key=lambda _: rnd())  # faster than random.shuffle
    k = len(high) // n * n
    low = sorted([v for v in pool if v < 5] + high[k:], key=lambda _: rnd())
    deal = high[:k] + low
    return [sorted(deal[p::n]) for p in range(n)]


# ---------------------------------------------------------------- measuring and checking


def playout(n, rng, introductory=False):
    """Play one random game with n players.

    Returns the game and its numbers of decisions, real choices and legal moves.
    """
    s = Merchant(n, rng, introductory=introductory)
    rnd = rng.random
    legal = s.legal
    apply = s.apply
    dec = real = tot = 0
    while True:
        ms = legal()
        k = len(ms)
        if k > 1:
            real += 1
            apply(ms[int(rnd() * k)])
        elif k:
            apply(ms[0])
        else:
            return s, dec, real, tot
        dec += 1
        tot += k


def _check_tables(s):
    """Compare the data that is updated in place with data computed from the position alone."""
    closed = {*CLOSED2, *CLOSED2_T} if s.n == 2 else set()
    shut = {m & 63 for moves in s.unopened for m in moves} | closed
    for v in range(NN):
        there = [p for p in range(s.n) if s.cnt[p][v]]
        assert sorted(s.order[v]) == there
        assert s.free[v] == (0 if v in shut else CAP[v] - sum(s.cnt[p][v] for p in there)) >= 0
        if v < NC and s.marked[v]:
            assert v not in shut
            assert s.free[v] or v in s.placed
    assert s.towns == sum(s.free[t] for t in range(NC, NN))
    assert s.left == NC - sum(len(won) for won in s.markers) - (len(CLOSED2) if s.n == 2 else 0)
    for p in range(s.n):
        own = [v for v in range(NN) if s.cnt[p][v]]
        cities = [v for v in own if v < NC]
        marked = [c for c in cities if s.marked[c]]
        late = [c for c in cities if not s.marked[c]]
        ways = [
            c << PRICE | w << 6 | v
            for a, b, c in ROUTES
            for v, w in ((a, b), (b, a))
            if v in own and w not in own and s.free[w]
        ]
        assert s.front[p] == sorted([PASS, *ways])
        assert sorted(s.m1[p]) == sorted(c | kind for c in marked for kind in (K_INC, K_ADD))
        assert sorted(s.m2[p]) == [c | K_ADD2 for c in marked if s.free[c] > 1]
        assert sorted(s.u1[p]) == [c | K_ADD for c in late if s.free[c]]
        assert sorted(s.u2[p]) == [c | K_ADD2 for c in late if s.free[c] > 1]
        assert s.regions[p] == sum({BIT[v] for v in own})
        assert min(s.cash[p], s.letters[p], s.supply[p]) >= 0


def _moves_of_step_2(s, done):
    """Return the expected result of `legal` in step 2 after the moves `done` of this turn."""
    p = s.cur
    letter = s.rnd > 1 and s.letters[p] > 0 and not any(m >= K_ADD2 for m in done)
    worked = {m & 63 for m in done if m != DOUBLE}
    out = {PASS}
    if letter and not any(m < K_ADD or m & 63 in s.placed for m in done):
        out.add(DOUBLE)
    for c in range(NC):
        if s.cnt[p][c] and c not in worked and not (s.marked[c] and DOUBLE in done):
            fee = 0 if s.marked[c] else s.unit
            for k, kind in (1, K_ADD), (2, K_ADD2):
                if min(s.free[c], s.supply[p]) >= k and s.cash[p] >= k * fee and (letter or k == 1):
                    out.add(c | kind)
            if s.marked[c]:
                out.add(c | K_INC)
    return out


def selfcheck(games=300, seed=7):
    """Check the data updated in place at every decision of random games.

    Returns how often each ending occurred. Every third group of games is introductory, and the starting seat varies. In
    some games, buildings are so scarce that the stock runs out, or money is so plentiful that everything is affordable.
    Depending on the game, players move at random, rarely pass, or prefer to build in cities, so that every ending
    occurs.
    """
    rng = random.Random(seed)
    ends = {}
    for g in range(games):
        n = 2 + g % 5
        s = Merchant(n, rng, start=rng.randrange(n), introductory=g // 15 % 3 == 2)
        if g % 7 == 1:
            s.supply = [rng.randrange(4, 16) for _ in range(n)]
        if g % 4 == 3:
            s.cash = [500] * n
        disliked = ((), ("pass",), ("pass", "open_town_branch", "take_income"))[g % 3]
        done = []
        while ms := s.legal():
            assert len(set(ms)) == len(ms)
            assert all(s.free[m & 63] for m in ms if s.ph == HOME)
            if s.ph != HOME:
                _check_tables(s)
            if s.ph == WORK:
                assert set(ms) == _moves_of_step_2(s, done)
            elif s.ph >= BRANCH:
                done = []
                paid = [m for m in s.front[s.cur] if m >> PRICE <= s.cash[s.cur] and s.supply[s.cur]]
                assert ms == (paid or [PASS])
            m = rng.choice(ms)
            for _ in range(4):
                if s.describe(m)[0] in disliked:
                    m = rng.choice(ms)
            if s.ph == WORK:
                done.append(m)
            s.apply(m)
        assert sorted(p for place in s.ranking() for p in place) == list(range(n))
        ends[s.ended_by] = ends.get(s.ended_by, 0) + 1
    return ends


def rate(n, seconds, rng):
    """Return the mean time per decision in whole random games, in microseconds."""
    dec = 0
    t0 = time.perf_counter()
    while True:
        dec += playout(n, rng)[1]
        t = time.perf_counter() - t0
        if t >= seconds:
            return t / dec * 1e6


def main(args):
    if args == ["check"]:
        print("the tables are right; ends of the games:", selfcheck())
        return
    for n in range(2, 7):
        rng = random.Random(1)
        games = [playout(n, rng) for _ in range(200)]
        dec = sum(g[1] for g in games) / 200
        ends = [g[0].ended_by for g in games]
        us = statistics.median(rate(n, 0.5, rng) for _ in range(5))
        print(
            f"{n} players: {dec:.1f} decisions a game, {sum(g[2] for g in games) / 200:.1f} with a choice, "
            f"{sum(g[3] for g in games) / 200 / dec:.1f} legal moves each, "
            f"{sum(g[0].rnd for g in games) / 200:.1f} rounds; ends: "
            + ", ".join(f"{why} {ends.count(why)}" for why in sorted(set(ends)))
        )
        print(f"   median {us:.2f} us a decision: {1e6 / us:,.0f} decisions/s, {1e6 / us / dec:,.0f} games/s")


if __name__ == "__main__":
    main(sys.argv[1:])
