"""Catan: Merchants of Europe, written and tuned by hand in plain Python.

A general interpreter plays the rulebook in `games/catan_merchants_of_europe`. This file is the same game on the same
boards without an interpreter, written from the printed rules. It serves two purposes: its speed is the yardstick for
the speed of the interpreter, and tests play it in lock step with the rulebook, so that each reveals the other's
mistakes.

    game = Europe(Board.read("board.yaml"), 4, Luck(random.Random(1)))
    while moves := game.legal():            # a list of ints, empty only when the game is over
        game.apply(moves[0])                # except offers, which need terms: game.offer(…), game.counter(…)
    game.winner, game.ranking()

Moves are integers, and an integer means the same move in every game on a board; `describe` translates it. A `Luck`
object decides all dice, stolen cards, development cards and number tokens. Games cannot be undone or copied, and keep
no log. Seats are numbered from 0; a neutral post has the owner `NEUTRAL`. Resources are numbered in the order of
`RESOURCES`.

Optimisations: facts of the board are computed once per board, such as the distances between intersections, the paths
that meet, and the hexes around a site. The lists of pieces that a player could build with unlimited cards (`sites_of`,
`may_build`, `berths`) are updated in place whenever a piece is placed. Connected city-sites are stored as a forest with
the number of sites in each tree, so that a new route needs no search unless it pays gold.
"""

import random
import statistics
import sys
import time
from itertools import chain
from pathlib import Path

import yaml

GAME = Path(__file__).resolve().parent.parent / "games" / "catan_merchants_of_europe"

RESOURCES = ("Lumber", "Wool", "Grain", "Ore", "Salt")
LUMBER, WOOL, GRAIN, ORE, SALT = range(5)
CARDS = ("Lancer", "RoadBuilding", "FastMerchant", "FastCaravan", "Harvest", "Monopoly", "Treasure", "FreePassage")
LANCER, ROADS, FAST_MERCHANT, FAST_CARAVAN, HARVEST, MONOPOLY, TREASURE, FREE_PASSAGE = range(8)
DECK = [14, 2, 2, 2, 2, 1, 1, 1]
NEUTRAL = 4
NOWHERE = -1
NO_RESOURCE = 5
CREDIT = 2  # amount of grain or salt that a card pays for one movement
TREASURE_GOLD = 3
COUNTERS = 2  # number of times that an offer may be answered by another offer
LIMIT = 150  # number of rounds after which a game is stopped
REFUSALS = 6  # number of failed offers per turn, after which no more are allowed

# Number of trading posts, by (number of players, short board).
# Three posts are used in the set-up, and all but one of the others cover a commodity token.
POSTS = {(3, False): 12, (4, False): 10, (3, True): 8, (4, True): 7}

# A move is PASS, or a kind and two numbers.
A = 12
PASS = 0
(
    K_POST, K_NEUTRAL, K_FIRST, K_CARD, K_DROP, K_ROBBER, K_STEAL, K_OFFER, K_ACCEPT, K_DECLINE, K_COUNTER, K_BUY,
    K_SWAP, K_SELL, K_DEV, K_RECRUIT, K_EQUIP, K_ROUTE, K_FREE, K_CHAIN, K_WALK, K_HEX, K_TOKEN, K_SEND, K_GO, K_STOP,
    K_DELIVER, K_TAKE,
) = (kind << 2 * A for kind in range(1, 29))  # fmt: skip
NAMES = (
    "pass", "place_post", "place_neutral", "place_first_route", "card", "drop", "robber", "steal", "offer", "accept",
    "decline", "counter", "buy", "swap", "sell", "buy_card", "recruit", "equip", "route", "free_route", "chain", "walk",
    "hex", "token", "send", "go", "stop", "deliver", "take",
)  # fmt: skip
LOW = (1 << A) - 1

DEV = K_DEV
ACCEPT, DECLINE, COUNTER, STOP = K_ACCEPT, K_DECLINE, K_COUNTER, K_STOP
DROPS = [[K_DROP | r for r in range(first, 5)] for first in range(5)]
BUYS = [K_BUY | r for r in range(5)]
SWAPS = [[K_SWAP | given << A | taken for taken in range(5) if taken != given] for given in range(5)]
TAKES = [K_TAKE | r for r in range(5)]

# The kinds of decision that a game waits for.
(
    P_POST, P_NEUTRAL, P_FIRST, P_BEFORE, P_DROP, P_ROBBER, P_STEAL, P_ACT, P_OFFER, P_CHAIN, P_FREE, P_ROADS, P_HEX,
    P_TOKEN, P_TRAVEL, P_TAKE, P_OVER,
) = range(17)  # fmt: skip


# ---------------------------------------------------------------- the board

# A hex is four units wide and eight high, and rows are six apart, so every corner and side has whole coordinates.
CORNERS = {"N": (0, -4), "NE": (2, -2), "SE": (2, 2), "S": (0, 4), "SW": (-2, 2), "NW": (-2, -2)}
SIDES = {"NE": (1, -3), "E": (2, 0), "SE": (1, 3), "SW": (-1, 3), "W": (-2, 0), "NW": (-1, -3)}
BESIDE = {
    "NE": ("N", "NE"), "E": ("NE", "SE"), "SE": ("SE", "S"), "SW": ("S", "SW"), "W": ("SW", "NW"), "NW": ("NW", "N"),
}  # fmt: skip
"""The two corners at the ends of each side of a hex."""
NONE = "none"


def _shifted(at, by):
    return at[0] + by[0], at[1] + by[1]


def _way(start, end):
    """Return the compass direction from one position to another."""
    across, down = end[0] - start[0], end[1] - start[1]
    north = "N" if down < 0 else "S" if down > 0 else ""
    return north + ("E" if across > 0 else "W" if across < 0 else "")


