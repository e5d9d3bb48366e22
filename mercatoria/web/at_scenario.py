"""Begins a table at a scenario, for an author who plays on from it."""

from __future__ import annotations

from starlette.applications import Starlette

import mercatoria
from interpreter.testing import load_at_scenario
from mercatoria import TableError
from mercatoria.web.security import seat_key
from mercatoria.web.server import Server
from mercatoria.web.tables import Choice


def table_at_scenario(app: Starlette, game: str, scenario: str) -> str:
    """Create a table of one person against bots that begins at a scenario. Return the path of the person's link.

    The person sits where the first decision is due. The server must not have started yet.

    Raises:
        TableError: Raised if there is no such scenario, or the choices conflict.
        RulebookError: Raised if the rulebook or the scenario has errors.
        PlayFault: Raised if a rule fails in the scenario.
        StoreUnavailable: Raised if the table cannot be written.
    """
    server: Server = app.state.server
    made = load_at_scenario(mercatoria.folder_of(game), scenario, shown=game)
    offer, begins = server.hall.catalogue.offer(game), made.edition.begins
    if offer is None or begins is None:
        raise TableError(f"this server has no playable game `{game}`")
    choice = Choice(game, begins.players, made.variants, made.edition.option_words, begins.scenario)
    table, owner, seat = server.hall.play_now(offer, choice=choice)
    name = table.head.table
    return f"/t/{name}/take/{seat}/{seat_key(owner, name, seat)}"
