"""Values of *afterstates*: the positions in which a seat's own doing ends. A value network computes them.

Everything that the network sees is derived from the rules: the facts of each seat (`fact_arrays`), its belongings by
their attributes (`belongings`), the income that it can expect from chance (`income`), its ways to act (`mobility`) and
what they cost (`action_costs`). `features` combines them, `network` turns them into shares of the win, and `expansion`
judges a seat's moves. `stored` reads and writes the network. The package needs numpy; `available` says whether numpy is
installed.
"""

from importlib.util import find_spec


def available() -> bool:
    """Return True if numpy is installed, without which the other modules of this package cannot be imported."""
    return find_spec("numpy") is not None


__all__ = ["available"]
