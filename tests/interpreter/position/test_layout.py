"""Tests the layout of small handwritten models, and operations on holders in the plain vector."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dsl import model as m
from interpreter.position.faults import LayoutError
from interpreter.position.field_layout import FieldEntry, Refused
from interpreter.position.holders import Holders
from interpreter.position.layout import Layout, lay_out
from interpreter.position.rows import Rows, bags, subsets
from interpreter.position.scratch_slots import MACHINERY, Store, StoreAllocator, drop_member, keep_members, kept_members

PLAYERS = ("Red", "Blue")
GOODS = ("Wool", "Ore", "Wine")


def kind(name: str, things: Sequence[str], **more: object) -> m.Kind:
    return m.Kind(name, name, 0, tuple(things), **more)  # type: ignore[arg-type]


KINDS = {
    "Player": kind("Player", PLAYERS),
    "Good": kind("Good", GOODS, pieces=(5, 5, 2)),
    "Drink": m.Kind("Drink", "Good", 2, ("Wine",), (2,)),
    "House": kind("House", ("RedHouse", "BlueHouse"), pieces=(4, None), owner=(0, 1), owner_kind="Player"),
    "Card": kind("Card", ("Ace", "King", "Queen", "Jack")),
}


def field(name: str, type_: m.Type, owner: str = "", **more: object) -> m.StateField:
    made: dict[str, object] = {"keys": (), "key_kinds": (), "visibility": "open", "lifetime": "", **more}
    return m.StateField(name, owner, type=type_, **made)  # type: ignore[arg-type]


def laid_out(*fields: m.StateField, machinery: int = 0) -> Layout:
    model = m.Model(
        "tiny", "Tiny", 2, PLAYERS, "coins", KINDS, [], list(fields), {}, {}, {}, [], [], [], None, (), None, (), [],
    )  # fmt: skip
    space = StoreAllocator()
    if machinery:
        space.take(1, "local", "number", machinery)
    return lay_out(model, space)


def alone(type_: m.Type, **more: object) -> tuple[Holders, FieldEntry, list[int]]:
    """Return the holders of a layout with a single holder, its entry, and an empty vector."""
    layout = laid_out(field("it", type_, **more))
    (run,) = layout.runs.values()
    v = [0] * layout.size
    if run.form == "space":
        v[run.first] = -1
    return Holders(layout), FieldEntry(run, 0), v


# ---------------------------------------------------------------- runs


def test_runs_follow_the_machinery_in_the_order_of_the_model() -> None:
    age = field("age", m.Int(0, 9), "Player")
    store = field("store", m.Holder("bag", "Good"), keys=((1, 2),), key_kinds=("",))
    layout = laid_out(age, store, machinery=4)
    assert layout.base(age) == (MACHINERY + 4, MACHINERY + 5)
    assert layout.base(store) == (MACHINERY + 6, MACHINERY + 9)
    assert layout.size == MACHINERY + 12
    run = layout.runs[store]
    assert [run.entry(0, (key,)) for key in (0, 1, 2, 3)] == [-1, 0, 1, -1]
    assert list(run.combinations()) == [(0, (1,)), (0, (2,))]
    assert layout.slot_name(MACHINERY + 5) == "Blue.age [0]"
    assert layout.slot_name(MACHINERY + 7) == "game.store[1] [1]"
    assert layout.slot_name(MACHINERY) == "local [0]"


@pytest.mark.parametrize(
    ("type_", "capacity", "width"),
    [
        (m.Int(0, 9), None, 1),
        (m.Flag(), None, 1),
        (m.Ref("Card", True), None, 1),
        (m.Holder("space", "Card"), None, 1),
        (m.Holder("bag", "Good"), None, 3),
        (m.Holder("bag", "Drink"), (1,), 1),
        (m.Holder("set", "Card"), None, 4),
        (m.Holder("row", "Good"), (4,), 1 + 4 + 3),
        (m.Holder("row", "Good"), None, 1 + 12 + 3),
        (m.Holder("pile", "Card"), None, 1 + 4),
        (m.Holder("stack", "Card"), (3,), 2 + 3),
        (m.Bag("Good"), None, 3),
        (m.Many(m.Ref("Card")), None, 4),
    ],
)
def test_width_of_a_run(type_: m.Type, capacity: tuple[int, ...] | None, width: int) -> None:
    assert laid_out(field("it", type_, capacity=capacity)).size == MACHINERY + width


def test_capacities_differ_by_owner() -> None:
    ring = field("ring", m.Holder("row", "Good"), "Player", capacity=(1, 3))
    run = laid_out(ring).runs[ring]
    assert run.base == (MACHINERY, MACHINERY + 5)
    assert run.capacity == (1, 3)
    assert run.width == 12


def test_a_row_of_what_has_no_end_needs_a_bound() -> None:
    with pytest.raises(LayoutError, match="at most"):
        laid_out(field("ring", m.Holder("row", "House")))
    laid_out(field("ring", m.Holder("row", "House"), capacity=(2,)))


def test_an_own_bag_knows_its_sort() -> None:
    stock = field("stock", m.Holder("bag", "House", own=True), "Player")
    layout = laid_out(stock)
    run, holders, v = layout.runs[stock], Holders(layout), [0] * layout.size
    holders.put(v, FieldEntry(run, 1), 1, 3)
    assert v[-2:] == [0, 3]
    assert holders.amounts(v, FieldEntry(run, 1)) == {1: 3}
    assert holders.count(v, FieldEntry(run, 1), 0) == 0
    with pytest.raises(Refused, match="does not belong"):
        holders.put(v, FieldEntry(run, 1), 0)


def test_totals_count_pieces_things_and_money_but_no_references() -> None:
    fields = (
        field("purse", m.Int(0, 99, money=True), "Player"), field("bank", m.Int(-99, 99, money=True)),
        field("points", m.Int(0, 99)), field("cellar", m.Holder("bag", "Drink")),
        field("shelf", m.Holder("row", "Good"), capacity=(3,)), field("hand", m.Holder("pile", "Card")),
        field("top", m.Holder("space", "Card")), field("known", m.Holder("set", "Card")),
        field("bid", m.Bag("Good")),
    )  # fmt: skip
    layout = laid_out(*fields)
    v, holders = [0] * layout.size, Holders(layout)
    place = {of.name: FieldEntry(run, 0) for of, run in layout.runs.items()}
    v[place["top"].base] = -1
    v[place["purse"].base + 1], v[place["bank"].base], v[place["points"].base] = 7, -5, 3
    holders.put(v, place["cellar"], 2, 2)
    for sort in (1, 2):
        holders.put(v, place["shelf"], sort)
    holders.put(v, place["hand"], 3)
    holders.put(v, place["top"], 0)
    holders.assign(v, place["known"], [0, 1])
    holders.assign(v, place["bid"], {0: 9})
    totals = layout.totals(v)
    assert totals.pieces == {"Good": (0, 1, 3), "Card": (1, 0, 0, 1)}
    assert totals.money == 2


# ---------------------------------------------------------------- holders


def test_a_row_keeps_arrival_and_counts_in_step() -> None:
    holders, place, v = alone(m.Holder("row", "Good"), capacity=(3,))
    for sort in (2, 0, 2):
        holders.put(v, place, sort)
    assert v[place.base :] == [3, 2, 0, 2, 1, 0, 2]
    with pytest.raises(Refused, match="no room"):
        holders.put(v, place, 0)
    holders.take(v, place, 2)
    assert v[place.base :] == [2, 0, 2, 0, 1, 0, 1], "the oldest goes, what is freed is 0"


def test_a_pile_is_sorted_and_freed_items_are_zero() -> None:
    holders, place, v = alone(m.Holder("pile", "Card"))
    for thing in (3, 1, 2):
        holders.put(v, place, thing)
    holders.take(v, place, 2)
    assert v[place.base :] == [2, 1, 3, 0, 0]
    with pytest.raises(Refused, match="holds 0 of Queen"):
        holders.take(v, place, 2)


def test_a_stack_draws_its_known_top_then_any_of_its_pool() -> None:
    holders, place, v = alone(m.Holder("stack", "Card"))
    for thing in (3, 1, 2):
        holders.put(v, place, thing)
    assert holders.draws(v, place) == [(2, 1)]
    holders.shuffle(v, place)
    assert v[place.base :] == [3, 0, 1, 2, 3, 0]
    holders.put(v, place, 0)
    assert (v[place.base + 1], holders.draws(v, place)) == (1, [(0, 1)])
    holders.take(v, place, 2)
    assert v[place.base :] == [3, 1, 1, 3, 0, 0], "out of the pool: the top stays known"
    holders.take(v, place, 0)
    assert holders.draws(v, place) == [(1, 1), (3, 1)]


def test_an_unordered_pool_goes_only_onto_nothing() -> None:
    deck, other = field("deck", m.Holder("stack", "Card")), field("other", m.Holder("stack", "Card"))
    layout = laid_out(deck, other)
    holders, v = Holders(layout), [0] * layout.size
    source, target = FieldEntry(layout.runs[deck], 0), FieldEntry(layout.runs[other], 0)
    for thing in (2, 0):
        holders.put(v, source, thing)
    holders.shuffle(v, source)
    holders.put(v, source, 1)
    holders.move_all(v, source, target)
    assert v[source.base : target.base] == [0] * 6
    assert v[target.base :] == [3, 1, 0, 2, 1, 0]
    holders.put(v, source, 3)
    with pytest.raises(Refused, match="is unknown, so it cannot"):
        holders.move_all(v, target, source)


def test_a_space_holds_one() -> None:
    holders, place, v = alone(m.Holder("space", "Good"))
    holders.put(v, place, 1)
    with pytest.raises(Refused, match="no room"):
        holders.put(v, place, 1)
    holders.take(v, place, 1)
    assert v[place.base] == -1


def test_a_bounded_bag_and_pieces_of_another_kind_are_refused() -> None:
    holders, place, v = alone(m.Holder("bag", "Drink"), capacity=(2,))
    holders.put(v, place, 2, 2)
    for sort, reason in ((2, "no room"), (0, "does not belong")):
        with pytest.raises(Refused, match=reason):
            holders.put(v, place, sort)


# ---------------------------------------------------------------- machinery and rows


@given(st.sets(st.integers(-1, 69)))
def test_kept_sets_spread_over_slots(members: set[int]) -> None:
    store = Store("kept", "flags", 2, 3, first=-1)
    v = [7, 7, 0, 0, 0, 7]
    keep_members(v, store, sorted(members))
    assert kept_members(v, store) == sorted(members)
    assert all(0 <= word < 1 << 31 for word in v)
    for member in sorted(members):
        drop_member(v, store, member)
    assert v == [7, 7, 0, 0, 0, 7]


def test_kept_lists_keep_order_and_give_up_what_they_free() -> None:
    store = Store("kept", "list", 1, 4)
    v = [9, 0, 0, 0, 0]
    keep_members(v, store, [5, 3, 5])
    drop_member(v, store, 5)
    assert v == [9, 2, 3, 5, 0]
    with pytest.raises(Refused, match="too many to store"):
        keep_members(v, store, [1, 2, 3, 4])


def test_bags_and_sets_as_domains_come_smaller_ones_first() -> None:
    assert list(bags([(0, 2), (1, 1)], 0, 2)) == [{}, {0: 1}, {1: 1}, {0: 2}, {0: 1, 1: 1}]
    assert list(bags([(0, 2), (1, 1)], 3, 9)) == [{0: 2, 1: 1}]
    assert list(bags([(0, 1)], 2, 9)) == []
    assert list(subsets([4, 1], 0, None)) == [[], [1], [4], [1, 4]]
    assert list(subsets([4, 1], 0, 1)) == [[], [1], [4]]


CARDS = st.sets(st.integers(0, 3)).map(sorted)
COUNTS = st.dictionaries(st.integers(0, 2), st.integers(1, 9))


@given(st.tuples(st.integers(-9, 9), COUNTS, CARDS))
def test_rows_say_what_was_packed(values: tuple[int, dict[int, int], list[int]]) -> None:
    layout = laid_out()
    types = (m.Int(-9, 9), m.Bag("Good"), m.Many(m.Ref("Card")))
    rows = Rows(layout.model)
    packed = rows.packed(types, values)
    assert len(packed) == 1 + 3 + 1
    assert rows.values(types, packed) == list(values)
    assert rows.values(types, packed[:-1]) is None
    assert rows.values(types, (*packed[:-1], -1)) is None, "no set has such bits"
