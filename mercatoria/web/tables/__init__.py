"""Keeps tables in memory, with their games and seats, and decides which moves can be undone.

Form data and keys arrive as text, which the package turns into moves and tables. The package saves each decision before
any player sees it, and explains every refusal. A single thread makes all changes to tables. The package does not depend
on HTML or browsers.
"""

from mercatoria.web.tables.answers import FIELD, NotFilledIn, answered, is_flag
from mercatoria.web.tables.bots import Bots, Request
from mercatoria.web.tables.breaks import Break, failed_rule, in_words_of
from mercatoria.web.tables.catalogue import (
    Catalogue,
    Choice,
    Fault,
    Offer,
    Setting,
    Unplayable,
    Variant,
    refusal,
    settings_of,
    variants_of,
)
from mercatoria.web.tables.earlier_positions import EarlierPositions
from mercatoria.web.tables.forks import Deal, Dealt, HouseRules, break_in_words, carried, record_with_new_chance
from mercatoria.web.tables.game_session import GameSession, Stale
from mercatoria.web.tables.migration import Migration
from mercatoria.web.tables.plan_steps import Plan, PlanStep
from mercatoria.web.tables.plans import (
    MOST_STEPS,
    TooManySteps,
    due_move,
    findings,
    followed,
    has_changed_price,
    may_be_due,
    planned,
    steps_of,
    to_play_at_once,
)
from mercatoria.web.tables.saved_texts import SavedTexts
from mercatoria.web.tables.steps_ahead import planned_step, steps_ahead
from mercatoria.web.tables.table import Table
from mercatoria.web.tables.table_registry import NoTable, TableRegistry, WrongSeatKey
from mercatoria.web.tables.text_news import Outcome, TextNews

__all__ = [
    "FIELD", "MOST_STEPS", "Bots", "Break", "Catalogue", "Choice", "Deal", "Dealt", "EarlierPositions", "Fault",
    "GameSession", "HouseRules", "Migration", "NoTable", "NotFilledIn", "Offer", "Outcome", "Plan", "PlanStep",
    "Request", "SavedTexts", "Setting", "Stale", "Table", "TableRegistry", "TextNews", "TooManySteps", "Unplayable",
    "Variant", "WrongSeatKey", "answered", "break_in_words", "carried", "due_move", "failed_rule", "findings",
    "followed", "has_changed_price", "in_words_of", "is_flag", "may_be_due", "planned", "planned_step",
    "record_with_new_chance", "refusal", "settings_of", "steps_ahead", "steps_of", "to_play_at_once", "variants_of",
]  # fmt: skip
