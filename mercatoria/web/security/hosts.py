"""Host names that requests may use.

Another site can make its own host name point to this computer, so that its page sends requests to our server (DNS
rebinding). The server therefore answers only requests for IP addresses and for known names. No page of another site can
be loaded from these addresses and names.
"""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Collection

from dsl.source import whole_number

LOCALHOST = "localhost"


def is_called(host: str, names: Collection[str]) -> bool:
    """Return True if a `Host` header is an IP address or one of `names`, with or without a port."""
    name = without_port(host)
    return name in names or is_address(name)


def without_port(host: str) -> str:
    """Return a host name or an address without its port; an IPv6 address keeps its brackets."""
    name, colon, port = host.rpartition(":")
    return (name if colon and whole_number(port) is not None else host).casefold()


def is_address(name: str) -> bool:
    """Return True if a host name is an IP address; IPv6 addresses must be in brackets."""
    bare = name[1:-1] if name.startswith("[") and name.endswith("]") else name
    try:
        return ipaddress.ip_address(bare).version == (4 if bare is name else 6)
    except ValueError:
        return False


def own_names() -> set[str]:
    """Return the names that this computer has on its own network."""
    name = socket.gethostname().casefold()
    return {LOCALHOST, name, f"{name.partition('.')[0]}.local"}


def network(address: str) -> str:
    """Return the network of a client's IP address.

    An IPv6 address becomes its /64 network, because one computer can use many addresses of such a network.
    """
    try:
        known = ipaddress.ip_address(address)
    except ValueError:
        return address
    return address if known.version == 4 else str(ipaddress.ip_network((known, 64), strict=False))
