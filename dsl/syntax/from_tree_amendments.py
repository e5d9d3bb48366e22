"""Reading variants and scenarios."""

from __future__ import annotations

from typing import Any

from lark import Token

from dsl import ast as a
from dsl.syntax.from_tree_base import TreeReader, unquoted


class AmendmentReader(TreeReader):
    """One method for each rule of `amendments.lark` and `scenarios.lark`."""

    # ------------------------------------------------------------ variants

    def variant(self, meta: Any, name: Token, title: Token, game: Token, cites: Any, *parts: a.Amendment) -> a.Variant:
        return a.Variant(self.at(meta), self.word(name), unquoted(title), cites or (), self.word(game), parts)

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
        return a.Amendment(self.at(meta), "board", title=unquoted(path))

    def amend_cells(self, meta: Any, target: a.Target, *parts: Any) -> a.Amendment:
        return a.Amendment(
            self.at(meta),
            "set",
            target,
            cells=self._cells(parts[:-2]),
            title=unquoted(parts[-2]),
            cites=parts[-1] or (),
        )

    def amend_flag(self, meta: Any, target: a.Target, value: a.Truth, title: Any, cites: Any) -> a.Amendment:
        return a.Amendment(self.at(meta), "set", target, value=value, title=unquoted(title), cites=cites or ())

    def amend_except_value(self, meta: Any, target: a.Target, name: Token, when: a.Expr, value: a.Expr, title: Any,
                           cites: Any) -> a.Amendment:  # fmt: skip
        return a.Amendment(
            self.at(meta),
            "except",
            target,
            self.word(name),
            when,
            value,
            title=unquoted(title),
            cites=cites or (),
        )

    def amend_except_rule(self, meta: Any, target: a.Target, name: Token, when: a.Expr, title: Any,
                          block: a.Block) -> a.Amendment:  # fmt: skip
        return a.Amendment(
            self.at(meta),
            "except",
            target,
            self.word(name),
            when,
            block=block,
            title=unquoted(title),
            cites=block.cites,
        )

    def amend_replace_rule(self, meta: Any, target: a.Target, when: Any, title: Any, block: a.Block) -> a.Amendment:
        return a.Amendment(
            self.at(meta), "replace", target, when=when, block=block, title=unquoted(title), cites=block.cites
        )

    def amend_replace_value(self, meta: Any, target: a.Target, when: Any, value: a.Expr, title: Any,
                            cites: Any) -> a.Amendment:  # fmt: skip
        return a.Amendment(
            self.at(meta), "replace", target, when=when, value=value, title=unquoted(title), cites=cites or ()
        )

    def amend_suspend(self, meta: Any, target: a.Target, when: Any, title: Any, cites: Any) -> a.Amendment:
        return a.Amendment(self.at(meta), "suspend", target, when=when, title=unquoted(title), cites=cites or ())

    def amend_add_rule(self, meta: Any, name: Token, where: str, target: a.Target, when: Any, title: Any,
                       block: a.Block) -> a.Amendment:  # fmt: skip
        return a.Amendment(
            self.at(meta), "add rule", target, self.word(name), when, block=block, where=where, title=unquoted(title),
            cites=block.cites,
        )  # fmt: skip

    def before(self, meta: Any) -> str:
        return "before"

    def after(self, meta: Any) -> str:
        return "after"

    def amend_add_need(self, meta: Any, name: Token, target: a.Target, condition: a.Expr, title: Any,
                       cites: Any) -> a.Amendment:  # fmt: skip
        return a.Amendment(
            self.at(meta),
            "add needs",
            target,
            self.word(name),
            value=condition,
            title=unquoted(title),
            cites=cites or (),
        )

    def amend_add_cost(self, meta: Any, name: Token, target: a.Target, amount: a.Expr, source: Any, payee: a.Expr,
                       when: Any, title: Any, cites: Any) -> a.Amendment:  # fmt: skip
        cost = a.Cost(self.at(meta), self.word(name), unquoted(title), cites or (), amount, source, payee, when)
        return a.Amendment(self.at(meta), "add costs", target, self.word(name), declaration=cost, title=cost.title,
                           cites=cost.cites)  # fmt: skip

    def amend_add_limit(self, meta: Any, number: a.Expr, scope: str, target: a.Target, cites: Any) -> a.Amendment:
        return a.Amendment(self.at(meta), "add limit", target, value=number, where=scope, cites=cites or ())

    def amend_add_score(self, meta: Any, name: Token, value: a.Expr, title: Any, cites: Any) -> a.Amendment:
        target = a.Target(self.at(meta), (a.Word(self.word(name).span, "scoring"),), ())
        line = a.ScoreLine(self.at(meta), self.word(name), unquoted(title), cites or (), value)
        return a.Amendment(self.at(meta), "add scoring", target, self.word(name), declaration=line, title=line.title,
                           cites=line.cites)  # fmt: skip

    def amend_replace_limit(self, meta: Any, target: a.Target, number: a.Expr, scope: str, cites: Any) -> a.Amendment:
        return a.Amendment(self.at(meta), "replace", target, value=number, where=scope, cites=cites or ())

    def amend_replace_whole(self, meta: Any, declaration: a.Declaration) -> a.Amendment:
        return a.Amendment(self.at(meta), "replace", declaration=declaration)

    def amend_new(self, meta: Any, declaration: a.Declaration) -> a.Amendment:
        return a.Amendment(self.at(meta), "new", declaration=declaration)

    # ------------------------------------------------------------ scenarios

    def scenario(
        self, meta: Any, name: Token, title: Token, game: Any, cites: Any, *parts: a.ScenarioPart
    ) -> a.Scenario:
        of = self.word(game) if game is not None else None
        return a.Scenario(self.at(meta), self.word(name), unquoted(title), cites or (), of, parts)

    def who_plays(self, meta: Any, *names: Token) -> a.ScenarioPart:
        return a.ScenarioPart(self.at(meta), "players", tuple(map(self.word, names)))

    def with_variants(self, meta: Any, *names: Token) -> a.ScenarioPart:
        return a.ScenarioPart(self.at(meta), "with", tuple(map(self.word, names)))

    def with_option(self, meta: Any, name: Token, value: a.Expr) -> a.ScenarioPart:
        return a.ScenarioPart(self.at(meta), "option", (self.word(name),), value)

    def with_seed(self, meta: Any, number: Token) -> a.ScenarioPart:
        return a.ScenarioPart(self.at(meta), "seed", value=a.Integer(self.word(number).span, int(number)))

    def from_setup(self, meta: Any) -> a.ScenarioPart:
        return a.ScenarioPart(self.at(meta), "setup")

    def given(self, meta: Any, *statements: a.Statement) -> a.ScenarioPart:
        return a.ScenarioPart(self.at(meta), "given", statements=statements)

    def play(self, meta: Any, *played: a.Played) -> a.ScenarioPart:
        return a.ScenarioPart(self.at(meta), "play", played=played)

    def played_move(self, meta: Any, seat: Token, call: a.RoutineCall, cites: Any) -> a.Played:
        return a.Played(self.at(meta), self.word(seat), call, cites=cites or ())

    def played_chance(self, meta: Any, what: a.Expr, outcome: a.Expr, cites: Any) -> a.Played:
        return a.Played(self.at(meta), None, None, what, outcome, cites or ())

    def expect(self, meta: Any, *expected: tuple[a.Expr, tuple[a.Cite, ...]]) -> a.ScenarioPart:
        return a.ScenarioPart(self.at(meta), "expect", expected=expected)

    def expected(self, meta: Any, condition: a.Expr, cites: Any) -> tuple[a.Expr, tuple[a.Cite, ...]]:
        return condition, cites or ()

    def refused(self, meta: Any, seat: Token, call: a.RoutineCall, reason: Any, cites: Any) -> a.ScenarioPart:
        words = reason if isinstance(reason, tuple) else (self.word(reason),)
        played = (a.Played(self.at(meta), self.word(seat), call),)
        return a.ScenarioPart(self.at(meta), "refused", words, played=played, cites=cites or ())

    def allowed(self, meta: Any, seat: Token, call: a.RoutineCall, cites: Any) -> a.ScenarioPart:
        played = (a.Played(self.at(meta), self.word(seat), call),)
        return a.ScenarioPart(self.at(meta), "allowed", played=played, cites=cites or ())

    def hidden_from(self, meta: Any, what: a.Expr, seat: Token, cites: Any) -> a.ScenarioPart:
        return a.ScenarioPart(self.at(meta), "hidden", (self.word(seat),), what, cites=cites or ())

    def shown_to(self, meta: Any, what: a.Expr, seat: Token, cites: Any) -> a.ScenarioPart:
        return a.ScenarioPart(self.at(meta), "shown", (self.word(seat),), what, cites=cites or ())

    def reason_of(self, meta: Any, action: Token, need: Token) -> tuple[a.Word, ...]:
        return self.word(action), self.word(need)
