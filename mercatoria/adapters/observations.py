"""A seat's view as a vector of whole numbers, for learning agents.

The vector begins with one flag per seat, which is 1 if the seat must decide, and one flag per phase. Next come the
fields that the seat may see, laid out as in the engine's position vector. If a seat may only count the items in a
holder, the vector contains the item count. Hidden fields are left out.
"""

from __future__ import annotations

from interpreter.game import State
from interpreter.position import PC, FieldEntry
from interpreter.table import CompiledGame, may_see


class Observations:
    """Encoder that turns a state into the observation of one seat."""

    def __init__(self, table: CompiledGame, seat: int) -> None:
        self._table, self.seat = table, seat
        self._phases = sorted({node.phase.name for node in table.flow.nodes})
        self._seen: list[slice] = []
        self._counted: list[FieldEntry] = []
        for run in table.flow.layout.runs.values():
            if run.field.builtin and run.field.visibility == "hidden":
                continue
            for entry, (owner, keys) in enumerate(run.combinations()):
                sees, place = may_see(run.field, owner, keys, seat), FieldEntry(run, entry)
                if sees == "all":
                    self._seen.append(place.slots)
                elif sees == "count":
                    self._counted.append(place)
        widths = [stretch.stop - stretch.start for stretch in self._seen]
        self.size = table.flow.model.players + len(self._phases) + sum(widths) + len(self._counted)

    def of(self, state: State) -> list[int]:
        """Return the seat's observation of a state, as `size` whole numbers."""
        v, deciders = state.vector, state.deciders
        phase = self._table.flow.nodes[v[PC]].phase.name
        found = [int(seat in deciders) for seat in range(state.players)]
        found += [int(name == phase) for name in self._phases]
        for stretch in self._seen:
            found += v[stretch]
        found += [place.run.storage.size(v, place) for place in self._counted]
        return found