class Board:
    """A board read from its file, with all data derived from it.

    Intersections, paths and hexes are represented by numbers; their names are only for display.
    """

    def __init__(self, data):
        rows = [
            (name, (4 * column + 2 * (row % 2), 6 * row))
            for row, names in enumerate(data["Hex"]["rows"])
            for column, name in enumerate(names)
            if name != "."
        ]
        self.hexes = [name for name, _ in rows]
        middles = dict(rows)
        facts = [data["Hex"].get(name) or {} for name in self.hexes]
        self.yields = [RESOURCES.index(f["yields"]) if f.get("yields", NONE) != NONE else NO_RESOURCE for f in facts]
        self._lay_places(data, rows, middles)
        self._lay_paths(data, rows, middles)
        self._join()
        self._lay_tokens(data, facts)
        openings = sorted((data.get("Opening") or {}).values(), key=lambda row: row["seat"])
        self.openings = [
            (
                [self.index[name] for name in row["posts"]],
                self.path_index[row["route"]],
                [RESOURCES.index(name) for name in row["resources"]],
            )
            for row in openings
        ]
        (start,) = data["Start"].values()
        self.robber = self.hexes.index(start["hex"])

    @classmethod
    def read(cls, name):
        """Return the board that a file in the game's folder describes."""
        return cls(yaml.safe_load((GAME / name).read_text(encoding="utf-8")))

    def _lay_places(self, data, rows, middles):
        """Number the intersections, and list the hexes around each.

        A city-site is named in the board file. Others are named after their first hex and the corner there.
        """
        sites = {_shifted(middles[f["corner"][0]], CORNERS[f["corner"][1]]): n for n, f in data["Site"].items()}
        self.at, self.corners, around = {}, [], []
        for h, (name, middle) in enumerate(rows):
            for side, by in CORNERS.items():
                at = _shifted(middle, by)
                if at not in self.at:
                    self.at[at] = len(self.corners)
                    self.corners.append(sites.get(at, f"{name}_{side}"))
                    around.append([])
                around[self.at[at]].append(h)
        self.index = {name: c for c, name in enumerate(self.corners)}
        self.hexes_at = [tuple(h for h in hexes if self.yields[h] != NO_RESOURCE) for hexes in around]
        self.is_site = [int(name in data["Site"]) for name in self.corners]
        self.purple = [c for c, name in enumerate(self.corners) if data["Site"].get(name, {}).get("purple")]
        self.coins = [data["Site"].get(name, {}).get("gold", 0) for name in self.corners]

    def _lay_paths(self, data, rows, middles):
        """Number the paths.

        A path at a city-site is named after it, any other path after the hexes on both sides.
        """
        listed = {
            _shifted(middles[f["edge"][0]], SIDES[f["edge"][1]]): name
            for name, f in (data.get("Path") or {}).items()
            if "edge" in f
        }
        beside = {}
        for name, middle in rows:
            for side, by in SIDES.items():
                beside.setdefault(_shifted(middle, by), []).append((name, side, middle))
        self.paths, self.path_index = [], {}
        for at, hexes in beside.items():
            name, side, middle = hexes[0]
            ends = sorted(_shifted(middle, CORNERS[end]) for end in BESIDE[side])
            a, b = (self.at[end] for end in ends)
            of_site = [c for c in (a, b) if self.is_site[c]]
            if len(of_site) == 2:
                called = f"{self.corners[a]}_{self.corners[b]}"
            elif of_site:
                called = f"{self.corners[of_site[0]]}_{_way(*(ends if of_site == [a] else ends[::-1]))}"
            else:
                called = f"{name}_{hexes[1][0]}" if len(hexes) > 1 else f"{name}_side_{side}"
            self.path_index[listed.get(at, called)] = len(self.paths)
            self.paths.append((a, b))
        self.path_names = list(self.path_index)
        self.arrow = [int(bool((data.get("Path") or {}).get(name, {}).get("arrow"))) for name in self.path_names]

    def _join(self):
        """Compute which paths meet and how far intersections are from each other.

        `within[c][n]` lists the intersections that a merchant can reach from c with n grain. `inland` is the same
        without city-sites.
        """
        self.paths_at = [[e for e, path in enumerate(self.paths) if c in path] for c in range(len(self.corners))]
        self.near = [tuple(f for c in path for f in self.paths_at[c] if f != e) for e, path in enumerate(self.paths)]
        self.steps = [self._steps_from(c) for c in range(len(self.corners))]
        self.most_grain = (max(max(row) for row in self.steps) + 2) // 3
        self.within = [
            [tuple(x for x, d in enumerate(row) if 0 < d <= 3 * n) for n in range(self.most_grain + 1)]
            for row in self.steps
        ]
        self.inland = [[tuple(x for x in near if not self.is_site[x]) for near in row] for row in self.within]

    def _lay_tokens(self, data, facts):
        """Place the number tokens with an arch on the hexes with an arch.

        The other tokens are face down in pools.
        """
        self.number, self.is_token = [f.get("printed", 0) for f in facts], [0] * len(facts)
        self.pool = [[] for _ in range(5)]
        for token in data["Token"].values():
            colour = RESOURCES.index(token["colour"])
            if token.get("arch"):
                (h,) = (h for h, f in enumerate(facts) if f.get("arch") and self.yields[h] == colour)
                self.number[h], self.is_token[h] = token["value"], 1
            else:
                self.pool[colour].append(token["value"])
        self.numbered = [[h for h, number in enumerate(self.number) if number == n] for n in range(13)]
        self.numbered[0] = []

    def _steps_from(self, start):
        steps = [-1] * len(self.corners)
        steps[start] = 0
        line = [start]
        for c in line:
            for e in self.paths_at[c]:
                a, b = self.paths[e]
                x = b if a == c else a
                if steps[x] < 0:
                    steps[x] = steps[c] + 1
                    line.append(x)
        return steps


class Luck:
    """A source of chance, based on a random number generator."""

    def __init__(self, rng):
        self.rnd = rng.random

    def dice(self):
        """Return the sum of two dice."""
        rnd = self.rnd
        return int(rnd() * 6) + int(rnd() * 6) + 2

    def piece(self, bag):
        """Draw a piece from a bag and return its index; each piece is equally likely.

        `bag` contains the number of pieces for each index. The piece may be a stolen resource or a card.
        """
        pick = int(self.rnd() * sum(bag))
        for i, number in enumerate(bag):
            pick -= number
            if pick < 0:
                return i
        raise AssertionError("an empty bag")

    def token(self, values):
        """Draw one of the face-down number tokens of a colour and return its value."""
        return values[int(self.rnd() * len(values))]


# ---------------------------------------------------------------- the game


