"""Translates questions about action parameters into terms.

The terms test whether a domain contains a value, or list the bags and sets in a domain. A bag is represented by one
number for each type of its kind, and a set by a sequence.
"""

from __future__ import annotations

from dsl import model as m
from interpreter.optimizer.terms.terms import MANY, Term
from interpreter.optimizer.translation.locations import Bag, Env, Meaning, NotTranslatable
from interpreter.optimizer.translation.translation import Translator
from interpreter.position import BITS, set_width


class Parameters:
    """Translates questions about the values of action parameters."""

    def __init__(self, translator: Translator) -> None:
        self._translator = translator
        self._arena = translator.arena

    def is_within(self, of: Meaning, domain: m.Expr, env: Env) -> Term:
        """Return the condition that a domain contains a value."""
        if isinstance(domain, m.Bags):
            assert isinstance(of, dict)
            return self._translator.bags.is_within(of, domain, env)
        assert isinstance(of, Term)
        if isinstance(domain, m.Subsets):
            return self._translator.is_subset(of, domain, env)
        return self._arena.has(of, self._translator.members(domain, env))

    def bag_bounds(self, domain: m.Bags, env: Env) -> tuple[Bag, Term, Term]:
        """Return the maximum count of each type in a bag, and the minimum and maximum total."""
        return self._translator.bags.bounds(domain, env)

    def bags(self, domain: m.Bags, env: Env) -> Term:
        """Return the bags in a domain as a sequence, in which each bag is one number per type."""
        held, least, most = self.bag_bounds(domain, env)
        return self._arena.make("bags", (least, most, *held.values()), None, 0, MANY)

    def subsets(self, domain: m.Subsets, of: m.Type, env: Env) -> Term:
        """Return the sets in a domain as a sequence, in which each set is one bit mask per `BITS` members.

        `of` is the type of the parameter.
        """
        args = [self._translator.members(domain.of, env), self._translator.least(domain, env)]
        args += [self._translator.term(domain.most, env)] if domain.most is not None else []
        first, width = self._place(of)
        return self._arena.make("subsets", tuple(args), (first, width), 0, MANY)

    def words(self, members: Term, of: m.Type) -> tuple[Term, ...]:
        """Return the bit masks that encode a set with the given members."""
        first, width = self._place(of)
        return tuple(self._arena.mask(members, first + at * BITS) for at in range(width))

    def chosen(self, words: tuple[Term, ...], of: m.Type) -> Term:
        """Return the members of a set that is encoded as bit masks."""
        first, _ = self._place(of)
        return self._arena.make("chosen", words, first, first, first + len(words) * BITS - 1)

    def _place(self, of: m.Type) -> tuple[int, int]:
        """Return the first thing of the kind to which a set's members belong, and the number of bit masks per set."""
        if not isinstance(of, m.Many) or not isinstance(of.of, m.Ref):
            raise NotTranslatable
        kind = self._translator.model.kinds[of.of.kind]
        return kind.first, set_width(kind.size)

    def is_same(self, of: Meaning, other: Meaning) -> Term:
        """Return the condition that two values are equal."""
        arena = self._arena
        if isinstance(of, dict) and isinstance(other, dict):
            sorts, nothing = sorted({*of, *other}), arena.num(0)
            return arena.both(*(arena.compare("=", of.get(s, nothing), other.get(s, nothing)) for s in sorts))
        assert isinstance(of, Term)
        assert isinstance(other, Term)
        if of.sequence or other.sequence:
            return arena.make("same", (of, other), None, 0, 1)
        return arena.compare("=", of, other)

    def places(self, of: Meaning) -> tuple[Term, ...]:
        """Return the numbers that encode a number or a bag in a row."""
        return tuple(of.values()) if isinstance(of, dict) else (of,)
