"""The past of a game: the steps that led here, and those that changed a certain field.

Positions are worked out from the log, once from its beginning; only steps that matter are carried out again by a
`Chronicler`, which is slow. A play that did not begin at the beginning (a position that a scenario made) has no past.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, partial
from typing import TYPE_CHECKING

from dsl import model as m
from interpreter.explain.answers import IDLE, UNSEEN, Finding
from interpreter.explain.derivations import Workings
from interpreter.explain.step_trace import Chronicler, Deed, Test
from interpreter.explain.visibility import onlooker_of, slots_of
from interpreter.explain.wording import field_name, plain_text
from interpreter.flow import Place, Run, Vector
from interpreter.flow import nodes as f
from interpreter.log import CHANCE, Entry, entries, log
from interpreter.table import contents, size_of

if TYPE_CHECKING:
    from interpreter.table import Table

MOST_SEARCHED = 60
"""Steps that are carried out again to look for one that a rule had a part in."""


@dataclass(slots=True)
class History:
    """The past of one play, told to one asker (None: a spectator)."""

    table: Table
    last: Entry | None
    now: Vector
    asker: int | None
    steps: list[Entry] = field(init=False)
    before: list[Vector] = field(init=False)
    """The position before each step, and that after the last."""

    def __post_init__(self) -> None:
        engine = self.table.engine
        v = engine.start()
        self.before = [v[:]]
        self.steps = entries(self.last)
        for step in self.steps:
            if step.form == CHANCE:
                engine.resolve(v, step.row[0])
            else:
                engine.apply(v, step.seat, step.row)
            self.before.append(v[:])

    @classmethod
    def of_nothing(cls, table: Table, asker: int | None) -> History:
        """A past without steps, to tell deeds that were only tried."""
        return cls(table, None, table.engine.start(), asker)

    @property
    def known(self) -> bool:
        """Whether the log leads to where play stands."""
        return self.before[-1] == self.now

    def line(self, number: int) -> str:
        """A line of the log (counted from 1) as the asker may know it."""
        return f"{number}. {log(self.table, self.now, self.last, self.asker)[number - 1]}"

    # ------------------------------------------------------------ one step

    def step(self, number: int) -> Finding:
        """What a step (counted from 1) brought about: its deeds, and what was tried and did not apply."""
        return Finding(self.line(number), behind=cache(partial(self._of_step, number)))

    def _chronicle(self, number: int) -> Chronicler:
        told = Chronicler(self.table.flow, self.asker)
        told.tell(self.steps[number - 1], self.before[number - 1])
        return told

    def deeds(self, number: int) -> list[Deed]:
        """What was done in a step, as far as the asker may know it."""
        return self._chronicle(number).deeds

    def _of_step(self, number: int) -> tuple[Finding, ...]:
        told = self._chronicle(number)
        deeds = [self.deed(deed) for deed in told.deeds if not isinstance(deed.doing, f.Reset) and self.visible(deed)]
        idle = [self._idle(test) for test in told.tests if test.holds == (test.form in ("skip", "end"))]
        return (*deeds, *dict.fromkeys(idle)) or (Finding("nothing that you can see has changed"),)

    def visible(self, deed: Deed) -> list[str]:
        """What a deed changed, as far as the asker sees it: `Red.score 3 → 5`."""
        return [words for run, entry in self._entries() if (words := self.change(run, entry, deed.before, deed.after))]

    def _entries(self) -> Iterator[tuple[Run, int]]:
        for run in self.table.flow.layout.runs.values():
            if not run.field.builtin:
                for entry in range(len(run.base)):
                    yield run, entry

    def change(self, run: Run, entry: int, before: Vector, after: Vector) -> str:
        """How an entry differs between two positions, as far as the asker sees it; "" where it does not."""
        place = Place(run, entry)
        slots = slots_of(place)
        if before[slots.start : slots.stop] == after[slots.start : slots.stop]:
            return ""
        sees, name = onlooker_of(self.table, self.asker).sees(place), field_name(self.table, place)
        if sees == "all" and run.form != "stack":
            was, now = (plain_text(contents(self.table.flow, v, run, entry)) for v in (before, after))
            return f"{name} {was} → {now}" if was != now else ""
        if sees == "count" or run.form == "stack":
            old, new = (size_of(v, run, entry) for v in (before, after))
            return f"{name} {old} → {new} pieces" if old != new else ""
        return ""

    def deed(self, deed: Deed, slots: Sequence[range] = ()) -> Finding:
        """A deed: the statement, what it changed (of certain slots only), and what stands behind it."""
        changes = self.visible(deed)
        if slots:
            wanted = [(run, entry) for run, entry in self._entries() if slots_of(Place(run, entry)) in slots]
            changes = [self.change(run, entry, deed.before, deed.after) for run, entry in wanted]
        told = "; ".join(change for change in changes if change)
        if deed.doing is None:
            return Finding.by(deed.about, f"{told}; {UNSEEN}", "hidden")
        workings = Workings(self.table, deed.before, self.asker, deed.veiled)
        own = deed.doing.cites if isinstance(deed.doing, m.Statement) else ()
        about = replace(deed.about, cites=own or deed.about.cites)
        text = f"{self._doing(deed, workings)}: {told}" if told else self._doing(deed, workings)
        return Finding.by(about, text, "", cache(partial(self._behind, deed, workings)))

    def _doing(self, deed: Deed, workings: Workings) -> str:
        match deed.doing:
            case m.Cost(form="money", amount=amount) if amount is not None:
                return f"costs {workings.words(amount, deed.env)}"
            case m.Cost(amount=amount, sort=sort) if amount is not None and sort is not None:
                return f"costs {workings.words(amount, deed.env)} of {workings.words(sort, deed.env)}"
            case m.Cost():
                return f"costs {', '.join(workings.words(e, deed.env) for e in _expressions(deed.doing)[:1])}"
            case f.ChanceNode():
                return f"chance: {deed.doing.label}"
            case f.Reset():
                return "begins anew"
            case m.Statement():
                return workings.words(deed.doing, deed.env)
        return ""

    def _behind(self, deed: Deed, workings: Workings) -> tuple[Finding, ...]:
        """The values in a deed, the conditions it stood under, and the rules that led to it."""
        found = [part for e in _expressions(deed.doing) for part in workings.worth_telling(e, deed.env)]
        for test in deed.since:
            shown = Workings(self.table, test.v, self.asker, test.veiled).condition(test.when, test.env)
            found.append(Finding(f"since {shown.text}", "", "", shown.cites, shown.place, "", shown.verdict,
                                 shown.behind))  # fmt: skip
        if len(deed.chain) > 1:
            rules = deed.chain[:-1] if isinstance(deed.doing, m.Cost) else deed.chain
            led = [about.title or about.name.replace("_", " ") for about in rules]
            found.append(Finding("led here: " + " → ".join(dict.fromkeys(led))))
        return tuple(found)

    def _idle(self, test: Test) -> Finding:
        """A condition that kept something from being done; or, of an end, that ended the game."""
        shown = Workings(self.table, test.v, self.asker, test.veiled).condition(test.when, test.env)
        note = {"skip": "skipped", "end": "the game ends"}.get(test.form, IDLE)
        return Finding.by(test.about, f"{note}: {shown.text}", IDLE, shown.behind)

    # ------------------------------------------------------------ one field

    def changes(self, slots: range) -> Iterator[tuple[int, Deed]]:
        """The deeds that changed some slots, each with the number of its step; the newest first."""
        for number in range(len(self.steps), 0, -1):
            one, two = (v[slots.start : slots.stop] for v in (self.before[number - 1], self.before[number]))
            if one != two:
                deeds = [deed for deed in self._chronicle(number).deeds if deed.changed(slots)]
                yield from ((number, deed) for deed in reversed(deeds))

    def of_field(self, place: Place) -> Iterator[Finding]:
        """How a field came to hold what it does: the newest change first."""
        slots = slots_of(place)
        for number, deed in self.changes(slots):
            found = self.deed(deed, [slots])
            yield Finding(f"{self.line(number)}: {found.text}", "", "", found.cites, found.place, found.origin,
                          found.verdict, found.behind)  # fmt: skip

    def of_rule(self, name: str, of: str = "") -> Finding | None:
        """The newest step in which a rule had a part that the asker can see, and what it did there (to somebody)."""
        for number in range(len(self.steps), max(0, len(self.steps) - MOST_SEARCHED), -1):
            told = self._chronicle(number)
            deeds = [deed for deed in told.deeds if deed.doing is not None and any(a.name == name for a in deed.chain)]
            deeds = [deed for deed in deeds if any(change.startswith(of) for change in self.visible(deed))]
            if deeds:
                return Finding(self.line(number), behind=cache(lambda deeds=deeds: tuple(map(self.deed, deeds))))
        return None


def _expressions(doing: object) -> list[m.Expr]:
    """The expressions that say how much or what a statement or cost moves or sets."""
    match doing:
        case m.Assign(value=value):
            return [value]
        case m.Adjust(by=by):
            return [by]
        case m.Pay(amount=amount):
            return [amount]
        case m.MovePieces(number=number, sort=sort, bag=bag, thing=thing):
            return [part for part in (number, sort, bag, thing) if part is not None]
        case m.Cost():
            parts = (doing.amount, doing.sort, doing.bag, doing.thing, doing.when)
            return [part for part in parts if part is not None]
    return []
