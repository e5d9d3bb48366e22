"""From lark's parse to syntax nodes: one method for each rule of the grammar, named as the rule is.

The only judgement made here is the reading of
`count(x in S where c)`: what stands before `where` or `by` must be a membership, which then names the binder.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lark import Token, Transformer, v_args

from dsl import ast as a
from dsl.diagnostics import Sink
from dsl.source import Source, Span

GATHERINGS = ("count", "any", "first", "last")
"""Gatherings over the things themselves: `count(x in S where c)`. The others gather an expression `for` each."""

MAPPED_GATHERINGS = ("sum", "min", "max", "all", "union")


def _text(token: Token | None) -> str:
    return str(token)[1:-1] if token is not None else ""


@v_args(meta=True, inline=True)
class FromTree(Transformer):  # type: ignore[type-arg]
    """Builds `dsl.ast` nodes from the parse of one block of `source`; misreadings go to `sink`."""

    def __init__(self, source: Source, sink: Sink) -> None:
        super().__init__(visit_tokens=False)
        self.source, self.sink = source, sink

    # ------------------------------------------------------------ places

    def at(self, meta: Any) -> Span:
        start, end = getattr(meta, "start_pos", 0), getattr(meta, "end_pos", 0)
        text = self.source.text
        while end > start + 1 and text[end - 1].isspace():
            end -= 1
        return Span(self.source, start, end)

    def word(self, token: Token) -> a.Word:
        start = token.start_pos or 0
        return a.Word(Span(self.source, start, start + len(token)), str(token))

    def cites(self, meta: Any, *tokens: Token) -> tuple[a.Cite, ...]:
        return tuple(a.Cite(self.word(token).span, str(token)) for token in tokens)

    # ------------------------------------------------------------ rulebook, kinds, fields

    def rulebook(self, meta: Any, name: Token, title: Token, cites: Any, *header: tuple[str, Any]) -> a.Rulebook:
        parts = dict(header)
        least, most = parts.get("players", (1, 1))
        return a.Rulebook(
            self.at(meta), self.word(name), _text(title), cites or (), least, most,
            parts.get("seats", ()), parts.get("board", ""), parts.get("money", "coins"),
        )  # fmt: skip

    def header_players(self, meta: Any, least: Token, most: Token) -> tuple[str, Any]:
        return "players", (int(least), int(most))

    def header_seats(self, meta: Any, *names: Token) -> tuple[str, Any]:
        return "seats", tuple(map(self.word, names))

    def header_board(self, meta: Any, path: Token) -> tuple[str, Any]:
        return "board", _text(path)

    def header_money(self, meta: Any, name: Token) -> tuple[str, Any]:
        return "money", str(name)

    def kind(self, meta: Any, name: Token, parent: Any, things: Any, between: Any, pieces: Any, cites: Any,
             *fields: a.Field | None) -> a.Kind:  # fmt: skip
        how, listed, number, each = things or ("", (), None, None)
        piece_form, piece_count = pieces or ("", None)
        return a.Kind(
            self.at(meta), self.word(name), "", cites or (), parent, how, listed, number, each, between,
            piece_form, piece_count, tuple(f for f in fields if f is not None),
        )  # fmt: skip

    def is_a(self, meta: Any, name: Token) -> a.Word:
        return self.word(name)

    between = is_a

    def from_board(self, meta: Any) -> tuple[Any, ...]:
        return "board", (), None, None

    def listed(self, meta: Any, *names: Token) -> tuple[Any, ...]:
        return "listed", tuple(map(self.word, names)), None, None

    def numbered(self, meta: Any, number: a.Expr, each: Token | None) -> tuple[Any, ...]:
        return "numbered", (), number, self.word(each) if each is not None else None

    def one_for_each(self, meta: Any, each: Token) -> tuple[Any, ...]:
        return "each", (), None, self.word(each)

    def pieces_counted(self, meta: Any, number: a.Expr) -> tuple[str, a.Expr | None]:
        return "counted", number

    def pieces_unlimited(self, meta: Any) -> tuple[str, a.Expr | None]:
        return "unlimited", None

    def pieces_from_board(self, meta: Any) -> tuple[str, a.Expr | None]:
        return "board", None

    def state_of_kind(self, meta: Any, kind: Token, *fields: a.Field) -> a.State:
        return a.State(self.at(meta), self.word(kind), "", (), self.word(kind), fields)

    def state_of_game(self, meta: Any, *fields: a.Field) -> a.State:
        return a.State(self.at(meta), a.Word(self.at(meta), "game"), "", (), None, fields)

    def field(self, meta: Any, name: Token, keys: Any, visibility: Any, domain: Any, initial: Any, lifetime: Any,
              cites: Any) -> a.Field:  # fmt: skip
        return a.Field(
            self.at(meta), self.word(name), "", cites or (), keys or (), visibility or "open",
            self._domain(domain), initial, lifetime or "",
        )  # fmt: skip

    def keys(self, meta: Any, *keys: a.Expr) -> tuple[a.Expr, ...]:
        return keys

    def secret(self, meta: Any) -> str:
        return "secret"

    def counted(self, meta: Any) -> str:
        return "counted"

    def hidden(self, meta: Any) -> str:
        return "hidden"

    def lifetime(self, meta: Any, scope: str) -> str:
        return scope

    def turn_scope(self, meta: Any) -> str:
        return "turn"

    def round_scope(self, meta: Any) -> str:
        return "round"

    def phase_scope(self, meta: Any) -> str:
        return "phase"

    def game_scope(self, meta: Any) -> str:
        return "game"

    # ------------------------------------------------------------ numbers and values

    def table(self, meta: Any, key: a.Word, *parts: Any) -> a.Table:
        rows = tuple(part for part in parts if isinstance(part, a.TableRow))
        cells = self._cells(part for part in parts if not isinstance(part, (a.TableRow, tuple)) and part is not None)
        cites = next((part for part in parts if isinstance(part, tuple)), ())
        word = key if isinstance(key, a.Word) else self.word(key)
        return a.Table(self.at(meta), word, "", cites, cells, rows)

    def key_players(self, meta: Any) -> a.Word:
        return a.Word(self.at(meta), "players")

    def table_row(self, meta: Any, name: Token, *parts: Any) -> a.TableRow:
        cites = parts[-1] or ()
        return a.TableRow(self.at(meta), self.word(name), "", cites, self._cells(parts[:-1]))

    def negative_cell(self, meta: Any, number: Token) -> a.Cell:
        return a.Cell(self.at(meta), -int(number))

    def _cells(self, parts: Any) -> tuple[a.Cell, ...]:
        return tuple(part if isinstance(part, a.Cell) else self._cell(part) for part in parts)

    def _cell(self, token: Token) -> a.Cell:
        return a.Cell(self.word(token).span, int(token) if token.type == "INT" else str(token))

    def number(self, meta: Any, name: Token, value: a.Expr, title: Token | None, cites: Any) -> a.Number:
        return a.Number(self.at(meta), self.word(name), _text(title), cites or (), value)

    def option(self, meta: Any, name: Token, domain: Any, value: a.Expr, title: Token | None, cites: Any) -> a.Option:
        return a.Option(self.at(meta), self.word(name), _text(title), cites or (), self._domain(domain), value)

    def ruling(self, meta: Any, name: Token, domain: Any, value: a.Expr, question: Token, because: Token,
               cites: Any) -> a.Ruling:  # fmt: skip
        return a.Ruling(
            self.at(meta), self.word(name), _text(question), cites or (), self._domain(domain), value, _text(because)
        )

    def value(self, meta: Any, name: Token, params: Any, domain: Any, base: a.Expr | None, cites: Any,
              *lines: Any) -> a.Value:  # fmt: skip
        workings = tuple(line[1] for line in lines if isinstance(line, tuple) and line[0] == "let")
        results = [line for line in lines if isinstance(line, tuple) and line[0] == "result"]
        exceptions = tuple(line for line in lines if isinstance(line, a.ValueException))
        all_cites = (cites or ()) + tuple(cite for result in results for cite in result[2])
        if (base is not None) + len(results) != 1:
            self.sink.add(
                "E010", f"value `{name}` must be given exactly once", self.word(name).span,
                "one `=` is needed, here or on a line of its own below",
            )  # fmt: skip
        result = base if base is not None else results[0][1] if results else a.Integer(self.at(meta), 0)
        return a.Value(
            self.at(meta), self.word(name), "", all_cites, params or (), self._domain(domain), workings, result, exceptions
        )

    def working(self, meta: Any, name: Token, value: a.Expr) -> tuple[str, Any]:
        return "let", (self.word(name), value)

    def result(self, meta: Any, value: a.Expr, cites: Any) -> tuple[str, Any, Any]:
        return "result", value, cites or ()

    def exception(self, meta: Any, name: Token, when: a.Expr, value: a.Expr, title: Any, cites: Any) -> a.ValueException:
        return a.ValueException(self.at(meta), self.word(name), _text(title), cites or (), when, value)

    # ------------------------------------------------------------ actions

    def params(self, meta: Any, *params: a.Param) -> tuple[a.Param, ...]:
        return params

    def param(self, meta: Any, is_open: Any, name: Token, domain: Any, where: a.Expr | None) -> a.Param:
        return a.Param(self.at(meta), self.word(name), self._domain(domain), where, bool(is_open))

    def open(self, meta: Any) -> bool:
        return True

    def anytime(self, meta: Any) -> bool:
        return True

    def action(self, meta: Any, name: Token, params: Any, anytime: Any, title: Any, cites: Any, *clauses: Any) -> a.Action:
        return self._action(meta, "action", name, params, title, cites, clauses, anytime=bool(anytime))

    def card(self, meta: Any, name: Token, params: Any, source: a.Expr, target: a.Expr, title: Any, cites: Any,
             *clauses: Any) -> a.Action:  # fmt: skip
        return self._action(meta, "card", name, params, title, cites, clauses, played_from=source, played_to=target)

    def offer(self, meta: Any, name: Token, params: Any, to: a.Expr, counters: Any, title: Any, cites: Any,
              *clauses: Any) -> a.Action:  # fmt: skip
        return self._action(meta, "offer", name, params, title, cites, clauses, to=to, counters=counters)

    def counters(self, meta: Any, number: a.Expr) -> a.Expr:
        return number

    def _action(self, meta: Any, form: str, name: Token, params: Any, title: Any, cites: Any, clauses: Any,
                **more: Any) -> a.Action:  # fmt: skip
        def those(kind: type) -> tuple[Any, ...]:
            return tuple(clause for clause in clauses if isinstance(clause, kind))

        blocks, limits = those(a.Block), those(a.Limit)
        for extra in blocks[1:] + limits[1:]:
            self.sink.add("E011", f"action `{name}` says this twice", extra.span, "the first one counts")
        settings = {"anytime": False, "played_from": None, "played_to": None, "to": None, "counters": None} | more
        return a.Action(
            self.at(meta), self.word(name), _text(title), cites or (), form=form, params=params or (),
            needs=those(a.Need), costs=those(a.Cost), limit=limits[0] if limits else None,
            then=blocks[0] if blocks else None, **settings,
        )  # fmt: skip

    def needs(self, meta: Any, name: Token, condition: a.Expr, title: Any, cites: Any) -> a.Need:
        return a.Need(self.at(meta), self.word(name), _text(title), cites or (), condition)

    def costs(self, meta: Any, name: Token, amount: a.Expr, source: Any, target: a.Expr, when: Any, title: Any,
              cites: Any) -> a.Cost:  # fmt: skip
        return a.Cost(self.at(meta), self.word(name), _text(title), cites or (), amount, source, target, when)

    def limit(self, meta: Any, number: a.Expr, scope: str, cites: Any) -> a.Limit:
        return a.Limit(self.at(meta), number, scope, cites or ())

    def then(self, meta: Any, block: a.Block) -> a.Block:
        return block

    # ------------------------------------------------------------ phases, rules, ends

    def phase(self, meta: Any, name: Token, params: Any, title: Any, cites: Any, *lines: Any) -> a.Phase:
        skips = tuple(line for line in lines if isinstance(line, a.Skip))
        body = tuple(line for line in lines if isinstance(line, a.Statement))
        block = a.Block(body[0].span.to(body[-1].span) if body else self.at(meta), (), body)
        return a.Phase(self.at(meta), self.word(name), _text(title), cites or (), params or (), skips, block)

    def skip(self, meta: Any, when: a.Expr, cites: Any) -> a.Skip:
        return a.Skip(self.at(meta), when, cites or ())

    def rule(self, meta: Any, name: Token, params: Any, title: Any, block: a.Block) -> a.Rule:
        return a.Rule(self.at(meta), self.word(name), _text(title), block.cites, params or (), block)

    def trigger(self, meta: Any, name: Token, params: Any, wake: Any, title: Any, block: a.Block) -> a.Trigger:
        how, anchor, when = wake
        return a.Trigger(
            self.at(meta), self.word(name), _text(title), block.cites, params or (), how, anchor, when, block
        )

    def wake_when(self, meta: Any, when: a.Expr) -> tuple[Any, ...]:
        return "when", None, when

    def wake_after(self, meta: Any, anchor: Token, when: Any) -> tuple[Any, ...]:
        return "after", self.word(anchor), when

    def wake_before(self, meta: Any, anchor: Token, when: Any) -> tuple[Any, ...]:
        return "before", self.word(anchor), when

    def setup(self, meta: Any, title: Any, block: a.Block) -> a.Setup:
        return a.Setup(self.at(meta), a.Word(self.at(meta), "setup"), _text(title), block.cites, block)

    def round(self, meta: Any, title: Any, block: a.Block) -> a.Round:
        return a.Round(self.at(meta), a.Word(self.at(meta), "round"), _text(title), block.cites, block)

    def end(self, meta: Any, name: Token, time: str, when: a.Expr, title: Any, cites: Any) -> a.End:
        return a.End(self.at(meta), self.word(name), _text(title), cites or (), time, when)

    def at_once(self, meta: Any) -> str:
        return "once"

    def end_of_turn(self, meta: Any) -> str:
        return "turn"

    def end_of_round(self, meta: Any) -> str:
        return "round"

    def scoring(self, meta: Any, name: Token, domain: a.Expr, cites: Any, *lines: a.ScoreLine) -> a.Scoring:
        return a.Scoring(self.at(meta), self.word(name), "", cites or (), domain, lines)

    def score_line(self, meta: Any, name: Token, value: a.Expr, title: Any, cites: Any) -> a.ScoreLine:
        return a.ScoreLine(self.at(meta), self.word(name), _text(title), cites or (), value)

    def ranking(self, meta: Any, name: Token, domain: a.Expr, order: Any, cites: Any) -> a.Ranking:
        return a.Ranking(self.at(meta), self.word(name), "", cites or (), domain, order)

    # ------------------------------------------------------------ statements

    def block(self, meta: Any, cites: Any, *body: a.Statement) -> a.Block:
        return a.Block(self.at(meta), cites or (), body)

    def cited(self, meta: Any, statement: Callable[[tuple[a.Cite, ...]], a.Statement], cites: Any) -> a.Statement:
        return statement(cites or ())

    def let(self, meta: Any, name: Token, value: a.Expr) -> Any:
        return lambda cites: a.Let(self.at(meta), cites, self.word(name), value)

    def set(self, meta: Any, target: a.Expr, value: a.Expr) -> Any:
        return lambda cites: a.Set(self.at(meta), cites, target, value)

    def raise_(self, meta: Any, target: a.Expr, by: a.Expr, bound: Any) -> Any:
        return lambda cites: a.Raise(self.at(meta), cites, target, by, False, bound or "")

    def lower(self, meta: Any, target: a.Expr, by: a.Expr, bound: Any) -> Any:
        return lambda cites: a.Raise(self.at(meta), cites, target, by, True, bound or "")

    def wrapping(self, meta: Any) -> str:
        return "wrapping"

    def clamped(self, meta: Any) -> str:
        return "clamped"

    def everything(self, meta: Any) -> str:
        return "everything"

    def move(self, meta: Any, moved: Any, source: a.Expr, target: a.Expr) -> Any:
        what = None if moved == "everything" else moved
        return lambda cites: a.Move(self.at(meta), cites, what, source, target)

    def draw(self, meta: Any, number: a.Expr, source: a.Expr, target: a.Expr, reshuffling: Any) -> Any:
        return lambda cites: a.Draw(self.at(meta), cites, number, source, target, reshuffling)

    def reshuffling(self, meta: Any, pile: a.Expr) -> a.Expr:
        return pile

    def shuffle(self, meta: Any, stack: a.Expr) -> Any:
        return lambda cites: a.Shuffle(self.at(meta), cites, stack)

    def random(self, meta: Any, target: a.Expr, domain: a.Expr) -> Any:
        return lambda cites: a.Random(self.at(meta), cites, target, domain)

    def reveal(self, meta: Any, what: a.Expr) -> Any:
        return lambda cites: a.Reveal(self.at(meta), cites, what)

    def pays(self, meta: Any, payer: a.Expr, amount: a.Expr, payee: a.Expr) -> Any:
        return lambda cites: a.Pays(self.at(meta), cites, payer, amount, payee)

    def may(self, meta: Any, who: a.Expr, offers: Any, times: Any) -> Any:
        number, repeatedly = times or (None, False)
        return lambda cites: a.Act(self.at(meta), cites, who, False, offers, number, repeatedly)

    def must(self, meta: Any, who: a.Expr, offers: Any, times: Any) -> Any:
        number, repeatedly = times or (None, False)
        return lambda cites: a.Act(self.at(meta), cites, who, True, offers, number, repeatedly)

    def offers(self, meta: Any, *calls: a.Call) -> tuple[a.Call, ...]:
        return calls

    def at_most(self, meta: Any, number: a.Expr) -> tuple[Any, bool]:
        return number, False

    def repeatedly(self, meta: Any) -> tuple[Any, bool]:
        return None, True

    def chooses(self, meta: Any, who: a.Expr, binder: a.Binder) -> Any:
        return lambda cites: a.Chooses(self.at(meta), cites, who, binder)

    def secretly(self, meta: Any, everyone: a.Expr, name: Token, domain: a.Expr) -> Any:
        return lambda cites: a.Secretly(self.at(meta), cites, everyone, self.word(name), domain)

    def window(self, meta: Any, binder: a.Binder, offers: Any) -> Any:
        return lambda cites: a.Window(self.at(meta), cites, binder, offers)

    def do(self, meta: Any, *calls: a.Call) -> Any:
        return lambda cites: a.Do(self.at(meta), cites, calls)

    def stop(self, meta: Any, scope: str) -> Any:
        return lambda cites: a.Stop(self.at(meta), cites, scope)

    def call(self, meta: Any, name: Token, args: Any) -> a.Call:
        return a.Call(self.at(meta), self.word(name), args or ())

    def args(self, meta: Any, *args: a.Expr) -> tuple[a.Expr, ...]:
        return args

    def binder(self, meta: Any, name: Token, domain: a.Expr, where: Any) -> a.Binder:
        return a.Binder(self.at(meta), self.word(name), domain, where)

    def if_(self, meta: Any, when: a.Expr, then: a.Block, *rest: Any) -> a.If:
        otherwise: a.Block | None = None
        for part in reversed(rest):
            if isinstance(part, a.Block):
                otherwise = part
            elif part is not None:
                span, elif_when, block = part
                inner = a.If(span, block.cites, elif_when, block, otherwise)
                otherwise = a.Block(span, (), (inner,))
        return a.If(self.at(meta), then.cites, when, then, otherwise)

    def elif_(self, meta: Any, when: a.Expr, block: a.Block) -> Any:
        return self.at(meta), when, block

    def else_(self, meta: Any, block: a.Block) -> a.Block:
        return block

    def for_(self, meta: Any, binder: a.Binder, order_by: Any, body: a.Block) -> a.For:
        return a.For(self.at(meta), body.cites, binder, body, order_by)

    def any_order(self, meta: Any, who: a.Expr) -> a.Expr:
        return who

    def repeat(self, meta: Any, times: a.Expr, condition: Any, body: a.Block) -> a.Repeat:
        return a.Repeat(self.at(meta), body.cites, times, condition, body)

    def turn(self, meta: Any, binder: a.Binder, body: a.Block) -> a.TurnOf:
        return a.TurnOf(self.at(meta), body.cites, binder, body)

    def may_choose(self, meta: Any, who: a.Expr, binder: a.Binder, then: a.Block, otherwise: Any) -> a.MayChoose:
        return a.MayChoose(self.at(meta), then.cites, who, binder, then, otherwise)

    def walks(self, meta: Any, who: a.Expr, name: Token, start: a.Expr, over: Token, where: Any, steps: Any,
              until: Any, body: a.Block) -> a.Walks:  # fmt: skip
        number, exact = steps
        return a.Walks(
            self.at(meta), body.cites, who, self.word(name), start, self.word(over), where, number, exact, until, body
        )

    def steps_at_most(self, meta: Any, number: a.Expr) -> tuple[a.Expr, bool]:
        return number, False

    def steps_exactly(self, meta: Any, number: a.Expr) -> tuple[a.Expr, bool]:
        return number, True

    def auction(self, meta: Any, name: Token, title: Any, cites: Any, binder: a.Binder, binder_cites: Any, bid: a.Expr,
                bid_cites: Any, won: Any, unsold: Any) -> a.Auction:  # fmt: skip
        winner, price, block = won
        every = (cites or ()) + (binder_cites or ()) + (bid_cites or ())
        return a.Auction(
            self.at(meta), every, self.word(name), _text(title), binder, bid, winner, price, block, unsold
        )

    def won(self, meta: Any, winner: Token, price: Token, block: a.Block) -> Any:
        return self.word(winner), self.word(price), block

    def unsold(self, meta: Any, block: a.Block) -> a.Block:
        return block

    # ------------------------------------------------------------ domains

    def _domain(self, domain: Any) -> a.Domain:
        return domain if isinstance(domain, a.Domain) else a.Domain(domain.span, "members", domain)

    def or_none(self, meta: Any, of: a.Expr) -> a.Domain:
        return a.Domain(self.at(meta), "or none", of)

    def flag_type(self, meta: Any) -> a.Domain:
        return a.Domain(self.at(meta), "flag")

    def money_type(self, meta: Any) -> a.Domain:
        return a.Domain(self.at(meta), "money")

    def set_of(self, meta: Any, of: a.Expr, most: Any) -> a.Domain:
        return a.Domain(self.at(meta), "set", of, most)

    def pile_of(self, meta: Any, of: a.Expr, most: Any) -> a.Domain:
        return a.Domain(self.at(meta), "pile", of, most)

    def bag_of(self, meta: Any, own: Any, of: a.Expr, most: Any) -> a.Domain:
        return a.Domain(self.at(meta), "bag", of, most, bool(own))

    def row_of(self, meta: Any, of: a.Expr, most: Any) -> a.Domain:
        return a.Domain(self.at(meta), "row", of, most)

    def stack_of(self, meta: Any, of: a.Expr, most: Any) -> a.Domain:
        return a.Domain(self.at(meta), "stack", of, most)

    def space_for(self, meta: Any, of: a.Expr) -> a.Domain:
        return a.Domain(self.at(meta), "space", of)

    def own(self, meta: Any) -> bool:
        return True

    def at_most_n(self, meta: Any, number: a.Expr) -> a.Expr:
        return number

    def range(self, meta: Any, low: a.Expr, high: a.Expr, step: Any) -> a.Range:
        return a.Range(self.at(meta), low, high, step)

    # ------------------------------------------------------------ expressions

    def choice(self, meta: Any, when: a.Expr, then: a.Expr, otherwise: a.Expr) -> a.Choice:
        return a.Choice(self.at(meta), when, then, otherwise)

    def or_(self, meta: Any, left: a.Expr, right: a.Expr) -> a.Either:
        return a.Either(self.at(meta), left, right)

    def and_(self, meta: Any, left: a.Expr, right: a.Expr) -> a.Both:
        return a.Both(self.at(meta), left, right)

    def not_(self, meta: Any, of: a.Expr) -> a.Not:
        return a.Not(self.at(meta), of)

    def compare(self, meta: Any, left: a.Expr, op: Token, right: a.Expr) -> a.Compare:
        return a.Compare(self.at(meta), str(op), left, right)

    def equal(self, meta: Any, left: a.Expr, right: a.Expr) -> a.Compare:
        return a.Compare(self.at(meta), "=", left, right)

    def member(self, meta: Any, of: a.Expr, domain: a.Expr) -> a.Member:
        return a.Member(self.at(meta), of, domain, False)

    def not_member(self, meta: Any, of: a.Expr, domain: a.Expr) -> a.Member:
        return a.Member(self.at(meta), of, domain, True)

    def _arithmetic(op: str) -> Any:  # type: ignore[misc]
        def build(self: FromTree, meta: Any, left: a.Expr, right: a.Expr) -> a.Arithmetic:
            return a.Arithmetic(self.at(meta), op, left, right)

        return build

    add = _arithmetic("+")
    subtract = _arithmetic("-")
    multiply = _arithmetic("*")
    divide_down = _arithmetic("/ down")
    divide_up = _arithmetic("/ up")
    modulo = _arithmetic("mod")

    def amount(self, meta: Any, number: a.Expr, sort: a.Expr) -> a.Amount:
        return a.Amount(self.at(meta), number, sort)

    def negative(self, meta: Any, of: a.Expr) -> a.Negative:
        return a.Negative(self.at(meta), of)

    def name(self, meta: Any, token: Token) -> a.Name:
        return a.Name(self.word(token).span, str(token))

    def integer(self, meta: Any, token: Token) -> a.Integer:
        return a.Integer(self.word(token).span, int(token))

    def yes(self, meta: Any) -> a.Truth:
        return a.Truth(self.at(meta), True)

    def no(self, meta: Any) -> a.Truth:
        return a.Truth(self.at(meta), False)

    def nothing(self, meta: Any) -> a.Nothing:
        return a.Nothing(self.at(meta))

    def attribute(self, meta: Any, of: a.Expr, name: Token) -> a.Attribute:
        return a.Attribute(self.at(meta), of, self.word(name))

    def application(self, meta: Any, of: a.Expr, args: Any) -> a.Expr:
        if isinstance(of, a.Name) and of.text in GATHERINGS and len(args or ()) == 1:
            return self._gather(meta, of, None, *self._bind(args[0], None), ())
        return a.Application(self.at(meta), of, args or ())

    def braces(self, meta: Any, args: Any) -> a.Expr:
        items = args or ()
        if len(items) == 1 and isinstance(items[0], a.Member):
            return self._gather(meta, a.Name(self.at(meta), "set"), None, *self._bind(items[0], None), ())
        return a.Braces(self.at(meta), items)

    def gathering(self, meta: Any, of: a.Expr, over: Any) -> a.Expr:
        if not isinstance(of, a.Name) or of.text not in GATHERINGS + MAPPED_GATHERINGS:
            known = ", ".join(f"`{name}`" for name in GATHERINGS + MAPPED_GATHERINGS)
            self.sink.add("E012", "this cannot gather things", of.span, "not a gathering word", hint=f"use one of {known}")
            return a.Integer(self.at(meta), 0)
        return self._gather(meta, of, *over)

    def filtered(self, meta: Any, over: Any) -> a.Expr:
        return self._gather(meta, a.Name(self.at(meta), "set"), *over)

    def over_for(self, meta: Any, body: a.Expr, name: Token, domain: a.Expr, where: Any, order: Any) -> Any:
        return body, self.word(name), domain, where, order or ()

    def over_where(self, meta: Any, member: a.Expr, where: a.Expr, order: Any) -> Any:
        return (None, *self._bind(member, where), order or ())

    def over_by(self, meta: Any, member: a.Expr, order: Any) -> Any:
        return (None, *self._bind(member, None), order or ())

    def _bind(self, member: a.Expr, where: a.Expr | None) -> tuple[a.Word, a.Expr, a.Expr | None]:
        if isinstance(member, a.Member) and isinstance(member.of, a.Name) and not member.negated:
            return a.Word(member.of.span, member.of.text), member.domain, where
        self.sink.add(
            "E013", "this does not say what is gathered", member.span, "expected a name, `in`, and where it is taken from",
            hint="write for example `count(t in Town where free_spaces(t) > 0)`",
        )  # fmt: skip
        return a.Word(member.span, "_"), a.Braces(member.span, ()), where

    def _gather(self, meta: Any, how: a.Name, body: Any, name: a.Word, domain: a.Expr, where: Any, order: Any) -> a.Expr:
        mapped = body is not None
        if how.text in (MAPPED_GATHERINGS if not mapped else GATHERINGS):
            example = "sum(x.cost for x in S)" if not mapped else "count(x in S where …)"
            self.sink.add(
                "E012", f"`{how.text}` gathers {'a value for' if not mapped else ''} each thing", how.span,
                f"write it like `{example}`",
            )  # fmt: skip
        binder = a.Binder(name.span.to(domain.span), name, domain, where)
        return a.Gathering(self.at(meta), a.Word(how.span, how.text), body, binder, order)

    def order(self, meta: Any, *parts: Any) -> tuple[a.OrderKey, ...]:
        pairs = zip(parts[::2], parts[1::2], strict=True)
        return tuple(a.OrderKey(key.span, most, key) for most, key in pairs)

    def most(self, meta: Any) -> bool:
        return True

    def least(self, meta: Any) -> bool:
        return False

    # ------------------------------------------------------------ variants

    def variant(self, meta: Any, name: Token, title: Token, game: Token, cites: Any, *parts: a.Amendment) -> a.Variant:
        return a.Variant(self.at(meta), self.word(name), _text(title), cites or (), self.word(game), parts)

    def target(self, meta: Any, *parts: Any) -> a.Target:
        words = tuple(self.word(part) for part in parts if isinstance(part, Token))
        args = next((part for part in parts if isinstance(part, tuple)), ())
        return a.Target(self.at(meta), words, args)

    def applies_when(self, meta: Any, when: a.Expr) -> a.Amendment:
        return a.Amendment(self.at(meta), "applies", when=when)

    def requires(self, meta: Any, name: Token) -> a.Amendment:
        return a.Amendment(self.at(meta), "requires", name=self.word(name))

    def excludes(self, meta: Any, name: Token) -> a.Amendment:
        return a.Amendment(self.at(meta), "excludes", name=self.word(name))

    def amends(self, meta: Any, name: Token) -> a.Amendment:
        return a.Amendment(self.at(meta), "amends", name=self.word(name))

    def adds_board(self, meta: Any, path: Token) -> a.Amendment:
        return a.Amendment(self.at(meta), "board", title=_text(path))

    def amend_cells(self, meta: Any, target: a.Target, *parts: Any) -> a.Amendment:
        return a.Amendment(
            self.at(meta), "set", target, cells=self._cells(parts[:-2]), title=_text(parts[-2]), cites=parts[-1] or ()
        )

    def amend_flag(self, meta: Any, target: a.Target, value: a.Truth, title: Any, cites: Any) -> a.Amendment:
        return a.Amendment(self.at(meta), "set", target, value=value, title=_text(title), cites=cites or ())

    def amend_except_value(self, meta: Any, target: a.Target, name: Token, when: a.Expr, value: a.Expr, title: Any,
                           cites: Any) -> a.Amendment:  # fmt: skip
        return a.Amendment(
            self.at(meta), "except", target, self.word(name), when, value, title=_text(title), cites=cites or ()
        )

    def amend_except_rule(self, meta: Any, target: a.Target, name: Token, when: a.Expr, title: Any,
                          block: a.Block) -> a.Amendment:  # fmt: skip
        return a.Amendment(
            self.at(meta), "except", target, self.word(name), when, block=block, title=_text(title), cites=block.cites
        )

    def amend_replace_rule(self, meta: Any, target: a.Target, when: Any, title: Any, block: a.Block) -> a.Amendment:
        return a.Amendment(
            self.at(meta), "replace", target, when=when, block=block, title=_text(title), cites=block.cites
        )

    def amend_replace_value(self, meta: Any, target: a.Target, when: Any, value: a.Expr, title: Any,
                            cites: Any) -> a.Amendment:  # fmt: skip
        return a.Amendment(
            self.at(meta), "replace", target, when=when, value=value, title=_text(title), cites=cites or ()
        )

    def amend_suspend(self, meta: Any, target: a.Target, when: Any, title: Any, cites: Any) -> a.Amendment:
        return a.Amendment(self.at(meta), "suspend", target, when=when, title=_text(title), cites=cites or ())

    def amend_add_rule(self, meta: Any, name: Token, where: str, target: a.Target, when: Any, title: Any,
                       block: a.Block) -> a.Amendment:  # fmt: skip
        return a.Amendment(
            self.at(meta), "add rule", target, self.word(name), when, block=block, where=where, title=_text(title),
            cites=block.cites,
        )  # fmt: skip

    def before(self, meta: Any) -> str:
        return "before"

    def after(self, meta: Any) -> str:
        return "after"

    def amend_add_need(self, meta: Any, name: Token, target: a.Target, condition: a.Expr, title: Any,
                       cites: Any) -> a.Amendment:  # fmt: skip
        return a.Amendment(
            self.at(meta), "add needs", target, self.word(name), value=condition, title=_text(title), cites=cites or ()
        )

    def amend_new(self, meta: Any, declaration: a.Declaration) -> a.Amendment:
        return a.Amendment(self.at(meta), "new", declaration=declaration)

    # ------------------------------------------------------------ scenarios

    def scenario(self, meta: Any, name: Token, title: Token, game: Any, cites: Any, *parts: a.ScenarioPart) -> a.Scenario:
        of = self.word(game) if game is not None else None
        return a.Scenario(self.at(meta), self.word(name), _text(title), cites or (), of, parts)

    def who_plays(self, meta: Any, *names: Token) -> a.ScenarioPart:
        return a.ScenarioPart(self.at(meta), "players", tuple(map(self.word, names)))

    def with_variants(self, meta: Any, *names: Token) -> a.ScenarioPart:
        return a.ScenarioPart(self.at(meta), "with", tuple(map(self.word, names)))

    def with_option(self, meta: Any, name: Token, value: a.Expr) -> a.ScenarioPart:
        return a.ScenarioPart(self.at(meta), "option", (self.word(name),), value)

    def with_seed(self, meta: Any, number: Token) -> a.ScenarioPart:
        return a.ScenarioPart(self.at(meta), "seed", value=self.integer(meta, number))

    def from_setup(self, meta: Any) -> a.ScenarioPart:
        return a.ScenarioPart(self.at(meta), "setup")

    def given(self, meta: Any, *statements: a.Statement) -> a.ScenarioPart:
        return a.ScenarioPart(self.at(meta), "given", statements=statements)

    def play(self, meta: Any, *played: a.Played) -> a.ScenarioPart:
        return a.ScenarioPart(self.at(meta), "play", played=played)

    def played_move(self, meta: Any, seat: Token, call: a.Call, cites: Any) -> a.Played:
        return a.Played(self.at(meta), self.word(seat), call, cites=cites or ())

    def played_chance(self, meta: Any, what: a.Expr, outcome: a.Expr, cites: Any) -> a.Played:
        return a.Played(self.at(meta), None, None, what, outcome, cites or ())

    def expect(self, meta: Any, *expected: tuple[a.Expr, tuple[a.Cite, ...]]) -> a.ScenarioPart:
        return a.ScenarioPart(self.at(meta), "expect", expected=expected)

    def expected(self, meta: Any, condition: a.Expr, cites: Any) -> tuple[a.Expr, tuple[a.Cite, ...]]:
        return condition, cites or ()

    def refused(self, meta: Any, seat: Token, call: a.Call, reason: Any, cites: Any) -> a.ScenarioPart:
        words = reason if isinstance(reason, tuple) else (self.word(reason),)
        played = (a.Played(self.at(meta), self.word(seat), call),)
        return a.ScenarioPart(self.at(meta), "refused", words, played=played, cites=cites or ())

    def allowed(self, meta: Any, seat: Token, call: a.Call, cites: Any) -> a.ScenarioPart:
        played = (a.Played(self.at(meta), self.word(seat), call),)
        return a.ScenarioPart(self.at(meta), "allowed", played=played, cites=cites or ())

    def hidden_from(self, meta: Any, what: a.Expr, seat: Token, cites: Any) -> a.ScenarioPart:
        return a.ScenarioPart(self.at(meta), "hidden", (self.word(seat),), what, cites=cites or ())

    def shown_to(self, meta: Any, what: a.Expr, seat: Token, cites: Any) -> a.ScenarioPart:
        return a.ScenarioPart(self.at(meta), "shown", (self.word(seat),), what, cites=cites or ())

    def reason_of(self, meta: Any, action: Token, need: Token) -> tuple[a.Word, ...]:
        return self.word(action), self.word(need)


for _keyword in ("if", "elif", "else", "for"):
    setattr(FromTree, _keyword, getattr(FromTree, _keyword + "_"))
