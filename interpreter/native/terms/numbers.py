"""Declares the interface through which sequences emit the numbers and conditions within them."""

from __future__ import annotations

from typing import Protocol

from interpreter import wasm as w
from interpreter.native.terms.addresses import Addresses
from interpreter.optimizer import Term


class Numbers(Protocol):
    """Emits numbers and conditions."""

    addresses: Addresses

    def value(self, term: Term) -> w.Code: ...

    def narrow(self, term: Term) -> w.Code: ...

    def test(self, term: Term) -> w.Code: ...

    def once(self, term: Term) -> w.Code: ...

    def calling(self, term: Term) -> w.Code: ...

    def gathering(self, term: Term) -> w.Code: ...

    def settled(self, term: Term) -> w.Code: ...

    def from_library(self, term: Term) -> w.Code: ...
