"""Variant D of the handwritten engine for Merkator, in which players bid for a contract swap.

After a player has taken a contract, other players bid coins and time tokens to swap it for the contract below it.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from merkator_cards import Pile
from merkator_merchants import Merchant


@dataclass
class Swap:
    """A pending contract swap. The player who took the contract accepts one bid or rejects all bids."""

    taker: Merchant
    card: str
    stack: Pile
    bids: dict[str, tuple[int, int]] = field(default_factory=dict)

    def may_bid(self, who: Merchant, coins: int, tokens: int) -> bool:
        """Return True if the player can pay this bid of at least one coin or token."""
        return 0 <= coins <= who.coins and 0 <= tokens <= who.time and coins + tokens > 0

    def settle(self, seat: str, partner: Merchant) -> None:
        """Pay the bid to the player who took the contract, and exchange the two contracts."""
        coins, tokens = self.bids[seat]
        partner.coins, partner.time = partner.coins - coins, partner.time - tokens
        self.taker.coins, self.taker.time = self.taker.coins + coins, self.taker.time + tokens
        self.taker.contracts.remove(self.card)
        self.taker.contracts.append(self.stack.on_top.pop())
        self.stack.on_top.append(self.card)
