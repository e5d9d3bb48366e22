"""Variant D of Merkator for the handwritten engine: bids for swapping a contract.

Other players bid coins and time tokens to swap the contract just taken with the one beneath it.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from merkator_cards import Pile
from merkator_merchants import Merchant


@dataclass
class Swap:
    """A contract swap: after one player takes a contract, the others may bid to swap it with the next in the stack.

    The taker accepts one bid or none.
    """

    taker: Merchant
    card: str
    stack: Pile
    bids: dict[str, tuple[int, int]] = field(default_factory=dict)

    def may_bid(self, who: Merchant, coins: int, tokens: int) -> bool:
        """Return True if the player can pay the bid; it needs at least one coin or token."""
        return 0 <= coins <= who.coins and 0 <= tokens <= who.time and coins + tokens > 0

    def settle(self, seat: str, partner: Merchant) -> None:
        """Pay the bid to the taker, and exchange the two contracts."""
        coins, tokens = self.bids[seat]
        partner.coins, partner.time = partner.coins - coins, partner.time - tokens
        self.taker.coins, self.taker.time = self.taker.coins + coins, self.taker.time + tokens
        self.taker.contracts.remove(self.card)
        self.taker.contracts.append(self.stack.on_top.pop())
        self.stack.on_top.append(self.card)
