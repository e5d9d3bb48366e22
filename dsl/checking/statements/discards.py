"""Spells out `discards`: players choose pieces or things of theirs to give up.

    p discards lost: 3 from p.hand to heap
    everyone in Player discards lost: you.hand.size - 7 from you.hand to heap

A single player chooses one piece or thing after the other. If everyone discards, all choose at the same time and in
secret, and what they give up moves when every player has chosen. Each of them chooses pieces together, as one bag, but
at most `AT_ONCE` of them, because more have too many combinations to list. A player who has too few gives up
everything.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from dsl import ast, model
from dsl.checking.kinds import PLAYER
from dsl.checking.names import Scope
from dsl.checking.statements.holder_references import holder
from dsl.checking.statements.statement_checker import StatementChecker
from dsl.desugaring import renamed
from dsl.source import Span

AT_ONCE = 12
"""Number of pieces that a player can choose together."""

YOU = "you"

PAID_FROM = tuple(word for word, traits in ast.HOLDER_FORMS.items() if traits.paid_from)


def spell_out(c: StatementChecker, s: ast.Discards, scope: Scope) -> tuple[ast.Statement, ...]:
    """Return the simpler statements that make up a `discards`. Raises `ErrorReported`."""
    inner = scope.inner()
    if s.everyone:
        _, member = c.expressions.domain(s.who, scope)
        c.seats_needed(member, s.who.span)
        inner.names[YOU] = c.names.new_var(YOU, model.Ref(PLAYER), s.span)
    else:
        c.expressions.thing(s.who, scope, PLAYER)
    source = holder(c, s.source, inner, "", PAID_FROM)
    held, open_source = source.field.type, source.field.visibility == "open"
    assert isinstance(held, model.Holder)
    parts = _Parts(s, held.traits, open_source)
    number = c.expressions.number(parts.number(s.number, s.source), inner)
    assert isinstance(number.type, model.Int)
    times = -(-number.type.high // parts.at_once)
    if not s.everyone:
        return parts.of_one(times)
    owed = model.StateField(
        f"owed_{s.name.text}_{len(c.names.fields)}", PLAYER, (), (), model.Int(0, number.type.high), "open", "",
        builtin=True, span=s.span,
    )  # fmt: skip
    c.names.fields[PLAYER, owed.name] = owed
    return parts.of_everyone(owed.name, times)


@dataclass(frozen=True, slots=True)
class _Parts:
    """Builds the statements for one `discards`.

    Attributes:
        held: The traits of the holder from which the players choose.
        is_open: True if all players see what is in the holder.
    """

    of: ast.Discards
    held: ast.HolderTraits
    is_open: bool

    @property
    def span(self) -> Span:
        return self.of.span

    @property
    def together(self) -> bool:
        """True if a player chooses several pieces with one move."""
        return self.of.everyone and self.held.counted

    @property
    def at_once(self) -> int:
        return AT_ONCE if self.together else 1

    def of_one(self, times: int) -> tuple[ast.Statement, ...]:
        """Return the statements for one player.

        If all players see what there is, the player is asked only if there is a choice.
        """
        s, owed = self.of, self._name(f"owed_{self.of.name.text}")
        start = ast.Let(self.span, s.cites, ast.Word(self.span, owed.text), self.number(s.number, s.source))
        among = self._sorts() if self.held.counted and self.held.ordered else s.source
        binder = ast.Binder(self.span, s.name, among, None)
        chosen = ast.Chooses(self.span, (), s.who, binder, False, self.is_open, self._says())
        what: ast.Expr = self._name(s.name.text)
        what = ast.Amount(self.span, ast.Integer(self.span, 1), what) if self.held.counted else what
        body = chosen, self._given(what, s.source, s.target), self._paid(owed)
        return start, self._repeat(times, self._more(owed, s.source), body)

    def of_everyone(self, owed: str, times: int) -> tuple[ast.Statement, ...]:
        """Return the statements for several players, whose debts are in the field `owed`."""
        s, who = self.of, f"who_gives_{self.of.name.text}"
        seat = self._name(who)
        theirs, yours = self._attribute(seat, owed), self._attribute(self._name(YOU), owed)
        source = renamed(s.source, YOU, who)
        number = self.number(renamed(s.number, YOU, who), source)
        start = self._each(who, s.who, None, ast.Set(self.span, (), theirs, number))
        owes = self._more(theirs, source)
        among = ast.Call(self.span, self._name("bags"), (s.source, self._next(yours))) if self.together else s.source
        chosen = ast.Secretly(self.span, (), self._gather("set", who, owes), s.name, among, self._says())
        given = self._given(ast.Call(self.span, self._name(s.name.text), (seat,)), source, renamed(s.target, YOU, who))
        moved = self._each(who, self._name(PLAYER), owes, given, self._paid(theirs))
        return replace(start, cites=s.cites), self._repeat(times, self._gather("any", who, owes), (chosen, moved))

    # ------------------------------------------------------------ parts

    def number(self, number: ast.Expr, source: ast.Expr) -> ast.Expr:
        """Return the number of pieces to give up: none if it is negative, at most as many as the holder has."""
        most = self._min(number, self._size(source))
        return ast.Call(self.span, self._name("max"), (ast.Integer(self.span, 0), most))

    def _sorts(self) -> ast.Expr:
        """Return the set of the sorts in a row, which lists a sort once for each piece."""
        binder = ast.Binder(self.span, ast.Word(self.span, "each_sort"), self.of.source, None)
        return ast.Aggregate(self.span, ast.Word(self.span, "set"), None, binder, ())

    def _next(self, owed: ast.Expr) -> ast.Expr:
        return self._min(owed, ast.Integer(self.span, self.at_once))

    def _given(self, what: ast.Expr, source: ast.Expr, target: ast.Expr) -> ast.Statement:
        return ast.MovePieces(self.span, self.of.cites, what, source, target)

    def _paid(self, owed: ast.Expr) -> ast.Statement:
        return ast.Raise(self.span, (), owed, self._next(owed), True, "")

    def _says(self) -> ast.Saying:
        """Return the sentence of the choice, by default `discard {lost}`."""
        if self.of.says is not None:
            return self.of.says
        item = ast.PhraseItem(self.span, self._name(self.of.name.text), ())
        parts = ast.PhraseText(self.span, "discard "), ast.PhraseBlank(self.span, (item,))
        return ast.Saying(self.span, ast.Phrase(self.span, f"discard {{{self.of.name.text}}}", parts), None)

    def _repeat(self, times: int, going: ast.Expr, body: tuple[ast.Statement, ...]) -> ast.Statement:
        return ast.Repeat(self.span, (), ast.Integer(self.span, times), going, ast.Block(self.span, (), body))

    def _each(self, who: str, among: ast.Expr, where: ast.Expr | None, *body: ast.Statement) -> ast.For:
        binder = ast.Binder(self.span, ast.Word(self.span, who), among, where)
        return ast.For(self.span, (), binder, ast.Block(self.span, (), body), None)

    def _gather(self, how: str, who: str, where: ast.Expr) -> ast.Expr:
        binder = ast.Binder(self.span, ast.Word(self.span, who), self._name(PLAYER), where)
        return ast.Aggregate(self.span, ast.Word(self.span, how), None, binder, ())

    def _more(self, owed: ast.Expr, source: ast.Expr) -> ast.Expr:
        """Return the condition that a player owes more, and that the holder is not empty if it is the domain."""
        zero = ast.Integer(self.span, 0)
        owes = ast.Compare(self.span, ">", owed, zero)
        return (
            owes if self.together else ast.And(self.span, owes, ast.Compare(self.span, ">", self._size(source), zero))
        )

    def _size(self, source: ast.Expr) -> ast.Expr:
        return ast.Attribute(self.span, source, ast.Word(self.span, "size"))

    def _min(self, one: ast.Expr, other: ast.Expr) -> ast.Expr:
        return ast.Call(self.span, self._name("min"), (one, other))

    def _attribute(self, of: ast.Expr, name: str) -> ast.Expr:
        return ast.Attribute(self.span, of, ast.Word(self.span, name))

    def _name(self, text: str) -> ast.Name:
        return ast.Name(self.span, text)
