"""The moments of a table: its position now, and its earlier positions, each as one seat sees it.

A `Moment` carries everything from which the page of a seat is made. The package depends on tables, and not on HTML,
requests or browsers.
"""

from mercatoria.web.timeline.moment import Moment, NoMoment, earlier, planning, present

__all__ = ["Moment", "NoMoment", "earlier", "planning", "present"]