class Europe:
    """One game in progress.

    Players are seats 0, 1, … in clockwise order; `cur` decides, and `me` has the turn. With `fixed`, the set-up is that
    of the first short game. If `limit` is given, the game is stopped after this many rounds.
    """

    __slots__ = (
        "answers", "b", "base", "berths", "bought", "busy", "caravans", "cards", "chains", "choices", "count", "cur",
        "deck", "delivered", "discard", "fees", "first", "fresh", "given", "gold", "grain", "hand", "is_token", "last",
        "left", "limit", "lone", "luck", "may_build", "me", "merchants", "moved", "n", "number", "numbered", "order",
        "owed", "owners_at", "parent", "partner", "ph", "played", "pool", "post", "queue", "ready", "refused", "rnd",
        "robber", "route", "routes_left", "salt", "sites_of", "stamp", "start", "storage", "supply", "target", "terms",
        "todo", "tokens", "total", "wagon", "wagons", "walks", "winner",
    )  # fmt: skip

    def __init__(self, board, n, luck, short=False, start=0, fixed=False, limit=None):
        self.b = board
        self.n = n
        self.luck = luck
        self.limit = limit
        self.start = self.cur = self.me = start
        places, paths = len(board.corners), len(board.paths)
        self.hand = [[0] * 5 for _ in range(n)]
        self.total = [0] * n
        self.gold = [3] * n
        self.supply = [19] * 5
        self.cards = [[0] * 8 for _ in range(n)]
        self.fresh = [0] * 8  # cards bought this turn by the player whose turn it is
        self.deck = DECK[:]
        self.discard = [0] * 8
        self.tokens = POSTS[n, short] - 2
        self.storage = [POSTS[n, short] - 3] * n  # number of posts, each on a commodity token
        self.ready = [1] * n  # number of tokens that may be delivered
        self.delivered = [0] * n
        self.routes_left = [30] * n
        self.post = [NOWHERE] * places
        self.given = [0] * places  # 1 if a commodity token is under the post
        self.busy = [0] * places  # number of posts and merchants at each intersection
        self.route = [NOWHERE] * paths
        self.wagons = [0] * paths
        self.merchants = [[NOWHERE, NOWHERE] for _ in range(n)]
        self.caravans = [[NOWHERE, NOWHERE] for _ in range(n)]
        self.sites_of = [[] for _ in range(n)]
        self.may_build = [{} for _ in range(n)]  # moves that build routes, whatever they cost
        self.berths = [{} for _ in range(n)]  # the player's routes next to their own posts
        self.parent = list(range(places))
        self.count = board.is_site[:]  # number of city-sites in the tree with this root
        self.lone = list(range(places))  # if a tree has one city-site, that site
        self.owners_at = [[] for _ in board.hexes]  # the owner of each post around the hex
        self.number, self.is_token = board.number[:], board.is_token[:]
        self.numbered = [hexes[:] for hexes in board.numbered]
        self.pool = [values[:] for values in board.pool]
        self.robber = board.robber
        self.stamp = 0  # increases whenever a merchant or post moves
        self.walks = [(None, ())] * n
        self.todo = []
        self.base = P_ACT
        self.rnd = 1
        self.winner = None
        self.answers = 0  # number of counter-offers to the current offer
        self.fees = [0, 0]  # by caravan, a bit mask of the owners whose routes it may use free of charge this turn
        self.grain = self.salt = 0  # amounts that a card pays for the next movement
        order = [(start + i) % n for i in range(n)]
        self.order = order
        if fixed:
            self._fixed()
            self._begin(start)
        else:
            self.queue = order + order[::-1] + order
            self.ph = P_POST
            self.cur = self.queue[0]

    def _fixed(self):
        for p, (posts, path, resources) in enumerate(self.b.openings):
            for c in posts:
                self._post(p if p < self.n else NEUTRAL, c)
            if p < self.n:
                self._lay(p, path)
                self.caravans[p][0] = path
                self.wagons[path] += 1
                for r in resources:
                    self._gain(p, r, 1)

    # ------------------------------------------------------------ queries

    def legal(self):
        """Return the legal moves of `cur` as a new list, which is empty only at the end.

        An offer is listed without its terms.
        """
        ph = self.ph
        if ph == P_ACT:
            return self._acts(self.me)
        return _LEGAL[ph](self)

    def describe(self, m):
        """Return the kind and the numbers of a move."""
        return NAMES[m >> 2 * A], m >> A & LOW, m & LOW

    def may_bargain(self, q):
        """Return True if both the player whose turn it is and seat q have something to give."""
        return all(self.gold[p] or self.total[p] for p in (self.me, q))

    def may_offer(self, q, give, get, pay, charge):
        """Return True if these terms may be proposed to seat q.

        Whether seat q can fulfil the terms is checked only when the offer is accepted.
        """
        p = self.me
        return (
            q != p
            and self.ph == P_ACT
            and self.refused < REFUSALS
            and (pay > 0 or any(give))
            and (charge > 0 or any(get))
            and pay <= self.gold[p]
            and charge <= self.gold[q]
            and sum(get) <= self.total[q]
            and all(map(int.__le__, give, self.hand[p]))
        )

    def offer(self, q, give, get, pay, charge):
        """Propose a trade to seat q.

        `give` and `get` are numbers of cards of each resource; `pay` and `charge` are amounts of gold.
        """
        self.partner = q
        self.terms = give, get, pay, charge
        self.answers = 0
        self.cur = q
        self.ph = P_OFFER

    def may_counter(self, give, get, pay, charge):
        """Return True if the partner may make a counter-offer with these terms.

        The terms are stated from the side of the player whose turn it is. The player who makes the counter-offer must
        be able to fulfil them, and so must the other player, as far as that is visible.
        """
        p, q = self.me, self.partner
        mine = give if self.cur == p else get
        return (
            self.answers < COUNTERS
            and (pay > 0 or any(give))
            and (charge > 0 or any(get))
            and pay <= self.gold[p]
            and charge <= self.gold[q]
            and sum(get) <= self.total[q]
            and sum(give) <= self.total[p]
            and all(map(int.__le__, mine, self.hand[self.cur]))
        )

    def counter(self, give, get, pay, charge):
        """Answer an offer with different terms."""
        self.terms = give, get, pay, charge
        self.answers += 1
        self.cur = self.partner if self.cur == self.me else self.me

    def ranking(self):
        """Return the seats by rank, most deliveries first. Tied seats share a list."""
        seats = range(self.n)
        return [[p for p in seats if self.delivered[p] == d] for d in sorted(set(self.delivered), reverse=True)]

    # ------------------------------------------------------------ listing moves

    def _acts(self, p):
        hand = self.hand[p]
        lumber, wool, grain, ore, salt = hand
        supply = self.supply
        gold = self.gold[p]
        out = [PASS]
        if self.refused < REFUSALS and (gold or self.total[p]):
            for q in range(self.n):
                if q != p and (self.gold[q] or self.total[q]):
                    out.append(K_OFFER | q)
        if gold > 1 and self.bought < 2:
            out += BUYS if all(supply) else [K_BUY | r for r in range(5) if supply[r]]
        for r in range(5):
            if hand[r] > 2:
                out.append(K_SELL | r)
                out += SWAPS[r] if all(supply) else [m for m in SWAPS[r] if supply[m & LOW]]
        if wool:
            if salt and (any(self.deck) or any(self.discard)):
                out.append(DEV)
            if grain and lumber:
                out += self._recruits(p)
        if ore and lumber:
            if self.routes_left[p]:
                out += self.may_build[p]
            if salt:
                out += self._berths(p)
        if grain or self.grain:
            now = self.stamp, grain + self.grain
            known, walks = self.walks[p]
            if known != now:
                walks = self._walks(p, grain + self.grain)
                self.walks[p] = now, walks
            out += walks
        if salt or self.salt:
            for i in (0, 1):
                if self.caravans[p][i] >= 0:
                    out += self._sends(p, i, salt)
        if self.ready[p]:
            out += self._deliveries(p)
        if not self.played:
            out += self._playable(p)
        return out

    def _recruits(self, p):
        """Return the moves that recruit a merchant.

        If both merchants are on the board, each move names the one to relocate.
        """
        merchants = self.merchants[p]
        if merchants[0] < 0:
            return [K_RECRUIT | c for c in self.sites_of[p]]
        if merchants[1] < 0:
            return [K_RECRUIT | 1 << A | c for c in self.sites_of[p]]
        return [K_RECRUIT | i << A | c for i in (0, 1) for c in self.sites_of[p]]

    def _berths(self, p):
        """Return the moves that equip a caravan.

        If both caravans are on the board, each move names the one to relocate.
        """
        caravans = self.caravans[p]
        wagons = self.wagons
        if caravans[0] < 0:
            return [K_EQUIP | e for e in self.berths[p] if wagons[e] < 2]
        if caravans[1] < 0:
            return [K_EQUIP | 1 << A | e for e in self.berths[p] if wagons[e] < 2]
        return [K_EQUIP | i << A | e for i in (0, 1) for e in self.berths[p] if wagons[e] - (e == caravans[i]) < 2]

    def _walks(self, p, grain):
        near = self.b.within if self.storage[p] else self.b.inland
        grain = min(grain, self.b.most_grain)
        busy = self.busy
        out = []
        for i, c in enumerate(self.merchants[p]):
            if c >= 0:
                m = K_WALK | i << A
                out += [m | x for x in near[c][grain] if not busy[x]]
        return out

    def _sends(self, p, i, salt):
        """Return the moves that send caravan i, one for each possible amount of salt.

        An amount is possible if the caravan can stop somewhere.
        """
        at = self.caravans[p][i]
        wagons = self.wagons
        wagons[at] -= 1
        fees, gold, free = self._fees(i), self.gold[p], self.salt
        for n in range(0 if free else 1, salt + 1):
            if self._steps(p, at, 3 * (n + free), fees, gold):
                wagons[at] += 1
                return [K_SEND | i << A | n for n in range(n, salt + 1)]
        wagons[at] += 1
        return []

    def _fees(self, i):
        """Return a bit mask of the owners whose routes caravan i may use free of charge."""
        return self.fees[i] | 1 << self.me

    def _steps(self, p, at, left, fees, gold):
        """Return the next routes from which a caravan with its remaining steps can still stop."""
        route = self.route
        wagons = self.wagons
        out = []
        if left:
            for e in self.b.near[at]:
                o = route[e]
                if o >= 0:
                    if fees >> o & 1:
                        if wagons[e] < 2 or self._steps(p, e, left - 1, fees, gold):
                            out.append(e)
                    elif gold and (wagons[e] < 2 or self._steps(p, e, left - 1, fees | 1 << o, gold - 1)):
                        out.append(e)
        return out

    def _deliveries(self, p):
        post, given = self.post, self.given
        found = []
        for i, e in enumerate(self.caravans[p]):
            if e >= 0:
                for c in self.b.paths[e]:
                    if post[c] >= 0 and post[c] != p and not given[c]:
                        found.append(K_DELIVER | i << A | c)
        return found

    def _playable(self, p):
        """Return the moves that play a card from an earlier turn.

        A move also contains a resource or a caravan if the card names one.
        """
        fresh, out = self.fresh, []
        for k, number in enumerate(self.cards[p]):
            if number > fresh[k]:
                if k == MONOPOLY:
                    out += [K_CARD | k << A | r for r in range(5)]
                elif k == FREE_PASSAGE:
                    out += [K_CARD | k << A, K_CARD | k << A | 1]
                else:
                    out.append(K_CARD | k << A)
        return out

    def _free_posts(self):
        kind = K_POST if self.ph == P_POST else K_NEUTRAL
        return [kind | c for c in self.b.purple if self.post[c] < 0]

    def _first_routes(self):
        """Return the paths next to a post of the player that do not connect two city-sites."""
        count, out = self.count, []
        for m in self.may_build[self.cur]:
            a, b = self.b.paths[m & LOW]
            if not (count[self._root(a)] and count[self._root(b)]):
                out.append(m & LOW | K_FIRST)
        return out

    def _before(self):
        return [PASS, *self._playable(self.me)]

    def _drops(self):
        hand = self.hand[self.cur]
        out = []
        for m in DROPS[self.first]:
            r = m & LOW
            if hand[r] and sum(hand[r:]) >= self.owed[self.cur]:
                out.append(m)
        return out

    def _robber_goes(self):
        return [K_ROBBER | h for h, number in enumerate(self.number) if number and h != self.robber]

    def _offered(self):
        p, q = self.me, self.partner
        give, get, pay, charge = self.terms
        out = [DECLINE]
        if self.answers < COUNTERS:
            out.append(COUNTER)
        if (
            pay <= self.gold[p]
            and charge <= self.gold[q]
            and all(map(int.__le__, get, self.hand[q]))
            and all(map(int.__le__, give, self.hand[p]))
        ):
            out.append(ACCEPT)
        return out

    def _free_routes(self):
        return [PASS, *[K_FREE | f for f in self.b.near[self.last] if self.route[f] < 0]]

    def _roads(self):
        return [PASS, *[m & LOW | K_FREE for m in self.may_build[self.me]]]

    def _on_the_way(self):
        p, i = self.me, self.wagon
        at = self.caravans[p][i]
        out = [K_GO | e for e in self._steps(p, at, self.left, self._fees(i), self.gold[p])]
        if not self.moved:  # all other actions were possible before the caravan set out
            return out
        if self.wagons[at] < 2:
            out.append(STOP)
        if self.ready[p]:
            out += self._deliveries(p)
        if not self.played:
            out += self._playable(p)
        return out

    def _takes(self):
        return [m for m in TAKES if self.supply[m & LOW]]

    def _next_places(self):
        """Return moves that choose where to go next at the point where several possible chains separate."""
        return [K_CHAIN | c for c in dict.fromkeys(places[self.first] for places, _ in self.chains)]

    def _hexes(self):
        return [K_HEX | h for h in self.choices]

    def _sources(self):
        return [K_TOKEN | h for h in self.choices]

    def _victims(self):
        return [K_STEAL | q for q in self.choices]

    # ------------------------------------------------------------ one move

    def apply(self, m):
        """Play a move returned by `legal`.

        Offers and counter-offers are made by `offer` and `counter` instead.
        """
        p = self.me
        kind, a, b = m >> 2 * A << 2 * A, m >> A & LOW, m & LOW
        if m == PASS:
            self._pass()
        elif kind == K_WALK:
            grain = (self.b.steps[self.merchants[p][a]][b] + 2) // 3 - self.grain
            self.grain = 0
            if grain > 0:
                self._pay(p, GRAIN, grain)
            self._arrive(p, a, b)
        elif kind == K_ROUTE:
            self._pay(p, ORE, 1)
            self._pay(p, LUMBER, 1)
            self._open(p, b)
        elif kind == K_DELIVER:
            self._deliver(p, b)
        elif kind == K_GO:
            self._go(p, b)
        elif kind == K_SEND:
            self._pay(p, SALT, b)
            self._set_out(p, a, 3 * (b + self.salt))
            self.salt = 0
        elif kind == K_SWAP:
            self._pay(p, a, 3)
            self._gain(p, b, 1)
        else:
            _APPLY[kind](self, a, b)

    def _pass(self):
        if self.ph == P_ACT:
            self._end_turn()
        elif self.ph == P_BEFORE:
            self._roll()
        else:  # the player declines a free route, or both of two free routes
            if self.ph == P_ROADS and self.todo and self.todo[-1] == P_ROADS << A:
                self.todo.pop()
            self._resume()

    def _pay(self, p, r, number):
        self.hand[p][r] -= number
        self.total[p] -= number
        self.supply[r] += number

    def _gain(self, p, r, number):
        self.hand[p][r] += number
        self.total[p] += number
        self.supply[r] -= number

    # ------------------------------------------------------------ set-up

    def _placed(self, _, c):
        p = self.queue.pop(0)
        if self.ph == P_NEUTRAL:
            self._post(NEUTRAL, c)
        else:
            self._post(p, c)
            if not self.queue:  # each player receives the first cards from the post they placed last
                for q in range(self.n):
                    for h in self.b.hexes_at[self.sites_of[q][-1]]:
                        self._gain(q, self.b.yields[h], 1)
        if not self.queue:
            last = self.order[-1]
            if self.ph == P_POST and self.n == 3:
                self.ph = P_NEUTRAL
                self.queue = [last, *self.order[:-1]]
            else:
                self.ph = P_FIRST
                self.queue = self.order[::-1]
        self.cur = self.queue[0]

    def _first_route(self, _, e):
        p = self.queue.pop(0)
        self._lay(p, e)
        self.caravans[p][0] = e
        self.wagons[e] += 1
        if self.queue:
            self.cur = self.queue[0]
        else:
            self._begin(self.start)

    # ------------------------------------------------------------ the turn

    def _begin(self, p):
        self.cur = self.me = p
        self.played = False
        self.bought = 0
        self.refused = 0
        self.fees = [0, 0]
        self.grain = self.salt = 0
        self.fresh = [0] * 8
        if any(self.cards[p]):
            self.ph = self.base = P_BEFORE
        else:
            self._roll()

    def _end_turn(self):
        p = (self.me + 1) % self.n
        if p == self.start:
            if self.rnd == self.limit:
                self.ph = P_OVER
                return
            self.rnd += 1
        self._begin(p)

    def _roll(self):
        self.base = self.ph = P_ACT
        number = self.luck.dice()
        if number != 7:
            self._produce(number)
            return
        self.owed = [total // 2 if total > 7 else 0 for total in self.total]
        self.ph = P_DROP
        self._next_drop()

    def _produce(self, number):
        want = [0] * (5 * self.n)
        need = [0] * 5
        for h in self.numbered[number]:
            if h != self.robber:
                r = self.b.yields[h]
                for p in self.owners_at[h]:
                    want[5 * p + r] += 1
                    need[r] += 1
        supply = self.supply
        for r in range(5):
            if need[r] > supply[r]:
                need[r] = 0
        for p in range(self.n):
            got = False
            for r in range(5):
                if need[r] and want[5 * p + r]:
                    self._gain(p, r, want[5 * p + r])
                    got = True
            if not got:
                self.gold[p] += 1

    def _next_drop(self):
        for p in range(self.n):
            if self.owed[p]:
                self.cur = p
                self.first = 0
                return
        self.cur = self.me
        self.ph = P_ROBBER

    def _drop(self, _, r):
        p = self.cur
        self._pay(p, r, 1)
        self.first = r
        self.owed[p] -= 1
        if not self.owed[p]:
            self._next_drop()

    def _move_robber(self, _, h):
        self.robber = h
        me = self.me
        self.choices = [q for q in range(self.n) if q != me and self.total[q] and q in self.owners_at[h]]
        if len(self.choices) > 1:
            self.ph = P_STEAL
            return
        for q in self.choices:
            self._rob(q)
        self._resume()

    def _steal(self, _, q):
        self._rob(q)
        self._resume()

    def _rob(self, q):
        r = self.luck.piece(self.hand[q])
        self._pay(q, r, 1)
        self._gain(self.me, r, 1)

    def _resume(self):
        """Continue with the unfinished steps, the latest first, and then with the turn."""
        p = self.me
        while self.todo:
            kind, self.last = divmod(self.todo.pop(), 1 << A)
            if kind == P_FREE:
                ready = self.routes_left[p] and any(self.route[f] < 0 for f in self.b.near[self.last])
            elif kind == P_ROADS:
                ready = self.routes_left[p] and self.may_build[p]
            elif kind == P_TAKE:
                ready = any(self.supply)
            else:
                ready = True
            if ready:
                self.ph = kind
                return
        if self.base == P_BEFORE:
            self._roll()
        else:
            self.ph = P_ACT

    # ------------------------------------------------------------ trade

    def _accept(self, *_):
        p, q = self.me, self.partner
        give, get, pay, charge = self.terms
        for r in range(5):
            if give[r]:
                self._pay(p, r, give[r])
                self._gain(q, r, give[r])
            if get[r]:
                self._pay(q, r, get[r])
                self._gain(p, r, get[r])
        self.gold[p] += charge - pay
        self.gold[q] += pay - charge
        self.cur = p
        self.ph = P_ACT

    def _decline(self, *_):
        self.refused += 1
        self.cur = self.me
        self.ph = P_ACT

    def _buy(self, _, r):
        self.gold[self.me] -= 2
        self.bought += 1
        self._gain(self.me, r, 1)

    def _sell(self, _, r):
        self._pay(self.me, r, 3)
        self.gold[self.me] += 1

    # ------------------------------------------------------------ routes

    def _root(self, c):
        parent = self.parent
        while parent[c] != c:
            parent[c] = c = parent[parent[c]]
        return c

    def _lay(self, p, e):
        """Place a route of player p on path e.

        Returns the city-site that the route connects for the first time, or None.
        """
        route = self.route
        route[e] = p
        self.routes_left[p] -= 1
        m = K_ROUTE | e
        for moves in self.may_build:
            moves.pop(m, None)
        mine = self.may_build[p]
        for f in self.b.near[e]:
            if route[f] < 0:
                mine[K_ROUTE | f] = None
        a, b = self.b.paths[e]
        if self.post[a] == p or self.post[b] == p:
            self.berths[p][e] = None
        a, b = self._root(a), self._root(b)
        if a == b:
            return None
        count, lone = self.count, self.lone
        of_a, of_b = count[a], count[b]
        self.parent[b] = a
        count[a] = of_a + of_b
        if of_a and of_b:
            if of_a == 1:
                return lone[a]
            return lone[b] if of_b == 1 else None
        if of_b:
            lone[a] = lone[b]
        return None

    def _open(self, p, e):
        """Open a route during play.

        The first connection of a city-site pays gold. A double arrow gives another route.
        """
        site = self._lay(p, e)
        if self.b.arrow[e]:
            self.todo.append(P_FREE << A | e)
        if site is not None:
            self.chains = self._chains(site)
            self.first = 0
            self._pay_chain()
        else:
            self._resume()

    def _chains(self, site):
        """Return the shortest chains of routes from a city-site to another one.

        Each chain consists of its places and its paths.
        """
        route, is_site, b = self.route, self.b.is_site, self.b
        before = {site: [((), ())]}
        seen = {site}
        while before:
            after = {}
            for c, ways in before.items():
                for e in b.paths_at[c]:
                    if route[e] >= 0:
                        x, y = b.paths[e]
                        there = y if x == c else x
                        if there not in seen:
                            after.setdefault(there, []).extend([((*way, there), (*used, e)) for way, used in ways])
            found = [way for c, ways in after.items() if is_site[c] for way in ways]
            if found:
                return found
            seen |= after.keys()
            before = after
        raise AssertionError("no other city-site")

    def _choose_chain(self, _, c):
        self.chains = [chain for chain in self.chains if chain[0][self.first] == c]
        self._pay_chain()

    def _pay_chain(self):
        """Pay gold along the chain.

        If several chains separate, the player first chooses the next place.
        """
        chains = self.chains
        for at in range(self.first, len(chains[0][0])):
            self.first = at
            if any(places[at] != chains[0][0][at] for places, _ in chains):
                self.ph = P_CHAIN
                return
            self.gold[self.route[chains[0][1][at]]] += 1
        self._resume()

    def _free_route(self, _, e):
        self._open(self.me, e)

    # ------------------------------------------------------------ merchants and trading posts

    def _recruit(self, i, c):
        p = self.me
        self._pay(p, WOOL, 1)
        self._pay(p, GRAIN, 1)
        self._pay(p, LUMBER, 1)
        old = self.merchants[p][i]
        if old >= 0:
            self.busy[old] -= 1
        self.merchants[p][i] = c
        self.busy[c] += 1
        self.stamp += 1

    def _arrive(self, p, i, c):
        self.busy[self.merchants[p][i]] -= 1
        self.stamp += 1
        if not self.b.is_site[c]:
            self.merchants[p][i] = c
            self.busy[c] += 1
            self._resume()
            return
        self.merchants[p][i] = NOWHERE
        self.storage[p] -= 1
        self.ready[p] += 1
        self._post(p, c)
        self.gold[p] += self.b.coins[c]
        hexes = [h for h in self.b.hexes_at[c] if not self.number[h] and self._tokens_for(h)]
        if len(hexes) > 1:
            self.choices = hexes
            self.ph = P_HEX
        elif hexes:
            self._number(0, hexes[0])
        else:
            self._resume()

    def _post(self, p, c):
        self.post[c] = p
        self.busy[c] += 1
        self.stamp += 1
        if p == NEUTRAL:
            return
        self.sites_of[p].append(c)
        for h in self.b.hexes_at[c]:
            self.owners_at[h].append(p)
        for e in self.b.paths_at[c]:
            if self.route[e] < 0:
                self.may_build[p][K_ROUTE | e] = None
            elif self.route[e] == p:
                self.berths[p][e] = None

    def _tokens_for(self, h):
        """Return the hexes from which a hex can get a number token.

        `NOWHERE` means a face-down token of its colour, which comes before tokens on other hexes.
        """
        colour = self.b.yields[h]
        if self.pool[colour]:
            return [NOWHERE]
        return [other for other, is_token in enumerate(self.is_token) if is_token and self.b.yields[other] == colour]

    def _number(self, _, h):
        tokens = self._tokens_for(h)
        if tokens == [NOWHERE]:
            pool = self.pool[self.b.yields[h]]
            value = self.luck.token(pool)
            pool.remove(value)
            self._put(h, value)
            self._resume()
            return
        self.target = h
        self.choices = tokens
        if len(tokens) > 1:
            self.ph = P_TOKEN
        else:
            self._take_token(0, tokens[0])

    def _take_token(self, _, h):
        value = self.number[h]
        self.number[h] = self.is_token[h] = 0
        self.numbered[value].remove(h)
        self._put(self.target, value)
        self._resume()

    def _put(self, h, value):
        self.number[h] = value
        self.is_token[h] = 1
        self.numbered[value].append(h)

    # ------------------------------------------------------------ caravans

    def _equip(self, i, e):
        p = self.me
        self._pay(p, ORE, 1)
        self._pay(p, LUMBER, 1)
        self._pay(p, SALT, 1)
        old = self.caravans[p][i]
        if old >= 0:
            self.wagons[old] -= 1
        self.caravans[p][i] = e
        self.wagons[e] += 1

    def _set_out(self, p, i, steps):
        """Let caravan i set out. During its journey it occupies no route."""
        self.wagon = i
        self.left = steps
        self.moved = False
        self.wagons[self.caravans[p][i]] -= 1
        self.ph = P_TRAVEL

    def _go(self, p, e):
        i = self.wagon
        o = self.route[e]
        if not self._fees(i) >> o & 1:
            self.fees[i] |= 1 << o
            self.gold[p] -= 1
            self.gold[o] += 1
        self.caravans[p][i] = e
        self.moved = True
        self.left -= 1
        if not self.left:
            self._stop()

    def _stop(self, *_):
        self.wagons[self.caravans[self.me][self.wagon]] += 1
        self._resume()

    def _deliver(self, p, c):
        self.given[c] = 1
        self.ready[p] -= 1
        self.delivered[p] += 1
        if self.delivered[p] == self.tokens:
            self.winner = p
            self.ph = P_OVER

    # ------------------------------------------------------------ development cards

    def _buy_card(self, *_):
        p = self.me
        self._pay(p, WOOL, 1)
        self._pay(p, SALT, 1)
        if not any(self.deck):
            self.deck, self.discard = self.discard, self.deck
        k = self.luck.piece(self.deck)
        self.deck[k] -= 1
        self.cards[p][k] += 1
        self.fresh[k] += 1

    def _play(self, k, a):
        p = self.me
        self.cards[p][k] -= 1
        self.discard[k] += 1
        self.played = True
        if self.ph == P_TRAVEL:
            self.todo.append(P_TRAVEL << A)
        if k == LANCER:
            self.ph = P_ROBBER
            return
        if k == ROADS:
            self.todo += [P_ROADS << A, P_ROADS << A]
        elif k == FAST_MERCHANT:
            self.grain = CREDIT
        elif k == FAST_CARAVAN:
            self.salt = CREDIT
        elif k == HARVEST:
            self.todo += [P_TAKE << A, P_TAKE << A]
        elif k == MONOPOLY:
            for q in range(self.n):
                if q != p and self.hand[q][a]:
                    number = self.hand[q][a]
                    self._pay(q, a, number)
                    self._gain(p, a, number)
        elif k == TREASURE:
            self.gold[p] += TREASURE_GOLD
        else:
            self.fees[a] = LOW
        self._resume()

    def _take(self, _, r):
        self._gain(self.me, r, 1)
        self._resume()


_LEGAL = {
    P_POST: Europe._free_posts,
    P_NEUTRAL: Europe._free_posts,
    P_FIRST: Europe._first_routes,
    P_BEFORE: Europe._before,
    P_DROP: Europe._drops,
    P_ROBBER: Europe._robber_goes,
    P_STEAL: Europe._victims,
    P_OFFER: Europe._offered,
    P_CHAIN: Europe._next_places,
    P_FREE: Europe._free_routes,
    P_ROADS: Europe._roads,
    P_HEX: Europe._hexes,
    P_TOKEN: Europe._sources,
    P_TRAVEL: Europe._on_the_way,
    P_TAKE: Europe._takes,
    P_OVER: lambda _: [],
}
_APPLY = {
    K_POST: Europe._placed,
    K_NEUTRAL: Europe._placed,
    K_FIRST: Europe._first_route,
    K_CARD: Europe._play,
    K_DROP: Europe._drop,
    K_ROBBER: Europe._move_robber,
    K_STEAL: Europe._steal,
    K_ACCEPT: Europe._accept,
    K_DECLINE: Europe._decline,
    K_BUY: Europe._buy,
    K_SELL: Europe._sell,
    K_DEV: Europe._buy_card,
    K_RECRUIT: Europe._recruit,
    K_EQUIP: Europe._equip,
    K_FREE: Europe._free_route,
    K_CHAIN: Europe._choose_chain,
    K_HEX: Europe._number,
    K_TOKEN: Europe._take_token,
    K_STOP: Europe._stop,
    K_TAKE: Europe._take,
}


# ---------------------------------------------------------------- measuring and checking


def small_board():
    """Return a random board of seven rows of eight hexes, for the checks below."""
    rng = random.Random(5)
    rows = [[f"Hex{row}_{column}" for column in range(8)] for row in range(7)]
    hexes = {"rows": rows}
    for row, names in enumerate(rows):
        for column, name in enumerate(names):
            rim = row in (0, 6) or column in (0, 7)
            resource = NONE if rim and rng.random() < 0.5 else rng.choice(RESOURCES)
            inside = not rim and {"printed": rng.choice([2, 3, 4, 5, 6, 8, 9, 10, 11, 12])}
            hexes[name] = {"yields": resource, **(inside or {})}
    blank = [name for names in rows for name in names if hexes[name]["yields"] != NONE and "printed" not in hexes[name]]
    for resource in RESOURCES:
        next(hexes[name] for name in blank if hexes[name]["yields"] == resource)["arch"] = True
    tops = [[rows[row][column], side] for row in range(1, 7) for column in range(1, 7) for side in ("N", "NW")]
    sites = {
        f"Site{i}": {"corner": top, "purple": i % 2 == 0, "gold": i % 5 % 3}
        for i, top in enumerate(rng.sample(tops, 42))
    }
    arrows = {f"Path{i}": {"edge": [rows[i % 7][i % 8], "SE"], "arrow": True} for i in range(14)}
    values = [3, 4, 9, 3, 10, 5, 11, 4, 9, 11, 10, 9, 11, 10, 5]
    tokens = {
        f"Token{i}": {"value": value, "colour": RESOURCES[i // 3], "arch": i % 3 == 0} for i, value in enumerate(values)
    }
    start = {"RobberStart": {"hex": blank[-1]}}
    return Board({"Hex": hexes, "Site": sites, "Path": arrows, "Token": tokens, "Start": start})


def some_terms(s, q, rnd):
    """Return random terms for a trade with seat q, most of them legal.

    The proposer knows their own hand and the number of the other player's cards.
    """

    def known(hand):
        return [int(rnd() * (number + 1)) if number and rnd() < 0.4 else 0 for number in hand]

    def guessed(total):
        bag = [0] * 5
        for _ in range(min(total, 1 + int(rnd() * 3))):
            bag[int(rnd() * 5)] += 1
        return bag

    p = s.me
    if s.cur == p:
        give, get = known(s.hand[p]), guessed(s.total[q])
    else:
        give, get = guessed(s.total[p]), known(s.hand[q])
    pay, charge = (int(rnd() * (s.gold[seat] + 1)) if rnd() < 0.3 else 0 for seat in (p, q))
    return give, get, pay, charge


def play_on(s, rng):
    """Play a game to its end with random moves.

    Return the number of decisions and of legal moves.
    """
    rnd = rng.random
    legal = s.legal
    apply = s.apply
    dec = tot = 0
    while moves := legal():
        k = len(moves)
        m = moves[int(rnd() * k)] if k > 1 else moves[0]
        dec += 1
        tot += k
        if K_OFFER <= m < K_ACCEPT:
            q = m & LOW
            for _ in range(20):
                terms = some_terms(s, q, rnd)
                if s.may_offer(q, *terms):
                    s.offer(q, *terms)
                    break
            else:
                apply(PASS)
        elif m == COUNTER:
            terms = some_terms(s, s.partner, rnd)
            if s.may_counter(*terms):
                s.counter(*terms)
            else:
                apply(DECLINE)
        else:
            apply(m)
    return dec, tot


def playout(n, rng, short=False):
    """Play one random game, and return the game and its numbers of decisions and of legal moves."""
    name = "boards/short.yaml" if short else "board.yaml"
    if name not in _BOARDS:
        _BOARDS[name] = Board.read(name)
    s = Europe(_BOARDS[name], n, Luck(rng), short, rng.randrange(n), limit=LIMIT)
    return s, *play_on(s, rng)


_BOARDS = {}


def _check_tables(s):
    """Compare the data that is updated in place with data computed from the position alone."""
    b, seats = s.b, range(s.n)
    for r in range(5):
        assert s.supply[r] >= 0
        assert s.supply[r] + sum(s.hand[p][r] for p in seats) == 19
    for k in range(8):
        assert s.deck[k] + s.discard[k] + sum(s.cards[p][k] for p in seats) == DECK[k]
    standing = [c for p in seats for c in s.merchants[p] if c >= 0]
    on_routes = [e for p in seats for e in s.caravans[p] if e >= 0]
    if s.ph == P_TRAVEL or P_TRAVEL << A in s.todo:
        on_routes.remove(s.caravans[s.me][s.wagon])
    assert s.busy == [(s.post[c] >= 0) + standing.count(c) for c in range(len(b.corners))]
    assert s.wagons == [on_routes.count(e) for e in range(len(b.paths))]
    assert all(s.route[e] >= 0 for e in on_routes)
    assert not s.todo or s.ph not in (P_ACT, P_BEFORE)
    trees = _trees(s)
    for c in range(len(b.corners)):
        assert s.count[s._root(c)] == sum(b.is_site[x] for x in trees[c])
        assert s.post[c] == NOWHERE or b.is_site[c]
        if len(sites := [x for x in trees[c] if b.is_site[x]]) == 1:
            assert s.lone[s._root(c)] == sites[0]
    for p in seats:
        own = {c for c, owner in enumerate(s.post) if owner == p}
        ends = own | {c for e, owner in enumerate(s.route) if owner == p for c in b.paths[e]}
        free = [e for e, owner in enumerate(s.route) if owner < 0 and ends & set(b.paths[e])]
        assert sorted(s.may_build[p]) == [K_ROUTE | e for e in free]
        assert sorted(s.berths[p]) == [e for e, owner in enumerate(s.route) if owner == p and own & set(b.paths[e])]
        assert sorted(s.sites_of[p]) == sorted(own)
        assert s.routes_left[p] == 30 - s.route.count(p) >= 0
        assert s.total[p] == sum(s.hand[p]) and min(s.hand[p]) >= 0 and s.gold[p] >= 0
        if s.ph not in (P_POST, P_NEUTRAL):
            assert len(own) - 3 + s.storage[p] == s.tokens - 1
            assert s.storage[p] + s.ready[p] + s.delivered[p] == s.tokens
    assert sum(s.delivered) == sum(s.given)
    for h in range(len(b.hexes)):
        around = [s.post[c] for c in range(len(b.corners)) if h in b.hexes_at[c] and 0 <= s.post[c] < NEUTRAL]
        assert sorted(s.owners_at[h]) == sorted(around)
        assert (h in s.numbered[s.number[h]]) == bool(s.number[h])
    placed = [s.number[h] for h in range(len(b.hexes)) if s.is_token[h]]
    at_first = [b.number[h] for h in range(len(b.hexes)) if b.is_token[h]]
    assert sorted(chain(placed, *s.pool)) == sorted(chain(at_first, *b.pool))


def _trees(s):
    """Return, for each intersection, the intersections connected to it by routes."""
    near = [[] for _ in s.b.corners]
    for e, owner in enumerate(s.route):
        if owner >= 0:
            one, other = s.b.paths[e]
            near[one].append(other)
            near[other].append(one)
    trees = [None] * len(near)
    for c in range(len(near)):
        if trees[c] is None:
            tree = {c}
            line = [c]
            for x in line:
                line += [y for y in near[x] if y not in tree and not tree.add(y)]
            for x in tree:
                trees[x] = tree
    return trees


def selfcheck(games=60, seed=7):
    """Check the data updated in place at every decision of random games.

    Returns how often each kind of move occurred.
    """
    rng = random.Random(seed)
    board = small_board()
    seen = {}
    for g in range(games):
        s = Europe(board, 3 + g % 2, Luck(rng), short=g // 2 % 2 == 0, start=g % 3, limit=40)
        while moves := s.legal():
            assert len(set(moves)) == len(moves)
            _check_tables(s)
            m = rng.choice(moves)
            if K_OFFER <= m < K_ACCEPT or m == COUNTER:
                m = moves[0]
            seen[s.describe(m)[0]] = seen.get(s.describe(m)[0], 0) + 1
            s.apply(m)
    return seen


def rate(n, seconds, rng, short):
    """Return the mean time per decision in whole random games, in microseconds."""
    dec = 0
    t0 = time.perf_counter()
    while True:
        dec += playout(n, rng, short)[1]
        t = time.perf_counter() - t0
        if t >= seconds:
            return t / dec * 1e6


def main(args):
    if args == ["check"]:
        print("the tables are right; moves played:", selfcheck())
        return
    for short in False, True:
        for n in 3, 4:
            rng = random.Random(1)
            games = [playout(n, rng, short) for _ in range(20)]
            dec = sum(game[1] for game in games)
            won = sum(s.winner is not None for s, _, _ in games)
            us = statistics.median(rate(n, 0.5, rng, short) for _ in range(5))
            print(
                f"{'short' if short else 'main'} board, {n} players: {dec / 20:.0f} decisions a game, "
                f"{sum(game[2] for game in games) / dec:.1f} legal moves each, "
                f"{sum(s.rnd for s, _, _ in games) / 20:.1f} rounds, {won} of 20 won"
            )
            print(f"   median {us:.2f} us a decision: {1e6 / us:,.0f} decisions/s")


if __name__ == "__main__":
    main(sys.argv[1:])
