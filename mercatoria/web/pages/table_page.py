"""Renders the page on which a seat plays: the map, the legal moves, the players' panels and the log."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from markupsafe import Markup

from dsl.locale import LANGUAGES
from interpreter.position import once
from interpreter.table import sentence
from mercatoria import CompiledGame
from mercatoria.drawing import DOUBT_LEGEND, Drawing, FinalScores, draw, final_scores, words_of
from mercatoria.outline import outline
from mercatoria.picture import Picture, picture_of
from mercatoria.players import HUMAN, Position
from mercatoria.svg import LayoutInput, Sheet, ground_of, hue, layout_of, little_signs
from mercatoria.web.pages import moves, summary
from mercatoria.web.pages.ending import outcome, sources
from mercatoria.web.pages.facts import facts, leader
from mercatoria.web.pages.fork import BOTS, came_from, fork_form
from mercatoria.web.pages.gains import signed
from mercatoria.web.pages.house_rules import house_rules
from mercatoria.web.pages.last_page import LastPage, last_page
from mercatoria.web.pages.log_line import Line
from mercatoria.web.pages.log_lines import NEWEST, last_turn, lines, whole_log
from mercatoria.web.pages.plan import first_playable, step_rows
from mercatoria.web.pages.scenario import may_keep
from mercatoria.web.pages.stage import lead_of, stage_part
from mercatoria.web.pages.steps import steps
from mercatoria.web.pages.templates import filled
from mercatoria.web.pages.text_news import news_of
from mercatoria.web.tables import MOST_STEPS, EarlierPositions, Table
from mercatoria.web.timeline import Moment, present

CALLED = "●"
"""Mark before the page title while the seat must decide. The script recognises it."""
SHAPES = ("disc", "square", "triangle", "diamond", "hexagon", "cross")
"""Shapes that mark the seats, for players who cannot tell the colours apart."""


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A row of the seat list.

    `name` is the seat's name in the game, `person` is the player's name, and `who` describes a bot or an absent player.
    `is_bot` is True while a bot plays.
    """

    seat: int
    name: str
    person: str
    hue: str
    shape: str
    who: str
    decides: bool
    you: bool
    is_bot: bool


@dataclass(slots=True)
class CachedBoard:
    """The board of a game: the data from which it is laid out, and its layout. Both are None until they are needed."""

    ground: LayoutInput | None = None
    sheet: Sheet | None = None


def cached_board(table: CompiledGame) -> CachedBoard:
    """Return an object that stores the board of a game."""
    return CachedBoard()


def digest(table: Table, seat: int | None) -> bytes:
    """Return a digest of everything that the present page shows to a seat, to detect changes.

    The digest is computed once for each position.
    """
    course, standing = table.course, (*table.standing, plan_of(table, seat), repr(news_of(table, seat)))
    known = table.digests.get(seat)
    if known is None or known[0] is not course or known[1] != standing:
        last = last_page(present(table, seat))
        seen = course.state.view(seat, last.glances.sight.view)
        written = [last.written(kind, things) for kind, things in seen.pop("things").items()]
        written.append(json.dumps([seen, standing, course.turn(seat) if seat is not None else 0], ensure_ascii=False))
        known = course, standing, sha256("\n".join(written).encode()).digest()
        table.digests[seat] = known
    return known[2]


def plan_of(table: Table, seat: int | None) -> list[tuple[str, bool]]:
    """Return the moves of a seat's plan, and whether each is to be played at once. Only this page shows them."""
    return [(step.call, step.at_once) for step in table.plans.get(seat, ())] if seat is not None else []


def ground(table: Table) -> LayoutInput:
    """Return the data from which the board is laid out. The data are the same in every position."""
    state = table.course.state
    board = once(state.table, cached_board)
    if board.ground is None:
        board.ground = ground_of(draw(state, None, picture_of(state.table)))
    return board.ground


def sheet_of(table: Table) -> Sheet:
    """Return the cached layout of the board, from which the map is drawn. A new board is laid out first, which can take
    seconds.
    """
    board = once(table.course.state.table, cached_board)
    if board.sheet is None:
        board.sheet = Sheet(layout_of(ground(table)))
    return board.sheet


