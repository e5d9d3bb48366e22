"""Checks the host name in each request.

Another site can make its own host name point to this computer, so that its scripts can send requests to this server
(DNS rebinding). The server therefore accepts only IP addresses and names that it knows. An attacker cannot serve a page
under any of these addresses or names.
"""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Collection

from dsl.source import whole_number

LOCALHOST = "localhost"


def is_called(host: str, names: Collection[str]) -> bool:
    """Return True if a `Host` header contains an IP address or one of `names`, with or without a port."""
    name = without_port(host)
    return name in names or is_address(name)


def without_port(host: str) -> str:
    """Remove the port from a `Host` header. An IPv6 address keeps its brackets."""
    name, colon, port = host.rpartition(":")
    return (name if colon and whole_number(port) is not None else host).casefold()


def is_address(name: str) -> bool:
    """Return True if a host name is an IP address. IPv6 addresses must be in brackets."""
    bare = name[1:-1] if name.startswith("[") and name.endswith("]") else name
    try:
        return ipaddress.ip_address(bare).version == (4 if bare is name else 6)
    except ValueError:
        return False


def own_names() -> set[str]:
    """Return the names by which other computers on the local network can reach this computer."""
    name = socket.gethostname().casefold()
    return {LOCALHOST, name, f"{name.partition('.')[0]}.local"}


def network(address: str) -> str:
    """Return the network to which a client's IP address belongs.

    An IPv6 address is reduced to its /64 network, because one computer can use many addresses in it.
    """
    try:
        known = ipaddress.ip_address(address)
    except ValueError:
        return address
    return address if known.version == 4 else str(ipaddress.ip_network((known, 64), strict=False))
