"""Says why a move is not legal after a scenario, for an author who writes the rules."""

from __future__ import annotations

from collections.abc import Mapping

from mercatoria.editor.positions import Json
from mercatoria.editor.workspace import Refused, View


def why_not(view: View, params: Mapping[str, Json]) -> Json:
    """Return whether a move is legal after a scenario, and if it is not, the reasons with their clauses and places.

    The seat is the first one that must decide, unless the parameters name another one. Raises `Refused`.
    """
    from interpreter.explain import explain_refusal
    from interpreter.testing import run_scenario
    from mercatoria import NotAMove

    name, text, seat = params.get("scenario"), str(params.get("move", "")), params.get("seat")
    scenario = next((each for each in view.game.folder.scenarios if each.name.text == name), None)
    if scenario is None:
        raise Refused(f"there is no scenario `{name}`")
    result = run_scenario(view.game.folder, scenario)
    state = result.state
    if state is None:
        raise Refused(f"the scenario `{name}` cannot be played: {result.faults[0].title}")
    seats = state.table.flow.model.seats
    if seat is not None and seat not in seats:
        raise Refused(f"there is no player `{seat}`; the players are {', '.join(seats)}")
    if seat is None and not state.deciders:
        raise Refused(f"no player has to decide after the scenario `{name}`")
    number = seats.index(seat) if isinstance(seat, str) else state.deciders[0]
    try:
        move = state.table.notation.parse(text, number)
    except NotAMove as fault:
        raise Refused(str(fault)) from fault
    found: dict[str, Json] = {"scenario": name, "seat": seats[number], "move": str(move)}
    if state.is_legal(move):
        return found | {"legal": True}
    return found | {"legal": False} | explain_refusal(state.table, state.vector, move).to_data()
