"""Memory layout of payments: the tables of a bill, of debts and of coins."""

from __future__ import annotations

from dataclasses import dataclass

from interpreter import wasm as w
from interpreter.kernel import Layout, layout
from interpreter.payments import bills, coins, debt_tables, reckoning_tables


@dataclass(frozen=True, slots=True)
class PaymentMemory:
    """Tables that follow each other from the address `begin`."""

    begin: int
    debts: Layout
    coins: Layout
    reckoning: Layout

    @staticmethod
    def of(begin: int) -> PaymentMemory:
        """Return the tables from an address on."""
        debts = layout(debt_tables.Debts, begin)
        of_coins = layout(coins.Coins, debts.end)
        return PaymentMemory(begin, debts, of_coins, layout(reckoning_tables.Reckoning, of_coins.end))

    @property
    def records(self) -> tuple[Layout, ...]:
        """Records that the kernels for payments share."""
        return self.debts, self.coins, self.reckoning

    @property
    def variables(self) -> list[w.Global]:
        """Global variables of the records."""
        return [variable for record in self.records for variable in record.variables]

    @property
    def size(self) -> int:
        """Total size of the tables in bytes."""
        return self.reckoning.end - self.begin

    @staticmethod
    def has_room(bill: bills.Bill) -> bool:
        """Return True if the lines of a bill fit into memory, which must hold one claim per pool."""
        pools = sum(line.pools.size for line in bill.lines if line.pools is not None)
        most = debt_tables.MOST_POOLS, debt_tables.MOST_CLAIMS, debt_tables.MOST_LINES
        return all(number <= limit for number, limit in zip((pools, pools, len(bill.lines)), most, strict=True))

    def number(self, name: str) -> w.Global:
        """Return the global variable of a number in `Reckoning`, or of the size of a table."""
        return self.reckoning.variable(f"Reckoning.{name}")

    def address(self, name: str) -> int:
        """Return the address of a table in `Reckoning`."""
        return self.reckoning.address(f"Reckoning.{name}")

    @property
    def pools(self) -> w.Global:
        """Number of pools."""
        return self.debts.variable("Debts.stock")

    @property
    def stock(self) -> int:
        """Address of the number of pieces in each pool."""
        return self.debts.address("Debts.stock")
