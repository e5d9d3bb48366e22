"""Balance: the smallest change of the rules that brings a game to a goal, such as even wins.

- `goals` reads the goals, and measures how far a game is from them.
- `parameters` lists what a variant can set, and the values to try.
- `trials` plays games under changed rules, in any process.
- `search` tries changes and combinations of changes; `evidence` measures the best again in fresh deals.
- `report` presents the result as sentences and as data.
"""

from mercatoria.balance.evidence import Finding, evidence, recommended
from mercatoria.balance.goals import COURSE, BadGoal, Goal, goals_of, misfit, score
from mercatoria.balance.parameters import Change, Parameter, chosen_parameters, parameters_of
from mercatoria.balance.report import as_data, report
from mercatoria.balance.search import Candidate, Search
from mercatoria.balance.trials import VARIANT, Rules, Table, used_names, variant_text

__all__ = [
    "COURSE", "VARIANT", "BadGoal", "Candidate", "Change", "Finding", "Goal", "Parameter", "Rules", "Search", "Table",
    "as_data", "chosen_parameters", "evidence", "goals_of", "misfit", "parameters_of", "recommended", "report", "score",
    "used_names", "variant_text",
]  # fmt: skip
