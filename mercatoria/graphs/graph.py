"""The course of a game as a picture for people: phases, decisions, ends; or what wakes what; or the whole flowchart.

A `Chart` is what there is to draw: boxes, ways between them, and frames around boxes. It is made from the model, not
from the flowchart that engines run, so that only what the author wrote is in it: what never stops play is drawn as one
box with the titles of its rules. How a chart looks is left to those who draw it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from dsl import model as m
from dsl.source import Span
from interpreter.flow import Facts, Flow, describe_node, nodes, ways

LONGEST = 64
"""Letters of an author's line that are shown."""


@dataclass(frozen=True, slots=True)
class Box:
    """`shape` is "start", "step", "decision", "chance", "rule" or "end". `frame` is the innermost frame around it."""

    key: str
    shape: str
    title: str
    lines: tuple[str, ...] = ()
    frame: str = ""


@dataclass(frozen=True, slots=True)
class Way:
    """From box to box, with a word on it. A `faint` way may be taken at any moment."""

    begin: str
    end: str
    word: str = ""
    faint: bool = False


@dataclass(frozen=True, slots=True)
class Frame:
    key: str
    title: str
    within: str = ""


@dataclass(slots=True)
class Chart:
    """Boxes, ways and frames, in the order in which play comes to them."""

    title: str
    boxes: list[Box] = field(default_factory=list)
    ways: list[Way] = field(default_factory=list)
    frames: list[Frame] = field(default_factory=list)

    def box(self, shape: str, title: str, lines: Iterable[str] = (), frame: str = "") -> str:
        key = f"b{len(self.boxes)}"
        self.boxes.append(Box(key, shape, title, tuple(lines), frame))
        return key

    def frame(self, title: str, within: str) -> str:
        key = f"f{len(self.frames)}"
        self.frames.append(Frame(key, title, within))
        return key

    def way(self, begin: str, end: str, word: str = "", faint: bool = False) -> None:
        found = Way(begin, end, word, faint)
        if found not in self.ways:
            self.ways.append(found)


Loose = list[tuple[str, str]]
"""Ways that have no end yet: box and word."""


def phases(model: m.Model) -> Chart:
    """Set-up, round and phases with their decisions, up to the ends."""
    return _Course(model).chart_of_all()


def triggers(model: m.Model) -> Chart:
    """What wakes what: rules and actions that change what a trigger or an end looks at."""
    chart = Chart(f"{model.title}: what wakes what")
    facts = Facts(model)
    writers = [(routine.about, "rule", facts.routine_writes(name)) for name, routine in model.routines.items()]
    writers += [(action.about, "decision", facts.action_writes(action)) for action in model.actions.values()]
    looked_at = [(wake.about, "rule", wake.condition) for wake in model.wakes]
    looked_at += [(end.about, "end", end.condition) for end in model.endings if end.time == "once"]
    keys: dict[str, str] = {}
    for about, shape, condition in looked_at:
        reads = facts.reads(condition)
        target = chart.box(shape, _title(about), [f"when {_words(condition.span)}"])
        for writer, form, writes in writers:
            if found := sorted({of.name for of in reads & writes if not of.builtin or of.name == "bank"}):
                key = keys.get(writer.name) or chart.box(form, _title(writer))
                keys[writer.name] = key
                chart.way(key, target, ", ".join(found))
    return chart


def whole_flow(flow: Flow) -> Chart:
    """The flowchart that engines run, node by node."""
    chart = Chart(f"{flow.model.title}: flowchart")
    decision = (nodes.Choice, nodes.SecretChoice)
    shapes = ((decision, "decision"), (nodes.ChanceNode, "chance"), (nodes.End, "end"))
    for number, node in enumerate(flow.nodes):
        words = next((word for _, word in ways(node)), "")
        text = describe_node(node).partition("→")[0].partition("   [")[0].strip().removesuffix(words)
        shape = next((shape for of, shape in shapes if isinstance(node, of)), "step")
        chart.box(shape, f"{number} {_cut(text)}", [node.phase.name])
    for begin, end, word in flow.edges():
        chart.way(f"b{begin}", f"b{end}", word)
    return chart


def _title(about: m.Clauses) -> str:
    return about.title or about.name.replace("_", " ")


def _words(span: Span) -> str:
    """The author's words, in one short line."""
    return _cut(" ".join(span.text.split()))


def _cut(text: str) -> str:
    text = text.strip()
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1].rstrip()}…"


def _heading(span: Span) -> str:
    """The first line of a statement, without its comment and citations."""
    return _cut(span.text.split("\n")[0].partition("#")[0].partition("[")[0])