def title_of(moment: Moment) -> str:
    """Return the page title for the browser tab: that it is the seat's turn, or the number of an earlier moment."""
    state = moment.state
    said, title = state.table.locale, state.edition.title
    if moment.number is not None:
        return f"{sentence(said('move_number', number=moment.number)).rstrip('.')} · {title}"
    return f"{CALLED} {said('your_move')} · {title}" if moment.is_asked and not moment.is_away else title


def table_page(moment: Moment) -> str:
    """Render the main part of the page of a moment, for a seat or for spectators."""
    table, state, seat, last = moment.table, moment.state, moment.seat, last_page(moment)
    said, picture, base = state.table.locale, picture_of(state.table), base_of(table.head.table, seat)
    sits, sheet = sitting(moment), sheet_of(table)
    drawn = _drawn(moment, last, sheet)
    signs = {thing: Markup(sign) for thing, sign in little_signs(drawn).items()}
    round_steps, (log, news), has_map = steps(state), _log(moment, last, sits), bool(drawn.places)
    return filled(
        "table.html", seat=seat, base=base, here=base_at(moment), past=_flag(moment, drawn), ahead=moment.is_planning,
        slider=_slider(moment, base, sits),
        fork=fork_form(moment) if moment.is_present else None, bots=BOTS.items(),
        origin=table.head.origin, came_from=came_from(moment), viewpoints=_viewpoints(moment, sits),
        table=table.head.table, missing=missing(table), posts=_posts(moment, base), title=state.edition.title,
        drawn=drawn, words=outline(drawn),
        steps=round_steps, named_steps=[step.title for step in round_steps],
        stage=stage_part(last, drawn, sheet, signs, sits), lead=lead_of(drawn), has_map=has_map,
        layout_note=sheet.layout.note and sentence(sheet.layout.note),
        sitting=sits, **_ending(moment, sits), trouble=moment.trouble,
        house=house_rules(state.table), is_long=(state.last.length if state.last is not None else 0) > NEWEST,
        log=log, news=news, hands=_hands(moment, drawn, last, sits, picture), said=said,
        menu=last.part(
            "table/menu.html", said=said, base=base, here=base_at(moment), seat=seat, languages=_other_languages(table),
        ),
        doubts=() if state.is_over else [said(words) for doubt, words in DOUBT_LEGEND.items()
                                         if any(hand.doubt == doubt for hand in drawn.hands)],
        mine="" if seat is None else last.part(
            "mine.html", said=said, of=sits[seat], hand=drawn.hands[seat], staged=drawn.own_on_stage, signs=signs,
            seats=sits,
        ),
        course=last.part(
            "course.html", said=said, base=base, ends=summary.ends(state, seat), points=summary.points(state),
        ),
        beside=last.part(
            "beside.html", said=said, middle=drawn.beside[0], charts=drawn.beside[1], is_stage=not has_map,
            signs=signs,
        ),
        turn_facts=summary.turn(state, seat),
        text_news=news_of(table, seat) if moment.is_present else None, **_plan(moment),
        **_asked(moment, drawn, picture),
    )  # fmt: skip


def _viewpoints(moment: Moment, sits: Sequence[SeatRow]) -> list[tuple[SeatRow | None, str]]:
    """Return the addresses of a moment as each seat and spectators (None) saw it, if the game has ended by now."""
    if not moment.table.course.state.is_over:
        return []
    name, number = moment.table.head.table, "" if moment.is_present else f"/at/{moment.number}"
    seats = [(of, base_of(name, of.seat) + number) for of in sits]
    return [*seats, (None, base_of(name, None) + number)]


def _drawn(moment: Moment, last: LastPage, sheet: Sheet) -> Drawing:
    """Draw the table, or return the drawing from which the step to this moment was made.

    Amid a secret decision the page is always drawn: the time must not tell whether others have answered meanwhile.
    """
    state, seat = moment.state, moment.seat
    if moment.is_planning or seat in state.deciders or not moment.is_settled:
        return draw(state, seat, picture_of(state.table), last.glances.sight, ahead=moment.ahead)
    return last.glances.of(state, sheet).drawn


def _plan(moment: Moment) -> dict[str, Any]:
    """Return the template values for the plan of the seat."""
    if moment.seat is None or not moment.is_present or moment.state.is_over:
        return {"plan": (), "planned": None, "is_full": False}
    rows = step_rows(moment.table, moment.seat)
    may_play = moment.is_asked and not moment.is_away and not moment.is_planning
    first = first_playable(moment.table, moment.seat, rows) if may_play else None
    return {"plan": rows, "planned": first, "is_full": len(rows) >= MOST_STEPS, "most": MOST_STEPS}


