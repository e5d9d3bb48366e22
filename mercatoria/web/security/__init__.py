"""What keeps strangers out: keys in links, headers of every answer, limits of what is asked and how often.

Knows nothing of games.
"""

from mercatoria.web.security.forms import Refused, form_of
from mercatoria.web.security.guard import LOOPBACK, Guard
from mercatoria.web.security.keys import hashed, is_key, new_key, seat_key
from mercatoria.web.security.rates import Rates

__all__ = ["LOOPBACK", "Guard", "Rates", "Refused", "form_of", "hashed", "is_key", "new_key", "seat_key"]
