"""The style sheet for all pictures. The pictures themselves contain only CSS class names."""

from __future__ import annotations

from mercatoria.svg.palette import DEEP_PAIRS, GROUND_PAIRS, HUE_PAIRS, PAIRS, TINT_PAIRS

SERIF = '"Iowan Old Style", "Palatino Linotype", Palatino, Georgia, "Liberation Serif", serif'
SANS = 'Arial, Helvetica, "Liberation Sans", Arimo, sans-serif'
"""Font family whose letter widths `measure` knows."""

RULES = """
.mx { max-width: 100%; height: auto; color-scheme: light dark; }
.mx text { font-variant-numeric: tabular-nums; fill: var(--ink); }
.mx .mx-b { font-weight: 700; }
.mx .mx-m { text-anchor: middle; }
.mx .mx-e { text-anchor: end; }
.mx .mx-second { fill: var(--second); }
.mx .mx-third { fill: var(--third); }
.mx .mx-halo { paint-order: stroke; stroke: var(--halo); stroke-width: 3.2px; stroke-linejoin: round; }
.mx .mx-area-name { letter-spacing: .2em; }
.mx .mx-on-hue { fill: var(--on-hue); }
.mx .mx-on-pale { fill: #1B2127; }
.mx .mx-on-plate { fill: #FFFFFF; }
.mx .mx-on-ink { fill: var(--paper); }
.mx .mx-on-gilt { fill: #1B2127; }
.mx .mx-often { fill: var(--often); }
.mx-ground { fill: var(--well); }
.mx-wave { fill: none; stroke: var(--wave); stroke-width: 1.2px; stroke-linecap: round; }
.mx-shore { fill: none; stroke: var(--shore); stroke-width: 26px; stroke-linejoin: round; }
.mx-coast { stroke: var(--coast); stroke-width: 1.6px; }
.mx-area { stroke: var(--land); stroke-width: 4px; stroke-linejoin: round; }
.mx-field { stroke: var(--land); stroke-width: 7px; stroke-linejoin: round; }
.mx-over { pointer-events: none; }
.mx-shade { fill: none; stroke: #000000; stroke-opacity: .13; stroke-width: 1.2px; }
.mx-dark { fill: #000000; fill-opacity: .15; }
.mx-on-ground { fill: #000000; fill-opacity: .55; }
.mx-open-sea { fill: none; stroke: var(--coast); stroke-opacity: .35; pointer-events: all; }
.mx-pip { fill: var(--ink); }
.mx-edge { fill: none; stroke: var(--line); stroke-width: 1.6px; }
.mx-faint { stroke: var(--rule); stroke-width: 1.2px; }
.mx-road { fill: none; stroke: var(--road-rim); stroke-width: 11px; stroke-linecap: round; }
.mx-road-in { fill: none; stroke: var(--road); stroke-width: 8.6px; stroke-linecap: round; }
.mx-track { fill: none; stroke-width: 5px; stroke-linecap: round; }
.mx-track-rim { fill: none; stroke: var(--ink); stroke-width: 7px; stroke-linecap: round; }
.mx-arrow { fill: var(--line); }
.mx-corner { fill: var(--free); fill-opacity: .45; }
.mx-cell { stroke: var(--land); stroke-width: 2.4px; stroke-linejoin: round; }
.mx-square { stroke: var(--line); }
.mx-pill { fill: var(--land); }
.mx-ring { fill: var(--paper); stroke: var(--ink); stroke-width: 1.4px; }
.mx-dim .mx-ring { fill: var(--well); stroke: var(--free); stroke-dasharray: 3 3; }
.mx-has-token { fill: var(--token); }
.mx-free { fill: var(--paper); stroke: var(--free); stroke-width: 1.2px; }
.mx-out { stroke: var(--ink); stroke-width: 1.1px; stroke-linejoin: round; }
.mx-shield { fill: var(--paper); stroke: var(--ink); stroke-width: 1.2px; stroke-linejoin: round; }
.mx-gilt { fill: var(--token); }
.mx-rim { fill: none; stroke: var(--ink); stroke-width: 1.2px; stroke-linejoin: round; }
.mx-plate { fill: #2B3238; stroke: var(--plate-rim); stroke-width: 1px; }
.mx-legal { fill: none; stroke: var(--legal); stroke-width: 2.6px; stroke-linejoin: round; }
.mx-casing { fill: none; stroke: var(--paper); stroke-width: 6px; stroke-linejoin: round; }
.mx-legal-box { fill: var(--legal-fill); stroke: var(--legal); stroke-width: 1.4px; }
.mx-legal-line { fill: none; stroke: var(--legal); stroke-width: 4px; stroke-linecap: round; stroke-dasharray: 1 7; }
.mx-legal-line.mx-casing { stroke: var(--paper); stroke-width: 8px; stroke-dasharray: none; }
.mx-hit { fill: none; stroke: transparent; stroke-width: 18px; pointer-events: stroke; }
.mx-chip, .mx-panel { fill: var(--paper); stroke: var(--rule); stroke-width: 1px; }
.mx-card { fill: var(--paper); stroke: var(--third); stroke-width: 1px; }
.mx-dashed { fill: none; stroke: var(--third); stroke-width: 1px; stroke-dasharray: 3 2; }
.mx-rule { stroke: var(--rule); stroke-width: 1px; }
.mx-now { fill: var(--ink); }
.mx-far { display: none; }
@media (max-width: 520px) { .mx-near { display: none; } .mx-far { display: inline; } }
@media print { .mx-legal, .mx-casing, .mx-legal-line { display: none; } }
"""


def _variables(night: bool) -> str:
    groups = (("", PAIRS), ("tint-", TINT_PAIRS), ("ground-", GROUND_PAIRS), ("deep-", DEEP_PAIRS),
              ("hue-", HUE_PAIRS))  # fmt: skip
    return " ".join(f"--{head}{name}: {pair[night]};" for head, pairs in groups for name, pair in pairs.items())


def _colours() -> str:
    lines = [f".mx-{name} {{ fill: var(--{name}); }}" for name in ("page", "paper", "sea", "land")]
    for head, pairs in (("tint", TINT_PAIRS), ("ground", GROUND_PAIRS), ("deep", DEEP_PAIRS), ("hue", HUE_PAIRS)):
        lines += [f".mx-{head}-{name} {{ fill: var(--{head}-{name}); }}" for name in pairs]
    lines += [f".mx-stroke-{name} {{ stroke: var(--hue-{name}); }}" for name in HUE_PAIRS]
    return "\n".join([*lines, f".mx text {{ font-family: {SANS}; }}", f".mx .mx-serif {{ font-family: {SERIF}; }}"])


STYLE = "\n".join([
    f".mx {{ {_variables(False)} }}",
    f"@media (prefers-color-scheme: dark) {{ .mx {{ {_variables(True)} }} }}",
    f'.mx[data-theme="dark"], [data-theme="dark"] .mx {{ {_variables(True)} }}',
    f'.mx[data-theme="light"], [data-theme="light"] .mx {{ {_variables(False)} }}',
    _colours() + RULES,
])  # fmt: skip
"""The whole style sheet. The reader's system chooses light or dark mode, unless the page sets `data-theme`."""