def _ending(moment: Moment, sits: Sequence[SeatRow]) -> dict[str, Any]:
    """Return the template values for the end of the game: the scores, what brought them, and the rematch."""
    over = end_of(moment)
    if over is None:
        return {"over": None}
    players = [of.person or of.name for of in sits]
    return {"over": over, "outcome": outcome(over, players, moment.seat, moment.state.table.locale),
            "sources": sources(over), "rematch": moment.table.rematch}  # fmt: skip


def _flag(moment: Moment, drawn: Drawing) -> Markup:
    """Render the flag of an earlier position, which says when it was. The present has no flag."""
    if moment.number is None:
        return Markup()
    base, said = base_of(moment.table.head.table, moment.seat), moment.state.table.locale
    when = " · ".join(filter(None, (drawn.round_title, said("move_number", number=moment.number))))
    return Markup(filled(
        "past.html", said=said, when=when, seat=moment.seat, base=base, number=moment.number, fork=fork_form(moment),
        bots=BOTS.items(), keep=may_keep(moment.table, moment.state),
    ))  # fmt: skip


def _slider(moment: Moment, base: str, sits: Sequence[SeatRow]) -> Markup:
    """Render the slider: the ways to the positions before and after, and the data from which a script draws it."""
    past, back = _positions(moment), moment.back
    if moment.is_present:
        back = past.before(past.newest) if past.newest else None
    return Markup(filled(
        "slider.html", said=moment.state.table.locale, base=base, seat=moment.seat, newest=past.newest,
        at=moment.number, back=back, on=moment.on, hues=[of.hue for of in sits], is_planning=moment.is_planning,
        plans=moment.seat is not None and not moment.table.course.state.is_over, due=moment.is_asked,
    ))  # fmt: skip


def _positions(moment: Moment) -> EarlierPositions:
    """Return the positions of the table up to the moment, or up to a later one."""
    if moment.is_present:
        moment.table.earlier.follow(moment.state.last)
    return moment.table.earlier


def _posts(moment: Moment, base: str) -> Markup:
    """Return the attributes of a form that plays a move, or that plans it. A move of the past cannot be played."""
    act = "plan" if moment.is_planning else "move"
    return Markup('method="post" action="{}/{}"').format(base, act) if moment.is_present else Markup()


def log_of(moment: Moment) -> list[Line]:
    """Return the newest log lines of a moment, oldest first, and cache them for the page of the moment."""
    last, picture = last_page(moment), picture_of(moment.state.table)
    return lines(moment.state, moment.seat, moment.deeds, last.log, last.gains, picture, _positions(moment).is_settled)


def _hands(
    moment: Moment, drawn: Drawing, last: LastPage, sits: Sequence[SeatRow], picture: Picture
) -> list[Markup]:  # fmt: skip
    """Render the players' panels, with the points that each player has gained since the last turn of the seat."""
    state, seat = moment.state, moment.seat
    now = last.gains.standing(state.last, moment.deeds, picture).points
    turn = last_turn(state.last, seat)
    then = last.gains.standing(turn, moment.deeds, picture).points if turn is not None else ()
    first = leader(now, Position(state, seat).most_points_win)
    return [
        last.part(
            "hand.html", hand.seat, said=state.table.locale, hand=hand, of=sits[hand.seat], over=state.is_over,
            facts=facts(drawn, hand), leads=hand.seat == first,
            marks=[of.title for of in drawn.middle if of.is_short and of.items[0].thing == hand.name],
            gain=signed(now[hand.seat] - then[hand.seat]) if then and now and now[hand.seat] != then[hand.seat] else "",
        )
        for hand in drawn.hands
    ]  # fmt: skip


def _log(moment: Moment, last: LastPage, sits: Sequence[SeatRow]) -> tuple[Markup, int]:
    """Render the newest log lines, newest last, and count those since the last turn of the seat.

    Lines that were already on the previous page come from a cache.
    """
    base, said = base_of(moment.table.head.table, moment.seat), moment.state.table.locale
    newest = log_of(moment)
    drawn = {}
    for line in newest:
        known = last.log_html.get(line.numbers)
        if known is None or known[0] != line:
            known = line, filled("log_line.html", line=line, base=base, sitting=sits, said=said)
        drawn[line.numbers] = known
    last.log_html = drawn
    return Markup("".join(html for _, html in drawn.values())), sum(line.is_new for line in newest)


