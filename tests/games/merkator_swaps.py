"""Variant D of Merkator by hand: coins and time tokens for swapping the contract just taken with the one beneath."""

from __future__ import annotations

from dataclasses import dataclass, field

from merkator_cards import Pile
from merkator_merchants import Merchant


@dataclass
class Swap:
    """One contract was taken, and another came to light; the others may bid, then the taker chooses one or none."""

    taker: Merchant
    card: str
    stack: Pile
    bids: dict[str, tuple[int, int]] = field(default_factory=dict)

    def may_bid(self, who: Merchant, coins: int, tokens: int) -> bool:
        """At least one coin or token, and goods never."""
        return 0 <= coins <= who.coins and 0 <= tokens <= who.time and coins + tokens > 0

    def settle(self, seat: str, partner: Merchant) -> None:
        """The taker gets the bid, and the two contracts change places."""
        coins, tokens = self.bids[seat]
        partner.coins, partner.time = partner.coins - coins, partner.time - tokens
        self.taker.coins, self.taker.time = self.taker.coins + coins, self.taker.time + tokens
        self.taker.contracts.remove(self.card)
        self.taker.contracts.append(self.stack.on_top.pop())
        self.stack.on_top.append(self.card)
