"""Writes the board of the hand-written Medieval Merchant as a C header to stdout."""

from __future__ import annotations

from bench import handwritten_medieval_merchant as board


def braced(numbers: list[int]) -> str:
    return "{" + ", ".join(map(str, numbers)) + "}"


def header() -> str:
    """Return all tables of the header.

    Each route is listed twice, once from each end; `FROM` gives the index at which the routes of each place begin.
    """
    begins, routes = [0], []
    for near in board.NEAR:
        routes += near
        begins.append(len(routes))
    closed = {*board.CLOSED2, *board.CLOSED2_T}
    tables = {
        "CAP": board.CAP,
        "REGION": board.REGION,
        "FROM": begins,
        "TO": [to for to, _, _ in routes],
        "INTO": [into for _, into, _ in routes],
        "OUT_OF": [out for _, _, out in routes],
        "CLOSED2": [int(place in closed) for place in range(board.NN)],
        "POOL_SIZE": [len(board.POOL_FOR.get(players, [])) for players in range(7)],
    }
    lines = [f"enum {{ NC = {board.NC}, NT = {board.NT}, WITTENBERG = {board.WITTENBERG} }};"]
    lines += [f"static const int {name}[] = {braced(numbers)};" for name, numbers in tables.items()]
    pools = ", ".join(braced(board.POOL_FOR.get(players, [0])) for players in range(7))
    lines.append(f"static const int POOL[7][{len(board.POOL)}] = {{{pools}}};")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    print(header(), end="")
