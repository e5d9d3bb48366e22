"""Security: secret keys in links, response headers, and limits on the size and rate of requests.

The package does not depend on the rules of games.
"""

from mercatoria.web.security.deadlines import Deadlines
from mercatoria.web.security.forms import Refused, form_deadlines, form_of
from mercatoria.web.security.guard import HEADERS, Guard, asker, in_log
from mercatoria.web.security.hosts import LOCALHOST, own_names
from mercatoria.web.security.keys import hashed, is_key, new_key, seat_key
from mercatoria.web.security.rates import Limits, LogThrottle, Rates

__all__ = [
    "HEADERS", "LOCALHOST", "Deadlines", "Guard", "Limits", "LogThrottle", "Rates", "Refused", "asker",
    "form_deadlines", "form_of", "hashed", "in_log", "is_key", "new_key", "own_names", "seat_key",
]  # fmt: skip
