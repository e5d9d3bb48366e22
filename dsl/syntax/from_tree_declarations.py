"""Reading the declarations of a rulebook."""

from __future__ import annotations

from typing import Any

from lark import Token

from dsl import ast as a
from dsl.syntax.from_tree_base import TreeReader, unquoted


class RulebookReader(TreeReader):
    """One method for each rule of `rulebook.lark`."""

    def rulebook(self, meta: Any, name: Token, title: Token, cites: Any, *header: tuple[str, Any]) -> a.Rulebook:
        parts = dict(header)
        least, most = parts.get("players", (1, 1))
        return a.Rulebook(
            self.at(meta), self.word(name), unquoted(title), cites or (), least, most,
            parts.get("seats", ()), parts.get("board", ""), parts.get("money", "coins"),
        )  # fmt: skip

    def header_players(self, meta: Any, least: Token, most: Token | None = None) -> tuple[str, Any]:
        return "players", (int(least), int(most if most is not None else least))

    def header_seats(self, meta: Any, *names: Token) -> tuple[str, Any]:
        return "seats", tuple(map(self.word, names))

    def header_board(self, meta: Any, path: Token) -> tuple[str, Any]:
        return "board", unquoted(path)

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

    def numbered_from(self, meta: Any, low: a.Expr, high: a.Expr, each: Token | None) -> tuple[Any, ...]:
        return self.numbered(meta, a.Range(self.at(meta), low, high, None), each)

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

    def number(self, meta: Any, name: Token, value: a.Expr, title: Token | None, cites: Any) -> a.Number:
        return a.Number(self.at(meta), self.word(name), unquoted(title), cites or (), value)

    def option(self, meta: Any, name: Token, domain: Any, value: a.Expr, title: Token | None, cites: Any) -> a.Option:
        return a.Option(self.at(meta), self.word(name), unquoted(title), cites or (), self._domain(domain), value)

    def ruling(self, meta: Any, name: Token, domain: Any, value: a.Expr, question: Token, because: Token,
               cites: Any) -> a.Ruling:  # fmt: skip
        return a.Ruling(
            self.at(meta),
            self.word(name),
            unquoted(question),
            cites or (),
            self._domain(domain),
            value,
            unquoted(because),
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
            self.at(meta),
            self.word(name),
            "",
            all_cites,
            params or (),
            self._domain(domain),
            workings,
            result,
            exceptions,
        )

    def working(self, meta: Any, name: Token, value: a.Expr) -> tuple[str, Any]:
        return "let", (self.word(name), value)

    def result(self, meta: Any, value: a.Expr, cites: Any) -> tuple[str, Any, Any]:
        return "result", value, cites or ()

    def exception(
        self, meta: Any, name: Token, when: a.Expr, value: a.Expr, title: Any, cites: Any
    ) -> a.ValueException:
        return a.ValueException(self.at(meta), self.word(name), unquoted(title), cites or (), when, value)

    # ------------------------------------------------------------ actions

    def params(self, meta: Any, *params: a.Param) -> tuple[a.Param, ...]:
        return params

    def param(self, meta: Any, is_open: Any, name: Token, domain: Any, where: a.Expr | None) -> a.Param:
        return a.Param(self.at(meta), self.word(name), self._domain(domain), where, bool(is_open))

    def open(self, meta: Any) -> bool:
        return True

    def anytime(self, meta: Any) -> bool:
        return True

    def action(
        self, meta: Any, name: Token, params: Any, anytime: Any, title: Any, cites: Any, *clauses: Any
    ) -> a.Action:
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
        settings = {
            "anytime": False,
            "played_from": None,
            "played_to": None,
            "to": None,
            "counters": None,
        } | more
        return a.Action(
            self.at(meta), self.word(name), unquoted(title), cites or (), form=form, params=params or (),
            needs=those(a.Need), costs=those(a.Cost), limit=limits[0] if limits else None,
            then=blocks[0] if blocks else None, **settings,
        )  # fmt: skip

    def needs(self, meta: Any, name: Token, condition: a.Expr, title: Any, cites: Any) -> a.Need:
        return a.Need(self.at(meta), self.word(name), unquoted(title), cites or (), condition)

    def costs(self, meta: Any, name: Token, amount: a.Expr, source: Any, target: a.Expr, when: Any, title: Any,
              cites: Any) -> a.Cost:  # fmt: skip
        return a.Cost(self.at(meta), self.word(name), unquoted(title), cites or (), amount, source, target, when)

    def limit(self, meta: Any, number: a.Expr, scope: str, cites: Any) -> a.Limit:
        return a.Limit(self.at(meta), number, scope, cites or ())

    def then(self, meta: Any, block: a.Block) -> a.Block:
        return block

    # ------------------------------------------------------------ phases, rules, ends

    def phase(self, meta: Any, name: Token, params: Any, title: Any, cites: Any, *lines: Any) -> a.Phase:
        skips = tuple(line for line in lines if isinstance(line, a.Skip))
        body = tuple(line for line in lines if isinstance(line, a.Statement))
        block = a.Block(body[0].span.to(body[-1].span) if body else self.at(meta), (), body)
        return a.Phase(self.at(meta), self.word(name), unquoted(title), cites or (), params or (), skips, block)

    def skip(self, meta: Any, when: a.Expr, cites: Any) -> a.Skip:
        return a.Skip(self.at(meta), when, cites or ())

    def rule(self, meta: Any, name: Token, params: Any, title: Any, block: a.Block) -> a.Rule:
        return a.Rule(self.at(meta), self.word(name), unquoted(title), block.cites, params or (), block)

    def trigger(self, meta: Any, name: Token, params: Any, wake: Any, title: Any, block: a.Block) -> a.Trigger:
        how, anchor, when = wake
        return a.Trigger(
            self.at(meta),
            self.word(name),
            unquoted(title),
            block.cites,
            params or (),
            how,
            anchor,
            when,
            block,
        )

    def wake_when(self, meta: Any, when: a.Expr) -> tuple[Any, ...]:
        return "when", None, when

    def wake_after(self, meta: Any, anchor: Token, when: Any) -> tuple[Any, ...]:
        return "after", self.word(anchor), when

    def wake_before(self, meta: Any, anchor: Token, when: Any) -> tuple[Any, ...]:
        return "before", self.word(anchor), when

    def setup(self, meta: Any, title: Any, block: a.Block) -> a.Setup:
        return a.Setup(self.at(meta), a.Word(self.at(meta), "setup"), unquoted(title), block.cites, block)

    def round(self, meta: Any, title: Any, block: a.Block) -> a.Round:
        return a.Round(self.at(meta), a.Word(self.at(meta), "round"), unquoted(title), block.cites, block)

    def end(self, meta: Any, name: Token, time: str, when: a.Expr, title: Any, cites: Any) -> a.End:
        return a.End(self.at(meta), self.word(name), unquoted(title), cites or (), time, when)

    def at_once(self, meta: Any) -> str:
        return "once"

    def end_of_turn(self, meta: Any) -> str:
        return "turn"

    def end_of_round(self, meta: Any) -> str:
        return "round"

    def scoring(self, meta: Any, name: Token, domain: a.Expr, cites: Any, *lines: a.ScoreLine) -> a.Scoring:
        return a.Scoring(self.at(meta), self.word(name), "", cites or (), domain, lines)

    def score_line(self, meta: Any, name: Token, value: a.Expr, title: Any, cites: Any) -> a.ScoreLine:
        return a.ScoreLine(self.at(meta), self.word(name), unquoted(title), cites or (), value)

    def ranking(self, meta: Any, name: Token, domain: a.Expr, order: Any, cites: Any) -> a.Ranking:
        return a.Ranking(self.at(meta), self.word(name), "", cites or (), domain, order)
