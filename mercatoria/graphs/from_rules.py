"""Builds graphs of a game: its phases, its triggers, or its whole flowchart.

The graphs of phases and triggers are built from the model, so they contain only what the author wrote. Consecutive
rules without a decision between them form one node, which lists their titles.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never, cast

from dsl import model as m
from dsl.source import NOWHERE, Span
from interpreter.flow import EffectAnalysis, Flow, edges, node_words, nodes
from interpreter.payments import bills
from interpreter.table import called, one_line
from mercatoria.graphs.graph import Graph

LONGEST = 64
"""Maximum number of characters to show from a rulebook line."""

Loose = list[tuple[str, str]]
"""Edges whose target is not known yet, each given by its source and its label."""


def phases(model: m.Model) -> Graph:
    """Return the graph of the whole game: the set-up, the phases and decisions of a round, and the endings."""
    return _Course(model).whole()


def triggers(model: m.Model) -> Graph:
    """Return the graph of triggers and end conditions, with the rules and actions that can set them off."""
    graph = Graph(f"{model.title}: what triggers what")
    facts = EffectAnalysis(model)
    writers = [(routine.about, "rule", facts.routine_writes(name)) for name, routine in model.routines.items()]
    writers += [(action.about, "decision", facts.action_writes(action)) for action in model.actions.values()]
    looked_at = [(wake.about, "rule", wake.condition) for wake in model.wakes]
    looked_at += [(end.about, "end", end.condition) for end in model.endings if end.time == "once"]
    watched = [(about, shape, facts.reads(condition), f"when {_words(condition.span)}")
               for about, shape, condition in looked_at]  # fmt: skip
    watched += [(each.about, "rule", frozenset({each.field}), _event(each)) for each in model.listeners]
    writers += [(each.about, "rule", facts.writes(each.body)) for each in model.listeners]
    keys: dict[str, str] = {}
    for about, shape, reads, words in watched:
        target = graph.add_node(shape, called(about), [words])
        for writer, form, writes in writers:
            if fields := sorted({of.name for of in reads & writes if not of.builtin or of.name == "bank"}):
                key = keys.get(writer.name) or graph.add_node(form, called(writer))
                keys[writer.name] = key
                graph.add_edge(key, target, ", ".join(fields))
    return graph


def _event(trigger: m.EventTrigger) -> str:
    """Return a short description of the event that an `each time` trigger waits for."""
    if trigger.event == "changes":
        return f"each time {trigger.field.name} changes"
    return f"each time something {trigger.event} {trigger.field.name}"


def flowchart(flow: Flow) -> Graph:
    """Return the flowchart that the engines run, node by node."""
    graph = Graph(f"{flow.model.title}: flowchart")
    decision = (nodes.Decision, nodes.SimultaneousDecision)
    shapes = ((decision, "decision"), (nodes.ChanceNode, "chance"), (nodes.End, "end"))
    for number, node in enumerate(flow.nodes):
        text = f"{type(node).__name__.lower()} {node_words(node)}"
        shape = next((shape for of, shape in shapes if isinstance(node, of)), "step")
        graph.add_node(shape, f"{number} {_cut(text)}", [node.phase.name])
    for begin, end, word in edges(flow):
        graph.add_edge(f"n{begin}", f"n{end}", word)
    return graph


def _words(span: Span) -> str:
    return _cut(one_line(span.text))


def _cut(text: str) -> str:
    text = text.strip()
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1].rstrip()}…"


def _heading(span: Span) -> str:
    """Return the first line of a statement, shortened if it is long."""
    return _cut(span.heading)


class _Course:
    """Builds the graph of a game from its routines."""

    def __init__(self, model: m.Model) -> None:
        self.model = model
        self.facts = EffectAnalysis(model)
        self.graph = Graph(model.title)
        self.drawn: set[str] = set()
        self.turn_ends: Sequence[str] = ()

    def whole(self) -> Graph:
        graph, routines = self.graph, self.model.routines
        loose: Loose = [(graph.add_node("start", self.model.title, [f"{self.model.players} players"]), "")]
        if "setup" in routines:
            loose = self.routine("setup", "", loose)
        ends = {end.about.name: (end, self.end_node(end)) for end in self.model.endings}
        scored = [called(line.about) for line in self.model.score]
        final = graph.add_node("end", "The game is over", [f"score: {', '.join(scored)}"] if scored else [])
        for _, key in ends.values():
            graph.add_edge(key, final)
        if "round" not in routines:
            self.join(loose, final)
            return graph
        begin = graph.add_node("step", "A round begins")
        self.join(loose, begin)
        self.turn_ends = [key for end, key in ends.values() if end.time == "turn"]
        loose = self.routine("round", "", [(begin, "")])
        over = graph.add_node("step", "The round is over")
        self.join(loose, over)
        for end, key in ends.values():
            if end.time == "round":
                graph.add_edge(over, key)
            elif end.time == "once":
                graph.add_edge(begin, key, "at any moment", anytime=True)
        graph.add_edge(over, begin, "next round")
        return graph

    def end_node(self, end: m.Ending) -> str:
        time = {"once": "at once", "turn": "after a turn", "round": "after a round"}[end.time]
        return self.graph.add_node("end", called(end.about), [f"{time}, when {_words(end.condition.span)}"])

    def join(self, loose: Loose, node: str) -> str:
        """Connect all loose edges to a node, and return the node."""
        for source, label in loose:
            self.graph.add_edge(source, node, label)
        return node

    # ------------------------------------------------------------ routines

    def routine(self, name: str, cluster: str, loose: Loose) -> Loose:
        """Add a phase or rule to the graph, and return the edges that leave the phase or rule.

        A phase or rule without decisions becomes a single node. Any other phase or rule becomes a cluster that contains
        its steps.
        """
        routine = self.model.routines[name]
        if name in self.drawn or not self.facts.waits(routine.body):
            again = ["as above"] if name in self.drawn else self.done(routine.body)
            shape = "step" if routine.form == "phase" else "rule"
            return [(self.join(loose, self.graph.add_node(shape, called(routine.about), again, cluster)), "")]
        self.drawn.add(name)
        inner = self.graph.add_cluster(called(routine.about), cluster)
        left: Loose = []
        for condition, _, _ in routine.skips:
            node = self.join(loose, self.graph.add_node("step", f"{_words(condition.span)}?", cluster=inner))
            left.append((node, "yes, skipped"))
            loose = [(node, "no")]
        return self.body(routine.body, inner, loose) + left

    def done(self, body: Sequence[m.Statement]) -> list[str]:
        """Return the titles of the rules that a routine's body runs."""
        abouts = []
        for statement in body:
            if isinstance(statement, m.Do):
                abouts += [self.model.routines[name].about for name, _ in statement.calls]
            elif isinstance(statement, m.IfDo) and statement.about is not None:
                abouts.append(statement.about)
        return [called(about) for about in abouts]

    def body(self, body: Sequence[m.Statement], cluster: str, loose: Loose) -> Loose:
        for statement in body:
            if isinstance(statement, m.Do):
                for name, _ in statement.calls:
                    loose = self.routine(name, cluster, loose)
            elif self.facts.waits((statement,)):
                loose = self.statement(cast("m.WaitingStatement | bills.PaymentChoice", statement), cluster, loose)
        return loose

    # ------------------------------------------------------------ statements that wait

    def statement(self, s: m.WaitingStatement | bills.PaymentChoice, cluster: str, loose: Loose) -> Loose:
        match s:
            case m.Act():
                return self.act(s, cluster, loose)
            case m.Window(offers=offers):
                lines = [self.offer(offer) for offer in offers] + ["or pass, until every player has passed"]
                return [(self.join(loose, self.graph.add_node("decision", _heading(s.span), lines, cluster)), "")]
            case m.Choose():
                return self.choose(s, cluster, loose)
            case m.Secretly():
                return [(self.join(loose, self.graph.add_node("decision", _heading(s.span), (), cluster)), "")]
            case m.IfDo(then=then, about=m.Clauses() as about):
                node = self.join(loose, self.graph.add_node("step", called(about), cluster=cluster))
                return self.body(then, cluster, [(node, "")])
            case m.FollowedBy(body=body, after=after):
                return self.body(after, cluster, self.body(body, cluster, loose))
            case m.IfDo(when=when, then=then) if when.span == NOWHERE:  # the condition of a trigger has no span
                return [*loose, *(each for each in self.body(then, cluster, loose) if each not in loose)]
            case m.IfDo(when=when, then=then, otherwise=otherwise):
                node = self.join(loose, self.graph.add_node("step", f"{_words(when.span)}?", cluster=cluster))
                return self.body(then, cluster, [(node, "yes")]) + self.body(otherwise, cluster, [(node, "no")])
            case m.ForEach(body=body) | m.Repeat(body=body):
                return self.loop(body, _heading(s.span), cluster, loose, "again")
            case m.Turn(body=body):
                return self.loop(body, _heading(s.span), cluster, loose, "next turn")
            case m.Draw() | m.Random():
                return [(self.join(loose, self.graph.add_node("chance", _heading(s.span), (), cluster)), "")]
            case bills.PaymentChoice(about=about):
                node = self.join(loose, self.graph.add_node("decision", f"How to pay: {called(about)}", (), cluster))
                return [(node, "")]
            case m.Do():
                raise AssertionError("`body` follows the rules that a statement calls")
            case _:
                assert_never(s)

    def offer(self, offer: m.Offer) -> str:
        return called(self.model.actions[offer.action].about)

    def act(self, s: m.Act, cluster: str, loose: Loose) -> Loose:
        """Add a decision to the graph, and return the edges that leave the decision.

        If an action contains further decisions, its steps follow as a cluster.
        """
        times = ["again and again" if s.repeatedly else "several times"] if s.repeatedly or s.times is not None else []
        passing = ["or else pass"] if s.or_pass else [] if s.must else ["or pass"]
        lines = [self.offer(offer) for offer in s.offers] + passing
        who = f"{_words(s.who.span)} {'must' if s.must else 'may'}"
        node = self.join(loose, self.graph.add_node("decision", who, lines, cluster))
        left: Loose = [(node, "")]
        for offer in s.offers:
            action = self.model.actions[offer.action]
            if self.facts.waits(action.then) and offer.action not in self.drawn:
                self.drawn.add(offer.action)
                inner = self.graph.add_cluster(called(action.about), cluster)
                after = self.body(action.then, inner, [(node, called(action.about))])
                left += [each for each in after if each[0] != node]
        for word in times:
            self.graph.add_edge(node, node, word)
        if s.until is not None:
            self.graph.add_edge(node, node, f"until {_words(s.until.span)}")
            left += self.body(s.otherwise, cluster, [(node, "else")])
        return left

    def choose(self, s: m.Choose, cluster: str, loose: Loose) -> Loose:
        node = self.join(loose, self.graph.add_node("decision", _heading(s.span), (), cluster))
        if not s.optional:
            return [(node, "")]
        return self.body(s.then, cluster, [(node, "")]) + self.body(s.otherwise, cluster, [(node, "pass")])

    def loop(self, body: Sequence[m.Statement], title: str, cluster: str, loose: Loose, word: str) -> Loose:
        inner = self.graph.add_cluster(title, cluster)
        first = len(self.graph.nodes)
        left = self.body(body, inner, loose)
        if len(self.graph.nodes) == first:
            return left
        for begin, said in left:
            self.graph.add_edge(begin, f"n{first}", f"{said}, {word}".lstrip(", "))
            if word == "next turn":
                for end in self.turn_ends:
                    self.graph.add_edge(begin, end, "the turn is over")
        return left
