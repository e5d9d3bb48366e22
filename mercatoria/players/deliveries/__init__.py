"""Deliveries: moves that pay a seat more for goods than the market does, at a place to which it must carry them.

Orders and commissions are deliveries. A delivery takes more moves than a lookahead can see: collect the
goods where they are sold, travel, deliver. A seat therefore values the way that it has already come. Everything is
found by trying moves, so it suits any rulebook:

- `frames`: positions in which a seat is free to act, with the place, goods and things of another position
- `map`: the ways between places, and the places where goods are sold
- `orders`: the deliveries that a seat's things allow, and the moves that may bring new ones
- `outlook`: the value of deliveries in the positions of one decision

Only games with merchandise have deliveries (`mercatoria.players.merchandise`), and only if each seat is at one place,
which its own moves change.
"""

from mercatoria.players.deliveries.outlook import Outlook, outlook_of

__all__ = ["Outlook", "outlook_of"]