def log_page(moment: Moment) -> str:
    """Render the page with the complete log up to a moment."""
    base, sits = base_of(moment.table.head.table, moment.seat), sitting(moment)
    said = moment.state.table.locale
    told = [filled("log_line.html", line=line, base=base, sitting=sits, said=said)
            for line in whole_log(moment.state, moment.seat, _positions(moment).is_settled)]  # fmt: skip
    return filled("log.html", base=base, log=Markup("".join(told)), said=said)


def base_at(moment: Moment) -> str:
    """Return the path of the page of a moment, with which the paths of questions about the moment begin."""
    base = base_of(moment.table.head.table, moment.seat)
    return base if moment.is_present else f"{base}/at/{moment.number}"


def missing(table: Table) -> int:
    """Return the number of people who have not taken their seats yet."""
    return sum(of.kind == HUMAN and not of.taken for of in table.seats)


def base_of(table: str, seat: int | None) -> str:
    """Return the common path prefix of the pages for a seat or for spectators (None)."""
    return f"/t/{table}" if seat is None else f"/t/{table}/seat/{seat}"


def end_of(moment: Moment) -> FinalScores | None:
    """Return the cached final scores, or None if the game is not over."""
    table, state = moment.table, moment.state
    if not state.is_over:
        return None
    if table.end is None or table.end[0] is not state.last:
        table.end = state.last, final_scores(state)
    found: FinalScores = table.end[1]
    return found


def sitting(moment: Moment) -> list[SeatRow]:
    """Return the rows of the seat list: who sits there now, and whether the seat must decide at the moment."""
    table, state = moment.table, moment.state
    picture, found = picture_of(state.table), []
    said, names = state.table.locale, words_of(state.table)
    for number, (name, at) in enumerate(zip(table.names, table.seats, strict=True)):
        bot = table.bot_at(number)
        here = said("substitute") if bot else "" if at.taken else said("not_here_yet")
        who = here if at.kind == HUMAN else said(BOTS[bot]) if bot in BOTS else f"{bot} bot"
        found.append(SeatRow(
            number, names.thing(name), at.name, hue(name, picture.colour(number)), SHAPES[number % len(SHAPES)], who,
            number in moment.deciders, number == moment.seat, bool(bot),
        ))  # fmt: skip
    return found


def _other_languages(table: Table) -> list[tuple[str, str]]:
    """Return the codes and the names of the other languages in which the game can be read."""
    here = table.course.state.table.locale.language
    return [(code, LANGUAGES[code]) for code in table.languages if code != here]


def _asked(moment: Moment, drawn: Drawing, picture: Picture) -> dict[str, Any]:
    """Return the template values for the moves and decisions that are available to the seat."""
    state, seat = moment.state, moment.seat
    found: dict[str, Any] = {
        "asked": moment.is_asked, "number": moment.turn, "verbs": (), "only_verb": "", "greys": (), "warning": "",
        "offer": None, "stays": moment.stays, "away": moment.is_away, "waits_for": _waits_for(drawn.hands, seat),
    }  # fmt: skip
    if seat is not None and moment.is_planning:
        verbs = moves.verbs(moment.offered, seat, drawn.moves, picture, None)
        number = f"plan-{_positions(moment).newest}"
        found |= {"asked": False, "number": number, "verbs": verbs, "only_verb": moves.only(verbs)}
    elif seat is not None and moment.is_asked:
        bots = [number for number in range(state.players) if moment.table.bot_at(number)]
        found |= {
            "verbs": (verbs := moves.verbs(moment.offered, seat, drawn.moves, picture, bots)),
            "only_verb": moves.only(verbs), "greys": moves.greys(state, seat),
            "warning": moves.warning(state, seat), "offer": moves.offer(state, seat),
        }  # fmt: skip
    return found


def _waits_for(hands: Sequence[Any], seat: int | None) -> list[int]:
    """Return the other seats that must make a decision."""
    return [hand.seat for hand in hands if hand.decides and hand.seat != seat]
