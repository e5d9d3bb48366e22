"""Records which field entries an evaluation reads, as far as an asker may know."""

from __future__ import annotations

from dsl import model as m
from interpreter.flow import Flow
from interpreter.position import FieldEntry, Vector
from interpreter.trace.visibility import Perspective, Visibility


class VisibleReads(Perspective):
    """A perspective that records the field entries it reads, until the first read that is closed to the asker.

    Only open information decides which reads come before that one, so the record reveals nothing hidden.
    """

    def __init__(self, flow: Flow, visibility: Visibility) -> None:
        super().__init__(flow, visibility)
        self._read_entries: dict[tuple[m.StateField, int], FieldEntry] = {}

    @property
    def places(self) -> tuple[FieldEntry, ...]:
        """The recorded entries, in the order of the first reads."""
        return tuple(self._read_entries.values())

    def _read(self, slot: m.Slot, place: FieldEntry, v: Vector) -> None:
        super()._read(slot, place, v)
        self._record(place)

    def _counted(self, slot: m.Slot, place: FieldEntry, v: Vector) -> None:
        super()._counted(slot, place, v)
        self._record(place)

    def _topped(self, slot: m.Slot, place: FieldEntry, number: int, v: Vector) -> None:
        super()._topped(slot, place, number, v)
        self._record(place)

    def _record(self, place: FieldEntry) -> None:
        if not self._saw_closed:
            self._read_entries[place.run.field, place.entry] = place
