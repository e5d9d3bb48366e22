"""The context in which one amendment is applied: the partly amended rulebook, and a sink for faults."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NoReturn

from dsl import ast
from dsl.desugaring import anchors
from dsl.diagnostics import ErrorReported, Sink, did_you_mean, wording
from dsl.source import Span


@dataclass(frozen=True, slots=True)
class Change:
    """One applied amendment."""

    target: str
    variant: str
    verb: str
    span: Span


@dataclass(slots=True)
class Amended:
    """An effective rulebook: its declarations, and the variants that changed or added rules."""

    declarations: list[ast.Declaration]
    origins: dict[str, str] = field(default_factory=dict)
    """The variant that added or last changed each rule, by rule name."""
    boards: list[tuple[str, str]] = field(default_factory=list)
    """The board files of variants, each as a pair of variant and file name."""
    replaced_by: list[str] = field(default_factory=list)
    """The board files that replace the rulebook's board; a subset of `boards`."""
    changes: list[Change] = field(default_factory=list)
    """All amendments, in the order in which they were applied."""

    def note(self, target: str, variant: ast.Variant, part: ast.Amendment) -> None:
        self.origins[target] = variant.name.text
        self.changes.append(Change(target, variant.name.text, part.verb, part.span))


@dataclass(frozen=True, slots=True)
class AmendmentContext:
    """The rulebook that one variant amends, with methods that report faults."""

    result: Amended
    variant: ast.Variant
    sink: Sink
    others: Mapping[str, ast.Variant] = field(default_factory=dict)
    """All the game's variants by name, including those that are not in use."""

    def put(self, index: int, changed: ast.Declaration, part: ast.Amendment) -> None:
        """Replace a declaration with its amended version. Report the amendment if it has no effect."""
        if ast.bare(changed) == ast.bare(self.result.declarations[index]) or never(part):
            label = "the amendment's condition never holds" if never(part) else "the rulebook already says this"
            self.changes_nothing(part, label)
        self.result.declarations[index] = changed

    def changes_nothing(self, part: ast.Amendment, why: str) -> None:
        """Warn that an amendment has no effect."""
        self.sink.add("W407", "this amendment changes nothing", part.span, why)

    def fault(self, code: str, title: str, span: Span, label: str = "", hint: str = "") -> NoReturn:
        """Report a fault and skip the amendment. Raises `ErrorReported`."""
        self.sink.add(code, title, span, label, hint=hint)
        raise ErrorReported

    def stop_if_in_conflict(self, part: ast.Amendment) -> None:
        """Skip an amendment if a conflict report already mentions it.

        Raises `ErrorReported`.
        """
        for fault in self.sink.found:
            if fault.code == "E401" and part.span in (fault.span, *(span for span, _ in fault.related)):
                raise ErrorReported

    def wrong_verb(self, part: ast.Amendment, target: ast.Target, decl: ast.Declaration) -> NoReturn:
        """Report that the verb does not apply to this type of declaration. Raises `ErrorReported`."""
        kind = type(decl).__name__.lower()
        label = f"`{target}` is {'an' if kind[0] in 'aeiou' else 'a'} {kind}" if len(target.path) == 1 else ""
        self.cannot_be_done(part, target, target.span, label)

    def shape(self, part: ast.Amendment, target: ast.Target, decl: ast.Declaration) -> None:
        """Check that brackets select a cell of a table, and that a dot selects a line of a rule.

        Raises:
            ErrorReported: Raised if the target names a line or cell that its declaration cannot have.
        """
        if target.args and not (part.verb == "set" and isinstance(decl, ast.Table) and len(target.args) == 1):
            self.fault("E405", "brackets select one cell of a table row", target.span, "this is not a table row")
        if len(target.path) > 2:
            label = "write only a rule, a dot and one of its lines"
            self.fault("E402", f"`{target}` has too many parts", target.path[2].span, label)
        of_limit = part.verb == "set" and isinstance(decl, (ast.Action, ast.Group))
        if len(target.path) == 2 and (part.verb == "set" or part.verb.startswith("add ")) and not of_limit:
            self.cannot_be_done(part, target, target.path[1].span, "this is only one line of a rule")

    def cannot_be_done(self, part: ast.Amendment, target: ast.Target, span: Span, label: str = "") -> NoReturn:
        """Report a verb that is not allowed for its target. Raises `ErrorReported`."""
        self.fault("E405", f"`{part.verb}` cannot be applied to `{target}`", span, label)

    def find(self, target: ast.Target) -> tuple[int, ast.Declaration]:
        """Return the declaration that a target names, with its index in the rulebook.

        Raises `ErrorReported` if the rulebook has no such declaration.
        """
        name = target.path[0].text
        known = list[str]()
        for index, decl in enumerate(self.result.declarations):
            names = _target_names(decl)
            if name in names:
                return index, decl
            known += names
        hint = self.brought_by(name) or did_you_mean(name, [*anchors(self.result.declarations), *known])
        self.nothing_to_amend(f"there is no rule `{name}`", target.path[0].span, hint)

    def brought_by(self, name: str) -> str:
        """Return a hint about the unused variant that declares this name.

        Return an empty string if no variant declares it.
        """
        for variant in self.others.values():
            added = [part.declaration for part in variant.amendments if part.verb == "new" and part.declaration]
            names = [each for decl in added for each in _target_names(decl)]
            names += [part.name.text for part in variant.amendments if part.verb == "add rule" and part.name]
            if name in names and variant.name.text != self.variant.name.text:
                return f"variant `{variant.name.text}` declares it, so write `requires {variant.name.text}`"
        return ""

    def nothing_to_amend(self, what: str, span: Span, hint: str) -> NoReturn:
        """Report a missing target. Raises `ErrorReported`.

        Args:
            what: The first words of the message, such as "there is no rule `fee`".
        """
        self.fault("E402", f"{what} to amend", span, "unknown", hint)

    def check_new(self, name: ast.Word, lines: Sequence[ast.Declaration]) -> None:
        """Check that the rule has no other line with this name.

        Raises `ErrorReported` if the name is taken.
        """
        for line in lines:
            if line.name.text == name.text:
                wording.declared_twice(self.sink, name.text, name.span, line.name.span)
                raise ErrorReported

    def note(self, target: str, part: ast.Amendment) -> None:
        """Record that an amendment was applied to a target."""
        self.result.note(target, self.variant, part)


def never(part: ast.Amendment) -> bool:
    """Return True if the condition of an amendment is the literal `no`."""
    return isinstance(part.when, ast.BooleanLiteral) and not part.when.value


def _target_names(decl: ast.Declaration) -> list[str]:
    if isinstance(decl, ast.Table):
        return [row.name.text for row in decl.rows]
    if isinstance(decl, ast.Scoring):
        return ["scoring"]
    return [] if isinstance(decl, (ast.State, ast.Ranking, ast.Rulebook)) else [decl.name.text]
