"""Compares a file of words with the texts of a rulebook, and adds what the file does not have yet."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from dsl.board import Datum
from dsl.diagnostics import Sink, did_you_mean
from dsl.source import Span
from dsl.translations.translation import Slot
from dsl.translations.words import HEADINGS, SECTIONS, VARIANTS, Words, text_of

STEP = "  "
LONGEST = 80
"""Maximum length of the rulebook's own words in a comment, in characters."""


def missing_words(words: Words, slots: Iterable[Slot]) -> list[Slot]:
    """Return the slots for which a file lacks words."""
    return [slot for slot in slots if slot.is_needed and not _is_filled(slot, _datum(words, slot))]


def stale_words(words: Words, slots: Sequence[Slot], sink: Sink) -> None:
    """Report the entries of a file that belong to no text of the rulebook."""
    known: dict[tuple[str, str], list[str]] = {}
    for slot in slots:
        known.setdefault((slot.variant, slot.section), []).append(slot.key)
    for variant in ("", *_variants(words)):
        if variant and not any(slot.variant == variant for slot in slots):
            part = words.part(variant)
            assert part is not None
            _stale(sink, variant, part, {slot.variant for slot in slots if slot.variant}, "variant")
            continue
        for section in SECTIONS:
            names = known.get((variant, section), [])
            for key, datum in words.section(section, variant).items():
                if str(key) not in names:
                    _stale(sink, str(key), datum, names, f"entry of `{section}`")


def with_missing(words: Words, slots: Sequence[Slot]) -> str:
    """Return the text of a file with an empty entry for each text that it does not have yet.

    Everything that the file contains, its comments included, stays where it is. The comment after an empty entry shows
    the words of the rulebook.
    """
    lines = words.source.text.rstrip("\n").split("\n") if words.source.text.strip() else []
    lacking = [slot for slot in slots if slot.is_needed and _datum(words, slot) is None]
    by_variant = {variant: [slot for slot in lacking if slot.variant == variant]
                  for variant in dict.fromkeys(slot.variant for slot in lacking)}  # fmt: skip
    pieces = list(_pieces(words, by_variant.pop("", []), "", len(lines)))
    variants = words.root.parts.get(VARIANTS) if words.root is not None else None
    for variant, own in by_variant.items():
        if (part := words.part(variant)) is not None:
            pieces += _pieces(words, own, variant, _last_line(part))
        elif variants is not None:
            pieces.append(Piece(_last_line(variants), 1, _new_variant(variant, own)))
    if variants is None and by_variant:
        new = [line for variant, own in by_variant.items() for line in _new_variant(variant, own)]
        pieces.append(Piece(len(lines), 0, ["", f"{VARIANTS}:", *new]))
    pieces.sort(key=lambda piece: (piece.at, -piece.depth))  # what belongs to the entry above comes first
    for piece in reversed(pieces):
        lines[piece.at : piece.at] = piece.lines
    return "\n".join(lines) + "\n"


@dataclass(frozen=True, slots=True)
class Piece:
    """Lines to add before the line with the index `at`. `depth` is the number of steps by which they are indented."""

    at: int
    depth: int
    lines: list[str]


def _pieces(words: Words, slots: Sequence[Slot], variant: str, end: int) -> Iterator[Piece]:
    """Yield the new lines for the rulebook, or for a variant that the file has already. `end` is the line after it."""
    depth = 2 if variant else 0
    for section, own in _by_section(slots):
        there = words.section_datum(section, variant)
        if not section:
            yield Piece(end if variant else 0, depth, _entries(own, depth))
        elif there is not None:
            yield Piece(_last_line(there), depth + 1, _entries(own, depth + 1))
        else:
            yield Piece(end, depth, [*([] if variant else [""]), *_new_section(section, own, depth)])


def _by_section(slots: Sequence[Slot]) -> Iterator[tuple[str, list[Slot]]]:
    for section in ("", *SECTIONS):
        if own := [slot for slot in slots if slot.section == section]:
            yield section, own


def _new_variant(variant: str, slots: Sequence[Slot]) -> list[str]:
    lines = [f"{STEP}{variant}:"]
    for section, own in _by_section(slots):
        lines += _new_section(section, own, 2) if section else _entries(own, 2)
    return lines


def _new_section(section: str, slots: Sequence[Slot], depth: int) -> list[str]:
    return [f"{STEP * depth}{section}:", *_entries(slots, depth + 1)]


def _entries(slots: Sequence[Slot], depth: int) -> list[str]:
    return [line for slot in slots for line in _entry(slot, depth)]


def _entry(slot: Slot, depth: int) -> Iterator[str]:
    indent = STEP * depth
    if len(slot.parts) == 1:
        ((_, english),) = slot.parts.items()
        yield f'{indent}{slot.key}: ""{_comment(english)}'
        return
    yield f"{indent}{slot.key}:"
    for name, english in slot.parts.items():
        yield f'{indent}{STEP}{name}: ""{_comment(english)}'


def _comment(english: str) -> str:
    words = " ".join(english.split())
    return f"   # {words if len(words) <= LONGEST else words[:LONGEST] + '…'}" if words else ""


def _last_line(datum: Datum) -> int:
    """Return the number of the last line of an entry, which is the index of the line after it."""
    text = datum.span.source.text
    end = datum.place.end
    return text.count("\n", 0, max(0, end - 1 if re.fullmatch(r"\s", text[end - 1 : end] or "x") else end)) + 1


def _datum(words: Words, slot: Slot) -> Datum | None:
    if slot.section:
        return words.section(slot.section, slot.variant).get(slot.key)
    part = words.part(slot.variant)
    return part.parts.get(slot.key) if part is not None and slot.key in HEADINGS else None


def _is_filled(slot: Slot, datum: Datum | None) -> bool:
    if datum is None:
        return False
    if not datum.parts:
        return bool(text_of(datum))
    return all(text_of(datum.parts.get(name)) for name in slot.parts)


def _variants(words: Words) -> list[str]:
    variants = words.root.parts.get(VARIANTS) if words.root is not None else None
    return [str(name) for name in variants.parts] if variants is not None else []


def _stale(sink: Sink, name: str, datum: Datum, known: Iterable[str], what: str) -> None:
    span: Span = datum.key
    sink.add("W251", f"the rulebook has no {what} called `{name}`", span, "these words are never shown",
             hint=did_you_mean(name, known) or "delete them, or correct the name")  # fmt: skip
