"""Host names that requests may use.

A page of another site can point its own name at this computer, and then send requests as if it were ours (DNS
rebinding). So the server answers only known names and addresses: a page loaded from an address belongs to it.
"""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Collection

from dsl.source import whole_number

LOCALHOST = "localhost"


def is_called(host: str, names: Collection[str]) -> bool:
    """Return True if a `Host` header holds an address or one of `names`, with or without a port."""
    name = without_port(host)
    return name in names or is_address(name)


def without_port(host: str) -> str:
    """Return a name or an address without its port; an IPv6 address keeps its brackets."""
    name, colon, port = host.rpartition(":")
    return (name if colon and whole_number(port) is not None else host).casefold()


def is_address(name: str) -> bool:
    """Return True if a name is an IP address; IPv6 addresses are in brackets."""
    bare = name[1:-1] if name.startswith("[") and name.endswith("]") else name
    try:
        return ipaddress.ip_address(bare).version == (4 if bare is name else 6)
    except ValueError:
        return False


def own_names() -> set[str]:
    """Return the names of this computer in its own network."""
    name = socket.gethostname().casefold()
    return {LOCALHOST, name, f"{name.partition('.')[0]}.local"}


def network(address: str) -> str:
    """Return the address of a client; an IPv6 client counts by its /64 network, as one computer has many addresses
    there."""
    try:
        known = ipaddress.ip_address(address)
    except ValueError:
        return address
    return address if known.version == 4 else str(ipaddress.ip_network((known, 64), strict=False))