class _Course:
    """Draws the course of a game from its routines."""

    def __init__(self, model: m.Model) -> None:
        self.model = model
        self.facts = Facts(model)
        self.chart = Chart(model.title)
        self.drawn: set[str] = set()

    def chart_of_all(self) -> Chart:
        chart, routines = self.chart, self.model.routines
        loose: Loose = [(chart.box("start", self.model.title, [f"{self.model.players} players"]), "")]
        if "setup" in routines:
            loose = self.routine("setup", "", loose)
        ends = {end.about.name: (end, self.end_box(end)) for end in self.model.endings}
        scored = [line.about.title or line.about.name.rpartition(".")[2] for line in self.model.score]
        final = chart.box("end", "The game is over", [f"score: {', '.join(scored)}"] if scored else [])
        for _, key in ends.values():
            chart.way(key, final)
        if "round" not in routines:
            self.join(loose, final)
            return chart
        begin = chart.box("step", "A round begins")
        self.join(loose, begin)
        self.turn_ends = [key for end, key in ends.values() if end.time == "turn"]
        loose = self.routine("round", "", [(begin, "")])
        over = chart.box("step", "The round is over")
        self.join(loose, over)
        for end, key in ends.values():
            if end.time == "round":
                chart.way(over, key)
            elif end.time == "once":
                chart.way(begin, key, "at any moment", faint=True)
        chart.way(over, begin, "next round")
        return chart

    def end_box(self, end: m.Ending) -> str:
        time = {"once": "at once", "turn": "after a turn", "round": "after a round"}[end.time]
        return self.chart.box("end", _title(end.about), [f"{time}, when {_words(end.condition.span)}"])

    def join(self, loose: Loose, box: str) -> str:
        for begin, word in loose:
            self.chart.way(begin, box, word)
        return box

    # ------------------------------------------------------------ routines

    def routine(self, name: str, frame: str, loose: Loose) -> Loose:
        """A phase or a rule: one box if nobody decides in it, else a frame with what happens inside."""
        routine = self.model.routines[name]
        if name in self.drawn or not self.facts.waits(routine.body):
            again = ["as above"] if name in self.drawn else self.done(routine.body)
            shape = "step" if routine.form == "phase" else "rule"
            return [(self.join(loose, self.chart.box(shape, _title(routine.about), again, frame)), "")]
        self.drawn.add(name)
        inner = self.chart.frame(_title(routine.about), frame)
        left: Loose = []
        for condition, _, _ in routine.skips:
            box = self.join(loose, self.chart.box("step", f"{_words(condition.span)}?", frame=inner))
            left.append((box, "yes, skipped"))
            loose = [(box, "no")]
        return self.body(routine.body, inner, loose) + left

    def done(self, body: Sequence[m.Statement]) -> list[str]:
        """The titles of the rules that a body carries out."""
        found = []
        for statement in body:
            if isinstance(statement, m.Do):
                found += [self.model.routines[name].about for name, _ in statement.calls]
            elif isinstance(statement, m.IfDo) and statement.about is not None:
                found.append(statement.about)
        return [_title(about) for about in found]

    def body(self, body: Sequence[m.Statement], frame: str, loose: Loose) -> Loose:
        for statement in body:
            if isinstance(statement, m.Do):
                for name, _ in statement.calls:
                    loose = self.routine(name, frame, loose)
            elif self.facts.waits((statement,)):
                loose = self.statement(statement, frame, loose)
        return loose

    # ------------------------------------------------------------ statements that wait

    def statement(self, s: m.Statement, frame: str, loose: Loose) -> Loose:
        match s:
            case m.Act():
                return self.act(s, frame, loose)
            case m.Window(offers=offers):
                lines = [self.offer(offer) for offer in offers] + ["or pass, until all have passed"]
                return [(self.join(loose, self.chart.box("decision", _heading(s.span), lines, frame)), "")]
            case m.Choose():
                return self.choose(s, frame, loose)
            case m.Secretly():
                return [(self.join(loose, self.chart.box("decision", _heading(s.span), (), frame)), "")]
            case m.IfDo(then=then, about=m.Clauses() as about):
                box = self.join(loose, self.chart.box("step", _title(about), frame=frame))
                return self.body(then, frame, [(box, "")])
            case m.IfDo(when=when, then=then, otherwise=otherwise):
                box = self.join(loose, self.chart.box("step", f"{_words(when.span)}?", frame=frame))
                return self.body(then, frame, [(box, "yes")]) + self.body(otherwise, frame, [(box, "no")])
            case m.ForEach(body=body) | m.Repeat(body=body):
                return self.loop(body, _heading(s.span), frame, loose, "again")
            case m.Turn(body=body):
                return self.loop(body, _heading(s.span), frame, loose, "next turn")
        return [(self.join(loose, self.chart.box("chance", _heading(s.span), (), frame)), "")]

    def offer(self, offer: m.Offer) -> str:
        return _title(self.model.actions[offer.action].about)

    def act(self, s: m.Act, frame: str, loose: Loose) -> Loose:
        """A decision, and what goes on inside those of its actions in which others decide."""
        times = ["again and again" if s.repeatedly else "several times"] if s.repeatedly or s.times is not None else []
        lines = [self.offer(offer) for offer in s.offers] + ([] if s.must else ["or pass"])
        who = f"{_words(s.who.span)} {'must' if s.must else 'may'}"
        box = self.join(loose, self.chart.box("decision", who, lines, frame))
        left: Loose = [(box, "")]
        for offer in s.offers:
            action = self.model.actions[offer.action]
            if self.facts.waits(action.then) and offer.action not in self.drawn:
                self.drawn.add(offer.action)
                inner = self.chart.frame(_title(action.about), frame)
                after = self.body(action.then, inner, [(box, _title(action.about))])
                left += [each for each in after if each[0] != box]
        for word in times:
            self.chart.way(box, box, word)
        return left

    def choose(self, s: m.Choose, frame: str, loose: Loose) -> Loose:
        box = self.join(loose, self.chart.box("decision", _heading(s.span), (), frame))
        if not s.optional:
            return [(box, "")]
        return self.body(s.then, frame, [(box, "")]) + self.body(s.otherwise, frame, [(box, "pass")])

    def loop(self, body: Sequence[m.Statement], title: str, frame: str, loose: Loose, word: str) -> Loose:
        inner = self.chart.frame(title, frame)
        first = len(self.chart.boxes)
        left = self.body(body, inner, loose)
        if len(self.chart.boxes) == first:
            return left
        for begin, said in left:
            self.chart.way(begin, f"b{first}", f"{said}, {word}".lstrip(", "))
            if word == "next turn":
                for end in self.turn_ends:
                    self.chart.way(begin, end, "the turn is over")
        return left

    turn_ends: Sequence[str] = ()
