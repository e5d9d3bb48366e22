"""Joins consecutive lines of the log that say nearly the same, so that a page has room for the others.

Answers to a secret decision share a line as soon as all are revealed. Moves of one player whose sentences differ in one
part share a line, as in `took Flax, Tea and Rope`, unless they brought gains or happened on the map. Passes
share a line, and so do results of chance, up to the first result with an effect.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from dsl.locale import Locale
from mercatoria.drawing import NOWHERE
from mercatoria.web.pages.log_line import Done, Line

Join = Callable[[list[Line], Locale], Line | None]
"""Returns a line for several lines, or None if they have too little in common."""


def joined(each: Iterable[Line], said: Locale, since: int) -> list[Line]:
    """Return the lines of a log, oldest first, with one line in place of several that say nearly the same.

    Args:
        since: Number of the reader's newest entry, or 0. If it answers a secret decision, the reveal is news.
    """
    lines = list(_revealed(each, said, since))
    for join in (_draws, _alike, _results, _moves):
        lines = list(_in_runs(lines, join, said))
    return lines


def _in_runs(lines: Iterable[Line], join: Join, said: Locale) -> Iterator[Line]:
    """Yield the lines, with one line in place of each longest run that can be joined."""
    run: list[Line] = []
    whole: Line | None = None
    for line in lines:
        longer = join([*run, line], said) if run and run[-1].is_new == line.is_new else None
        if longer is not None:
            run, whole = [*run, line], longer
            continue
        if whole is not None:
            yield whole
        run, whole = [line], line
    if whole is not None:
        yield whole


def _together(lines: Sequence[Line], deed: str, words: str = "") -> Line:
    """Return one line with the numbers, the seats and the effects of several lines."""
    first, last = lines[0], lines[-1]
    numbers = tuple(number for line in lines for number in line.numbers)
    seats = tuple(dict.fromkeys(seat for line in lines for seat in line.seats))
    return replace(
        first, numbers=numbers, seats=seats, deed=deed, words=words, done=_effects(lines), gains=last.gains, at=last.at,
    )  # fmt: skip


def _effects(lines: Sequence[Line]) -> tuple[Done, ...]:
    """Return the effects of several lines, with those of the moves' own rules as one."""
    own = [of for line in lines for of in line.done if not of.title]
    others = tuple(of for line in lines for of in line.done if of.title)
    return (Done("", "; ".join(of.words for of in own), own[0].cites), *others) if own else others


# ---------------------------------------------------------------- secret answers


def _revealed(lines: Iterable[Line], said: Locale, since: int) -> Iterator[Line]:
    """Yield the lines, with one line in place of all answers to a secret decision, once all players have answered."""
    answers: list[Line] = []
    for line in lines:
        answers.append(line)
        if not line.is_amid:
            yield _reveal(answers, said, since) if len(answers) > 1 else line
            answers = []
    yield from answers


def _reveal(answers: list[Line], said: Locale, since: int) -> Line:
    """Return the line of a reveal, such as `Red bid 5 pennies for the gate; Blue and Green 2 pennies`."""
    whose: dict[str, list[str]] = {}
    for of in answers:
        is_reader = of.who == said("you") and of is not answers[0]
        whose.setdefault(of.deed, []).append(of.who.lower() if is_reader else of.who)
    parts, _ = _parting(list(whose)) or (list(whose), "")
    told = [f"{said.listed(names)} {deed if not at else part}".strip()
            for at, ((deed, names), part) in enumerate(zip(whose.items(), parts, strict=True))]  # fmt: skip
    is_new = any(of.is_new or since in of.numbers for of in answers)
    return replace(_together(answers, "; ".join(told)), is_new=is_new, is_whole=True, cites=answers[-1].cites)


# ---------------------------------------------------------------- lines of one kind


def _alike(lines: list[Line], said: Locale) -> Line | None:
    """Join equal passes, and equal results of chance."""
    first, number = lines[0], len(lines)
    like = (first.deed, first.words, first.seats == ())
    if any((line.deed, line.words, line.seats == ()) != like or line.done or line.gains for line in lines):
        return None
    if first.seats:
        return _together(lines, first.deed) if first.passed else None
    if first.hidden and first.drawn is not None:
        return _together(lines, said("drew", player=first.who, what=f"{number} {first.drawn[1]}"))
    if first.hidden:
        return _together(lines, first.deed, said("number_hidden", number=number))
    times = f"{first.words or first.deed} × {number}"
    return _together(lines, first.deed, times) if first.words else _together(lines, times)


def _draws(lines: list[Line], said: Locale) -> Line | None:
    """Join what one player drew openly, as in `Red drew Flax × 2 and Tea`."""
    pieces = [line.drawn[0] for line in lines if line.drawn is not None and not line.hidden]
    if len(pieces) < len(lines) or len({line.who for line in lines}) > 1 or _has_effect(lines[:-1]):
        return None
    each = [piece if number == 1 else f"{piece} × {number}" for piece, number in Counter(pieces).items()]
    return _together(lines, said("drew", player=lines[0].who, what=_listed(each, said)))


def _results(lines: list[Line], said: Locale) -> Line | None:
    """Join different results of chance, as in `White die: 2; Red die: 3`. Only the last result may have an effect."""
    if any(line.seats or line.is_whole or line.hidden or not line.words for line in lines) or _has_effect(lines[:-1]):
        return None
    titles: list[tuple[str, list[str]]] = []
    for line in lines:
        if titles and titles[-1][0] == line.deed:
            titles[-1][1].append(line.words)
        else:
            titles.append((line.deed, [line.words]))
    if len(titles) == 1:
        return _together(lines, titles[0][0], _listed(titles[0][1], said))
    return _together(lines, "; ".join(f"{title}: {_listed(words, said)}" for title, words in titles))


def _has_effect(lines: list[Line]) -> bool:
    return any(line.done or line.gains for line in lines)


def _moves(lines: list[Line], said: Locale) -> Line | None:
    """Join moves of one player that differ in one part of their sentences."""
    first = lines[0]
    if any(line.seats != first.seats or line.cites != first.cites or line.passed or line.is_whole or line.is_amid
           or line.gains or line.at != NOWHERE or any(of.title for of in line.done) for line in lines):  # fmt: skip
        return None
    if not first.seats:
        return None
    deeds = [line.deed for line in lines]
    if (parted := _parting(deeds)) is None:
        return None
    parts, before = parted
    after = deeds[0].removeprefix(f"{before} {parts[0]}")
    return _together(lines, f"{before} {_listed(parts, said)}{after}")


def _parting(deeds: list[str]) -> tuple[list[str], str] | None:
    """Return the part in which each sentence differs from the others, and the words before it.

    Return None if the sentences begin differently, or if one of them lacks the part.
    """
    each = [deed.split(" ") for deed in deeds]
    shortest = min(map(len, each))
    before = next((at for at in range(shortest) if len({words[at] for words in each}) > 1), shortest)
    while before and each[0][before - 1].isdigit():  # a number stays with its noun
        before -= 1
    most = shortest - before
    after = next((at for at in range(most) if len({words[-1 - at] for words in each}) > 1), most)
    parts = [" ".join(words[before : len(words) - after]) for words in each]
    return (parts, " ".join(each[0][:before])) if before and all(parts) else None


def _listed(parts: list[str], said: Locale) -> str:
    """Return a list of words, with semicolons if one of them is a list itself."""
    listing = said("and", first="", last="").strip()
    is_nested = any("," in part or f" {listing} " in part for part in parts)
    return "; ".join(parts) if is_nested else said.listed(parts)
