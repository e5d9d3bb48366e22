"""Icons for goods, cards and moving pieces, drawn by hand in a square of 24 units.

Each icon is a filled path. All icons were drawn for this project.
"""

from __future__ import annotations

from collections.abc import Mapping

from mercatoria.picture import SIGNS

PATHS: Mapping[str, str] = {
    "anvil": "M3 8H9V7H21V10Q17 11 16 14H18V18H7V14H10Q9 11 3 8Z",
    "barrel": "M8 3H16Q19 8 19 12T16 21H8Q5 16 5 12T8 3ZM6.5 8V9.5H17.5V8ZM6.5 14.5V16H17.5V14.5Z",
    "book": "M4 5Q8 3 11.3 5V20Q8 18 4 20ZM20 5Q16 3 12.7 5V20Q16 18 20 20Z",
    "drape": "M5 6Q12 3 19 6V15Q12 12 5 15ZM5 16.5Q12 13.5 19 16.5V20Q12 17 5 20Z",
    "coin": "M12 3A9 9 0 1 1 11.9 3ZM12 6A6 6 0 1 0 12.1 6ZM12 8L14 12L12 16L10 12Z",
    "crate": "M4 6H20V9H4ZM5 10.5H11V20H5ZM13 10.5H19V20H13Z",
    "crown": "M3 7L8 11L12 4L16 11L21 7L19 17H5ZM5 18.5H19V20.5H5Z",
    "fish": "M2 12Q8 4 15 10L21 6V18L15 14Q8 20 2 12ZM7 11A1.2 1.2 0 1 0 7.1 11Z",
    "flag": "M5 3H7V21H5ZM8 4H20L16.5 8.5L20 13H8Z",
    "fur": "M12 3Q15 6 19 5Q18 9 20 12Q18 14 18 18Q15 17 12 21Q9 17 6 18Q6 14 4 12Q6 9 5 5Q9 6 12 3Z",
    "gem": "M7 4H17L22 10L12 21L2 10ZM8 6L6.5 9.5H17.5L16 6Z",
    "goblet": "M6 3H18Q18 12 13.3 13V18H17V21H7V18H10.7V13Q6 12 6 3Z",
    "ear": "M11 22V14Q6 14 6 9Q10 9 11 12V8Q9 5 12 2Q15 5 13 8V12Q14 9 18 9Q18 14 13 14V22Z",
    "hammer": "M5 4H17Q20 5 20 9H16V8H14V21H10V8H5Z",
    "horse": "M6 21V14Q5 8 10 6L11 3L13 5Q18 7 19 13L16 14L14 12Q13 15 16 21Z",
    "jar": "M9 3H15V6Q19 9 19 14T15 21H9Q5 19 5 14T9 6Z",
    "leaf": "M4 20Q3 8 12 5Q17 3 21 4Q21 18 11 18Q8 18 7 17L5 21ZM7 15Q10 10 16 8Q11 12 9 16Z",
    "log": "M3 9Q3 6 6 6H18Q21 6 21 9T18 12H6Q3 12 3 9ZM3 16.5Q3 13.5 6 13.5H18Q21 13.5 21 16.5T18 19.5H6"
    "Q3 19.5 3 16.5Z",
    "pawn": "M12 3A4 4 0 0 1 14.5 10Q17 14 18 18H19V21H5V18H6Q7 14 9.5 10A4 4 0 0 1 12 3Z",
    "sack": "M9 3H15L14 6Q20 11 19 17Q18 21 12 21T5 17Q4 11 10 6Z",
    "sheep": "M7 8Q7 5 10 5.5Q12 3.5 14 5.5Q17 5 17.5 8Q20 8 20 11Q21 14 18 15V20H15.5V16H9V20H6.5"
    "V15Q3 14 4 11L2 10Q2 7 5 7Z",
    "ship": "M11 3H13V13H21Q19 20 16 20H8Q5 20 3 13H11ZM14 5Q19 7 19 11H14ZM10 5V11H5Q6 7 10 5Z",
    "sprout": "M12 2Q15 7 12 12Q9 7 12 2ZM4 7Q10 7 11.5 12.5Q5 13 4 7ZM20 7Q14 7 12.5 12.5Q19 13 20 7ZM11 13H13V22H11Z",
    "spool": "M5 3H19V6H17V18H19V21H5V18H7V6H5ZM9 8.5V10H15V8.5ZM9 11.5V13H15V11.5ZM9 14.5V16H15V14.5Z",
    "star": "M12 2L14.8 9H22L16.2 13.4L18.4 21L12 16.6L5.6 21L7.8 13.4L2 9H9.2Z",
    "sword": "M11 2H13L14 14H17V16.5H13.3V21H10.7V16.5H7V14H10Z",
    "cart": "M2 8H16V15H2ZM17 10H20L22 13V15H17ZM6 16A2.6 2.6 0 1 1 5.9 16ZM17.5 16A2.6 2.6 0 1 1 17.4 16Z",
    "wheel": "M12 2A10 10 0 1 1 11.9 2ZM12 5A7 7 0 1 0 12.1 5ZM11 5H13V19H11ZM5 11H19V13H5Z",
}
"""SVG path data of each icon, keyed by name."""

assert set(PATHS) == set(SIGNS)

TINCTURES = ("chief", "chevron", "pales", "quarter", "checks", "roundels")
"""Patterns of shields, by name."""
SHIELD = "M-11-13H11V1Q11 10 0 14.5Q-11 10-11 1Z"
"""Outline of a shield around the point (0, 0), 22 units wide and 27.5 units high."""
CHARGES: Mapping[str, str] = {
    "chief": "M-11-13H11V-5.5H-11Z",
    "chevron": "M-11-13H11V-5.5L0-11.5L-11-5.5Z",
    "pales": "M-11-13H-7V-5.5H-11ZM-2-13H2V-5.5H-2ZM7-13H11V-5.5H7Z",
    "quarter": "M-11-13H0V-5.5H-11Z",
    "checks": "M-11-13H-5.5V-9.2H-11ZM0-13H5.5V-9.2H0ZM-5.5-9.2H0V-5.5H-5.5ZM5.5-9.2H11V-5.5H5.5Z",
    "roundels": "M-11-13H11V-5.5H-11ZM-5-9.3A1.9 1.9 0 1 0-5.1-9.3ZM0-9.3A1.9 1.9 0 1 0-.1-9.3Z"
    "M5-9.3A1.9 1.9 0 1 0 4.9-9.3Z",
}
"""Coloured part of each pattern, confined to the top quarter of the shield, so that a number fits below it."""
